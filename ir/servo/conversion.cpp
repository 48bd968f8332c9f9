#include "ir/servo/conversion.h"

#include <algorithm>
#include <cmath>

#include "ir/servo/frame.h"
#include "support/text/text.h"

namespace romas {

namespace {

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
  } else if (const PulseBoard board = pulse_board(servo, device); board.possible()) {
    scale.counts_a_second = board.counts_a_second();
  }
  return scale;
}

}  // namespace

PulseBoard pulse_board(const Servo& servo, const ServoDevice& device) {
  PulseBoard board;
  board.rate = servo.number(ServoProperty::pulse_rate).value_or(device.pulse_rate);
  board.oscillator = servo.number(ServoProperty::oscillator).value_or(kPca9685Clock);
  const double divider = board.rate > 0 ? std::round(board.oscillator / (4096 * board.rate)) : 0;
  board.prescale = static_cast<int>(std::clamp(divider, 0.0, 1e6)) - 1;
  return board;
}

ServoMode servo_mode(const Servo& servo) {
  const auto text = servo.text(ServoProperty::mode);
  return text ? find_servo_word<ServoMode>(*text).value_or(ServoMode::position) : ServoMode::position;
}

ServoAspect controlled_by(ServoMode mode) {
  switch (mode) {
    case ServoMode::velocity:
    case ServoMode::cyclic_velocity: return ServoAspect::velocity;
    case ServoMode::current:
    case ServoMode::cyclic_current: return ServoAspect::current;
    case ServoMode::pwm: return ServoAspect::pwm;
    case ServoMode::position:
    case ServoMode::extended_position:
    case ServoMode::current_position:
    case ServoMode::cyclic_position:
    case ServoMode::impedance: break;
  }
  return ServoAspect::position;
}

bool is_bounded_position(ServoMode mode) {
  return mode == ServoMode::position || mode == ServoMode::cyclic_position;
}

ServoDirection servo_direction(const Servo& servo) {
  const auto text = servo.text(ServoProperty::direction);
  return text ? find_servo_word<ServoDirection>(*text).value_or(ServoDirection::forward)
              : ServoDirection::forward;
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
  return counts / conversion.counts_per_turn * (prismatic ? 1 : kFullTurn) * conversion.gear_in_drive;
}

namespace {

// Returns the turns that one rad of a joint counts as, or one metre of a prismatic joint.
double turns_per_unit(const Joint& joint) { return joint.type == JointType::prismatic ? 1.0 : 1 / kFullTurn; }

class ConversionMaker {
 public:
  ConversionMaker(const Model& model, std::size_t joint, const Servo& servo, const ServoDevice& device,
                  const ServoFamily& family, ServoConversion& conversion, std::string& error)
      : model_(model),
        joint_(joint),
        servo_(servo),
        device_(device),
        family_(family),
        conversion_(conversion),
        error_(error) {}

  bool run() {
    // A frame's 0 lies between two codes.
    zero_ = servo_.number(ServoProperty::zero)
                .value_or(has_frame(device_) ? frame_scale(device_, FrameField::position).middle
                                             : static_cast<double>(device_.centre));
    conversion_.first = device_.first_count;
    conversion_.last = device_.last_count;
    conversion_.counts_per_turn =
        servo_.number(ServoProperty::counts_per_turn).value_or(device_.counts_per_turn);
    const bool pulses =
        family_.protocol == ServoProtocol::pca9685 || family_.protocol == ServoProtocol::timer;
    if (pulses && !count_pulses()) return false;
    if (!(conversion_.counts_per_turn > 0)) {
      error_ = concat("the number of counts per turn is unknown: give counts_per_turn");
      return false;
    }
    set_range();
    const bool reverse = servo_direction(servo_) == ServoDirection::reverse;
    conversion_.reversed_by_servo = reverse && family_.reversed_by_servo;
    sign_ = reverse && !family_.reversed_by_servo ? -1 : 1;
    return servo_.map.empty() ? set_terms() : set_places();
  }

