#include "frontend/language/reading/parser.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <utility>

#include "RomasParser.h"
#include "frontend/language/grammar/antlr_tree.h"
#include "frontend/language/grammar/broken_statements.h"
#include "frontend/language/grammar/grammar_reader.h"
#include "frontend/language/grammar/token_reader.h"
#include "frontend/language/grammar/tree_builder.h"
#include "frontend/language/mistakes/recovery.h"
#include "frontend/language/mistakes/syntax_habits.h"
#include "frontend/language/words/keywords.h"
#include "support/process/stack.h"
#include "support/process/stop.h"
#include "support/text/text.h"

namespace romas::language {

using grammar::RomasParser;

namespace {

// The offset after a byte order mark, if there is one.
std::size_t behind_mark(std::string_view text, std::size_t first) {
  return first == 0 && text.starts_with("\xEF\xBB\xBF") ? 3 : first;
}

}  // namespace

class Parser::Impl {
 public:
  Impl(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics, std::size_t first)
      : reader_(file, sources, diagnostics, behind_mark(sources.text(file), first)),
        file_(file),
        sources_(sources),
        diagnostics_(diagnostics) {
    if (first == 0) mend_braces();
  }

  Piece next();
  bool lost_statements() const { return lost_; }
  std::vector<SourceRange> take_lost() { return std::exchange(lost_texts_, {}); }

 private:
  void mend_braces();
  Piece next_outside();
  Piece next_inside();
  std::optional<Piece> robot_head();
  Piece end_of_robot();
  // Statements of a robot or of a file.
  std::vector<Statement> parse(TokenBatch batch, StartRule rule);
  std::vector<Statement> parse_with_errors(TokenBatch& batch, StartRule rule);
  void take(Statement statement, std::vector<Statement>& statements);
  bool fits_stack(const TokenBatch& batch);
  void report_too_long(const TokenBatch& batch, StartRule rule);
  Statement build(ParseTree::Node tree, bool clean) {
    return build_statement(tree, {file_, &sources_, &diagnostics_, clean, &lost_texts_});
  }
  void lose(const TokenBatch& batch) {
    lost_ = true;
    if (!batch.tokens.empty())
      lost_texts_.push_back(
          {file_, reader_.range(batch.tokens.front()).begin, reader_.range(batch.tokens.back()).end});
  }
  DiagnosticBuilder report(Rule rule, SourceRange range, std::string message) {
    return diagnostics_.report(rule, range, std::move(message));
  }

