#include "frontend/language/expand/robot_questions.h"

#include <algorithm>
#include <array>

#include "frontend/language/words/builtin_info.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The documentation's table of what tests ask is generated from these rows.
constexpr std::array kRobotFunctions = {
    BuiltinInfo{"pose", "pose(a) or pose(a, b)",
                "the pose of a link or frame in the frame of the root link, or of another link or frame"},
    BuiltinInfo{"distance", "distance(a, b)",
                "how far the origins of two links or frames are from each other"},
    BuiltinInfo{"torque", "torque(joint)",
                "the torque that holds a joint against gravity, without its direction; never negative"},
    BuiltinInfo{"force", "force(joint)", "the same of a prismatic joint: a force"},
    BuiltinInfo{"mass_of", "mass_of(link)", "the mass of a link; total_mass is that of the robot"},
    BuiltinInfo{"center_of_mass", "center_of_mass() or center_of_mass(link)",
                "the centre of mass of the robot, or of one link, in the frame of the root link"},
};

struct ArgumentCount {
  std::string_view name;
  std::size_t least, most;
};
constexpr std::array kCounts = {
    ArgumentCount{"pose", 1, 2},  ArgumentCount{"distance", 2, 2}, ArgumentCount{"torque", 1, 1},
    ArgumentCount{"force", 1, 1}, ArgumentCount{"mass_of", 1, 1},  ArgumentCount{"center_of_mass", 0, 1},
};

const Frame* find_frame(const Model& model, std::string_view name) {
  const auto frame = std::ranges::find(model.frames, name, &Frame::name);
  return frame == model.frames.end() ? nullptr : &*frame;
}

}  // namespace

std::span<const BuiltinInfo> robot_functions() { return kRobotFunctions; }

bool is_robot_function(std::string_view name) {
  return std::ranges::find(kRobotFunctions, name, &BuiltinInfo::name) != kRobotFunctions.end();
}

std::optional<Value> RobotQuestions::answer(const Expr& call) {
  const std::string_view name = call.operands.front().text();
  const std::size_t count = call.operands.size() - 1;
  const auto& info = *std::ranges::find(kRobotFunctions, name, &BuiltinInfo::name);
  const auto& takes = *std::ranges::find(kCounts, name, &ArgumentCount::name);
  for (const Binding& given : call.more().names) {
    if (given.text.empty()) continue;
    session_.diagnostics.report(Rule::syntax, given.range,
                                concat(name, " takes values without names: ", info.signature));
    return std::nullopt;
  }
  if (count < takes.least || count > takes.most) {
    session_.diagnostics.report(Rule::wrong_count, call.range,
                                concat(name, " is called as ", info.signature, ", not with ", count,
                                       count == 1 ? " value" : " values"));
    return std::nullopt;
  }
  // A question takes time linear in the robot, and in the steps that close its loops.
  if (!session_.budget.spend(posture_.model().links.size() * posture_.cost(), call.range))
    return std::nullopt;
  if (name != "mass_of" && !is_possible(call)) return std::nullopt;
  if (name == "pose") return pose(call);
  if (name == "distance") return distance(call);
  if (name == "mass_of") return mass(call);
  if (name == "center_of_mass") return center_of_mass(call);
  return effort(call, name == "force");
}

// Told once for a posture.
bool RobotQuestions::is_possible(const Expr& call) {
  const auto& obstacle = posture_.obstacle();
  if (!obstacle) return true;
  if (told_ == posture_.moves()) return false;
  told_ = posture_.moves();
  const Model& model = posture_.model();
  if (obstacle->open) {
    const LoopJoint& loop = model.loop_joints[obstacle->open->loop];
    session_.diagnostics
        .report(Rule::bad_value, call.range,
                concat("the robot has no such posture: at best ", round_to_digits(obstacle->open->gap, 3),
                       obstacle->open->rotation ? " rad" : " m", " are left at loop joint '", loop.name, "'"))
        .note(name_place(loop), "the loop joint is here");
    return false;
  }
  const Joint& joint = model.joint(obstacle->beyond);
  session_.diagnostics
      .report(Rule::bad_value, call.range,
              concat("the loops close here only with joint '", joint.name, "' at ",
                     round_to_digits(obstacle->position, 4), ' ', motion_units(joint.type).position,
                     ", beyond its limit"))
      .note(place_or_name(joint.limit->range, joint), "the limit is here");
  return false;
}

