// Described fields (ir/fields.h) in the core form of the language.
#pragma once

#include <string>

#include "backends/romas/romas_printer.h"
#include "ir/fields.h"

namespace romas {

// The numbers of a statement that are present, each behind its word. The bounds of a range stand in front of
// them and are printed separately.
template <class Struct>
void append_fields(std::string& line, const Struct& object, const MotionUnits& units) {
  for_each_field<Struct>([&](const auto& field) {
    const auto& value = field.of(object);
    if (!field.is_bound && value)
      line.append(" ")
          .append(field.word)
          .append(" ")
          .append(romas_quantity(*value, units_of(field.quantity, units)));
  });
}

}  // namespace romas
