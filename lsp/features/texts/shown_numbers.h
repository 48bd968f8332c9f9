// Numbers as a hover shows them.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "ir/values/spatial.h"
#include "support/text/text.h"

namespace romas::lsp {

// Four digits, as people compare them.
inline std::string shown(double value) { return format_double(round_to_digits(value, 4)); }

// Rounding errors of a sum show as 0.
inline std::string shown(const Vector3& vector) {
  const double scale = vector.cwiseAbs().maxCoeff();
  std::string text = "(";
  for (int i = 0; i < 3; ++i)
    text += concat(i == 0 ? "" : ", ",
                   std::abs(vector[i]) < 1e-12 * std::max(1.0, scale) ? "0" : shown(vector[i]));
  return text + ")";
}

inline std::string degrees(double radians) { return shown(radians * 180 / std::numbers::pi); }

// "(0, 0, 0.5) m, turned 90° about (0, 0, 1)"
inline std::string shown(const RigidTransform& pose) {
  const Eigen::AngleAxisd turn(pose.R);
  const std::string place = concat(shown(pose.p), " m");
  if (std::abs(turn.angle()) < 1e-9) return place;
  return concat(place, ", turned ", degrees(turn.angle()), "° about ", shown(Vector3(turn.axis())));
}

}  // namespace romas::lsp
