// Reads the tokens of a text statement by statement, so that a syntax tree is never larger than one statement
// of a robot. Also reports errors that a parser could not describe well: unclosed strings and comments,
// foreign characters, too deep nesting.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/language/grammar/brace_repair.h"
#include "frontend/language/grammar/lexer.h"
#include "frontend/language/grammar/record_braces.h"
#include "frontend/language/grammar/unit_places.h"
#include "frontend/language/syntax/suppressions.h"
#include "frontend/language/words/foreign_signs.h"
#include "support/findings/diagnostic.h"

namespace romas::language {

// Upper bound of the nesting of brackets and conditions (also those after `else`), and so of the parser's
// recursion.
inline constexpr std::size_t kMaxNesting = 256;
// Upper bound of the tokens in a statement of a robot (a link with everything in it).
inline constexpr std::size_t kMaxStatementTokens = 500'000;

// Upper bound of the '#' on each side of a raw string (as in the grammar).
inline constexpr std::size_t kMaxRawSigns = 8;

struct TokenBatch {
  std::vector<Lexeme> tokens;
  std::size_t depth = 0;                    // of nested brackets and conditions
  std::vector<std::size_t> reported_lines;  // where the reader has reported an error
  SourceRange unclosed;                     // the outermost '{' that is open at the end of the file
  bool at_end_of_file = false;
};

class TokenReader {
 public:
  // Reads from a byte of the text to its end, or to `last_byte`.
  TokenReader(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
              std::size_t first_byte, std::size_t last_byte = std::string_view::npos);
  TokenReader(const TokenReader&) = delete;
  TokenReader& operator=(const TokenReader&) = delete;

  // Reads the text with these braces mended. Further errors in their lines are not reported. Call it first.
  void mend(std::vector<BraceRepair> repairs);
  // Whether errors in the line of a token are explained by a brace that was mended.
  bool is_explained(const Lexeme& token) const;
  // The next token, one of type kEnd at the end.
  const Lexeme& peek();
  Lexeme take();
  // Takes all tokens up to the ';' or the closing '}' that ends the statement. A '}' without a '{' in the
  // statement is not taken.
  TokenBatch take_statement();
  // Takes all tokens up to and including the first '{'; stops after ';' and before '}'.
  TokenBatch take_head();
  // Takes all remaining tokens.
  TokenBatch take_all();
  // Takes all remaining tokens of a text that is of another language, without a word about it.
  void skip_all();

  // True after a limit was exceeded: the reader then behaves as at the end of the file.
  bool stopped() const { return stopped_; }
  SourceRange range(const Lexeme& token) const { return token.range(file_); }
  std::string_view text(const Lexeme& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  void finish_suppressions() { suppressions_.finish(); }

 private:
  Lexeme read();
  Lexeme next_mended();
  std::vector<std::size_t> take_reported_lines();
  bool check(Lexeme& token);
  bool check_foreign(Lexeme& token);
  bool check_look_alike(Lexeme& token, std::string_view help);
  std::size_t end_of_digits(std::size_t at) const;
  struct Replacement {
    std::size_t begin, end;
    std::string text;
  };
  std::vector<Replacement> replacements(const Lexeme& token, const ForeignSign& sign) const;
  void report_once_a_line(const Lexeme& token, std::string message,
                          const std::vector<Replacement>& fixes = {});
  void follow_structure(const Lexeme& token);
  void follow_conditions(const Lexeme& token);
  bool may_begin_statement() const;  // the next token
  void open_bracket(char kind);
  void close_bracket();
  void close_round_brackets();
  void close_statement(const Lexeme& last);
  bool is_in_loop_head(const TokenBatch& batch) const;
  void stop(SourceRange range, Rule rule, std::string message);
  Lexeme end_of_file() const;

  FileId file_;
  std::string_view text_;  // of the whole file
  DiagnosticEngine& diagnostics_;
  SuppressionTracker suppressions_;
  Lexer lexer_;
  UnitPlaces units_;
  RecordBraces braces_;
  std::optional<Lexeme> next_;
  std::vector<BraceRepair> repairs_;  // the next one last
  std::vector<std::size_t> repaired_lines_;
  std::optional<Lexeme> behind_brace_;  // a token before which a brace was put
  std::optional<Lexeme> power_;         // the exponent of a sign such as '²', which is read as '^'
  Lexeme last_;                         // of the tokens read
  std::vector<std::size_t> reported_lines_;
  struct Level {
    bool in_statement = false;
    std::uint32_t line = 0;  // where the statement began
  };
  std::vector<Level> levels_;  // one more than open braces
  struct Bracket {
    char kind = '{';               // or '(' for round and square ones
    std::uint16_t conditions = 0;  // `if`s and `let`s of values that have not ended in it
    std::uint16_t chained = 0;     // consecutive `else`s after braces
  };
  std::vector<Bracket> brackets_;  // one for the text itself, then the open ones
  // `let`s of values whose `in` has not come: a ',' behind one ends the value of a name, not that around it.
  struct OpenLet {
    std::size_t brackets = 0;      // around it
    std::uint16_t conditions = 0;  // with it
  };
  std::vector<OpenLet> lets_;
  std::size_t depth_ = 0;          // of open brackets and conditions
  std::size_t conditions_ = 0;     // the conditions in depth_
  std::size_t deepest_ = 0;        // in this statement
  std::uint16_t before_ = 0;       // the type of the last token
  std::size_t last_line_ = 0;      // of the last token that is code
  std::size_t left_out_line_ = 0;  // its rest is a comment of another language
  std::size_t left_out_end_ = 0;   // up to there is a colour of another language
  bool stopped_ = false;
  bool quiet_ = false;  // nothing is reported any more
};

}  // namespace romas::language
