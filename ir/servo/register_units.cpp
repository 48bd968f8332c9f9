#include "ir/servo/register_units.h"

#include <cmath>

#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas {

namespace {

struct UnitForPeople {
  std::string_view name;
  double size;  // in SI
};

UnitForPeople unit_for_people(ServoQuantity quantity) {
  switch (quantity) {
    case ServoQuantity::none: return {"", 1};
    case ServoQuantity::angle: return {"deg", kFullTurn / 360};
    case ServoQuantity::velocity: return {"rad/s", 1};
    case ServoQuantity::acceleration: return {"rad/s^2", 1};
    case ServoQuantity::current: return {"A", 1};
    case ServoQuantity::torque: return {"N*m", 1};
    case ServoQuantity::voltage: return {"V", 1};
    case ServoQuantity::time: return {"ms", 1e-3};
    case ServoQuantity::ratio: return {"%", 1e-2};
  }
  return {"", 1};
}

bool is_bound(ServoProperty property) {
  switch (property) {
    case ServoProperty::current_limit:
    case ServoProperty::velocity_limit:
    case ServoProperty::acceleration_limit:
    case ServoProperty::torque_limit:
    case ServoProperty::pwm_limit:
    case ServoProperty::goal_current: return true;
    default: return false;
  }
}

}  // namespace

bool is_register_property(const ServoPropertyInfo& info) {
  if (info.kind != ServoValueKind::whole) return false;
  switch (info.property) {
    case ServoProperty::id:
    case ServoProperty::baud:
    case ServoProperty::zero:
    case ServoProperty::feedback_id:
    case ServoProperty::second_id:
    case ServoProperty::second_zero: return false;
    default: return true;
  }
}

RegisterScale register_scale(const Servo& servo, const ServoRegister& target) {
  const bool of_profile =
      target.known == KnownRegister::profile_velocity || target.known == KnownRegister::profile_acceleration;
  if (of_profile && servo.flag(ServoProperty::time_profile)) return {ServoQuantity::time, 1e-3};
  return {target.quantity, target.unit};
}

double rounded_to_register(ServoProperty property, double counts) {
  const double nearest = std::round(counts);
  return is_bound(property) && std::abs(counts - nearest) > kCountTolerance ? std::trunc(counts) : nearest;
}

ShownQuantity shown_quantity(const RegisterScale& scale, double counts) {
  if (!(scale.unit > 0)) return {counts, {}};
  const UnitForPeople unit = unit_for_people(scale.quantity);
  return {counts * scale.unit / unit.size, unit.name};
}

std::string quantity_text(const RegisterScale& scale, double counts) {
  const ShownQuantity shown = shown_quantity(scale, counts);
  if (shown.unit.empty() || !std::isfinite(counts) || counts == 0) return {};
  return concat(six_digits(shown.value), " ", shown.unit);
}

std::string number_text(const RegisterScale& scale, double counts) {
  const std::string quantity = quantity_text(scale, counts);
  return quantity.empty() ? concat(counts) : concat(counts, " (", quantity, ")");
}

std::string pulses_text(const PulseBoard& board) {
  constexpr double kCountsOfAPulse = 4096;
  const std::string made = six_digits(board.counts_a_second() / kCountsOfAPulse);
  const std::string asked = six_digits(board.rate);
  return concat(made, " pulses a second", made == asked ? std::string() : concat(" (", asked, " asked for)"));
}

}  // namespace romas
