// The typed model of one robot: what every frontend produces, every pass reads or rewrites, and every backend prints.
//
// A Model says what the description says, no more: whatever the source left out is absent (std::optional), and defaults of
// the formats are applied where a value is used. Units are SI: m, kg, s, rad, N, N m. Every entity has a name and the range of
// the source that says it. Equality (==) ignores spellings of numbers, source ranges and the Layout.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "ir/ids.h"
#include "ir/number.h"
#include "ir/spatial.h"
#include "ir/transform_expr.h"
#include "support/source_manager.h"

namespace romas {

// --- places and foreign content ---------------------------------------------------------------------------------------

enum class EntityKind : std::uint8_t {
  robot,
  link,
  joint,
  frame,
  material,
  transmission,
  sensor,
  loop_joint,
  force_element,
  gazebo,
  ros2_control,
  block,
  part,
};

std::string_view entity_kind_name(EntityKind kind);  // "link", "loop_joint", …

// A part of an entity in which something foreign can stand, and the kinds of children that a Layout orders.
enum class Slot : std::uint8_t {
  self,      // the entity's own element
  inertial,  // of a link
  inertial_origin,
  mass,
  inertia,
  visual,  // sub = index of the visual in its link; likewise collision
  visual_origin,
  visual_geometry,
  visual_shape,  // <box>, <mesh>, … inside the geometry
  visual_material,
  visual_color,
  visual_texture,
  collision,
  collision_origin,
  collision_geometry,
  collision_shape,
  origin,  // of a joint, sensor, frame
  parent,
  child,
  axis,
  limit,
  dynamics,
  mimic,
  safety_controller,
  calibration,
  screw_pitch,
  color,  // of a material
  texture,
  type,                // of a transmission, as an element
  transmission_joint,  // sub = index; likewise the other lists
  transmission_actuator,
  mechanical_reduction,
  hardware_interface,
  joint_offset,
  joint_role,
  camera,
  camera_image,
  ray,
  ray_horizontal,
  ray_vertical,
  hardware,  // of a ros2_control
  plugin,
  component,
  command_interface,
  state_interface,
  parameter,
  link1,
  link1_origin,
  link2,
  link2_origin,
  // Values of a force element: rest_length, stiffness, damping of a spring; profile, chord, span, stall_angle, nominal_speed of a
  // wing; direction, scale factor, limits of a thrust; the nested element of a spring.
  force_value,
  force_value2,
  force_value3,
  force_value4,
  force_value5,
  gazebo_property,
  shape,  // of a Block; the rest of this list too
  contact,
  diffuse,
  normal,
  thumbnail,
  com,
};

// Addresses a place in a model: slot (and its index among equals) of an entity.
struct Place {
  EntityKind kind = EntityKind::robot;
  Slot slot = Slot::self;
  std::uint16_t subsub = 0;  // index of a list inside a list (an interface of a ros2_control component)
  std::uint32_t index = 0;   // of the entity in its store
  std::uint32_t sub = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const noexcept;
};

// An XML element as a tree, for targets that take over parts of foreign content.
struct ForeignElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // character data directly in it, trimmed
  std::vector<ForeignElement> children;
};

// Something that the source says and the model has no type for: kept, and printed back by formats of the same family.
struct Extension {
  enum class Kind : std::uint8_t {
    attribute,  // name="text"
    element,    // an XML element, verbatim in `text`
  };
  Place owner;
  Kind kind = Kind::element;
  std::string name;  // of the attribute or element, with its prefix
  std::string text;  // an attribute's value (references resolved), or an element's source text
  SourceRange range;
  // What `text` says, where a target may look into it (below <gazebo>); derived, so it does not count for equality.
  std::shared_ptr<const ForeignElement> tree;
  friend bool operator==(const Extension& a, const Extension& b) {
    return a.owner == b.owner && a.kind == b.kind && a.name == b.name && a.text == b.text;
  }
};

