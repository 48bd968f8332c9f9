// check-joints: limits that are absent, contradict each other or look like a slip (RM1205 to RM1213, RM1218,
// RM1220), bounds that were rounded past a multiple of π/4 (RM1225), soft limits beyond the hard ones
// (RM1214), motion data on joints that do not move (RM1215), and negative damping or friction (RM1217).
// Bounds that the source leaves out count as 0, which is what URDF says.
#include <cmath>

#include "ir/analysis/motion/safety_bounds.h"
#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/model/no_limit.h"
#include "passes/checks/degrees.h"
#include "passes/checks/rounded_angle.h"
#include "passes/pass/pass_functions.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Bounds from three turns to 720 are far more often degrees than radians; larger ones mean "no limit".
constexpr double kDegreesTo = 720;
// Fewest joints at which equal limits look like a placeholder.
constexpr std::size_t kPlaceholderJoints = 3;

// Joints that need bounds: they stop somewhere.
bool is_bounded(JointType type) { return type == JointType::revolute || type == JointType::prismatic; }
std::string unit(const Joint& joint) {
  return unit_text(Quantity::position, joint.type == JointType::prismatic);
}
double value_or_zero(const std::optional<Number>& number) { return number ? number->value() : 0; }

class JointChecker {
 public:
  JointChecker(const Model& model, const Joint& joint, const CheckContext& context)
      : model_(model), joint_(joint), sources_(context.inputs.sources), diagnostics_(context.diagnostics) {}
  void run();

 private:
  bool limit_is_in_doubt() const;
  void check_presence();
  void check_bounds();
  void check_zero_position(double lower, double upper);
  void check_degrees(double lower, double upper);
  void check_rounding(const Number& bound, std::string_view which);
  std::optional<SourceRange> find_in_limit(std::string_view number) const;
  void check_magnitudes();
  void check_zero_magnitudes();
  bool encloses_hard_limits() const;
  void check_safety_values();
  void check_soft_limits();
  void check_dynamics();
  void check_motion_data();
  DiagnosticBuilder report(Rule rule, SourceRange place, std::string message) {
    return diagnostics_.report(rule, place_or_name(place, joint_), std::move(message));
  }
  std::string name() const { return concat("joint '", joint_.name, "'"); }

  const Model& model_;
  const Joint& joint_;
  const SourceManager* sources_;
  DiagnosticEngine& diagnostics_;
};

void JointChecker::run() {
  if (!moves(joint_.type)) {
    check_motion_data();
    return;
  }
  // The limit may contain a misspelt form of the part that it seems to lack.
  const bool in_doubt = joint_.limit ? limit_is_in_doubt() : diagnostics_.in_doubt(joint_.range);
  if (is_bounded(joint_.type) && !in_doubt && !absence_means_no_limit(model_)) check_presence();
  if (joint_.limit && !in_doubt) {
    check_bounds();
    check_magnitudes();
    check_zero_magnitudes();
  }
  if (!in_doubt && joint_.safety_controller && !diagnostics_.in_doubt(joint_.safety_controller->range))
    check_soft_limits();
  if (joint_.dynamics && !diagnostics_.in_doubt(joint_.dynamics->range)) check_dynamics();
}

// Behind a ';' that ends a limit early stands what the limit seems to leave out.
bool JointChecker::limit_is_in_doubt() const {
  constexpr std::uint32_t kBehind = 4;  // bytes
  SourceRange limit = joint_.limit->range;
  if (limit.valid()) limit.end += kBehind;
  return diagnostics_.in_doubt(limit);
}

void JointChecker::check_presence() {
  // An assembly has no place for limits.
  const bool of_part = !model_.parts.empty() && joint_.type == JointType::prismatic;
  const std::string_view advice = of_part ? "; --default-limit=LOWER:UPPER:EFFORT:VELOCITY gives both" : "";
  if (!joint_.limit) {
    report(Rule::limit_missing, {},
           concat(to_string(joint_.type), " ", name(), " has no limit; ",
                  of_part ? "--default-limit=LOWER:UPPER:EFFORT:VELOCITY gives it bounds (m), effort (N) and "
                            "velocity (m/s)"
                          : "give it bounds, effort and velocity"));
    return;
  }
  const JointLimit& limit = *joint_.limit;
  if (of_part && !limit.effort && !limit.velocity) {
    report(Rule::limit_missing, limit.range,
           concat("the limit of ", name(), " has no effort and no velocity", advice));
    return;
  }
  if (!limit.effort)
    report(Rule::limit_missing, limit.range, concat("the limit of ", name(), " has no effort"));
  if (!limit.velocity)
    report(Rule::limit_missing, limit.range, concat("the limit of ", name(), " has no velocity"));
}

