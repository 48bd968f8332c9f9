#include "frontend/language/token_reader.h"

#include <antlr4-runtime.h>

#include "RomasLexer.h"
#include "RomasParser.h"
#include "frontend/language/byte_stream.h"
#include "ir/units.h"
#include "support/text.h"

namespace romas::language {

using antlr4::Token;
using grammar::RomasLexer;

TokenReader::TokenReader(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics, std::size_t first_byte, std::size_t last_byte)
    : file_(file),
      sources_(sources),
      diagnostics_(diagnostics),
      suppressions_(file, sources, diagnostics),
      stream_(make_byte_stream(sources.text(file).substr(0, last_byte), first_byte)),
      lexer_(std::make_unique<RomasLexer>(stream_.get())),
      levels_(1) {
  lexer_->removeErrorListeners();
}

TokenReader::~TokenReader() = default;

SourceRange TokenReader::range(const Token& token) const {
  const auto begin = static_cast<std::uint32_t>(token.getStartIndex());
  if (token.getType() == Token::EOF)
    return {file_, static_cast<std::uint32_t>(sources_.text(file_).size()), static_cast<std::uint32_t>(sources_.text(file_).size())};
  return {file_, begin, static_cast<std::uint32_t>(token.getStopIndex() + 1)};
}

std::string_view TokenReader::text(const Token& token) const { return sources_.text(range(token)); }

const Token& TokenReader::peek() {
  if (!next_) next_ = read();
  return *next_;
}

TokenPtr TokenReader::take() {
  peek();
  if (next_->getType() == Token::EOF) return end_of_file();
  follow_structure(*next_);
  return std::move(next_);
}

TokenPtr TokenReader::end_of_file() {
  lexer_->setInputStream(stream_.get());  // forgets the token under construction
  stream_->seek(stream_->size());
  return lexer_->nextToken();
}

TokenPtr TokenReader::read() {
  while (!stopped_) {
    TokenPtr token = lexer_->nextToken();
    if (token->getChannel() != Token::DEFAULT_CHANNEL) {
      suppressions_.comment(text(*token), range(*token), static_cast<std::uint32_t>(token->getLine()), last_line_ == token->getLine());
      continue;
    }
    token = check(std::move(token));
    if (!token) continue;
    last_line_ = token->getLine();
    suppressions_.token(static_cast<std::uint32_t>(last_line_));
    return token;
  }
  return end_of_file();
}

// Turns names of units into units, and reports what is no token of the language. Null: leave it out.
TokenPtr TokenReader::check(TokenPtr token) {
  const auto retype = [&](std::size_t type) { static_cast<antlr4::CommonToken&>(*token).setType(type); };
  // One finding a line is enough.
  const auto report = [&](std::string message) {
    if (!reported_lines_.empty() && reported_lines_.back() == token->getLine()) return;
    diagnostics_.report(Rule::syntax, range(*token), std::move(message));
    reported_lines_.push_back(token->getLine());
  };
  switch (token->getType()) {
    case RomasLexer::IDENT:
      if (find_unit(text(*token)) != nullptr) retype(grammar::RomasParser::UNIT);
      return token;
    case RomasLexer::OPEN_STRING:
      report("the string is not closed in its line; end it with '\"', or write raw text as r#\"…\"#");
      retype(RomasLexer::STRING);
      return token;
    case RomasLexer::OPEN_RAW_STRING: {
      const std::size_t signs = text(*token).size() - 2;
      stop(range(*token), Rule::syntax,
           signs > kMaxRawSigns ? concat("a raw string has at most ", kMaxRawSigns, " '#' before its quote")
                                : concat("the raw string is not closed; it ends with '\"", std::string(signs, '#'), "'"));
      return nullptr;
    }
    case RomasLexer::OPEN_COMMENT: stop(range(*token), Rule::syntax, "the comment is not closed; it ends with '*/'"); return nullptr;
    case RomasLexer::FOREIGN_TEXT:
    case RomasLexer::FOREIGN_CHARACTER:
      report(concat("'", text(*token), "' is no part of the language; names with such characters stand in quotes"));
      return nullptr;
    default: return token;
  }
}

void TokenReader::stop(SourceRange range, Rule rule, std::string message) {
  if (!stopped_) diagnostics_.report(rule, range, std::move(message));
  stopped_ = true;
}

void TokenReader::close_statement(const Token& last) {
  Level& level = levels_.back();
  if (level.in_statement) suppressions_.statement(level.line, range(last).end);
  level.in_statement = false;
}

// Keeps account of open brackets and statements. ';', '{' and '}' end round and square brackets that somebody forgot to close.
void TokenReader::follow_structure(const Token& token) {
  const std::size_t type = token.getType();
  const auto close_round = [&] {
    while (!brackets_.empty() && brackets_.back() != '{') brackets_.pop_back();
  };
  if (type != RomasLexer::RBRACE && type != RomasLexer::SEMICOLON && !levels_.back().in_statement)
    levels_.back() = {true, static_cast<std::uint32_t>(token.getLine())};
  switch (type) {
    case RomasLexer::LPAREN:
    case RomasLexer::LBRACKET: brackets_.push_back('('); break;
    case RomasLexer::RPAREN:
    case RomasLexer::RBRACKET:
      if (!brackets_.empty() && brackets_.back() == '(') brackets_.pop_back();
      break;
    case RomasLexer::LBRACE:
      close_round();
      brackets_.push_back('{');
      levels_.emplace_back();
      break;
    case RomasLexer::RBRACE:
      close_round();
      if (!brackets_.empty()) brackets_.pop_back();
      if (levels_.size() > 1) levels_.pop_back();
      close_statement(token);
      break;
    case RomasLexer::SEMICOLON:
      close_round();
      close_statement(token);
      break;
    default: break;
  }
  if (brackets_.size() > kMaxNesting) stop(range(token), Rule::input_limit, concat("brackets are nested deeper than ", kMaxNesting));
}

TokenBatch TokenReader::take_statement() {
  TokenBatch batch;
  std::vector<SourceRange> open;
  bool ended = false;
  reported_lines_.clear();
  while (!ended) {
    const std::size_t type = peek().getType();
    if (type == Token::EOF || (type == RomasLexer::RBRACE && open.empty())) break;
    if (batch.tokens.size() == kMaxStatementTokens) {
      stop(range(peek()), Rule::input_limit, concat("the statement has more than ", kMaxStatementTokens, " words and signs"));
      break;
    }
    batch.tokens.push_back(take());
    if (type == RomasLexer::LBRACE) open.push_back(range(*batch.tokens.back()));
    if (type == RomasLexer::RBRACE) open.pop_back();
    ended = open.empty() && (type == RomasLexer::RBRACE || type == RomasLexer::SEMICOLON);
    if (ended && type == RomasLexer::RBRACE && text(peek()) == "else") ended = false;  // belongs to the `if` before it
  }
  batch.at_end_of_file = !ended && (stopped_ || peek().getType() == Token::EOF);
  if (!open.empty()) batch.unclosed = open.front();
  batch.reported_lines = std::move(reported_lines_);
  return batch;
}

TokenBatch TokenReader::take_all() {
  TokenBatch batch;
  while (peek().getType() != Token::EOF && batch.tokens.size() < kMaxStatementTokens) batch.tokens.push_back(take());
  batch.reported_lines = std::move(reported_lines_);
  return batch;
}

TokenBatch TokenReader::take_head() {
  TokenBatch batch;
  reported_lines_.clear();
  while (true) {
    const std::size_t type = peek().getType();
    if (type == Token::EOF || type == RomasLexer::RBRACE || batch.tokens.size() == kMaxStatementTokens) break;
    batch.tokens.push_back(take());
    if (type == RomasLexer::LBRACE || type == RomasLexer::SEMICOLON) break;
  }
  batch.reported_lines = std::move(reported_lines_);
  return batch;
}

}  // namespace romas::language
