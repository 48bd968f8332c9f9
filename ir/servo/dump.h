// Register values read from servos, with which a dry run compares its plan (--servo-present).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/sources/source_manager.h"

namespace romas {

struct ServoDump {
  struct Register {
    // Which one: its name (ServoRegister::name or key), or its address.
    std::string name;
    std::optional<std::uint32_t> address;
    std::optional<std::uint8_t> subindex;  // behind an address
    SourceRange name_range;
    // A whole number, as a number of the register's or as its bits; of registers that hold floating point,
    // any number.
    double value = 0;
    bool whole = true;
    SourceRange value_range;
  };
  struct Servo {
    std::string bus;
    std::int64_t id = 0;
    std::vector<Register> registers;
    SourceRange range;
  };
  std::vector<Servo> servos;
};

}  // namespace romas
