// The function that is called around a place in a ${…} of xacro.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/markup/tree/tree.h"

namespace romas::markup {

struct FunctionCall {
  std::string label;                     // "round(a, [b])"
  std::vector<std::string> parameters;   // "a", "[b]", of functions that take any number of values "…"
  std::optional<std::size_t> parameter;  // that is being given
};
// Returns the innermost call around an offset, for functions that are built in. Returns nullopt if the offset
// is not between the parentheses of such a call.
std::optional<FunctionCall> function_call_at(const Tree& tree, std::uint32_t offset);

}  // namespace romas::markup
