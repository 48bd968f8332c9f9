// check-control: interfaces of <ros2_control> whose min and max are beyond the joint's limits (RM1704), and
// command interfaces of joints that follow another one (RM1705); check_control_hardware.cpp has the drivers.
// check-references reports joints that the robot does not have.
#include <array>
#include <cmath>
#include <numbers>

#include "ir/model/child_place.h"
#include "ir/model/entity.h"
#include "ir/model/fields.h"
#include "ir/model/no_limit.h"
#include "passes/checks/control_checks.h"
#include "passes/checks/degrees.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Tolerance for rounded limits (3.15 for π), relative to the joint's range.
constexpr double kBoundTolerance = 2e-3;
constexpr double kRadiansPerDegree = std::numbers::pi / 180;

struct AllowedRange {
  double lower, upper;
  std::string_view what;  // "position limits", …
  std::string unit;       // with a blank before it
};

// The range that a joint allows an interface of that name. Nothing if the joint has no limits, or invalid
// ones, which other rules report.
std::optional<AllowedRange> allowed_range(const Joint& joint, std::string_view interface) {
  const bool linear = joint.type == JointType::prismatic;
  if (!joint.limit || !moves(joint.type)) return std::nullopt;
  const JointLimit limit = effective_limit(joint);
  if (interface == "position") {
    if (joint.type != JointType::revolute && !linear) return std::nullopt;
    if (!limit.lower || !limit.upper || !(limit.lower->value() < limit.upper->value())) return std::nullopt;
    return AllowedRange{limit.lower->value(), limit.upper->value(), "position limits",
                        unit_text(Quantity::position, linear)};
  }
  const auto symmetric = [&](const std::optional<Number>& most, std::string_view what,
                             Quantity quantity) -> std::optional<AllowedRange> {
    if (!most || !(most->value() > 0)) return std::nullopt;
    return AllowedRange{-most->value(), most->value(), what, unit_text(quantity, linear)};
  };
  if (interface == "velocity") return symmetric(limit.velocity, "velocity limit", Quantity::velocity);
  if (interface == "effort") return symmetric(limit.effort, "effort limit", Quantity::effort);
  return std::nullopt;
}

