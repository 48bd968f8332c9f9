// Advice about a word in place of a number.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace romas {

// How many numbers a text without white space may have.
struct NumberCount {
  std::size_t least = 1, most = 1;
  [[nodiscard]] bool allows(std::size_t count) const { return count >= least && count <= most; }
};

// The probable meaning of a token that is no number.
struct NumberAdvice {
  std::string advice;  // to append to "… is not a number": "; write the decimal point as '.'"; may be empty
  std::string replacement;  // to offer as a fix; may be empty
};
NumberAdvice advise_number(std::string_view token, NumberCount wanted = {});

}  // namespace romas