void JointChecker::check_bounds() {
  const JointLimit& limit = *joint_.limit;
  if (joint_.type == JointType::continuous) {
    if (limit.lower || limit.upper) {
      report(
          Rule::continuous_bounds, limit.range,
          concat("continuous ", name(),
                 " has bounds, which some tools ignore and others apply; make it revolute or remove them"));
    }
    return;
  }
  if (!is_bounded(joint_.type)) return;
  const double lower = value_or_zero(limit.lower);
  const double upper = value_or_zero(limit.upper);
  if (lower > upper) {
    // If one bound is left out, the contradiction is only with URDF's default 0; readers that take an absent
    // bound for "no bound" are right to go on.
    const bool both = limit.lower && limit.upper;
    report(both ? Rule::limit_inverted : Rule::limit_empty, limit.range,
           both ? concat("the lower limit ", lower, unit(joint_), " of ", name(),
                         " is above the upper limit ", upper, unit(joint_))
                : concat("the limit of ", name(), " has no ", limit.lower ? "upper" : "lower",
                         ", which counts as 0, so no position is allowed"));
  } else if (lower == upper) {
    report(Rule::limit_empty, limit.range,
           limit.lower || limit.upper
               ? concat(name(), " cannot move: lower and upper limit are both ", lower, unit(joint_))
               : concat(name(), " cannot move: its limit has no lower and no upper, which count as 0"));
  } else {
    check_zero_position(lower, upper);
  }
  check_degrees(lower, upper);
  if (joint_.type != JointType::revolute || !diagnostics_.enabled(Rule::limit_past_pi)) return;
  if (limit.lower) check_rounding(*limit.lower, "lower");
  if (limit.upper) check_rounding(*limit.upper, "upper");
}

// A bound that was rounded towards 0 is within the range that others give the joint.
void JointChecker::check_rounding(const Number& bound, std::string_view which) {
  constexpr double kNoise = 1e-7;  // rad; π as a float is 8.7e-8 larger
  const QuarterTurn* quarter = rounded_quarter(bound);
  const double size = std::abs(bound.value());
  if (quarter == nullptr || size - quarter->value <= kNoise) return;
  const double exact = std::copysign(quarter->value, bound.value());
  const auto number = find_in_limit(bound.text());
  auto finding =
      report(Rule::limit_past_pi, number ? *number : SourceRange(joint_.limit->range),
             concat("the ", which, " limit ", bound.text(), " rad of ", name(), " is ",
                    round_to_digits(size - quarter->value, 2), " rad beyond ", exact < 0 ? "-" : "",
                    quarter->name, ", where other descriptions of the joint end; write ", exact));
  if (number) finding.suggest(*number, format_double(exact));  // the joint then moves less
}

// The number in the text of the limit; nothing if it does not stand there exactly once.
std::optional<SourceRange> JointChecker::find_in_limit(std::string_view number) const {
  const SourceRange limit = joint_.limit->range;
  if (sources_ == nullptr || !limit.valid() || number.empty()) return std::nullopt;
  const std::string_view text = sources_->text(limit);
  const auto belongs = [](char c) { return is_digit(c) || is_letter(c) || c == '.' || c == '-' || c == '+'; };
  std::optional<SourceRange> found;
  for (std::size_t at = text.find(number); at != text.npos; at = text.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    if ((at > 0 && belongs(text[at - 1])) || (end < text.size() && belongs(text[end]))) continue;
    if (found) return std::nullopt;
    found = {limit.file, static_cast<std::uint32_t>(limit.begin + at),
             static_cast<std::uint32_t>(limit.begin + end)};
  }
  return found;
}

void JointChecker::check_zero_position(double lower, double upper) {
  if ((lower <= 0 && upper >= 0) || !diagnostics_.enabled(Rule::zero_outside_limits)) return;
  report(
      Rule::zero_outside_limits, joint_.limit->range,
      concat("the zero position of ", name(), " is outside its limits ", lower, " to ", upper, unit(joint_)));
}

void JointChecker::check_degrees(double lower, double upper) {
  const double largest = std::max(std::abs(lower), std::abs(upper));
  if (joint_.type != JointType::revolute || largest <= kDegreesFrom || largest > kDegreesTo) return;
  report(Rule::limit_degrees, joint_.limit->range,
         concat("the limits ", lower, " to ", upper, " rad of ", name(),
                " look like degrees; joint limits are radians"));
}

