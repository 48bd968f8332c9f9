// Macros and literals in the C of a servo table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backends/servo/table/servo_table.h"

namespace romas {

struct CMacros {
  std::string macro;                // before all macros: the table's name in capitals
  std::vector<std::string> servos;  // macros, by entry: "ARM_SHOULDER", also before "_ID" and "_LOWER"
  std::vector<std::string> joints;  // macros, by joint of the table: "ARM_Q_SHOULDER"
};

// Names that differ only in case, or by a suffix (`arm` and `arm_id`), get different macros. `taken`: macros
// in use already.
CMacros make_c_macros(const ServoTable& table, const std::vector<std::string>& taken);

// ASCII letters only.
std::string upper_case(std::string_view text);

// Numbers beyond 32 bits are clamped.
std::string int32_literal(std::int64_t value);
// 64-bit constants; INT64_MIN does not occur.
std::string int64_literal(std::int64_t value);

// What tables in C and the reader of images call by the same numbers, a macro a line:
// PREFIX_PROTOCOL_DYNAMIXEL2, …; PREFIX_GOAL_POSITION, … and PREFIX_REGISTER_KINDS, their number.
std::string protocol_macros(std::string_view prefix);
std::string register_macros(std::string_view prefix);

}  // namespace romas
