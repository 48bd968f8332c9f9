// How much of the stack is left: recursion over what users write asks before it goes deeper.
#pragma once

#include <cstddef>

namespace romas {

// Bytes of the running thread's stack below the caller's frame, as its limit was when the thread was first
// asked. A large number where the system does not tell.
std::size_t stack_left();

}  // namespace romas
