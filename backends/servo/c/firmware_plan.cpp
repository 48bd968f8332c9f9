#include "backends/servo/c/firmware_plan.h"

#include <algorithm>
#include <cmath>

#include "backends/servo/c/integer_tables.h"
#include "backends/servo/packets/packets.h"
#include "ir/model/entity.h"
#include "ir/servo/property_checks.h"
#include "support/text/text.h"

namespace romas {

bool speaks(const DrivenServo& servo, ServoProtocol protocol) {
  return servo.entry->plan.family->protocol == protocol;
}

bool DriverPlan::speaks_to_any() const {
  return std::any_of(servos.begin(), servos.end(), [](const DrivenServo& servo) { return servo.spoken_to; });
}

std::size_t DriverPlan::step_count() const {
  std::size_t count = 0;
  for (const DrivenServo& servo : servos)
    count += servo.expects.size() + servo.offs.size() + servo.recoveries.size() + servo.settings.size() +
             servo.ons.size();
  return count;
}

namespace {

constexpr std::size_t kLongestState = 16;  // bytes that are read at once
constexpr std::size_t kLongestStep = 4;    // bytes of a write

std::uint32_t command_that_reads(const ServoRegister& target, ServoProtocol protocol) {
  if (protocol != ServoProtocol::lx16a || !target.writable) return target.address;
  return target.read_address == 0 ? kNoDriverAddress : target.read_address;
}

bool fits(const ServoRegister& target) { return target.encoding != ServoEncoding::real && target.size <= 4; }

std::int64_t value_or_initial(const PlannedServo& plan, const ServoRegister& target) {
  for (const auto* settings : {&plan.persistent, &plan.running})
    for (const ServoSetting& setting : *settings)
      if (setting.target->name == target.name) return setting.value;
  return target.initial.value_or(std::clamp<std::int64_t>(0, target.lowest, target.highest));
}

// The commands of the LX-16A that write these values.
std::vector<DriverStep> command_steps(const PlannedServo& plan, const std::vector<ServoSetting>& settings) {
  std::vector<ServoWrite> writes;
  for (const ServoSetting& setting : settings) writes.push_back({setting.target, setting.value});
  std::vector<DriverStep> steps;
  for (const ServoPacket& packet : write_packets(*plan.family, *plan.device, plan.id, writes)) {
    constexpr std::size_t kCommand = 4, kValues = 5, kChecksum = 1;
    DriverStep step;
    step.address = packet[kCommand];
    step.size = packet.size() - kValues - kChecksum;
    for (std::size_t i = 0; i < step.size; ++i) step.value |= std::uint64_t{packet[kValues + i]} << 8 * i;
    for (const ServoRegister& target : plan.device->registers) {
      if (!target.writable || target.address != step.address) continue;
      step.read = command_that_reads(target, plan.family->protocol);
      step.persistent = step.persistent || target.persistent;
      step.bound |= bound_in(target);
      step.what += concat(step.what.empty() ? "" : ", ", target.name);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<ServoSetting> settings_of(const PlannedServo& plan, const std::vector<ServoAssignment>& steps) {
  std::vector<ServoSetting> settings;
  for (const ServoAssignment& step : steps)
    if (const ServoSetting setting = servo_step(*plan.device, step);
        setting.target != nullptr && fits(*setting.target))
      settings.push_back(setting);
  return settings;
}

KnownRegister goal_of(ServoAspect aspect) {
  return aspect == ServoAspect::position   ? KnownRegister::goal_position
         : aspect == ServoAspect::velocity ? KnownRegister::goal_velocity
                                           : KnownRegister::goal_current;
}

class DriverPlanner {
 public:
  explicit DriverPlanner(ServoFormatContext& context) : context_(context) {}

  DriverPlan run() {
    for (const ServoEntry& entry : context_.table.entries) add(entry);
    group();
    return std::move(plan_);
  }

 private:
  const Joint& joint_of(const ServoEntry& entry) const { return context_.model.joints[entry.plan.joint]; }

  void drop(const ServoEntry& entry, std::string message) {
    const Joint& joint = joint_of(entry);
    context_.diagnostics.report(Rule::feature_dropped, place_or_name(joint.servo->range, joint),
                                std::move(message));
  }

  void add(const ServoEntry& entry) {
    const PlannedServo& plan = entry.plan;
    DrivenServo& servo = plan_.servos.emplace_back();
    servo.entry = &entry;
    const ServoRegister* present = plan.device->find(KnownRegister::present_position);
    const bool laid = plan.family->protocol == ServoProtocol::layout;
    if (!tells_position(*plan.family) || present == nullptr || !fits(*present) ||
        (laid && !exchange_to_read(plan, *present))) {
      drop(entry, concat("the driver of the format firmware leaves out joint '", joint_of(entry).name,
                         "': ", why_untold(*plan.family)));
      return;
    }
    servo.spoken_to = true;
    add_steps(servo);
    add_goal(servo);
    add_state(servo, *present);
  }

  std::uint32_t number_of(std::optional<LaidExchange> exchange) {
    if (!exchange) return kNoDriverAddress;
    plan_.exchanges.push_back(*std::move(exchange));
    return static_cast<std::uint32_t>(plan_.exchanges.size() - 1);
  }
  std::uint32_t exchange_that_writes(const PlannedServo& plan, const ServoRegister& target) {
    return number_of(exchange_to_write(plan, context_.model.joints[plan.joint], target));
  }
  std::uint32_t exchange_that_reads(const PlannedServo& plan, const ServoRegister& target) {
    return number_of(exchange_to_read(plan, target));
  }

  // The place that a value is read from: where it is written, but of the LX-16A another command.
  std::uint32_t read_place(const PlannedServo& plan, const ServoRegister& target) {
    if (plan.family->protocol == ServoProtocol::layout) return exchange_that_reads(plan, target);
    return command_that_reads(target, plan.family->protocol);
  }

  std::vector<DriverStep> make_steps(const PlannedServo& plan, const std::vector<ServoSetting>& settings) {
    if (plan.family->protocol == ServoProtocol::lx16a) return command_steps(plan, settings);
    const bool laid = plan.family->protocol == ServoProtocol::layout;
    std::vector<DriverStep> steps;
    for (const ServoSetting& setting : settings) {
      const ServoRegister& target = *setting.target;
      const std::uint32_t address = laid ? exchange_that_writes(plan, target) : target.address;
      steps.push_back({target.encode(setting.value), address, read_place(plan, target), target.size,
                       target.persistent, bound_in(target), concat(target.name, " = ", setting.value)});
    }
    return steps;
  }

  // Whether every goal carries the value of a setting.
  bool goes_with_goals(const PlannedServo& plan, const Joint& joint, const ServoRegister& target) const {
    const ServoRegister* goal = plan.device->find(goal_of(controlled_by(servo_mode(*joint.servo))));
    const PacketLayout* packet = goal == nullptr ? nullptr : layout_to_write(*plan.family, *goal);
    return packet != nullptr && names_register(*packet, target.name);
  }

  bool is_said(const PlannedServo& plan, const ServoSetting& setting) const {
    if (plan.family->protocol != ServoProtocol::layout)
      return !write_packet(*plan.family, plan.id, *setting.target, setting.value).empty();
    return exchange_to_write(plan, context_.model.joints[plan.joint], *setting.target).has_value();
  }

  void add_steps(DrivenServo& servo) {
    const PlannedServo& plan = servo.entry->plan;
    const Joint& joint = joint_of(*servo.entry);
    for (const ServoSetting& setting : plan.identity) {
      const ServoRegister& target = *setting.target;
      if (target.known == KnownRegister::baud || !fits(target)) continue;
      const std::uint32_t read = read_place(plan, target);
      if (read == kNoDriverAddress || (speaks(servo, ServoProtocol::lx16a) && target.subindex != 0)) continue;
      servo.expects.push_back({target.encode(setting.value), target.address, read, target.size, false, 0,
                               concat(target.name, " is ", setting.value)});
    }
    std::vector<ServoSetting> settings;
    std::vector<std::string> unsaid;
    const auto sayable = [&](std::vector<ServoSetting> wanted) {
      std::erase_if(wanted, [&](const ServoSetting& setting) {
        const bool said = is_said(plan, setting);
        if (!said) unsaid.push_back(setting.target->name);
        return !said;
      });
      return wanted;
    };
    const auto append = [&](std::vector<ServoSetting> more) {
      std::erase_if(more, [&](const ServoSetting& setting) {  // the format c has reported what does not fit
        return !fits(*setting.target) || goes_with_goals(plan, joint, *setting.target);
      });
      for (ServoSetting& setting : sayable(std::move(more))) settings.push_back(std::move(setting));
    };
    const auto steps_of = [&](const std::vector<ServoAssignment>& steps) {
      return make_steps(plan, sayable(settings_of(plan, steps)));
    };
    const bool gated = !plan.persistent.empty();
    if (gated && plan.family->unlock) append(settings_of(plan, {*plan.family->unlock}));
    append(plan.persistent);
    if (gated && plan.family->lock) append(settings_of(plan, {*plan.family->lock}));
    append(plan.running);
    servo.settings = make_steps(plan, settings);
    servo.offs = steps_of(plan.family->torque_off);
    servo.recoveries = steps_of(plan.family->recovery);
    servo.ons = steps_of(plan.family->torque_on);
    std::erase_if(servo.settings, [&](const DriverStep& step) {
      if (step.size > kLongestStep) unsaid.push_back(step.what);
      return step.size > kLongestStep;
    });
    if (unsaid.empty()) return;
    drop(*servo.entry,
         concat("the driver of the format firmware has no packets for settings of the servo of joint '",
                joint_of(*servo.entry).name, "': ", join(unsaid, ", ")));
  }

  void add_goal(DrivenServo& servo) {
    const PlannedServo& plan = servo.entry->plan;
    const ServoAspect aspect = controlled_by(servo_mode(*joint_of(*servo.entry).servo));
    if (aspect == ServoAspect::pwm) {
      drop(*servo.entry, concat("the driver of the format firmware reads joint '",
                                joint_of(*servo.entry).name, "' only: it has no goals for the mode pwm"));
      return;
    }
    const KnownRegister kind = goal_of(aspect);
    const ServoRegister* goal = plan.device->find(kind);
    if (goal == nullptr || !fits(*goal)) {
      drop(*servo.entry,
           concat("the driver of the format firmware reads joint '", joint_of(*servo.entry).name,
                  "' only: its servo has no register '", to_string(kind), "'"));
      return;
    }
    const bool laid = speaks(servo, ServoProtocol::layout);
    const std::uint32_t address = laid ? exchange_that_writes(plan, *goal) : goal->address;
    if (address == kNoDriverAddress) {
      drop(*servo.entry,
           concat("the driver of the format firmware reads joint '", joint_of(*servo.entry).name,
                  "' only: no packet of its servo gives the register '", to_string(kind), "' alone"));
      return;
    }
    servo.goal = kind;
    servo.goal_address = address;
    servo.goal_read = read_place(plan, *goal);
    servo.goal_size = goal->size;
    if (!speaks(servo, ServoProtocol::lx16a)) return;
    for (const ServoRegister& other : plan.device->registers) {
      if (!other.writable || other.address != goal->address) continue;
      servo.goal_size = std::max(servo.goal_size, std::size_t{other.subindex} + other.size);
      if (&other != goal) servo.fill |= other.encode(value_or_initial(plan, other)) << 8U * other.subindex;
    }
  }

  // Position, velocity and current, where they lie close enough to be read at once.
  void add_state(DrivenServo& servo, const ServoRegister& present) {
    const PlannedServo& plan = servo.entry->plan;
    if (speaks(servo, ServoProtocol::layout)) {
      servo.state = exchange_that_reads(plan, present);
      servo.state_size = present.size;
      return;
    }
    servo.state = present.address;
    servo.state_size = std::size_t{present.subindex} + present.size;
    if (speaks(servo, ServoProtocol::lx16a)) return;
    std::uint32_t first = present.address, end = first + present.size;
    for (const KnownRegister name : {KnownRegister::present_velocity, KnownRegister::present_current}) {
      const IntegerRegister other = integer_register(plan, name);
      const std::uint32_t from = std::min(first, other.address),
                          to = std::max(end, other.address + other.size);
      if (other.size == 0 || to - from > kLongestState) continue;
      first = from;
      end = to;
    }
    servo.state = first;
    servo.state_size = end - first;
  }

  // DYNAMIXELs of a bus share packets in any case, others those that have the same address.
  static std::size_t join_group(std::vector<DriverGroup>& groups, const DrivenServo& servo,
                                std::uint32_t address, std::size_t size) {
    const bool any_place = speaks(servo, ServoProtocol::dynamixel2);
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const DriverGroup& group) {
      return group.bus == servo.entry->bus && group.family->protocol == servo.entry->plan.family->protocol &&
             (any_place || (group.address == address && group.size == size));
    });
    if (found == groups.end()) {
      groups.push_back({servo.entry->bus, servo.entry->plan.family, address, size, false});
      return groups.size();
    }
    found->bulk = found->bulk || found->address != address || found->size != size;
    return static_cast<std::size_t>(found - groups.begin()) + 1;
  }

  void group() {
    for (DrivenServo& servo : plan_.servos) {
      if (!servo.spoken_to || speaks(servo, ServoProtocol::lx16a) || speaks(servo, ServoProtocol::layout))
        continue;
      if (servo.goal)
        servo.goal_group = join_group(plan_.goal_groups, servo, servo.goal_address, servo.goal_size);
      if (speaks(servo, ServoProtocol::dynamixel2) || servo.entry->plan.family->reads_together)
        servo.state_group = join_group(plan_.state_groups, servo, servo.state, servo.state_size);
    }
  }

  ServoFormatContext& context_;
  DriverPlan plan_;
};

}  // namespace

std::int64_t longest_exchange_us(const ServoTable& table) {
  constexpr double kDelay = 5000, kBytes = 200, kBitsOfByte = 10, kMicroseconds = 1e6;
  double longest = 0;
  for (const ServoEntry& entry : table.entries)
    if (tells_position(*entry.plan.family))
      longest = std::max(longest, kDelay + kBytes * kBitsOfByte * kMicroseconds /
                                               static_cast<double>(line_speed(entry.plan)));
  return static_cast<std::int64_t>(longest);
}

std::int64_t usual_cycle_us(const ServoTable& table) {
  constexpr double kLeast = 10000, kDelay = 1000, kBytes = 30, kBitsOfByte = 10, kMicroseconds = 1e6;
  double cycle = 0;
  for (const ServoEntry& entry : table.entries)
    if (tells_position(*entry.plan.family))
      cycle += kDelay + kBytes * kBitsOfByte * kMicroseconds / static_cast<double>(line_speed(entry.plan));
  return static_cast<std::int64_t>(std::ceil(std::max(cycle, kLeast) / 1000)) * 1000;
}

std::int64_t default_watchdog_ms(const ServoTable& table) {
  constexpr std::int64_t kLeast = 100, kMost = 2540, kUnit = 20;  // ms; DYNAMIXEL counts 20 ms
  constexpr std::int64_t kExchanges = 5;  // of a group, of one of its servos in three tries, and of the next
  const std::int64_t needed = longest_exchange_us(table) * kExchanges / 1000;
  return std::clamp((needed + kUnit - 1) / kUnit * kUnit, kLeast, kMost);
}

DriverPlan plan_driver(ServoFormatContext& context) { return DriverPlanner(context).run(); }

}  // namespace romas
