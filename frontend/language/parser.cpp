#include "frontend/language/parser.h"

#include <antlr4-runtime.h>

#include "RomasParser.h"
#include "frontend/language/expectations.h"
#include "frontend/language/recovery.h"
#include "frontend/language/token_reader.h"
#include "frontend/language/tree_builder.h"
#include "support/text.h"

namespace romas::language {

using antlr4::Token;
using grammar::RomasParser;

namespace {

// Behind a byte order mark.
std::size_t first_byte(std::string_view text) { return text.starts_with("\xEF\xBB\xBF") ? 3 : 0; }

}  // namespace

class Parser::Impl {
 public:
  Impl(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics)
      : reader_(file, sources, diagnostics, first_byte(sources.text(file))), file_(file), sources_(sources), diagnostics_(diagnostics) {}

  Piece next();
  bool lost_statements() const { return lost_; }

 private:
  Piece next_outside();
  Piece next_inside();
  std::optional<Piece> robot_head();
  Piece end_of_robot();
  void report_outside(const Token& token);
  // Statements of a robot or of a file; `rule` is the one of the grammar.
  std::vector<Statement> parse(TokenBatch batch, std::size_t rule);
  std::vector<Statement> parse_with_errors(RomasParser& parser, TokenBatch& batch, std::size_t rule);
  Statement build(antlr4::ParserRuleContext& tree, bool clean) { return build_statement(tree, {file_, &sources_, &diagnostics_, clean}); }
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) { return diagnostics_.report(rule, range, std::move(message)); }

  TokenReader reader_;
  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  bool in_robot_ = false;
  bool lost_ = false;
  bool braces_add_up_ = true;  // false once a missing or superfluous brace was reported
  SourceRange robot_brace_;    // the '{' of the present robot
};

Parser::Parser(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics)
    : impl_(std::make_unique<Impl>(file, sources, diagnostics)) {}
Parser::~Parser() = default;
Parser::Piece Parser::next() { return impl_->next(); }
bool Parser::lost_statements() const { return impl_->lost_statements(); }

Parser::Piece Parser::Impl::next() {
  while (reader_.peek().getType() == RomasParser::SEMICOLON) reader_.take();
  return in_robot_ ? next_inside() : next_outside();
}

namespace {

bool defines_name(const Statement& s) {
  const std::string_view word = s.word();
  if (word == "let") return s.first<Pattern>() != nullptr;
  return (word == "param" || word == "fn" || word == "module") && s.get<Name>(word) != nullptr;
}

// Runs a rule of the grammar.
antlr4::ParserRuleContext* run_rule(RomasParser& parser, std::size_t rule) {
  if (rule == RomasParser::RuleFileStatement) return parser.fileStatement();
  return parser.robotStatement();
}

}  // namespace

Parser::Piece Parser::Impl::next_outside() {
  while (true) {
    const Token& token = reader_.peek();
    if (token.getType() == Token::EOF) {
      reader_.finish_suppressions();
      if (reader_.stopped()) lost_ = true;
      return {};
    }
    if (token.getType() == RomasParser::SEMICOLON || (token.getType() == RomasParser::RBRACE && !braces_add_up_)) {
      reader_.take();
    } else if (keyword_of(token.getType()) == "robot") {
      if (auto piece = robot_head()) return std::move(*piece);
    } else if (begins_file_statement(token.getType())) {
      Piece piece;
      piece.kind = Piece::Kind::file_statements;
      piece.statements = parse(reader_.take_statement(), RomasParser::RuleFileStatement);
      return piece;
    } else {
      report_outside(token);
      lost_ = true;
      if (token.getType() == RomasParser::RBRACE) reader_.take();
      reader_.take_statement();
    }
  }
}

// Between the robots of a file.
void Parser::Impl::report_outside(const Token& token) {
  static constexpr std::array<std::string_view, 8> kWords = {"robot", "import", "param", "let", "fn", "module", "assembly", "block"};
  const std::string_view near = token.getType() == RomasParser::IDENT ? nearest_name(reader_.text(token), kWords) : std::string_view();
  auto builder =
      report(Rule::syntax, reader_.range(token),
             concat("expected 'robot', found '", reader_.text(token), "'", near.empty() ? std::string() : concat("; did you mean '", near, "'?")));
  if (!near.empty()) builder.suggest(reader_.range(token), std::string(near));
}

// `robot NAME {`
std::optional<Parser::Piece> Parser::Impl::robot_head() {
  TokenBatch batch = reader_.take_head();
  const SourceRange range = {file_, reader_.range(*batch.tokens.front()).begin, reader_.range(*batch.tokens.back()).end};
  const bool has_brace = batch.tokens.back()->getType() == RomasParser::LBRACE;
  if (has_brace) robot_brace_ = reader_.range(*batch.tokens.back());
  Piece piece;
  piece.kind = Piece::Kind::robot;
  piece.range = range;
  in_robot_ = has_brace;
  if (batch.tokens.size() == 2 && has_brace) {
    report(Rule::robot_name, reader_.range(*batch.tokens.front()), "the robot has no name; write 'robot NAME {'");
    return piece;
  }
  Recovery recovery({file_, &sources_, &diagnostics_, std::move(batch.reported_lines), false});
  antlr4::ListTokenSource source(std::move(batch.tokens));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  parser.removeErrorListeners();
  parser.setErrorHandler(recovery.strategy());
  const std::size_t errors = diagnostics_.error_count();
  const Statement head = build(*parser.robotHead(), false);
  if (const auto* name = head.get<Name>("robot")) piece.robot_name = *name;
  if (!has_brace || diagnostics_.error_count() > errors) lost_ = true;
  if (!has_brace) return std::nullopt;
  return piece;
}

