// Values of servo maps that a register holds: "1.5 A" becomes the number that the register of the joint's
// servo has for it.
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "frontend/servo/servo_map.h"
#include "ir/servo/register_units.h"
#include "support/text/text.h"

namespace romas {

namespace {

// A value that differs by more from what was asked for is worth a warning.
constexpr double kSilentRounding = 0.01;

// The units of a quantity: "rad/s, deg/s or rpm".
std::string units_of(ServoQuantity quantity) {
  std::vector<std::string_view> names;
  for (const ServoUnit& unit : all_servo_units())
    if (unit.quantity == quantity) names.push_back(unit.name);
  const std::string_view last = names.back();
  names.pop_back();
  return names.empty() ? std::string(last) : concat(join(names, ", "), " or ", last);
}

class Settling {
 public:
  Settling(Model& model, const ServoDeviceLibrary& library, DiagnosticEngine& diagnostics)
      : model_(model), library_(library), diagnostics_(diagnostics) {}

  void run(const std::vector<OpenServoValue>& open) {
    for (const OpenServoValue& value : open) {
      if (!model_.joints[value.joint].servo) continue;
      written_ = &*value.value.of_register;
      place_ = value.value.range;
      property_ = value.value.property;
      name_ = concat("'", servo_property_info(property_).name, "'");
      settle(model_.joints[value.joint]);
    }
  }

 private:
  // A value of the defaults stands at one place for many joints, and its findings are said once.
  void report(Rule rule, std::string message) {
    if (reported_.insert({rule, place_.begin, message}).second)
      diagnostics_.report(rule, place_, std::move(message));
  }

  void settle(Joint& joint) {
    Servo& servo = *joint.servo;
    const ServoDevice* device = library_.find(servo.family, servo.device);
    if (device == nullptr) {
      report(Rule::servo_map,
             concat(name_, " ", written_->text, " is a register value for joint '", joint.name,
                    "', but the device of its servo is unknown; name the device"));
      return;
    }
    const ServoRegister* target = device->find_named(servo_property_info(property_).name);
    if (target == nullptr || !target->writable) {
      report(Rule::servo_register, concat(device->name, " has no writable register ", name_));
      return;
    }
    if (const auto number = number_for(servo, *device, *target))
      servo.values.push_back({property_, Number(*number), place_});
  }

  std::optional<double> number_for(const Servo& servo, const ServoDevice& device,
                                   const ServoRegister& target) {
    const RegisterScale scale = register_scale(servo, target);
    const auto counts = counts_of(device, scale);
    if (!counts) return std::nullopt;
    if (target.encoding == ServoEncoding::real) return *counts;
    const double number = rounded_to_register(property_, *counts);
    if (number == 0 && written_->number != 0) {
      const std::string one = quantity_text(scale, 1);
      report(Rule::servo_register, concat(name_, " ", written_->text, " is less than one count of ",
                                          device.name, one.empty() ? std::string() : concat(": ", one)));
      return std::nullopt;
    }
    if (!(std::abs(number) < kMost) || !target.takes(static_cast<std::int64_t>(number))) {
      report(Rule::servo_register,
             concat(name_, " ", written_->text, " is ", number, " counts, but ", device.name, " takes ",
                    number_text(scale, static_cast<double>(target.lowest)), " to ",
                    number_text(scale, static_cast<double>(target.highest))));
      return std::nullopt;
    }
    note_rounding(scale, *counts, number);
    return number;
  }

  // In counts of the register, not rounded. Nothing, and a report, if it is another quantity.
  std::optional<double> counts_of(const ServoDevice& device, const RegisterScale& scale) {
    const ServoUnit* unit = written_->unit;
    if (unit == nullptr) return written_->number;
    const std::string of_device = concat(name_, " of ", device.name);
    if (scale.quantity == ServoQuantity::none) {
      report(Rule::servo_map, concat(of_device, " is a number without a unit, not ", written_->text));
      return std::nullopt;
    }
    if (scale.quantity != unit->quantity) {
      report(Rule::servo_map,
             concat(of_device, " takes ", describe(scale.quantity), " in ", units_of(scale.quantity),
                    ", not ", describe(unit->quantity), ": ", written_->text));
      return std::nullopt;
    }
    const double si =
        unit->of_counts ? (device.counts_per_turn > 0 ? kFullTurn / device.counts_per_turn : 0) : unit->si;
    if (!(scale.unit > 0) || !(si > 0)) {
      report(Rule::servo_map, concat("the size of one count of ", of_device,
                                     " depends on 'counts_per_turn': write counts, without a unit"));
      return std::nullopt;
    }
    return written_->number * si / scale.unit;
  }

  // The steps of a register with a unit are known to be there; a fraction without one is lost.
  void note_rounding(const RegisterScale& scale, double counts, double number) {
    const bool is_small = std::abs(number - counts) <= kSilentRounding * std::abs(counts);
    if (number == counts || (written_->unit != nullptr && is_small)) return;
    report(Rule::feature_dropped, concat(name_, " ", written_->text, " becomes ", number_text(scale, number),
                                         ": its register holds whole numbers"));
  }

  static constexpr double kMost = 9e18;  // that a register's whole number can be

  Model& model_;
  const ServoDeviceLibrary& library_;
  DiagnosticEngine& diagnostics_;
  std::set<std::tuple<Rule, std::uint32_t, std::string>> reported_;
  // The value at hand.
  const WrittenQuantity* written_ = nullptr;
  SourceRange place_;
  ServoProperty property_{};
  std::string name_;
};

}  // namespace

void settle_servo_values(const std::vector<OpenServoValue>& open, Model& model,
                         const ServoDeviceLibrary& library, DiagnosticEngine& diagnostics) {
  Settling(model, library, diagnostics).run(open);
}

}  // namespace romas
