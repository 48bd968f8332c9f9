#include "tools/studio/scene/robot_scene.h"

#include "ir/analysis/loads/ground_support.h"
#include "tools/studio/scene/values.h"

namespace romas::studio {

namespace {

void write_frames(JsonWriter& json, const Model& model) {
  json.key("frames");
  json.begin_array();
  for (const Frame& frame : model.frames) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("name", frame.name);
    json.field("link", frame.link.id ? static_cast<long long>(frame.link.id.index()) : -1);
    write_pose(json, "pose", frame.origin.evaluate());
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_robot(JsonWriter& json, const Model& model, const SceneFiles& files) {
  const KinematicTree tree(model);
  write_links(json, model, tree, files);
  write_shapes(json, model, files);
  write_joints(json, model, tree);
  json.field("n_q", tree.q_size());
  write_frames(json, model);
  write_vector(json, "gravity", model.gravity_or_default());
  json.field("stands_on_root", stands_on_root(model, tree));
}

void write_no_robot(JsonWriter& json) {
  for (const char* list : {"links", "shapes", "joints", "frames"}) {
    json.key(list);
    json.begin_array();
    json.end_array();
  }
  json.field("n_q", 0);
  write_vector(json, "gravity", default_gravity());
  json.field("stands_on_root", false);
}

void write_meshes(JsonWriter& json, const MeshTable& meshes) {
  json.key("meshes");
  json.begin_array();
  for (const MeshRow& row : meshes.rows()) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("id", row.id);
    json.field("name", row.name);
    json.field("format", row.format);
    json.field("bytes", row.bytes);
    json.field("found", row.found);
    json.field("stamp", row.stamp);
    json.key("tried");
    json.begin_array();
    for (const std::string& path : row.tried) json.string(path);
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

}  // namespace romas::studio
