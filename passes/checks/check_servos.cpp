// check-servos: unknown servos (RM1863), values that a register does not take (RM1861), and conflicts between
// a joint and its servo: ids (RM1851), limits out of reach (RM1852), speed and torque beyond the data sheet
// (RM1853), homing offsets that are ignored (RM1854), the end of a turn inside the travel (RM1855), steps
// that are too coarse (RM1856), prismatic joints without a gear (RM1862), figures that are doubtful (RM1864),
// buses with two speeds (RM1865, RM1876).
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

#include "ir/model/entity.h"
#include "ir/model/fields.h"
#include "ir/servo/frame.h"
#include "ir/servo/integer_map.h"
#include "ir/servo/property_checks.h"
#include "ir/servo/second_servo.h"
#include "passes/checks/servo_answers.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Default tolerance of a joint's motion by half a count: half a degree, a millimetre.
constexpr double kAngleTolerance = std::numbers::pi / 360;
constexpr double kLengthTolerance = 1e-3;
// Data sheets round.
constexpr double kSheetTolerance = 1.01;
constexpr std::int64_t kChannels = 16;  // of a board of PCA9685

bool is_linear(const Joint& joint) { return joint.type == JointType::prismatic; }

class ServoChecker {
 public:
  ServoChecker(const Model& model, const ServoDeviceLibrary& library, DiagnosticEngine& diagnostics)
      : model_(model), library_(library), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t i = 0; i < model_.joints.size(); ++i)
      if (model_.joints[i].servo) check(i);
    answers_.report(diagnostics_);
    for (const auto& [bus, servos] : unsaid_bauds_) check_unsaid_speeds(bus, servos);
  }

 private:
  static SourceRange place_of(const Joint& joint, ServoProperty property) {
    const ServoValue* value = joint.servo->find(property);
    if (value != nullptr && value->range.valid()) return value->range;
    return place_or_name(joint.servo->range, joint);
  }
  static std::string servo_of(const Joint& joint) { return concat("the servo of joint '", joint.name, "'"); }

  // Whether an error elsewhere affects the limits of a joint or its servo. Checks that compare them are then
  // left out.
  bool is_in_doubt(const Joint& joint) const {
    return diagnostics_.in_doubt(joint.limit ? joint.limit->range : joint.range) ||
           diagnostics_.in_doubt(joint.servo->range);
  }

  void check(std::size_t index) {
    const Joint& joint = model_.joints[index];
    if (joint.type == JointType::fixed) {
      diagnostics_.report(
          Rule::servo_map, place_or_name(joint.servo->range, joint),
          concat(
              "joint '", joint.name,
              "' is fixed, so no servo can move it; remove its servo, or give the joint a type that moves"));
      return;
    }
    const ServoDevice* device = find_device(joint);
    if (device == nullptr) return;
    const ServoFamily& family = library_.family_of(*device);
    check_id(joint, family, ServoProperty::id);
    check_id(joint, family, ServoProperty::second_id);
    if (!joint.servo->map.empty() && find_map_problem(joint.servo->map)) return;  // the frontend has said so
    if (lacks_gear(joint)) {
      if (!diagnostics_.in_doubt(joint.servo->range))
        diagnostics_.report(
            Rule::servo_incomplete, place_or_name(joint.servo->range, joint),
            concat(servo_of(joint), " has no gear: how many turns it makes for one metre, or a map"));
      return;
    }
    PlannedServo plan;
    // A value of a servo map's defaults is at one place for many joints, and said once.
    const auto complain = [&](SourceRange place, std::string message) {
      if (place.valid() && !complaints_.insert({place.file, place.begin, message}).second) return;
      diagnostics_.report(Rule::servo_register, place.valid() ? place : name_place(joint),
                          std::move(message));
    };
    if (!plan_servo(model_, index, *device, family, plan, complain)) return;
    if (const auto second = second_servo(*joint.servo)) check_second(index, *second, plan, complain);
    check_bus(joint, plan);
    const bool told = joint.servo->find(ServoProperty::feedback_id) != nullptr;
    answers_.add(joint, plan, place_of(joint, told ? ServoProperty::feedback_id : ServoProperty::id));
    check_homing(joint, plan);
    check_doubts(joint, plan);
    if (!is_in_doubt(joint)) {
      check_travel(joint, plan);
      check_data_sheet(joint, plan);
    }
    check_steps(joint, plan);
  }

  // Checks the consequences of the second servo's own number, zero and direction. The check of the first
  // servo covers the rest.
  void check_second(std::size_t index, const Servo& servo, const PlannedServo& first,
                    const ServoComplaint& complain) {
    const Joint& joint = model_.joints[index];
    PlannedServo plan;
    if (!plan_servo(model_, index, servo, *first.device, *first.family, plan, complain)) return;
    answers_.add(joint, plan, place_of(joint, ServoProperty::second_id));
    if (!is_in_doubt(joint)) check_travel(joint, plan);
  }

  const ServoDevice* find_device(const Joint& joint) {
    const Servo& servo = *joint.servo;
    const SourceRange place = place_or_name(servo.range, joint);
    if (servo.family.empty()) return nullptr;  // a transmission: the target says what is missing
    const ServoFamily* family = library_.find_family(servo.family);
    if (family == nullptr) {
      const std::string_view near = nearest_name(servo.family, library_.family_names);
      diagnostics_.report(
          Rule::unknown_servo, place,
          concat(servo_of(joint), " is of an unknown family '", servo.family, "'",
                 near.empty() ? concat("; known families are ", join(library_.family_names, ", ")) : "",
                 or_describe(near)));
      return nullptr;
    }
    const ServoDevice* device = library_.find(servo.family, servo.device);
    if (device == nullptr) {
      const auto index = static_cast<std::size_t>(family - library_.families.data());
      std::vector<std::string_view> names;
      for (const ServoDevice& known : library_.devices)
        if (known.family == index) names.push_back(known.name);
      const std::string_view near =
          servo.device.empty() ? std::string_view() : nearest_name(servo.device, names);
      diagnostics_.report(
          Rule::unknown_servo, place,
          servo.device.empty()
              ? concat(servo_of(joint), " names no device; the family '", servo.family, "' has ",
                       join(names, ", "))
              : concat("the family '", servo.family, "' has no device '", servo.device, "'",
                       near.empty() ? concat("; it has ", join(names, ", ")) : "", or_describe(near)));
    }
    return device;
  }

  void check_id(const Joint& joint, const ServoFamily& family, ServoProperty property) {
    const Servo& servo = *joint.servo;
    const auto id = servo.whole(property);
    if (!id || family.highest_id <= family.lowest_id) return;
    const SourceRange place = place_of(joint, property);
    if (*id < family.lowest_id || *id > family.highest_id) {
      diagnostics_.report(Rule::bus_id, place,
                          concat(servo_of(joint), " has id ", *id, "; ids of ", family.title, " are from ",
                                 family.lowest_id, " to ", family.highest_id,
                                 *id == family.broadcast_id ? ", and this one is the broadcast id" : ""));
      return;
    }
    const std::string bus(servo.text(ServoProperty::bus).value_or(""));
    const auto [first, fresh] = ids_.try_emplace({bus, *id}, std::pair(&joint, property));
    if (fresh) return;
    diagnostics_
        .report(Rule::bus_id, place,
                concat(servo_of(joint), " has id ", *id,
                       bus.empty() ? std::string() : concat(" on bus '", bus, "'"), " like that of joint '",
                       first->second.first->name, "'; give one of them another number, or another bus"))
        .note(place_of(*first->second.first, first->second.second), "the other is here");
  }

  // Whether the family's packets go over a serial line.
  static bool is_serial(const ServoFamily& family) {
    switch (family.protocol) {
      case ServoProtocol::dynamixel2:
      case ServoProtocol::feetech:
      case ServoProtocol::lx16a: return true;
      case ServoProtocol::layout:
        return std::all_of(family.layouts.begin(), family.layouts.end(),
                           [](const PacketLayout& layout) { return layout.identifier.empty(); });
      default: return false;
    }
  }

  // The name of the protocol; a family that lays its own packets out has one of its own.
  static std::string_view language_of(const ServoFamily& family) {
    return family.protocol == ServoProtocol::layout ? std::string_view(family.name)
                                                    : to_string(family.protocol);
  }

  // One bus has one speed and one protocol, one board of a PCA9685 one rate of pulses.
  void check_bus(const Joint& joint, const PlannedServo& plan) {
    const std::string& bus = plan.bus;
    const auto clash = [&](const Joint& other, ServoProperty property, std::string what,
                           std::string_view advice = {}) {
      diagnostics_
          .report(Rule::servo_bus, place_of(joint, property),
                  concat(servo_of(joint), " ", what, " joint '", other.name, "'",
                         bus.empty() ? "" : " on bus '", bus, bus.empty() ? "" : "'", advice))
          .note(place_of(other, property), "the other is here");
    };
    const std::string own_bus = concat("give '", joint.name, "' a bus of its own");
    const ServoProtocol protocol = plan.family->protocol;
    if (protocol == ServoProtocol::pca9685) {
      const auto [first, fresh] = boards_.try_emplace({bus, plan.id / kChannels}, Board{&joint, plan.pulses});
      const PulseBoard& pulses = first->second.pulses;
      if (!fresh && pulses.rate != plan.pulses.rate)
        clash(*first->second.first, ServoProperty::pulse_rate,
              concat("takes ", plan.pulses.rate, " pulses a second, but board ", plan.id / kChannels,
                     " makes ", pulses.rate, " of them for that of"));
      if (!fresh && pulses.oscillator != plan.pulses.oscillator)
        clash(*first->second.first, ServoProperty::oscillator,
              concat("has an oscillator of ", plan.pulses.oscillator / 1e6, " MHz, but board ",
                     plan.id / kChannels, " has one of ", pulses.oscillator / 1e6, " MHz for that of"));
      return;
    }
    if (protocol == ServoProtocol::timer) return;
    // On CAN, drives of several kinds have ranges of identifiers of their own.
    if (is_serial(*plan.family) && !bus.empty()) {
      const auto [first, fresh] = protocols_.try_emplace(bus, std::pair(&joint, language_of(*plan.family)));
      if (!fresh && first->second.second != language_of(*plan.family)) {
        clash(*first->second.first, ServoProperty::bus,
              concat("speaks the protocol ", language_of(*plan.family), ", but ", first->second.second,
                     " is spoken by that of"),
              concat("; ", own_bus));
        return;
      }
    }
    if (is_refused_speed(plan)) return;  // plan_servo has said so
    if (plan.baud == 0) {
      if (const std::int64_t delivered = delivered_baud(plan); delivered != 0)
        unsaid_bauds_[{bus, protocol}].push_back({&joint, delivered, plan.device});
      return;
    }
    const auto [first, fresh] = bauds_.try_emplace({bus, protocol}, std::pair(&joint, plan.baud));
    if (!fresh && first->second.second != plan.baud)
      clash(*first->second.first, ServoProperty::baud,
            concat("has ", plan.baud, " bits a second, but ", first->second.second, " are set for that of"),
            concat("; give both the same 'baud', or ", own_bus));
  }

  static bool is_refused_speed(const PlannedServo& plan) {
    const auto& known = plan.device->bauds;
    return plan.baud != 0 && !known.empty() &&
           std::ranges::none_of(known, [&](const auto& row) { return row.first == plan.baud; });
  }

  using BusKey = std::pair<std::string, ServoProtocol>;
  struct UnsaidSpeed {
    const Joint* joint;
    std::int64_t delivered;
    const ServoDevice* device;
  };

  // Servos without a 'baud', beside those that have one; where none has, beside the first of them.
  void check_unsaid_speeds(const BusKey& bus, const std::vector<UnsaidSpeed>& servos) {
    const auto said = bauds_.find(bus);
    const Joint& first = said == bauds_.end() ? *servos.front().joint : *said->second.first;
    const std::int64_t speed = said == bauds_.end() ? servos.front().delivered : said->second.second;
    for (const auto& [joint, delivered, device] : servos) {
      if (delivered == speed) continue;
      diagnostics_
          .report(
              Rule::bus_speed_unsaid, place_or_name(joint->servo->range, *joint),
              concat(servo_of(*joint), " has no 'baud', and a ", device->name, " comes with ", delivered,
                     " bits a second; that of joint '", first.name, "'", bus.first.empty() ? "" : " on bus '",
                     bus.first, bus.first.empty() ? "" : "'", said == bauds_.end() ? " comes with " : " has ",
                     speed, "; give it the 'baud' of the bus"))
          .note(place_of(first, ServoProperty::baud), "the other is here");
    }
  }

  void check_homing(const Joint& joint, const PlannedServo& plan) {
    const auto offset = joint.servo->whole(ServoProperty::homing_offset);
    const std::int64_t own = plan.device->homing_bound;
    const std::int64_t bound = own >= 0 ? own : plan.family->homing_bound;
    if (!offset || bound == 0 || !is_bounded_position(servo_mode(*joint.servo)) || std::abs(*offset) <= bound)
      return;
    diagnostics_.report(
        Rule::homing_ignored, place_of(joint, ServoProperty::homing_offset),
        concat(plan.device->name, " ignores a homing offset of ", *offset, " in position mode: it takes ",
               -bound, " to ", bound, "; move the horn, or put the difference into 'zero'"));
  }

  void check_doubts(const Joint& joint, const PlannedServo& plan) {
    const Servo& servo = *joint.servo;
    const ServoDevice& device = *plan.device;
    const bool pulses = device.pulse_high > 0;
    if (!device.doubtful.empty() && !pulses)
      diagnostics_.report(Rule::servo_doubtful, place_or_name(servo.range, joint), device.doubtful);
    if (!device.doubtful.empty() && pulses &&
        (!servo.find(ServoProperty::pulse_low) || !servo.find(ServoProperty::pulse_high) ||
         !servo.find(ServoProperty::travel)))
      diagnostics_.report(
          Rule::servo_doubtful, place_or_name(servo.range, joint),
          concat(device.doubtful, "; measure yours, and give it pulse_low, pulse_high and travel"));
    const ServoMode mode = servo_mode(servo);
    const ServoAspect aspect = controlled_by(mode);
    if (plan.conversion.reversed_by_servo && !reverses(device, aspect))
      diagnostics_.report(
          Rule::servo_doubtful, place_of(joint, ServoProperty::direction),
          concat(servo_of(joint), " reverses itself in the mode ", to_string(mode),
                 ", but its maker does not say whether a reversed ", device.name, " also reverses its ",
                 to_string(aspect), "; a negative gear reverses it in the table instead"));
    const auto offset = servo.whole(ServoProperty::homing_offset);
    if (const std::int64_t sure = plan.family->homing_sure; offset && sure > 0 && std::abs(*offset) > sure)
      diagnostics_.report(
          Rule::servo_doubtful, place_of(joint, ServoProperty::homing_offset),
          concat("a homing offset of ", *offset, " is outside ", -sure, " to ", sure,
                 ", the range of older editions of ", device.name, "; read it back, or move the horn"));
  }

  void check_travel(const Joint& joint, const PlannedServo& plan) {
    const ServoConversion& conversion = plan.conversion;
    const ServoMode mode = servo_mode(*joint.servo);
    if (controlled_by(mode) != ServoAspect::position) return;
    if (conversion.coupled() || conversion.last <= conversion.first) return;
    // Only what the device has is advised.
    const auto has = [&](ServoMode other) { return find_code(plan.device->modes, other) != nullptr; };
    const std::string_view extended =
        has(ServoMode::extended_position) ? "use the mode extended_position" : "";
    const SourceRange place = place_or_name(joint.servo->range, joint);
    if (!std::isfinite(plan.lower) || !std::isfinite(plan.upper)) {
      if (conversion.wraps)
        diagnostics_.report(
            Rule::encoder_seam, place,
            concat(servo_of(joint), " turns without end, but its reading starts again at ", conversion.first,
                   " after ", conversion.last,
                   !extended.empty()          ? "; use the mode extended_position or velocity"
                   : has(ServoMode::velocity) ? "; use the mode velocity, or give the joint limits"
                                              : "; give the joint limits"));
      return;
    }
    const CountRange wanted = counts_within(conversion, plan.lower, plan.upper);
    if (wanted.low >= conversion.first && wanted.high <= conversion.last) return;
    const std::string travel =
        concat("the travel of joint '", joint.name, "' is ", wanted.low, " to ", wanted.high, " counts");
    const auto whole = conversion.last - conversion.first;
    if (conversion.wraps) {
      const std::string advice =
          wanted.high - wanted.low <= whole
              ? concat("put 'zero' ",
                       wanted.low < conversion.first ? concat(conversion.first - wanted.low, " higher")
                                                     : concat(wanted.high - conversion.last, " lower"),
                       " and turn the horn accordingly", extended.empty() ? "" : ", or ", extended)
          : extended.empty() ? concat(plan.device->name, " has no mode beyond one turn, so limit the joint")
                             : std::string(extended);
      auto finding = diagnostics_.report(Rule::encoder_seam, place,
                                         concat(travel, ", but the reading jumps between ", conversion.last,
                                                " and ", conversion.first, " inside it; ", advice));
      note_zero(finding, *joint.servo);
      return;
    }
    const double low = conversion.joint_at(static_cast<double>(conversion.first));
    const double high = conversion.joint_at(static_cast<double>(conversion.last));
    auto finding = diagnostics_.report(
        Rule::servo_range, joint.limit->range.valid() ? SourceRange(joint.limit->range) : place,
        concat(travel, ", but ", plan.device->name, " goes from ", conversion.first, " to ", conversion.last,
               ": it reaches ", about(std::min(low, high)), " to ", about(std::max(low, high)),
               unit_text(Quantity::position, is_linear(joint))));
    note_zero(finding, *joint.servo);
  }

  // Adds a note at the zero if another file than the servo's, such as a calibration, sets it.
  static void note_zero(DiagnosticBuilder& finding, const Servo& servo) {
    const ServoValue* zero = servo.find(ServoProperty::zero);
    if (zero != nullptr && zero->range.valid() && zero->range.file != servo.range.file)
      finding.note(zero->range, "its zero is given here");
  }

  void check_data_sheet(const Joint& joint, const PlannedServo& plan) {
    if (!joint.limit) return;
    const double gear = servo_gear(plan.conversion, is_linear(joint)) *
                        (is_linear(joint) ? kFullTurn : 1);  // rad of the servo for one of the joint
    const ServoDevice& device = *plan.device;
    const SourceRange place = place_or_name(joint.limit->range, joint);
    const auto exceeds = [&](const std::optional<Number>& wanted, double sheet, double can,
                             std::string_view what, std::string_view of) {
      if (!wanted || sheet <= 0 || wanted->value() <= can * kSheetTolerance) return;
      diagnostics_.report(
          Rule::servo_speed_torque, place,
          concat("the ", what, " of joint '", joint.name, "' is ", about(wanted->value()), of, ", but ",
                 device.name, " reaches only ", about(can), of,
                 device.voltage > 0 ? concat(" at ", about(device.voltage), " V") : std::string()));
    };
    if (!frame_cuts_velocity(plan, joint))
      exceeds(joint.limit->velocity, device.no_load_speed, device.no_load_speed / gear, "velocity",
              unit_text(Quantity::velocity, is_linear(joint)));
    if (!frame_cuts_effort(plan, joint))
      exceeds(joint.limit->effort, device.stall_torque, device.stall_torque * gear * servos_of_joint(joint),
              "effort", unit_text(Quantity::effort, is_linear(joint)));
  }

  void check_steps(const Joint& joint, const PlannedServo& plan) {
    const ServoRegister* goal = plan.device->find(KnownRegister::goal_position);
    if (goal != nullptr && goal->encoding == ServoEncoding::real) return;
    const double tolerance = joint.servo->number(ServoProperty::tolerance)
                                 .value_or(is_linear(joint) ? kLengthTolerance : kAngleTolerance);
    const double rounding = plan.conversion.linear() ? plan.conversion.joint_per_count() / 2
                                                     : map_rounding_error(plan.conversion);
    const double error = rounding + joint.servo->number(ServoProperty::map_error).value_or(0);
    if (error <= tolerance) return;
    const std::string unit = unit_text(Quantity::position, is_linear(joint));
    diagnostics_.report(Rule::quantisation, place_of(joint, ServoProperty::tolerance),
                        concat(servo_of(joint), " misses a position by up to ", about(error), unit,
                               ", more than ", about(tolerance), unit));
  }

  const Model& model_;
  const ServoDeviceLibrary& library_;
  DiagnosticEngine& diagnostics_;
  std::map<std::pair<std::string, std::int64_t>, std::pair<const Joint*, ServoProperty>> ids_;
  std::set<std::tuple<FileId, std::uint32_t, std::string>> complaints_;
  ServoAnswers answers_;
  struct Board {
    const Joint* first;
    PulseBoard pulses;
  };
  std::map<std::pair<std::string, std::int64_t>, Board> boards_;
  std::map<std::string, std::pair<const Joint*, std::string_view>> protocols_;
  std::map<BusKey, std::pair<const Joint*, std::int64_t>> bauds_;
  std::map<BusKey, std::vector<UnsaidSpeed>> unsaid_bauds_;
};

}  // namespace

void check_servos(const Model& model, const CheckContext& context) {
  if (context.inputs.servos != nullptr)
    ServoChecker(model, *context.inputs.servos, context.diagnostics).run();
}

}  // namespace romas
