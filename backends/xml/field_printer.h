// Described fields (ir/fields.h) as attributes.
#pragma once

#include <optional>
#include <string>

#include "backends/xml/xml_writer.h"
#include "ir/fields.h"

namespace romas {

// Numbers as they were written, separated by spaces.
template <class Numbers>
std::string number_list_text(const Numbers& values) {
  std::string text;
  for (const Number& value : values) {
    if (!text.empty()) text.push_back(' ');
    value.append_text(text);
  }
  return text;
}

// The value of a field; nothing if it is absent.
template <class Value>
std::optional<std::string> field_text(const Value& value) {
  if constexpr (requires { value.has_value(); })
    return value ? field_text(*value) : std::nullopt;
  else if constexpr (std::is_same_v<Value, Number>)
    return value.text();
  else if constexpr (std::is_same_v<Value, std::string>)
    return value;
  else
    return value.empty() ? std::nullopt : std::optional(number_list_text(value));
}

// Prints the present fields that URDF has as attributes of the open element. `name_of` gives the attribute of
// a field: its name, with a prefix where a dialect has one.
template <class Struct, class NameOf>
void print_fields(XmlWriter& xml, const Struct& object, NameOf&& name_of) {
  for_each_field<Struct>([&](const auto& field) {
    if (!field.in_urdf) return;
    if (const auto text = field_text(field.of(object))) xml.attribute(name_of(field), *text);
  });
}

}  // namespace romas
