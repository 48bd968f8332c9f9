#include "frontend/servo/servo_dump.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "frontend/yaml/values.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::string_view kServos = "servos", kBus = "bus", kId = "id", kRegisters = "registers";  // keys
constexpr double kLargestExact = 9007199254740992.0;  // 2^53: every whole number up to it is a double

// An unsigned integer, decimal or hexadecimal (0x).
std::optional<std::uint32_t> parse_address(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  std::uint32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

class DumpParser : YamlValues {
 public:
  DumpParser(const SourceManager& sources, DiagnosticEngine& diagnostics)
      : YamlValues(sources, diagnostics, Rule::servo_register) {}

  ServoDump run(const YamlNode& root) {
    ServoDump dump;
    if (!expect(root, YamlNode::Kind::mapping, "a dump of servos", "a table with the list 'servos'"))
      return dump;
    check_keys(root, "a dump of servos", std::array{kServos});
    const YamlEntry* servos = root.find(kServos);
    if (servos == nullptr)
      report(root.range, "a dump of servos is a table with the list 'servos'");
    else if (expect(servos->value, YamlNode::Kind::sequence, "'servos'", "a list"))
      for (const YamlNode& servo : servos->value.items) add(servo, dump);
    return dump;
  }

 private:
  std::optional<double> number(const YamlNode& node, std::string_view what) {
    if (!expect(node, YamlNode::Kind::scalar, what, "a number")) return std::nullopt;
    if (!node.quoted)
      if (const auto value = parse_double(node.text); value && std::isfinite(*value)) return value;
    report(node.range, concat(what, " takes a number, not ", shown(node)));
    return std::nullopt;
  }
  static bool is_whole(double value) {
    return value == std::round(value) && std::abs(value) <= kLargestExact;
  }

  void add(const YamlNode& node, ServoDump& dump) {
    if (!expect(node, YamlNode::Kind::mapping, "a servo", "a table")) return;
    ServoDump::Servo servo;
    servo.range = node.range;
    bool has_id = false;
    check_keys(node, "a servo of a dump", std::array{kBus, kId, kRegisters});
    for (const YamlEntry& entry : node.entries) {
      if (entry.key.text == kBus) {
        if (expect(entry.value, YamlNode::Kind::scalar, "'bus'", "a text")) servo.bus = entry.value.text;
      } else if (entry.key.text == kId) {
        has_id = true;
        const auto value = number(entry.value, "'id'");
        if (value && (!is_whole(*value) || *value < 0))
          report(entry.value.range,
                 concat("'id' takes a whole number that is not negative, not ", shown(entry.value)));
        else if (value)
          servo.id = static_cast<std::int64_t>(*value);
      } else if (entry.key.text == kRegisters) {
        if (expect(entry.value, YamlNode::Kind::mapping, "'registers'",
                   "a table of names or addresses and values"))
          for (const YamlEntry& held : entry.value.entries) add(held, servo);
      }
    }
    if (!has_id) report(node.range, "this servo has no 'id'");
    for (const ServoDump::Servo& other : dump.servos)
      if (has_id && other.id == servo.id && other.bus == servo.bus)
        report(servo.range, concat("servo ", servo.id, " of bus '", servo.bus, "' occurs twice"))
            .note(other.range, "the first is here");
    dump.servos.push_back(std::move(servo));
  }

  // Whether a value is the NaN of drives and YAML, which stands for an absent limit.
  static bool is_nan(const YamlNode& node) {
    const std::string text = to_lower(node.text);
    return node.kind == YamlNode::Kind::scalar && (text == "nan" || text == ".nan");
  }

  void add(const YamlEntry& entry, ServoDump::Servo& servo) {
    ServoDump::Register held;
    held.name_range = entry.key.range;
    held.value_range = entry.value.range;
    if (!entry.key.text.empty() && entry.key.text.front() >= '0' && entry.key.text.front() <= '9') {
      const std::size_t colon = entry.key.text.find(':');
      held.address = parse_address(std::string_view(entry.key.text).substr(0, colon));
      const auto subindex = colon == std::string::npos
                                ? std::nullopt
                                : parse_address(std::string_view(entry.key.text).substr(colon + 1));
      if (!held.address || (colon != std::string::npos && (!subindex || *subindex > 0xFF))) {
        report(entry.key.range,
               concat("'", entry.key.text, "' is not an address; write it as '84', '0x54' or '0x607D:1'"));
        return;
      }
      if (subindex) held.subindex = static_cast<std::uint8_t>(*subindex);
    } else {
      held.name = entry.key.text;
    }
    const std::optional<double> value = is_nan(entry.value)
                                            ? std::numeric_limits<double>::quiet_NaN()
                                            : number(entry.value, concat("register '", entry.key.text, "'"));
    if (!value) return;
    held.value = *value;
    held.whole = is_whole(*value);
    servo.registers.push_back(std::move(held));
  }
};

}  // namespace

std::optional<ServoDump> parse_servo_dump(FileId file, const SourceManager& sources,
                                          DiagnosticEngine& diagnostics) {
  const std::size_t errors = diagnostics.reported(Rule::servo_register);
  const auto good = [&] { return diagnostics.reported(Rule::servo_register) == errors; };
  auto root = read_yaml(file, sources, diagnostics, Rule::servo_register);
  if (!root || !good()) return std::nullopt;             // malformed, or a duplicate key
  if (!root->range.valid()) root->range = {file, 0, 0};  // an empty file
  ServoDump dump = DumpParser(sources, diagnostics).run(*root);
  return good() ? std::optional(std::move(dump)) : std::nullopt;
}

std::optional<ServoDump> read_servo_dump(const std::string& path, FrontendContext& context) {
  const FileId file = open_yaml_file(path, "dump of servos", context);
  if (file == 0) return std::nullopt;
  return parse_servo_dump(file, context.sources, context.diagnostics);
}

}  // namespace romas
