// The tables that --print-… show.
#pragma once

#include <string>

namespace romas::tool {

std::string diagnostics_table();
std::string passes_table();
std::string targets_table();
std::string formats_table();

}  // namespace romas::tool
