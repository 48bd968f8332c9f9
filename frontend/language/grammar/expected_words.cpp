#include "frontend/language/grammar/expected_words.h"

#include <algorithm>

#include "RomasParserRules.h"
#include "frontend/language/grammar/antlr_tree.h"
#include "frontend/language/grammar/lexer.h"
#include "frontend/language/grammar/record_braces.h"
#include "frontend/language/grammar/token_reader.h"
#include "frontend/language/grammar/unit_places.h"
#include "support/process/stack.h"

namespace romas::language {

namespace {

// Reads words and notes what every rule wants behind the last of them.
class ExpectingCursor {
 public:
  explicit ExpectingCursor(const std::vector<Lexeme>& words)
      : words_(words), end_(static_cast<std::uint32_t>(words.size())) {}

  std::uint16_t type() const { return at_ < end_ ? words_[at_].type : Lexeme::kEnd; }
  void take() { reached_ = std::max(reached_, ++at_); }
  bool tries_all() const { return at_ == end_; }
  static bool fail() { return false; }
  bool fail(const rules::TokenSet& wanted) {
    if (at_ != end_) return false;
    Expectation place{path_, {}};
    for (std::uint16_t type = 1; type <= grammar::UNIT; ++type)
      if (wanted.contains(type)) place.types.push_back(type);
    if (std::ranges::find(places_, place) == places_.end()) places_.push_back(std::move(place));
    return false;
  }

  std::uint32_t open(std::uint16_t rule) {
    path_.push_back({rule, at_});
    return 0;
  }
  void close(std::uint32_t /*node*/) { path_.pop_back(); }

  struct Mark {
    std::uint32_t at;
    std::size_t depth;
  };
  Mark mark() const { return {at_, path_.size()}; }
  void back_to(const Mark& mark) {
    at_ = mark.at;
    path_.resize(mark.depth);
  }

  Expected take_expected() { return {std::move(places_), reached_}; }

 private:
  const std::vector<Lexeme>& words_;
  std::uint32_t end_;
  std::uint32_t at_ = 0;
  std::uint32_t reached_ = 0;
  std::vector<OpenRule> path_;
  std::vector<Expectation> places_;
};

// How deep the words nest brackets and conditions, at most.
std::size_t depth_of(const std::vector<Lexeme>& words) {
  std::size_t depth = 0, deepest = 0, conditions = 0;
  std::uint16_t before = grammar::SEMICOLON;
  for (const Lexeme& word : words) {
    switch (word.type) {
      case grammar::LPAREN:
      case grammar::LBRACKET:
      case grammar::RECORD_OPEN:
      case grammar::LBRACE: ++depth; break;
      case grammar::RPAREN:
      case grammar::RBRACKET:
      case grammar::RECORD_CLOSE:
      case grammar::RBRACE: depth -= depth > 0 ? 1 : 0; break;
      case type_of_literal("let"): {
        const bool is_statement = before == grammar::SEMICOLON || before == grammar::LBRACE ||
                                  before == grammar::RBRACE || before == type_of_literal("private");
        conditions += is_statement ? 0 : 1;
        break;
      }
      default: conditions += word.type == type_of_literal("if") ? 1 : 0; break;
    }
    before = word.type;
    deepest = std::max(deepest, depth);
  }
  return deepest + conditions;
}

}  // namespace

Expected expected_after(const std::vector<Lexeme>& words, TextStart start) {
  const std::size_t depth = depth_of(words);
  if (depth > kMaxNesting || stack_left() < kStackOfParser + depth * kStackPerLevel) return {};
  ExpectingCursor cursor(words);
  if (start == TextStart::file)
    rules::File::read(cursor);
  else
    rules::Expression::read(cursor);
  return cursor.take_expected();
}

TextWords words_of(std::string_view text, std::size_t first_byte) {
  TextWords found;
  UnitPlaces units(text);
  RecordBraces braces(text);
  Lexer lexer(text, first_byte == 0 && text.starts_with("\xEF\xBB\xBF") ? 3 : first_byte);
  for (Lexeme word = lexer.next(); word.type != Lexeme::kEnd; word = lexer.next()) {
    switch (word.type) {
      case grammar::LINE_COMMENT:
      case grammar::BLOCK_COMMENT:
      case grammar::OPEN_COMMENT: found.comments.push_back(word); continue;
      case grammar::FOREIGN_TEXT:
      case grammar::FOREIGN_CHARACTER: continue;
      case grammar::OPEN_STRING: word.type = grammar::STRING; break;
      case grammar::OPEN_RAW_STRING: word.type = grammar::RAW_STRING; break;
      default: break;
    }
    word.type = units.read(word.type, word.begin, word.end);
    word.type = braces.read(word.type, word.end);
    found.words.push_back(word);
  }
  return found;
}

}  // namespace romas::language
