// The stack that is left. Recursion over user input checks it before each level.
#pragma once

#include <cstddef>

namespace romas {

// Bytes of the running thread's stack below the caller's frame, as its limit was when the thread was first
// asked. A large number where the system does not tell.
std::size_t stack_left();

}  // namespace romas
