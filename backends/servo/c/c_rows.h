// The rows of the tables in C: values for backends/servo/templates/servos.h.in and servos.c.in.
#pragma once

#include "backends/servo/c/c_macros.h"
#include "backends/servo/table/formats.h"
#include "support/text/template.h"

namespace romas {

// The integer type for numbers of servos, joints, terms of a conversion and points of a map.
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
// Which of these numbers is too large for the tables; empty if all fit.
std::string_view too_large_for_c(const ServoTable& table, const CTableSizes& sizes);

// Values of holes, by subject. Every value is a list of whole lines.
void add_macros(TemplateValues& values, const ServoTable& table, const CMacros& names);
// Needs the value MACRO.
void add_servo_rows(TemplateValues& values, const ServoFormatContext& context);
void add_write_rows(TemplateValues& values, const ServoTable& table);
// Needs the values NAME and MACRO.
void add_scale_rows(TemplateValues& values, const ServoTable& table);
// Maps of linkages with the surrounding texts, which are empty if no servo has a map. Needs all other values
// of its templates.
void add_maps(TemplateValues& values, const ServoTable& table, int no_map);

// Frames of motors that take position, velocity, gains and torque at once: declarations for the header, and
// the rows and functions. Empty if there is no such motor. Needs the other values.
std::string c_frame_declarations(const Model& model, const ServoTable& table, const TemplateValues& values);
std::string c_frame_definitions(const Model& model, const ServoTable& table, const TemplateValues& values);

// The macros FLASH and LOAD, with which tables stay in flash memory where a processor has that apart.
std::string c_flash(const std::string& macro);
// The servos as a table for people: lines of the header's comment.
std::string c_overview(const ServoFormatContext& context);

}  // namespace romas