void JointChecker::check_magnitudes() {
  const JointLimit& limit = *joint_.limit;
  const auto check = [&](const std::optional<Number>& number, std::string_view what) {
    if (number && number->value() < 0)
      report(Rule::limit_negative, limit.range,
             concat("the ", what, " limit of ", name(), " is negative: ", number->value()));
  };
  for_each_field<JointLimit>([&](const auto& field) {
    if (field.range == ValueRange::not_negative) check(field.of(limit), field.name);
  });
}

// Limits that are both 0 are placeholders.
void JointChecker::check_zero_magnitudes() {
  const JointLimit& limit = *joint_.limit;
  const bool no_effort = limit.effort && limit.effort->value() == 0;
  const bool no_velocity = limit.velocity && limit.velocity->value() == 0;
  if (no_effort)
    report(Rule::effort_zero, limit.range,
           concat("the effort limit of ", name(), " is 0: Drake gives it no actuator"));
  if (no_effort && no_velocity)
    report(Rule::limits_unset, limit.range,
           concat("the effort and velocity limits of ", name(), " are both 0; they look like placeholders"));
}

// Soft limits so far beyond the hard ones that they are meant to have no effect.
bool JointChecker::encloses_hard_limits() const {
  const JointSafetyController& safety = *joint_.safety_controller;
  const JointLimit& limit = *joint_.limit;
  if (!safety.soft_lower_limit || !safety.soft_upper_limit || !limit.lower || !limit.upper) return false;
  const double lower = safety.soft_lower_limit->value(), upper = safety.soft_upper_limit->value();
  return lower < limit.lower->value() && upper > limit.upper->value() &&
         upper - lower >= 2 * (limit.upper->value() - limit.lower->value());
}

// Soft limits and gains that code would drive a joint away by.
void JointChecker::check_safety_values() {
  const JointSafetyController& safety = *joint_.safety_controller;
  for (const auto& [gain, what] :
       {std::pair(&safety.k_position, "k_position"), std::pair(&safety.k_velocity, "k_velocity")})
    if (value_or_zero(*gain) < 0)
      report(Rule::limit_negative, safety.range,
             concat(what, " of the safety controller of ", name(), " is negative: ", (*gain)->value(),
                    "; it counts as 0, which limits nothing"));
  const double lower = value_or_zero(safety.soft_lower_limit), upper = value_or_zero(safety.soft_upper_limit);
  if (!is_bounded(joint_.type) || lower <= upper) return;
  const bool both = safety.soft_lower_limit && safety.soft_upper_limit;
  report(Rule::limit_inverted, safety.range,
         both ? concat("the soft lower limit ", lower, unit(joint_), " of ", name(),
                       " is above the soft upper limit ", upper, unit(joint_))
              : concat("the safety controller of ", name(), " has no soft_",
                       safety.soft_lower_limit ? "upper" : "lower",
                       "_limit, which counts as 0, so no position is allowed"));
}

void JointChecker::check_soft_limits() {
  check_safety_values();
  if (joint_.type == JointType::continuous && has_idle_soft_limits(joint_))
    report(Rule::continuous_bounds, joint_.safety_controller->range,
           concat("continuous ", name(),
                  " has soft limits, which bound nothing there; make it revolute or remove them"));
  if (!joint_.limit || !is_bounded(joint_.type)) return;
  const JointSafetyController& safety = *joint_.safety_controller;
  const auto outside = [&](const std::optional<Number>& soft, const std::optional<Number>& hard, double sign,
                           std::string_view which) {
    if (!soft || !hard || sign * soft->value() <= sign * hard->value()) return;
    report(Rule::soft_limit_outside, safety.range,
           concat("the soft ", which, " limit ", soft->value(), unit(joint_), " of ", name(),
                  " is beyond the hard limit ", hard->value(), unit(joint_)))
        .note(place_or_name(joint_.limit->range, joint_), "the hard limit is here");
  };
  // Soft bounds that are both 0 are absent or switched off.
  if (value_or_zero(safety.soft_lower_limit) == 0 && value_or_zero(safety.soft_upper_limit) == 0) return;
  if (encloses_hard_limits()) return;
  outside(safety.soft_lower_limit, joint_.limit->lower, -1, "lower");
  outside(safety.soft_upper_limit, joint_.limit->upper, 1, "upper");
}