class ControlChecker {
 public:
  ControlChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t i = 0; i < model_.ros2_controls.size(); ++i) {
      const auto& components = model_.ros2_controls[i].components;
      for (std::size_t c = 0; c < components.size(); ++c) {
        if (!components[c].joint) continue;
        at_ = &components[c];
        joint_ = &model_.joint(components[c].joint);
        place_ = child_place(entity_place(EntityKind::ros2_control, i), Slot::component, c);
        check_follower(i);
        check_limits();
      }
    }
  }

 private:
  // True where a child <limits enable="…"/> switches limits off.
  bool limits_disabled(const Place& place) const {
    for (const Extension* extension : model_.extensions_at(place))
      if (extension->kind == Extension::Kind::element && extension->name == "limits")
        return to_lower(extension->text).find("true") == std::string::npos;
    return false;
  }

  // mimic="false" takes a joint out of the coupling.
  bool mimic_disabled() const {
    for (const Extension* extension : model_.extensions_at(place_))
      if (extension->kind == Extension::Kind::attribute && extension->name == "mimic")
        return to_lower(trim(extension->text)) != "true";
    return false;
  }

  void check_follower(std::size_t control) {
    if (!joint_->mimic || at_->command_interfaces.empty() || mimic_disabled()) return;
    const std::string names = join(at_->command_interfaces, ", ",
                                   [](const Ros2Interface& interface) { return in_quotes(interface.name); });
    const SourceRange first = at_->command_interfaces.front().range;
    diagnostics_
        .report(Rule::mimic_commanded, first.valid() ? first : name_place(*at_),
                concat(describe(model_, EntityKind::ros2_control, control), " commands ", names,
                       " of joint '", joint_->name, "', which follows '", joint_->mimic->joint.name,
                       "'; leave it only state interfaces"))
        .note(place_or_name(joint_->mimic->range, *joint_),
              concat("joint '", joint_->name, "' follows '", joint_->mimic->joint.name, "' here"));
  }

  void check_limits() {
    if (limits_disabled(place_)) return;
    const auto check = [&](const std::vector<Ros2Interface>& interfaces, Slot slot, std::string_view kind) {
      for (std::size_t k = 0; k < interfaces.size(); ++k)
        if (!interfaces[k].parameters.empty() && !limits_disabled(child_place(place_, slot, k)))
          check_interface(interfaces[k], kind);
    };
    check(at_->command_interfaces, Slot::command_interface, "command");
    check(at_->state_interfaces, Slot::state_interface, "state");
  }

  void check_interface(const Ros2Interface& interface, std::string_view kind) {
    const auto allowed = allowed_range(*joint_, interface.name);
    const bool bounded =
        interface.name == "position" || interface.name == "velocity" || interface.name == "effort";
    const Ros2Parameter* lower = nullptr;
    double least = 0;
    for (const Ros2Parameter& parameter : interface.parameters) {
      const bool is_min = parameter.name == "min";
      if (!bounded || (!is_min && parameter.name != "max")) continue;
      const std::string subject = concat("the ", parameter.name, " ", trim(parameter.value), " of ", kind,
                                         " interface '", interface.name, "' of joint '", joint_->name, "'");
      const auto value = parse_double(trim(parameter.value));
      if (!value) {
        // Text that xacro should have replaced is reported elsewhere.
        if (parameter.value.find('$') != std::string::npos) continue;
        const std::string missing = missing_expression(trim(parameter.value));
        auto finding = report(parameter, concat(subject, " is not a number", missing));
        if (!missing.empty() && parameter.value_range.valid())
          finding.suggest(parameter.value_range, as_expression(trim(parameter.value)));
        continue;
      }
      if (is_min) lower = &parameter, least = *value;
      if (!is_min && lower != nullptr && least > *value) {
        report(parameter, concat(subject, " is below its min ", least))
            .note(place_or_name(lower->range, *at_), "the min is here");
        continue;
      }
      if (allowed) check_bound(parameter, *value, is_min, *allowed, subject);
    }
  }

  void check_bound(const Ros2Parameter& parameter, double value, bool is_min, const AllowedRange& allowed,
                   const std::string& subject) {
    const double slack = kBoundTolerance * (allowed.upper - allowed.lower);
    if (value >= allowed.lower - slack && value <= allowed.upper + slack) return;
    // Far positions count as degrees if they are within the limits in degrees.
    const bool degrees = allowed.unit == " rad" && std::abs(value) > kDegreesFrom &&
                         value * kRadiansPerDegree >= allowed.lower - slack &&
                         value * kRadiansPerDegree <= allowed.upper + slack;
    // A bound beyond the opposite limit leaves no valid command.
    const bool nothing_left = is_min ? value > allowed.upper + slack : value < allowed.lower - slack;
    report(parameter,
           concat(subject, nothing_left ? " leaves nothing of the joint's " : " exceeds the joint's ",
                  allowed.what,
                  allowed.lower == -allowed.upper ? concat(" ±", allowed.upper)
                                                  : concat(" ", allowed.lower, " to ", allowed.upper),
                  allowed.unit, degrees ? "; it looks like degrees" : ""))
        .note(place_or_name(joint_->limit->range, *joint_),
              concat("the limits of joint '", joint_->name, "' are here"));
  }

  DiagnosticBuilder report(const Ros2Parameter& parameter, std::string message) {
    const SourceRange place = parameter.value_range.valid() ? parameter.value_range : parameter.range;
    return diagnostics_.report(Rule::ros2control_limits, place_or_name(place, *at_), std::move(message));
  }

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  const Ros2Component* at_ = nullptr;
  const Joint* joint_ = nullptr;
  Place place_;
};

}  // namespace

void check_control(const Model& model, const CheckContext& context) {
  ControlChecker(model, context.diagnostics).run();
  check_control_hardware(model, context);
}

}  // namespace romas
