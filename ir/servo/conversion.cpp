#include "ir/servo/conversion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/text.h"

namespace romas {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kPca9685Clock = 25e6;  // Hz: of its own oscillator

// The straight line through the two places that are nearest to x, seen along `from` → `to`.
template <class From, class To>
double interpolate(const std::vector<ServoConversion::Place>& places, double x, From from, To to) {
  const bool rising = from(places.back()) > from(places.front());
  std::size_t i = 1;
  while (i + 1 < places.size() && (rising ? x > from(places[i]) : x < from(places[i]))) ++i;
  const double x0 = from(places[i - 1]);
  const double x1 = from(places[i]);
  const double y0 = to(places[i - 1]);
  const double y1 = to(places[i]);
  return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
}

constexpr auto joint_of = [](const ServoConversion::Place& place) { return place.joint; };
constexpr auto count_of = [](const ServoConversion::Place& place) { return place.count; };

// Pulses: counts of the timer that makes them.
struct PulseScale {
  double counts_a_second = 0;
  double low = 0, high = 0;  // s
};

PulseScale pulse_scale(const Servo& servo, const ServoDevice& device, ServoProtocol protocol) {
  PulseScale scale;
  scale.low = servo.number(ServoProperty::pulse_low).value_or(device.pulse_low);
  scale.high = servo.number(ServoProperty::pulse_high).value_or(device.pulse_high);
  if (protocol == ServoProtocol::timer) {
    scale.counts_a_second = servo.number(ServoProperty::timer_clock).value_or(device.timer_clock);
  } else {
    // The chip divides its clock by a whole number.
    const double rate = servo.number(ServoProperty::pulse_rate).value_or(device.pulse_rate);
    if (rate > 0)
      scale.counts_a_second =
          kPca9685Clock / std::clamp(std::round(kPca9685Clock / (4096 * rate)), 4.0, 256.0);
  }
  return scale;
}

}  // namespace

std::string_view servo_mode(const Servo& servo) {
  return servo.text(ServoProperty::mode).value_or("position");
}

double ServoConversion::count_at(double joint) const {
  if (!linear()) return interpolate(places, joint, joint_of, count_of);
  return zero + terms.front().counts * joint;
}

double ServoConversion::joint_at(double count) const {
  if (!linear()) return interpolate(places, count, count_of, joint_of);
  return (count - zero) / terms.front().counts;
}

double ServoConversion::joint_per_count() const {
  if (linear()) return 1 / std::abs(terms.front().counts);
  double most = 0;
  for (std::size_t i = 1; i < places.size(); ++i)
    most = std::max(
        most, std::abs((places[i].joint - places[i - 1].joint) / (places[i].count - places[i - 1].count)));
  return most;
}

double servo_gear(const ServoConversion& conversion, bool prismatic) {
  double counts = std::abs(conversion.terms.front().counts);
  for (std::size_t i = 1; i < conversion.places.size(); ++i) {
    const auto& a = conversion.places[i - 1];
    const auto& b = conversion.places[i];
    counts = std::max(counts, std::abs((b.count - a.count) / (b.joint - a.joint)));
  }
  return counts / conversion.counts_per_turn * (prismatic ? 1 : kTurn) * conversion.gear_in_drive;
}

