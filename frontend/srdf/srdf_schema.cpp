#include "frontend/srdf/srdf_schema.h"

namespace romas::srdf {

namespace {

using enum XmlValueType;
using enum Occurs;

constexpr ChildRow many_of(std::string_view name, const ElementRow* row) {
  return {.name = name, .slot = Slot::self, .occurs = many, .row = row};
}

constexpr AttributeRow kRobotAttributes[] = {
    {.name = "name", .summary = "of the robot that is meant"},
    {.name = "version", .summary = "of the format; readers skip it"},
};
constexpr ChildRow kRobotChildren[] = {
    many_of("virtual_joint", &kVirtualJoint),
    many_of("group", &kGroup),
    many_of("group_state", &kGroupState),
    many_of("end_effector", &kEndEffector),
    many_of("passive_joint", &kPassiveJoint),
    many_of("joint_property", &kJointProperty),
    many_of("link_sphere_approximation", &kSpheres),
    many_of("disable_default_collisions", &kUncheckedLink),
    many_of("enable_collisions", &kPair),
    many_of("disable_collisions", &kPair),
};
constexpr AttributeRow kNameAttributes[] = {
    {.name = "name", .required = true},
};
constexpr ChildRow kGroupChildren[] = {
    many_of("link", &kNamedLink),
    many_of("joint", &kNamedJoint),
    many_of("chain", &kChain),
    many_of("group", &kNamedGroup),
};
constexpr AttributeRow kChainAttributes[] = {
    {.name = "base_link", .required = true, .summary = "where the chain begins"},
    {.name = "tip_link", .required = true, .summary = "where it ends"},
};
constexpr AttributeRow kStateAttributes[] = {
    {.name = "name", .required = true},
    {.name = "group", .required = true, .summary = "whose state it is"},
};
constexpr ChildRow kStateChildren[] = {
    many_of("joint", &kStateJoint),
};
constexpr AttributeRow kStateJointAttributes[] = {
    {.name = "name", .required = true},
    {.name = "value", .type = numbers, .required = true, .summary = "rad or m, one a variable of the joint"},
};
constexpr AttributeRow kEndEffectorAttributes[] = {
    {.name = "name", .required = true},
    {.name = "parent_link", .required = true, .summary = "the link that carries it"},
    {.name = "group", .required = true, .summary = "its own links and joints"},
    {.name = "parent_group", .summary = "the group that moves it"},
};
constexpr AttributeRow kVirtualJointAttributes[] = {
    {.name = "name", .required = true},
    {.name = "type",
     .type = word,
     .required = true,
     .summary = "how the robot moves in the world",
     .words = "fixed planar floating",
     .any_case = true},
    {.name = "parent_frame", .required = true, .summary = "a frame of the world"},
    {.name = "child_link", .required = true, .summary = "the robot's root link"},
};
constexpr AttributeRow kPairAttributes[] = {
    {.name = "link1", .required = true},
    {.name = "link2", .required = true},
    {.name = "reason", .summary = "for people and for the tool that wrote it"},
};
constexpr AttributeRow kLinkAttributes[] = {
    {.name = "link", .required = true},
};
constexpr ChildRow kSphereChildren[] = {
    many_of("sphere", &kSphere),
};
constexpr AttributeRow kSphereAttributes[] = {
    {.name = "center", .type = vector3, .required = true, .summary = "m, in the link's frame"},
    {.name = "radius", .type = number, .required = true, .summary = "m"},
};
constexpr AttributeRow kPropertyAttributes[] = {
    {.name = "joint_name", .required = true},
    {.name = "property_name", .required = true},
    {.name = "value", .required = true},
};

}  // namespace

constexpr ElementRow kRobot = {
    .summary = "what a robot's links and joints mean to a planner",
    .attributes = kRobotAttributes,
    .children = kRobotChildren,
};
constexpr ElementRow kGroup = {
    .summary = "a set of joints", .attributes = kNameAttributes, .children = kGroupChildren};
constexpr ElementRow kNamedLink = {.summary = "the joint that carries a link", .attributes = kNameAttributes};
constexpr ElementRow kNamedJoint = {.summary = "a joint", .attributes = kNameAttributes};
constexpr ElementRow kNamedGroup = {.summary = "all of another group", .attributes = kNameAttributes};
constexpr ElementRow kChain = {.summary = "the joints between two links", .attributes = kChainAttributes};
constexpr ElementRow kGroupState = {
    .summary = "a named state", .attributes = kStateAttributes, .children = kStateChildren};
constexpr ElementRow kStateJoint = {.summary = "a joint's value", .attributes = kStateJointAttributes};
constexpr ElementRow kEndEffector = {.summary = "a tool", .attributes = kEndEffectorAttributes};
constexpr ElementRow kVirtualJoint = {.summary = "the joint between the world and the robot",
                                      .attributes = kVirtualJointAttributes};
constexpr ElementRow kPassiveJoint = {.summary = "a joint without a motor", .attributes = kNameAttributes};
constexpr ElementRow kPair = {.summary = "two links", .attributes = kPairAttributes};
constexpr ElementRow kUncheckedLink = {.summary = "a link that collides only in enabled pairs",
                                       .attributes = kLinkAttributes};
constexpr ElementRow kSpheres = {.summary = "spheres that stand for a link's shape",
                                 .attributes = kLinkAttributes,
                                 .children = kSphereChildren};
constexpr ElementRow kSphere = {.summary = "one of them", .attributes = kSphereAttributes};
constexpr ElementRow kJointProperty = {.summary = "anything about a joint",
                                       .attributes = kPropertyAttributes};

}  // namespace romas::srdf