// The order in which the source says things, and its comments. It is kept only for places whose order is not the canonical
// one; targets of the source's format follow it. It carries no meaning and does not count for equality.
struct LayoutItem {
  enum class Kind : std::uint8_t { entity, slot, extension, comment };
  Kind kind = Kind::slot;
  EntityKind entity = EntityKind::link;  // with Kind::entity: which store `index` refers to
  Slot slot = Slot::self;                // with Kind::slot
  std::uint32_t index = 0;               // in the store, in the slot's list, in Model::extensions or Layout::comments
};
struct Layout {
  std::string format;  // of the source: the name of its frontend
  std::unordered_map<Place, std::vector<LayoutItem>, PlaceHash> children;
  // Names of elements and attributes that the source writes with a dialect's prefix although the model knows them, by the place
  // of the element: "drake:joint", "drake:acceleration".
  std::unordered_map<Place, std::vector<std::string>, PlaceHash> prefixed_names;
  std::vector<std::string> comments;                 // the text between <!-- and -->
  std::vector<std::string> before_root, after_root;  // comments outside of the root element
};

// A name that refers to another entity, as written, and what it was resolved to (an invalid id if nothing has that name).
template <class Entity>
struct Ref {
  std::string name;
  SourceRange range;
  Id<Entity> id;
  friend bool operator==(const Ref& a, const Ref& b) { return a.name == b.name && a.id == b.id; }
};
using LinkRef = Ref<Link>;
using JointRef = Ref<Joint>;

// --- links --------------------------------------------------------------------------------------------------------------

struct Box {
  Number3 size;
  friend bool operator==(const Box&, const Box&) = default;
};  // full edge lengths
struct Cylinder {
  Number radius, length;
  friend bool operator==(const Cylinder&, const Cylinder&) = default;
};  // along z
struct Sphere {
  Number radius;
  friend bool operator==(const Sphere&, const Sphere&) = default;
};
// Along z; the length is that of the cylindrical part.
struct Capsule {
  Number radius, length;
  friend bool operator==(const Capsule&, const Capsule&) = default;
};
struct Ellipsoid {
  Number3 radii;
  friend bool operator==(const Ellipsoid&, const Ellipsoid&) = default;
};
struct Mesh {
  std::string filename;  // path or package:// URI as written
  std::optional<Number3> scale;
  SourceRange filename_range;
  friend bool operator==(const Mesh& a, const Mesh& b) { return a.filename == b.filename && a.scale == b.scale; }
};
using Shape = std::variant<Box, Cylinder, Sphere, Capsule, Ellipsoid, Mesh>;

struct Geometry {
  Shape shape;
  SourceRange range;  // of the shape's element
  friend bool operator==(const Geometry& a, const Geometry& b) { return a.shape == b.shape; }
};

struct Color {
  Number4 rgba;  // 0 to 1
  SourceRange range;
  friend bool operator==(const Color& a, const Color& b) { return a.rgba == b.rgba; }
};
struct Texture {
  std::string filename;
  SourceRange range;
  friend bool operator==(const Texture& a, const Texture& b) { return a.filename == b.filename; }
};

// A named material of the robot.
struct Material {
  std::string name;
  std::optional<Color> color;
  std::optional<Texture> texture;
  SourceRange range, name_range;
  friend bool operator==(const Material& a, const Material& b) { return a.name == b.name && a.color == b.color && a.texture == b.texture; }
};

// What a visual says about its material: a name, a colour or texture of its own, or both.
struct MaterialUse {
  std::optional<std::string> name;
  std::optional<Color> color;
  std::optional<Texture> texture;
  SourceRange range, name_range;
  friend bool operator==(const MaterialUse& a, const MaterialUse& b) { return a.name == b.name && a.color == b.color && a.texture == b.texture; }
};

struct Visual {
  std::optional<std::string> name;
  TransformExpr origin;  // pose of the shape in the link
  Geometry geometry;
  std::optional<MaterialUse> material;
  SourceRange range;
  friend bool operator==(const Visual& a, const Visual& b) {
    return a.name == b.name && a.origin == b.origin && a.geometry == b.geometry && a.material == b.material;
  }
};

