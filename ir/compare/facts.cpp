// The facts of the robot, its links and its joints.
#include "ir/compare/facts.h"

#include <filesystem>

#include "ir/analysis/loads/airfoil.h"
#include "ir/analysis/tree/axis.h"
#include "ir/compare/facts_of_fields.h"
#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/model/link_fields.h"
#include "ir/model/no_limit.h"
#include "ir/model/place_words.h"
#include "support/text/text.h"

namespace romas {

using facts::add;
using facts::add_fields;
using facts::add_pose;
using facts::add_text;
using facts::numbers;

std::string field_of(const Fact& fact) {
  return concat(fact.group, fact.group.empty() || fact.name.empty() ? "" : " ", fact.name);
}

namespace {

Place whole(EntityKind kind, std::size_t index) {
  Place place;
  place.kind = kind;
  place.index = static_cast<std::uint32_t>(index);
  return place;
}

SourceRange place_of(const Model& model, EntityKind kind, std::size_t index) {
  SourceRange place = name_place(model);
  for_each_store(model, [&](EntityKind stored, const auto& store) {
    if (stored != kind) return;
    const auto& entity = store[index];
    if constexpr (requires { entity.name_range; })
      place = name_place(entity);
    else
      place = entity.range;
  });
  return place;
}

// Extensions of a visual or collision belong to that part of the link.
bool belongs_to_shape(const Place& place) {
  const std::string_view slot = to_string(place.slot);
  return place.kind == EntityKind::link && (slot.starts_with("visual") || slot.starts_with("collision"));
}
std::string_view list_of(const Place& place) {
  return to_string(place.slot).starts_with("visual") ? "visual" : "collision";
}

FactNode extension_node(const Extension& extension) {
  std::string path = slot_path(extension.owner);
  if (path.starts_with('.')) path.erase(0, 1);
  // An element may be called like an attribute of another one.
  FactNode node{extension.kind == Extension::Kind::attribute ? "attribute" : "extension",
                concat(path, path.empty() ? "" : " ", extension.name),
                Topic::extension,
                extension.range,
                {},
                {}};
  add(node, {}, "text", Topic::extension, std::string(trim(extension.text)), extension.range);
  return node;
}

constexpr std::array<std::string_view, 6> kMoments = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};

void add_inertial(const Inertial& inertial, FactNode& node) {
  const SpatialInertia body = inertial.spatial();
  add_fields(node, "", inertial, motion_units(JointType::fixed),
             inertial.mass_range.valid() ? SourceRange(inertial.mass_range) : SourceRange(inertial.range),
             Topic::inertia);
  node.facts.back().says_nothing = body.mass == 0;
  add(node, "", "centre of mass", Topic::inertia, numbers({body.com.x(), body.com.y(), body.com.z()}, "m"),
      inertial.range, body.com == Vector3::Zero());
  const Matrix3& I = body.tensor;
  FactNumbers moments = numbers({I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}, "kg*m^2");
  moments.labels = kMoments;
  add(node, "inertia", "", Topic::inertia, std::move(moments), inertial.range, I == Matrix3::Zero());
}

void add_axis(const JointAxis* axis, JointType type, Topic topic, FactNode& node) {
  if (axis == nullptr) return;
  const Vector3 xyz = axis_vector(*axis);
  const bool is_default = xyz == Vector3(1, 0, 0);
  add(node, "", "axis", has_axis(type) ? topic : Topic::unused_motion, facts::direction(xyz), axis->range,
      is_default);
}

// A joint of one of these types has no use for bounds.
bool has_bounds(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic || type == JointType::screw ||
         type == JointType::foreign;
}

Topic topic_of_limit(const FieldInfo& field, JointType type) {
  const std::string_view name = field.name;
  if (name == "lower" || name == "upper") return has_bounds(type) ? Topic::limit : Topic::unused_motion;
  if (!moves(type)) return Topic::unused_motion;
  if (name == "effort") return Topic::effort_limit;
  if (!field.in_urdf) return Topic::stop;
  return name == "velocity" ? Topic::limit : Topic::motion_limit;
}

void add_limit(const Joint& joint, FactNode& node) {
  const JointType type = joint.type;
  const std::size_t first = node.facts.size();
  const JointLimit limit = completed_limit(joint);
  add_fields(node, "limit", limit, motion_units(type), limit.range,
             [&](const FieldInfo& field) { return topic_of_limit(field, type); });
  for (std::size_t i = first; i < node.facts.size(); ++i)
    if (means_no_limit(std::get<FactNumbers>(node.facts[i].value).values.front()))
      node.facts[i].says_nothing = true;
}

void add_mimic(const JointMimic& mimic, const MotionUnits& units, FactNode& node) {
  add(node, "mimic", "joint", Topic::mimic, mimic.joint.name, mimic.range);
  add_fields(node, "mimic", mimic, units, mimic.range, Topic::mimic);
}

}  // namespace

