// Mesh files as features need them: each is read once as long as it stays the same on the disk.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "ir/analysis/tree/bounds.h"
#include "ir/model/links.h"
#include "ir/packages/file_search.h"
#include "lsp/reading/file_stamp.h"

namespace romas::lsp {

struct MeshFacts {
  std::size_t triangles = 0;
  BoundingBox box;                      // as the file says it, without a scale
  std::optional<SpatialInertia> solid;  // of density 1, in the mesh's frame; nothing: it encloses no volume
};

class MeshFiles {
 public:
  // Larger files are not read: an editor waits for the answer.
  static constexpr std::size_t kMostBytes = 50'000'000;

  // Null: the file is no OBJ or STL file that can be read.
  std::shared_ptr<const MeshFacts> find(const std::string& path);
  // The same of the file that a description names; null where it is not found.
  std::shared_ptr<const MeshFacts> find(const Mesh& mesh, const FileSearch& search);

 private:
  struct Known {
    FileStamp stamp;
    std::shared_ptr<const MeshFacts> facts;
  };
  static constexpr std::size_t kMostKnown = 1000;
  std::map<std::string, Known> known_;  // by path
};

// The factors of a mesh along its axes.
Vector3 scale_of(const Mesh& mesh);
// The solid of a mesh that is scaled along its axes; the density stays.
SpatialInertia scaled_along_axes(const SpatialInertia& body, const Vector3& scale);

}  // namespace romas::lsp
