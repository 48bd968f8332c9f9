#include "ir/model/model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <tuple>

#include "support/text/decimal.h"
#include "support/text/text.h"

namespace romas {

std::size_t PlaceHash::operator()(const Place& place) const noexcept {
  const auto mix = [](std::uint64_t h, std::uint64_t value) { return (h ^ value) * 0x9E3779B97F4A7C15ULL; };
  std::uint64_t h = mix(static_cast<std::uint64_t>(place.kind) << 32U |
                            static_cast<std::uint64_t>(place.slot) << 16U | place.subsub,
                        place.index);
  h = mix(h ^ (h >> 29U), place.sub + 1ULL);
  return static_cast<std::size_t>(h ^ (h >> 32U));
}

std::string_view entity_kind_name(EntityKind kind) {
  constexpr std::array<std::string_view, 13> kNames = {
      "robot",      "link",          "joint",  "frame",        "material", "transmission", "sensor",
      "loop_joint", "force_element", "gazebo", "ros2_control", "block",    "part"};
  return kNames[static_cast<std::size_t>(kind)];
}

Matrix3 InertiaTensor::matrix() const {
  Matrix3 I;
  I << ixx.value(), ixy.value(), ixz.value(),  //
      ixy.value(), iyy.value(), iyz.value(),   //
      ixz.value(), iyz.value(), izz.value();
  return I;
}

SpatialInertia Inertial::spatial() const {
  const SpatialInertia about_com{mass.value(), Vector3::Zero(), inertia.matrix()};
  return about_com.expressed_in(origin.evaluate());
}

namespace {
constexpr std::array<std::string_view, 10> kJointTypes = {"fixed",  "revolute", "continuous", "prismatic",
                                                          "planar", "floating", "ball",       "universal",
                                                          "screw",  "foreign"};
}

std::string_view to_string(JointType type) { return kJointTypes[static_cast<std::size_t>(type)]; }

std::optional<JointType> parse_joint_type(std::string_view text) {
  for (std::size_t i = 0; i + 1 < kJointTypes.size(); ++i)
    if (text == kJointTypes[i]) return static_cast<JointType>(i);
  return std::nullopt;
}

int dof(JointType type) {
  switch (type) {
    case JointType::fixed:
    case JointType::foreign: return 0;
    case JointType::revolute:
    case JointType::continuous:
    case JointType::prismatic:
    case JointType::screw: return 1;
    case JointType::universal: return 2;
    case JointType::planar:
    case JointType::ball: return 3;
    case JointType::floating: return 6;
  }
  return 0;
}

int position_count(JointType type) {
  if (type == JointType::floating) return 7;
  if (type == JointType::ball) return 4;
  return dof(type);
}

Vector3 Joint::axis_or_default() const {
  if (!axis) return Vector3::UnitX();
  return {axis->xyz[0].value(), axis->xyz[1].value(), axis->xyz[2].value()};
}

namespace {
constexpr std::array kGazeboProperties = {
#define GAZEBO_PROPERTY(enumerator, name, scope, type) \
  GazeboPropertyInfo{GazeboProperty::enumerator, name, GazeboScope::scope, GazeboType::type},
#include "ir/words/gazebo_properties.def"
#undef GAZEBO_PROPERTY
};
}  // namespace

const GazeboPropertyInfo& gazebo_property_info(GazeboProperty property) {
  return kGazeboProperties[static_cast<std::size_t>(property)];
}

const GazeboPropertyInfo* find_gazebo_property(std::string_view name) {
  const auto* found = std::find_if(kGazeboProperties.begin(), kGazeboProperties.end(),
                                   [&](const auto& info) { return info.name == name; });
  return found == kGazeboProperties.end() ? nullptr : found;
}

std::string_view to_string(ContactType type) { return type == ContactType::joint ? "joint" : "assembly"; }

std::string_view to_string(PartJointType type) {
  constexpr std::array<std::string_view, 3> kNames = {"fixed", "revolute", "prismatic"};
  return kNames[static_cast<std::size_t>(type)];
}

bool operator==(const Block& a, const Block& b) {
  return a.id == b.id && a.name == b.name && a.tag == b.tag && a.is_base == b.is_base &&
         a.is_tool == b.is_tool && a.shape == b.shape && a.diffuse == b.diffuse && a.normal == b.normal &&
         a.thumbnail == b.thumbnail && a.contacts == b.contacts && a.mass == b.mass && a.com == b.com &&
         a.inertia == b.inertia;
}

bool operator==(const Part& a, const Part& b) {
  return a.id == b.id && a.parent_id == b.parent_id && a.block == b.block &&
         a.parent_contact == b.parent_contact && a.child_contact == b.child_contact &&
         a.parent_matched_axis == b.parent_matched_axis && a.child_matched_axis == b.child_matched_axis &&
         a.joint_type == b.joint_type && a.offset == b.offset && a.link == b.link && a.joint == b.joint;
}

// --- Model -------------------------------------------------------------------------------------------------

Model::Model() { arenas_.push_back(std::make_shared<SpellingArena>()); }
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

namespace {

template <class Entity>
Id<Entity> find_in(const NameIndex& index, const std::vector<Entity>& store, std::string_view name) {
  const std::uint32_t found = index.find(store, name);
  return found == NameIndex::kNone ? Id<Entity>() : Id<Entity>(found);
}

}  // namespace

LinkId Model::find_link(std::string_view wanted) const { return find_in(link_by_name_, links, wanted); }
JointId Model::find_joint(std::string_view wanted) const { return find_in(joint_by_name_, joints, wanted); }
MaterialId Model::find_material(std::string_view wanted) const {
  return find_in(material_by_name_, materials, wanted);
}

void Model::rebuild_index() {
  link_by_name_.build(links);
  joint_by_name_.build(joints);
  material_by_name_.build(materials);
  extensions_by_place_.clear();
  indexed_extensions_ = 0;
  const auto link_ref = [this](LinkRef& ref) { ref.id = find_link(ref.name); };
  const auto joint_ref = [this](JointRef& ref) { ref.id = find_joint(ref.name); };
  for (Joint& j : joints) {
    link_ref(j.parent);
    link_ref(j.child);
    if (j.mimic) joint_ref(j.mimic->joint);
    if (j.servo)
      for (ServoCoupling& coupling : j.servo->couplings) joint_ref(coupling.joint);
  }
  for (Frame& f : frames) link_ref(f.link);
  for (Sensor& s : sensors) {
    if (s.parent_link) link_ref(*s.parent_link);
    if (s.parent_joint) joint_ref(*s.parent_joint);
  }
  for (LoopJoint& l : loop_joints) {
    link_ref(l.link1.link);
    link_ref(l.link2.link);
  }
  for (ForceElement& f : force_elements) {
    if (auto* spring = std::get_if<LinearSpringDamper>(&f.force)) {
      link_ref(spring->link1.link);
      link_ref(spring->link2.link);
    } else if (auto* wing = std::get_if<Wing>(&f.force)) {
      link_ref(wing->parent);
    } else if (auto* thrust = std::get_if<Thrust>(&f.force)) {
      link_ref(thrust->parent);
    }
  }
  for (Transmission& t : transmissions)
    for (TransmissionJoint& j : t.joints) joint_ref(j.joint);
  for (Gazebo& g : gazebos) {
    std::tie(g.link, g.joint) = referred(g);
  }
  for (Ros2Control& r : ros2_controls)
    for (Ros2Component& c : r.components)
      c.joint = c.kind == Ros2Component::Kind::joint ? find_joint(c.name) : JointId();
}

std::pair<LinkId, JointId> Model::referred(const Gazebo& gazebo) const {
  if (!gazebo.reference) return {};
  const LinkId link = find_link(*gazebo.reference);
  const JointId joint = find_joint(*gazebo.reference);
  if (!link || !joint) return {link, joint};
  const auto index = static_cast<std::uint32_t>(&gazebo - gazebos.data());
  const bool of_joints =
      !gazebo.values.empty() &&
      std::all_of(gazebo.values.begin(), gazebo.values.end(),
                  [](const GazeboValue& value) {
                    return gazebo_property_info(value.property).scope == GazeboScope::joint;
                  }) &&
      extensions_at({EntityKind::gazebo, Slot::self, 0, index, 0}).empty();
  return of_joints ? std::pair(LinkId(), joint) : std::pair(link, JointId());
}

Number Model::number(double value, std::string_view spelling) {
  // Finding the shortest digits of a double takes as long as reading it.
  const auto plain = parse_plain_decimal(spelling);
  const bool short_already = plain &&
                             std::bit_cast<std::uint64_t>(*plain) == std::bit_cast<std::uint64_t>(value) &&
                             is_shortest_decimal(spelling);
  if (short_already || spelling == format_double(value)) return {value};
  return {value, arenas_.front()->keep(spelling)};
}

void Model::adopt_spellings(const Model& other) {
  for (const auto& arena : other.arenas_)
    if (std::find(arenas_.begin(), arenas_.end(), arena) == arenas_.end()) arenas_.push_back(arena);
}

std::vector<const Extension*> Model::extensions_at(const Place& place) const {
  if (indexed_extensions_ != extensions.size()) {
    extensions_by_place_.clear();
    for (std::size_t i = 0; i < extensions.size(); ++i)
      extensions_by_place_[extensions[i].owner].push_back(static_cast<std::uint32_t>(i));
    indexed_extensions_ = extensions.size();
  }
  std::vector<const Extension*> result;
  if (const auto found = extensions_by_place_.find(place); found != extensions_by_place_.end())
    for (const std::uint32_t index : found->second) result.push_back(&extensions[index]);
  return result;
}

Vector3 Model::gravity_or_default() const {
  if (!gravity) return default_gravity();
  return {(*gravity)[0].value(), (*gravity)[1].value(), (*gravity)[2].value()};
}

bool operator==(const Model& a, const Model& b) {
  return a.name == b.name && a.version == b.version && a.gravity == b.gravity && a.links == b.links &&
         a.joints == b.joints && a.frames == b.frames && a.materials == b.materials &&
         a.transmissions == b.transmissions && a.sensors == b.sensors && a.loop_joints == b.loop_joints &&
         a.force_elements == b.force_elements && a.gazebos == b.gazebos &&
         a.ros2_controls == b.ros2_controls && a.blocks == b.blocks && a.parts == b.parts &&
         a.extensions == b.extensions;
}

}  // namespace romas
