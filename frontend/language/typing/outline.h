// The statements of a text that may be half typed: where each begins, what it stands in, where it ends.
// Braces and ends that are missing are assumed where the parser assumes them: a line that begins with a
// statement, and no deeper than the one around it.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "frontend/language/words/lexeme.h"

namespace romas::language {

struct Outline {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  // A statement. `else` with what follows it is a piece of its own, behind the one that it belongs to.
  struct Piece {
    std::uint32_t first = 0;     // its first word
    std::uint32_t head_end = 0;  // one past the last word before its '{'; without one, before its end
    std::uint32_t end = 0;       // one past its last word
    std::uint32_t parent = kNone;
    std::uint32_t before = kNone;  // the statement before it in the same braces
    bool has_body = false;
    bool is_closed = false;  // its ';' or '}' is there
    bool continues = false;  // begins with `else` or `with`
  };

  std::string_view text;
  std::vector<Lexeme> words, comments;
  std::vector<Piece> pieces;  // in the order of the text
  // At the end of the text: the piece whose braces are open, the statement that has begun in them, and the
  // last one that has ended there.
  std::uint32_t open_body = kNone, open_piece = kNone, last_piece = kNone;

  std::string_view word(std::uint32_t index) const {
    return index < words.size() ? text.substr(words[index].begin, words[index].end - words[index].begin)
                                : std::string_view();
  }
  // The bytes of a piece; one without an end goes on to what follows it.
  std::uint32_t begin_of(const Piece& piece) const { return words[piece.first].begin; }
  std::uint32_t end_of(const Piece& piece) const {
    if (piece.is_closed) return words[piece.end - 1].end;
    return piece.end < words.size() ? words[piece.end].begin : static_cast<std::uint32_t>(text.size());
  }
  // The outermost piece around a piece.
  std::uint32_t root_of(std::uint32_t piece) const {
    while (piece != kNone && pieces[piece].parent != kNone) piece = pieces[piece].parent;
    return piece;
  }
  // The innermost piece whose head or braces an offset is in; kNone: it is between the pieces of the file.
  std::uint32_t piece_at(std::uint32_t offset) const;
  // The words of the heads around a place in the braces of a piece (kNone: of the file), each with its '{'.
  std::vector<Lexeme> heads_to(std::uint32_t piece) const;
  // Whether the braces of a piece hold what a `use` gives to a module, and no patches: … with NAME {
  bool is_given(std::uint32_t piece) const;
  // The words of a statement, and of those that its `else` or `with` continues, with nothing in their braces.
  std::vector<Lexeme> collapsed(std::uint32_t piece) const;
};

// The text must live as long as the outline.
Outline outline_of(std::string_view text);

}  // namespace romas::language
