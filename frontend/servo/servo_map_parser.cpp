// The parser of servo maps: their keys, and the values that these take.
#include <algorithm>
#include <array>
#include <cmath>

#include "frontend/servo/quantity_values.h"
#include "frontend/servo/servo_map.h"
#include "frontend/servo/servo_map_words.h"
#include "ir/servo/register_units.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The largest id, baud rate and the like.
constexpr double kLargestSetting = 1e9;

// Keys other than the properties of servos.
constexpr std::string_view kDefaults = "defaults", kJoints = "joints";
constexpr std::string_view kFamily = "family", kDevice = "device", kMap = "map", kCouple = "couple";

std::vector<std::string_view> servo_keys() {
  std::vector<std::string_view> keys = {kFamily, kDevice, kMap, kCouple};
  for (const ServoPropertyInfo& property : all_servo_properties()) keys.push_back(property.name);
  return keys;
}

class MapParser : QuantityValues {
 public:
  MapParser(const SourceManager& sources, DiagnosticEngine& diagnostics)
      : QuantityValues(sources, diagnostics, Rule::servo_map) {}

  ServoMap run(const YamlNode& root) {
    ServoMap map;
    if (root.kind == YamlNode::Kind::null) return map;
    if (!expect_table(root, "a servo map")) return map;
    check_keys(root, "a servo map", std::array{kDefaults, kJoints});
    for (const YamlEntry& entry : root.entries) {
      if (entry.key.text == kDefaults) {
        map.defaults = this->entry(entry, "the defaults", true);
      } else if (entry.key.text == kJoints) {
        if (!expect_table(entry.value, "'joints'")) continue;
        for (const YamlEntry& joint : entry.value.entries) {
          ServoMapEntry parsed = this->entry(joint, concat("joint '", joint.key.text, "'"), false);
          parsed.joint = joint.key.text;
          map.joints.push_back(std::move(parsed));
        }
      }
    }
    return map;
  }

 private:
  bool expect_table(const YamlNode& node, std::string_view what) {
    return expect(node, YamlNode::Kind::mapping, what, "a table (key: value)");
  }
  bool expect_scalar(const YamlNode& node, std::string_view what, std::string_view taken) {
    return expect(node, YamlNode::Kind::scalar, what, taken);
  }

  ServoMapEntry entry(const YamlEntry& written, std::string_view what, bool defaults) {
    ServoMapEntry result;
    result.joint_range = written.key.range;
    result.range = written.value.range;
    if (written.value.kind == YamlNode::Kind::null) return result;  // only the defaults apply
    if (!expect_table(written.value, what)) return result;
    check_servo_keys(written.value);
    for (const YamlEntry& property : written.value.entries) {
      const std::string name = concat("'", property.key.text, "'");
      if (property.key.text == kFamily || property.key.text == kDevice) {
        if (!expect_scalar(property.value, name, "a name")) continue;
        (property.key.text == kFamily ? result.family : result.device) = property.value.text;
        if (property.key.text == kFamily) result.family_range = property.value.range;
      } else if (!defaults && property.key.text == kMap) {
        result.map = map(property.value);
      } else if (!defaults && property.key.text == kCouple) {
        result.couplings = couplings(property.value);
      } else if (const ServoPropertyInfo* info = find_servo_property(property.key.text)) {
        if (auto value = this->value(*info, property.value)) result.values.push_back(std::move(*value));
      } else if (property.key.text == kMap || property.key.text == kCouple) {
        report(property.key.range, concat(name, " belongs to one joint and cannot be a default"));
      }
    }
    return result;
  }

  void check_servo_keys(const YamlNode& table) {
    const std::vector<std::string_view> keys = servo_keys();
    YamlNode others = table;
    std::erase_if(others.entries, [&](const YamlEntry& entry) {
      const std::string_view meant = meant_servo_key(entry.key.text, keys);
      if (meant.empty()) return false;
      report(entry.key.range,
             concat("a servo has no key '", entry.key.text, "'; did you mean '", meant, "'?"))
          .suggest(entry.key.range, std::string(meant));
      return true;
    });
    check_keys(others, "a servo", keys);
  }

