#include "frontend/block/element_reader.h"

#include <algorithm>
#include <exception>

#include "frontend/xml/number_advice.h"
#include "support/text.h"

namespace romas {

namespace {

bool contains(const std::vector<std::string_view>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Words as "'a', 'b' or 'c'".
template <class Words>
std::string alternatives(const Words& words) {
  std::string text;
  std::size_t i = 0;
  for (const std::string_view word : words) {
    text += concat(i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", "'", word, "'");
    ++i;
  }
  return text;
}

struct PoseValue {
  std::string_view text;  // trimmed
  std::size_t offset;
};

// The values between the separators ';' and ':'.
std::vector<PoseValue> split_pose(std::string_view text) {
  std::vector<PoseValue> values;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(text.find_first_of(";:", begin), text.size());
    const std::string_view value = trim(text.substr(begin, end - begin));
    values.push_back({value, value.empty() ? begin : static_cast<std::size_t>(value.data() - text.data())});
    if (end == text.size()) return values;
    begin = end + 1;
  }
}

// The pose with ';' as its only separator, if this gives 3 or 6 numbers.
std::optional<std::string> with_separators(std::string_view text) {
  std::string spaced(text);
  std::replace_if(
      spaced.begin(), spaced.end(),
      [](char c) { return c == ',' || c == ';' || c == ':' || c == '/' || c == '|'; }, ' ');
  const auto words = split_words(spaced, 7);
  if (words.size() != 3 && words.size() != 6) return std::nullopt;
  std::string result;
  for (const Token& word : words) {
    if (!parse_double(word.text)) return std::nullopt;
    result += concat(result.empty() ? "" : ";", word.text);
  }
  return result;
}

}  // namespace

ElementReader::ElementReader(const XmlElement& element, Model& model, DiagnosticEngine& diagnostics)
    : element_(element), model_(model), diagnostics_(diagnostics) {}

ElementReader::~ElementReader() noexcept(false) {
  if (std::uncaught_exceptions() > 0) return;  // memory is exhausted: report nothing
  for (const XmlAttribute& attribute : element_.attributes) {
    if (contains(known_attributes_, attribute.name) || attribute.name.starts_with("xmlns") ||
        !attribute.prefix().empty())
      continue;
    diagnostics_
        .report(Rule::unknown_attribute, attribute.name_range,
                concat("<", element_.name, "> has no attribute '", attribute.name, "'"))
        .nearest(attribute.name, known_attributes_);
  }
  for (const XmlElement& child : element_.children) {
    if (contains(known_children_, child.name) || !child.prefix().empty()) continue;
    diagnostics_.report(Rule::unknown_element, child.name_range,
                        concat("<", element_.name, "> has no element <", child.name, ">",
                               did_you_mean(child.name, known_children_)));
  }
}

std::string ElementReader::quote(const XmlAttribute& attribute) {
  return concat(attribute.name, "=\"", attribute.value.text, "\"");
}

const XmlAttribute* ElementReader::find(std::initializer_list<std::string_view> spellings) {
  const XmlAttribute* found = nullptr;
  for (const std::string_view spelling : spellings) {
    known_attributes_.push_back(spelling);
    if (found == nullptr) found = element_.attribute(spelling);
  }
  return found;
}

const XmlAttribute* ElementReader::require(std::initializer_list<std::string_view> spellings) {
  const XmlAttribute* found = find(spellings);
  if (found == nullptr)
    diagnostics_.report(Rule::missing_attribute, element_.name_range,
                        concat("<", element_.name, "> needs the attribute '", *spellings.begin(), "'"));
  return found;
}

std::optional<Number> ElementReader::number(const XmlAttribute* attribute) {
  if (attribute == nullptr) return std::nullopt;
  const std::string_view token = trim(attribute->value.text);
  if (const auto value = parse_double(token)) return model_.number(*value, token);
  diagnostics_.report(Rule::bad_number, attribute->value.range,
                      concat(quote(*attribute), " is not a number", advise_number(token).advice));
  return std::nullopt;
}

std::optional<int> ElementReader::integer(const XmlAttribute* attribute) {
  if (attribute == nullptr) return std::nullopt;
  const auto value = parse_integer(trim(attribute->value.text));
  if (value && *value >= -1'000'000'000 && *value <= 1'000'000'000) return static_cast<int>(*value);
  diagnostics_.report(Rule::bad_number, attribute->value.range,
                      concat(quote(*attribute), " is not a whole number"));
  return std::nullopt;
}

std::optional<bool> ElementReader::boolean(const XmlAttribute* attribute) {
  const auto index = word(attribute, {"false", "true"}, Rule::bad_value, true);
  return index ? std::optional(*index == 1) : std::nullopt;
}

std::optional<SignedAxis> ElementReader::axis(const XmlAttribute* attribute, Rule rule) {
  const auto index = word(attribute, {"x", "-x", "y", "-y", "z", "-z"}, rule, false);
  return index ? std::optional(static_cast<SignedAxis>(*index)) : std::nullopt;
}

std::optional<std::size_t> ElementReader::word(const XmlAttribute* attribute,
                                               std::initializer_list<std::string_view> words, Rule rule,
                                               bool any_case) {
  if (attribute == nullptr) return std::nullopt;
  const std::string_view text = trim(attribute->value.text);
  const std::string wanted = any_case ? to_lower(text) : std::string(text);
  const auto* const found = std::find(words.begin(), words.end(), wanted);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  diagnostics_.report(rule, attribute->value.range,
                      concat(quote(*attribute), " must be ", alternatives(words)));
  return std::nullopt;
}

TransformExpr ElementReader::pose(const XmlAttribute* attribute) {
  if (attribute == nullptr) return {};
  const XmlText& value = attribute->value;
  const auto values = split_pose(value.text);
  // A list without a separator is one "value" with white space or commas in it.
  for (const PoseValue& item : values) {
    const std::size_t at = item.text.find_first_of(", \t\n/|");
    if (at == std::string_view::npos) continue;
    auto report = diagnostics_.report(
        Rule::pose_separator, value.part(item.offset + at, 1),
        concat(quote(*attribute), ": values of a pose are separated by ';', as in \"0;0;0.1\""));
    // Blanks and commas are taken for separators only if this gives 3 or 6 numbers.
    if (const auto repaired = with_separators(value.text)) report.suggest(value.range, *repaired);
    return {};
  }
  if (values.size() != 3 && values.size() != 6) {
    diagnostics_.report(
        Rule::pose_count, value.range,
        concat(quote(*attribute), " has ", values.size(), values.size() == 1 ? " value" : " values",
               "; a pose has 3 (x;y;z in metres) or 6 (and roll;pitch;yaw in degrees)"));
    return {};
  }
  std::array<Number, 6> numbers;
  bool good = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (const auto number = parse_double(values[i].text)) {
      numbers[i] = model_.number(*number, values[i].text);
    } else {
      good = false;
      diagnostics_.report(Rule::bad_number,
                          value.part(values[i].offset, std::max<std::size_t>(values[i].text.size(), 1)),
                          concat("'", values[i].text, "' in ", quote(*attribute), " is not a number",
                                 advise_number(values[i].text).advice));
    }
  }
  if (!good) return {};
  TransformExpr::XyzRpy pose;
  pose.xyz = Number3{numbers[0], numbers[1], numbers[2]};
  pose.unit = TransformExpr::AngleUnit::degree;
  if (values.size() == 6) pose.rpy = Number3{numbers[3], numbers[4], numbers[5]};
  return pose;
}

const XmlElement* ElementReader::child(std::initializer_list<std::string_view> names) {
  const XmlElement* found = nullptr;
  known_children_.insert(known_children_.end(), names.begin(), names.end());
  for (const XmlElement& child : element_.children) {
    if (std::find(names.begin(), names.end(), child.name) == names.end()) continue;
    if (found == nullptr) {
      found = &child;
    } else {
      diagnostics_
          .report(Rule::repeated_element, child.name_range,
                  concat("<", element_.name, "> has a second <", child.name, ">; the first one counts"))
          .note(found->name_range, "the first is here");
    }
  }
  return found;
}

std::vector<const XmlElement*> ElementReader::children(std::string_view name) {
  known_children_.push_back(name);
  std::vector<const XmlElement*> found;
  for (const XmlElement& child : element_.children)
    if (child.name == name) found.push_back(&child);
  return found;
}

void ElementReader::missing_child(std::string_view name) {
  diagnostics_.report(Rule::missing_element, element_.name_range,
                      concat("<", element_.name, "> needs an element <", name, ">"));
}

}  // namespace romas
