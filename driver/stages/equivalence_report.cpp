#include "driver/stages/equivalence_report.h"

#include <algorithm>
#include <array>

#include "ir/compare/topics.h"
#include "support/text/json_writer.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

std::string place_text(const SourceManager& sources, SourceRange range) {
  if (!range.valid()) return {};
  const LineColumn at = sources.line_column(range.start());
  return concat(sources.name(range.file), ":", at.line, ":", at.column, ": ");
}

// Three digits are enough to judge a size.
std::string rounded(double value) { return rounded_number(value, 3); }

std::string padded(std::string text, std::size_t width) {
  const auto shown = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  return shown < width ? text.append(width - shown, ' ') : text + " ";
}

// Names, as many as a line takes.
std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 10;
  const std::vector<std::string> first(
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size())));
  std::string text = join(first, ", ", in_quotes);
  if (names.size() > kMost) text += concat(" and ", names.size() - kMost, " more");
  return text;
}

std::string verdict(const VerifiedTranslation& translation) {
  if (!translation.numbers) return "The two have no link in common, so no numbers were compared.\n";
  const auto& quantities = translation.numbers->quantities;
  const auto differing =
      std::ranges::count_if(quantities, [](const auto& quantity) { return !quantity.agrees(); });
  if (differing == 0) return "The same robot: all numbers below agree.\n";
  return concat(differing, differing == 1 ? " quantity differs" : " quantities differ",
                " (marked with !); what was left out or written differently is listed below.\n");
}

std::string numbers_text(const Equivalence& numbers) {
  std::string text =
      concat("Compared in ", numbers.states,
             " states, the first at zero, the others at random within the limits, in the frame of link '",
             numbers.base, "': ", numbers.links, numbers.links == 1 ? " link, " : " links, ",
             numbers.moved.size(), numbers.moved.size() == 1 ? " joint" : " joints", " in motion.\n\n");
  constexpr std::size_t kName = 50, kCount = 10, kSize = 18;
  text += concat("  ", padded("quantity", kName), padded("values", kCount), padded("largest", kSize),
                 "largest difference\n");
  for (const MeasuredQuantity& quantity : numbers.quantities) {
    const auto with_unit = [&](double value) { return concat(rounded(value), " ", quantity.unit); };
    text += concat(quantity.agrees() ? "  " : "! ", padded(std::string(quantity.name), kName),
                   padded(concat(quantity.compared), kCount), padded(with_unit(quantity.largest), kSize));
    if (quantity.largest_difference == 0) {
      text += "none\n";
      continue;
    }
    text += concat(with_unit(quantity.largest_difference), " at ", quantity.where,
                   quantity.state ? concat(", state ", *quantity.state) : std::string(), "\n");
  }
  return text;
}

std::string unlike_text(const VerifiedTranslation& translation) {
  const Equivalence& numbers = *translation.numbers;
  std::string text;
  const auto add = [&](const std::string& what, const std::vector<std::string>& names) {
    if (!names.empty()) text += concat(what, ": ", names_text(names), "\n");
  };
  add("Joints at rest, because one of the two moves them otherwise or not at all", numbers.unmoved);
  add(concat("Links of ", translation.source, " alone"), numbers.first_only);
  add(concat("Links of ", translation.output, " alone"), numbers.second_only);
  return text.empty() ? text : concat("\n", text);
}

std::string losses_text(const VerifiedTranslation& translation, const SourceManager& sources, Rule rule,
                        std::string_view title) {
  std::string text;
  std::size_t count = 0;
  for (const Diagnostic& loss : translation.losses) {
    if (loss.rule != rule) continue;
    ++count;
    text += concat("  ", place_text(sources, loss.range), loss.message, "\n");
  }
  return concat("\n", title, " (", rule_info(rule).id(), "): ", count == 0 ? "nothing" : concat(count), "\n",
                text);
}

void names_json(JsonWriter& json, std::string_view key, const std::vector<std::string>& names) {
  json.key(key);
  json.begin_array();
  for (const std::string& name : names) json.string(name);
  json.end_array();
}

void numbers_json(JsonWriter& json, const Equivalence& numbers) {
  json.key("numbers");
  json.begin_object();
  json.field("agree", numbers.agrees());
  json.field("states", numbers.states);
  json.field("base", numbers.base);
  json.field("links", numbers.links);
  names_json(json, "joints_in_motion", numbers.moved);
  names_json(json, "joints_at_rest", numbers.unmoved);
  names_json(json, "links_of_source_alone", numbers.first_only);
  names_json(json, "links_of_output_alone", numbers.second_only);
  json.key("quantities");
  json.begin_array();
  for (const MeasuredQuantity& quantity : numbers.quantities) {
    json.begin_object();
    json.field("name", quantity.name);
    json.field("unit", quantity.unit);
    json.field("values", quantity.compared);
    json.field("largest", quantity.largest);
    json.field("largest_difference", quantity.largest_difference);
    json.field("allowed", quantity.allowed);
    json.field("agrees", quantity.agrees());
    if (!quantity.where.empty()) json.field("where", quantity.where);
    if (quantity.state) json.field("state", *quantity.state);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace

std::string equivalence_page(const VerifiedTranslation& translation, const SourceManager& sources) {
  std::string text = concat("Robot '", translation.robot, "', from ", translation.source, " (",
                            format_title(translation.source_format), ") to ", translation.output, " (",
                            format_title(translation.format), ")\n\n", verdict(translation), "\n");
  if (translation.numbers) text += concat(numbers_text(*translation.numbers), unlike_text(translation));
  text += losses_text(translation, sources, Rule::feature_dropped, "Left out");
  text += losses_text(translation, sources, Rule::value_approximated, "Written otherwise");
  return text +
         "\nEverything else that both formats can say was compared field by field; nothing else differs.\n";
}

std::string equivalence_json(const VerifiedTranslation& translation, const SourceManager& sources) {
  JsonWriter json;
  json.begin_object();
  json.field("robot", translation.robot);
  json.field("source", translation.source);
  json.field("source_format", translation.source_format);
  json.field("output", translation.output);
  json.field("output_format", translation.format);
  if (translation.numbers) numbers_json(json, *translation.numbers);
  json.key("losses");
  json.begin_array();
  for (const Diagnostic& loss : translation.losses) {
    json.begin_object();
    json.field("rule", rule_info(loss.rule).slug);
    json.field("message", loss.message);
    if (loss.range.valid()) {
      const LineColumn at = sources.line_column(loss.range.start());
      json.field("file", sources.name(loss.range.file));
      json.field("line", at.line);
      json.field("column", at.column);
    }
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace romas::driver