struct Collision {
  std::optional<std::string> name;
  TransformExpr origin;
  Geometry geometry;
  SourceRange range;
  friend bool operator==(const Collision& a, const Collision& b) { return a.name == b.name && a.origin == b.origin && a.geometry == b.geometry; }
};

// The six numbers of a symmetric tensor, kg m².
struct InertiaTensor {
  Number ixx, ixy, ixz, iyy, iyz, izz;
  SourceRange range;
  friend bool operator==(const InertiaTensor& a, const InertiaTensor& b) {
    return a.ixx == b.ixx && a.ixy == b.ixy && a.ixz == b.ixz && a.iyy == b.iyy && a.iyz == b.iyz && a.izz == b.izz;
  }
  Matrix3 matrix() const;
};

struct Inertial {
  TransformExpr origin;  // pose of the inertial frame in the link: at the centre of mass, axes of the tensor
  Number mass;
  InertiaTensor inertia;  // about the centre of mass, along the axes of the inertial frame
  SourceRange range, origin_range, mass_range;
  friend bool operator==(const Inertial& a, const Inertial& b) { return a.origin == b.origin && a.mass == b.mass && a.inertia == b.inertia; }

  // In the link's frame.
  SpatialInertia spatial() const;
};

struct Link {
  std::string name;
  std::optional<Inertial> inertial;
  std::vector<Visual> visuals;
  std::vector<Collision> collisions;
  bool implicit = false;  // the undeclared 'world' of Drake's dialect: printed by no description format
  SourceRange range, name_range;
  friend bool operator==(const Link& a, const Link& b) {
    return a.name == b.name && a.inertial == b.inertial && a.visuals == b.visuals && a.collisions == b.collisions && a.implicit == b.implicit;
  }
};

// --- joints -------------------------------------------------------------------------------------------------------------

enum class JointType : std::uint8_t { fixed, revolute, continuous, prismatic, planar, floating, ball, universal, screw, foreign };
std::string_view to_string(JointType type);
std::optional<JointType> parse_joint_type(std::string_view text);  // not "foreign"

struct JointAxis {
  Number3 xyz;  // in the joint frame (the child link's frame at q = 0), as written
  SourceRange range;
  SourceRange xyz_range;  // of the text of the numbers alone, where it is three numbers with spaces between; what fixes replace
  friend bool operator==(const JointAxis& a, const JointAxis& b) { return a.xyz == b.xyz; }
};

struct JointLimit {
  std::optional<Number> lower, upper;                      // rad or m
  std::optional<Number> effort, velocity;                  // N m or N; rad/s or m/s
  std::optional<Number> acceleration, deceleration, jerk;  // URDF 1.2
  SourceRange range;
  friend bool operator==(const JointLimit& a, const JointLimit& b) {
    return a.lower == b.lower && a.upper == b.upper && a.effort == b.effort && a.velocity == b.velocity && a.acceleration == b.acceleration &&
           a.deceleration == b.deceleration && a.jerk == b.jerk;
  }
};

struct JointDynamics {
  // One value for each degree of freedom in a dialect, one in URDF. N m s/rad or N s/m; N m or N.
  std::vector<Number> damping;
  std::vector<Number> friction;
  SourceRange range;
  friend bool operator==(const JointDynamics& a, const JointDynamics& b) { return a.damping == b.damping && a.friction == b.friction; }
};

// q = multiplier * q_leader + offset
struct JointMimic {
  JointRef joint;
  std::optional<Number> multiplier, offset;
  SourceRange range;
  friend bool operator==(const JointMimic& a, const JointMimic& b) {
    return a.joint == b.joint && a.multiplier == b.multiplier && a.offset == b.offset;
  }
};

struct JointSafetyController {
  std::optional<Number> soft_lower_limit, soft_upper_limit, k_position, k_velocity;
  SourceRange range;
  friend bool operator==(const JointSafetyController& a, const JointSafetyController& b) {
    return a.soft_lower_limit == b.soft_lower_limit && a.soft_upper_limit == b.soft_upper_limit && a.k_position == b.k_position &&
           a.k_velocity == b.k_velocity;
  }
};

