// Expressions of xacro in texts that xacro leaves alone, because their marks are missing: {length}, $length,
// (arg length), 2*pi.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace romas {

struct MissingMark {
  std::size_t begin = 0, end = 0;  // bytes of the text
  std::string advice;              // for messages: "'$' is missing: xacro reads ${length}"
  std::string replacement;         // "${length}"
};

// The first one at or behind `from`. Nothing if there is none.
std::optional<MissingMark> find_missing_mark(std::string_view text, std::size_t from = 0);

// The same for a word that stands in place of a number or truth value: also an expression without any mark.
// `any_name`: names count that are not built in.
std::optional<MissingMark> find_bare_expression(std::string_view word, bool any_name);

}  // namespace romas