void JointChecker::check_dynamics() {
  const auto check = [&](const std::vector<Number>& numbers, std::string_view what,
                         std::string_view consequence) {
    for (const Number& number : numbers)
      if (number.value() < 0)
        report(Rule::dynamics_negative, joint_.dynamics->range,
               concat("the ", what, " of ", name(), " is negative: ", number.value(), consequence));
  };
  check(joint_.dynamics->damping, "damping", "; it would feed energy into the robot");
  check(joint_.dynamics->friction, "friction", "; it would feed energy into the robot");
  check(joint_.dynamics->armature, "armature", "; a drive can only add inertia");
}

void JointChecker::check_motion_data() {
  if (!diagnostics_.enabled(Rule::fixed_with_motion_data)) return;
  std::vector<std::string_view> data;
  SourceRange place;
  const auto add = [&](const auto& part, std::string_view what) {
    if (!part) return;
    if (data.empty()) place = part->range;
    data.push_back(what);
  };
  add(joint_.axis, "an axis");
  add(joint_.limit, "a limit");
  add(joint_.dynamics, "dynamics");
  add(joint_.mimic, "a mimic");
  add(joint_.safety_controller, "a safety controller");
  add(joint_.calibration, "a calibration");
  if (data.empty()) return;
  const bool axis_in_xml = joint_.axis && joint_.axis->xyz_range.valid();
  if (axis_in_xml) place = joint_.axis->xyz_range;
  auto builder = report(Rule::fixed_with_motion_data, place,
                        concat("fixed ", name(), " has ", join(data, ", "), ", which has no effect there"));
  // An axis alone comes from exporters, which always write one. With limits, the joint may have moved once.
  if (axis_in_xml && data.size() == 1) builder.fix(joint_.axis->range, "");
}

// A follower is not counted: it moves as its leader does.
bool stands_still(const Joint& joint) {
  return moves(joint.type) && joint.limit && joint.limit->velocity && joint.limit->velocity->value() == 0 &&
         !(joint.limit->effort && joint.limit->effort->value() == 0) && !joint.mimic;
}

// Reports joints whose velocity limit is 0 and whose effort limit is not. If all joints have a velocity limit
// of 0, a generator wrote it, which is one finding.
void check_velocities(const Model& model, DiagnosticEngine& diagnostics) {
  if (!diagnostics.enabled(Rule::velocity_zero)) return;
  std::size_t limited = 0;
  std::vector<const Joint*> still;
  for (const Joint& joint : model.joints) {
    if (moves(joint.type) && joint.limit && joint.limit->velocity && !joint.mimic) ++limited;
    if (stands_still(joint)) still.push_back(&joint);
  }
  const bool all = still.size() > 1 && still.size() == limited;
  for (const Joint* joint : still) {
    diagnostics.report(Rule::velocity_zero, place_or_name(joint->limit->range, *joint),
                       concat("the velocity limit of joint '", joint->name, "'",
                              all ? concat(", like that of all ", limited, " joints,") : std::string(),
                              " is 0: some tools hold the joint still, others take it as no limit"));
    if (all) return;
  }
}

// The first joint with a limit if all of them share one effort and velocity, and are enough to tell; else
// null.
const Joint* placeholder(const Model& model) {
  const Joint* first = nullptr;
  std::size_t count = 0;
  for (const Joint& joint : model.joints) {
    if (!moves(joint.type) || !joint.limit || !joint.limit->effort || !joint.limit->velocity) continue;
    if (first != nullptr &&
        (joint.limit->effort != first->limit->effort || joint.limit->velocity != first->limit->velocity))
      return nullptr;
    if (first == nullptr) first = &joint;
    ++count;
  }
  return count >= kPlaceholderJoints ? first : nullptr;
}

}  // namespace

void check_joints(const Model& model, const CheckContext& context) {
  for (const Joint& joint : model.joints) JointChecker(model, joint, context).run();
  check_velocities(model, context.diagnostics);
  if (!context.diagnostics.enabled(Rule::limit_placeholder)) return;
  if (const Joint* joint = placeholder(model); joint != nullptr) {
    context.diagnostics.report(
        Rule::limit_placeholder, place_or_name(joint->limit->range, *joint),
        concat("every joint has effort limit ", joint->limit->effort->value(), " and velocity limit ",
               joint->limit->velocity->value(), "; that looks like a placeholder"));
  }
}

}  // namespace romas