struct JointCalibration {
  std::optional<Number> reference_position, rising, falling;
  SourceRange range;
  friend bool operator==(const JointCalibration& a, const JointCalibration& b) {
    return a.reference_position == b.reference_position && a.rising == b.rising && a.falling == b.falling;
  }
};

// A degree of freedom (or none) between two links. The joint frame is the child link's frame at q = 0.
struct Joint {
  std::string name;
  JointType type = JointType::fixed;
  std::string foreign_type;  // the type's own word where type is `foreign` ("curvilinear")
  bool dialect = false;      // written as an element of Drake's dialect (<drake:joint>)
  LinkRef parent, child;
  TransformExpr origin;  // X_PC at q = 0
  std::optional<JointAxis> axis;
  std::optional<JointLimit> limit;
  std::optional<JointDynamics> dynamics;
  std::optional<JointMimic> mimic;
  std::optional<JointSafetyController> safety_controller;
  std::optional<JointCalibration> calibration;
  std::optional<Number> screw_pitch;  // metres a turn (screw joints)
  SourceRange range, name_range, type_range, origin_range;

  // The axis with the default (1, 0, 0) applied, as written (not normalised).
  Vector3 axis_or_default() const;
  friend bool operator==(const Joint& a, const Joint& b);
};

// Moves in some way: every type but fixed.
inline bool moves(JointType type) { return type != JointType::fixed; }
// Number of velocity variables; a foreign joint counts 0.
int dof(JointType type);
int position_count(JointType type);  // floating: 7, ball: 4

// A named frame fixed to a link: a Block's {b}, an unused contact, a lumped link, Drake's <frame>.
struct Frame {
  std::string name;
  LinkRef link;
  TransformExpr origin;  // pose of the frame in the link
  enum class Origin : std::uint8_t { written, lumped_link, block_body, contact } kind = Origin::written;
  SourceRange range, name_range;
  friend bool operator==(const Frame& a, const Frame& b) { return a.name == b.name && a.link == b.link && a.origin == b.origin && a.kind == b.kind; }
};

// --- closed loops and forces (Drake's dialect) ---------------------------------------------------------------------------

// One side of a loop joint or of a spring: a point (and orientation) fixed to a link.
struct Attachment {
  LinkRef link;
  TransformExpr origin;
  bool origin_is_element = false;  // <link1><origin/></link1> rather than <link1 xyz rpy/>
  SourceRange range;
  friend bool operator==(const Attachment& a, const Attachment& b) { return a.link == b.link && a.origin == b.origin; }
};

struct LoopJoint {
  std::string name;
  JointType type = JointType::continuous;
  Attachment link1, link2;
  std::optional<JointAxis> axis;
  SourceRange range, name_range;
  friend bool operator==(const LoopJoint& a, const LoopJoint& b) {
    return a.name == b.name && a.type == b.type && a.link1 == b.link1 && a.link2 == b.link2 && a.axis == b.axis;
  }
};

// LinearSpringDamper: link1, link2, rest_length (m), stiffness (N/m), damping (N s/m).
// Wing: parent, origin, profile, chord (m), span (m), stall_angle (degrees), nominal_speed (m/s).
// Thrust: parent, origin, direction, scale_factor (N), limits.
struct LinearSpringDamper {
  Attachment link1, link2;
  std::optional<Number> rest_length, stiffness, damping;
  bool nested = false;  // written as <linear_spring_damper rest_length=…> inside the element instead of a type attribute
  friend bool operator==(const LinearSpringDamper& a, const LinearSpringDamper& b) {
    return a.link1 == b.link1 && a.link2 == b.link2 && a.rest_length == b.rest_length && a.stiffness == b.stiffness && a.damping == b.damping;
  }
};
struct Wing {
  LinkRef parent;
  TransformExpr origin;
  std::string profile;
  std::optional<Number> chord, span, stall_angle, nominal_speed;
  friend bool operator==(const Wing&, const Wing&) = default;
};
struct Thrust {
  LinkRef parent;
  TransformExpr origin;
  std::optional<Number3> direction;
  std::optional<Number> scale_factor;
  std::optional<std::array<Number, 2>> limits;
  friend bool operator==(const Thrust&, const Thrust&) = default;
};
struct ForceElement {
  std::string name;
  std::variant<LinearSpringDamper, Wing, Thrust> force;
  SourceRange range, name_range;
  friend bool operator==(const ForceElement& a, const ForceElement& b) { return a.name == b.name && a.force == b.force; }
};