  // Numbers without a unit are in SI units; some are so large that another unit must be meant.
  bool is_plausible(ServoProperty property, const YamlQuantity& quantity, const YamlNode& node) {
    if (quantity.dimension) return true;
    constexpr double kLongestPulse = 0.1;  // s
    const std::string name = concat("'", servo_property_info(property).name, "'");
    const std::string_view number = trim(node.text);
    if ((property == ServoProperty::pulse_low || property == ServoProperty::pulse_high) &&
        quantity.value >= kLongestPulse) {
      report(node.range,
             concat(name, " ", number, " is in seconds; write '", number, " us' for microseconds"))
          .suggest(node.range, concat(number, " us"));
      return false;
    }
    // More than a turn away from zero, or than a winch turns; nor is a prismatic joint metres away.
    constexpr double kFarthestOffset = 7, kLongestTravel = 45;
    if ((property == ServoProperty::offset && std::abs(quantity.value) > kFarthestOffset) ||
        (property == ServoProperty::travel && quantity.value > kLongestTravel)) {
      report(node.range,
             concat(name, " ", number, " is in rad or m; write '", number, " deg' if degrees are meant"))
          .suggest(node.range, concat(number, " deg"));
      return false;
    }
    return true;
  }

  std::optional<ServoMapValue> value(const ServoPropertyInfo& info, const YamlNode& node) {
    ServoMapValue result;
    result.property = info.property;
    result.range = node.range;
    const std::string what = concat("'", info.name, "'");
    switch (info.kind) {
      case ServoValueKind::whole: {
        if (is_register_property(info)) return register_value(std::move(result), node, what);
        if (!expect_scalar(node, what, "a whole number")) return std::nullopt;
        const auto number = node.quoted ? std::nullopt : parse_double(node.text);
        if (!number || *number != std::round(*number) || std::abs(*number) > kLargestSetting) {
          report(node.range, concat(what, " takes a whole number, not ", shown(node)));
          return std::nullopt;
        }
        result.value = *number;
        return result;
      }
      case ServoValueKind::number: {
        const auto quantity = this->quantity(node, what, info.values);
        if (!quantity || !is_plausible(info.property, *quantity, node)) return std::nullopt;
        result.value = quantity->value;
        result.dimension = quantity->dimension;
        return result;
      }
      case ServoValueKind::word: {
        if (!expect_scalar(node, what, "a word")) return std::nullopt;
        const auto words = split_words(info.values);
        if (std::none_of(words.begin(), words.end(),
                         [&](const Token& word) { return word.text == node.text; })) {
          report_word(node, what, words);
          return std::nullopt;
        }
        result.value = node.text;
        return result;
      }
      case ServoValueKind::text:
        if (!expect_scalar(node, what, "a text")) return std::nullopt;
        result.value = node.text;
        return result;
      case ServoValueKind::boolean:
        if (node.kind != YamlNode::Kind::scalar || node.quoted ||
            (node.text != "true" && node.text != "false")) {
          report(node.range,
                 concat(what, " takes true or false, not ",
                        node.kind == YamlNode::Kind::scalar ? shown(node) : std::string(describe(node))));
          return std::nullopt;
        }
        result.value = node.text == "true";
        return result;
    }
    return std::nullopt;
  }

