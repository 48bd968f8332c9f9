// Signs of other languages and word processors, and what is written here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "frontend/language/words/lexeme.h"

namespace romas::language {

// With a sign, the text is read as if that stood there.
struct ForeignSign {
  std::string_view text, help;
  std::uint16_t sign = Lexeme::kEnd;  // kEnd: the text is left out
};

// The sign with which a text begins; null: nothing is known of it.
const ForeignSign* find_foreign_sign(std::string_view text);
// How many bytes a colour of the web has with which a text begins: "#ff8000". 0: it begins with none.
std::size_t colour_size(std::string_view text);
// Whether a '%' with this text behind it is meant as a unit: no second number follows.
bool is_share(std::string_view behind);

}  // namespace romas::language
