// The version of this romasc.
#pragma once

#include <string_view>

namespace romas {

std::string_view version();  // "0.1.0"

}  // namespace romas
