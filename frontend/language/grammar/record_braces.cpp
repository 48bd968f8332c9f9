#include "frontend/language/grammar/record_braces.h"

#include "frontend/language/grammar/lexer.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

namespace {

// Signs behind which no body stands, whatever is missing.
bool wants_value(std::uint16_t type) {
  switch (type) {
    case grammar::EQUALS:
    case grammar::EQUAL:
    case grammar::UNEQUAL:
    case grammar::LPAREN:
    case grammar::LBRACKET:
    case grammar::COMMA: return true;
    default: return false;
  }
}

// Statements in which a type stands behind a ':'.
bool takes_type(std::uint16_t first_word) {
  return first_word == type_of_literal("let") || first_word == type_of_literal("param") ||
         first_word == type_of_literal("fn") || first_word == type_of_literal("module") ||
         first_word == type_of_literal("robot");
}

// Whether a record goes on behind its '{'; `before` is the token in front, and `typed` says that a ':' in
// front brings a type, as in another record. One that is half typed may end anywhere. '=' is a ':' that was
// mistaken. Behind another ':' a '{' without a name is the body of a joint whose type is missing.
bool looks_like_record(std::string_view text, std::size_t behind, std::uint16_t before, bool typed) {
  Lexer lexer(text, behind);
  const auto next = [&] {
    Lexeme word = lexer.next();
    while (word.type == grammar::LINE_COMMENT || word.type == grammar::BLOCK_COMMENT) word = lexer.next();
    return word.type;
  };
  const std::uint16_t first = next();
  if (first == Lexeme::kEnd || first == grammar::RBRACE)
    return before == grammar::COLON ? typed : wants_value(before);
  if (first != grammar::IDENT && first != grammar::STRING && keyword_of(first).empty()) return false;
  const std::uint16_t second = next();
  return second == Lexeme::kEnd || second == grammar::COLON || second == grammar::EQUALS;
}

}  // namespace

std::uint16_t RecordBraces::read(std::uint16_t type, std::size_t end) {
  if (starts_) {
    statement_ = type;
    starts_ = type == type_of_literal("private");
  }
  if (type == grammar::LBRACE && value_begins_ &&
      looks_like_record(text_, end, before_, open_ > 0 || takes_type(statement_))) {
    ++open_;
    type = grammar::RECORD_OPEN;
  } else if (type == grammar::LBRACE || type == grammar::SEMICOLON) {
    open_ = conditions_ = 0;
  } else if (type == grammar::RBRACE && open_ > 0) {
    --open_;
    type = grammar::RECORD_CLOSE;
  }
  starts_ = starts_ || type == grammar::SEMICOLON || type == grammar::LBRACE || type == grammar::RBRACE;
  value_begins_ = begins_value(type);
  before_ = type;
  return type;
}

// Whether what stands behind a token is a value or a type. The `else` of a value has its `then`.
bool RecordBraces::begins_value(std::uint16_t type) {
  switch (type) {
    case grammar::EQUALS:
    case grammar::EQUAL:
    case grammar::UNEQUAL:
    case grammar::TILDE:
    case grammar::LESS:
    case grammar::LESS_EQUAL:
    case grammar::GREATER:
    case grammar::GREATER_EQUAL:
    case grammar::PLUS:
    case grammar::MINUS:
    case grammar::STAR:
    case grammar::SLASH:
    case grammar::LPAREN:
    case grammar::LBRACKET:
    case grammar::COMMA:
    case grammar::COLON:
    case grammar::ARROW:
    case type_of_literal("and"):
    case type_of_literal("or"):
    case type_of_literal("not"):
    case type_of_literal("assert"):
    case type_of_literal("in"): return true;
    case type_of_literal("then"): ++conditions_; return true;
    case type_of_literal("else"): return conditions_ > 0 && conditions_-- > 0;
    default: return false;
  }
}

}  // namespace romas::language
