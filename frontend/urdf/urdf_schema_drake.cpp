// The rows of Drake's dialect of URDF: frames, joints that close loops, and force elements.
#include "frontend/urdf/urdf_schema.h"
#include "frontend/urdf/urdf_schema_rows.h"
#include "frontend/xml/schema/field_reader.h"
#include "ir/model/transmission_fields.h"

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
     "LinearSpringDamper, Wing or Thrust; absent where the element holds <linear_spring_damper>, <wing>, "
     "<thrust> or "
     "<propellor>"},
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
// A field of a force element is an element with its value as an attribute.
constexpr const ElementRow* element_with_value(XmlValueType type) {
  switch (type) {
    case number: return &kForceNumber;
    case vector2: return &kForceLimits;
    case vector3: return &kDirection;
    default: return &kForceText;
  }
}
constexpr ChildRow kSpringEnds[] = {
    {"link1", Slot::link1, required, &kAttachment1},
    {"link2", Slot::link2, required, &kAttachment2},
};
constexpr auto kSpringChildren = child_rows_behind<LinearSpringDamper>(kSpringEnds, element_with_value);
constexpr auto kNestedSpringAttributes = attribute_rows<LinearSpringDamper>();
constexpr ChildRow kNestedSpringElementChildren[] = {
    {"linear_spring_damper", Slot::force_value, required, &kNestedSpring}};
constexpr ChildRow kCarrier[] = {
    {"parent", Slot::parent, required, &kLinkReference},
    {"origin", Slot::origin, optional, &kOrigin},
};
constexpr auto kNestedWingAttributes = attribute_rows<Wing>();
constexpr ChildRow kNestedWingElementChildren[] = {{"wing", Slot::force_value, required, &kNestedWing}};
constexpr AttributeRow kNestedThrustAttributes[] = {
    {"lower_limit", text, false, "the least input"},
    {"upper_limit", text, false, "the greatest input"},
    {"scale_factor", number, true, "newtons for an input of 1"},
};
constexpr AttributeRow kPropellorAttributes[] = {
    {"lower_limit", text, false, "the least input"},
    {"upper_limit", text, false, "the greatest input"},
    {"scale_factor_thrust", number, true, "newtons for an input of 1"},
    {"scale_factor_moment", number, false, "N m for an input of 1"},
};
constexpr ChildRow kNestedThrustChildren[] = {
    {"parent", Slot::parent, required, &kLinkReference},
    {"origin", Slot::origin, optional, &kOrigin},
    {"axis", Slot::axis, required, &kAxis},
};
constexpr ChildRow kNestedThrustElementChildren[] = {
    {"thrust", Slot::force_value, optional, &kNestedThrust},
    {"propellor", Slot::force_value, optional, &kPropellor},
};
constexpr auto kWingChildren = child_rows_behind<Wing>(kCarrier, element_with_value);
constexpr auto kThrustChildren = child_rows_behind<Thrust>(kCarrier, element_with_value);

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
                               kSpringEnds};
const ElementRow kNestedSpringElement{"a spring and damper between two points", kForceElementAttributes,
                                      kNestedSpringElementChildren};
const ElementRow kWing{"an airfoil", kForceElementAttributes, kWingChildren};
const ElementRow kThrust{"a force in a fixed direction of a link", kForceElementAttributes, kThrustChildren};

const ElementRow kNestedWing{"an airfoil", kNestedWingAttributes, kCarrier};
const ElementRow kNestedWingElement{"an airfoil", kForceElementAttributes, kNestedWingElementChildren};
const ElementRow kNestedThrust{"a force in a fixed direction of a link", kNestedThrustAttributes,
                               kNestedThrustChildren};
const ElementRow kPropellor{"a force and a moment about a fixed direction of a link", kPropellorAttributes,
                            kNestedThrustChildren};
const ElementRow kNestedThrustElement{"a force in a fixed direction of a link", kForceElementAttributes,
                                      kNestedThrustElementChildren};

}  // namespace romas::urdf
