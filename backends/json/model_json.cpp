// The whole model for scripts: the frame of the document, materials, frames, closed loops, forces,
// extensions, the tree.
#include "backends/json/model_json.h"

#include "backends/json/field_json.h"
#include "backends/target.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/link_fields.h"
#include "ir/model/transmission_fields.h"

namespace romas {

namespace json {

void pose(JsonWriter& json, std::string_view name, const TransformExpr& expression) {
  if (expression.absent()) return;
  const TransformExpr::XyzRpy parts = as_xyz_rpy(expression);
  const RigidTransform X = expression.evaluate();
  json.key(name);
  json.begin_object(kInline);
  number_list(json, "xyz", parts.xyz.value_or(Number3{}));
  number_list(json, "rpy", parts.rpy.value_or(Number3{}));
  json.key("R");
  json.begin_array();
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) json.number(X.R(row, column) + 0.0);
  json.end_array();
  json.end_object();
}

void tensor(JsonWriter& json, const InertiaTensor& inertia) { field_object(json, "inertia", inertia); }

namespace {

void materials(JsonWriter& json, const Model& model) {
  json.key("materials");
  json.begin_array();
  for (const Material& material : model.materials) {
    json.begin_object();
    json.field("name", material.name);
    if (material.color) number_list(json, "color", material.color->rgba);
    if (material.texture) json.field("texture", material.texture->filename);
    json.end_object();
  }
  json.end_array();
}

void frames(JsonWriter& json, const Model& model) {
  if (model.frames.empty()) return;
  json.key("frames");
  json.begin_array();
  for (const Frame& frame : model.frames) {
    json.begin_object();
    json.field("name", frame.name);
    json.field("link", frame.link.name);
    pose(json, "origin", frame.origin);
    json.end_object();
  }
  json.end_array();
}

void attachment(JsonWriter& json, std::string_view name, const Attachment& side) {
  json.key(name);
  json.begin_object();
  json.field("link", side.link.name);
  pose(json, "origin", side.origin);
  json.end_object();
}

void loop_joints(JsonWriter& json, const Model& model) {
  if (model.loop_joints.empty()) return;
  json.key("loop_joints");
  json.begin_array();
  for (const LoopJoint& loop : model.loop_joints) {
    json.begin_object();
    json.field("name", loop.name);
    json.field("type", to_string(loop.type));
    attachment(json, "link1", loop.link1);
    attachment(json, "link2", loop.link2);
    if (loop.axis) number_list(json, "axis", loop.axis->xyz);
    json.end_object();
  }
  json.end_array();
}

struct ForceWriter {
  JsonWriter& json;
  void operator()(const LinearSpringDamper& spring) const {
    json.field("type", "LinearSpringDamper");
    attachment(json, "link1", spring.link1);
    attachment(json, "link2", spring.link2);
    fields(json, spring);
  }
  void operator()(const Wing& wing) const {
    json.field("type", "Wing");
    json.field("parent", wing.parent.name);
    pose(json, "origin", wing.origin);
    fields(json, wing);
  }
  void operator()(const Thrust& thrust) const {
    json.field("type", "Thrust");
    json.field("parent", thrust.parent.name);
    pose(json, "origin", thrust.origin);
    fields(json, thrust);
  }
};

void force_elements(JsonWriter& json, const Model& model) {
  if (model.force_elements.empty()) return;
  json.key("force_elements");
  json.begin_array();
  for (const ForceElement& element : model.force_elements) {
    json.begin_object();
    json.field("name", element.name);
    std::visit(ForceWriter{json}, element.force);
    json.end_object();
  }
  json.end_array();
}

void extensions(JsonWriter& json, const Model& model) {
  if (model.extensions.empty()) return;
  json.key("extensions");
  json.begin_array();
  for (const Extension& extension : model.extensions) {
    json.begin_object();
    json.field("kind", extension.kind == Extension::Kind::attribute ? "attribute" : "element");
    json.field("name", extension.name);
    json.field("text", extension.text);
    json.field("owner_kind", entity_kind_name(extension.owner.kind));
    json.field("owner_index", extension.owner.index);
    json.end_object();
  }
  json.end_array();
}

// The kinematic tree: derived data, so that scripts need not compute it.
void tree(JsonWriter& json, const Model& model) {
  const KinematicTree tree(model);
  json.key("tree");
  json.begin_object();
  json.key("roots");
  json.begin_array(kInline);
  for (const LinkId root : tree.roots()) json.string(model.link(root).name);
  json.end_array();
  json.field("n_q", tree.q_size());
  json.field("n_v", tree.v_size());
  json.key("links_depth_first");
  json.begin_array(kInline);
  for (const LinkId link : tree.order()) json.string(model.link(link).name);
  json.end_array();
  json.end_object();
}

}  // namespace
}  // namespace json

std::string emit_json(const Model& model, TargetContext& context) {
  JsonWriter out;
  out.begin_object();
  out.field("format", "romas-model");
  out.field("format_version", 1);
  if (!context.options.banner.empty()) out.field("generator", context.options.banner);
  out.field("name", model.name);
  json::field(out, "urdf_version", model.version);
  if (model.gravity) json::number_list(out, "gravity", *model.gravity);
  json::tree(out, model);
  json::materials(out, model);
  json::links(out, model);
  json::joints(out, model);
  json::frames(out, model);
  json::loop_joints(out, model);
  json::force_elements(out, model);
  json::control(out, model);
  json::modules(out, model);
  json::extensions(out, model);
  out.end_object();
  return out.take();
}

}  // namespace romas