void RobotQuestions::mention(EntityKind kind, const std::string& full, SourceRange range) {
  if (session_.options.record_names)
    session_.mentions.add({entity_kind_name(kind), full, session_.robot, range, false});
}

// The full name of what an argument means.
std::optional<std::string> RobotQuestions::name_of(const Expr& argument, EntityKind kind) {
  const auto value = c_.references.entity_or_value(argument, true);
  if (!value || std::holds_alternative<Anything>(value->content)) return std::nullopt;
  if (const auto* entity = std::get_if<EntityRef>(&value->content)) return in_robot(*entity->name, kind);
  session_.diagnostics.report(
      Rule::type_mismatch, argument.range,
      concat("this takes the name of a link, frame or joint, not ", describe(*value)));
  return std::nullopt;
}

// The name of a link or joint; that of a part becomes the name of its own.
std::string RobotQuestions::in_robot(const std::string& full, EntityKind kind) const {
  const auto part = parts_.find(full);
  if (part == parts_.end()) return full;
  const Model& model = posture_.model();
  const Part& meant = model.parts[part->second];
  if (kind == EntityKind::link) return meant.link ? model.link(meant.link).name : full;
  return meant.joint ? model.joint(meant.joint).name : full;
}

void RobotQuestions::report_unknown(const std::string& full, SourceRange range, bool joints) {
  const Model& model = posture_.model();
  if (joints && parts_.contains(full)) {
    session_.diagnostics.report(Rule::type_mismatch, range,
                                concat("part '", full, "' is the base and has no joint; this takes a joint"));
    return;
  }
  std::vector<std::string_view> known;
  for (const auto& [name, number] : parts_) known.push_back(name);
  if (joints)
    for (const Joint& joint : model.joints) known.push_back(joint.name);
  if (!joints)
    for (const Link& link : model.links) known.push_back(link.name);
  if (!joints)
    for (const Frame& frame : model.frames) known.push_back(frame.name);
  const bool is_other = joints ? model.find_link(full) || find_frame(model, full) != nullptr
                               : static_cast<bool>(model.find_joint(full));
  if (is_other) {
    session_.diagnostics.report(
        Rule::type_mismatch, range,
        concat("'", full,
               joints ? "' is not a joint; this takes a joint" : "' is a joint; this takes a link or frame"));
    return;
  }
  session_.diagnostics
      .report(Rule::unknown_name, range,
              concat("there is no ", joints ? "joint '" : "link or frame '", full, "'"))
      .nearest(full, known);
}

std::optional<RigidTransform> RobotQuestions::pose_of(const Expr& argument) {
  const auto full = name_of(argument);
  if (!full) return std::nullopt;
  const Model& model = posture_.model();
  if (const LinkId link = model.find_link(*full)) {
    mention(EntityKind::link, *full, argument.range);
    return posture_.pose(link);
  }
  if (const Frame* frame = find_frame(model, *full); frame != nullptr && frame->link.id) {
    mention(EntityKind::frame, *full, argument.range);
    return posture_.pose(*frame);
  }
  report_unknown(*full, argument.range, false);
  return std::nullopt;
}

std::optional<LinkId> RobotQuestions::link_of(const Expr& argument) {
  const auto full = name_of(argument);
  if (!full) return std::nullopt;
  if (const LinkId link = posture_.model().find_link(*full)) {
    mention(EntityKind::link, *full, argument.range);
    return link;
  }
  report_unknown(*full, argument.range, false);
  return std::nullopt;
}

