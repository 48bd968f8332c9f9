#include "ir/servo/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ir/model/no_limit.h"
#include "ir/servo/effort_current.h"
#include "ir/servo/followers.h"
#include "ir/servo/frame.h"
#include "ir/servo/property_checks.h"
#include "ir/servo/register_units.h"
#include "ir/servo/second_servo.h"
#include "ir/servo/servo_notes.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

class Planner {
 public:
  Planner(const Model& model, const Servo& servo, const ServoDevice& device, const ServoFamily& family,
          PlannedServo& plan, const ServoComplaint& complain)
      : joint_(model.joints[plan.joint]),
        servo_(servo),
        device_(device),
        family_(family),
        plan_(plan),
        complain_(complain) {}

  void run() {
    connect();
    answer();
    limit();
    set_up_board();
    identify();
    drive_mode();
    mode();
    bounds();
    scale();
    ranges();
    properties();
    hold_still();
    watch();
    add_followers(plan_);
    plan_.notes = servo_notes(plan_, joint_, servo_);
    const auto by_address = [](const ServoSetting& a, const ServoSetting& b) {
      return a.target->address < b.target->address;
    };
    std::stable_sort(plan_.persistent.begin(), plan_.persistent.end(), by_address);
    std::stable_sort(plan_.running.begin(), plan_.running.end(), by_address);
  }

 private:
  void connect() {
    plan_.id = servo_.whole(ServoProperty::id).value_or(-1);
    plan_.mode = servo_mode(servo_);
    plan_.bus = servo_.text(ServoProperty::bus).value_or("");
    plan_.baud = servo_.whole(ServoProperty::baud).value_or(0);
  }

  // Plans the number that a motor on a CAN bus answers to: the host, or a setting of its own.
  void answer() {
    // If two servos answer as themselves, 'feedback_id' is the first one's.
    const auto said =
        plan_.second && family_.host_id < 0 ? std::nullopt : servo_.whole(ServoProperty::feedback_id);
    const SourceRange place = place_of(servo_, ServoProperty::feedback_id);
    if (family_.host_id < 0 && family_.feedback_offset == 0) {
      if (said)
        complain_(place, concat("'feedback_id' has no meaning for ", device_.name, ": it answers as itself"));
      return;
    }
    plan_.feedback_id =
        said.value_or(family_.host_id >= 0 ? family_.host_id : plan_.id + family_.feedback_offset);
    if (const ServoRegister* target = device_.find(KnownRegister::feedback_id)) {
      set(*target, plan_.feedback_id, "the number that its answers go to", place);
    } else if (plan_.feedback_id < 0 || plan_.feedback_id > UINT8_MAX) {
      complain_(place, concat("'feedback_id' ", plan_.feedback_id,
                              " is outside 0 to 255, the numbers to which ", device_.name, " answers"));
    }
  }

  // Tables of frames are right only where the motor's own ranges are those of the tables.
  void ranges() {
    const std::array<std::pair<KnownRegister, double>, 3> rows = {
        {{KnownRegister::position_range, device_.frame.position},
         {KnownRegister::velocity_range, device_.frame.velocity},
         {KnownRegister::torque_range, device_.frame.torque}}};
    for (const auto& [name, most] : rows)
      if (const ServoRegister* target = device_.find(name); target != nullptr && most > 0)
        set_real(*target, most, "a frame's field goes from minus this to this");
  }

  void limit() {
    const JointLimit limit = effective_limit(joint_);
    plan_.lower = limit.lower ? limit.lower->value() : -kInfinite;
    plan_.upper = limit.upper ? limit.upper->value() : kInfinite;
    plan_.counts = {plan_.conversion.first, plan_.conversion.last};
    if (!limit.lower && !limit.upper) return;
    const CountRange within = counts_within(plan_.conversion, plan_.lower, plan_.upper);
    plan_.counts = {std::max(within.low, plan_.counts.low), std::min(within.high, plan_.counts.high)};
  }

  // Returns false, and says so, if the register does not take the value.
  bool takes(const ServoRegister& target, std::int64_t value, std::string_view what, SourceRange place) {
    if (target.longest_time > 0 && value > target.longest_time && servo_.flag(ServoProperty::time_profile)) {
      complain_(place, concat(what, " ", value, " is a time in ms here, but '", target.name, "' of ",
                              device_.name, " takes at most ", target.longest_time));
      return false;
    }
    if (target.takes(value)) return true;
    complain_(place, concat(what, " ", value, " is outside ", target.lowest, " to ", target.highest,
                            ", the range of '", target.name, "' of ", device_.name));
    return false;
  }