Parser::Piece Parser::Impl::next_inside() {
  while (true) {
    const Token& token = reader_.peek();
    if (token.getType() == Token::EOF) {
      if (braces_add_up_ && !reader_.stopped()) report(Rule::syntax, robot_brace_, "this '{' is not closed; '}' is missing at the end of the robot");
      return end_of_robot();
    }
    if (token.getType() == RomasParser::RBRACE) {
      const TokenPtr brace = reader_.take();
      const Token& behind = reader_.peek();
      const bool file_level = behind.getType() == Token::EOF || behind.getType() == RomasParser::RBRACE || keyword_of(behind.getType()) == "robot" ||
                              begins_file_statement(behind.getType()) || !begins_robot_statement(behind.getType());
      if (file_level) {
        Piece piece = end_of_robot();
        piece.range = reader_.range(*brace);
        return piece;
      }
      report(Rule::syntax, reader_.range(*brace),
             concat("this '}' ends the robot, but '", reader_.text(behind), "' follows; is it one '}' too many?"));
      braces_add_up_ = false;
    } else if (token.getType() == RomasParser::SEMICOLON) {
      reader_.take();
    } else {
      Piece piece;
      piece.kind = Piece::Kind::statements;
      piece.statements = parse(reader_.take_statement(), RomasParser::RuleRobotStatement);
      return piece;
    }
  }
}

Parser::Piece Parser::Impl::end_of_robot() {
  in_robot_ = false;
  Piece piece;
  piece.kind = Piece::Kind::robot_end;
  piece.range = robot_brace_;
  return piece;
}

// Most texts have no errors: they are parsed with ANTLR's faster prediction and without recovery. The others are parsed again.
std::vector<Statement> Parser::Impl::parse(TokenBatch batch, std::size_t rule) {
  if (reader_.stopped() && batch.at_end_of_file) {  // more than the limits allow
    lost_ = true;
    return {};
  }
  if (batch.tokens.empty()) return {};
  antlr4::ListTokenSource source(std::move(batch.tokens));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  parser.removeErrorListeners();
  if (batch.reported_lines.empty() && !batch.at_end_of_file) {
    parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
    parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(antlr4::atn::PredictionMode::SLL);
    try {
      auto* tree = run_rule(parser, rule);
      std::vector<Statement> statements;
      if (parser.getCurrentToken()->getType() == Token::EOF) {
        statements.push_back(build(*tree, true));
        return statements;
      }
    } catch (const antlr4::ParseCancellationException&) {
      // has an error: once more, with words
    }
    stream.seek(0);
    parser.reset();
  }
  return parse_with_errors(parser, batch, rule);
}

std::vector<Statement> Parser::Impl::parse_with_errors(RomasParser& parser, TokenBatch& batch, std::size_t rule) {
  const std::size_t errors = diagnostics_.error_count();
  // Within braces the file should not end; outside of them it ends where a ';' is missing.
  const bool at_open_end = batch.at_end_of_file && (in_robot_ || batch.unclosed.valid());
  Recovery recovery({file_, &sources_, &diagnostics_, std::move(batch.reported_lines), at_open_end});
  parser.setErrorHandler(recovery.strategy());
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(antlr4::atn::PredictionMode::LL);
  std::vector<Statement> statements;
  while (recovery.skip_to_statement(parser, rule)) {
    auto* tree = run_rule(parser, rule);
    Statement statement = build(*tree, false);
    // Of a loop or a module, what is missing is entities.
    const std::string_view word = statement.word();
    if (statement.incomplete && (word == "for" || word == "if" || word == "module" || word == "assembly")) lost_ = true;
    if (statement.broken) lost_ = true;
    // What a broken definition defines is known by name at least.
    if (!statement.broken || defines_name(statement)) {
      statements.push_back(std::move(statement));
    }
  }
  if (recovery.missing_brace()) braces_add_up_ = false;
  if (recovery.skipped()) lost_ = true;
  const bool said_something = diagnostics_.error_count() > errors;
  if (at_open_end && !said_something && !reader_.stopped()) {
    const SourceRange open = batch.unclosed.valid() ? batch.unclosed : robot_brace_;
    report(Rule::syntax, open, "this '{' is not closed; '}' is missing at the end of the file");
  }
  if (batch.at_end_of_file) {
    braces_add_up_ = false;
    lost_ = true;
  }
  return statements;
}

}  // namespace romas::language
