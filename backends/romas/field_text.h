// Described fields (ir/model/fields.h) in the core form of the language.
#pragma once

#include <string>

#include "backends/romas/romas_printer.h"
#include "ir/model/fields.h"

namespace romas {

// " WORD QUANTITY" for a value that is present, one number or a tuple.
template <class Value>
void append_value(std::string& line, std::string_view word, const Value& value, std::string_view units) {
  if constexpr (requires { value.has_value(); }) {
    if (value) append_value(line, word, *value, units);
  } else if constexpr (std::is_same_v<Value, Number>) {
    line.append(" ").append(word).append(" ").append(romas_quantity(value, units));
  } else {
    line.append(" ").append(word).append(" ").append(romas_tuple(value, units));
  }
}

// The numbers of a statement that are present, each behind its word. The bounds of a range stand in front of
// them and are printed separately.
template <class Struct>
void append_fields(std::string& line, const Struct& object, const MotionUnits& units = {}) {
  for_each_field<Struct>([&](const auto& field) {
    if (!field.is_bound) append_value(line, field.word, field.of(object), units_of(field.quantity, units));
  });
}

}  // namespace romas
