// The file of a unit's zeros, which firmware takes (--servo-format=unit). docs/servo-calibration.md has its
// layout.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/servo/table/formats.h"

namespace romas {

inline constexpr std::uint16_t kUnitVersion = 1;
inline constexpr std::size_t kUnitHeaderSize = 16, kUnitRowSize = 12;  // bytes; of a servo

// What a unit's zeros are counted with: the same for all units of a robot.
std::uint64_t unit_key(const ServoFormatContext& context);

// A servo of the file.
struct UnitRow {
  std::int64_t reads = INT32_MIN;  // as its zero was read; else nothing is known of it
  std::int64_t zero = INT64_MIN;   // 2^-kZeroPlaces counts; else that of the firmware's tables
};
// Of these tables, by entry.
std::vector<UnitRow> unit_rows(const ServoFormatContext& context);
std::string unit_file(const ServoFormatContext& context);

}  // namespace romas
