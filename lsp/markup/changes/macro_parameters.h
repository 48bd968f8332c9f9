// The parameters of a xacro macro that is made of equal elements, for the values that differ.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/markup/changes/equal_elements.h"

namespace romas::markup {

using NameSet = std::set<std::string, std::less<>>;

// A value of the macro's body with a parameter in it.
struct MacroHole {
  VaryingValue value;
  std::size_t parameter = 0;
  std::uint32_t before = 0, behind = 0;  // bytes of the value around the parameter, the same in all elements
};

struct MadeParameter {
  std::string name;
  std::vector<std::string> arguments;  // for each element, as they stand between the quotes of its call
};

struct MadeParameters {
  std::vector<MadeParameter> parameters;
  std::vector<MacroHole> holes;  // in the order of the text
};

// Makes the parameters for values that differ. Values that differ in the same way share a parameter: names
// wherever they are, with their common part left in the body (left_hip and right_hip: ${prefix}hip), other
// values if their element and attribute are the same. A literal that xacro would print differently ("0.10" as
// 0.1) is given as a text ('0.10'), and with `as_texts` so is every computed value. Returns nullopt if xacro
// takes no expression for a value.
std::optional<MadeParameters> make_parameters(const Tree& tree, const std::vector<NodeId>& elements,
                                              bool as_texts);

// The names in the expressions of a text, and perhaps more: words of texts in quotes, too.
NameSet words_in_expressions(std::string_view text);

}  // namespace romas::markup