// --- control and simulation ----------------------------------------------------------------------------------------------

struct TransmissionJoint {
  JointRef joint;
  std::vector<std::string> hardware_interfaces;
  std::optional<std::string> role;
  std::optional<Number> offset, mechanical_reduction;
  SourceRange range;
  friend bool operator==(const TransmissionJoint& a, const TransmissionJoint& b) {
    return a.joint == b.joint && a.hardware_interfaces == b.hardware_interfaces && a.role == b.role && a.offset == b.offset &&
           a.mechanical_reduction == b.mechanical_reduction;
  }
};
struct TransmissionActuator {
  std::string name;
  std::vector<std::string> hardware_interfaces;
  std::optional<std::string> role;
  std::optional<Number> mechanical_reduction;
  SourceRange range;
  friend bool operator==(const TransmissionActuator& a, const TransmissionActuator& b) {
    return a.name == b.name && a.hardware_interfaces == b.hardware_interfaces && a.role == b.role && a.mechanical_reduction == b.mechanical_reduction;
  }
};
struct Transmission {
  std::optional<std::string> name;
  std::optional<std::string> type;
  bool type_is_attribute = false;  // type="…" (PR2, Drake) rather than <type>…</type>
  std::vector<TransmissionJoint> joints;
  std::vector<TransmissionActuator> actuators;
  std::optional<Number> mechanical_reduction;  // of the whole transmission
  SourceRange range, name_range;
  friend bool operator==(const Transmission& a, const Transmission& b) {
    return a.name == b.name && a.type == b.type && a.type_is_attribute == b.type_is_attribute && a.joints == b.joints && a.actuators == b.actuators &&
           a.mechanical_reduction == b.mechanical_reduction;
  }
};

struct CameraSensor {
  std::optional<Number> width, height, hfov, near, far;  // pixels, rad, m
  std::optional<std::string> format;
  friend bool operator==(const CameraSensor&, const CameraSensor&) = default;
};
struct RayScan {
  std::optional<Number> samples, resolution, min_angle, max_angle;  // rad
  friend bool operator==(const RayScan&, const RayScan&) = default;
};
struct RaySensor {
  std::optional<RayScan> horizontal, vertical;
  friend bool operator==(const RaySensor&, const RaySensor&) = default;
};
struct Sensor {
  std::string name;
  std::optional<std::string> type;  // camera, ray, imu, magnetometer, gps, force_torque, contact, sonar, rfid, rfidtag, or a dialect's
  std::optional<std::string> id;
  std::optional<Number> update_rate;  // Hz
  std::optional<LinkRef> parent_link;
  std::optional<JointRef> parent_joint;
  TransformExpr origin;  // pose of the sensor in its link
  std::optional<CameraSensor> camera;
  std::optional<RaySensor> ray;
  SourceRange range, name_range;
  friend bool operator==(const Sensor& a, const Sensor& b) {
    return a.name == b.name && a.type == b.type && a.id == b.id && a.update_rate == b.update_rate && a.parent_link == b.parent_link &&
           a.parent_joint == b.parent_joint && a.origin == b.origin && a.camera == b.camera && a.ray == b.ray;
  }
};

// The properties of <gazebo> elements that the model knows (properties.def holds name, scope and type of each).
enum class GazeboProperty : std::uint8_t {
#define GAZEBO_PROPERTY(enumerator, name, scope, type) enumerator,
#include "ir/gazebo_properties.def"
#undef GAZEBO_PROPERTY
};
enum class GazeboScope : std::uint8_t { robot, link, joint };
enum class GazeboType : std::uint8_t { boolean, number, vector3, text };
struct GazeboPropertyInfo {
  GazeboProperty property;
  std::string_view name;
  GazeboScope scope;
  GazeboType type;
};
const GazeboPropertyInfo& gazebo_property_info(GazeboProperty property);
const GazeboPropertyInfo* find_gazebo_property(std::string_view name);

