// Splits an expression into tokens.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

enum class TokenKind : std::uint8_t { end, number, text, name, sign };

struct LexToken {
  TokenKind kind = TokenKind::end;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string_view text;  // as it is written
  Value value;            // of numbers and texts
};

// Fails where a character belongs to no token. The last token is an `end`.
std::vector<LexToken> tokenize(std::string_view expression);

// Reads what stands between the quotes of a text that begins at `begin`.
struct TextLiteral {
  std::string value;
  std::uint32_t end = 0;  // behind the closing quotes
};
TextLiteral read_text_literal(std::string_view expression, std::uint32_t begin, std::uint32_t quote,
                              bool raw);

}  // namespace romas::xacro
