// The scene of a robot: links, shapes, joints, frames and files, as fields of romas-scene
// (docs/formats/scene.md). Everything is computed here; the page draws.
#pragma once

#include <cstdint>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/model.h"
#include "ir/packages/file_search.h"
#include "support/text/json_writer.h"
#include "tools/studio/scene/mesh_table.h"

namespace romas::studio {

struct SceneFiles {
  MeshTable& meshes;  // has every file of the robot; measures some
  const FileSearch& search;
  std::uint64_t max_bytes = 0;  // of a mesh that is measured
};

// The fields "links", "shapes", "joints", "n_q", "frames" and "gravity" of an open object.
void write_robot(JsonWriter& json, const Model& model, const SceneFiles& files);
// The same fields where there is no robot.
void write_no_robot(JsonWriter& json);
// The field "meshes".
void write_meshes(JsonWriter& json, const MeshTable& meshes);

// Parts of write_robot.
void write_links(JsonWriter& json, const Model& model, const KinematicTree& tree, const SceneFiles& files);
void write_shapes(JsonWriter& json, const Model& model, const SceneFiles& files);
void write_joints(JsonWriter& json, const Model& model, const KinematicTree& tree);

}  // namespace romas::studio
