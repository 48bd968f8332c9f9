#include "frontend/language/grammar/brace_repair.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "frontend/language/grammar/expected_words.h"
#include "frontend/language/grammar/grammar_reader.h"
#include "frontend/language/grammar/lexer.h"
#include "frontend/language/words/keywords.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// How many '{' there are more than '}'. nullopt if each has its partner, or if a text or comment does not
// end, which is another mistake.
std::optional<std::ptrdiff_t> surplus(std::string_view text, std::size_t first_byte) {
  std::ptrdiff_t open = 0;
  bool closes_nothing = false;
  Lexer lexer(text, first_byte);
  for (Lexeme word = lexer.next(); word.type != Lexeme::kEnd; word = lexer.next()) {
    const bool is_open = word.type == grammar::OPEN_STRING || word.type == grammar::OPEN_RAW_STRING ||
                         word.type == grammar::OPEN_COMMENT;
    if (is_open) return std::nullopt;
    if (word.type == grammar::LBRACE) ++open;
    if (word.type == grammar::RBRACE) --open;
    closes_nothing = closes_nothing || open < 0;
  }
  return open == 0 && !closes_nothing ? std::nullopt : std::optional(open);
}

class BraceReader {
 public:
  BraceReader(std::string_view text, std::vector<Lexeme> words) : text_(text), words_(std::move(words)) {}

  // The first wrong brace, of which the words are then rid.
  std::optional<BraceRepair> next();

 private:
  struct Open {
    std::size_t brace;      // index of the '{'
    std::size_t statement;  // index of the first word of its statement
    std::uint16_t indent;   // column of the first word in its line
  };

  bool is(std::size_t index, std::uint16_t type) const {
    return index < words_.size() && words_[index].type == type;
  }
  bool first_on_line(std::size_t index) const {
    return index == 0 || words_[index - 1].line < words_[index].line;
  }
  std::string_view word(std::size_t index) const {
    return index < words_.size() ? text_.substr(words_[index].begin, words_[index].end - words_[index].begin)
                                 : std::string_view("the end of the file");
  }
  // Runs through the words. `look` gets an index and the braces that are open before it, and returns true at
  // the first place where something is wrong.
  template <class Look>
  bool run(const Look& look, std::vector<Open>& open, std::size_t& index) const;
  // Positive: so many '}' are missing at the end; negative: one closes nothing.
  int balance() const;
  bool looks_unclosed(std::size_t index, const std::vector<Open>& open) const;
  std::optional<std::size_t> robot_statement_in_body() const;
  bool looks_closed_early(std::size_t index, const std::vector<Open>& open) const;
  // Reads the words from `begin` to `end` as a file. Returns the first word that does not fit the grammar,
  // and nothing if all of them fit.
  std::optional<std::size_t> misfit(std::size_t begin, std::size_t end) const;
  bool takes_brace(std::size_t begin, std::size_t index) const;
  bool ends_early(std::size_t begin, std::size_t index) const;
  std::size_t behind_last_body(std::size_t index) const;

  BraceRepair add_close(std::size_t index, const Open& open);
  BraceRepair add_open(std::size_t index);
  BraceRepair read_as_open(std::size_t index);
  BraceRepair drop(std::size_t index, std::string message);
  std::string_view owner(const Open& open) const;

  std::string_view text_;
  std::vector<Lexeme> words_;
};

template <class Look>
bool BraceReader::run(const Look& look, std::vector<Open>& open, std::size_t& index) const {
  std::size_t statement = 0;
  std::uint16_t indent = 0;
  for (index = 0; index < words_.size(); ++index) {
    if (first_on_line(index)) indent = words_[index].column;
    if (look(index, open)) return true;
    if (is(index, grammar::LBRACE)) open.push_back({index, statement, indent});
    if (is(index, grammar::RBRACE) && !open.empty()) open.pop_back();
    if (is(index, grammar::LBRACE) || is(index, grammar::RBRACE) || is(index, grammar::SEMICOLON))
      statement = index + 1;
  }
  return false;
}

int BraceReader::balance() const {
  std::vector<Open> open;
  std::size_t end = 0;
  const auto is_too_many = [&](std::size_t index, const std::vector<Open>& around) {
    return is(index, grammar::RBRACE) && around.empty();
  };
  return run(is_too_many, open, end) ? -1 : static_cast<int>(open.size());
}