  void set(const ServoRegister& target, std::int64_t value, std::string meaning, SourceRange place) {
    if (!takes(target, value, concat("'", target.name, "'"), place)) return;
    (target.persistent ? plan_.persistent : plan_.running)
        .push_back({&target, value, static_cast<double>(value), with_note(target, std::move(meaning))});
  }

  void set_real(const ServoRegister& target, double value, std::string meaning) {
    (target.persistent ? plan_.persistent : plan_.running)
        .push_back({&target, std::isnan(value) ? 0 : std::llround(value), value,
                    with_note(target, std::move(meaning))});
  }

  static std::string with_note(const ServoRegister& target, std::string meaning) {
    return target.note.empty() ? meaning : concat(meaning, "; ", target.note);
  }

  // NXP PCA9685 data sheet, rev. 4, 7.3.1.1 and 7.3.5: asleep, prescale, awake with register auto-increment,
  // and after 500 us restarted.
  void set_up_board() {
    if (family_.protocol != ServoProtocol::pca9685) return;
    plan_.pulses = pulse_board(servo_, device_);
    const ServoRegister* mode = device_.find_named("mode1");
    const ServoRegister* prescale = device_.find_named("prescale");
    if (mode == nullptr || prescale == nullptr) return;
    constexpr std::int64_t kRestart = 0x80, kCountOn = 0x20, kSleep = 0x10;
    constexpr std::uint16_t kOscillatorStarts = 500;  // us
    plan_.board = {
        {mode, kSleep, 0, "the board sleeps, so that its prescaler can be set"},
        {prescale, plan_.pulses.prescale, 0, concat(pulses_text(plan_.pulses), " on all of its channels")},
        {mode, kCountOn, 0, "the board wakes, and counts registers on by itself"},
        {mode, kRestart | kCountOn, 0, "it goes on", kOscillatorStarts}};
  }

  void identify() {
    if (const ServoRegister* r = device_.find(KnownRegister::model_number);
        r != nullptr && device_.model_number)
      plan_.identity.push_back({r, *device_.model_number, 0, device_.name});
    if (const ServoRegister* r = device_.find(KnownRegister::id); r != nullptr && plan_.id >= 0)
      plan_.identity.push_back({r, plan_.id, 0, "the servo's own number"});
    const ServoRegister* baud = device_.find(KnownRegister::baud);
    if (plan_.baud == 0) return;
    const auto code = std::find_if(device_.bauds.begin(), device_.bauds.end(),
                                   [&](const auto& row) { return row.first == plan_.baud; });
    if (code == device_.bauds.end() && !device_.bauds.empty()) {
      complain_(place_of(servo_, ServoProperty::baud),
                concat(plan_.baud, " bits a second are not among those of ", device_.name, ": ",
                       join(device_.bauds, ", ", [](const auto& row) { return row.first; })));
    } else if (baud != nullptr && code != device_.bauds.end()) {
      plan_.identity.push_back({baud, code->second, 0, concat(plan_.baud, " bits a second")});
    }
  }

  void drive_mode() {
    const ServoRegister* target = device_.find(KnownRegister::drive_mode);
    const bool times = servo_.flag(ServoProperty::time_profile);
    const ServoCode<ServoFlag>* time_flag = find_code(family_.flags, ServoFlag::time_profile);
    if (times && (target == nullptr || time_flag == nullptr))
      complain_(place_of(servo_, ServoProperty::time_profile),
                concat(device_.name, " has no profile whose registers are times"));
    if (target == nullptr) return;
    std::int64_t value = 0;
    std::vector<std::string_view> meanings;
    const auto add = [&](const ServoCode<ServoFlag>* flag, std::string_view words) {
      if (flag == nullptr) return;
      value |= flag->code;
      meanings.push_back(words);
    };
    if (plan_.conversion.reversed_by_servo) add(find_code(family_.flags, ServoFlag::reverse), "reversed");
    if (is_slave()) add(find_code(family_.flags, ServoFlag::slave), "slave of the other servo");
    if (times) add(time_flag, "profile in milliseconds");
    set(*target, value, meanings.empty() ? "forward" : join(meanings, ", "), servo_.range);
  }

