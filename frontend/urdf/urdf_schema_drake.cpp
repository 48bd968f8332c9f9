// The rows of Drake's dialect of URDF: frames, joints that close loops, and force elements.
#include "frontend/urdf/urdf_schema.h"
#include "frontend/urdf/urdf_schema_rows.h"

namespace romas::urdf {

namespace {

using enum XmlValueType;
using enum Occurs;

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

}  // namespace

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

}  // namespace romas::urdf
