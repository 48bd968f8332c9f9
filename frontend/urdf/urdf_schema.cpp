// The rows of URDF itself: poses, shapes, materials, links, joints and the robot.
#include "frontend/urdf/urdf_schema.h"

#include <algorithm>
#include <array>

#include "frontend/urdf/urdf_schema_rows.h"
#include "frontend/xml/schema/field_reader.h"
#include "frontend/xml/words/ros2_control.h"
#include "ir/model/joint_fields.h"
#include "ir/model/link_fields.h"

namespace romas::urdf {

namespace {

using enum XmlValueType;
using enum Occurs;

// --- words of others ---------------------------------------------------------------------------------------

// Separated by spaces.
constexpr std::string_view kDescriptions =
#define DESCRIPTION(name, says) name " "
#include "frontend/urdf/dialects.def"
    ;
constexpr std::string_view kForeignOfRobot =
#define DESCRIPTION(name, says) name " "
#include "frontend/urdf/dialects.def"
    "mujoco";

// --- poses and shapes --------------------------------------------------------------------------------------

constexpr AttributeRow kOriginAttributes[] = {
    {"xyz", vector3, false, "position in metres; 0 0 0 by default"},
    {"rpy", vector3, false,
     "roll, pitch and yaw about the fixed axes x, y and z in radians; 0 0 0 by default"},
    {"quat_xyzw", vector4, false, "the rotation as a unit quaternion instead of rpy", {}, kQuaternions},
};
constexpr auto kBoxAttributes = attribute_rows<Box>();
constexpr auto kCylinderAttributes = attribute_rows<Cylinder>();
constexpr auto kSphereAttributes = attribute_rows<Sphere>();
constexpr auto kCapsuleAttributes = attribute_rows<Capsule>();
constexpr AttributeRow kEllipsoidAttributes[] = {
    {"a", number, true, "half the extent along x in metres"},
    {"b", number, true, "half the extent along y in metres"},
    {"c", number, true, "half the extent along z in metres"},
};
constexpr auto kMeshAttributes = attribute_rows<Mesh>();
constexpr std::array<ChildRow, 6> shapes(Slot slot) {
  return {{
      {FieldsOf<Box>::kWord, slot, choice, &kBox},
      {FieldsOf<Cylinder>::kWord, slot, choice, &kCylinder},
      {FieldsOf<Sphere>::kWord, slot, choice, &kSphere},
      {FieldsOf<Capsule>::kWord, slot, choice, &kCapsule, kQuaternions, true},
      {FieldsOf<Ellipsoid>::kWord, slot, choice, &kEllipsoid, kFirstVersion, true},
      {FieldsOf<Mesh>::kWord, slot, choice, &kMesh},
  }};
}
constexpr auto kVisualShapes = shapes(Slot::visual_shape);
constexpr auto kCollisionShapes = shapes(Slot::collision_shape);

// --- materials ---------------------------------------------------------------------------------------------

constexpr AttributeRow kColorAttributes[] = {
    {"rgba", vector4, true, "red, green, blue and opacity from 0 to 1"}};
constexpr AttributeRow kTextureAttributes[] = {{"filename", text, false, "a path or URI of an image"}};
constexpr AttributeRow kMaterialAttributes[] = {
    {"name", text, false, "required by other readers; unique among the materials of the robot"}};
constexpr ChildRow kVisualMaterialChildren[] = {
    {"color", Slot::visual_color, optional, &kColor},
    {"texture", Slot::visual_texture, optional, &kTexture},
};
constexpr ChildRow kMaterialChildren[] = {
    {"color", Slot::color, optional, &kColor},
    {"texture", Slot::texture, optional, &kTexture},
};

// --- links -------------------------------------------------------------------------------------------------

constexpr AttributeRow kNameOfShape[] = {{"name", text, false, "a name for the shape"}};
constexpr ChildRow kVisualChildren[] = {
    {"origin", Slot::visual_origin, optional, &kOrigin},
    {"geometry", Slot::visual_geometry, required, &kVisualGeometry},
    {"material", Slot::visual_material, optional, &kVisualMaterial},
};
constexpr ChildRow kCollisionChildren[] = {
    {"origin", Slot::collision_origin, optional, &kOrigin},
    {"geometry", Slot::collision_geometry, required, &kCollisionGeometry},
};
constexpr AttributeRow kMassAttributes[] = {{"value", number, true, "kilograms"}};
constexpr auto kInertiaAttributes = attribute_rows<InertiaTensor>();
constexpr ChildRow kInertialChildren[] = {
    {"origin", Slot::inertial_origin, optional, &kOrigin},
    {"mass", Slot::mass, required, &kMass},
    {"inertia", Slot::inertia, required, &kInertia},
};
constexpr ChildRow kLinkChildren[] = {
    {"inertial", Slot::inertial, optional, &kInertial},
    {"visual", Slot::visual, many, &kVisual},
    {"collision", Slot::collision, many, &kCollision},
};

// --- joints ------------------------------------------------------------------------------------------------

constexpr AttributeRow kJointAttributes[] = {
    {"name", text, true, "unique among the joints"},
    {"type", word, true, "how the child moves", "revolute continuous prismatic fixed floating planar"},
};
constexpr AttributeRow kPrefixedJointAttributes[] = {
    {"name", text, true, "unique among the joints"},
    {"type", text, true, "a type of URDF, ball, universal or screw; others are kept and cannot be simulated"},
};
constexpr AttributeRow kLinkReferenceAttributes[] = {{"link", text, true, "the name of a link"}};
constexpr AttributeRow kAxisAttributes[] = {{"xyz", vector3, true, "a unit vector in the joint frame"}};
constexpr auto kLimitAttributes = attribute_rows<JointLimit>();
constexpr auto kDynamicsAttributes = attribute_rows<JointDynamics>();
constexpr auto kMimicAttributes =
    attribute_rows_behind<JointMimic>({"joint", text, true, "the joint that is followed"});
constexpr auto kSafetyAttributes = attribute_rows<JointSafetyController>();
constexpr auto kCalibrationAttributes = attribute_rows<JointCalibration>();
constexpr AttributeRow kScrewPitchAttributes[] = {{"value", number, true, "metres a turn"}};

constexpr ChildRow kJointChildren[] = {
    {"origin", Slot::origin, optional, &kOrigin},
    {"parent", Slot::parent, required, &kLinkReference},
    {"child", Slot::child, required, &kLinkReference},
    {"axis", Slot::axis, optional, &kAxis},
    {"calibration", Slot::calibration, optional, &kCalibration},
    {"dynamics", Slot::dynamics, optional, &kDynamics},
    {"limit", Slot::limit, optional, &kLimit},
    {"mimic", Slot::mimic, optional, &kMimic},
    {"safety_controller", Slot::safety_controller, optional, &kSafetyController},
    {"screw_thread_pitch", Slot::screw_pitch, optional, &kScrewPitch, kFirstVersion, true},
};

// --- the robot ---------------------------------------------------------------------------------------------

constexpr AttributeRow kRobotAttributes[] = {
    {"name", text, false, "of the robot (its absence has a rule of its own)"},
    {"version", word, false, "of the format; without it every feature is read", "1.0 1.1 1.2"},
};
constexpr ChildRow kRobotChildren[] = {
    {"material", Slot::self, many, &kMaterial},
    {"link", Slot::self, many, &kLink},
    {"joint", Slot::self, many, &kJoint, kFirstVersion, true},
    {"frame", Slot::self, many, &kFrame, kFirstVersion, true},
    {"loop_joint", Slot::self, many, &kLoopJoint, kFirstVersion, true},
    {"force_element", Slot::self, many, &kForceElement, kFirstVersion, true},
    {"transmission", Slot::self, many, &kTransmission},
    {"sensor", Slot::self, many, &kSensor},
    {"ros2_control", Slot::self, many, &kRos2Control},
    {"gazebo", Slot::self, many, &kGazebo},
};

}  // namespace

const ElementRow kRobot{"one robot", kRobotAttributes, kRobotChildren, false, false, kForeignOfRobot};

const ElementRow kLink{"a rigid body", kRequiredName, kLinkChildren, false, false, kDescriptions};
const ElementRow kInertial{"mass, centre of mass and inertia", {}, kInertialChildren};
const ElementRow kMass{"the mass", kMassAttributes};
const ElementRow kInertia{"the inertia tensor", kInertiaAttributes};
const ElementRow kOrigin{"a pose in the enclosing frame", kOriginAttributes};
const ElementRow kVisual{"what the link looks like", kNameOfShape, kVisualChildren};
const ElementRow kCollision{"what the link collides with", kNameOfShape, kCollisionChildren};
const ElementRow kVisualGeometry{"a shape", {}, kVisualShapes};
const ElementRow kCollisionGeometry{"a shape", {}, kCollisionShapes};
const ElementRow kBox{"a box about the origin", kBoxAttributes};
const ElementRow kCylinder{"a cylinder about the origin", kCylinderAttributes};
const ElementRow kSphere{"a sphere about the origin", kSphereAttributes};
const ElementRow kCapsule{"a cylinder between two half spheres", kCapsuleAttributes};
const ElementRow kEllipsoid{"an ellipsoid about the origin (Drake's dialect)", kEllipsoidAttributes};
const ElementRow kMesh{"a mesh from a file", kMeshAttributes};

const ElementRow kVisualMaterial{"the name of a material, a colour or texture of its own, or both",
                                 kMaterialAttributes, kVisualMaterialChildren};
const ElementRow kMaterial{"a material that visuals refer to by its name", kMaterialAttributes,
                           kMaterialChildren};
const ElementRow kColor{"a colour", kColorAttributes};
const ElementRow kTexture{.summary = "a texture", .attributes = kTextureAttributes, .decisive = "filename"};

const ElementRow kJoint{
    "how one link moves against another", kJointAttributes, kJointChildren, false, false, kDescriptions};
const ElementRow kPrefixedJoint{"a joint of Drake's dialect", kPrefixedJointAttributes, kJointChildren};
const ElementRow kLinkReference{"a link", kLinkReferenceAttributes};
const ElementRow kAxis{"the axis of motion, or the normal of a plane", kAxisAttributes};
const ElementRow kLimit{"how far, hard and fast the joint can move", kLimitAttributes};
const ElementRow kDynamics{"damping and friction", kDynamicsAttributes};
const ElementRow kMimic{"the joint follows another: multiplier * position + offset", kMimicAttributes};
const ElementRow kSafetyController{"soft limits of a safety controller", kSafetyAttributes};
const ElementRow kCalibration{"reference positions", kCalibrationAttributes};
const ElementRow kScrewPitch{"the pitch of a screw joint (Drake's dialect)", kScrewPitchAttributes};

const ElementRow* find_number_row(std::string_view name) {
  struct Entry {
    std::string_view name;
    const ElementRow* row;
  };
  static constexpr std::array kEntries = {
      Entry{"origin", &kOrigin}, Entry{"mass", &kMass},         Entry{"inertia", &kInertia},
      Entry{"axis", &kAxis},     Entry{"limit", &kLimit},       Entry{"dynamics", &kDynamics},
      Entry{"color", &kColor},   Entry{"cylinder", &kCylinder}, Entry{"sphere", &kSphere},
      Entry{"box", &kBox},       Entry{"mesh", &kMesh},
  };
  const auto* found =
      std::find_if(kEntries.begin(), kEntries.end(), [&](const Entry& e) { return e.name == name; });
  return found == kEntries.end() ? nullptr : found->row;
}

}  // namespace romas::urdf
