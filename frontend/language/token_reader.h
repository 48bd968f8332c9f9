// The tokens of a text, statement by statement, so that a syntax tree is never larger than one statement of a robot. The reader
// also finds what no parser could say well: unclosed strings and comments, foreign characters, too deep nesting.
#pragma once

#include <memory>
#include <vector>

#include "frontend/language/suppressions.h"
#include "support/diagnostic.h"

namespace antlr4 {
class CharStream;
class Lexer;
class Token;
}  // namespace antlr4

namespace romas::language {

// Brackets of all kinds may be nested this deep, so that the parser's recursion stays small.
inline constexpr std::size_t kMaxNesting = 256;
// A statement of a robot (a link with everything in it) may have this many tokens.
inline constexpr std::size_t kMaxStatementTokens = 500'000;

// How many '#' a raw string may have on each side (as in the grammar).
inline constexpr std::size_t kMaxRawSigns = 8;

using TokenPtr = std::unique_ptr<antlr4::Token>;

struct TokenBatch {
  std::vector<TokenPtr> tokens;
  std::vector<std::size_t> reported_lines;  // where the reader has reported something already
  SourceRange unclosed;                     // the outermost '{' that is open at the end of the file
  bool at_end_of_file = false;
};

class TokenReader {
 public:
  // Reads from a byte of the text to its end, or to `last_byte`.
  TokenReader(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics, std::size_t first_byte,
              std::size_t last_byte = std::string_view::npos);
  ~TokenReader();
  TokenReader(const TokenReader&) = delete;
  TokenReader& operator=(const TokenReader&) = delete;

  // The next token, EOF at the end.
  const antlr4::Token& peek();
  TokenPtr take();
  // Everything up to the ';' or the closing '}' that ends the statement. A '}' that closes more than the statement opens stays.
  TokenBatch take_statement();
  // Everything up to and including the first '{'; stops behind ';' and before '}'.
  TokenBatch take_head();
  // Everything that is left.
  TokenBatch take_all();

  // True after a limit was exceeded: the reader pretends that the file ends.
  bool stopped() const { return stopped_; }
  SourceRange range(const antlr4::Token& token) const;
  std::string_view text(const antlr4::Token& token) const;
  void finish_suppressions() { suppressions_.finish(); }

 private:
  TokenPtr read();
  TokenPtr check(TokenPtr token);
  bool take_comment(const antlr4::Token& token);
  void follow_structure(const antlr4::Token& token);
  void close_statement(const antlr4::Token& last);
  void stop(SourceRange range, Rule rule, std::string message);
  TokenPtr end_of_file();

  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  SuppressionTracker suppressions_;
  std::unique_ptr<antlr4::CharStream> stream_;
  std::unique_ptr<antlr4::Lexer> lexer_;
  TokenPtr next_;
  std::vector<std::size_t> reported_lines_;
  struct Level {
    bool in_statement = false;
    std::uint32_t line = 0;  // where the statement began
  };
  std::vector<Level> levels_;   // one more than braces are open
  std::vector<char> brackets_;  // open ones of all kinds
  std::size_t last_line_ = 0;   // of the last token that is code
  bool stopped_ = false;
};

}  // namespace romas::language