JointId RobotQuestions::joint(const std::string& written, SourceRange range) {
  const std::string full = in_robot(written, EntityKind::joint);
  const JointId id = posture_.model().find_joint(full);
  if (!id) {
    report_unknown(full, range, true);
    return id;
  }
  mention(EntityKind::joint, full, range);
  const JointType type = posture_.model().joint(id).type;
  if (position_count(type) == 1) return id;
  session_.diagnostics.report(Rule::type_mismatch, range,
                              concat("joint '", full, "' is ", to_string(type),
                                     "; tests move only joints that turn or shift in one direction"));
  return {};
}

Value RobotQuestions::vector(const Vector3& p, SourceRange range) const {
  std::vector<Value> parts;
  for (const double part : p) parts.push_back(Value{computed(part, *dimension_of("m")), range});
  return Value{Tuple(std::move(parts)), range};
}

// --- the functions -----------------------------------------------------------------------------------------

std::optional<Value> RobotQuestions::pose(const Expr& call) {
  auto X_RA = pose_of(call.operands[1]);
  if (!X_RA) return std::nullopt;
  if (call.operands.size() == 3) {
    const auto X_RB = pose_of(call.operands[2]);
    if (!X_RB) return std::nullopt;
    X_RA = X_RB->inverse() * *X_RA;
  }
  return Value{Pose{TransformExpr(*X_RA), false, 1, 1}, call.range};
}

std::optional<Value> RobotQuestions::distance(const Expr& call) {
  const auto a = pose_of(call.operands[1]);
  const auto b = pose_of(call.operands[2]);
  if (!a || !b) return std::nullopt;
  return Value{computed((a->p - b->p).norm(), *dimension_of("m")), call.range};
}

std::optional<Value> RobotQuestions::mass(const Expr& call) {
  const auto link = link_of(call.operands[1]);
  if (!link) return std::nullopt;
  const auto& inertial = posture_.model().link(*link).inertial;
  return Value{computed(inertial ? inertial->mass.value() : 0, *dimension_of("kg")), call.range};
}

std::optional<Value> RobotQuestions::center_of_mass(const Expr& call) {
  if (call.operands.size() == 2) {
    const auto link = link_of(call.operands[1]);
    if (!link) return std::nullopt;
    const auto& inertial = posture_.model().link(*link).inertial;
    const Vector3 com = inertial ? inertial->origin.evaluate().p : Vector3(Vector3::Zero());
    return vector(posture_.pose(*link) * com, call.range);
  }
  if (const auto com = posture_.center_of_mass()) return vector(*com, call.range);
  session_.diagnostics.report(Rule::bad_value, call.range, "the robot has no mass, and so no centre of mass");
  return std::nullopt;
}

std::optional<Value> RobotQuestions::effort(const Expr& call, bool is_force) {
  const Expr& argument = call.operands[1];
  const auto full = name_of(argument, EntityKind::joint);
  if (!full) return std::nullopt;
  const JointId id = joint(*full, argument.range);
  if (!id) return std::nullopt;
  const Joint& asked = posture_.model().joint(id);
  if ((asked.type == JointType::prismatic) != is_force) {
    session_.diagnostics.report(Rule::type_mismatch, argument.range,
                                concat("joint '", asked.name, "' is ", to_string(asked.type),
                                       "; ask for its ", is_force ? "torque: torque(…)" : "force: force(…)"));
    return std::nullopt;
  }
  if (const auto effort = posture_.holding_effort(id))
    return Value{computed(*effort, *dimension_of(is_force ? "N" : "N*m")), call.range};
  session_.diagnostics.report(Rule::bad_value, call.range,
                              "the load of this joint does not follow from the description: loops, springs "
                              "or other forces share it, or no root reaches the joint");
  return std::nullopt;
}

}  // namespace romas::language
