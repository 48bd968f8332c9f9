#include "backends/servo/packets/message_packets.h"

#include <algorithm>

#include "backends/servo/packets/can_packets.h"
#include "backends/servo/packets/layout_packets.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas {

namespace {

// CANSimple: the node in the upper bits of the identifier, the command in the lower five.
constexpr unsigned kOdriveCommandBits = 5;
// VESC: the controller in the lower eight bits, the command above.
constexpr unsigned kVescCommandShift = 8;

bool among(std::span<const ServoSetting> settings, const ServoRegister& reg) {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const ServoSetting& setting) { return setting.target->name == reg.name; });
}

}  // namespace

bool in_message(const ServoRegister& reg) { return reg.key.empty() || reg.address != 0; }

namespace {

// Returns the packet of the protocol `layout` that names a register, or null if none does.
const PacketLayout* named_message(const PlannedServo& plan, const ServoRegister& reg) {
  const PacketLayout* layout = layout_to_write(*plan.family, reg);
  return layout != nullptr && names_register(*layout, reg.name) ? layout : nullptr;
}

ServoPacket named_packet(const PlannedServo& plan, const PacketLayout& layout,
                         std::span<const ServoSetting> settings) {
  LayoutValues values;
  values.named = [&](std::string_view name) -> std::optional<std::uint64_t> {
    const auto found = std::find_if(settings.begin(), settings.end(), [&](const ServoSetting& setting) {
      return setting.target->name == name;
    });
    return found == settings.end() ? std::nullopt : std::optional(setting_bits(*found));
  };
  return layout_packet(*plan.family, layout, plan.id, values);
}

}  // namespace

bool goes_with_others(const PlannedServo& plan, const ServoRegister& reg) {
  return has_messages(plan.family->protocol) || named_message(plan, reg) != nullptr;
}

bool share_message(const PlannedServo& plan, const ServoRegister& one, const ServoRegister& other) {
  if (!has_messages(plan.family->protocol))
    return one.name != other.name && named_message(plan, one) == named_message(plan, other);
  return in_message(one) && in_message(other) && one.address == other.address &&
         one.subindex != other.subindex;
}

std::vector<std::string_view> missing_in_message(const PlannedServo& plan,
                                                 std::span<const ServoSetting> settings) {
  std::vector<std::string_view> missing;
  if (const PacketLayout* layout =
          settings.empty() ? nullptr : named_message(plan, *settings.front().target)) {
    for (const PacketField& field : layout->data)
      if (field.source == PacketField::Source::named &&
          std::none_of(settings.begin(), settings.end(),
                       [&](const ServoSetting& setting) { return setting.target->name == field.reg; }))
        missing.push_back(field.reg);
    return missing;
  }
  if (settings.empty() || !in_message(*settings.front().target)) return missing;
  for (const ServoRegister& reg : plan.device->registers)
    if (reg.writable && in_message(reg) && reg.address == settings.front().target->address &&
        !among(settings, reg))
      missing.push_back(reg.name);
  return missing;
}

ServoPacket message_packet(const PlannedServo& plan, std::span<const ServoSetting> settings) {
  if (settings.empty() || !in_message(*settings.front().target) ||
      !missing_in_message(plan, settings).empty())
    return {};
  if (const PacketLayout* layout = named_message(plan, *settings.front().target))
    return named_packet(plan, *layout, settings);
  const bool odrive = plan.family->protocol == ServoProtocol::odrive;
  const std::uint64_t command = settings.front().target->address;
  const auto node = static_cast<std::uint64_t>(plan.id);
  const std::uint64_t identifier =
      odrive ? node << kOdriveCommandBits | command : command << kVescCommandShift | node;
  const auto identifier_size = static_cast<unsigned>(can_identifier_size(plan.family->protocol));
  ServoPacket out;
  for (unsigned i = 0; i < identifier_size; ++i) out.push_back(byte_of(identifier, i));
  for (const ServoSetting& setting : settings) {
    const ServoRegister& reg = *setting.target;
    const std::size_t begin = identifier_size + reg.subindex;
    if (begin + reg.size > identifier_size + kCanDataSize) return {};
    out.resize(std::max(out.size(), begin + reg.size), 0);
    const std::uint64_t bits = setting_bits(setting);
    for (unsigned i = 0; i < reg.size; ++i)
      out[begin + i] = byte_of(bits, plan.family->big_endian ? reg.size - 1U - i : i);
  }
  // A VESC tells commands apart by their length, too.
  if (odrive) out.resize(identifier_size + kCanDataSize, 0);
  return out;
}

std::string commander_line(const PlannedServo& plan, const ServoSetting& setting) {
  // Nine digits tell single precision apart; the commander takes 20 characters at most.
  constexpr int kDigits = 9;
  const ServoRegister& reg = *setting.target;
  return concat(
      std::string(1, static_cast<char>('A' + plan.id)), reg.key,
      reg.encoding == ServoEncoding::real ? rounded_number(setting.real, kDigits) : concat(setting.value));
}

ServoPacket commander_packet(const PlannedServo& plan, const ServoSetting& setting) {
  if (setting.target->key.empty() || plan.id < 0 || plan.id > 'Z' - 'A') return {};
  const std::string line = commander_line(plan, setting);
  ServoPacket out(line.begin(), line.end());
  out.push_back('\n');
  return out;
}

}  // namespace romas
