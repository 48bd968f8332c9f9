// --servo-format=assign: a sheet of the servos' ids, and the packets that give each servo its own while it is
// alone on the line.
#include "backends/servo/packets/packet_lines.h"
#include "backends/servo/packets/packets.h"
#include "backends/servo/table/formats.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

// What a servo that was never told anything answers to.
struct FactoryLine {
  std::int64_t id = -1;    // -1: unknown
  std::int64_t baud = 0;   // bits a second; 0: unknown
  bool broadcast = false;  // `id` is everybody's: nobody answers
};

std::int64_t rate_of(const PlannedServo& plan, std::int64_t code) {
  for (const auto& [rate, known] : plan.device->bauds)
    if (known == code) return rate;
  return 0;
}

// The register that holds the id, or the command that gives a new one; null: neither.
const ServoRegister* id_register(const PlannedServo& plan) {
  const ServoRegister* command = plan.device->find(KnownRegister::new_id);
  return command != nullptr ? command : plan.device->find(KnownRegister::id);
}

FactoryLine factory_line(const PlannedServo& plan) {
  FactoryLine line;
  const ServoRegister* id = id_register(plan);
  if (id->initial) {
    line.id = *id->initial;
  } else if (plan.family->broadcast_id >= 0) {
    line.id = plan.family->broadcast_id;
    line.broadcast = true;
  }
  const ServoRegister* baud = plan.device->find(KnownRegister::baud);
  if (baud != nullptr && baud->initial) line.baud = rate_of(plan, *baud->initial);
  if (baud == nullptr && plan.device->bauds.size() == 1) line.baud = plan.device->bauds.front().first;
  return line;
}

// The same servo as if it had another id.
PlannedServo with_id(const PlannedServo& plan, std::int64_t id) {
  PlannedServo other = plan;
  other.id = id;
  return other;
}

std::string sheet_row(const ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  constexpr std::size_t kJoint = 32, kDevice = 16, kId = 6, kBus = 16;
  return concat("# [ ] ", padded(joint_title(context, entry), kJoint), " ",
                padded(one_line(plan.device->name), kDevice), " ", padded(concat(plan.id), kId), " ",
                padded(plan.bus.empty() ? "-" : one_line(plan.bus), kBus), " ",
                plan.baud == 0 ? std::string("as it is") : concat(plan.baud), "\n");
}

void write(std::string& out, const PlannedServo& plan, const ServoRegister& target, std::int64_t value,
           std::string_view why) {
  const ServoSetting setting{&target, value, static_cast<double>(value), {}};
  out += packet_line(PacketUse::write, setting_packet(plan, setting),
                     concat(target.name, " = ", value, why.empty() ? "" : ": ", why));
}

void write_steps(std::string& out, const PlannedServo& plan, const std::vector<ServoAssignment>& steps,
                 std::string_view why) {
  for (const ServoAssignment& step : steps)
    if (const ServoRegister* target = plan.device->find_named(step.target))
      write(out, plan, *target, step.value, why);
}

void speed(std::string& out, std::int64_t baud) {
  if (baud != 0) out += concat("speed   ", baud, "\n");
}

// From here on the servo has its own id: the bus's speed, kept, and read at that speed.
void finish_servo(std::string& out, const PlannedServo& plan, const FactoryLine& factory) {
  const ServoRegister* baud = plan.device->find(KnownRegister::baud);
  if (baud != nullptr && plan.baud != 0 && plan.baud != factory.baud) {
    for (const auto& [rate, code] : plan.device->bauds)
      if (rate == plan.baud) write(out, plan, *baud, code, concat(rate, " bits a second"));
    speed(out, plan.baud);
  }
  if (plan.family->lock) write_steps(out, plan, {*plan.family->lock}, "lock the persistent registers");
  if (plan.family->store)
    write_steps(out, plan, {*plan.family->store}, "keep what was written over a loss of power");
  const ServoRegister* id = plan.device->find(KnownRegister::id);
  if (id == nullptr) return;
  if (const ServoPacket packet = reading_packet(plan, *id); !packet.empty())
    out += packet_line(PacketUse::read, packet, concat(id->name, " is ", plan.id));
}

void print_servo_steps(std::string& out, const ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  out += concat("\n# ", joint_title(context, entry), ": ", one_line(plan.device->name), ", id ", plan.id,
                plan.bus.empty() ? std::string() : concat(" on bus '", one_line(plan.bus), "'"), "\n");
  const ServoRegister* target = id_register(plan);
  if (target == nullptr || !target->writable || !target->key.empty()) {
    out += "# its number is where it is connected, or is set with its maker's own tool: no packets\n";
    return;
  }
  const FactoryLine factory = factory_line(plan);
  if (factory.id < 0) {
    out += "# which id it leaves its maker with is unknown: no packets\n";
    return;
  }
  out += concat("# connect this servo alone; ",
                factory.broadcast ? std::string("its id may be any, and nobody answers")
                                  : concat("it leaves its maker with id ", factory.id),
                factory.baud == 0 ? std::string() : concat(" at ", factory.baud, " bits a second"), "\n");
  const PlannedServo fresh = with_id(plan, factory.id);
  speed(out, factory.baud != 0 ? factory.baud : plan.baud);
  write_steps(out, fresh, plan.family->torque_off, "torque off");
  if (plan.family->unlock) write_steps(out, fresh, {*plan.family->unlock}, "unlock the persistent registers");
  if (factory.id != plan.id) write(out, fresh, *target, plan.id, "its own number");
  finish_servo(out, plan, factory);
  out += concat("# label: ", plan.id, " ", one_line(context.model.joints[plan.joint].name),
                plan.second ? " (second servo)" : "", "\n");
}

}  // namespace

std::vector<OutputFile> print_servo_assign(ServoFormatContext& context) {
  std::string out = concat(
      "# ", context.banner, "\n# Ids of the servos of robot '", one_line(context.model.name),
      "'. Two servos with one id cannot share a line: connect each alone, send its packets, stick its label "
      "on, and tick it off.\n# `speed` is what the sender's line has from there on, in bits a second.\n#\n"
      "#     joint                            device           id     bus              bits a second\n");
  for (const ServoEntry& entry : context.table.entries) out += sheet_row(context, entry);
  for (const ServoEntry& entry : context.table.entries) print_servo_steps(out, context, entry);
  return {{context.table.name + "_assign.txt", std::move(out)}};
}

}  // namespace romas
