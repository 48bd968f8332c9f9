// Numbers as a hover shows them.
#pragma once

#include <algorithm>
#include <cmath>
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

}  // namespace romas::lsp
