// Advice about a word in place of a number.
#pragma once

#include <string>
#include <string_view>

namespace romas {

// The probable meaning of a token that is no number.
struct NumberAdvice {
  std::string advice;  // to append to "… is not a number": "; write the decimal point as '.'"; may be empty
  std::string replacement;  // to offer as a fix; may be empty
};
NumberAdvice advise_number(std::string_view token);

}  // namespace romas
