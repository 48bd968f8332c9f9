// The rows of the tables in C: what stands in the holes of backends/servo/templates/servos.h.in and
// servos.c.in.
#pragma once

#include "backends/servo/c_macros.h"
#include "backends/servo/formats.h"
#include "support/template.h"

namespace romas {

// The type in which servos, joints, the terms of one conversion and the places of one map are counted.
struct CIndexType {
  std::string_view name = "uint8_t";
  int no_map = UINT8_MAX;  // its largest number means "no servo"
};

// How large the tables are.
struct CTableSizes {
  CIndexType index;
  std::size_t terms = 0, places = 0, writes = 0;
};
CTableSizes measure_c_tables(const ServoTable& table);
// What there is too much of for the tables; empty: everything fits.
std::string_view too_large_for_c(const ServoTable& table, const CTableSizes& sizes);

// Values of holes, by subject. Every value is a list of whole lines.
void add_macros(TemplateValues& values, const ServoTable& table, const CMacros& names);
void add_servo_rows(TemplateValues& values, const ServoFormatContext& context);
void add_write_rows(TemplateValues& values, const ServoTable& table);
// Needs the values NAME and MACRO.
void add_scale_rows(TemplateValues& values, const ServoTable& table);
// Of linkages; with the texts around them, which are empty where no servo has a map. Needs all values that
// its templates have beside its own.
void add_maps(TemplateValues& values, const ServoTable& table, int no_map);

// The servos as a table for people: lines of the header's comment.
std::string c_overview(const ServoFormatContext& context);

}  // namespace romas
