// Links and joints as JSON.
#include "backends/json/field_json.h"
#include "backends/json/model_json.h"
#include "ir/model/joint_fields.h"
#include "ir/model/link_fields.h"
#include "ir/model/no_limit.h"

namespace romas::json {

namespace {

void geometry(JsonWriter& json, const Geometry& geometry) {
  json.key("geometry");
  json.begin_object(kInline);
  const auto write = [&]<class Kind>(const Kind& shape) {
    json.field("shape", FieldsOf<Kind>::kWord);
    fields(json, shape);
  };
  std::visit(write, geometry.shape);
  json.end_object();
}

void visual(JsonWriter& json, const Visual& visual) {
  json.begin_object();
  field(json, "name", visual.name);
  pose(json, "origin", visual.origin);
  geometry(json, visual.geometry);
  if (visual.material) {
    json.key("material");
    json.begin_object(kInline);
    field(json, "name", visual.material->name);
    if (visual.material->color) number_list(json, "color", visual.material->color->rgba);
    if (visual.material->texture) json.field("texture", visual.material->texture->filename);
    json.end_object();
  }
  json.end_object();
}

void collision(JsonWriter& json, const Collision& collision) {
  json.begin_object();
  field(json, "name", collision.name);
  pose(json, "origin", collision.origin);
  geometry(json, collision.geometry);
  json.end_object();
}

void link(JsonWriter& json, const Link& link) {
  json.begin_object();
  json.field("name", link.name);
  if (link.implicit) json.field("implicit", true);
  if (link.inertial) {
    json.key("inertial");
    json.begin_object();
    pose(json, "origin", link.inertial->origin);
    fields(json, *link.inertial);
    tensor(json, link.inertial->inertia);
    json.end_object();
  }
  json.key("visuals");
  json.begin_array();
  for (const Visual& v : link.visuals) visual(json, v);
  json.end_array();
  json.key("collisions");
  json.begin_array();
  for (const Collision& c : link.collisions) collision(json, c);
  json.end_array();
  json.end_object();
}

void motion_data(JsonWriter& json, const Joint& joint) {
  if (joint.dynamics) field_object(json, "dynamics", *joint.dynamics);
  if (joint.mimic) {
    json.key("mimic");
    json.begin_object(kInline);
    json.field("joint", joint.mimic->joint.name);
    fields(json, *joint.mimic);
    json.end_object();
  }
  if (joint.safety_controller) field_object(json, "safety_controller", *joint.safety_controller);
  if (joint.calibration) field_object(json, "calibration", *joint.calibration);
  field(json, "screw_pitch", joint.screw_pitch);
}

void servo(JsonWriter& json, const Servo& servo) {
  json.key("servo");
  json.begin_object();
  json.field("family", servo.family);
  if (!servo.device.empty()) json.field("device", servo.device);
  for (const ServoValue& value : servo.values) {
    const std::string_view name = servo_property_info(value.property).name;
    if (const auto* number = std::get_if<Number>(&value.value))
      field(json, name, *number);
    else if (const auto* flag = std::get_if<bool>(&value.value))
      json.field(name, *flag);
    else
      json.field(name, std::get<std::string>(value.value));
  }
  if (!servo.map.empty()) {
    json.key("map");
    json.begin_array();
    for (const ServoMapPoint& place : servo.map) {
      json.begin_object();
      field(json, "joint", place.joint);
      field(json, "angle", place.angle);
      json.end_object();
    }
    json.end_array();
  }
  if (!servo.couplings.empty()) {
    json.key("couplings");
    json.begin_array();
    for (const ServoCoupling& coupling : servo.couplings) {
      json.begin_object();
      json.field("joint", coupling.joint.name);
      field(json, "gear", coupling.gear);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
}

void joint(JsonWriter& json, const Joint& joint) {
  json.begin_object();
  json.field("name", joint.name);
  json.field("type",
             joint.type == JointType::foreign ? std::string_view(joint.foreign_type) : to_string(joint.type));
  json.field("parent", joint.parent.name);
  json.field("child", joint.child.name);
  pose(json, "origin", joint.origin);
  if (joint.axis) number_list(json, "axis", joint.axis->xyz);
  if (joint.limit) field_object(json, "limit", completed_limit(joint));
  motion_data(json, joint);
  if (joint.servo) servo(json, *joint.servo);
  json.end_object();
}

}  // namespace

void links(JsonWriter& json, const Model& model) {
  json.key("links");
  json.begin_array();
  for (const Link& l : model.links) link(json, l);
  json.end_array();
}

void joints(JsonWriter& json, const Model& model) {
  json.key("joints");
  json.begin_array();
  for (const Joint& j : model.joints) joint(json, j);
  json.end_array();
}

}  // namespace romas::json
