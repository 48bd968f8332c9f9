// A token of a text: 16 bytes, because a text has many of them.
#pragma once

#include <cstdint>
#include <limits>

#include "support/sources/source_manager.h"

namespace romas::language {

struct Lexeme {
  static constexpr std::uint16_t kEnd = 0;  // the type after the last word

  std::uint16_t type = kEnd;  // of the grammar's tokens
  std::uint16_t column = 0;   // in bytes from 0, saturated at the largest number
  std::uint32_t line = 0;     // counts from 1, the line where reading began
  std::uint32_t begin = 0;    // bytes of the text
  std::uint32_t end = 0;

  SourceRange range(FileId file) const { return {file, begin, end}; }
  static std::uint16_t column_of(std::size_t column) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    return static_cast<std::uint16_t>(column < kMost ? column : kMost);
  }
};

}  // namespace romas::language
