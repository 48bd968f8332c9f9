// The parts of a program that the target of the language can keep (--keep), if the robot was written as a
// program.
#pragma once

#include <string>
#include <vector>

namespace romas {

std::vector<std::string> kept_names();

}  // namespace romas
