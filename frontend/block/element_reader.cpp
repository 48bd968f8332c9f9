#include "frontend/block/element_reader.h"

#include <algorithm>
#include <cassert>

#include "frontend/xml/reader/write_xml.h"
#include "frontend/xml/schema/misnamed.h"
#include "frontend/xml/schema/number_advice.h"
#include "frontend/xml/schema/unknown_element.h"
#include "support/text/characters.h"
#include "support/text/look_alikes.h"
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

// The text without white space around it; `begin` is its place in the value.
Token trimmed(std::string_view text, std::size_t begin) {
  const std::string_view value = trim(text);
  return {value, value.empty() ? begin : begin + static_cast<std::size_t>(value.data() - text.data())};
}

// The values between the separators ';' and ':'.
std::vector<Token> split_pose(std::string_view text) {
  std::vector<Token> values;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(text.find_first_of(";:", begin), text.size());
    values.push_back(trimmed(text.substr(begin, end - begin), begin));
    if (end == text.size()) return values;
    begin = end + 1;
  }
}

// Whether a list of values is a pose, except perhaps for commas in place of decimal points.
bool has_pose_values(const std::vector<Token>& values) {
  const auto is_value = [](const Token& value) {
    std::string pointed(value.text);
    std::replace(pointed.begin(), pointed.end(), ',', '.');
    return parse_double(pointed).has_value();
  };
  return (values.size() == 3 || values.size() == 6) && std::ranges::all_of(values, is_value);
}

// The pose with ';' as its only separator, if this gives 3 or 6 numbers.
std::optional<std::string> with_separators(std::string_view text) {
  std::string spaced(text);
  // Between other separators, a comma inside a number is its decimal point.
  if (text.find_first_of("; \t:/|") != std::string_view::npos)
    for (std::size_t i = 1; i + 1 < spaced.size(); ++i)
      if (spaced[i] == ',' && is_digit(spaced[i - 1]) && is_digit(spaced[i + 1])) spaced[i] = '.';
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

ElementReader::ElementReader(const XmlElement& element, const ElementRow& row, std::optional<Place> place,
                             Model& model, DiagnosticEngine& diagnostics,
                             std::span<const std::string_view> required)
    : element_(element), row_(row), place_(place), model_(model), diagnostics_(diagnostics) {
  check_attributes(required);
  check_children(required);
}

void ElementReader::keep(Extension::Kind kind, std::string_view name, std::string text, SourceRange range) {
  if (place_ && name.find(':') == std::string_view::npos) {
    model_.extensions.push_back({*place_, kind, std::string(name), std::move(text), range, {}});
    return;
  }
  const bool is_attribute = kind == Extension::Kind::attribute;
  diagnostics_.report(Rule::feature_dropped, range,
                      concat(is_attribute ? "the attribute '" : "<", name, is_attribute ? "' of <" : "> in <",
                             element_.name, "> is left out: ",
                             place_ ? "it belongs to another vocabulary" : "the model has no place for it"));
}

void ElementReader::check_attributes(std::span<const std::string_view> required) {
  std::vector<KnownName> known_names;
  for (const AttributeRow& row : row_.attributes)
    known_names.push_back({row.name, attribute(row.name) == nullptr,
                           row.required || std::ranges::find(required, row.name) != required.end()});
  std::vector<std::string_view> unknown;
  std::vector<SourceRange> places;
  for (const XmlAttribute& attribute : element_.attributes) {
    if (attribute.name.starts_with("xmlns")) continue;
    if (const AttributeRow* known = row_.attribute(attribute.name)) {
      const XmlAttribute* first = this->attribute(known->name);
      if (first != &attribute)
        diagnostics_
            .report(Rule::repeated_element, attribute.name_range,
                    concat("'", attribute.name, "' repeats '", first->name, "'; only the first is used"))
            .note(first->name_range, "the first is here");
      continue;
    }
    keep(Extension::Kind::attribute, attribute.name, std::string(attribute.value.text), attribute.range);
    if (!attribute.prefix().empty()) continue;
    unknown.push_back(attribute.name);
    places.push_back(attribute.name_range);
  }
  const std::vector<std::string_view> meant = meant_names(unknown, known_names);
  for (const KnownName& known : known_names) {
    if (!known.required || !known.lacking) continue;
    const auto misnamed = std::ranges::find(meant, known.name);
    std::string message = concat("<", element_.name, "> needs the attribute '", known.name, "'");
    if (misnamed == meant.end()) {
      diagnostics_.report(Rule::missing_attribute, element_.name_range, std::move(message));
      continue;
    }
    const auto i = static_cast<std::size_t>(misnamed - meant.begin());
    diagnostics_
        .report(Rule::missing_attribute, places[i], concat(message, in_place_of(known.name, unknown[i])))
        .suggest(places[i], std::string(known.name));
  }
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const auto known = std::ranges::find(known_names, meant[i], &KnownName::name);
    if (known == known_names.end() || !known->required)
      diagnostics_
          .report(Rule::unknown_attribute, places[i],
                  concat("<", element_.name, "> has no attribute '", unknown[i], "'"))
          .meant(meant[i]);
  }
}