ModelFacts::ModelFacts(const Model& model, std::string folder)
    : model_(model), folder_(std::move(folder)), materials_(model) {
  for (const Extension& extension : model.extensions) {
    // A declared prefix means nothing by itself.
    if (extension.kind == Extension::Kind::attribute && extension.name.starts_with("xmlns")) continue;
    Place place = whole(extension.owner.kind, extension.owner.index);
    if (belongs_to_shape(extension.owner)) {
      place.slot = list_of(extension.owner) == "visual" ? Slot::visual : Slot::collision;
      place.sub = extension.owner.sub;
    }
    extensions_[place].push_back(&extension);
  }
  for (std::size_t i = 0; i < model.gazebos.size(); ++i)
    gazebos_[model.gazebos[i].reference ? std::string_view(*model.gazebos[i].reference) : std::string_view()]
        .push_back(i);
}

void ModelFacts::add_extensions(EntityKind kind, std::size_t index, FactNode& node) const {
  const auto found = extensions_.find(whole(kind, index));
  if (found == extensions_.end()) return;
  for (const Extension* extension : found->second) node.parts.push_back(extension_node(*extension));
}

FactFile ModelFacts::file(const std::string& written) const {
  // package://NAME/REST for ROS is model://NAME/REST for Gazebo.
  constexpr std::string_view kModel = "model://";
  if (written.starts_with(kModel)) return {written, concat("package://", written.substr(kModel.size()))};
  if (written.find("://") != std::string::npos) return {written, written};
  return {written, (std::filesystem::path(folder_) / written).lexically_normal().string()};
}

FactNode ModelFacts::entity(EntityKind kind, std::size_t index) const {
  FactNode node;
  switch (kind) {
    case EntityKind::robot: node = robot(); break;
    case EntityKind::link: node = link(model_.links[index], whole(kind, index)); break;
    case EntityKind::joint: node = joint(model_.joints[index]); break;
    case EntityKind::frame: {
      const Frame& frame = model_.frames[index];
      node.topic = Topic::frame;
      add(node, "", "link", Topic::frame, frame.link.name, frame.range);
      add_pose(node, "", Topic::frame, frame.origin, frame.range);
      break;
    }
    case EntityKind::material: {
      const Material& material = model_.materials[index];
      node = facts::material(material, material.texture ? file(material.texture->filename) : FactFile());
      break;
    }
    case EntityKind::transmission: node = facts::transmission(model_.transmissions[index], model_); break;
    case EntityKind::sensor: node = facts::sensor(model_.sensors[index]); break;
    case EntityKind::loop_joint: node = facts::loop_joint(model_.loop_joints[index]); break;
    case EntityKind::force_element:
      node = facts::force(model_.force_elements[index]);
      if (const auto* wing = std::get_if<Wing>(&model_.force_elements[index].force);
          wing != nullptr && names_profile_file(wing->profile))
        for (Fact& fact : node.facts)
          if (fact.name == "profile") fact.value = file(wing->profile);
      break;
    case EntityKind::gazebo: return gazebo(index);
    case EntityKind::ros2_control: node = facts::ros2_control(model_.ros2_controls[index]); break;
    case EntityKind::block: {
      const Block& block = model_.blocks[index];
      node = facts::block(block, [&](const std::string& written) {
        return file((std::filesystem::path(block.folder) / written).string());
      });
      break;
    }
    case EntityKind::part: node = facts::part(model_.parts[index], model_); break;
  }
  node.word = to_string(kind);
  node.name = entity_name(model_, kind, index);
  node.place = place_of(model_, kind, index);
  add_extensions(kind, index, node);
  return node;
}

FactNode ModelFacts::robot() const {
  FactNode node;
  node.topic = Topic::robot_name;
  add(node, "", "name", Topic::robot_name, model_.name, name_place(model_));
  add_text(node, "", "version", Topic::version, model_.version, model_.range);
  if (model_.gravity)
    add(node, "", "gravity", Topic::gravity, numbers(*model_.gravity, "m/s^2"), model_.range,
        model_.gravity_or_default() == default_gravity());
  return node;
}

FactNode ModelFacts::link(const Link& link, const Place& place) const {
  FactNode node;
  node.topic = Topic::tree;
  if (link.implicit) add(node, "", "declaration", Topic::declared_world, std::string("implicit"), link.range);
  if (link.inertial) add_inertial(*link.inertial, node);
  const auto add_part = [&](FactNode part, Slot slot, std::size_t i) {
    Place of_part = place;
    of_part.slot = slot;
    of_part.sub = static_cast<std::uint32_t>(i);
    if (const auto found = extensions_.find(of_part); found != extensions_.end())
      for (const Extension* extension : found->second) {
        part.parts.push_back(extension_node(*extension));
        part.parts.back().name = concat(to_string(extension->owner.slot), " ", extension->name);
      }
    node.parts.push_back(std::move(part));
  };
  for (std::size_t i = 0; i < link.visuals.size(); ++i)
    add_part(visual(link.visuals[i], link), Slot::visual, i);
  for (std::size_t i = 0; i < link.collisions.size(); ++i)
    add_part(collision(link.collisions[i], link), Slot::collision, i);
  return node;
}

