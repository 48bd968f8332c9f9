// The robots that come with romas-studio, for users who have none yet.
#pragma once

#include <string>
#include <vector>

namespace romas::studio {

// Their paths. `program`: the path of the running program, beside which they are installed, or in whose
// source folder they lie. Files that are not there are left out.
std::vector<std::string> find_examples(const std::string& program);

}  // namespace romas::studio
