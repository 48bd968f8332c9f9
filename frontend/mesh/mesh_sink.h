// What the readers of the mesh formats fill.
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
  // Reports what is wrong at [begin, end). The reader stops then.
  void fail(std::size_t begin, std::size_t end, std::string message, Rule rule = Rule::mesh_malformed);
  // False, and reported, beyond the limit.
  bool add_triangle(const TriangleMesh::Triangle& triangle, std::size_t begin, std::size_t end);
  bool good() const { return good_; }

 private:
  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  MeshFile& result_;
  bool good_ = true;
};

// A finite number of a size that computations survive; nothing for everything else.
std::optional<double> read_coordinate(std::string_view token);

}  // namespace romas
