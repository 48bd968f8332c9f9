// --servo-format=packets: the writes as bytes on the wire, one packet a line.
#include <algorithm>
#include <span>

#include "backends/servo/packets/layout_packets.h"
#include "backends/servo/packets/message_packets.h"
#include "backends/servo/packets/packet_lines.h"
#include "backends/servo/packets/write_sequence.h"
#include "backends/servo/table/formats.h"
#include "ir/servo/register_units.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

bool is_torque_on(const PlannedServo& plan, const ServoStep& step) {
  const std::vector<ServoAssignment>& on = plan.family->torque_on;
  return std::any_of(on.begin(), on.end(), [&](const ServoAssignment& assignment) {
    return step.setting.target->name == assignment.target && step.setting.value == assignment.value;
  });
}

// A command of the LX-16A carries several values, so that packets are made once all writes are known.
void print_lx16a(std::string& out, const PlannedServo& plan, const std::vector<ServoStep>& steps) {
  std::vector<ServoWrite> writes;
  const auto print_reads = [&](ServoStep::Kind kind) {
    for (const ServoStep& step : steps) {
      if (step.kind != kind) continue;
      const ServoRegister& target = *step.setting.target;
      const ServoPacket packet = read_packet(*plan.family, plan.id, target);
      if (packet.empty())
        out += concat("# ", one_line(target.name), " = ", step.setting.value,
                      ": this protocol has no packet for it\n");
      else
        out += packet_line(PacketUse::read, packet,
                           concat(target.name, " is ", step.setting.value, ": ", step.reason));
    }
  };
  // Torque comes on behind the reading back.
  std::vector<const ServoStep*> last;
  for (const ServoStep& step : steps) {
    if (step.kind != ServoStep::Kind::write) continue;
    if (is_torque_on(plan, step))
      last.push_back(&step);
    else
      writes.push_back({step.setting.target, step.setting.value});
  }
  print_reads(ServoStep::Kind::expect);
  constexpr std::size_t kCommand = 4;  // byte of a packet
  std::vector<ServoWrite> open = writes;
  for (const ServoPacket& packet : write_packets(*plan.family, *plan.device, plan.id, writes)) {
    // The values in this packet: those of its command, until one of them is written again.
    std::vector<std::string> values;
    std::vector<std::string_view> named;
    std::erase_if(open, [&, ended = false](const ServoWrite& write) mutable {
      if (ended || write.reg->address != packet[kCommand]) return false;
      ended = std::find(named.begin(), named.end(), write.reg->name) != named.end();
      if (ended) return false;
      named.push_back(write.reg->name);
      values.push_back(concat(write.reg->name, " = ", write.value));
      return true;
    });
    out += packet_line(PacketUse::write, packet, join(values, ", "));
  }
  for (const ServoWrite& write : open)
    out += concat("# ", one_line(write.reg->name), " = ", write.value,
                  ": it goes with every goal, and no packet has it alone\n");
  print_reads(ServoStep::Kind::verify);
  for (const ServoStep* step : last)
    out += packet_line(PacketUse::write,
                       write_packet(*plan.family, plan.id, *step->setting.target, step->setting.value),
                       concat(step->setting.target->name, " = ", step->setting.value, ": ", step->reason));
}

// PCA9685 boards start asleep: each is woken once, before its first servo.
void print_board(std::string& out, const PlannedServo& plan) {
  if (plan.board.empty()) return;
  out += concat("\n# board ", plan.id / kPca9685Channels,
                plan.bus.empty() ? std::string() : concat(" on bus '", one_line(plan.bus), "'"), ": ",
                pulses_text(plan.pulses), " on all of its channels\n");
  for (const ServoSetting& setting : plan.board) {
    if (setting.pause != 0)
      out += concat(padded(concat("pause   ", short_number(setting.pause / 1e6)), 58),
                    "# s: the oscillator starts\n");
    out += packet_line(PacketUse::write, write_packet(*plan.family, plan.id, *setting.target, setting.value),
                       setting.meaning);
  }
}

// Whoever puts the joint to its zero by hand sends this once; it is no step of a start.
void print_zero(std::string& out, const PlannedServo& plan) {
  const ServoRegister* target = plan.device->find(KnownRegister::set_zero);
  if (target == nullptr) return;
  out += concat("# to make the place where it stands the motor's zero, torque off: ",
                bytes_text(setting_packet(plan, {target, 1, 1, {}})), "\n");
}

std::string value_of(const ServoSetting& setting) {
  return setting.target->encoding == ServoEncoding::real ? short_number(setting.real) : concat(setting.value);
}

// "velocity_limit = 2: …, current_limit = 10: …"
std::string values_of(std::span<const ServoStep> steps) {
  return join(steps, ", ", [](const ServoStep& step) {
    return concat(step.setting.target->name, " = ", value_of(step.setting), ": ", step.reason);
  });
}

