// What the target of the language can keep of a program that the robot was written as (--keep).
#pragma once

#include <string>
#include <vector>

namespace romas {

std::vector<std::string> kept_names();

}  // namespace romas