FactNode ModelFacts::visual(const Visual& visual, const Link& link) const {
  FactNode node{"visual", visual.name.value_or(""), Topic::visual, place_or_name(visual.range, link), {}, {}};
  add_text(node, "", "name", Topic::shape_name, visual.name, node.place);
  add_pose(node, "", Topic::visual, visual.origin, node.place);
  add_geometry(visual.geometry, Topic::visual, node);
  if (visual.material) add_material(*visual.material, node);
  return node;
}

FactNode ModelFacts::collision(const Collision& collision, const Link& link) const {
  FactNode node{
      "collision", collision.name.value_or(""), Topic::collision, place_or_name(collision.range, link), {},
      {}};
  add_text(node, "", "name", Topic::shape_name, collision.name, node.place);
  add_pose(node, "", Topic::collision, collision.origin, node.place);
  add_geometry(collision.geometry, Topic::collision, node);
  return node;
}

void ModelFacts::add_geometry(const Geometry& geometry, Topic topic, FactNode& node) const {
  const SourceRange place = geometry.range.valid() ? SourceRange(geometry.range) : node.place;
  const auto add_shape = [&]<class Kind>(const Kind& shape) {
    add(node, "geometry", "", topic, std::string(FieldsOf<Kind>::kWord), place);
    node.facts.back().decides = true;
    if constexpr (std::is_same_v<Kind, Mesh>) {
      add(node, "geometry", "mesh", topic, file(shape.filename), place);
      if (shape.scale)
        add(node, "geometry", "scale", topic, numbers(*shape.scale), place, *shape.scale == Number3{1, 1, 1});
    } else {
      add_fields(node, "geometry", shape, motion_units(JointType::fixed), place, topic);
    }
  };
  std::visit(add_shape, geometry.shape);
}

void ModelFacts::add_material(const MaterialUse& use, FactNode& node) const {
  const SourceRange place = use.range.valid() ? SourceRange(use.range) : node.place;
  add_text(node, "material", "name", Topic::material, use.name, place);
  const auto [color, texture] = materials_.look(use);
  if (color != nullptr) add(node, "material", "color", Topic::color, numbers(color->rgba), place);
  if (texture != nullptr)
    add(node, "material", "texture", Topic::color, file(texture->filename),
        texture->range.valid() ? SourceRange(texture->range) : place);
}

FactNode ModelFacts::joint(const Joint& joint) const {
  FactNode node;
  node.topic = Topic::tree;
  const MotionUnits& units = motion_units(joint.type);
  add(node, "", "type", Topic::joint_type,
      joint.type == JointType::foreign ? joint.foreign_type : std::string(to_string(joint.type)),
      joint.type_range);
  add(node, "", "parent", Topic::tree, joint.parent.name, joint.parent.range);
  add(node, "", "child", Topic::tree, joint.child.name, joint.child.range);
  add_pose(node, "", Topic::origin, joint.origin, joint.origin_range);
  add_axis(joint.axis ? &*joint.axis : nullptr, joint.type, Topic::axis, node);
  if (joint.screw_pitch)
    add(node, "", "screw pitch", Topic::axis, numbers({joint.screw_pitch->value()}, "m"), joint.range);
  if (joint.limit) add_limit(joint, node);
  if (joint.dynamics)
    add_fields(node, "dynamics", *joint.dynamics, units, joint.dynamics->range, [&](const auto& field) {
      return !moves(joint.type) ? Topic::unused_motion : field.in_urdf ? Topic::dynamics : Topic::armature;
    });
  if (joint.mimic) add_mimic(*joint.mimic, units, node);
  if (joint.safety_controller)
    add_fields(node, "safety_controller", *joint.safety_controller, units, joint.safety_controller->range,
               Topic::safety);
  if (joint.calibration)
    add_fields(node, "calibration", *joint.calibration, units, joint.calibration->range, Topic::calibration);
  if (joint.servo) node.parts.push_back(facts::servo(*joint.servo, joint));
  return node;
}

FactNode ModelFacts::gazebo(std::size_t first) const {
  const Gazebo& gazebo = model_.gazebos[first];
  const std::string_view reference =
      gazebo.reference ? std::string_view(*gazebo.reference) : std::string_view();
  FactNode node{"gazebo element", std::string(reference), Topic::gazebo_control, gazebo.range, {}, {}};
  const std::vector<std::size_t>& gazebos = gazebos_.at(reference);
  facts::add_gazebo_values(model_, gazebos, node);
  for (const std::size_t index : gazebos) add_extensions(EntityKind::gazebo, index, node);
  return node;
}

}  // namespace romas
