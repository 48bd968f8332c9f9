// --servo-format=packets: the same as writes, as the bytes that go over the wire, a line each.
#include "backends/servo/formats.h"
#include "backends/servo/packets.h"
#include "backends/servo/write_sequence.h"
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

void print_servo(std::string& out, const ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  const ServoFamily& family = *plan.family;
  out += concat("\n# joint '", context.model.joints[plan.joint].name, "': ", plan.device->name, ", id ", plan.id,
                plan.bus.empty() ? std::string() : concat(" on bus '", plan.bus, "'"), "; zero ", short_number(plan.conversion.zero), ", ",
                direction_words(entry), ", gear ",
                short_number(servo_gear(plan.conversion, context.model.joints[plan.joint].type == JointType::prismatic)), ", rounding error ",
                short_number(rounding_error(entry)), "\n");
  if (family.protocol == ServoProtocol::timer || family.protocol == ServoProtocol::moteus) {
    out += "# no bus with packets\n";
    return;
  }
  const std::vector<ServoStep> steps = write_sequence(plan);
  if (family.protocol == ServoProtocol::lx16a) {
    // Its commands carry several values at once.
    std::vector<ServoWrite> writes;
    for (const ServoStep& step : steps)
      if (step.kind == ServoStep::Kind::write) writes.push_back({step.setting.target, step.setting.value});
    for (const ServoPacket& packet : write_packets(family, *plan.device, plan.id, writes)) out += concat("write   ", bytes_text(packet), "\n");
    return;
  }
  for (const ServoStep& step : steps) {
    const ServoRegister& target = *step.setting.target;
    const ServoPacket packet =
        step.kind == ServoStep::Kind::write ? write_packet(family, plan.id, target, step.setting.value) : read_packet(family, plan.id, target);
    if (packet.empty()) {
      out += concat("# ", target.name, " = ", step.setting.value, ": this protocol has no packet for it\n");
      continue;
    }
    std::string line = concat(step.kind == ServoStep::Kind::write ? "write   " : "read    ", bytes_text(packet));
    if (line.size() < 58) line.append(58 - line.size(), ' ');
    const std::string_view sign = step.kind == ServoStep::Kind::write ? " = " : " is ";
    out += concat(line, "  # ", target.name, sign, step.setting.value, step.reason.empty() ? "" : ": ", step.reason, "\n");
  }
}

}  // namespace

std::vector<ProjectFile> print_servo_packets(ServoFormatContext& context) {
  std::string out = concat("# ", context.banner, "\n# Packets for the servos of robot '", context.model.name,
                           "', in order. A line `read` says what the answer must hold.\n");
  for (const ServoEntry& entry : context.table.entries) print_servo(out, context, entry);
  return {{context.table.name + "_packets.txt", std::move(out)}};
}

}  // namespace romas
