#include "frontend/servo/device_values.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "frontend/yaml/table.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::optional<std::int64_t> parse_whole(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return parse_integer(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

// The text of a scalar; reports another kind of node.
const std::string* scalar(const YamlNode& node, const std::string& what, std::string_view wanted,
                          DeviceFileProblems& problems) {
  if (node.kind == YamlNode::Kind::mapping || node.kind == YamlNode::Kind::sequence) {
    problems.report(node.range, concat(what, " is a ", node.kind == YamlNode::Kind::mapping ? "map" : "list",
                                       ", not ", wanted));
    return nullptr;
  }
  if (node.text.empty()) {
    problems.report(node.range, concat(what, " is empty; expected ", wanted));
    return nullptr;
  }
  return &node.text;
}

}  // namespace

void DeviceFileProblems::report(SourceRange range, std::string message) {
  ++count_;
  const std::uint64_t place = (static_cast<std::uint64_t>(range.file) << 32) | range.begin;
  if (reported_.emplace(place, message).second)
    diagnostics_.report(Rule::servo_device, range, std::move(message));
}

YamlMap::YamlMap(const YamlNode& node, std::string what, SourceRange name, std::span<const DeviceKey> keys,
                 DeviceFileProblems& problems)
    : node_(node), what_(std::move(what)), name_(name), problems_(problems) {
  std::vector<std::string_view> names;
  for (const DeviceKey key : keys) names.push_back(to_string(key));
  if (node.kind != YamlNode::Kind::mapping) {
    problems.report(node.range.end > node.range.begin ? node.range : name,
                    concat(what_, " has no keys; possible keys are ", join(names, ", ", in_quotes)));
    return;
  }
  for (const UnknownYamlKey& key : unknown_keys(node, what_, names)) problems.report(key.range, key.message);
}

const YamlNode* YamlMap::find(DeviceKey key) const {
  const YamlEntry* entry = node_.find(to_string(key));
  return entry == nullptr ? nullptr : &entry->value;
}

const YamlNode* YamlMap::require(DeviceKey key) const {
  const YamlNode* found = find(key);
  if (found == nullptr && node_.kind == YamlNode::Kind::mapping)
    problems_.report(name_, concat(what_, " has no '", to_string(key), "'"));
  return found;
}

std::string YamlMap::what(DeviceKey key) const { return concat("'", to_string(key), "' of ", what_); }

std::optional<std::int64_t> read_whole(const YamlNode& node, const std::string& what, std::int64_t lowest,
                                       std::int64_t highest, DeviceFileProblems& problems) {
  const std::string* text = scalar(node, what, "a whole number", problems);
  if (text == nullptr) return std::nullopt;
  const auto value = node.quoted ? std::nullopt : parse_whole(*text);
  if (!value) {
    problems.report(node.range, concat(what, " is '", *text, "', not a whole number such as 12 or 0x0C"));
  } else if (*value < lowest || *value > highest) {
    problems.report(node.range,
                    concat(what, " is ", *text, "; it must be between ", lowest, " and ", highest));
    return std::nullopt;
  }
  return value;
}

std::optional<double> read_number(const YamlNode& node, const std::string& what,
                                  DeviceFileProblems& problems) {
  const std::string* text = scalar(node, what, "a number", problems);
  if (text == nullptr) return std::nullopt;
  const auto value = node.quoted ? std::nullopt : parse_double(*text);
  if (!value) problems.report(node.range, concat(what, " is '", *text, "', not a number"));
  return value;
}

std::optional<bool> read_flag(const YamlNode& node, const std::string& what, DeviceFileProblems& problems) {
  constexpr std::array<std::string_view, 2> kWords = {"false", "true"};
  const auto index = read_word(node, what, kWords, problems);
  return index ? std::optional(*index == 1) : std::nullopt;
}

