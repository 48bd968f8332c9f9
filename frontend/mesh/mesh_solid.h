// The solid that a mesh file encloses.
#pragma once

#include <optional>

#include "frontend/mesh/mesh_mass.h"
#include "frontend/mesh/mesh_volume.h"
#include "frontend/mesh/scene_text.h"
#include "ir/analysis/tree/bounds.h"
#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas {

struct MeshSolid {
  SpatialInertia body;  // of density 1 kg/m³: the mass is the volume in m³; in the mesh's frame, scaled
  Vector3 low = Vector3::Zero(), high = Vector3::Zero();  // corners of the box around it, m
};

// Reads a mesh file, scaled along its axes, as a solid; `read_scene` as read_mesh_file takes it. Reports a
// file that cannot be read as a mesh
// (RM1521), a surface that is not closed or encloses nothing (RM1522), parts whose triangles are turned
// inwards and that are no cavities (RM1523; the solid is correct nevertheless), triangles without area
// (RM1524), and parts whose volume counts twice (RM1525). A mirroring scale keeps the surface's orientation.
// A part that passes through itself is not detected.
std::optional<MeshSolid> read_mesh_solid(FileId file, const SourceManager& sources,
                                         DiagnosticEngine& diagnostics,
                                         const Vector3& scale = Vector3::Ones(),
                                         const SceneReader& read_scene = {});

// Tells (RM1508) of a mesh without a scale that is to be a solid of more than one cubic metre, or a shell of
// the surface of such a cube: its file will be in millimetres. `is_scale` is how the author writes the scale.
void check_solid_size(const SpatialInertia& body, MeshMass kind, const Vector3& scale, SourceRange place,
                      std::string_view is_scale, DiagnosticEngine& diagnostics);

// The mass of a mesh file whose corners `stretch` moves, of density 1 (mesh_mass.h). `solid` is the solid
// above, and `exact` finds the same faults. The others take any surface: where the tetrahedra of `legacy` are
// not the volume that it encloses, this is told (RM1902).
std::optional<SpatialInertia> read_mesh_mass(FileId file, const SourceManager& sources,
                                             DiagnosticEngine& diagnostics, const Matrix3& stretch,
                                             MeshMass kind, const SceneReader& read_scene = {});

// The box around corners that `stretch` moves.
BoundingBox box_around(const std::vector<Vector3>& corners, const Matrix3& stretch);

// The same of all corners of a mesh file. Reports a file that cannot be read as a mesh.
std::optional<BoundingBox> read_mesh_box(FileId file, const SourceManager& sources,
                                         DiagnosticEngine& diagnostics, const Matrix3& stretch);

}  // namespace romas
