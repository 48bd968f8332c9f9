#include "frontend/block/element_reader.h"

#include <algorithm>
#include <cassert>

#include "frontend/xml/schema/number_advice.h"
#include "frontend/xml/schema/unknown_element.h"
#include "support/text/text.h"

namespace romas {

namespace {

// name="value"
std::string quote(const XmlAttribute& attribute) {
  return concat(attribute.name, "=\"", attribute.value.text, "\"");
}

// Words as "'a', 'b' or 'c'".
std::string alternatives(const std::vector<Token>& words) {
  std::vector<std::string> quoted;
  quoted.reserve(words.size());
  for (const Token& word : words) quoted.push_back(in_quotes(word.text));
  return join_last(quoted, " or ");
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

ElementReader::ElementReader(const XmlElement& element, const ElementRow& row, Model& model,
                             DiagnosticEngine& diagnostics)
    : element_(element), row_(row), model_(model), diagnostics_(diagnostics) {
  check_attributes();
  check_children();
}

void ElementReader::check_attributes() {
  for (const XmlAttribute& attribute : element_.attributes) {
    if (attribute.name.starts_with("xmlns") || !attribute.prefix().empty()) continue;
    if (const AttributeRow* known = row_.attribute(attribute.name)) {
      const XmlAttribute* first = this->attribute(known->name);
      if (first != &attribute)
        diagnostics_
            .report(Rule::repeated_element, attribute.name_range,
                    concat("'", attribute.name, "' repeats '", first->name, "'; only the first is used"))
            .note(first->name_range, "the first is here");
      continue;
    }
    diagnostics_
        .report(Rule::unknown_attribute, attribute.name_range,
                concat("<", element_.name, "> has no attribute '", attribute.name, "'"))
        .nearest(attribute.name, row_.attributes, &AttributeRow::name);
  }
  for (const AttributeRow& known : row_.attributes)
    if (known.required) require(known.name);
}

void ElementReader::check_children() {
  for (const XmlElement& child : element_.children) {
    const ChildRow* known = row_.child(child.name);
    if (known == nullptr) {
      if (child.prefix().empty())
        report_unknown_element(diagnostics_, child,
                               concat("<", element_.name, "> has no element <", child.name, ">"),
                               nearest_name(child.name, row_.children, &ChildRow::name));
      continue;
    }
    const XmlElement* first = this->child(known->name);
    if (known->occurs == Occurs::many || first == &child) continue;
    diagnostics_
        .report(Rule::repeated_element, child.name_range,
                concat("<", element_.name, "> has a second <", child.name, ">; only the first is used"))
        .note(first->name_range, "the first is here");
  }
}

const XmlAttribute* ElementReader::attribute(std::string_view name) const {
  const AttributeRow* row = row_.attribute(name);
  assert(row != nullptr);
  const auto found = std::find_if(element_.attributes.begin(), element_.attributes.end(),
                                  [&](const XmlAttribute& written) { return row->has_name(written.name); });
  return found == element_.attributes.end() ? nullptr : &*found;
}

void ElementReader::require(std::string_view name) {
  if (attribute(name) == nullptr)
    diagnostics_.report(Rule::missing_attribute, element_.name_range,
                        concat("<", element_.name, "> needs the attribute '", name, "'"));
}

SourceRange ElementReader::range(std::string_view name) const {
  const XmlAttribute* found = attribute(name);
  return found == nullptr ? SourceRange{} : found->value.range;
}

std::optional<std::string> ElementReader::text(std::string_view name) const {
  const XmlAttribute* found = attribute(name);
  return found == nullptr ? std::nullopt : std::optional(std::string(found->value.text));
}

std::optional<Number> ElementReader::number(std::string_view name) {
  const XmlAttribute* found = attribute(name);
  if (found == nullptr) return std::nullopt;
  const std::string_view token = trim(found->value.text);
  if (const auto value = parse_double(token)) return model_.number(*value, token);
  diagnostics_.report(Rule::bad_number, found->value.range,
                      concat(quote(*found), " is not a number", advise_number(token).advice));
  return std::nullopt;
}

std::optional<int> ElementReader::whole(std::string_view name) {
  const XmlAttribute* found = attribute(name);
  if (found == nullptr) return std::nullopt;
  const auto value = parse_integer(trim(found->value.text));
  if (value && *value >= -1'000'000'000 && *value <= 1'000'000'000) return static_cast<int>(*value);
  diagnostics_.report(Rule::bad_number, found->value.range, concat(quote(*found), " is not a whole number"));
  return std::nullopt;
}

std::optional<bool> ElementReader::flag(std::string_view name) {
  const auto index = word(name);
  return index ? std::optional(*index == 1) : std::nullopt;
}

std::optional<SignedAxis> ElementReader::axis(std::string_view name, Rule rule) {
  const auto index = word(name, rule);
  return index ? std::optional(static_cast<SignedAxis>(*index)) : std::nullopt;
}

std::optional<std::size_t> ElementReader::word(std::string_view name, Rule rule) {
  const XmlAttribute* attribute = this->attribute(name);
  if (attribute == nullptr) return std::nullopt;
  const AttributeRow& row = *row_.attribute(name);
  const auto words = split_words(row.words);
  const std::string_view text = trim(attribute->value.text);
  const std::string wanted = row.any_case ? to_lower(text) : std::string(text);
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const Token& word) { return word.text == wanted; });
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  diagnostics_.report(rule, attribute->value.range,
                      concat(quote(*attribute), " must be ", alternatives(words)));
  return std::nullopt;
}

TransformExpr ElementReader::pose(std::string_view name) {
  const XmlAttribute* attribute = this->attribute(name);
  if (attribute == nullptr) return {};
  const XmlText& value = attribute->value;
  const auto values = split_pose(value.text);
  // A list without a separator is one "value" with white space or commas in it.
  for (const PoseValue& item : values) {
    const std::size_t at = item.text.find_first_of(", \t\n/|");
    if (at == std::string_view::npos) continue;
    auto report = diagnostics_.report(
        Rule::pose_separator, value.part(item.offset + at, 1),
        concat(quote(*attribute), ": the values of a pose must be separated by ';', as in \"0;0;0.1\""));
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

const XmlElement* ElementReader::child(std::string_view name) const {
  const auto all = children(name);
  return all.empty() ? nullptr : all.front();
}

std::vector<const XmlElement*> ElementReader::children(std::string_view name) const {
  const ChildRow* row = row_.child(name);
  assert(row != nullptr);
  std::vector<const XmlElement*> found;
  for (const XmlElement& child : element_.children)
    if (row->has_name(child.name)) found.push_back(&child);
  return found;
}

void ElementReader::missing_child(std::string_view name) {
  diagnostics_.report(Rule::missing_element, element_.name_range,
                      concat("<", element_.name, "> needs an element <", name, ">"));
}

}  // namespace romas
