#include "lsp/yaml/yaml_documents.h"

#include <algorithm>
#include <optional>

#include "driver/project/project_file.h"
#include "ir/model/servo.h"
#include "ir/servo/register_units.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::string_view kDefaults = "defaults", kJoints = "joints";

struct Parameter {
  std::string_view table, key, words, meaning;
};
constexpr Parameter kParameters[] = {
#define YAML_PARAMETER(table, key, words, meaning) {table, key, words, meaning},
#include "lsp/yaml/yaml_parameters.def"
};

// visit(line, column of its first character) for each line that says something.
template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t column = line.find_first_not_of(" \t\r");
    if (column != std::string_view::npos && line[column] != '#' && line != "---") visit(line, column);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Tables of joints alone do not tell: other programs have them, too. Some key of a servo must be there.
bool is_servo_map(std::string_view text) {
  bool has_only_its_keys = true, has_joints = false, has_servo = false;
  for_each_line(text, [&](std::string_view line, std::size_t column) {
    const std::size_t colon = line.find(':');
    if (column == 0 && colon != std::string_view::npos) {  // else it is half typed
      const std::string_view key = trim(line.substr(0, colon));
      has_only_its_keys = has_only_its_keys && (key == kDefaults || key == kJoints);
      has_joints = has_joints || key == kJoints || key == kDefaults;
    }
    const auto has_key = [&](std::string_view key) {
      const std::size_t at = line.find(concat(key, ":"));
      return at != std::string_view::npos && at > 0 &&
             (line[at - 1] == ' ' || line[at - 1] == '{' || line[at - 1] == ',');
    };
    has_servo = has_servo || has_key("family") || has_key("device");
    for (const ServoPropertyInfo& property : all_servo_properties())
      has_servo = has_servo || has_key(property.name);
  });
  return has_only_its_keys && has_joints && has_servo;
}

std::string meaning_of(const ServoPropertyInfo& property) {
  std::string text(property.summary);
  if (property.kind == ServoValueKind::number && property.values != "1")
    text += concat("; in ", join(split_words(property.values), " or ", &Token::text));
  if (is_register_property(property))
    text += "; the register's own number, or one with a unit where the device has one, as 1.5 A";
  return text;
}

std::vector<YamlKey> keys_of_servo_map(std::span<const std::string_view> path) {
  if (path.empty())
    return {{kDefaults, "what all servos have that do not say it themselves"},
            {kJoints, "the joints that have servos, by name"}};
  const bool in_defaults = path.front() == kDefaults && path.size() == 1;
  const bool in_joint = path.front() == kJoints && path.size() == 2;
  if (!in_defaults && !in_joint) return {};
  std::vector<YamlKey> keys = {{"family", "the family of the servo"},
                               {"device", "the servo's device, one of its family"}};
  if (in_joint) {
    keys.push_back({"map", "pairs of the joint's value and the angle of the servo's output"});
    keys.push_back({"couple", "other joints that turn this servo, and their gears"});
  }
  for (const ServoPropertyInfo& property : all_servo_properties()) {
    YamlKey key{property.name, meaning_of(property)};
    if (property.kind == ServoValueKind::word) key.words = property.values;
    if (property.kind == ServoValueKind::boolean) key.words = "true false";
    keys.push_back(std::move(key));
  }
  return keys;
}

std::vector<YamlKey> keys_of_project(std::span<const std::string_view> path) {
  if (path.size() > 1) return {};
  std::vector<YamlKey> keys;
  for (const driver::ProjectKey& key : driver::project_keys()) {
    if (key.table != (path.empty() ? std::string_view() : path.front())) continue;
    keys.push_back({key.name, std::string(key.meaning)});
    if (key.value == driver::ProjectValue::flag) keys.back().words = "true false";
  }
  return keys;
}

// Whether a table of parameters is the one behind these keys.
bool is_table(std::string_view table, std::span<const std::string_view> path) {
  if (table == "*") return path.size() == 1;
  if (path.empty()) return false;
  if (!table.ends_with("/*")) return path.back() == table;
  return path.size() > 1 && path[path.size() - 2] == table.substr(0, table.size() - 2);
}

}  // namespace

YamlDocument yaml_document(std::string_view path, std::string_view text) {
  if (path == ".romas.yaml" || path.ends_with("/.romas.yaml")) return YamlDocument::project;
  const bool is_yaml = path.ends_with(".yaml") || path.ends_with(".yml");
  return is_yaml && is_servo_map(text) ? YamlDocument::servo_map : YamlDocument::other;
}

std::vector<YamlKey> yaml_keys_in(YamlDocument document, std::span<const std::string_view> path) {
  if (document == YamlDocument::project) return keys_of_project(path);
  if (document == YamlDocument::servo_map) return keys_of_servo_map(path);
  std::vector<YamlKey> keys;
  for (const Parameter& row : kParameters)
    if (is_table(row.table, path)) keys.push_back({row.key, std::string(row.meaning), row.words});
  return keys;
}

}  // namespace romas::lsp
