// Messages about syntax errors that ANTLR's parser finds.
#pragma once

#include <vector>

#include "support/findings/diagnostic.h"

namespace antlr4 {
class Parser;
class Token;
namespace misc {
class IntervalSet;
}
}  // namespace antlr4

namespace romas::language {

struct Misfit;

// The context of the tokens that are parsed.
struct RecoveryContext {
  FileId file = 0;
  const SourceManager* sources = nullptr;
  DiagnosticEngine* diagnostics = nullptr;
  std::vector<std::size_t> reported_lines;  // lines in which something was reported already
  bool at_end_of_file = false;              // the tokens end because the file ends
  bool begins_with_rest = false;            // of a statement that was reported
};

class SyntaxMessages {
 public:
  using Parser = antlr4::Parser;
  using Token = antlr4::Token;
  using IntervalSet = antlr4::misc::IntervalSet;

  explicit SyntaxMessages(RecoveryContext context) : context_(std::move(context)) {}

  // Reports a token that does not fit where others are expected, except in lines with other errors.
  void misfit(Parser& parser, const Token& token, const IntervalSet& expected);
  // Reports a token that begins no statement of a body.
  void bad_statement(const Token& token, const IntervalSet& expected, std::size_t body_rule);
  void missing_semicolon(Parser& parser);
  // Reports a '}' that is missing before a token, of the body that the parser is in.
  void missing_brace(Parser& parser, const Token& token);

  bool first_on_line(Parser& parser, const Token& token) const;
  bool at_end_of_file() const { return context_.at_end_of_file; }

 private:
  SourceRange range(const Token& token) const;
  std::string_view text(const Token& token) const { return context_.sources->text(range(token)); }
  bool known_line(const Token& token) const;
  DiagnosticBuilder report(Rule rule, SourceRange where, std::string message) {
    return context_.diagnostics->report(rule, where, std::move(message));
  }

  static bool names_value(Parser& parser);
  Misfit misfit_at(Parser& parser, const Token& token, const IntervalSet& expected) const;
  void describe_error(Parser& parser, const Token& token, const IntervalSet& expected);
  bool describe_decimal_comma(Parser& parser, const Token& token);
  bool describe_habit(Parser& parser, const Token& token, const IntervalSet& expected);
  bool describe_loop_range(const Token& token, const IntervalSet& expected);
  bool describe_number_error(Parser& parser, const Token& token, const IntervalSet& expected);
  bool describe_name_error(Parser& parser, const Token& token, const IntervalSet& expected);
  bool describe_unit_error(Parser& parser, const Token& token, const IntervalSet& expected);

  RecoveryContext context_;
};

}  // namespace romas::language
