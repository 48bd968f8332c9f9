#include "ir/words/sensor_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "support/text/text.h"

namespace romas {

namespace {

using Kind = SensorValue::Kind;

constexpr SensorValue kSensorValues[] = {
#define SENSOR_VALUE(parent, child, kind, least, most, strict) \
  {parent, child, Kind::kind, least, most, strict},
#include "ir/words/sensor_values.def"
};

// The most that libsdformat's types hold.
double most_of(Kind kind) {
  return kind == Kind::natural ? std::numeric_limits<std::uint32_t>::max()
                               : std::numeric_limits<std::int32_t>::max();
}

}  // namespace

const SensorValue* find_sensor_value(std::string_view parent, std::string_view child) {
  const auto* const found = std::ranges::find_if(kSensorValues, [&](const SensorValue& value) {
    return value.parent == parent && value.child == child;
  });
  return found == std::end(kSensorValues) ? nullptr : found;
}

std::string fault_of(const SensorValue& value, std::string_view text, bool strictly) {
  text = trim(text);
  if (value.kind == Kind::flag) {
    constexpr std::array<std::string_view, 4> kWords = {"true", "false", "1", "0"};
    const bool known = std::ranges::find(kWords, to_lower(text)) != kWords.end();
    return known ? std::string() : "which is neither true nor false";
  }
  const std::optional<double> number = parse_double(text);
  if (!number) return "which is no number";
  if (value.kind != Kind::real) {
    if (*number != std::floor(*number) && !strictly) return "which is no whole number";
    if (*number < 0 && value.kind == Kind::natural) return "which is negative";
    if (std::abs(*number) > most_of(value.kind)) return concat("which is above ", most_of(value.kind));
  }
  if (strictly && !value.strict) return {};
  if (value.least && *number < *value.least)
    return *value.least == 0 ? std::string("which is negative") : concat("which is below ", *value.least);
  if (value.most && *number > *value.most) return concat("which is above ", *value.most);
  return {};
}

}  // namespace romas
