// Figures of registers, as makers' documents have them, against those of a device.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "test/frontend/servo/device_reading.h"

namespace romas::test {

struct Figure {
  std::string_view name;
  std::uint32_t address;
  int size;
  std::int64_t lowest, highest;
  std::optional<std::int64_t> initial;
  double unit;  // SI; 0: a bare number
};

inline void expect_figures(const ServoDevice& device, const std::vector<Figure>& figures) {
  for (const Figure& figure : figures) {
    SCOPED_TRACE(figure.name);
    const ServoRegister& found = register_of(device, figure.name);
    EXPECT_EQ(found.address, figure.address);
    EXPECT_EQ(found.size, figure.size);
    EXPECT_EQ(found.lowest, figure.lowest);
    EXPECT_EQ(found.highest, figure.highest);
    EXPECT_EQ(found.initial, figure.initial);
    EXPECT_NEAR(found.unit, figure.unit, 1e-12);
  }
}

}  // namespace romas::test
