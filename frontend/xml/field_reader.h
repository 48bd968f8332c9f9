// Attributes that are the described fields of a struct (ir/fields.h): their rows, and reading them.
#pragma once

#include <array>
#include <tuple>

#include "frontend/xml/schema.h"
#include "frontend/xml/schema_reader.h"
#include "ir/fields.h"

namespace romas {

// One row a field, in their order.
template <class Struct>
constexpr auto attribute_rows() {
  std::array<AttributeRow, std::tuple_size_v<decltype(FieldsOf<Struct>::kAll)>> rows{};
  std::size_t i = 0;
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    const XmlValueType type = std::is_same_v<Type, std::optional<Number>> ? XmlValueType::number
                              : std::is_same_v<Type, std::vector<Number>> ? XmlValueType::numbers
                                                                          : XmlValueType::text;
    rows[i++] = {field.name, type, field.required, field.summary, {}, field.since, field.dialect};
  });
  return rows;
}

// A row of its own in front of those of the fields.
template <class Struct>
constexpr auto attribute_rows_behind(const AttributeRow& first) {
  const auto fields = attribute_rows<Struct>();
  std::array<AttributeRow, fields.size() + 1> rows{};
  rows[0] = first;
  for (std::size_t i = 0; i < fields.size(); ++i) rows[i + 1] = fields[i];
  return rows;
}

// Reads the fields that are there; what is wrong with a value is reported, and the field stays absent.
template <class Struct>
void read_fields(SchemaReader& schema, const XmlElement& element, Struct& to) {
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    if constexpr (std::is_same_v<Type, std::optional<Number>>)
      field.of(to) =
          field.dialect ? schema.prefixed_number(element, field.name) : schema.number(element, field.name);
    else if constexpr (std::is_same_v<Type, std::vector<Number>>)
      field.of(to) = schema.numbers(element, field.name);
    else
      field.of(to) = schema.text(element, field.name);
  });
}

}  // namespace romas
