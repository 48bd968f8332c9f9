// Searching in texts, by bytes.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/xacro/expressions/values/failure.h"

namespace romas::xacro {

// Spends what a search may take at worst.
inline void charge_search(Budget& budget, std::string_view text, std::string_view wanted) {
  constexpr std::size_t kComparedPerStep = 4096;
  charge(budget, 1 + text.size() / Budget::kBytesReadPerStep +
                     text.size() * std::min(wanted.size(), text.size()) / kComparedPerStep);
}
inline std::size_t find_in(std::string_view text, std::string_view wanted, Budget& budget) {
  charge_search(budget, text, wanted);
  return text.find(wanted);
}

}  // namespace romas::xacro
