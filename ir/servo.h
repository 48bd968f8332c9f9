// The servo that drives a joint: which one it is, and what it is told.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/number.h"
#include "support/source_manager.h"

namespace romas {

enum class ServoProperty : std::uint8_t {
#define SERVO_PROPERTY(enumerator, name, kind, values, summary) enumerator,
#include "ir/servo_properties.def"
#undef SERVO_PROPERTY
};
enum class ServoValueKind : std::uint8_t { whole, number, word, text, boolean };
struct ServoPropertyInfo {
  ServoProperty property;
  std::string_view name;
  ServoValueKind kind;
  std::string_view values;  // the units of a number; the words that are allowed, separated by spaces
  std::string_view summary;
};
std::span<const ServoPropertyInfo> all_servo_properties();
const ServoPropertyInfo& servo_property_info(ServoProperty property);
const ServoPropertyInfo* find_servo_property(std::string_view name);

struct ServoValue {
  ServoProperty property{};
  std::variant<bool, Number, std::string> value;
  SourceRange range;
  friend bool operator==(const ServoValue& a, const ServoValue& b) { return a.property == b.property && a.value == b.value; }
};

struct Servo {
  std::string family;  // dynamixel, feetech, …
  std::string device;  // "XM430-W350"; may be empty
  std::vector<ServoValue> values;
  SourceRange range;
  friend bool operator==(const Servo& a, const Servo& b) { return a.family == b.family && a.device == b.device && a.values == b.values; }

  const ServoValue* find(ServoProperty property) const;
};

}  // namespace romas
