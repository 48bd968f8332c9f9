// Described fields (ir/model/fields.h) as attributes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "backends/xml/xml_writer.h"
#include "ir/model/fields.h"
#include "support/text/text.h"

namespace romas {

// The treatment of the sign of a zero that the source writes, "-0.0": a target of the source's own format
// keeps it with the other digits.
enum class ZeroSign : std::uint8_t { dropped, kept };

// A number as it was written.
inline std::string number_text(const Number& number, ZeroSign sign = ZeroSign::dropped) {
  std::string text = number.text();
  if (sign == ZeroSign::dropped && number.value() == 0 && text.starts_with('-')) text.erase(0, 1);
  return text;
}

// Numbers as they were written, separated by spaces.
template <class Numbers>
std::string number_list_text(const Numbers& values, ZeroSign sign = ZeroSign::dropped) {
  return join(values, " ", [&](const Number& value) { return number_text(value, sign); });
}

// The value of a field; nothing if it is absent.
template <class Value>
std::optional<std::string> field_text(const Value& value, ZeroSign sign = ZeroSign::dropped) {
  if constexpr (requires { value.has_value(); })
    return value ? field_text(*value, sign) : std::nullopt;
  else if constexpr (std::is_same_v<Value, Number>)
    return number_text(value, sign);
  else if constexpr (std::is_same_v<Value, std::string>)
    return value;
  else
    return value.empty() ? std::nullopt : std::optional(number_list_text(value, sign));
}

// Prints the present fields that URDF has as attributes of the open element. `name_of` gives the attribute of
// a field: its name, with a prefix where a dialect has one.
template <class Struct, class NameOf>
void print_fields(XmlWriter& xml, const Struct& object, NameOf&& name_of, ZeroSign sign = ZeroSign::dropped) {
  for_each_field<Struct>([&](const auto& field) {
    if (!field.in_urdf) return;
    if (const auto text = field_text(field.of(object), sign)) xml.attribute(name_of(field), *text);
  });
}

}  // namespace romas
