// Comparing the values of two facts, and telling people what differs. Internal to ir/compare.
#pragma once

#include <string>
#include <vector>

#include "ir/compare/compare.h"
#include "ir/compare/facts.h"

namespace romas::facts {

struct Tolerances {
  double relative = 1e-9;
  double size = 1e-3;  // of the robot (m): what lengths of poses are compared with
};

bool same_value(const FactValue& a, const FactValue& b, const Tolerances& tolerances);

// A difference between two values as texts; several for a pose whose position and rotation differ.
struct ValueDifference {
  std::string part;  // what of the field differs: "z", "rpy", "ixx, iyy"; empty: all
  std::string old_text, new_text;
  std::vector<double> old_values, new_values;
  std::string unit;
};
// One of the values may be null: absent. Not for equal values.
std::vector<ValueDifference> describe_difference(const FactValue* a, const FactValue* b,
                                                 const Tolerances& tolerances);

}  // namespace romas::facts
