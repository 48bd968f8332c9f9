// Queries about one row of a servo table.
#include "backends/servo/table/servo_table.h"

namespace romas {

std::int64_t line_speed(const PlannedServo& plan) {
  if (plan.baud != 0) return plan.baud;
  if (const std::int64_t delivered = delivered_baud(plan); delivered != 0) return delivered;
  const auto& bauds = plan.device->bauds.empty() ? plan.family->bauds : plan.device->bauds;
  return bauds.empty() ? 1000000 : bauds.front().first;
}

double rounding_error(const ServoEntry& entry) { return entry.rounding; }

ServoTurning turning_of(const ServoEntry& entry) {
  const ServoConversion& conversion = entry.plan.conversion;
  const bool falls = conversion.linear() ? conversion.terms.front().counts < 0
                                         : conversion.places.back().count < conversion.places.front().count;
  if (conversion.reversed_by_servo)
    return falls ? ServoTurning::reversed_by_both : ServoTurning::reversed_by_servo;
  return falls ? ServoTurning::reversed_by_table : ServoTurning::forward;
}

std::string_view to_string(ServoTurning turning) {
  switch (turning) {
    case ServoTurning::forward: return "forward";
    case ServoTurning::reversed_by_servo: return "reversed by the servo";
    case ServoTurning::reversed_by_table: return "reversed by the table";
    case ServoTurning::reversed_by_both: return "reversed by the servo and by the table";
  }
  return {};
}

}  // namespace romas
