#include "frontend/language/grammar/token_reader.h"

#include <algorithm>
#include <utility>

#include "frontend/language/words/foreign_signs.h"
#include "frontend/language/words/keywords.h"
#include "support/text/characters.h"
#include "support/text/look_alikes.h"
#include "support/text/text.h"

namespace romas::language {

TokenReader::TokenReader(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
                         std::size_t first_byte, std::size_t last_byte)
    : file_(file),
      text_(sources.text(file)),
      diagnostics_(diagnostics),
      suppressions_(file, sources, diagnostics),
      lexer_(text_.substr(0, last_byte), first_byte),
      units_(text_.substr(0, last_byte)),
      braces_(text_.substr(0, last_byte)),
      levels_(1),
      brackets_(1) {}

void TokenReader::mend(std::vector<BraceRepair> repairs) {
  repairs_ = std::move(repairs);
  for (const BraceRepair& repair : repairs_)
    repaired_lines_.insert(repaired_lines_.end(), repair.lines.begin(), repair.lines.end());
  std::ranges::reverse(repairs_);
}

bool TokenReader::is_explained(const Lexeme& token) const {
  return std::ranges::find(repaired_lines_, token.line) != repaired_lines_.end();
}

// The next token of the text, or a brace that it lacks, which has no length.
Lexeme TokenReader::next_mended() {
  if (repairs_.empty() && !behind_brace_) return lexer_.next();
  const Lexeme token = behind_brace_ ? *std::exchange(behind_brace_, std::nullopt) : lexer_.next();
  if (repairs_.empty() || repairs_.back().at != token.begin || token.type == Lexeme::kEnd) return token;
  const BraceRepair::Kind kind = repairs_.back().kind;
  repairs_.pop_back();
  if (kind == BraceRepair::Kind::drop) return next_mended();
  if (kind == BraceRepair::Kind::open) {
    Lexeme brace = token;
    brace.type = grammar::LBRACE;
    return brace;
  }
  behind_brace_ = token;
  Lexeme brace = last_;
  brace.type = kind == BraceRepair::Kind::add_open ? grammar::LBRACE : grammar::RBRACE;
  brace.begin = brace.end;
  return brace;
}

std::vector<std::size_t> TokenReader::take_reported_lines() {
  std::vector<std::size_t> lines = std::move(reported_lines_);
  lines.insert(lines.end(), repaired_lines_.begin(), repaired_lines_.end());
  return lines;
}

namespace {

// The bytes of an unclosed string without the signs at the end of its line that structure the text: the ';'
// of a statement, the '{' of a body, a whole body, the '}' of the body around it.
std::size_t size_without_signs(std::string_view string) {
  const std::string_view trimmed = trim(string);
  std::size_t end = trimmed.size();
  if (trimmed.ends_with('{') || trimmed.ends_with(';'))
    --end;
  else if (trimmed.ends_with('}'))
    end = std::min(
        {end - (trimmed.find('{') == std::string_view::npos ? 1 : 0), trimmed.find(" {"), trimmed.find(';')});
  return end == trimmed.size() ? string.size() : trim(trimmed.substr(0, end)).size();
}

}  // namespace

const Lexeme& TokenReader::peek() {
  if (!next_) next_ = read();
  return *next_;
}

Lexeme TokenReader::take() {
  const Lexeme token = peek();
  if (token.type == Lexeme::kEnd) return token;
  follow_structure(token);
  next_.reset();
  return token;
}

Lexeme TokenReader::end_of_file() const {
  const auto size = static_cast<std::uint32_t>(text_.size());
  return {Lexeme::kEnd, 0, static_cast<std::uint32_t>(last_line_), size, size};
}

Lexeme TokenReader::read() {
  while (!stopped_) {
    Lexeme token = power_ ? *std::exchange(power_, std::nullopt) : next_mended();
    if (token.type == Lexeme::kEnd) break;
    if (token.type == grammar::LINE_COMMENT || token.type == grammar::BLOCK_COMMENT) {
      suppressions_.comment(text(token), range(token), token.line, last_line_ == token.line);
      continue;
    }
    if (token.line == left_out_line_ || token.begin < left_out_end_ || !check(token)) continue;
    token.type = units_.read(token.type, token.begin, token.end);
    token.type = braces_.read(token.type, token.end);
    last_line_ = token.line;
    last_ = token;
    suppressions_.token(token.line);
    return token;
  }
  return end_of_file();
}

void TokenReader::report_once_a_line(const Lexeme& token, std::string message,
                                     const std::vector<Replacement>& fixes) {
  if (quiet_ || (!reported_lines_.empty() && reported_lines_.back() == token.line)) return;
  auto diagnostic = diagnostics_.report(Rule::syntax, range(token), std::move(message));
  for (const Replacement& fix : fixes)
    diagnostic.suggest({file_, static_cast<std::uint32_t>(fix.begin), static_cast<std::uint32_t>(fix.end)},
                       fix.text);
  reported_lines_.push_back(token.line);
}

// The end of the digits and points from an offset on, also of those that only look like them.
std::size_t TokenReader::end_of_digits(std::size_t at) const {
  std::size_t end = at;
  while (at < text_.size()) {
    const CodePoint character = first_code_point(text_.substr(at));
    const auto like = look_alike(character.value);
    const char c = like ? like->ascii : text_[at];
    at += character.length;
    if (is_digit(c)) end = at;
    if (!is_digit(c) && c != '.') break;
  }
  return end;
}

// Reads a sign or number whose characters look like those of ASCII. Returns false if there is none.
bool TokenReader::check_look_alike(Lexeme& token, std::string_view help) {
  const std::string_view found = text(token);
  const CodePoint first = first_code_point(found);
  const auto like = look_alike(first.value);
  if (!like || like->ascii == ' ' || like->ascii == '"' || like->ascii == '\'' || is_letter(like->ascii))
    return false;
  const std::size_t sign_end = token.begin + first.length;
  const bool has_digits = is_digit(like->ascii) || like->ascii == '-';
  const std::size_t end =
      has_digits ? std::max(end_of_digits(is_digit(like->ascii) ? token.begin : sign_end), sign_end)
                 : sign_end;
  const std::string plain = without_look_alikes(text_.substr(token.begin, end - token.begin))->text;
  const bool is_number = is_digit(like->ascii);
  token.end = static_cast<std::uint32_t>(is_number ? end : sign_end);
  report_once_a_line(token,
                     help.empty() ? concat("'", text(token), "' has ", like->name, "; write '",
                                           is_number ? plain : std::string(1, like->ascii), "'")
                                  : std::string(help),
                     {{token.begin, end, plain}});
  token.type = is_number ? std::uint16_t{grammar::NUMBER} : Lexer(plain, 0).next().type;
  lexer_.back_to(token.end);
  return true;
}

// The replacements of a sign that is known.
std::vector<TokenReader::Replacement> TokenReader::replacements(const Lexeme& token,
                                                                const ForeignSign& sign) const {
  const std::size_t end = token.begin + sign.text.size();
  const auto like = look_alike(first_code_point(sign.text).value);
  if (sign.sign == grammar::STAR && sign.text != "%") return {{token.begin, end, "*"}};
  if (sign.sign == grammar::SLASH) return {{token.begin, end, "/"}};
  if (like && like->ascii == ' ') return {{token.begin, end, " "}};
  if (!like || like->ascii != '"') return {};
  for (std::size_t at = end; at < text_.size() && text_[at] != '\n' && text_[at] != '"';) {
    const CodePoint character = first_code_point(text_.substr(at));
    const auto close = look_alike(character.value);
    if (close && close->ascii == '"') return {{token.begin, end, "\""}, {at, at + character.length, "\""}};
    at += character.length;
  }
  return {};
}

// Reports text that is no part of the language. Returns false if it is to be dropped.
bool TokenReader::check_foreign(Lexeme& token) {
  static constexpr std::uint16_t kColor = type_of_literal("color");
  const std::string_view found = text(token);
  const ForeignSign* known = find_foreign_sign(found);
  if ((known == nullptr || known->sign == grammar::MINUS) &&
      check_look_alike(token, known == nullptr ? std::string_view() : known->help))
    return true;
  if (known == nullptr) {
    report_once_a_line(
        token,
        concat("'", found, "' is not part of the language; write names with such characters in quotes"));
    return false;
  }
  const std::size_t colour = before_ == kColor ? colour_size(text_.substr(token.begin)) : 0;
  if (colour > 0) {
    report_once_a_line(token,
                       "a colour is written (RED, GREEN, BLUE, ALPHA), each from 0 to 1: (1, 0.5, 0, 1)");
    left_out_end_ = token.begin + colour;
    return false;
  }
  report_once_a_line(token,
                     known->text == "%" && is_share(text_.substr(token.end))
                         ? "'%' is not a unit; a share is a plain number, as 0.5 for 50 %"
                         : std::string(known->help),
                     replacements(token, *known));
  if (known->text == "#") left_out_line_ = token.line;
  token.type = known->sign;
  if (known->sign == grammar::CARET) {
    power_ = token;  // the sign is its own exponent, too
    power_->type = grammar::NUMBER;
  }
  return known->sign != Lexeme::kEnd;
}

// Reports invalid tokens. Returns false if the token is to be dropped.
bool TokenReader::check(Lexeme& token) {
  switch (token.type) {
    case grammar::OPEN_STRING:
      token.type = grammar::STRING;
      token.end = token.begin + static_cast<std::uint32_t>(size_without_signs(text(token)));
      lexer_.back_to(token.end);
      report_once_a_line(
          token, "the string is not closed in its line; end it with '\"', or write raw text as r#\"…\"#");
      return true;
    case grammar::OPEN_RAW_STRING: {
      const std::size_t signs = text(token).size() - 2;
      stop(range(token), Rule::syntax,
           signs > kMaxRawSigns
               ? concat("a raw string has at most ", kMaxRawSigns, " '#' before its quote")
               : concat("the raw string is not closed; it ends with '\"", std::string(signs, '#'), "'"));
      return false;
    }
    case grammar::OPEN_COMMENT:
      stop(range(token), Rule::syntax, "the comment is not closed; it ends with '*/'");
      return false;
    case grammar::FOREIGN_TEXT:
    case grammar::FOREIGN_CHARACTER: return check_foreign(token);
    default: return true;
  }
}

void TokenReader::stop(SourceRange range, Rule rule, std::string message) {
  if (!stopped_ && !quiet_) diagnostics_.report(rule, range, std::move(message));
  stopped_ = true;
}

void TokenReader::close_statement(const Lexeme& last) {
  Level& level = levels_.back();
  if (level.in_statement) suppressions_.statement(level.line, range(last).end);
  level.in_statement = false;
}

void TokenReader::open_bracket(char kind) {
  brackets_.push_back({kind, 0, 0});
  ++depth_;
}

void TokenReader::close_bracket() {
  if (brackets_.size() == 1) return;
  const Bracket& last = brackets_.back();
  depth_ -= std::size_t{1} + last.conditions + last.chained;
  conditions_ -= std::size_t{0} + last.conditions + last.chained;
  brackets_.pop_back();
}

void TokenReader::close_round_brackets() {
  while (brackets_.size() > 1 && brackets_.back().kind != '{') close_bracket();
}

// Tracks open brackets and statements. ';', '{' and '}' close brackets and records that are still open.
void TokenReader::follow_structure(const Lexeme& token) {
  const std::size_t type = token.type;
  if (type != grammar::RBRACE && type != grammar::SEMICOLON && !levels_.back().in_statement)
    levels_.back() = {true, token.line};
  switch (type) {
    case grammar::LPAREN:
    case grammar::LBRACKET:
    case grammar::RECORD_OPEN: open_bracket('('); break;
    case grammar::RPAREN:
    case grammar::RBRACKET:
    case grammar::RECORD_CLOSE:
      if (brackets_.back().kind == '(') close_bracket();
      break;
    case grammar::LBRACE:
      close_round_brackets();
      follow_conditions(token);
      open_bracket('{');
      levels_.emplace_back();
      break;
    case grammar::RBRACE:
      close_round_brackets();
      close_bracket();
      if (levels_.size() > 1) levels_.pop_back();
      close_statement(token);
      break;
    case grammar::SEMICOLON:
      close_round_brackets();
      close_statement(token);
      break;
    default: break;
  }
  if (type != grammar::LBRACE) follow_conditions(token);
  before_ = token.type;
  deepest_ = std::max(deepest_, depth_);
  if (depth_ <= kMaxNesting) return;
  stop(range(token), Rule::input_limit,
       conditions_ == 0 ? concat("brackets are nested deeper than ", kMaxNesting)
                        : concat("brackets and conditions are nested deeper than ", kMaxNesting,
                                 "; a list can replace many 'else'"));
}

bool TokenReader::may_begin_statement() const {
  static constexpr std::uint16_t kPrivate = type_of_literal("private");
  return before_ == 0 || before_ == grammar::SEMICOLON || before_ == grammar::LBRACE ||
         before_ == grammar::RBRACE || before_ == kPrivate;
}

// Counts nested conditions. The `if` or `let` of a value ends with the value. The `else` chain of a statement
// ends where no `else` follows.
void TokenReader::follow_conditions(const Lexeme& token) {
  static constexpr std::uint16_t kIf = type_of_literal("if");
  static constexpr std::uint16_t kElse = type_of_literal("else");
  static constexpr std::uint16_t kLet = type_of_literal("let");
  static constexpr std::uint16_t kIn = type_of_literal("in");
  Bracket& bracket = brackets_.back();
  const auto change = [&](std::uint16_t& count, std::uint16_t to) {
    depth_ = depth_ - count + to;
    conditions_ = conditions_ - count + to;
    count = to;
  };
  const bool is_local = token.type == kLet && !may_begin_statement();
  if (token.type == kIf || is_local)
    change(bracket.conditions, static_cast<std::uint16_t>(bracket.conditions + 1));
  while (!lets_.empty() && lets_.back().brackets > brackets_.size()) lets_.pop_back();
  const bool in_let = !lets_.empty() && lets_.back().brackets == brackets_.size();
  if (is_local) lets_.push_back({brackets_.size(), bracket.conditions});
  if (token.type == grammar::COMMA)
    change(bracket.conditions, in_let ? lets_.back().conditions : std::uint16_t{0});
  if (token.type == kIn && in_let) lets_.pop_back();
  if (token.type == grammar::SEMICOLON || token.type == grammar::LBRACE) {
    change(bracket.conditions, 0);
    lets_.clear();
  }
  if (before_ != grammar::RBRACE || token.type == grammar::RBRACE) return;
  change(bracket.chained,
         token.type == kElse ? static_cast<std::uint16_t>(bracket.chained + 1) : std::uint16_t{0});
}

// Whether the ';' at the end of the tokens is one of for (A; B; C), as C has it.
bool TokenReader::is_in_loop_head(const TokenBatch& batch) const {
  static constexpr std::uint16_t kFor = type_of_literal("for");
  if (batch.tokens.size() < 3 || batch.tokens[0].type != kFor || batch.tokens[1].type != grammar::LPAREN)
    return false;
  const std::string_view rest = text_.substr(batch.tokens[1].begin);
  std::string_view head = trim(rest.substr(0, rest.find_first_of("{}")));
  if (!head.ends_with(')')) head = head.substr(0, head.find('\n'));  // no '{' follows
  return head.rfind(')') != std::string_view::npos &&
         batch.tokens[1].begin + head.rfind(')') > batch.tokens.back().begin;
}

TokenBatch TokenReader::take_statement() {
  TokenBatch batch;
  std::vector<SourceRange> open;
  bool ended = false;
  reported_lines_.clear();
  deepest_ = depth_;
  constexpr std::size_t kUsual = 128;  // tokens of a link with a visual and a collision
  batch.tokens.reserve(kUsual);
  while (!ended) {
    const std::size_t type = peek().type;
    if (type == Lexeme::kEnd || (type == grammar::RBRACE && open.empty())) break;
    if (batch.tokens.size() == kMaxStatementTokens) {
      stop(range(peek()), Rule::input_limit,
           concat("the statement has more than ", kMaxStatementTokens, " words and signs"));
      break;
    }
    batch.tokens.push_back(take());
    if (type == grammar::LBRACE) open.push_back(range(batch.tokens.back()));
    if (type == grammar::RBRACE) open.pop_back();
    ended =
        open.empty() && (type == grammar::RBRACE || (type == grammar::SEMICOLON && !is_in_loop_head(batch)));
    if (ended && type == grammar::RBRACE && continues_statement(peek().type)) ended = false;
  }
  batch.at_end_of_file = !ended && (stopped_ || peek().type == Lexeme::kEnd);
  if (!open.empty()) batch.unclosed = open.front();
  batch.depth = deepest_;
  batch.reported_lines = take_reported_lines();
  return batch;
}

void TokenReader::skip_all() {
  quiet_ = true;
  while (peek().type != Lexeme::kEnd) take();
}

TokenBatch TokenReader::take_all() {
  TokenBatch batch;
  while (peek().type != Lexeme::kEnd && batch.tokens.size() < kMaxStatementTokens)
    batch.tokens.push_back(take());
  batch.depth = deepest_;
  batch.reported_lines = take_reported_lines();
  return batch;
}

TokenBatch TokenReader::take_head() {
  TokenBatch batch;
  reported_lines_.clear();
  while (true) {
    const std::size_t type = peek().type;
    if (type == Lexeme::kEnd || type == grammar::RBRACE || batch.tokens.size() == kMaxStatementTokens) break;
    batch.tokens.push_back(take());
    if (type == grammar::LBRACE || type == grammar::SEMICOLON) break;
  }
  batch.depth = deepest_;
  batch.reported_lines = take_reported_lines();
  return batch;
}

}  // namespace romas::language
