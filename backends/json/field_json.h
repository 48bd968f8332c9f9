// Described fields (ir/fields.h) as JSON.
#pragma once

#include "backends/json/model_json.h"
#include "ir/fields.h"

namespace romas::json {

// The fields that are there, in an object that is open.
template <class Struct>
void fields(JsonWriter& json, const Struct& object) {
  for_each_field<Struct>([&](const auto& described) {
    using Type = typename std::remove_cvref_t<decltype(described)>::Type;
    const auto& value = described.of(object);
    if constexpr (!std::is_same_v<Type, std::vector<Number>>) {
      field(json, described.name, value);
    } else if (!value.empty()) {
      number_list(json, described.name, value);
    }
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
