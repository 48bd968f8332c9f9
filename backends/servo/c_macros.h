// Macros and literals in the C of a servo table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backends/servo/servo_table.h"

namespace romas {

struct CMacros {
  std::string macro;                // before all macros: the table's name in capitals
  std::vector<std::string> servos;  // macros, by entry: "ARM_SHOULDER", also before "_ID" and "_LOWER"
  std::vector<std::string> joints;  // macros, by joint of the table: "ARM_Q_SHOULDER"
};

// Names that differ in capitals alone, or by what is put behind one of them (`arm` and `arm_id`), need
// different macros. `taken`: macros that there are already.
CMacros make_c_macros(const ServoTable& table, const std::vector<std::string>& taken);

// ASCII letters only.
std::string upper_case(std::string_view text);

// Numbers beyond 32 bits are the nearest ones within.
std::string int32_literal(std::int64_t value);
// 64-bit constants; the smallest one cannot come up.
std::string int64_literal(std::int64_t value);

}  // namespace romas
