// A comparison as text, JSON and annotations.
#include <algorithm>
#include <map>
#include <optional>

#include "driver/several/compare.h"
#include "ir/model/entity.h"
#include "support/text/escape.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

struct SourcePlace {
  std::string file;
  LineColumn at;
};

std::optional<SourcePlace> place_in(const CompileResult& result, SourceRange range) {
  if (!range.valid() || result.sources == nullptr) return std::nullopt;
  return SourcePlace{std::string(result.sources->name(range.file)),
                     result.sources->line_column(range.start())};
}

std::string text_of(const SourcePlace& place) {
  return concat(place.file, ":", place.at.line, ":", place.at.column);
}

std::string entity_title(const ModelDifference& difference) {
  const std::string_view word = to_string(difference.entity);
  return difference.name.empty() ? std::string(word) : concat(word, " '", difference.name, "'");
}

std::string not_compared_text(const NotCompared& left_out) {
  return concat(
      counted(left_out.count, left_out.topic), ", which ", format_title(left_out.format),
      says_in_its_own_way(left_out.format, left_out.topic) ? " says in its own way" : " cannot say");
}

// Describes the content that a frontend could not read into the model. Precondition: there is some.
std::string unread_text(const CompileResult& result) {
  const Diagnostic& first = result.losses.front();
  const auto place = place_in(result, first.range);
  const std::size_t more = result.losses.size() - 1;
  return concat(place ? concat(text_of(*place), ": ") : std::string(), first.message,
                more == 0 ? std::string() : concat("; and ", more, " more like this"));
}

std::string aspects_text(const CompareRequest& request) {
  std::vector<std::string> words;
  for (const Aspect aspect : request.aspects) words.emplace_back(to_string(aspect));
  return join_last(words, " and ");
}

// "3 differences in 1 link and 2 joints"
std::string counts_text(const std::vector<ModelDifference>& differences) {
  std::map<EntityKind, std::pair<std::size_t, std::string>> entities;
  for (const ModelDifference& difference : differences) {
    auto& [count, last] = entities[difference.entity];
    if (count == 0 || last != difference.name) ++count;
    last = difference.name;
  }
  std::vector<std::string> parts;
  parts.reserve(entities.size());
  for (const auto& [kind, counted] : entities)
    parts.push_back(kind == EntityKind::robot
                        ? std::string("the robot itself")
                        : concat(counted.first, " ", to_string(kind), counted.first == 1 ? "" : "s"));
  return concat(differences.size(), differences.size() == 1 ? " difference in " : " differences in ",
                join_last(parts, " and "));
}

// Renames explain what looks like one link removed and another one added.
bool looks_renamed(const std::vector<ModelDifference>& differences) {
  bool removed = false;
  bool added = false;
  for (const ModelDifference& difference : differences) {
    if (difference.topic != Topic::tree || !difference.field.empty()) continue;
    removed = removed || difference.change == ModelDifference::Change::removed;
    added = added || difference.change == ModelDifference::Change::added;
  }
  return removed && added;
}

void place_json(JsonWriter& json, std::string_view name, const CompileResult& result, SourceRange range) {
  const auto place = place_in(result, range);
  if (!place) return;
  json.key(name);
  json.begin_object(JsonWriter::Style::inline_);
  json.field("file", place->file);
  json.field("line", place->at.line);
  json.field("column", place->at.column);
  json.end_object();
}

void value_json(JsonWriter& json, std::string_view name, const std::string& text,
                const std::vector<double>& values) {
  if (!values.empty()) {
    json.key(name);
    json.begin_array(JsonWriter::Style::inline_);
    for (const double value : values) json.number(value);
    json.end_array();
  } else if (!text.empty()) {
    json.field(name, text);
  }
}

void difference_json(JsonWriter& json, const Comparison& comparison, const ModelDifference& difference) {
  json.begin_object();
  json.field("entity", to_string(difference.entity));
  json.field("name", difference.name);
  json.field("change", to_string(difference.change));
  json.field("field", difference.field);
  json.field("topic", to_string(difference.topic));
  json.field("aspect", to_string(aspect_of(difference.topic)));
  value_json(json, "old", difference.old_text, difference.old_values);
  value_json(json, "new", difference.new_text, difference.new_values);
  if (!difference.unit.empty()) json.field("unit", difference.unit);
  if (!difference.effect.empty()) json.field("effect", difference.effect);
  json.field("message", message_of(difference));
  place_json(json, "first", comparison.results[0], difference.a);
  place_json(json, "second", comparison.results[1], difference.b);
  json.end_object();
}

}  // namespace

