// States of semantics: names (RM2001), states and joints that are there twice (RM2007), joints that take no
// value (RM2008), counts of values (RM2009), limits (RM2010), joints without a value (RM2011).
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <unordered_map>
#include <utility>

#include "ir/analysis/tree/mimic.h"
#include "ir/model/no_limit.h"
#include "passes/semantics/semantics_checks.h"

namespace romas {

namespace {

// The default tolerance of MoveIt's goals, in rad or m. Rounded values are no fault of the user.
constexpr double kGoalTolerance = 1e-4;

struct Bounds {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

// The joint's limits, and the soft ones where these are narrower, as MoveIt takes them.
Bounds bounds_of(const Joint& joint) {
  Bounds bounds;
  if (joint.type != JointType::revolute && joint.type != JointType::prismatic) return bounds;
  const auto narrow = [&](const std::optional<Number>& lower, const std::optional<Number>& upper) {
    if (!lower || !upper) return;
    bounds.lower = std::max(bounds.lower, lower->value());
    bounds.upper = std::min(bounds.upper, upper->value());
  };
  const JointLimit limit = effective_limit(joint);
  narrow(limit.lower, limit.upper);
  if (joint.safety_controller)
    narrow(joint.safety_controller->soft_lower_limit, joint.safety_controller->soft_upper_limit);
  return bounds;
}

bool is_inside(double value, const Bounds& bounds) {
  return value >= bounds.lower - kGoalTolerance && value <= bounds.upper + kGoalTolerance;
}

class StateChecker {
 public:
  StateChecker(SemanticsChecks& checks, const GroupState& state)
      : checks_(checks),
        state_(state),
        what_(concat("state '", state.name.text, "' of group '", state.group.text, "'")) {}

  void run() {
    group_ = checks_.find_group(state_.group, concat("state '", state_.name.text, "'"));
    for (const JointValues& joint : state_.joints) check_joint(joint);
    if (checks_.robot == nullptr) return;
    for (const auto& [id, joint] : given_) check_mimic(JointId(id), *joint);
    if (group_ != nullptr && group_->whole && !checks_.diagnostics.in_doubt(state_.range)) check_missing();
  }

 private:
  void check_joint(const JointValues& values) {
    const std::string& name = values.joint.text;
    if (name.empty()) return;
    if (const auto [first, fresh] = by_name_.try_emplace(name, &values); !fresh) {
      checks_
          .report(Rule::srdf_duplicate, values.joint.range,
                  concat(what_, " gives joint '", name,
                         "' twice, and MoveIt takes both as values of the same joint"))
          .note(first->second->joint.range, "the first is here");
      return;
    }
    const auto [joint, virtual_joint] = checks_.find_joint(values.joint, what_);
    if (joint) given_.emplace(joint.index(), &values);
    if (!joint && virtual_joint == nullptr) return;
    root_given_ = root_given_ || virtual_joint != nullptr;
    const bool in_group =
        group_ == nullptr || !group_->whole || (joint ? group_->has(joint) : group_->root_joint);
    if (!in_group) {
      checks_
          .report(Rule::srdf_state_joint, values.joint.range,
                  concat(what_, " gives a value for joint '", name, "', which is not in the group"))
          .note(group_range(), "the group is here");
      return;
    }
    if (joint)
      check_values(checks_.robot->joint(joint), values);
    else
      check_count(type_of(*virtual_joint), values, concat("the virtual joint '", name, "'"));
  }

  SourceRange group_range() const {
    const auto index = checks_.groups.find(state_.group.text);
    return index ? SourceRange(checks_.semantics.groups[*index].name.range) : SourceRange{};
  }

  static JointType type_of(const VirtualJoint& joint) {
    return joint.type == VirtualJointType::fixed    ? JointType::fixed
           : joint.type == VirtualJointType::planar ? JointType::planar
                                                    : JointType::floating;
  }

  // False if the values are not those of such a joint.
  bool check_count(JointType type, const JointValues& values, const std::string& joint) {
    if (type == JointType::fixed) {
      checks_.report(Rule::srdf_state_joint, values.joint.range,
                     concat(what_, " gives a value for ", joint, ", which is fixed; remove it"));
      return false;
    }
    if (type == JointType::foreign || values.values.empty()) return false;
    const auto wanted = static_cast<std::size_t>(position_count(type));
    if (values.values.size() == wanted) return true;
    const std::string_view list = type == JointType::planar     ? " (x, y, angle)"
                                  : type == JointType::floating ? " (x, y, z, and a quaternion x, y, z, w)"
                                                                : "";
    checks_.report(
        Rule::srdf_state_values, values.values_range,
        concat(what_, " has ", values.values.size(), values.values.size() == 1 ? " value" : " values",
               " for ", joint, ", which takes ", wanted, list));
    return false;
  }

