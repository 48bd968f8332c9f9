// The pages of docs/diagnostics, built into programs (cmake/RomasExplanations.cmake writes their source).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace romas::tool {

struct Explanation {
  std::string_view slug;
  std::string_view text;
};
std::span<const Explanation> explanations();

// The documentation of a rule, by slug or id; nothing if there is no such rule.
std::optional<std::string> explain_rule(std::string_view slug_or_id);

}  // namespace romas::tool