// Values of one message, which go in one packet once all of them are known.
void print_message(std::string& out, const PlannedServo& plan, std::span<const ServoStep> together) {
  const bool write = together.front().kind == ServoStep::Kind::write;
  std::vector<ServoSetting> settings;
  for (const ServoStep& step : together) settings.push_back(step.setting);
  const auto packet = write ? message_packet(plan, settings) : ServoPacket{};
  if (!packet.empty()) {
    out += packet_line(PacketUse::write, packet, values_of(together));
  } else if (const auto missing = missing_in_message(plan, settings); !missing.empty() && write) {
    out += concat("# ", one_line(values_of(together)), ": no frame, because its message holds '",
                  join(missing, "', '"), "' too, and would set it to 0; say it\n");
  } else {
    out += concat("# ", one_line(values_of(together)), ": no message holds it; the drive's own tool does\n");
  }
}

void print_step(std::string& out, const PlannedServo& plan, const ServoStep& step) {
  const ServoRegister& target = *step.setting.target;
  const bool write = step.kind == ServoStep::Kind::write;
  const ServoPacket packet = write ? setting_packet(plan, step.setting) : reading_packet(plan, target);
  if (packet.empty())
    out += concat("# ", one_line(target.name), " = ", step.setting.value,
                  ": this protocol has no packet for it\n");
  else
    out += packet_line(write ? PacketUse::write : PacketUse::read, packet,
                       concat(target.name, write ? " = " : " is ", value_of(step.setting),
                              step.reason.empty() ? "" : ": ", step.reason));
}

void print_steps(std::string& out, const PlannedServo& plan, std::span<const ServoStep> steps) {
  for (std::size_t i = 0, end = 0; i < steps.size(); i = end) {
    end = i + 1;
    const ServoRegister& first = *steps[i].setting.target;
    const bool write = steps[i].kind == ServoStep::Kind::write;
    if (!has_messages(plan.family->protocol) && !(write && goes_with_others(plan, first))) {
      print_step(out, plan, steps[i]);
      continue;
    }
    while (write && end < steps.size() && steps[end].kind == ServoStep::Kind::write &&
           share_message(plan, first, *steps[end].setting.target))
      ++end;
    print_message(out, plan, steps.subspan(i, end - i));
  }
}

// The begin of a packet on CAN.
void print_identifiers(std::string& out, const PlannedServo& plan) {
  const ServoFamily& family = *plan.family;
  std::size_t size = can_identifier_size(family.protocol);
  for (const PacketLayout& layout : family.layouts) size = std::max(size, identifier_size(layout));
  if (size == 0) return;
  const bool any_length = family.protocol == ServoProtocol::vesc || family.protocol == ServoProtocol::layout;
  out += concat("# ", plan.feedback_id < 0 ? std::string() : concat("answers to ", plan.feedback_id, "; "),
                "a packet begins with the ", size == 2 ? 11 : 29, " bits of a CAN frame's identifier in ",
                size, " bytes, low byte first; the other", any_length ? "s" : " eight", " are its data\n");
}

void print_servo(std::string& out, const ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  const ServoFamily& family = *plan.family;
  print_board(out, plan);
  out += concat("\n# ", joint_title(context, entry), ": ", one_line(plan.device->name), ", id ", plan.id,
                plan.bus.empty() ? std::string() : concat(" on bus '", one_line(plan.bus), "'"), "; ",
                stated_figures(context, entry), "\n");
  out += servo_note_lines(context, entry, "# ");
  if (family.protocol == ServoProtocol::timer || family.protocol == ServoProtocol::moteus) {
    out += "# no bus with packets\n";
    return;
  }
  if (family.protocol == ServoProtocol::cia402)
    out +=
        "# a packet begins with its COB-ID, 0x600 + node, low byte first: of a CAN frame that is the "
        "identifier, the other eight bytes are its data\n";
  print_identifiers(out, plan);
  const std::vector<ServoStep> steps = write_sequence(plan);
  if (family.protocol == ServoProtocol::lx16a) {
    print_lx16a(out, plan, steps);
    return;
  }
  print_steps(out, plan, std::span(steps).subspan(plan.board.size()));
  print_zero(out, plan);
}

}  // namespace

std::vector<OutputFile> print_servo_packets(ServoFormatContext& context) {
  std::string out =
      concat("# ", context.banner, "\n# Packets for the servos of robot '", one_line(context.model.name),
             "', in order. A line `read` says what the answer must hold; `pause` is in seconds.\n");
  for (const ServoEntry& entry : context.table.entries) print_servo(out, context, entry);
  return {{context.table.name + "_packets.txt", std::move(out)}};
}

}  // namespace romas
