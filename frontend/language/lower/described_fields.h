// Properties that are described fields of a struct (ir/model/fields.h).
#pragma once

#include "frontend/language/lower/lower_context.h"
#include "ir/model/fields.h"

namespace romas::language {

// Reads a property into the field that has its word: a number, a tuple, a range "A .. B", or a text.
template <class Struct>
void take_property(LowerContext& c, const Statement& property, Struct& to) {
  for_each_field<Struct>([&](const auto& field) {
    using Member = typename std::remove_cvref_t<decltype(field)>::Type;
    if (property.word() != field.word) return;
    const std::string_view units = units_of(field.quantity, MotionUnits{});
    if constexpr (FieldValue<Member>::kNumbers == 0) {
      field.of(to) = c.text(property, field.word);
    } else if constexpr (FieldValue<Member>::kNumbers == 1) {
      field.of(to) = field.quantity == romas::Quantity::degrees
                         ? c.values.degrees(property.the<Expr>(field.word), field.noun)
                         : c.number(property, field.word, units, field.noun);
    } else if constexpr (FieldValue<Member>::kNumbers == 2) {
      const auto low = c.number(property, field.word, units, field.noun, 0);
      const auto high = c.number(property, field.word, units, field.noun, 1);
      if (low && high) field.of(to) = {*low, *high};
    } else {
      field.of(to) = c.values.number3(property.the<Expr>(field.word), units, field.noun);
    }
  });
}

// Reads the numbers of a statement, each after the word of its field. The ends of a range are read
// separately.
template <class Struct>
void take_labelled_numbers(LowerContext& c, const Statement& s, const MotionUnits& units, Struct& to) {
  for_each_field<Struct>([&](const auto& field) {
    if (!field.is_bound) field.of(to) = c.number(s, field.word, units_of(field.quantity, units), field.noun);
  });
}

}  // namespace romas::language