std::string print_comparison(const Comparison& comparison) {
  const auto& [differences, not_compared, effects] = comparison.found;
  const std::string scope =
      comparison.request.aspects.empty() ? std::string() : concat(" in ", aspects_text(comparison.request));
  std::string text = differences.empty() ? concat("the same robot", scope, "\n") : std::string();
  std::string entity;
  for (const ModelDifference& difference : differences) {
    if (std::string title = entity_title(difference); title != entity) {
      entity = std::move(title);
      text += concat(entity, "\n");
    }
    text += concat("  ", change_text(difference), "\n");
    const auto a = place_in(comparison.results[0], difference.a);
    const auto b = place_in(comparison.results[1], difference.b);
    if (!a && !b) continue;
    // Two robots of one xacro file differ at one place.
    const bool one = a && b && text_of(*a) == text_of(*b);
    text += concat("      ", a ? text_of(*a) : "", a && b && !one ? ", " : "", b && !one ? text_of(*b) : "",
                   "\n");
  }
  for (const std::string& effect : effects) text += concat(effect, "\n");
  for (const NotCompared& left_out : not_compared)
    text += concat("not compared: ", not_compared_text(left_out), "\n");
  for (const CompileResult& result : comparison.results)
    if (!result.losses.empty()) text += concat("not compared: ", unread_text(result), "\n");
  if (!differences.empty()) text += concat(counts_text(differences), scope, "\n");
  if (!comparison.request.match_structure && looks_renamed(differences))
    text += "links and joints are matched by name; --match=structure finds those that were renamed\n";
  return text;
}

std::string print_comparison_as_json(const Comparison& comparison) {
  JsonWriter json;
  json.begin_object();
  json.field("same", comparison.found.differences.empty());
  json.key("aspects");
  json.begin_array(JsonWriter::Style::inline_);
  for (const std::string_view word : aspect_words()) {
    const auto& wanted = comparison.request.aspects;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), *parse_aspect(word)) != wanted.end())
      json.string(word);
  }
  json.end_array();
  json.key("differences");
  json.begin_array();
  for (const ModelDifference& difference : comparison.found.differences)
    difference_json(json, comparison, difference);
  json.end_array();
  json.key("effects");
  json.begin_array();
  for (const std::string& effect : comparison.found.effects) json.string(effect);
  json.end_array();
  json.key("not_compared");
  json.begin_array();
  for (const NotCompared& left_out : comparison.found.not_compared) {
    json.begin_object(JsonWriter::Style::inline_);
    json.field("topic", to_string(left_out.topic));
    json.field("count", left_out.count);
    json.field("format", left_out.format);
    json.field("message", not_compared_text(left_out));
    json.end_object();
  }
  json.end_array();
  json.key("not_read");
  json.begin_array();
  for (const CompileResult& result : comparison.results)
    for (const Diagnostic& loss : result.losses) {
      json.begin_object();
      json.field("message", loss.message);
      place_json(json, "at", result, loss.range);
      json.end_object();
    }
  json.end_array();
  json.end_object();
  return json.take();
}

std::string print_comparison_for_github(const Comparison& comparison) {
  std::string text;
  for (const ModelDifference& difference : comparison.found.differences) {
    auto place = place_in(comparison.results[1], difference.b);
    if (!place) place = place_in(comparison.results[0], difference.a);
    text += "::warning title=robot changed";
    if (place)
      text += concat(",file=", escape_github(place->file, true), ",line=", place->at.line,
                     ",col=", place->at.column);
    text += concat("::", escape_github(message_of(difference), false), "\n");
  }
  for (const NotCompared& left_out : comparison.found.not_compared)
    text += concat("::notice title=not compared::", escape_github(not_compared_text(left_out), false), "\n");
  for (const CompileResult& result : comparison.results)
    if (!result.losses.empty())
      text += concat("::notice title=not compared::", escape_github(unread_text(result), false), "\n");
  return text;
}

}  // namespace romas::driver