  void check_values(const Joint& joint, const JointValues& values) {
    if (!check_count(joint.type, values,
                     concat("the ", joint.type == JointType::fixed ? "" : concat(to_string(joint.type), " "),
                            "joint '", joint.name, "'")) ||
        joint.mimic || values.values.size() != 1)
      return;
    const double value = values.values.front();
    const Bounds bounds = bounds_of(joint);
    if (bounds.lower > bounds.upper || is_inside(value, bounds)) return;  // RM1206 tells of inverted ones
    const double radians = value * std::numbers::pi / 180;
    const bool degrees = joint.type == JointType::revolute && std::abs(value) > 2 * std::numbers::pi &&
                         is_inside(radians, bounds);
    auto builder = checks_.report(
        Rule::srdf_state_limits, values.values_range,
        concat(what_, " puts joint '", joint.name, "' at ", format_double(value), ", outside its limits ",
               format_double(bounds.lower), " to ", format_double(bounds.upper),
               degrees ? "; that looks like degrees, but the values of an SRDF are in radians" : ""));
    if (joint.limit) builder.note(joint.limit->range, "the limits are here");
  }

  // A follower's value says nothing new. It may only be wrong.
  void check_mimic(JointId id, const JointValues& values) {
    const Joint& joint = checks_.robot->joint(id);
    const auto relation = followed_by(*checks_.robot, id);
    if (!joint.mimic || !relation || values.values.size() != 1) return;
    const auto leader = given_.find(relation->leader.index());
    if (leader == given_.end() || leader->second->values.size() != 1) return;
    const double follows = relation->multiplier * leader->second->values.front() + relation->offset;
    if (!(std::abs(follows - values.values.front()) > kGoalTolerance)) return;
    checks_
        .report(Rule::srdf_state_joint, values.values_range,
                concat(what_, " puts joint '", joint.name, "' at ", format_double(values.values.front()),
                       ", but joint '", checks_.robot->joint(relation->leader).name,
                       "', which it follows, puts it at ", format_double(follows)))
        .suggest(values.values_range, format_double(follows))
        .note(leader->second->range, "the leader is here");
  }

  void check_missing() {
    constexpr std::size_t kShown = 5;
    std::vector<std::string> missing;
    std::size_t count = 0;
    const auto add = [&](std::string_view name) {
      if (count++ < kShown) missing.push_back(in_quotes(name));
    };
    for (const JointId id : group_->joints) {
      const Joint& joint = checks_.robot->joint(id);
      if (position_count(joint.type) > 0 && !joint.mimic && !given_.contains(id.index())) add(joint.name);
    }
    const VirtualJoint* root = group_->root_joint && !root_given_ ? checks_.root_joint : nullptr;
    if (root != nullptr && root->type != VirtualJointType::fixed) add(root->name.text);
    if (count == 0) return;
    if (count > kShown) missing.push_back(concat(count - kShown, " more"));
    checks_.report(Rule::srdf_state_incomplete, state_.name.range,
                   concat(what_, " has no value for ", count == 1 ? "joint " : "the joints ",
                          join_last(missing, " and ")));
  }

  SemanticsChecks& checks_;
  const GroupState& state_;
  std::string what_;
  const SemanticGroups::Group* group_ = nullptr;
  std::unordered_map<std::string_view, const JointValues*> by_name_;
  std::map<std::size_t, const JointValues*> given_;  // by the joint's index
  bool root_given_ = false;
};

}  // namespace

void check_semantic_states(SemanticsChecks& checks) {
  std::map<std::pair<std::string_view, std::string_view>, const GroupState*> known;
  std::size_t left = 5'000'000;  // of joints that are looked for in states: bounds the time
  for (const GroupState& state : checks.semantics.states) {
    const auto [first, fresh] = known.try_emplace({state.group.text, state.name.text}, &state);
    if (!fresh && !state.name.text.empty())
      checks
          .report(Rule::srdf_duplicate, state.name.range,
                  concat("state '", state.name.text, "' of group '", state.group.text,
                         "' is defined twice, and MoveIt uses the last; rename one"))
          .note(first->second->name.range, "the first is here");
    const auto group = checks.groups.find(state.group.text);
    const std::size_t work = 1 + (group ? checks.groups.groups[*group].joints.size() : 0);
    if (work > left) {
      checks.report(
          Rule::input_limit, state.range,
          "the states of the SRDF have more than 5 million joints together; the rest of them was not "
          "checked");
      return;
    }
    left -= work;
    StateChecker(checks, state).run();
  }
}

}  // namespace romas