// A line that is no deeper than the one whose '{' is still open.
bool BraceReader::looks_unclosed(std::size_t index, const std::vector<Open>& open) const {
  if (open.empty() || !first_on_line(index)) return false;
  const Open& last = open.back();
  const Lexeme& word = words_[index];
  if (words_[last.brace].line == word.line) return false;
  const Lexeme& inner = words_[last.brace + 1];
  const bool is_indented = inner.line == words_[last.brace].line || inner.column > last.indent;
  if (!is_indented) return false;
  if (word.type == grammar::RBRACE) return word.column < last.indent;
  // A statement that cannot stand at the level of the file is inside the one open brace, whatever its indent.
  if (open.size() == 1 && begins_robot_statement(word.type) && !begins_file_statement(word.type))
    return false;
  const bool begins =
      word.type == grammar::STRING || word.type == grammar::IDENT || !keyword_of(word.type).empty();
  return begins && word.column <= last.indent;
}

// Finds a mistake that the lines do not show: the first statement of a robot in a body that holds none, such
// as a joint in a link.
std::optional<std::size_t> BraceReader::robot_statement_in_body() const {
  const auto wrong = misfit(0, words_.size());
  return wrong && begins_robot_statement(words_[*wrong].type) ? wrong : std::nullopt;
}

// A '}' that is indented deeper than the line whose '{' it would close, or stands behind something in a later
// line.
bool BraceReader::looks_closed_early(std::size_t index, const std::vector<Open>& open) const {
  const bool is_written = is(index, grammar::RBRACE) && words_[index].begin < words_[index].end;
  if (!is_written) return false;
  if (open.empty()) return true;
  if (words_[open.back().brace].line == words_[index].line) return false;
  return !first_on_line(index) || words_[index].column > open.back().indent;
}

std::optional<std::size_t> BraceReader::misfit(std::size_t begin, std::size_t end) const {
  const auto first = words_.begin() + static_cast<std::ptrdiff_t>(begin);
  const std::vector<Lexeme> words(first, words_.begin() + static_cast<std::ptrdiff_t>(end));
  const Expected expected = expected_after(words, TextStart::file);
  if (!expected.places.empty() || expected.reached >= words.size()) return std::nullopt;
  return begin + expected.reached;
}

bool BraceReader::takes_brace(std::size_t begin, std::size_t index) const {
  const auto first = words_.begin() + static_cast<std::ptrdiff_t>(begin);
  const std::vector<Lexeme> words(first, words_.begin() + static_cast<std::ptrdiff_t>(index));
  const Expected expected = expected_after(words, TextStart::file);
  return std::ranges::any_of(expected.places, [](const Expectation& place) {
    return std::ranges::find(place.types, grammar::LBRACE) != place.types.end();
  });
}

// Whether a ';' in front of a word stands where a '{' may.
bool BraceReader::ends_early(std::size_t begin, std::size_t index) const {
  return index > begin && is(index - 1, grammar::SEMICOLON) && takes_brace(begin, index - 1);
}

// The first word behind the last '}' before an index.
std::size_t BraceReader::behind_last_body(std::size_t index) const {
  while (index > 0 && !is(index - 1, grammar::RBRACE)) --index;
  return index;
}

