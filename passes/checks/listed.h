// Lists of names in messages.
#pragma once

#include <cstddef>

namespace romas {

// The most links or joints that one message names; "…" stands for the others.
constexpr std::size_t kMaxListed = 10;

}  // namespace romas
