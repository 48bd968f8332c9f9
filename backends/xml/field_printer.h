// Described fields (ir/fields.h) as attributes.
#pragma once

#include "backends/xml/xml_writer.h"
#include "ir/fields.h"

namespace romas {

// Numbers as they were written, with a space between two.
template <class Numbers>
std::string number_list_text(const Numbers& values) {
  std::string text;
  for (const Number& value : values) {
    if (!text.empty()) text.push_back(' ');
    value.append_text(text);
  }
  return text;
}

// The fields that are there, as attributes of the open element. `name_of` gives the attribute of a field,
// which is its name with a prefix where a dialect has one.
template <class Struct, class NameOf>
void print_fields(XmlWriter& xml, const Struct& object, NameOf&& name_of) {
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    const auto& value = field.of(object);
    if constexpr (std::is_same_v<Type, std::vector<Number>>) {
      if (!value.empty()) xml.attribute(name_of(field), number_list_text(value));
    } else if constexpr (std::is_same_v<Type, std::optional<Number>>) {
      if (value) xml.attribute(name_of(field), value->text());
    } else {
      if (value) xml.attribute(name_of(field), *value);
    }
  });
}

}  // namespace romas