  void mode() {
    ServoMode wanted = servo_mode(servo_);
    const ServoCode<ServoMode>* code = find_code(device_.modes, wanted);
    if (code == nullptr && !servo_.find(ServoProperty::mode) && has_frame(device_)) {
      wanted = ServoMode::impedance;
      code = find_code(device_.modes, wanted);
    }
    if (code == nullptr) {
      // A device without modes controls positions.
      if (!servo_.find(ServoProperty::mode) || (device_.modes.empty() && wanted == ServoMode::position))
        return;
      complain_(
          place_of(servo_, ServoProperty::mode),
          concat(device_.name, " has no mode ", to_string(wanted), device_.modes.empty() ? "" : "; it has ",
                 join(device_.modes, ", ", &ServoCode<ServoMode>::name)));
      return;
    }
    if (const ServoRegister* target = device_.find(KnownRegister::mode))
      set(*target, code->code, std::string(to_string(wanted)), place_of(servo_, ServoProperty::mode));
    const ServoRegister* input = device_.find(KnownRegister::input_mode);
    if (const ServoCode<ServoMode>* taken = find_code(family_.input_modes, wanted); input && taken)
      set(*input, taken->code, "how goals are taken", place_of(servo_, ServoProperty::mode));
  }

  // The servo's own bounds count in position mode only.
  void bounds() {
    const ServoRegister* low = device_.find(KnownRegister::min_position);
    const ServoRegister* high = device_.find(KnownRegister::max_position);
    if (low == nullptr || high == nullptr || !is_bounded_position(servo_mode(servo_))) return;
    if (low->encoding == ServoEncoding::real) {
      if (!std::isfinite(plan_.lower) || !std::isfinite(plan_.upper) || plan_.conversion.coupled()) {
        // Left alone, the drive keeps the narrow limits of the factory.
        for (const ServoRegister* bound : {low, high})
          set_real(*bound, std::numeric_limits<double>::quiet_NaN(), "no limit");
        return;
      }
      const double one = plan_.conversion.count_at(plan_.lower);
      const double other = plan_.conversion.count_at(plan_.upper);
      set_real(*low, std::min(one, other), "lower end of the travel");
      set_real(*high, std::max(one, other), "upper end of the travel");
      return;
    }
    if (plan_.conversion.coupled() || plan_.counts.empty()) return;  // RM1852
    set(*low, plan_.counts.low,
        concat("joint at ", plan_.conversion.joint_at(static_cast<double>(plan_.counts.low))), servo_.range);
    set(*high, plan_.counts.high,
        concat("joint at ", plan_.conversion.joint_at(static_cast<double>(plan_.counts.high))), servo_.range);
  }

  // Sets the counts of the encoder and the gear in drives that have registers for them.
  void scale() {
    if (const ServoRegister* counts = device_.find(KnownRegister::encoder_counts))
      set(*counts, std::llround(plan_.conversion.counts_per_turn),
          "counts of the encoder for one turn of its shaft", servo_.range);
    const ServoRegister* gear = device_.find(KnownRegister::gear_ratio);
    if (gear == nullptr) return;
    if (gear->encoding != ServoEncoding::real) {
      unscale();
      return;
    }
    const double ratio = 1 / servo_gear(plan_.conversion, joint_.type == JointType::prismatic);
    if (std::isfinite(ratio))
      set_real(*gear, ratio, "turns of the joint for one of the rotor");
    else
      complain_(place_of(servo_, ServoProperty::gear), concat("the reciprocal of the gear is beyond what '",
                                                              gear->name, "' of ", device_.name, " takes"));
  }

  // A drive that could count something else than its encoder is told not to.
  void unscale() {
    const std::int64_t counts = std::llround(plan_.conversion.counts_per_turn);
    const std::array<std::pair<KnownRegister, std::int64_t>, 4> rows = {
        {{KnownRegister::gear_ratio, 1},
         {KnownRegister::gear_shaft_turns, 1},
         {KnownRegister::feed, counts},
         {KnownRegister::feed_shaft_turns, 1}}};
    for (const auto& [name, value] : rows)
      if (const ServoRegister* target = device_.find(name))
        set(*target, value, "positions are counts of the encoder", servo_.range);
  }