struct GazeboValue {
  GazeboProperty property{};
  std::variant<bool, Number, Number3, std::string> value;
  std::string spelling;       // of a boolean or text as written ("1", "true")
  bool is_attribute = false;  // <mu1 value="0.2"/> rather than <mu1>0.2</mu1>
  SourceRange range;
  friend bool operator==(const GazeboValue& a, const GazeboValue& b) { return a.property == b.property && a.value == b.value; }
};
// One <gazebo> element: properties, and everything else (plugins, sensors) as extensions at Place{gazebo, index}.
struct Gazebo {
  std::optional<std::string> reference;  // name of a link or joint; absent: the robot
  LinkId link;                           // what the reference was resolved to; links win over joints of the same name
  JointId joint;
  std::vector<GazeboValue> values;
  SourceRange range, reference_range;
  friend bool operator==(const Gazebo& a, const Gazebo& b) { return a.reference == b.reference && a.values == b.values; }
};

struct Ros2Parameter {
  std::string name, value;
  SourceRange range;
  friend bool operator==(const Ros2Parameter& a, const Ros2Parameter& b) { return a.name == b.name && a.value == b.value; }
};
struct Ros2Interface {
  std::string name;
  std::vector<Ros2Parameter> parameters;
  SourceRange range;
  friend bool operator==(const Ros2Interface& a, const Ros2Interface& b) { return a.name == b.name && a.parameters == b.parameters; }
};
struct Ros2Component {
  enum class Kind : std::uint8_t { joint, sensor, gpio } kind = Kind::joint;
  std::string name;
  JointId joint;  // of kind joint, where the robot has it
  std::vector<Ros2Interface> command_interfaces, state_interfaces;
  std::vector<Ros2Parameter> parameters;
  SourceRange range, name_range;
  friend bool operator==(const Ros2Component& a, const Ros2Component& b) {
    return a.kind == b.kind && a.name == b.name && a.command_interfaces == b.command_interfaces && a.state_interfaces == b.state_interfaces &&
           a.parameters == b.parameters;
  }
};
struct Ros2Control {
  std::string name;
  std::optional<std::string> type;  // system, actuator, sensor
  std::optional<std::string> plugin;
  std::vector<Ros2Parameter> hardware_parameters;
  std::vector<Ros2Component> components;
  SourceRange range, name_range;
  friend bool operator==(const Ros2Control& a, const Ros2Control& b) {
    return a.name == b.name && a.type == b.type && a.plugin == b.plugin && a.hardware_parameters == b.hardware_parameters &&
           a.components == b.components;
  }
};

// --- modular robots ------------------------------------------------------------------------------------------------------

enum class ContactType : std::uint8_t { joint, assembly };
std::string_view to_string(ContactType type);

// A place where a Block can be connected; frame {c}, z out of the page and x where zero is, so to speak.
struct Contact {
  TransformExpr pose;  // X_bc
  ContactType type = ContactType::assembly;
  SignedAxis rot_axis = SignedAxis::plus_z;   // points out of the Block
  SignedAxis zero_axis = SignedAxis::plus_x;  // where the joint's zero is; never parallel to rot_axis
  SourceRange range;
  friend bool operator==(const Contact& a, const Contact& b) {
    return a.pose == b.pose && a.type == b.type && a.rot_axis == b.rot_axis && a.zero_axis == b.zero_axis;
  }
};

struct BlockShape {
  TransformExpr pose;  // X_bs
  std::string file;    // an OBJ file
  SourceRange range;
  friend bool operator==(const BlockShape& a, const BlockShape& b) { return a.pose == b.pose && a.file == b.file; }
};

