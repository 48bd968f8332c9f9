#include "frontend/language/typing/end_of_text.h"

#include <algorithm>
#include <array>
#include <optional>

#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

using Words = std::vector<Lexeme>;

Words joined(Words front, const Words& back) {
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

bool wants(const Expected& expected, std::uint16_t type) {
  return std::ranges::any_of(expected.places, [&](const Expectation& place) {
    return std::ranges::find(place.types, type) != place.types.end();
  });
}

// A token that leads on, of a statement that lacks something before its '{'.
std::optional<std::uint16_t> step(const Expected& expected) {
  constexpr std::array<std::uint16_t, 5> kPlain = {grammar::LBRACE, grammar::ARROW, grammar::IDENT,
                                                   grammar::STRING, grammar::NUMBER};
  for (const std::uint16_t type : kPlain)
    if (wants(expected, type)) return type;
  for (const Expectation& place : expected.places)
    for (const std::uint16_t type : place.types)
      if (type != grammar::SEMICOLON && type != grammar::RBRACE) return type;
  return std::nullopt;
}

// Appends the words of a head, which ends with '{', to others. Words that are missing in the head are made up
// and have no length.
std::optional<Words> with_head(const Words& around, const Words& head) {
  constexpr std::size_t kMostSteps = 12;
  Words all = joined(around, head);
  Expected expected = expected_after(all, TextStart::file);
  if (!expected.places.empty()) return all;
  if (expected.reached <= around.size()) return std::nullopt;
  all.resize(std::min<std::size_t>(expected.reached, all.size() - 1));
  for (std::size_t i = 0; i < kMostSteps; ++i) {
    expected = expected_after(all, TextStart::file);
    const auto next = step(expected);
    if (!next) return std::nullopt;
    Lexeme word;
    word.type = *next;
    all.push_back(word);
    if (*next == grammar::LBRACE) return all;
  }
  return std::nullopt;
}

// Whether the text ends at the start of a line, no deeper than a statement that lacks its ';' begins.
bool is_level_with(const Outline& outline, const Outline::Piece& piece) {
  const std::uint32_t behind = outline.words[piece.end - 1].end;
  const std::size_t line = outline.text.rfind('\n');
  return line != std::string_view::npos && line >= behind &&
         outline.text.size() - line - 1 <= outline.words[piece.first].column;
}

std::optional<Words> heads_around(const Outline& outline) {
  std::vector<std::uint32_t> owners;
  for (std::uint32_t piece = outline.open_body; piece != Outline::kNone; piece = outline.pieces[piece].parent)
    owners.push_back(piece);
  constexpr std::size_t kDeepest = 256;
  if (owners.size() > kDeepest) return std::nullopt;
  std::optional<Words> all = Words();
  for (auto owner = owners.rbegin(); owner != owners.rend() && all; ++owner) {
    Words head = outline.collapsed(*owner);
    if (!head.empty()) head.pop_back();  // the '}'
    all = with_head(*all, head);
  }
  return all;
}

}  // namespace

EndOfText read_end(const Outline& outline) {
  const std::optional<Words> heads = heads_around(outline);
  if (!heads) return {};
  const auto try_with = [&](const Words& last) {
    EndOfText end{joined(*heads, last), {}};
    end.expected = expected_after(end.words, TextStart::file);
    return end;
  };
  if (outline.open_piece == Outline::kNone) {
    // An `else` may follow.
    const std::uint32_t last = outline.last_piece;
    if (last != Outline::kNone && outline.pieces[last].has_body)
      if (EndOfText end = try_with(outline.collapsed(last)); !end.expected.places.empty()) return end;
    return try_with({});
  }
  EndOfText end = try_with(outline.collapsed(outline.open_piece));
  const Outline::Piece& piece = outline.pieces[outline.open_piece];
  if (wants(end.expected, grammar::SEMICOLON) && is_level_with(outline, piece)) return try_with({});
  constexpr std::size_t kMostLines = 64;
  std::size_t lines = 0;
  for (std::uint32_t i = piece.end;
       i-- > piece.first + 1 && end.expected.places.empty() && lines < kMostLines;) {
    if (outline.words[i].line == outline.words[i - 1].line) continue;
    ++lines;
    end = try_with(Words(outline.words.begin() + i, outline.words.begin() + piece.end));
  }
  return end;
}

}  // namespace romas::language
