#include "frontend/xml/words/gazebo_words.h"

#include <array>
#include <cmath>
#include <numbers>

#include "frontend/xml/schema/schema_reader.h"
#include "frontend/xml/schema/unknown_element.h"
#include "ir/format/sdf.h"
#include "ir/format/sdf_words.h"
#include "ir/words/sensor_words.h"
#include "support/text/text.h"

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

// Reports an angle (rad) beyond a full turn.
void check_angle(const XmlElement& element, DiagnosticEngine& diagnostics) {
  constexpr std::array<std::string_view, 4> kAngles = {"horizontal_fov", "min_angle", "max_angle",
                                                       "cutoff_angle"};
  if (std::find(kAngles.begin(), kAngles.end(), element.name) == kAngles.end()) return;
  const auto angle = parse_double(trim(element.text.text));
  if (!angle || !is_beyond_full_turn(*angle)) return;
  auto finding = diagnostics.report(Rule::sensor_angle, element.text.range,
                                    concat("<", element.name, "> is ", trim(element.text.text),
                                           " rad, more than a full turn", looks_like_degrees(*angle)));
  if (std::abs(*angle) <= kDegreesOfTurn)
    finding.suggest(element.text.range, concat(*angle * std::numbers::pi / 180));
}

// The names of the parts that a sensor may have below a path.
std::vector<std::string_view> parts_of_sensor(std::string_view path) {
  std::vector<std::string_view> names;
  for (const sdf::SensorPart& part : sdf::kSensorParts) {
    const std::size_t slash = part.path.rfind('/');
    const std::string_view around = slash == std::string_view::npos ? "" : part.path.substr(0, slash);
    const bool is_noise = around == "*/noise" && path.ends_with("/noise");
    if (around == path || is_noise) names.push_back(part.path.substr(slash + 1));
  }
  return names;
}

// Reports elements that SDF does not have at their place in a sensor. `path`: from the sensor to the element.
void check_sensor_parts(const XmlElement& element, const std::string& path,  // NOLINT(misc-no-recursion)
                        DiagnosticEngine& diagnostics) {
  for (const XmlElement& child : element.children) {
    // SDF 1.5 and 1.6 have <frame> in poses; prefixes belong to other vocabularies.
    if (!child.prefix().empty() || child.name == "frame") continue;
    const std::string child_path = path.empty() ? std::string(child.name) : concat(path, "/", child.name);
    const sdf::SensorPart* part = sdf::find_sensor_part(child_path);
    if (part != nullptr) {
      check_angle(child, diagnostics);
      if (part->content != sdf::SensorContent::any) check_sensor_parts(child, child_path, diagnostics);
      continue;
    }
    const std::string where = sdf::sensor_part_belongs_into(
        path, child.name, [&](std::string_view name) { return element.child(name) != nullptr; });
    const std::string_view near =
        where.empty() ? nearest_name(child.name, parts_of_sensor(path)) : std::string_view();
    report_unknown_element(
        diagnostics, child,
        concat("<", element.name, path.empty() ? ">" : "> of a sensor", " has no element <", child.name,
               "> in SDF", where.empty() ? "" : concat("; it belongs in ", where)),
        near);
  }
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
  // The programs that know a custom sensor know its parts.
  if (is_sensor && (type == nullptr || trim(type->value.text) != "custom"))
    check_sensor_parts(element, {}, diagnostics);
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
