#include "frontend/language/typing/outline.h"

#include <algorithm>
#include <optional>

#include "frontend/language/grammar/expected_words.h"
#include "frontend/language/grammar/token_reader.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

constexpr std::uint16_t kMaterial = type_of_literal("material");

// Tokens behind which a statement cannot end.
bool is_open_end(std::uint16_t type) {
  switch (type) {
    case grammar::IDENT:
    case grammar::UNIT:
    case grammar::NUMBER:
    case grammar::STRING:
    case grammar::RAW_STRING:
    case grammar::RPAREN:
    case grammar::RBRACKET:
    case grammar::RECORD_CLOSE:
    case grammar::RBRACE: return false;
    default: return keyword_of(type).empty();
  }
}

class OutlineBuilder {
 public:
  explicit OutlineBuilder(Outline& outline) : outline_(outline), levels_(1) {}

  void build() {
    for (std::uint32_t i = 0; i < outline_.words.size(); ++i) add(i);
    outline_.open_body = levels_.back().owner;
    outline_.open_piece = levels_.back().current;
    outline_.last_piece = levels_.back().last;
    const auto end = static_cast<std::uint32_t>(outline_.words.size());
    while (!levels_.empty()) {
      end_piece(end, false);
      levels_.pop_back();
    }
  }

 private:
  static constexpr std::size_t kDeepest = 32;  // in deeper braces nothing is assumed to be missing

  struct Level {
    std::uint32_t owner = Outline::kNone;
    std::uint32_t current = Outline::kNone;
    std::uint32_t last = Outline::kNone;
    std::optional<std::vector<std::uint16_t>> begins;  // tokens that begin its statements; found when needed
  };

  std::uint16_t type(std::uint32_t word) const { return outline_.words[word].type; }
  bool first_on_line(std::uint32_t word) const {
    return word == 0 || outline_.words[word - 1].line != outline_.words[word].line;
  }
  std::uint16_t column(std::uint32_t word) const { return outline_.words[word].column; }
  // Whether a word stands at the start of a line, and no deeper than a statement that stands so, too.
  bool is_level_with(std::uint32_t word, std::uint32_t piece) const {
    const std::uint32_t first = outline_.pieces[piece].first;
    return first_on_line(word) && first_on_line(first) && column(word) <= column(first);
  }

  void add(std::uint32_t word) {
    switch (type(word)) {
      case grammar::SEMICOLON:
        brackets_ = 0;
        end_piece(word + 1, true);
        return;
      case grammar::LBRACE: return open_brace(word);
      case grammar::RBRACE: return close_brace(word);
      case grammar::LPAREN:
      case grammar::LBRACKET:
      case grammar::RECORD_OPEN: ++brackets_; break;
      case grammar::RPAREN:
      case grammar::RBRACKET:
      case grammar::RECORD_CLOSE: brackets_ -= brackets_ > 0 ? 1 : 0; break;
      default: break;
    }
    if (levels_.back().current != Outline::kNone && breaks_off(word)) end_piece(word, false);
    if (levels_.back().current != Outline::kNone) return;
    close_bodies(word);
    begin_piece(word);
  }

  void begin_piece(std::uint32_t word) {
    Level& level = levels_.back();
    Outline::Piece piece;
    piece.first = piece.head_end = piece.end = word;
    piece.parent = level.owner;
    piece.before = level.last;
    piece.continues = continues_statement(type(word)) && level.last != Outline::kNone;
    level.current = static_cast<std::uint32_t>(outline_.pieces.size());
    outline_.pieces.push_back(piece);
    brackets_ = type(word) == grammar::LPAREN || type(word) == grammar::LBRACKET ? 1 : 0;
  }

  void end_piece(std::uint32_t end, bool is_closed) {
    Level& level = levels_.back();
    if (level.current == Outline::kNone) return;
    Outline::Piece& piece = outline_.pieces[level.current];
    piece.end = end;
    piece.is_closed = is_closed;
    if (!piece.has_body) piece.head_end = is_closed ? end - 1 : end;
    level.last = level.current;
    level.current = Outline::kNone;
  }

  // `material { }` of a visual is a part of its head.
  bool is_inline(std::uint32_t brace) const {
    const std::uint32_t piece = levels_.back().current;
    return piece != Outline::kNone && brace > outline_.pieces[piece].first + 1 &&
           type(brace - 1) == kMaterial;
  }

  void open_brace(std::uint32_t word) {
    brackets_ = 0;
    if (is_inline(word)) {
      ++inline_braces_;
      return;
    }
    if (levels_.back().current == Outline::kNone) begin_piece(word);
    const std::uint32_t owner = levels_.back().current;
    outline_.pieces[owner].has_body = true;
    outline_.pieces[owner].head_end = word;
    levels_.emplace_back().owner = owner;
  }

