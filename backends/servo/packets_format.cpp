// --servo-format=packets: the writes as bytes on the wire, one packet a line.
#include <algorithm>

#include "backends/servo/formats.h"
#include "backends/servo/packets.h"
#include "backends/servo/write_sequence.h"
#include "support/escape.h"
#include "support/text.h"

namespace romas {

namespace {

std::string bytes_text(const ServoPacket& packet) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : packet) {
    if (!text.empty()) text.push_back(' ');
    text.push_back(kDigits[byte >> 4U]);
    text.push_back(kDigits[byte & 15U]);
  }
  return text;
}

enum class Exchange : std::uint8_t { read, write };

std::string line(Exchange what, const ServoPacket& packet, const std::string& comment) {
  constexpr std::size_t kComments = 58;  // column
  std::string text = concat(what == Exchange::read ? "read    " : "write   ", bytes_text(packet));
  if (comment.empty()) return text + "\n";
  if (text.size() < kComments) text.append(kComments - text.size(), ' ');
  return concat(text, "  # ", one_line(comment), "\n");
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
        out +=
            line(Exchange::read, packet, concat(target.name, " is ", step.setting.value, ": ", step.reason));
    }
  };
  for (const ServoStep& step : steps)
    if (step.kind == ServoStep::Kind::write) writes.push_back({step.setting.target, step.setting.value});
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
    out += line(Exchange::write, packet, join(values, ", "));
  }
  print_reads(ServoStep::Kind::verify);
}

// PCA9685 boards start asleep: each is woken once, before its first servo.
void print_boards(std::string& out, const ServoFormatContext& context) {
  constexpr std::int64_t kChannels = 16;
  struct Board {
    const ServoEntry* first;
    std::int64_t number;
    double rate;
  };
  std::vector<Board> boards;
  for (const ServoEntry& entry : context.table.entries) {
    const PlannedServo& plan = entry.plan;
    if (plan.family->protocol != ServoProtocol::pca9685) continue;
    const std::int64_t number = plan.id / kChannels;
    const auto known = std::find_if(boards.begin(), boards.end(), [&](const Board& board) {
      return board.number == number && board.first->plan.bus == plan.bus;
    });
    const Servo& servo = *context.model.joints[plan.joint].servo;
    const double rate = servo.number(ServoProperty::pulse_rate).value_or(plan.device->pulse_rate);
    if (known == boards.end()) {
      boards.push_back({&entry, number, rate});
      const std::vector<ServoPacket> packets = pca9685_setup(number, rate);
      out += concat("\n# board ", number,
                    plan.bus.empty() ? std::string() : concat(" on bus '", one_line(plan.bus), "'"), ": ",
                    short_number(rate), " pulses a second on all of its channels\n");
      for (std::size_t i = 0; i < packets.size(); ++i) {
        if (i + 1 == packets.size())
          out += "pause   0.0005                                            # s: the oscillator starts\n";
        out += line(Exchange::write, packets[i], "");
      }
    } else if (rate != known->rate) {
      context.diagnostics.report(
          Rule::servo_register, servo.range,
          concat("the servo of joint '", context.model.joints[plan.joint].name, "' takes ",
                 short_number(rate), " pulses a second, and board ", number, " makes ",
                 short_number(known->rate), " of them for joint '",
                 context.model.joints[known->first->plan.joint].name, "'; put them on different boards"));
    }
  }
}

void print_servo(std::string& out, const ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  const ServoFamily& family = *plan.family;
  out += concat("\n# joint '", one_line(context.model.joints[plan.joint].name),
                "': ", one_line(plan.device->name), ", id ", plan.id,
                plan.bus.empty() ? std::string() : concat(" on bus '", one_line(plan.bus), "'"), "; zero ",
                short_number(plan.conversion.zero), ", ", to_string(turning_of(entry)), ", gear ",
                short_number(servo_gear(plan.conversion,
                                        context.model.joints[plan.joint].type == JointType::prismatic)),
                ", rounding error ", short_number(rounding_error(entry)), "\n");
  if (family.protocol == ServoProtocol::timer || family.protocol == ServoProtocol::moteus) {
    out += "# no bus with packets\n";
    return;
  }
  const std::vector<ServoStep> steps = write_sequence(plan);
  if (family.protocol == ServoProtocol::lx16a) {
    print_lx16a(out, plan, steps);
    return;
  }
  for (const ServoStep& step : steps) {
    const ServoRegister& target = *step.setting.target;
    const ServoPacket packet = step.kind == ServoStep::Kind::write
                                   ? write_packet(family, plan.id, target, step.setting.value)
                                   : read_packet(family, plan.id, target);
    if (packet.empty()) {
      out += concat("# ", one_line(target.name), " = ", step.setting.value,
                    ": this protocol has no packet for it\n");
      continue;
    }
    const bool write = step.kind == ServoStep::Kind::write;
    out += line(write ? Exchange::write : Exchange::read, packet,
                concat(target.name, write ? " = " : " is ", step.setting.value,
                       step.reason.empty() ? "" : ": ", step.reason));
  }
}

}  // namespace

std::vector<OutputFile> print_servo_packets(ServoFormatContext& context) {
  std::string out =
      concat("# ", context.banner, "\n# Packets for the servos of robot '", one_line(context.model.name),
             "', in order. A line `read` says what the answer must hold; `pause` is in seconds.\n");
  print_boards(out, context);
  for (const ServoEntry& entry : context.table.entries) print_servo(out, context, entry);
  return {{context.table.name + "_packets.txt", std::move(out)}};
}

}  // namespace romas
