// Finds the path that a `use` names, and the `use` around a place, in a text that may be half typed.
#include "frontend/language/typing/definitions.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

std::vector<std::string> used_thing(const Outline& outline, std::uint32_t piece) {
  std::vector<std::string> path;
  const std::uint32_t end = outline.pieces[piece].head_end;
  for (std::uint32_t word = outline.pieces[piece].first + 1; word < end; word += 2) {
    const std::uint16_t type = outline.words[word].type;
    if (type != grammar::IDENT && type != grammar::STRING && keyword_of(type).empty()) break;
    path.emplace_back(outline.word(word));
    if (word + 1 >= end || outline.words[word + 1].type != grammar::DOT) break;
  }
  return path;
}

std::uint32_t patched_use(const Outline& outline, std::uint32_t offset) {
  std::uint32_t piece = outline.piece_at(offset);
  // In the head of a statement that ends without braces, too, but not in that of the `use` itself.
  for (; piece != Outline::kNone; piece = outline.pieces[piece].parent) {
    const Outline::Piece& one = outline.pieces[piece];
    const bool is_in_body = one.has_body && outline.words[one.head_end].end <= offset;
    if (is_in_body && outline.is_given(piece)) return Outline::kNone;
    if (is_in_body && outline.word(one.first) == "use") return piece;
  }
  return Outline::kNone;
}

}  // namespace romas::language
