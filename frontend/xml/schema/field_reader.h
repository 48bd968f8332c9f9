// Attributes that are the described fields of a struct (ir/model/fields.h): their rows, and reading them.
#pragma once

#include <array>
#include <tuple>

#include "frontend/xml/schema/schema.h"
#include "frontend/xml/schema/schema_reader.h"
#include "ir/model/fields.h"

namespace romas {

// The type of a field's value in a schema.
template <class Type>
constexpr XmlValueType xml_type() {
  switch (FieldValue<Type>::kNumbers) {
    case 0: return XmlValueType::text;
    case 1: return XmlValueType::number;
    case 2: return XmlValueType::vector2;
    case 3: return XmlValueType::vector3;
    case 4: return XmlValueType::vector4;
    default: return XmlValueType::numbers;
  }
}

template <class Struct>
constexpr std::size_t attribute_count() {
  std::size_t count = 0;
  for_each_field<Struct>([&](const auto& field) { count += field.in_urdf ? 1 : 0; });
  return count;
}

// One row a field that URDF has, in their order.
template <class Struct>
constexpr auto attribute_rows() {
  std::array<AttributeRow, attribute_count<Struct>()> rows{};
  std::size_t i = 0;
  for_each_field<Struct>([&](const auto& field) {
    if (!field.in_urdf) return;
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    rows[i++] = {field.name, xml_type<Type>(), field.required, field.summary, {}, field.since, field.dialect};
  });
  return rows;
}

// The row `first`, then those of the fields.
template <class Struct>
constexpr auto attribute_rows_behind(const AttributeRow& first) {
  const auto fields = attribute_rows<Struct>();
  std::array<AttributeRow, fields.size() + 1> rows{};
  rows[0] = first;
  for (std::size_t i = 0; i < fields.size(); ++i) rows[i + 1] = fields[i];
  return rows;
}

// The rows `first`, then those of child elements that are fields of a struct. `row_of` gives the row of an
// element by the type of its value.
template <class Struct, std::size_t count, class RowOf>
constexpr auto child_rows_behind(const ChildRow (&first)[count], const RowOf& row_of) {
  std::array<ChildRow, count + std::tuple_size_v<decltype(FieldsOf<Struct>::kAll)>> rows{};
  for (std::size_t i = 0; i < count; ++i) rows[i] = first[i];
  std::size_t next = count;
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    rows[next++] = {field.element, field.slot, field.required ? Occurs::required : Occurs::optional,
                    row_of(xml_type<Type>())};
  });
  return rows;
}

// Calls read(member) for the field that a child element holds.
template <class Struct, class Read>
void read_element_field(const KnownChild& child, Struct& to, const Read& read) {
  for_each_field<Struct>([&](const auto& field) {
    if (!field.element.empty() && field.slot == child.row->slot) read(field.of(to));
  });
}

// Reads one value. Nothing if it is absent or wrong; a wrong one is reported.
template <class Type>
auto read_value(SchemaReader& schema, const XmlElement& element, const FieldInfo& field) {
  constexpr XmlValueType kType = xml_type<Type>();
  if constexpr (kType == XmlValueType::number)
    return field.dialect ? schema.prefixed_number(element, field.name) : schema.number(element, field.name);
  else if constexpr (kType == XmlValueType::vector2)
    return schema.vector2(element, field.name);
  else if constexpr (kType == XmlValueType::vector3)
    return schema.vector3(element, field.name);
  else if constexpr (kType == XmlValueType::vector4)
    return schema.vector4(element, field.name);
  else
    return schema.text(element, field.name);
}

// Reads the fields that are present. A wrong value is reported, and its field stays absent. Returns false if
// a required field has no value.
template <class Struct>
bool read_fields(SchemaReader& schema, const XmlElement& element, Struct& to) {
  bool complete = true;
  for_each_field<Struct>([&](const auto& field) {
    using Type = typename std::remove_cvref_t<decltype(field)>::Type;
    if constexpr (std::is_same_v<Type, std::vector<Number>>) {
      field.of(to) = schema.numbers(element, field.name);
    } else if constexpr (FieldValue<Type>::kMustBeGiven) {
      const auto value = read_value<Type>(schema, element, field);
      complete = complete && value.has_value();
      field.of(to) = value.value_or(Type());
    } else {
      field.of(to) = read_value<Type>(schema, element, field);
    }
  });
  return complete;
}

}  // namespace romas
