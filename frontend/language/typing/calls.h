// The calls in a text: names in front of '('. The text may be broken and half typed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/language/typing/outline.h"

namespace romas::language {

// A call of a function, or of a module by `use`.
struct CallText {
  std::vector<std::string> path;  // of what is called: "parts", "leg"
  std::uint32_t begin = 0;        // the first byte of the path
  std::uint32_t open = 0;         // the byte behind its '('
  std::uint32_t close = 0;        // the byte of its ')', or the end of the text
  struct Argument {
    std::uint32_t begin = 0, end = 0;  // bytes without white space around them; of nothing: the same
    std::uint32_t separator = 0;       // the byte of the ',' or ')' behind it
    std::string name;                  // that is given: "side = 1"
    std::string text;                  // of the value, if it is one word
  };
  std::vector<Argument> arguments;  // one, even of an empty call
};
// Those that define a function or module are none.
std::vector<CallText> calls_in(const Outline& outline);

}  // namespace romas::language
