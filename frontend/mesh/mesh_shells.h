// The shells of a closed surface, and whether their signed volumes add up to the solid that they bound.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/mesh/mesh_volume.h"
#include "ir/analysis/tree/bounds.h"

namespace romas {

struct MeshShell {
  std::vector<std::uint32_t> triangles;  // of the mesh, ascending
  double volume = 0;                     // m³; negative where the triangles are turned inwards
  BoundingBox box;
};

// The parts of a closed surface, each closed, by their first triangle. At an edge of more than two triangles
// those belong together between which outward shells have their inside. Corners must be welded.
std::vector<MeshShell> closed_shells(const TriangleMesh& mesh);

// A shell by which the sum of volumes is not that of the solid. A shell that is turned inwards is a cavity
// where it lies in one outward shell, and one that is turned outwards a body where it lies in none or in a
// cavity.
struct ShellFault {
  enum class Kind : std::uint8_t {
    turned,   // inwards, and lies in no outward shell: its volume is subtracted from the others'
    doubled,  // outwards, and lies in another outward shell: its volume counts twice
    crossing  // a part of it lies in another shell, and a part outside
  } kind = Kind::turned;
  std::size_t shell = 0;
  std::vector<std::size_t> within;  // of a turned shell: what lies in it and is turned with it
};

// Shells that cross are found at some thousand points of each; a smaller overlap may be missed.
// Nothing is found in a mesh of so many shells in each other that the search would take more than a second or
// two.
std::vector<ShellFault> faults_of(const TriangleMesh& mesh, const std::vector<MeshShell>& shells);

}  // namespace romas
