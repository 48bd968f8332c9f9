// Described fields (ir/model/fields.h) as JSON.
#pragma once

#include "backends/json/model_json.h"
#include "ir/model/fields.h"

namespace romas::json {

// A value that is there: a number, a text, or a list of numbers.
template <class Value>
void field_value(JsonWriter& json, std::string_view name, const Value& value) {
  if constexpr (requires { value.has_value(); }) {
    if (value) field_value(json, name, *value);
  } else if constexpr (std::is_same_v<Value, Number>) {
    json.field(name, value.value());
  } else if constexpr (std::is_same_v<Value, std::string>) {
    json.field(name, value);
  } else if (!value.empty()) {
    number_list(json, name, value);
  }
}

// The fields that are there, in an object that is open. Every angle is in radians.
template <class Struct>
void fields(JsonWriter& json, const Struct& object) {
  for_each_field<Struct>([&](const auto& described) {
    if constexpr (requires { described.of(object)->value(); }) {
      if (described.quantity == Quantity::degrees && described.of(object))
        return json.field(described.name, radians_from_degrees(described.of(object)->value()));
    }
    field_value(json, described.name, described.of(object));
  });
}

// "name": { fields }
template <class Struct>
void field_object(JsonWriter& json, std::string_view name, const Struct& object) {
  json.key(name);
  json.begin_object(kInline);
  fields(json, object);
  json.end_object();
}

}  // namespace romas::json
