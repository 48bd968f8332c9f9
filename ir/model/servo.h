// The servo that drives a joint: its device and its properties.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/values/number.h"
#include "ir/values/provenance.h"
#include "ir/values/ref.h"
#include "support/sources/source_manager.h"

namespace romas {

enum class ServoProperty : std::uint8_t {
#define SERVO_PROPERTY(enumerator, name, kind, values, summary) enumerator,
#include "ir/words/servo_properties.def"
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
  Provenance range;
  friend bool operator==(const ServoValue&, const ServoValue&) = default;
};

// A point of a piecewise linear map from the joint to the servo, for linkages that no gear ratio describes.
struct ServoMapPoint {
  Number joint;  // rad or m
  Number angle;  // rad that the servo's output has turned away from its zero
  friend bool operator==(const ServoMapPoint&, const ServoMapPoint&) = default;
};

// Another joint that also turns this servo (a differential): turns of the servo for one turn of that joint.
struct ServoCoupling {
  JointRef joint;
  Number gear;
  Provenance range;
  friend bool operator==(const ServoCoupling&, const ServoCoupling&) = default;
};

struct Servo {
  std::string family;  // dynamixel, feetech, …
  std::string device;  // "XM430-W350"; may be empty
  std::vector<ServoValue> values;
  std::vector<ServoMapPoint> map;  // by rising joint value; empty: the gear counts
  std::vector<ServoCoupling> couplings;
  Provenance range;
  friend bool operator==(const Servo&, const Servo&) = default;

  const ServoValue* find(ServoProperty property) const;
  // Return the value of a property, or nothing if it is absent.
  std::optional<double> number(ServoProperty property) const;
  std::optional<std::int64_t> whole(ServoProperty property) const;
  std::optional<std::string_view> text(ServoProperty property) const;
  bool flag(ServoProperty property) const;  // false where absent
};

// A fault of a map. A valid map has at least two points, rising joint values, and monotonic angles.
struct ServoMapProblem {
  std::size_t place = 0;  // the index of the first place that is wrong; 0 where there are too few
  std::string message;    // a sentence without a full stop that needs no subject before it
};
std::optional<ServoMapProblem> find_map_problem(std::span<const ServoMapPoint> map);

}  // namespace romas
