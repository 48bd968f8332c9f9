// A word or sign of a text, as small as a text of many of them asks for.
#pragma once

#include <cstdint>
#include <limits>

#include "support/source_manager.h"

namespace romas::language {

struct Lexeme {
  static constexpr std::uint16_t kEnd = 0;  // the type of what stands behind the last word

  std::uint16_t type = kEnd;  // of the grammar's tokens
  std::uint16_t column = 0;   // in bytes from 0; the largest number stands for all beyond it
  std::uint32_t line = 0;     // from 1 where reading began
  std::uint32_t begin = 0;    // bytes of the text
  std::uint32_t end = 0;

  SourceRange range(FileId file) const { return {file, begin, end}; }
  static std::uint16_t column_of(std::size_t column) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    return static_cast<std::uint16_t>(column < kMost ? column : kMost);
  }
};

}  // namespace romas::language
