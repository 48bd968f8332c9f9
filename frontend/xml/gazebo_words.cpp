#include "frontend/xml/gazebo_words.h"

#include "frontend/xml/schema_reader.h"
#include "ir/format/sdf_words.h"
#include "support/text.h"

namespace romas {

namespace {

void check_word(const XmlText& text, std::string_view words, Rule rule, const std::string& what,
                DiagnosticEngine& diagnostics) {
  const std::string word(trim(text.text));
  if (words.empty() || word.empty() || has_unexpanded(word) || sdf::is_one_of(words, word)) return;
  const auto known = split_words(words);
  const auto name = [](const Token& token) { return token.text; };
  std::string_view near = nearest_name(word, known, name);
  if (near.empty()) near = sdf_image_format(word);
  if (near.empty() || !sdf::is_one_of(words, near)) near = nearest_name(to_lower(word), known, name);
  const SourceRange range = text.literal ? text.part(text.text.find(word), word.size()) : text.range;
  diagnostics.report(rule, range, concat(what, " '", word, "', which SDF does not know")).meant(near);
}

}  // namespace

void check_gazebo_words(const XmlElement& element, std::string_view parent,  // NOLINT(misc-no-recursion)
                        DiagnosticEngine& diagnostics) {
  if (element.name == "plugin") return;
  const bool is_sensor = element.name == "sensor";
  const XmlAttribute* type = element.attribute("type");
  if (is_sensor && (type == nullptr || trim(type->value.text).empty())) {
    const XmlAttribute* name = element.attribute("name");
    diagnostics.report(Rule::sensor_type, element.start_tag,
                       concat("sensor ", name == nullptr ? "" : concat("'", name->value.text, "' "),
                              "has no type, such as camera, ray or imu"));
  }
  for (const XmlAttribute& attribute : element.attributes)
    check_word(attribute.value, sdf::words_of_attribute(element.name, attribute.name),
               is_sensor && attribute.name == "type" ? Rule::sensor_type : Rule::gazebo_value,
               concat("<", element.name, "> has the ", attribute.name), diagnostics);
  if (element.children.empty())
    check_word(element.text, sdf::words_of_text(parent, element.name), Rule::gazebo_value,
               concat("<", element.name, "> of <", parent, "> is"), diagnostics);
  for (const XmlElement& child : element.children) check_gazebo_words(child, element.name, diagnostics);
}

}  // namespace romas