std::optional<std::string> read_text(const YamlNode& node, const std::string& what,
                                     DeviceFileProblems& problems) {
  const std::string* text = scalar(node, what, "a text", problems);
  if (text == nullptr) return std::nullopt;
  if (text->find('\n') != std::string::npos) {
    problems.report(node.range, concat(what, " must be a single line"));
    return std::nullopt;
  }
  if (text->size() > kMaxDeviceText) {
    problems.report(node.range, concat(what, " has more than ", kMaxDeviceText, " bytes"));
    return std::nullopt;
  }
  return *text;
}

std::vector<std::string> read_texts(const YamlNode& node, const std::string& what,
                                    DeviceFileProblems& problems) {
  std::vector<std::string> texts;
  if (node.kind != YamlNode::Kind::sequence || node.items.size() > kMaxDeviceTexts) {
    problems.report(node.range, concat(what, " is not a list of at most ", kMaxDeviceTexts, " texts"));
    return texts;
  }
  for (const YamlNode& item : node.items)
    if (auto text = read_text(item, concat("a text in ", what), problems)) texts.push_back(std::move(*text));
  return texts;
}

std::optional<std::string> read_name(const YamlNode& node, const std::string& what,
                                     DeviceFileProblems& problems) {
  const std::string* text = scalar(node, what, "a name", problems);
  if (text == nullptr) return std::nullopt;
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (!std::all_of(text->begin(), text->end(), allowed) || (text->front() >= '0' && text->front() <= '9')) {
    problems.report(
        node.range,
        concat(what, " is '", *text,
               "'; a name has lower-case letters, digits and underscores, and begins with a letter"));
    return std::nullopt;
  }
  return *text;
}

std::optional<std::size_t> read_word(const YamlNode& node, const std::string& what,
                                     std::span<const std::string_view> words, DeviceFileProblems& problems) {
  const std::string* text = scalar(node, what, concat("one of ", join(words, ", ", in_quotes)), problems);
  if (text == nullptr) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), *text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::string hint = did_you_mean(*text, words);
  problems.report(node.range,
                  concat(what, " is '", *text, "'",
                         hint.empty() ? concat("; it must be one of ", join(words, ", ", in_quotes)) : hint));
  return std::nullopt;
}

std::optional<ServoAmount> read_amount(const YamlNode& node, const std::string& what,
                                       DeviceFileProblems& problems) {
  const std::string* text = scalar(node, what, "a number with a unit", problems);
  if (text == nullptr) return std::nullopt;
  const std::vector<Token> words = split_words(*text, 3);
  const auto value = words.empty() ? std::nullopt : parse_double(words[0].text);
  if (!value || words.size() != 2) {
    problems.report(node.range, concat(what, " is '", *text,
                                       "', not a number, a space and a unit, such as '0.229 rev/min'"));
    return std::nullopt;
  }
  const ServoUnit* unit = find_servo_unit(words[1].text);
  if (unit == nullptr) {
    problems.report(node.range, concat("unknown unit '", words[1].text, "' in ", what,
                                       did_you_mean(words[1].text, all_servo_units(), &ServoUnit::name)));
    return std::nullopt;
  }
  if (*value <= 0) {
    problems.report(node.range, concat(what, " is ", *text, "; it must be above 0"));
    return std::nullopt;
  }
  return ServoAmount{unit, *value * unit->si};
}

std::optional<double> read_amount(const YamlNode& node, const std::string& what, ServoQuantity quantity,
                                  DeviceFileProblems& problems) {
  const auto amount = read_amount(node, what, problems);
  if (!amount) return std::nullopt;
  if (amount->unit->quantity == quantity && !amount->unit->of_counts) return amount->value;
  problems.report(node.range,
                  concat(what, " is ", node.text, ", which is ",
                         amount->unit->of_counts ? "a number of counts" : describe(amount->unit->quantity),
                         "; expected ", describe(quantity)));
  return std::nullopt;
}

}  // namespace romas
