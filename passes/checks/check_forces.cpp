// check-forces: springs, wings and thrusters that no program can take as they stand (RM1712): directions that
// are no unit vectors, limits in the wrong order, negative sizes and stiffnesses, wings without a size,
// profiles that nobody knows.
#include <array>
#include <cmath>
#include <utility>

#include "ir/analysis/loads/airfoil.h"
#include "ir/analysis/tree/axis.h"
#include "ir/model/entity.h"
#include "ir/model/transmission_fields.h"
#include "ir/values/vector_of.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Fields that have a sign of their own: a thruster may push backwards.
bool may_be_negative(std::string_view field) {
  return field == "scale_factor" || field == "limits" || field == "direction";
}

class ForceChecker {
 public:
  explicit ForceChecker(const CheckContext& context)
      : files_(context.inputs.files), diagnostics_(context.diagnostics) {}

  void check(const ForceElement& element) {
    at_ = &element;
    std::visit([&](const auto& force) { check_signs(force); }, element.force);
    if (const auto* wing = std::get_if<Wing>(&element.force)) {
      check_profile(*wing);
      check_sizes(*wing);
    }
    if (const auto* thrust = std::get_if<Thrust>(&element.force)) check_thrust(*thrust);
  }

 private:
  DiagnosticBuilder report(SourceRange range, std::string message) {
    return diagnostics_.report(Rule::force_element, place_or_name(range, *at_), std::move(message));
  }

  template <class Force>
  void check_signs(const Force& force) {
    for_each_field<Force>([&](const auto& field) {
      if (may_be_negative(field.name)) return;
      for_each_number_of(field.of(force), [&](const Number& number) {
        if (number.value() < 0)
          report({}, concat(field.noun, " of '", at_->name, "' is negative: ", number.text()));
      });
    });
  }

  void check_profile(const Wing& wing) {
    if (find_airfoil(wing.profile) || (wing.profile.empty() && !wing.profile_range.valid())) return;
    if (!names_profile_file(wing.profile)) {
      constexpr std::array<std::string_view, 1> kNames = {"flat plate"};
      report(wing.profile_range, concat("the profile '", wing.profile, "' of wing '", at_->name,
                                        "' is not 'flat plate', NACA and four digits, or the path of a file"))
          .nearest(to_lower(wing.profile), kNames);
      return;
    }
    if (files_ == nullptr || wing.profile.find("://") != std::string::npos) return;
    if (look_up_file(wing.profile, *files_).outcome == FileLookup::Outcome::missing)
      report(wing.profile_range,
             concat("there is no file '", wing.profile, "', the profile of wing '", at_->name, "'"));
  }

  void check_sizes(const Wing& wing) {
    constexpr double kRightAngle = 90;  // degrees
    for (const auto& [size, noun] : {std::pair(&wing.chord, "chord"), std::pair(&wing.span, "span")})
      if (*size && (*size)->value() == 0)
        report({}, concat("the ", noun, " of wing '", at_->name, "' is 0, so it has no force"));
    if (wing.stall_angle && wing.stall_angle->value() > kRightAngle)
      report({}, concat("the stall angle of wing '", at_->name, "' is ", wing.stall_angle->text(),
                        " degrees, more than a right angle"));
  }

  void check_thrust(const Thrust& thrust) {
    if (thrust.direction) check_direction(thrust);
    if (!thrust.limits) return;
    const auto& [lower, upper] = *thrust.limits;
    if (lower.value() <= upper.value()) return;
    auto diagnostic =
        report(thrust.limits_range, concat("the limits of thrust '", at_->name,
                                           "' are reversed: ", lower.text(), " is above ", upper.text()));
    if (thrust.limits_range.valid())
      diagnostic.suggest(thrust.limits_range, concat(upper.text(), " ", lower.text()));
  }

  void check_direction(const Thrust& thrust) {
    constexpr double kTolerance = 1e-3;
    const Vector3 direction = vector_of(*thrust.direction);
    const double length = axis_length(direction);
    if (length == 0) {
      report(thrust.direction_range,
             concat("the direction of thrust '", at_->name, "' is zero, so it has no force"));
    } else if (std::abs(length - 1) > kTolerance) {
      auto diagnostic =
          report(thrust.direction_range,
                 concat("the direction of thrust '", at_->name, "' has length ", length,
                        ", but must be a unit vector; write ", axis_text(unit_axis(direction))));
      if (thrust.direction_range.valid())
        diagnostic.suggest(thrust.direction_range, axis_text(unit_axis(direction)));
    }
  }

  const FileSearch* files_;
  DiagnosticEngine& diagnostics_;
  const ForceElement* at_ = nullptr;
};

}  // namespace

void check_forces(const Model& model, const CheckContext& context) {
  ForceChecker checker(context);
  for (const ForceElement& element : model.force_elements) checker.check(element);
}

}  // namespace romas