std::optional<BraceRepair> BraceReader::next() {
  std::vector<Open> open;
  std::size_t index = 0;
  const int left = balance();
  if (left == 0) return std::nullopt;
  const bool unclosed = left > 0;
  const auto look = [&](std::size_t at, const std::vector<Open>& around) {
    return unclosed ? looks_unclosed(at, around) : looks_closed_early(at, around);
  };
  if (!run(look, open, index)) {
    const auto wrong = unclosed ? robot_statement_in_body() : std::nullopt;
    if (!wrong) return std::nullopt;
    open.clear();
    run([&](std::size_t at, const std::vector<Open>&) { return at == *wrong; }, open, index);
    return open.size() < 2 ? std::nullopt : std::optional(add_close(index, open.back()));
  }
  std::size_t begin = open.empty() ? 0 : open.front().statement;
  auto wrong = misfit(begin, index);
  if (open.empty() && !(wrong && (takes_brace(begin, *wrong) || ends_early(begin, *wrong)))) {
    begin = behind_last_body(index);
    wrong = misfit(begin, index);
  }
  if (wrong && is(*wrong, unclosed ? grammar::LBRACE : grammar::RBRACE))
    return drop(*wrong, concat("unexpected '", word(*wrong), "' after '", word(*wrong - 1), "'; is it one '",
                               word(*wrong), "' too many?"));
  if (unclosed) {
    BraceRepair repair = add_close(index, open.back());
    // A word that stands in place of the '}'.
    if (misfit(begin, index + 2) == index + 1) repair.lines.push_back(words_[index + 1].line);
    return repair;
  }
  if (wrong && takes_brace(begin, *wrong)) return add_open(*wrong);
  if (wrong && ends_early(begin, *wrong)) return read_as_open(*wrong - 1);
  std::string message = open.empty() ? std::string("this '}' closes nothing; is it one '}' too many?")
                                     : concat("this '}' ends the ", owner(open.back()), ", but '",
                                              word(index + 1), "' follows; is it one '}' too many?");
  return drop(index, std::move(message));
}

std::string_view BraceReader::owner(const Open& open) const {
  const std::string_view first = word(open.statement);
  if (first == "for") return "loop";
  if (first == "if" || first == "else") return "condition";
  return keyword_of(words_[open.statement].type).empty() ? std::string_view("statement") : first;
}

BraceRepair BraceReader::add_close(std::size_t index, const Open& open) {
  const Lexeme next = words_[index];
  BraceRepair repair{BraceRepair::Kind::add_close,
                     next.begin,
                     next.begin,
                     next.end,
                     {words_[open.brace].line, words_[index - 1].line},
                     {},
                     words_[open.brace].begin};
  repair.message = concat("expected '}' before '", word(index), "'");
  Lexeme brace = words_[index - 1];
  brace.type = grammar::RBRACE;
  brace.begin = brace.end;
  words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(index), brace);
  return repair;
}

BraceRepair BraceReader::add_open(std::size_t index) {
  const Lexeme next = words_[index];
  BraceRepair repair{BraceRepair::Kind::add_open, next.begin, next.begin, next.end, {next.line}, {}, 0};
  repair.message = concat("expected '{' after '", word(index - 1), "', found '", word(index), "'");
  Lexeme brace = words_[index - 1];
  brace.type = grammar::LBRACE;
  brace.begin = brace.end;
  words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(index), brace);
  return repair;
}

// A ';' that stands in the place of a '{'.
BraceRepair BraceReader::read_as_open(std::size_t index) {
  Lexeme& sign = words_[index];
  sign.type = grammar::LBRACE;
  return {BraceRepair::Kind::open,
          sign.begin,
          sign.begin,
          sign.end,
          {sign.line},
          concat("expected '{' after '", word(index - 1), "', found ';'"),
          0};
}

BraceRepair BraceReader::drop(std::size_t index, std::string message) {
  const Lexeme brace = words_[index];
  words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(index));
  return {BraceRepair::Kind::drop, brace.begin, brace.begin, brace.end, {brace.line}, std::move(message), 0};
}

}  // namespace

std::vector<BraceRepair> repair_braces(std::string_view text, std::size_t first_byte) {
  constexpr std::size_t kMostRepairs = 16;
  constexpr std::size_t kMostBytes = 1UL << 20;
  std::vector<BraceRepair> repairs;
  const auto wrong = surplus(text, first_byte);
  if (!wrong || text.size() > kMostBytes) return repairs;
  BraceReader reader(text, words_of(text, first_byte).words);
  while (repairs.size() < kMostRepairs) {
    auto repair = reader.next();
    if (!repair) break;
    // Several braces that are missing at one place are one mistake.
    const bool again = repair->kind == BraceRepair::Kind::add_close && !repairs.empty() &&
                       repairs.back().kind == repair->kind && repairs.back().at == repair->at;
    if (again) repair->message.clear();
    repairs.push_back(std::move(*repair));
  }
  // More repairs than braces that are wrong: the indents of this text mean nothing.
  if (repairs.size() > static_cast<std::size_t>(std::abs(*wrong))) return {};
  std::ranges::stable_sort(repairs, {}, &BraceRepair::at);
  return repairs;
}

}  // namespace romas::language