  void properties() {
    check_servo_properties(servo_, device_, family_, complain_);
    check_frame(plan_, joint_, servo_, complain_);
    check_second_servo(plan_, servo_, complain_);
    if (const auto current = current_for_effort(plan_, joint_, servo_, complain_))
      set(*current->target, current->value, current->meaning,
          place_of(servo_, ServoProperty::current_from_effort));
    for (const ServoValue& value : servo_.values) {
      const ServoPropertyInfo& info = servo_property_info(value.property);
      if (!is_register_property(info)) continue;
      const ServoRegister* target = device_.find_named(info.name);
      const SourceRange place = value.range.valid() ? value.range : servo_.range;
      if (target == nullptr || !target->writable) {
        complain_(place, concat(device_.name, " has no writable register '", info.name, "'"));
        continue;
      }
      const double number = std::get<Number>(value.value).value();
      const std::string quantity = quantity_text(register_scale(servo_, *target), number);
      std::string meaning =
          quantity.empty() ? std::string(info.summary) : concat(info.summary, ": ", quantity);
      if (target->encoding == ServoEncoding::real)
        property_real(*target, number, std::move(meaning), place);
      else if (number != std::round(number))
        complain_(place, concat("'", info.name, "' of ", device_.name,
                                " is a register of whole numbers, not ", number));
      else
        set(*target, static_cast<std::int64_t>(number), std::move(meaning), place);
    }
  }

  void property_real(const ServoRegister& target, double number, std::string meaning, SourceRange place) {
    if (number < static_cast<double>(target.lowest) || number > static_cast<double>(target.highest)) {
      complain_(place, concat("'", target.name, "' ", number, " is outside ", target.lowest, " to ",
                              target.highest, ", the range of ", device_.name));
    } else if (!target.in_frame) {
      set_real(target, number, std::move(meaning));
    } else if (target.known == KnownRegister::p_gain || target.known == KnownRegister::d_gain) {
      (target.known == KnownRegister::p_gain ? plan_.kp : plan_.kd) = number;
    }
  }

  // A goal that the servo begins with counts as soon as torque is on: one that moves it is taken away first.
  void hold_still() {
    const ServoAspect aspect = controlled_by(plan_.mode);
    const ServoRegister* goal = aspect == ServoAspect::pwm        ? device_.find_named("goal_pwm")
                                : aspect == ServoAspect::velocity ? device_.find(KnownRegister::goal_velocity)
                                : aspect == ServoAspect::current  ? device_.find(KnownRegister::goal_current)
                                                                  : nullptr;
    if (goal == nullptr || goal->initial.value_or(0) == 0) return;
    const bool said = std::any_of(plan_.running.begin(), plan_.running.end(),
                                  [&](const ServoSetting& setting) { return setting.target == goal; });
    if (!said)
      set(*goal, 0, concat("it begins with ", *goal->initial, ", and would turn at once"), servo_.range);
  }

  // Registers that the description sets itself are left to it.
  void watch() {
    for (const ServoAssignment& step : family_.watchdog) {
      const ServoRegister* target = device_.find_named(step.target);
      if (target == nullptr) continue;
      auto& settings = target->persistent ? plan_.persistent : plan_.running;
      if (std::any_of(settings.begin(), settings.end(),
                      [&](const ServoSetting& setting) { return setting.target == target; }))
        continue;
      settings.push_back({target, step.value, step.real, with_note(*target, "what a silent host means")});
    }
  }

  bool is_slave() const { return plan_.second && servo_.flag(ServoProperty::second_slave); }

  const Joint& joint_;
  const Servo& servo_;
  const ServoDevice& device_;
  const ServoFamily& family_;
  PlannedServo& plan_;
  const ServoComplaint& complain_;
};

}  // namespace

bool plan_servo(const Model& model, std::size_t joint, const ServoDevice& device, const ServoFamily& family,
                PlannedServo& plan, const ServoComplaint& complain) {
  return plan_servo(model, joint, *model.joints[joint].servo, device, family, plan, complain);
}

bool plan_servo(const Model& model, std::size_t joint, const Servo& servo, const ServoDevice& device,
                const ServoFamily& family, PlannedServo& plan, const ServoComplaint& complain) {
  plan = {};
  plan.joint = joint;
  plan.device = &device;
  plan.family = &family;
  plan.second = &servo != &*model.joints[joint].servo;
  std::string error;
  if (!make_servo_conversion(model, joint, servo, device, family, plan.conversion, error)) {
    complain(servo.range,
             concat("the servo of joint '", model.joints[joint].name, "' cannot be converted: ", error));
    return false;
  }
  Planner(model, servo, device, family, plan, complain).run();
  return true;
}

}  // namespace romas