  // A whole number is the register's own. A fraction, or a number with a unit, waits for the servo's device.
  std::optional<ServoMapValue> register_value(ServoMapValue result, const YamlNode& node,
                                              const std::string& what) {
    constexpr std::string_view kTaken = "a number, or one with a unit";
    if (!expect_scalar(node, what, kTaken)) return std::nullopt;
    const auto [number, word] = split_quantity(node.text);
    const ServoUnit* unit = word.empty() ? nullptr : find_servo_unit(word);
    if (!number || (node.quoted && word.empty())) {
      report(node.range, concat(what, " takes ", kTaken, ", not ", shown(node)));
      return std::nullopt;
    }
    if (!word.empty() && unit == nullptr) {
      report(node.range, concat("'", word, "' in ", shown(node), " is not a unit",
                                did_you_mean(word, all_servo_units(), &ServoUnit::name)));
      return std::nullopt;
    }
    if (std::abs(*number) > kLargestSetting) {
      report(node.range, concat(what, " takes numbers up to ", kLargestSetting, ", not ", shown(node)));
      return std::nullopt;
    }
    if (unit == nullptr && *number == std::round(*number))
      result.value = *number;
    else
      result.of_register = WrittenQuantity{*number, unit, std::string(trim(node.text))};
    return result;
  }

  void report_word(const YamlNode& node, std::string_view what, const std::vector<Token>& words) {
    const std::string_view near = nearest_name(node.text, words, &Token::text);
    auto builder = report(
        node.range, concat(what, " must be one of ", join(words, ", ", &Token::text), ", not ", shown(node)));
    if (!near.empty()) builder.suggest(node.range, std::string(near));
  }

  std::optional<std::vector<ServoMapEntry::Place>> map(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::sequence) {
      report(node.range,
             concat("'map' takes a list of pairs, as [[0, 0.3], [0.01, -0.5]], not ", describe(node)));
      return std::nullopt;
    }
    std::vector<ServoMapEntry::Place> places;
    std::vector<ServoMapPoint> points;
    for (const YamlNode& item : node.items) {
      if (item.kind != YamlNode::Kind::sequence || item.items.size() != 2) {
        report(item.range,
               concat("an entry of a map must be a pair [joint, angle], not ",
                      item.kind == YamlNode::Kind::sequence ? concat("a list of ", item.items.size())
                                                            : std::string(describe(item))));
        return std::nullopt;
      }
      const auto joint = quantity(item.items[0], "the joint's value in a map", "rad m");
      const auto angle = quantity(item.items[1], "the servo's angle in a map", "rad");
      if (!joint || !angle) return std::nullopt;
      places.push_back({{{}, joint->value, joint->dimension, {}, item.items[0].range},
                        {{}, angle->value, angle->dimension, {}, item.items[1].range},
                        item.range});
      points.push_back({Number(joint->value), Number(angle->value)});
    }
    if (const auto problem = find_map_problem(points)) {
      report(points.size() < 2 ? node.range : places[problem->place].range, problem->message);
      return std::nullopt;
    }
    return places;
  }

  std::optional<std::vector<ServoMapEntry::Coupling>> couplings(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::mapping) {
      report(node.range,
             concat("'couple' takes a table of joints and gears, as {joint2: 1}, not ", describe(node)));
      return std::nullopt;
    }
    std::vector<ServoMapEntry::Coupling> result;
    for (const YamlEntry& entry : node.entries)
      if (const auto gear =
              quantity(entry.value, concat("the gear of the coupling to '", entry.key.text, "'"), "1"))
        result.push_back({entry.key.text, gear->value, entry.key.range, entry.value.range});
    return result;
  }
};

}  // namespace

std::optional<ServoMap> parse_servo_map(FileId file, const SourceManager& sources,
                                        DiagnosticEngine& diagnostics) {
  const auto root = read_yaml(file, sources, diagnostics, Rule::servo_map);
  if (!root) return std::nullopt;
  return MapParser(sources, diagnostics).run(*root);
}

std::optional<ServoMap> read_servo_map(const std::string& path, FrontendContext& context) {
  const FileId file = open_yaml_file(path, "servo map", context);
  if (file == 0) return std::nullopt;
  return parse_servo_map(file, context.sources, context.diagnostics);
}

}  // namespace romas
