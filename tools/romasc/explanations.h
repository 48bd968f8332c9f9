// The pages of docs/diagnostics, built into the program (cmake/RomasExplanations.cmake writes the source).
#pragma once

#include <span>
#include <string_view>

namespace romas::tool {

struct Explanation {
  std::string_view slug;
  std::string_view text;
};
std::span<const Explanation> explanations();

}  // namespace romas::tool