  void close_brace(std::uint32_t word) {
    brackets_ = 0;
    if (inline_braces_ > 0) {
      --inline_braces_;
      return;
    }
    end_piece(word, false);
    if (levels_.size() == 1) return;
    levels_.pop_back();
    end_piece(word + 1, true);
  }

  const std::vector<std::uint16_t>& begins(Level& level) {
    if (!level.begins) {
      level.begins.emplace();
      for (const Expectation& place : expected_after(outline_.heads_to(level.owner), TextStart::file).places)
        level.begins->insert(level.begins->end(), place.types.begin(), place.types.end());
    }
    return *level.begins;
  }
  bool may_begin(Level& level, std::uint32_t word) {
    return std::ranges::find(begins(level), type(word)) != begins(level).end();
  }

  // A ';' is missing in front of the word: it begins a statement here, or around these braces.
  bool breaks_off(std::uint32_t word) {
    Level& level = levels_.back();
    return brackets_ == 0 && inline_braces_ == 0 && !keyword_of(type(word)).empty() &&
           levels_.size() <= kDeepest && is_level_with(word, level.current) && !is_open_end(type(word - 1)) &&
           (may_begin(level, word) || depth_beginning(word) + 1 < levels_.size());
  }

  // The depth of the braces that a word begins a statement of, where '}'s are missing in front of it; else
  // that of the innermost ones.
  std::size_t depth_beginning(std::uint32_t word) {
    const std::size_t innermost = levels_.size() - 1;
    if (innermost == 0 || levels_.size() > kDeepest || keyword_of(type(word)).empty() ||
        continues_statement(type(word)))
      return innermost;
    std::size_t depth = innermost;
    while (depth > 0 && is_level_with(word, levels_[depth].owner) && !may_begin(levels_[depth], word))
      --depth;
    return may_begin(levels_[depth], word) ? depth : innermost;
  }
  void close_bodies(std::uint32_t word) {
    const std::size_t depth = depth_beginning(word);
    while (levels_.size() > depth + 1) {
      levels_.pop_back();
      end_piece(word, false);
    }
  }

  Outline& outline_;
  std::vector<Level> levels_;
  std::size_t brackets_ = 0;       // and records that are open in the statement
  std::size_t inline_braces_ = 0;  // those of a head
};

}  // namespace

std::vector<Lexeme> Outline::collapsed(std::uint32_t piece) const {
  std::vector<std::uint32_t> chain = {piece};
  while (pieces[chain.back()].continues && pieces[chain.back()].before != kNone && chain.size() < kMaxNesting)
    chain.push_back(pieces[chain.back()].before);
  std::vector<Lexeme> all;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const Piece& one = pieces[*at];
    all.insert(all.end(), words.begin() + one.first, words.begin() + one.head_end);
    if (!one.has_body) continue;
    Lexeme brace = words[one.head_end];
    all.push_back(brace);
    brace.type = grammar::RBRACE;
    all.push_back(brace);
  }
  return all;
}

std::vector<Lexeme> Outline::heads_to(std::uint32_t piece) const {
  std::vector<std::uint32_t> owners;
  for (; piece != kNone; piece = pieces[piece].parent) owners.push_back(piece);
  std::vector<Lexeme> all;
  for (auto owner = owners.rbegin(); owner != owners.rend(); ++owner) {
    const std::vector<Lexeme> head = collapsed(*owner);
    all.insert(all.end(), head.begin(), head.end());
    if (pieces[*owner].has_body) all.pop_back();
  }
  return all;
}

bool Outline::is_given(std::uint32_t piece) const {
  const Piece& one = pieces[piece];
  return one.head_end >= one.first + 2 && words[one.head_end - 2].type == type_of_literal("with");
}

std::uint32_t Outline::piece_at(std::uint32_t offset) const {
  // The last one that begins before the offset, or one around it.
  const auto behind =
      std::ranges::partition_point(pieces, [&](const Piece& piece) { return begin_of(piece) < offset; });
  std::uint32_t found =
      behind == pieces.begin() ? kNone : static_cast<std::uint32_t>(behind - pieces.begin()) - 1;
  while (found != kNone && offset >= end_of(pieces[found]) &&
         (offset > end_of(pieces[found]) || pieces[found].is_closed))
    found = pieces[found].parent;
  return found;
}

Outline outline_of(std::string_view text) {
  Outline outline;
  outline.text = text;
  TextWords found = words_of(text);
  outline.words = std::move(found.words);
  outline.comments = std::move(found.comments);
  OutlineBuilder(outline).build();
  return outline;
}

}  // namespace romas::language