 private:
  bool count_pulses() {
    const PulseScale scale = pulse_scale(servo_, device_, family_.protocol);
    const PulseBoard board = pulse_board(servo_, device_);
    if (family_.protocol == ServoProtocol::pca9685 && !board.possible()) {
      error_ = concat("a PCA9685 with an oscillator of ", board.oscillator / 1e6, " MHz makes ",
                      std::ceil(board.oscillator / (4096 * 256.0)), " to ",
                      std::floor(board.oscillator / (4096 * 4.0)), " pulses a second, not ", board.rate);
      return false;
    }
    const double travel = servo_.number(ServoProperty::travel).value_or(device_.travel);
    if (!(scale.counts_a_second > 0) || !(scale.high > scale.low) || !(travel > 0)) {
      error_ = "its pulses need pulse_low, pulse_high, travel and the rate of counting";
      return false;
    }
    const double low = scale.low * scale.counts_a_second;
    const double high = scale.high * scale.counts_a_second;
    if (board.rate > 0 && scale.high * board.rate >= 1) {
      error_ = concat("a pulse of ", scale.high * 1e6, " us is not shorter than the ", 1e6 / board.rate,
                      " us from pulse to pulse");
      return false;
    }
    const ServoRegister* goal = device_.find(KnownRegister::goal_position);
    if (goal != nullptr && high > static_cast<double>(goal->highest)) {
      error_ = concat("its pulses are up to ", std::round(high), " counts of a timer with ",
                      scale.counts_a_second / 1e6, " MHz, and ", int{goal->size}, " bytes hold ",
                      goal->highest, "; divide the timer's clock");
      return false;
    }
    conversion_.counts_per_turn = (high - low) / travel * kFullTurn;
    conversion_.first = static_cast<std::int64_t>(std::ceil(low - kCountTolerance));
    conversion_.last = static_cast<std::int64_t>(std::floor(high + kCountTolerance));
    if (!servo_.find(ServoProperty::zero)) zero_ = (low + high) / 2;
    return true;
  }

  // Beyond one turn the reading goes on, as far as the register does.
  void set_range() {
    const ServoMode mode = servo_mode(servo_);
    const bool beyond = mode == ServoMode::extended_position || mode == ServoMode::current_position;
    if (!beyond) conversion_.wraps = family_.has_seam;
    const ServoRegister* goal = device_.find(KnownRegister::goal_position);
    if (goal == nullptr || (!beyond && conversion_.first != conversion_.last)) return;
    conversion_.first = goal->lowest;
    conversion_.last = goal->highest;
  }

  bool set_places() {
    if (const auto problem = find_map_problem(servo_.map)) {
      error_ = problem->message;
      return false;
    }
    conversion_.terms.push_back({joint_, 0});
    for (const ServoMapPoint& point : servo_.map)
      conversion_.places.push_back({point.joint.value(), zero_ + sign_ * conversion_.counts_per_turn /
                                                                     kFullTurn * point.angle.value()});
    conversion_.zero = conversion_.count_at(0);
    return true;
  }

  // A drive that is told its gear counts turns of the output.
  double gear() {
    const double written = servo_.number(ServoProperty::gear).value_or(1);
    const ServoRegister* told = device_.find(KnownRegister::gear_ratio);
    if (told == nullptr || told->encoding != ServoEncoding::real || !servo_.couplings.empty() || written == 0)
      return written;
    conversion_.gear_in_drive = std::abs(written);
    return std::copysign(1.0, written);
  }

  bool set_terms() {
    const double own = sign_ * gear() * conversion_.counts_per_turn * turns_per_unit(model_.joints[joint_]);
    if (own == 0 || !std::isfinite(own)) {
      error_ = "its gear is 0";
      return false;
    }
    conversion_.terms.push_back({joint_, own});
    for (const ServoCoupling& coupling : servo_.couplings) {
      if (!coupling.joint.id.valid()) continue;  // reported by check-references
      const std::size_t other = coupling.joint.id.index();
      conversion_.terms.push_back({other, sign_ * coupling.gear.value() * conversion_.counts_per_turn *
                                              turns_per_unit(model_.joints[other])});
    }
    conversion_.zero = zero_ - own * servo_.number(ServoProperty::offset).value_or(0);
    return true;
  }

  const Model& model_;
  std::size_t joint_;
  const Servo& servo_;
  const ServoDevice& device_;
  const ServoFamily& family_;
  ServoConversion& conversion_;
  std::string& error_;
  double zero_ = 0;  // the reading at the servo's zero
  double sign_ = 1;
};

}  // namespace

bool make_servo_conversion(const Model& model, std::size_t joint, const ServoDevice& device,
                           const ServoFamily& family, ServoConversion& conversion, std::string& error) {
  return make_servo_conversion(model, joint, *model.joints[joint].servo, device, family, conversion, error);
}

bool make_servo_conversion(const Model& model, std::size_t joint, const Servo& servo,
                           const ServoDevice& device, const ServoFamily& family, ServoConversion& conversion,
                           std::string& error) {
  conversion = {};
  return ConversionMaker(model, joint, servo, device, family, conversion, error).run();
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
