// Pieces of the JSON target: values of the model as JSON. keys.def lists the keys of the document, for its
// schema and for docs/formats/json.md: a new key is a row there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/model/model.h"
#include "support/text/json_writer.h"

namespace romas::json {

inline constexpr auto kInline = JsonWriter::Style::inline_;

inline void field(JsonWriter& json, std::string_view name, const Number& value) {
  json.field(name, value.value());
}
inline void field(JsonWriter& json, std::string_view name, const std::optional<Number>& value) {
  if (value) json.field(name, value->value());
}
inline void field(JsonWriter& json, std::string_view name, const std::optional<std::string>& value) {
  if (value) json.field(name, *value);
}
template <class Numbers>
void number_list(JsonWriter& json, std::string_view name, const Numbers& numbers) {
  json.key(name);
  json.begin_array(kInline);
  for (const Number& number : numbers) json.number(number.value());
  json.end_array();
}
inline void strings(JsonWriter& json, std::string_view name, const std::vector<std::string>& values) {
  if (values.empty()) return;
  json.key(name);
  json.begin_array(kInline);
  for (const std::string& value : values) json.string(value);
  json.end_array();
}
// {"xyz": [m], "rpy": [rad], "R": [row-major 3x3]}; nothing for a pose that the source does not give.
void pose(JsonWriter& json, std::string_view name, const TransformExpr& expression);
void tensor(JsonWriter& json, const InertiaTensor& inertia);

void links(JsonWriter& json, const Model& model);
void joints(JsonWriter& json, const Model& model);
void control(JsonWriter& json, const Model& model);  // transmissions, sensors, gazebo, ros2_control
void modules(JsonWriter& json, const Model& model);  // Blocks and parts

}  // namespace romas::json
