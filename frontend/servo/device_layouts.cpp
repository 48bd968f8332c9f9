#include "frontend/servo/device_layouts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "support/text/text.h"

namespace romas {

namespace {

using Source = PacketField::Source;
using Checksum = PacketField::Checksum;

constexpr std::size_t kMaxLayouts = 40;  // of a family
constexpr std::size_t kMaxFields = 100;  // of a layout
constexpr std::size_t kMaxText = 1000;   // bytes
constexpr std::uint64_t kMostNumber = (std::uint64_t{1} << 32) - 1;
constexpr unsigned kMaxBits = 64, kShortIdentifier = 11, kLongIdentifier = 29;
constexpr unsigned kMaxCanBits = 8 * 8, kMaxCanFdBits = 64 * 8;

constexpr std::array<std::pair<std::string_view, Source>, 15> kSources = {
    {{"id", Source::id},
     {"address", Source::address},
     {"read_address", Source::read_address},
     {"subindex", Source::subindex},
     {"size", Source::size},
     {"length", Source::length},
     {"value", Source::value},
     {"position", Source::position},
     {"velocity", Source::velocity},
     {"kp", Source::kp},
     {"kd", Source::kd},
     {"torque", Source::torque},
     {"temperature", Source::temperature},
     {"error", Source::error},
     {"skip", Source::skip}}};
constexpr std::array<std::pair<std::string_view, Checksum>, 5> kChecksums = {
    {{"xor", Checksum::exclusive_or},
     {"herkulex_first", Checksum::herkulex_first},
     {"herkulex_second", Checksum::herkulex_second},
     {"crc_ccitt", Checksum::crc_ccitt},
     {"crc32_words", Checksum::crc32_words}}};

std::optional<std::uint64_t> number_of(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value > kMostNumber)
    return std::nullopt;
  return value;
}

// "FF", a byte of a packet as documents print it.
std::optional<std::uint64_t> byte_of_text(std::string_view text) {
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
  if (text.size() != 2 || !digit(text[0]) || !digit(text[1])) return std::nullopt;
  return number_of(concat("0x", text));
}

// The part of the text behind the last such character, which both lose; nothing where there is none.
std::optional<std::string_view> cut(std::string_view& text, char mark) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view behind = text.substr(at + 1);
  text = text.substr(0, at);
  return behind;
}

// A field: "FF", "00*4", "8:21", "id+0x140:11", "position:<32", "value.7:7", "xor@2".
std::optional<PacketField> read_field(std::string_view token) {
  PacketField field;
  if (const auto byte = byte_of_text(token)) {
    field.number = *byte;
    return field;
  }
  const auto bits = cut(token, ':');
  if (bits) {
    field.low_first = bits->starts_with('<');
    const auto count = number_of(bits->substr(field.low_first ? 1 : 0));
    if (!count || *count < 1 || *count > kMaxBits) return std::nullopt;
    field.bits = static_cast<std::uint8_t>(*count);
  }
  if (field.low_first && field.bits % 8 != 0) return std::nullopt;
  if (const auto first = cut(token, '@')) {
    const auto found = std::find_if(kChecksums.begin(), kChecksums.end(),
                                    [&](const auto& row) { return row.first == token; });
    const auto number = number_of(*first);
    if (found == kChecksums.end() || !number) return std::nullopt;
    field.source = Source::checksum;
    field.checksum = found->second;
    field.number = *number;
    return field;
  }
  if (const auto shift = cut(token, '.')) {
    const auto number = number_of(*shift);
    if (!number || *number >= kMaxBits || token != "value") return std::nullopt;
    field.shift = static_cast<std::uint8_t>(*number);
  }
  if (const auto more = cut(token, '+')) {
    const auto number = number_of(*more);
    if (!number) return std::nullopt;
    field.number = *number;
  }
  if (const auto number = number_of(token)) {
    field.number = *number;
    return bits && (field.bits == kMaxBits || *number >> field.bits == 0) ? std::optional(field)
                                                                          : std::nullopt;
  }
  const auto found =
      std::find_if(kSources.begin(), kSources.end(), [&](const auto& row) { return row.first == token; });
  if (found != kSources.end()) {
    field.source = found->second;
    if (field.number != 0 && field.source != Source::id) return std::nullopt;
    if (field.source == Source::value && !bits) field.bits = 0;
    return field;
  }
  const bool name = !token.empty() && token[0] >= 'a' && token[0] <= 'z' &&
                    std::all_of(token.begin(), token.end(), [](char c) {
                      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
                    });
  if (!name || field.number != 0) return std::nullopt;
  field.source = Source::named;
  field.reg = token;
  return field;
}

// Whether every field that has whole bytes begins with one, and the packet ends with one.
bool has_whole_bytes(const std::vector<PacketField>& fields) {
  unsigned at = 0;
  for (const PacketField& field : fields) {
    const bool whole = field.low_first || field.bits == 0 || field.source == Source::checksum;
    if (whole && at % 8 != 0) return false;
    at += field.bits;
  }
  return at % 8 == 0;
}

