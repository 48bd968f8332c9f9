// Output of the readers of mesh formats.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/mesh/mesh_reader.h"

namespace romas {

class MeshSink {
 public:
  MeshSink(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics, MeshFile& result)
      : file_(file), sources_(sources), diagnostics_(diagnostics), result_(result) {}

  TriangleMesh& mesh() { return result_.mesh; }
  // Reports an error at the bytes [begin, end); the reader stops then.
  void fail(std::size_t begin, std::size_t end, std::string message, Rule rule = Rule::mesh_malformed);
  // Returns false beyond the limit of triangles, which is reported.
  bool add_triangle(const TriangleMesh::Triangle& triangle, std::size_t begin, std::size_t end);
  bool good() const { return good_; }

 private:
  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  MeshFile& result_;
  bool good_ = true;
};

// A number small enough that computations do not overflow; nullopt for everything else.
std::optional<double> read_coordinate(std::string_view token);

}  // namespace romas