void ElementReader::check_children(std::span<const std::string_view> required) {
  std::vector<KnownName> known_names;
  for (const ChildRow& row : row_.children)
    known_names.push_back({row.name, row.occurs == Occurs::many || child(row.name) == nullptr,
                           std::ranges::find(required, row.name) != required.end(),
                           row.occurs == Occurs::many});
  std::vector<std::string_view> names;
  std::vector<const XmlElement*> unknown;
  for (const XmlElement& child : element_.children) {
    const ChildRow* known = row_.child(child.name);
    if (known == nullptr) {
      keep(Extension::Kind::element, child.name, write_xml(child), child.range);
      if (!child.prefix().empty()) continue;
      names.push_back(child.name);
      unknown.push_back(&child);
      continue;
    }
    const XmlElement* first = this->child(known->name);
    if (known->occurs == Occurs::many || first == &child) continue;
    diagnostics_
        .report(Rule::repeated_element, child.name_range,
                concat("<", element_.name, "> has a second <", child.name, ">; only the first is used"))
        .note(first->name_range, "the first is here");
  }
  const std::vector<std::string_view> meant = meant_names(names, known_names);
  for (const KnownName& known : known_names)
    if (known.required && known.lacking && std::ranges::find(meant, known.name) == meant.end())
      diagnostics_.report(Rule::missing_element, element_.name_range,
                          concat("<", element_.name, "> needs an element <", known.name, ">"));
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const auto known = std::ranges::find(known_names, meant[i], &KnownName::name);
    if (known != known_names.end() && known->required)
      report_misnamed_element(diagnostics_, *unknown[i],
                              concat("<", element_.name, "> needs an element <", meant[i], ">"), meant[i]);
    else
      report_unknown_element(diagnostics_, *unknown[i],
                             concat("<", element_.name, "> has no element <", names[i], ">"), meant[i]);
  }
}

const XmlAttribute* ElementReader::attribute(std::string_view name) const {
  const AttributeRow* row = row_.attribute(name);
  assert(row != nullptr);
  const auto found = std::find_if(element_.attributes.begin(), element_.attributes.end(),
                                  [&](const XmlAttribute& written) { return row->has_name(written.name); });
  return found == element_.attributes.end() ? nullptr : &*found;
}

SourceRange ElementReader::range(std::string_view name) const {
  const XmlAttribute* found = attribute(name);
  return found == nullptr ? SourceRange{} : found->value.range;
}

std::optional<std::string> ElementReader::text(std::string_view name) const {
  const XmlAttribute* found = attribute(name);
  return found == nullptr ? std::nullopt : std::optional(std::string(found->value.text));
}

void ElementReader::report_number(const XmlText& value, const Token& token, const std::string& subject) {
  const NumberAdvice advice = advise_number(token.text);
  const SourceRange range = value.part(token.offset, std::max<std::size_t>(token.text.size(), 1));
  auto report =
      diagnostics_.report(Rule::bad_number, range, concat(subject, " is not a number", advice.advice));
  if (!advice.replacement.empty() && value.literal) report.suggest(range, advice.replacement);
}

std::optional<Number> ElementReader::number(std::string_view name) {
  const XmlAttribute* found = attribute(name);
  if (found == nullptr) return std::nullopt;
  const Token token = trimmed(found->value.text, 0);
  if (const auto value = parse_double(token.text)) return model_.number(*value, token.text);
  report_number(found->value, token, quote(*found));
  return std::nullopt;
}

std::optional<int> ElementReader::whole(std::string_view name) {
  const XmlAttribute* found = attribute(name);
  if (found == nullptr) return std::nullopt;
  const Token token = trimmed(found->value.text, 0);
  const auto value = parse_integer(token.text);
  if (value && *value >= -1'000'000'000 && *value <= 1'000'000'000) return static_cast<int>(*value);
  const NumberAdvice advice = advise_number(token.text);
  const bool is_whole = parse_integer(advice.replacement).has_value();
  auto report =
      diagnostics_.report(Rule::bad_number, found->value.range,
                          concat(quote(*found), " is not a whole number", is_whole ? advice.advice : ""));
  if (is_whole && found->value.literal)
    report.suggest(found->value.part(token.offset, token.text.size()), advice.replacement);
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
  const auto plain = without_look_alikes(value.text);
  const std::string_view written = plain ? std::string_view(plain->text) : value.text;
  const auto meant = split_pose(written);
  const auto separator = [&](std::size_t at, std::size_t size, std::string_view found) {
    auto report =
        diagnostics_.report(Rule::pose_separator, value.part(at, size),
                            concat(quote(*attribute), found,
                                   ": the values of a pose must be separated by ';', as in \"0;0;0.1\""));
    // Blanks and commas are taken for separators only if this gives 3 or 6 numbers.
    if (const auto repaired = with_separators(written); repaired && value.literal)
      report.suggest(value.range, *repaired);
    return TransformExpr{};
  };
  if (plain && meant.size() != values.size())
    return separator(plain->at, plain->size, concat(" has ", plain->first.name));
  // A list without a separator is one "value" with white space or commas in it.
  for (const Token& item : values) {
    const std::size_t at = item.text.find_first_of(", \t\n/|");
    if (at != std::string_view::npos && !has_pose_values(meant)) return separator(item.offset + at, 1, "");
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
      report_number(value, values[i], concat("'", values[i].text, "' in ", quote(*attribute)));
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

}  // namespace romas
