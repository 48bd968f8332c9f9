// How large a text of XML may be (RM1018): a small file can describe a tree that fills the memory.
#pragma once

#include <cstddef>

namespace romas {

// Upper bound of the nesting of elements.
inline constexpr std::size_t kMaxXmlDepth = 1000;
// Upper bound of the attributes of an element.
inline constexpr std::size_t kMaxXmlAttributes = 256;

// Upper bound of the elements in a child of the root, which is in memory as a whole, unless another one is
// asked for.
inline constexpr std::size_t kMaxXmlElements = 100'000;

}  // namespace romas
