// Names that generated C and C++ cannot use as they are.
#pragma once

#include <string_view>

namespace romas {

// A keyword, or a macro that the standard headers of C and C++ or the compilers define. Nothing can have this
// name.
bool is_c_reserved(std::string_view name);
// Something that the C library declares at global scope ("gamma", "index", "time", "link"), or that a
// generated header declares inside of the robot's namespace. The namespace cannot have such a name.
bool is_c_global(std::string_view name);

}  // namespace romas
