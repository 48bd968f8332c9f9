#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/field_reader.h"
#include "ir/joint_fields.h"
#include "ir/sensor_fields.h"

#include <algorithm>
#include <array>

namespace romas::urdf {

namespace {

using enum XmlValueType;
using enum Occurs;

constexpr FormatVersion kQuaternions = 11;  // URDF 1.1: quat_xyzw, capsule

// --- poses and shapes --------------------------------------------------------------------------------------

constexpr AttributeRow kOriginAttributes[] = {
    {"xyz", vector3, false, "position in metres; 0 0 0 by default"},
    {"rpy", vector3, false,
     "roll, pitch and yaw about the fixed axes x, y and z in radians; 0 0 0 by default"},
    {"quat_xyzw", vector4, false, "the rotation as a unit quaternion instead of rpy", {}, kQuaternions},
};
constexpr AttributeRow kBoxAttributes[] = {{"size", vector3, true, "lengths of the edges in metres"}};
constexpr AttributeRow kRoundAttributes[] = {
    {"radius", number, true, "metres"},
    {"length", number, true, "metres, along z; of a capsule: of its cylindrical part"},
};
constexpr AttributeRow kSphereAttributes[] = {{"radius", number, true, "metres"}};
constexpr AttributeRow kEllipsoidAttributes[] = {
    {"a", number, true, "half the extent along x in metres"},
    {"b", number, true, "half the extent along y in metres"},
    {"c", number, true, "half the extent along z in metres"},
};
constexpr AttributeRow kMeshAttributes[] = {
    {"filename", text, true, "a path, or a URI such as package://my_robot/meshes/arm.stl"},
    {"scale", vector3, false, "factors along x, y and z; 1 1 1 by default"},
};
constexpr std::array<ChildRow, 6> shapes(Slot slot) {
  return {{
      {"box", slot, choice, &kBox},
      {"cylinder", slot, choice, &kCylinder},
      {"sphere", slot, choice, &kSphere},
      {"capsule", slot, choice, &kCapsule, kQuaternions, true},
      {"ellipsoid", slot, choice, &kEllipsoid, kFirstVersion, true},
      {"mesh", slot, choice, &kMesh},
  }};
}
constexpr auto kVisualShapes = shapes(Slot::visual_shape);
constexpr auto kCollisionShapes = shapes(Slot::collision_shape);

// --- materials ---------------------------------------------------------------------------------------------

constexpr AttributeRow kColorAttributes[] = {
    {"rgba", vector4, true, "red, green, blue and opacity from 0 to 1"}};
constexpr AttributeRow kTextureAttributes[] = {{"filename", text, true, "a path or URI of an image"}};
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
constexpr AttributeRow kInertiaAttributes[] = {
    {"ixx", number, true, "kg m², about the centre of mass, along the axes of the inertial frame"},
    {"ixy", number, true, "kg m²"},
    {"ixz", number, true, "kg m²"},
    {"iyy", number, true, "kg m²"},
    {"iyz", number, true, "kg m²"},
    {"izz", number, true, "kg m²"},
};
constexpr ChildRow kInertialChildren[] = {
    {"origin", Slot::inertial_origin, optional, &kOrigin},
    {"mass", Slot::mass, required, &kMass},
    {"inertia", Slot::inertia, required, &kInertia},
};
constexpr AttributeRow kRequiredName[] = {{"name", text, true, "unique among its kind"}};
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

// --- Drake's dialect ---------------------------------------------------------------------------------------

constexpr AttributeRow kFrameAttributes[] = {
    {"name", text, true, "unique among the frames"},
    {"link", text, true, "the link that the frame is fixed to"},
    {"xyz", vector3, false, "position in the link in metres"},
    {"rpy", vector3, false, "roll, pitch and yaw in radians"},
    {"quat_xyzw", vector4, false, "the rotation as a unit quaternion instead of rpy", {}, kQuaternions},
};
constexpr AttributeRow kLoopJointAttributes[] = {
    {"name", text, true, "unique among the loop joints"},
    {"type", word, true, "how the two links move against each other",
     "continuous revolute prismatic fixed floating planar ball universal screw"},
};
constexpr ChildRow kLoopJointChildren[] = {
    {"link1", Slot::link1, required, &kAttachment1},
    {"link2", Slot::link2, required, &kAttachment2},
    {"axis", Slot::axis, optional, &kAxis},
};
constexpr AttributeRow kAttachmentAttributes[] = {
    {"link", text, true, "the name of a link"},
    {"xyz", vector3, false, "position in the link in metres"},
    {"rpy", vector3, false, "roll, pitch and yaw in radians"},
};
constexpr ChildRow kAttachment1Children[] = {{"origin", Slot::link1_origin, optional, &kOrigin}};
constexpr ChildRow kAttachment2Children[] = {{"origin", Slot::link2_origin, optional, &kOrigin}};

constexpr AttributeRow kForceElementAttributes[] = {
    {"name", text, true, "unique among the force elements"},
    {"type", text, false,
     "LinearSpringDamper, Wing or Thrust; absent where the element holds <linear_spring_damper>"},
};
constexpr AttributeRow kValueNumber[] = {
    {"value", number, true, "a number in SI units; stall_angle in degrees"}};
constexpr AttributeRow kValueText[] = {{"value", text, true, "a NACA name, 'flat plate' or a file"}};
constexpr AttributeRow kValueLimits[] = {{"value", vector2, true, "the least and the greatest input"}};
constexpr AttributeRow kDirectionAttributes[] = {
    {"xyz", vector3, true, "a unit vector in the frame of the parent link"}};
const ElementRow kForceNumber{"a number", kValueNumber};
const ElementRow kForceText{"a text", kValueText};
const ElementRow kForceLimits{"limits of the input", kValueLimits};
const ElementRow kDirection{"the direction of the force", kDirectionAttributes};
constexpr ChildRow kSpringChildren[] = {
    {"link1", Slot::link1, required, &kAttachment1},
    {"link2", Slot::link2, required, &kAttachment2},
    {"rest_length", Slot::force_value, optional, &kForceNumber},
    {"stiffness", Slot::force_value2, optional, &kForceNumber},
    {"damping", Slot::force_value3, optional, &kForceNumber},
};
constexpr AttributeRow kNestedSpringAttributes[] = {
    {"rest_length", number, false, "metres; 0 by default"},
    {"stiffness", number, false, "N/m; 0 by default"},
    {"damping", number, false, "N s/m; 0 by default"},
};
constexpr ChildRow kNestedSpringChildren[] = {
    {"link1", Slot::link1, required, &kAttachment1},
    {"link2", Slot::link2, required, &kAttachment2},
};
constexpr ChildRow kNestedSpringElementChildren[] = {
    {"linear_spring_damper", Slot::force_value, required, &kNestedSpring}};
constexpr ChildRow kWingChildren[] = {
    {"parent", Slot::parent, required, &kLinkReference},
    {"origin", Slot::origin, optional, &kOrigin},
    {"profile", Slot::force_value, required, &kForceText},
    {"chord", Slot::force_value2, required, &kForceNumber},
    {"span", Slot::force_value3, required, &kForceNumber},
    {"stall_angle", Slot::force_value4, required, &kForceNumber},
    {"nominal_speed", Slot::force_value5, required, &kForceNumber},
};
constexpr ChildRow kThrustChildren[] = {
    {"parent", Slot::parent, required, &kLinkReference},
    {"origin", Slot::origin, optional, &kOrigin},
    {"direction", Slot::force_value, required, &kDirection},
    {"scaleFactor", Slot::force_value2, required, &kForceNumber},
    {"limits", Slot::force_value3, optional, &kForceLimits},
};

// --- transmissions -----------------------------------------------------------------------------------------

constexpr AttributeRow kTransmissionAttributes[] = {
    {"name", text, false, "unique among the transmissions"},
    {"type", text, false, "as an attribute in files for the PR2 and Drake"},
};
constexpr ChildRow kTransmissionChildren[] = {
    {"type", Slot::type, optional, &kTextElement},
    {"joint", Slot::transmission_joint, many, &kTransmissionJoint},
    {"actuator", Slot::transmission_actuator, many, &kTransmissionActuator},
    {"mechanicalReduction", Slot::mechanical_reduction, optional, &kNumberElement},
};
constexpr ChildRow kTransmissionJointChildren[] = {
    {"hardwareInterface", Slot::hardware_interface, many, &kTextElement},
    {"role", Slot::joint_role, optional, &kTextElement},
    {"offset", Slot::joint_offset, optional, &kNumberElement},
    {"mechanicalReduction", Slot::mechanical_reduction, optional, &kNumberElement},
};
constexpr ChildRow kTransmissionActuatorChildren[] = {
    {"hardwareInterface", Slot::hardware_interface, many, &kTextElement},
    {"role", Slot::joint_role, optional, &kTextElement},
    {"mechanicalReduction", Slot::mechanical_reduction, optional, &kNumberElement},
};

// --- sensors -----------------------------------------------------------------------------------------------

constexpr AttributeRow kSensorAttributes[] = {
    {"name", text, true, "unique among the sensors"},
    {"type", text, false, "camera, ray, imu, magnetometer, gps, force_torque, contact, sonar, rfid, rfidtag"},
    {"id", text, false, "as the driver numbers it"},
    {"update_rate", number, false, "Hz"},
};
constexpr AttributeRow kSensorParentAttributes[] = {
    {"link", text, false, "the link that carries the sensor"},
    {"joint", text, false, "the joint that a force-torque sensor measures"},
};
constexpr ChildRow kSensorChildren[] = {
    {"parent", Slot::parent, required, &kSensorParent},
    {"origin", Slot::origin, optional, &kOrigin},
    {"camera", Slot::camera, optional, &kCamera},
    {"ray", Slot::ray, optional, &kRay},
};
constexpr ChildRow kCameraChildren[] = {{"image", Slot::camera_image, optional, &kCameraImage}};
constexpr auto kImageAttributes = attribute_rows<CameraSensor>();
constexpr ChildRow kRayChildren[] = {
    {"horizontal", Slot::ray_horizontal, optional, &kRayScan},
    {"vertical", Slot::ray_vertical, optional, &kRayScan},
};
constexpr auto kRayScanAttributes = attribute_rows<RayScan>();

// --- Gazebo and ros2_control -------------------------------------------------------------------------------

constexpr AttributeRow kGazeboAttributes[] = {
    {"reference", text, false, "a link or joint; the robot where absent"}};
constexpr AttributeRow kRos2ControlAttributes[] = {
    {"name", text, true, "of the hardware component"},
    {"type", word, true, "what it drives", "system actuator sensor"},
};
constexpr ChildRow kRos2ControlChildren[] = {
    {"hardware", Slot::hardware, optional, &kHardware},
    {"joint", Slot::component, many, &kComponent},
    {"sensor", Slot::component, many, &kComponent},
    {"gpio", Slot::component, many, &kComponent},
};
constexpr ChildRow kHardwareChildren[] = {
    {"plugin", Slot::plugin, optional, &kTextElement},
    {"param", Slot::parameter, many, &kParameter},
};
constexpr ChildRow kComponentChildren[] = {
    {"command_interface", Slot::command_interface, many, &kInterface},
    {"state_interface", Slot::state_interface, many, &kInterface},
    {"param", Slot::parameter, many, &kParameter},
};
constexpr ChildRow kInterfaceChildren[] = {{"param", Slot::parameter, many, &kParameter}};

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

const ElementRow kRobot{"one robot", kRobotAttributes, kRobotChildren, false, false, "mujoco"};

const ElementRow kLink{"a rigid body", kRequiredName, kLinkChildren};
const ElementRow kInertial{"mass, centre of mass and inertia", {}, kInertialChildren};
const ElementRow kMass{"the mass", kMassAttributes};
const ElementRow kInertia{"the inertia tensor", kInertiaAttributes};
const ElementRow kOrigin{"a pose in the enclosing frame", kOriginAttributes};
const ElementRow kVisual{"what the link looks like", kNameOfShape, kVisualChildren};
const ElementRow kCollision{"what the link collides with", kNameOfShape, kCollisionChildren};
const ElementRow kVisualGeometry{"a shape", {}, kVisualShapes};
const ElementRow kCollisionGeometry{"a shape", {}, kCollisionShapes};
const ElementRow kBox{"a box about the origin", kBoxAttributes};
const ElementRow kCylinder{"a cylinder about the origin", kRoundAttributes};
const ElementRow kSphere{"a sphere about the origin", kSphereAttributes};
const ElementRow kCapsule{"a cylinder between two half spheres", kRoundAttributes};
const ElementRow kEllipsoid{"an ellipsoid about the origin (Drake's dialect)", kEllipsoidAttributes};
const ElementRow kMesh{"a mesh from a file", kMeshAttributes};

const ElementRow kVisualMaterial{"the name of a material, a colour or texture of its own, or both",
                                 kMaterialAttributes, kVisualMaterialChildren};
const ElementRow kMaterial{"a material that visuals refer to by its name", kMaterialAttributes,
                           kMaterialChildren};
const ElementRow kColor{"a colour", kColorAttributes};
const ElementRow kTexture{"a texture", kTextureAttributes};

const ElementRow kJoint{"how one link moves against another", kJointAttributes, kJointChildren};
const ElementRow kPrefixedJoint{"a joint of Drake's dialect", kPrefixedJointAttributes, kJointChildren};
const ElementRow kLinkReference{"a link", kLinkReferenceAttributes};
const ElementRow kAxis{"the axis of motion, or the normal of a plane", kAxisAttributes};
const ElementRow kLimit{"how far, hard and fast the joint can move", kLimitAttributes};
const ElementRow kDynamics{"damping and friction", kDynamicsAttributes};
const ElementRow kMimic{"the joint follows another: multiplier * position + offset", kMimicAttributes};
const ElementRow kSafetyController{"soft limits of a safety controller", kSafetyAttributes};
const ElementRow kCalibration{"reference positions", kCalibrationAttributes};
const ElementRow kScrewPitch{"the pitch of a screw joint (Drake's dialect)", kScrewPitchAttributes};

const ElementRow kFrame{"a named frame on a link (Drake's dialect)", kFrameAttributes};
const ElementRow kLoopJoint{"a joint that closes a loop (Drake's dialect)", kLoopJointAttributes,
                            kLoopJointChildren};
const ElementRow kAttachment1{"a link and a pose on it, said here or in <origin>", kAttachmentAttributes,
                              kAttachment1Children};
const ElementRow kAttachment2{"a link and a pose on it, said here or in <origin>", kAttachmentAttributes,
                              kAttachment2Children};
const ElementRow kForceElement{"a spring, wing or thruster (Drake's dialect)", kForceElementAttributes};
const ElementRow kSpring{"a spring and damper between two points", kForceElementAttributes, kSpringChildren};
const ElementRow kNestedSpring{"a spring and damper between two points", kNestedSpringAttributes,
                               kNestedSpringChildren};
const ElementRow kNestedSpringElement{"a spring and damper between two points", kForceElementAttributes,
                                      kNestedSpringElementChildren};
const ElementRow kWing{"an airfoil", kForceElementAttributes, kWingChildren};
const ElementRow kThrust{"a force in a fixed direction of a link", kForceElementAttributes, kThrustChildren};

// Transmissions, <gazebo> and <ros2_control> belong to plugins, which add what they like.
const ElementRow kTransmission{"how actuators drive joints", kTransmissionAttributes, kTransmissionChildren,
                               false, true};
const ElementRow kTransmissionJoint{"a joint that is driven", kRequiredName, kTransmissionJointChildren,
                                    false, true};
const ElementRow kTransmissionActuator{"an actuator", kRequiredName, kTransmissionActuatorChildren, false,
                                       true};
const ElementRow kTextElement{"a text", {}, {}, true, true};
const ElementRow kNumberElement{"a number", {}, {}, true, true};

const ElementRow kSensor{"a sensor",      kSensorAttributes,
                         kSensorChildren, false,
                         false,           "imu magnetometer gps force_torque contact sonar rfid rfidtag"};
const ElementRow kSensorParent{"what carries the sensor", kSensorParentAttributes};
const ElementRow kCamera{"a camera", {}, kCameraChildren};
const ElementRow kCameraImage{"the image", kImageAttributes};
const ElementRow kRay{"a laser scanner", {}, kRayChildren};
const ElementRow kRayScan{"a scan", kRayScanAttributes};

const ElementRow kGazebo{"properties and plugins for Gazebo", kGazeboAttributes, {}, false, true};
const ElementRow kRos2Control{"hardware of ros2_control", kRos2ControlAttributes, kRos2ControlChildren, false,
                              true};
const ElementRow kHardware{"the driver", {}, kHardwareChildren, false, true};
const ElementRow kComponent{"a joint, sensor or gpio with its interfaces", kRequiredName, kComponentChildren,
                            false, true};
const ElementRow kInterface{"something that is commanded or measured", kRequiredName, kInterfaceChildren,
                            false, true};
const ElementRow kParameter{"a parameter", kRequiredName, {}, true, true};

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
