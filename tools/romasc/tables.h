// The tables that --print-… and --explain show.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace romas::tool {

std::string diagnostics_table();
std::string passes_table();
std::string targets_table();
std::string formats_table();
// The documentation of a rule, by slug or id; nothing if there is no such rule.
std::optional<std::string> explain_rule(std::string_view slug_or_id);

}  // namespace romas::tool
