// Numbers with a unit in YAML files of servos: "1.5 deg".
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "frontend/yaml/values.h"
#include "ir/model/units.h"

namespace romas {

struct YamlQuantity {
  double value = 0;                    // SI
  std::optional<Dimension> dimension;  // of a number with a unit
};

class QuantityValues : public YamlValues {
 public:
  using YamlValues::YamlValues;

  // A number with a unit of one of the dimensions of `units`; without a unit it is in SI units. `units` are
  // separated by spaces, and "1" is dimensionless. Anything else is reported, and gives nothing.
  std::optional<YamlQuantity> quantity(const YamlNode& node, std::string_view what, std::string_view units);
};

// "1.5 A" as a number and a word.
std::pair<std::optional<double>, std::string_view> split_quantity(std::string_view written);

}  // namespace romas