// A rigid module with body frame {b}. Identity is the triple (id, name, tag).
struct Block {
  std::string id, name, tag;
  std::optional<bool> is_base, is_tool;  // absent means false
  std::optional<BlockShape> shape;
  std::optional<std::string> diffuse, normal, thumbnail;
  std::vector<Contact> contacts;
  std::optional<Number> mass;            // kg
  std::optional<Number3> com;            // m, in {b}
  std::optional<InertiaTensor> inertia;  // about the centre of mass, along the axes of {b}
  // Where the Block's files lie, seen from the folder of the model's own file; empty: there.
  std::string folder;
  SourceRange range, id_range;
  bool base() const { return is_base.value_or(false); }
  bool tool() const { return is_tool.value_or(false); }
  friend bool operator==(const Block& a, const Block& b);
};

enum class PartJointType : std::uint8_t { fixed, revolute, prismatic };
std::string_view to_string(PartJointType type);

// One Block of an assembly and how it is connected to its parent.
struct Part {
  int id = 0;
  int parent_id = -1;  // -1: the ground
  BlockId block;
  int parent_contact = -1;  // -1: unused
  int child_contact = -1;
  SignedAxis parent_matched_axis = SignedAxis::plus_x;
  SignedAxis child_matched_axis = SignedAxis::plus_x;
  PartJointType joint_type = PartJointType::fixed;
  std::optional<Number> offset;  // degrees (revolute) or metres (prismatic), as Assembly XML gives it
  LinkId link;                   // what the part became
  JointId joint;                 // invalid for the base
  SourceRange range;
  bool incomplete = false;  // read with errors: rules that need the missing values say nothing
  // of the single attributes, where the source has them
  SourceRange id_range, parent_id_range, block_range, parent_contact_range, child_contact_range, parent_matched_axis_range, child_matched_axis_range,
      joint_type_range, offset_range;
  friend bool operator==(const Part& a, const Part& b);
};

// --- the model -------------------------------------------------------------------------------------------------------------

class Model {
 public:
  Model();

  std::string name;
  std::optional<std::string> version;  // the URDF version that the file names
  std::optional<Number3> gravity;      // m/s², in the root frame
  SourceRange range, name_range;

  std::vector<Link> links;
  std::vector<Joint> joints;
  std::vector<Frame> frames;
  std::vector<Material> materials;
  std::vector<Transmission> transmissions;
  std::vector<Sensor> sensors;
  std::vector<LoopJoint> loop_joints;
  std::vector<ForceElement> force_elements;
  std::vector<Gazebo> gazebos;
  std::vector<Ros2Control> ros2_controls;
  std::vector<Block> blocks;
  std::vector<Part> parts;
  std::vector<Extension> extensions;
  Layout layout;

  Link& link(LinkId id) { return links[id.index()]; }
  const Link& link(LinkId id) const { return links[id.index()]; }
  Joint& joint(JointId id) { return joints[id.index()]; }
  const Joint& joint(JointId id) const { return joints[id.index()]; }

  // By name; an invalid id where nothing has it. The first of several with one name.
  LinkId find_link(std::string_view name) const;
  JointId find_joint(std::string_view name) const;
  MaterialId find_material(std::string_view name) const;
  // Rebuilds the maps behind find_… and resolves every reference by name anew. Call after entities were added, renamed,
  // moved or removed.
  void rebuild_index();

  // The spelled number: the spelling is kept where it is not the shortest form.
  Number number(double value, std::string_view spelling);
  // Keeps the spellings of another model alive in this one (after numbers were copied over).
  void adopt_spellings(const Model& other);

  // Extensions of one place, in order.
  std::vector<const Extension*> extensions_at(const Place& place) const;

  friend bool operator==(const Model& a, const Model& b);

 private:
  using NameMap = std::unordered_map<std::string, std::uint32_t>;
  NameMap link_by_name_, joint_by_name_, material_by_name_;
  mutable std::unordered_map<Place, std::vector<std::uint32_t>, PlaceHash> extensions_by_place_;
  mutable std::size_t indexed_extensions_ = 0;
  std::vector<std::shared_ptr<SpellingArena>> arenas_;  // the first is this model's own
};

}  // namespace romas