  TokenReader reader_;
  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  bool in_robot_ = false;
  bool lost_ = false;
  std::vector<SourceRange> lost_texts_;
  bool rest_follows_ = false;  // a rest of a statement that was reported
  bool braces_add_up_ = true;  // false once a missing or superfluous brace was reported
  SourceRange robot_brace_;    // the '{' of the present robot
};

Parser::Parser(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics,
               std::size_t first_byte)
    : impl_(std::make_unique<Impl>(file, sources, diagnostics, first_byte)) {}
Parser::~Parser() = default;
Parser::Piece Parser::next() { return impl_->next(); }
bool Parser::lost_statements() const { return impl_->lost_statements(); }
std::vector<SourceRange> Parser::take_lost() { return impl_->take_lost(); }

// Bodies that are read again begin within the text: their errors were reported before.
void Parser::Impl::mend_braces() {
  const std::string_view text = sources_.text(file_);
  std::vector<BraceRepair> repairs = repair_braces(text, behind_mark(text, 0));
  for (const BraceRepair& repair : repairs) {
    if (repair.message.empty()) continue;
    auto builder = report(Rule::syntax, {file_, repair.begin, repair.end}, repair.message);
    if (repair.kind != BraceRepair::Kind::add_close) continue;
    builder.note({file_, repair.opened, repair.opened + 1}, "this '{' is not closed");
  }
  if (!repairs.empty()) lost_ = true;
  reader_.mend(std::move(repairs));
}

Parser::Piece Parser::Impl::next() {
  stop_point();
  while (reader_.peek().type == RomasParser::SEMICOLON) reader_.take();
  return in_robot_ ? next_inside() : next_outside();
}

namespace {

antlr4::ParserRuleContext* run_rule(RomasParser& parser, StartRule rule) {
  if (rule == StartRule::file_statement) return parser.fileStatement();
  return parser.robotStatement();
}

}  // namespace

Parser::Piece Parser::Impl::next_outside() {
  while (true) {
    const Lexeme token = reader_.peek();
    if (token.type == Lexeme::kEnd) {
      reader_.finish_suppressions();
      if (reader_.stopped()) lost_ = true;
      return {};
    }
    if (token.type == RomasParser::SEMICOLON || (token.type == RomasParser::RBRACE && !braces_add_up_)) {
      reader_.take();
    } else if (keyword_of(token.type) == "robot") {
      if (auto piece = robot_head()) return std::move(*piece);
    } else if (begins_file_statement(token.type)) {
      Piece piece;
      piece.kind = Piece::Kind::file_statements;
      piece.statements = parse(reader_.take_statement(), StartRule::file_statement);
      return piece;
    } else if (token.type == RomasParser::LESS && token.begin == behind_mark(sources_.text(file_), 0)) {
      report(Rule::syntax, reader_.range(token),
             "this text is XML, not a program; the names of such files end in .urdf, .xacro, .sdf or .xml");
      lose({});
      reader_.skip_all();
    } else {
      if (!std::exchange(rest_follows_, false) && !reader_.is_explained(token))
        report_outside_robots(reader_.range(token), token.type, sources_, diagnostics_);
      lost_ = true;
      if (token.type == RomasParser::RBRACE) reader_.take();
      lose(reader_.take_statement());
    }
  }
}

// `robot NAME {`
std::optional<Parser::Piece> Parser::Impl::robot_head() {
  TokenBatch batch = reader_.take_head();
  const SourceRange range = {file_, reader_.range(batch.tokens.front()).begin,
                             reader_.range(batch.tokens.back()).end};
  const bool has_brace = batch.tokens.back().type == RomasParser::LBRACE;
  if (has_brace) robot_brace_ = reader_.range(batch.tokens.back());
  Piece piece;
  piece.kind = Piece::Kind::robot;
  piece.range = range;
  in_robot_ = has_brace;
  if (batch.tokens.size() == 2 && has_brace) {
    report(Rule::robot_name, reader_.range(batch.tokens.front()),
           "the robot has no name; write 'robot NAME {'");
    return piece;
  }
  if (!fits_stack(batch)) return std::nullopt;
  const std::size_t errors = diagnostics_.error_count();
  ParseTree tree(batch.tokens);
  if (!batch.reported_lines.empty() || !read_by_grammar(StartRule::robot_head, batch.tokens, tree).whole) {
    if (batch.tokens.size() > kMaxExplainedTokens) {
      report_too_long(batch, StartRule::robot_head);
      return std::nullopt;
    }
    const Recovery recovery({file_, &sources_, &diagnostics_, std::move(batch.reported_lines), false, false});
    antlr4::ListTokenSource source(to_antlr(batch.tokens));
    antlr4::CommonTokenStream stream(&source);
    RomasParser parser(&stream);
    parser.removeErrorListeners();
    parser.setErrorHandler(recovery.strategy());
    tree.cut(0);
    copy_tree(*parser.robotHead(), tree);
  }
  const Statement head = build(tree.root(), false);
  if (const auto* name = head.get<Name>("robot")) piece.robot_name = *name;
  for (const Formal* formal : head.all<Formal>()) piece.formals.push_back(*formal);
  if (!has_brace || diagnostics_.error_count() > errors) lost_ = true;
  rest_follows_ = !has_brace;
  if (!has_brace) return std::nullopt;
  return piece;
}

Parser::Piece Parser::Impl::next_inside() {
  while (true) {
    const Lexeme token = reader_.peek();
    if (token.type == Lexeme::kEnd) {
      if (braces_add_up_ && !reader_.stopped())
        report(Rule::syntax, robot_brace_, "this '{' is not closed; '}' is missing at the end of the robot");
      return end_of_robot();
    }
    if (token.type == RomasParser::RBRACE) {
      const Lexeme brace = reader_.take();
      const Lexeme behind = reader_.peek();
      const bool file_level = behind.type == Lexeme::kEnd || behind.type == RomasParser::RBRACE ||
                              keyword_of(behind.type) == "robot" || begins_file_statement(behind.type) ||
                              !begins_robot_statement(behind.type);
      if (file_level) {
        Piece piece = end_of_robot();
        piece.range = reader_.range(brace);
        return piece;
      }
      report(Rule::syntax, reader_.range(brace),
             concat("this '}' ends the robot, but '", reader_.text(behind),
                    "' follows; is it one '}' too many?"));
      braces_add_up_ = false;
    } else if (token.type == RomasParser::SEMICOLON) {
      reader_.take();
    } else {
      Piece piece;
      piece.kind = Piece::Kind::statements;
      piece.statements = parse(reader_.take_statement(), StartRule::robot_statement);
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

// Statements without errors are read without ANTLR. ANTLR's parser reads the others again and reports their
// errors.
std::vector<Statement> Parser::Impl::parse(TokenBatch batch, StartRule rule) {
  if (reader_.stopped() && batch.at_end_of_file) {  // more than the limits allow
    lost_ = true;
    return {};
  }
  if (batch.tokens.empty() || !fits_stack(batch)) return {};
  if (batch.reported_lines.empty() && !batch.at_end_of_file) {
    ParseTree tree(batch.tokens);
    if (read_by_grammar(rule, batch.tokens, tree).whole) {
      std::vector<Statement> statements;
      statements.push_back(build(tree.root(), true));
      rest_follows_ = false;
      return statements;
    }
  }
  if (batch.tokens.size() > kMaxExplainedTokens) {
    report_too_long(batch, rule);
    return {};
  }
  return parse_with_errors(batch, rule);
}

bool Parser::Impl::fits_stack(const TokenBatch& batch) {
  if (stack_left() >= kStackOfParser + batch.depth * kStackPerLevel) return true;
  report(
      Rule::input_limit, reader_.range(batch.tokens.front()),
      concat(
          "this statement nests brackets and conditions ", batch.depth,
          " deep, more than the stack of this process allows; nest less, or raise its limit ('ulimit -s')"));
  lose(batch);
  return false;
}

// Reports a statement with an error that has too many words for ANTLR's parser.
void Parser::Impl::report_too_long(const TokenBatch& batch, StartRule rule) {
  lose(batch);
  if (!batch.reported_lines.empty()) return;
  if (batch.at_end_of_file) {
    braces_add_up_ = false;
    const SourceRange open = batch.unclosed.valid() ? batch.unclosed : reader_.range(batch.tokens.front());
    report(Rule::syntax, open, "the file ends within this statement; ';' or '}' is missing");
    return;
  }
  ParseTree tree(batch.tokens);
  const std::size_t at =
      std::min<std::size_t>(read_by_grammar(rule, batch.tokens, tree).reached, batch.tokens.size() - 1);
  report(Rule::syntax, reader_.range(batch.tokens[at]),
         concat("unexpected '", reader_.text(batch.tokens[at]), "' (statements of more than ",
                kMaxExplainedTokens, " words and signs get no suggestion)"));
}

// Keeps what is usable of a statement, which may have errors.
void Parser::Impl::take(Statement statement, std::vector<Statement>& statements) {
  // The missing parts of a loop or module are entities.
  const std::string_view word = statement.word();
  if (statement.incomplete && (word == "for" || word == "if" || word == "module" || word == "assembly"))
    lost_ = true;
  if (statement.broken) {
    lost_ = true;
    lost_texts_.push_back(statement.range);
  }
  // A broken definition still defines its name.
  if (!statement.broken || defines_name(statement)) statements.push_back(std::move(statement));
}

std::vector<Statement> Parser::Impl::parse_with_errors(TokenBatch& batch, StartRule rule) {
  const std::size_t errors = diagnostics_.error_count();
  // Within braces the file should not end; outside of them it ends where a ';' is missing.
  const bool at_open_end = batch.at_end_of_file && (in_robot_ || batch.unclosed.valid());
  const bool begins_with_rest = std::exchange(rest_follows_, false);
  const std::vector<std::size_t> lines = batch.reported_lines;
  Recovery recovery(
      {file_, &sources_, &diagnostics_, std::move(batch.reported_lines), at_open_end, begins_with_rest});
  antlr4::ListTokenSource source(to_antlr(batch.tokens));
  antlr4::CommonTokenStream stream(&source);
  RomasParser parser(&stream);
  parser.removeErrorListeners();
  parser.setErrorHandler(recovery.strategy());
  std::vector<Statement> statements;
  const std::size_t index =
      rule == StartRule::file_statement ? RomasParser::RuleFileStatement : RomasParser::RuleRobotStatement;
  while (recovery.skip_to_statement(parser, index)) {
    ParseTree tree(batch.tokens);
    copy_tree(*run_rule(parser, rule), tree);
    take(build(tree.root(), false), statements);
  }
  if (diagnostics_.error_count() > errors && holds_entity(batch)) lost_ = true;
  rest_follows_ = recovery.rest_follows(batch.tokens.size());
  if (recovery.missing_brace()) braces_add_up_ = false;
  for (const auto& [first, last] : recovery.skipped()) {
    lost_ = true;
    lost_texts_.push_back({file_, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)});
  }
  // A text that is not closed takes the braces of its line along.
  const bool is_explained = !batch.tokens.empty() && std::ranges::count(lines, batch.tokens.back().line) > 0;
  const bool said_something = diagnostics_.error_count() > errors || (batch.at_end_of_file && is_explained);
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