bool make_servo_conversion(const Model& model, std::size_t joint_index, const ServoDevice& device,
                           const ServoFamily& family, ServoConversion& conversion, std::string& error) {
  const Joint& joint = model.joints[joint_index];
  const Servo& servo = *joint.servo;
  conversion = {};
  double zero = servo.number(ServoProperty::zero).value_or(static_cast<double>(device.centre));
  conversion.first = device.first_count;
  conversion.last = device.last_count;
  conversion.counts_per_turn = servo.number(ServoProperty::counts_per_turn).value_or(device.counts_per_turn);
  if (family.protocol == ServoProtocol::pca9685 || family.protocol == ServoProtocol::timer) {
    const PulseScale scale = pulse_scale(servo, device, family.protocol);
    const double travel = servo.number(ServoProperty::travel).value_or(device.travel);
    if (!(scale.counts_a_second > 0) || !(scale.high > scale.low) || !(travel > 0)) {
      error = "its pulses need pulse_low, pulse_high, travel and the rate of counting";
      return false;
    }
    const double low = scale.low * scale.counts_a_second;
    const double high = scale.high * scale.counts_a_second;
    conversion.counts_per_turn = (high - low) / travel * kTurn;
    conversion.first = static_cast<std::int64_t>(std::ceil(low - kCountTolerance));
    conversion.last = static_cast<std::int64_t>(std::floor(high + kCountTolerance));
    if (!servo.find(ServoProperty::zero)) zero = (low + high) / 2;
  }
  if (!(conversion.counts_per_turn > 0)) {
    error = concat("how many counts a turn has is open: say counts_per_turn");
    return false;
  }
  // Beyond one turn the reading goes on, as far as the register does.
  const std::string_view mode = servo_mode(servo);
  const ServoRegister* goal = device.find("goal_position");
  if (mode == "extended_position" || mode == "current_position") {
    if (goal != nullptr) {
      conversion.first = goal->lowest;
      conversion.last = goal->highest;
    }
  } else {
    conversion.wraps = family.has_seam;
  }
  if (conversion.first == conversion.last && goal != nullptr) {
    conversion.first = goal->lowest;
    conversion.last = goal->highest;
  }
  const bool reverse = servo.text(ServoProperty::direction).value_or("forward") == "reverse";
  conversion.reversed_by_servo = reverse && family.reversed_by_servo;
  const double sign = reverse && !family.reversed_by_servo ? -1 : 1;
  const auto unit_of = [](const Joint& turned) {
    return turned.type == JointType::prismatic ? 1.0 : 1 / kTurn;
  };
  if (!servo.map.empty()) {
    if (const auto problem = find_map_problem(servo.map)) {
      error = problem->message;
      return false;
    }
    conversion.terms.push_back({joint_index, 0});
    for (const ServoMapPoint& point : servo.map)
      conversion.places.push_back(
          {point.joint.value(), zero + sign * conversion.counts_per_turn / kTurn * point.angle.value()});
    conversion.zero = conversion.count_at(0);
    return true;
  }
  double gear = servo.number(ServoProperty::gear).value_or(1);
  // A drive that is told its gear counts turns of the output.
  const ServoRegister* told = device.find("gear_ratio");
  if (told != nullptr && told->encoding == ServoEncoding::real && servo.couplings.empty() && gear != 0) {
    conversion.gear_in_drive = std::abs(gear);
    gear = std::copysign(1.0, gear);
  }
  const double own = sign * gear * conversion.counts_per_turn * unit_of(joint);
  if (own == 0 || !std::isfinite(own)) {
    error = "its gear is 0";
    return false;
  }
  conversion.terms.push_back({joint_index, own});
  for (const ServoCoupling& coupling : servo.couplings) {
    if (!coupling.joint.id.valid()) continue;  // reported by check-references
    const std::size_t other = coupling.joint.id.index();
    conversion.terms.push_back(
        {other, sign * coupling.gear.value() * conversion.counts_per_turn * unit_of(model.joints[other])});
  }
  conversion.zero = zero - own * servo.number(ServoProperty::offset).value_or(0);
  return true;
}

CountRange counts_within(const ServoConversion& conversion, double lower, double upper) {
  double low = conversion.count_at(lower);
  double high = conversion.count_at(upper);
  if (low > high) std::swap(low, high);
  // Readings far beyond any register are of no use, and would not fit a whole number.
  constexpr double kFar = 4e18;
  low = std::clamp(low, -kFar, kFar);
  high = std::clamp(high, -kFar, kFar);
  return {static_cast<std::int64_t>(std::ceil(low - kCountTolerance)),
          static_cast<std::int64_t>(std::floor(high + kCountTolerance))};
}

}  // namespace romas
