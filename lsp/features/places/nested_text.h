// The parts of a text that is no XML, one in another: statements of the Romas language, keys and items of
// YAML.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lsp/markup/tree/range.h"

namespace romas::lsp {

struct NestedPart {
  markup::Range whole;
  markup::Range content;    // what is in its braces, or behind its first line; empty if there is none
  bool ends_below = false;  // its last line is a closing brace, which stays visible when it is folded
};

// In the order of the text.
std::vector<NestedPart> parts_of_romas(std::string_view text);
std::vector<NestedPart> parts_of_yaml(std::string_view text);

// The ranges to which a selection at an offset grows, from the word to the whole text.
std::vector<markup::Range> growing_in(std::string_view text, const std::vector<NestedPart>& parts,
                                      std::uint32_t offset);

}  // namespace romas::lsp
