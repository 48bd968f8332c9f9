// The meaning of a robot's links and joints to a planner, from a text beside the robot's description: groups,
// named states, end effectors, pairs of links that need no collision check. Names are kept as written; they
// refer to a Model that the text does not hold (ir/analysis/tree/semantic_groups.h resolves them).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/values/provenance.h"

namespace romas {

struct SemanticName {
  std::string text;  // without blanks around it; empty: it is absent or empty, which was reported
  Provenance range;
  friend bool operator==(const SemanticName&, const SemanticName&) = default;
};

// All joints between two links. The base itself does not move with them.
struct SemanticChain {
  SemanticName base, tip;
  Provenance range;
  friend bool operator==(const SemanticChain&, const SemanticChain&) = default;
};

// A set of joints, named in four ways that add up.
struct SemanticGroup {
  SemanticName name;
  std::vector<SemanticName> links;  // stand for the joints that carry them
  std::vector<SemanticName> joints;
  std::vector<SemanticChain> chains;
  std::vector<SemanticName> subgroups;
  Provenance range;
  friend bool operator==(const SemanticGroup&, const SemanticGroup&) = default;
};

struct JointValues {
  SemanticName joint;
  std::vector<double> values;  // rad or m; planar: x, y, angle; floating: x, y, z and a quaternion x, y, z, w
  Provenance range, values_range;
  friend bool operator==(const JointValues&, const JointValues&) = default;
};

// A named state of a group.
struct GroupState {
  SemanticName name, group;
  std::vector<JointValues> joints;
  Provenance range;
  friend bool operator==(const GroupState&, const GroupState&) = default;
};

struct EndEffector {
  SemanticName name, group;
  SemanticName parent_link;                  // to which the group is attached
  std::optional<SemanticName> parent_group;  // that has the parent link
  Provenance range;
  friend bool operator==(const EndEffector&, const EndEffector&) = default;
};

enum class VirtualJointType : std::uint8_t { fixed, planar, floating };

// The joint between the world and the robot's root.
struct VirtualJoint {
  SemanticName name, child_link;
  std::string parent_frame;
  VirtualJointType type = VirtualJointType::fixed;
  Provenance range;
  friend bool operator==(const VirtualJoint&, const VirtualJoint&) = default;
};

// Two links between which collisions are checked, or not.
struct CollisionPair {
  SemanticName link1, link2;
  std::string reason;
  bool enabled = false;
  Provenance range;
  friend bool operator==(const CollisionPair&, const CollisionPair&) = default;
};

struct SemanticSphere {
  std::array<double, 3> center{};  // m, in the link's frame
  double radius = 0;               // m
  friend bool operator==(const SemanticSphere&, const SemanticSphere&) = default;
};

// Spheres that stand for the collision shapes of a link.
struct SphereApproximation {
  SemanticName link;
  std::vector<SemanticSphere> spheres;
  friend bool operator==(const SphereApproximation&, const SphereApproximation&) = default;
};

struct JointProperty {
  SemanticName joint;
  std::string name, value;
  friend bool operator==(const JointProperty&, const JointProperty&) = default;
};

struct Semantics {
  SemanticName robot;  // the name of the robot that is meant
  std::vector<SemanticGroup> groups;
  std::vector<GroupState> states;
  std::vector<EndEffector> end_effectors;
  std::vector<VirtualJoint> virtual_joints;
  std::vector<SemanticName> passive_joints;
  std::vector<CollisionPair> collision_pairs;
  std::vector<SemanticName> unchecked_links;  // no collisions are checked but those of enabled pairs
  std::vector<SphereApproximation> spheres;
  std::vector<JointProperty> joint_properties;
  Provenance range;  // of the start of the text's root
  friend bool operator==(const Semantics&, const Semantics&) = default;
};

// The kind of thing that a name in a Semantics names.
enum class SemanticKind : std::uint8_t { robot, link, joint, group, state, end_effector };

// Calls visit(name, kind, is_definition) for every name, also for empty ones. A name of a virtual joint is a
// definition: no robot has that joint.
template <class S, class Visit>
void for_each_name(S& semantics, const Visit& visit) {
  visit(semantics.robot, SemanticKind::robot, false);
  for (auto& group : semantics.groups) {
    visit(group.name, SemanticKind::group, true);
    for (auto& link : group.links) visit(link, SemanticKind::link, false);
    for (auto& joint : group.joints) visit(joint, SemanticKind::joint, false);
    for (auto& chain : group.chains) {
      visit(chain.base, SemanticKind::link, false);
      visit(chain.tip, SemanticKind::link, false);
    }
    for (auto& subgroup : group.subgroups) visit(subgroup, SemanticKind::group, false);
  }
  for (auto& state : semantics.states) {
    visit(state.name, SemanticKind::state, true);
    visit(state.group, SemanticKind::group, false);
    for (auto& values : state.joints) visit(values.joint, SemanticKind::joint, false);
  }
  for (auto& effector : semantics.end_effectors) {
    visit(effector.name, SemanticKind::end_effector, true);
    visit(effector.group, SemanticKind::group, false);
    visit(effector.parent_link, SemanticKind::link, false);
    if (effector.parent_group) visit(*effector.parent_group, SemanticKind::group, false);
  }
  for (auto& joint : semantics.virtual_joints) {
    visit(joint.name, SemanticKind::joint, true);
    visit(joint.child_link, SemanticKind::link, false);
  }
  for (auto& joint : semantics.passive_joints) visit(joint, SemanticKind::joint, false);
  for (auto& pair : semantics.collision_pairs) {
    visit(pair.link1, SemanticKind::link, false);
    visit(pair.link2, SemanticKind::link, false);
  }
  for (auto& link : semantics.unchecked_links) visit(link, SemanticKind::link, false);
  for (auto& spheres : semantics.spheres) visit(spheres.link, SemanticKind::link, false);
  for (auto& property : semantics.joint_properties) visit(property.joint, SemanticKind::joint, false);
}

inline std::string_view to_string(VirtualJointType type) {
  return type == VirtualJointType::fixed ? "fixed" : type == VirtualJointType::planar ? "planar" : "floating";
}

}  // namespace romas