class LayoutReader {
 public:
  LayoutReader(const YamlNode& node, std::string name, DeviceFileProblems& problems)
      : node_(node), problems_(problems), what_(concat("packet '", name, "'")) {
    layout_.name = std::move(name);
  }

  std::optional<PacketLayout> read() {
    const auto text = read_text(node_, what_, problems_);
    if (!text) return std::nullopt;
    std::vector<PacketField>* fields = &layout_.data;
    for (const auto& [token, offset] : split_words(*text, kMaxText)) {
      if (token == "|") {
        if (fields != &layout_.data || !layout_.identifier.empty() || layout_.data.empty())
          return refuse("has a '|' where no identifier ends");
        layout_.identifier = std::move(layout_.data);
        layout_.data.clear();
        continue;
      }
      std::string_view one = token;
      std::uint64_t times = 1;
      if (const auto count = cut(one, '*')) times = number_of(*count).value_or(0);
      const auto field = read_field(one);
      if (!field || times < 1 || times + fields->size() > kMaxFields)
        return refuse(concat("has the field '", token,
                             "', which is neither a byte such as FF nor such as 'id:11' or 'position:<32'"));
      fields->insert(fields->end(), times, *field);
    }
    return check();
  }

 private:
  std::optional<PacketLayout> refuse(std::string_view why) {
    problems_.report(node_.range, concat(what_, " ", why));
    return std::nullopt;
  }

  std::optional<PacketLayout> check() {
    const unsigned bits = layout_bits(layout_.identifier);
    if (!layout_.identifier.empty() && bits != kShortIdentifier && bits != kLongIdentifier)
      return refuse(concat("has an identifier of ", bits, " bits; CAN has ", kShortIdentifier, " or ",
                           kLongIdentifier));
    if (!has_whole_bytes(layout_.data)) return refuse("does not consist of whole bytes");
    const bool short_frame = layout_.name == kCommandLayout || layout_.name == kStateLayout ||
                             layout_.name.ends_with(kAnswerEnding);
    const unsigned most = short_frame ? kMaxCanBits : kMaxCanFdBits;
    if (!layout_.identifier.empty() && layout_bits(layout_.data) > most)
      return refuse(concat("is longer than the ", most / 8, " bytes of a CAN frame"));
    return std::move(layout_);
  }

  const YamlNode& node_;
  DeviceFileProblems& problems_;
  std::string what_;
  PacketLayout layout_;
};

}  // namespace

std::vector<PacketLayout> read_packet_layouts(const YamlNode& node, DeviceFileProblems& problems) {
  std::vector<PacketLayout> layouts;
  if (node.kind != YamlNode::Kind::mapping || node.entries.size() > kMaxLayouts) {
    problems.report(node.range, concat("'packets' is not a map of up to ", kMaxLayouts,
                                       " names and layouts, such as {write: \"id:11 | address value\"}"));
    return layouts;
  }
  for (const auto& [key, value] : node.entries) {
    auto name = read_name(key, "the name of a packet", problems);
    if (!name) continue;
    if (auto layout = LayoutReader(value, std::move(*name), problems).read())
      layouts.push_back(std::move(*layout));
  }
  return layouts;
}

void check_packet_layouts(SourceRange place, const std::vector<PacketLayout>& layouts,
                          std::vector<ServoRegisterDraft>& registers, DeviceFileProblems& problems) {
  for (const PacketLayout& layout : layouts)
    for (const PacketField& field : layout.data)
      if (field.source == Source::named && find_register(registers, field.reg) == nullptr)
        problems.report(
            place, concat("packet '", layout.name, "' has a field '", field.reg,
                          "', but the family has no such register", nearest_register(field.reg, registers)));
  for (const PacketLayout& layout : layouts) {
    if (!layout.name.ends_with(kAnswerEnding)) continue;
    const std::string asks = layout.name.substr(0, layout.name.size() - kAnswerEnding.size());
    const PacketLayout* packet = find_layout(layouts, asks);
    if (packet == nullptr)
      problems.report(
          place, concat("packet '", layout.name, "' answers a packet '", asks, "', but 'packets' has none"));
    else if (layout_bits(packet->identifier) != layout_bits(layout.identifier))
      problems.report(
          place, concat("packet '", layout.name, "' has an identifier of ", layout_bits(layout.identifier),
                        " bits, and what it answers, '", asks, "', has ", layout_bits(packet->identifier),
                        "; both are CAN frames of one kind, or both have none"));
  }
  for (const ServoRegisterDraft& draft : registers)
    if (!draft.reg.packet.empty() && find_layout(layouts, draft.reg.packet) == nullptr &&
        (draft.reg.writable || find_layout(layouts, concat(draft.reg.packet, kReadEnding)) == nullptr))
      problems.report(draft.reg.range, concat("register '", draft.reg.name, "' uses a packet '",
                                              draft.reg.packet, "', but 'packets' has none"));
}

}  // namespace romas
