// Names of generated C and C++.
#pragma once

#include <string>
#include <string_view>

namespace romas {

// An identifier of C and C++ that resembles the text, in letters of ASCII (romanized): not empty, no keyword
// or macro of the standard headers, nothing reserved, and of at most 101 characters.
std::string make_identifier(std::string_view text);
// The same for a namespace or files named after a robot: also no name that the C library declares at global
// scope. If letters are lost (has_other_letters), it ends with a hash of the text, so that two robots keep
// two names.
std::string make_namespace(std::string_view text);
bool is_cpp_identifier(std::string_view text);

}  // namespace romas
