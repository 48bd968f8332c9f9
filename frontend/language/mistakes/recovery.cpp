#include "frontend/language/mistakes/recovery.h"

#include <antlr4-runtime.h>

#include "RomasParser.h"
#include "frontend/language/grammar/grammar_reader.h"
#include "frontend/language/words/keywords.h"

namespace romas::language {

using antlr4::Token;
using antlr4::misc::IntervalSet;
using grammar::RomasParser;

class Recovery::Strategy : public antlr4::DefaultErrorStrategy {
 public:
  explicit Strategy(RecoveryContext context)
      : begins_with_rest_(context.begins_with_rest), messages_(std::move(context)) {}

  void sync(antlr4::Parser* parser) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override;
  void recover(antlr4::Parser* parser, std::exception_ptr error) override;
  void endErrorCondition(antlr4::Parser* parser) override {
    DefaultErrorStrategy::endErrorCondition(parser);
    resynchronised_ = false;
  }

  // Skips statements that none of the expected tokens begins. False at the end of the tokens or at a missing
  // '}'.
  bool skip_bad_statements(antlr4::Parser& parser, const IntervalSet& expected, std::size_t body_rule);
  bool missing_brace() const { return missing_brace_; }
  bool rest_follows(std::size_t token_count) const {
    return last_error_ != kNone && last_error_ + 2 >= token_count;
  }
  bool silent_end() const { return silent_end_; }
  const std::vector<std::pair<std::size_t, std::size_t>>& skipped() const { return skipped_; }

 private:
  // Returns true if the next token continues the `if` or `use` whose braces were just closed.
  static bool at_more(antlr4::Parser& parser) {
    return continues_statement(static_cast<std::uint16_t>(parser.getCurrentToken()->getType()));
  }

  void body_sync(antlr4::Parser& parser, antlr4::atn::ATNState* state);
  bool at_missing_brace(antlr4::Parser& parser, const Token& token);
  void report_missing_brace(antlr4::Parser& parser, const Token& token);
  bool at_missing_semicolon(antlr4::Parser& parser, const Token& token, const IntervalSet& expected) const;
  void skip_statement(antlr4::Parser& parser, const IntervalSet& stops);
  bool begins_statement(antlr4::Parser& parser, const Token& token) const;
  IntervalSet expected_here(antlr4::Parser& parser, const Token& token) const;

  static void skip_loop_head(antlr4::Parser& parser);
  antlr4::Token* conjure(std::size_t type);
  bool is_rest(antlr4::Parser& parser, std::size_t index) const;

  bool begins_with_rest_ = false;
  SyntaxMessages messages_;
  std::vector<std::unique_ptr<Token>> conjured_;  // live as long as the parse tree
  std::size_t sync_index_ = static_cast<std::size_t>(-1);
  std::vector<std::size_t> sync_states_;  // of the parser, at the token sync_index_: what it looked for there
  std::size_t missing_brace_index_ = static_cast<std::size_t>(-1);
  IntervalSet body_expected_;  // what may begin a statement of the innermost body
  bool missing_brace_ = false;
  std::vector<std::pair<std::size_t, std::size_t>> skipped_;  // between statements of the robot
  bool missing_semicolon_ = false;  // the present error is a missing ';', which is assumed
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t last_error_ = kNone;  // the index of the token where the last error was found
  bool silent_end_ = false;
  bool resynchronised_ = false;  // the rest of the wrong statement has been skipped
};

namespace {

bool is_for(const Token& token) { return keyword_of(token.getType()) == "for"; }

bool is_body(antlr4::Parser& parser, std::size_t rule) {
  return parser.getRuleNames()[rule].ends_with("Body");
}

IntervalSet first_tokens(antlr4::Parser& parser, std::size_t rule) {
  const auto& atn = parser.getATN();
  return atn.nextTokens(atn.ruleToStartState[rule]);
}

// Consumes a token. Between statements of a robot there is no rule that could take it.
void consume(antlr4::Parser& parser) {
  if (parser.getContext() == nullptr) {
    parser.getTokenStream()->consume();
  } else {
    parser.consume();
  }
}

}  // namespace

// --- where the parser looks at what follows

void Recovery::Strategy::sync(antlr4::Parser* parser) {
  antlr4::atn::ATNState* state = parser->getATN().states[parser->getState()];
  const std::size_t type = state->getStateType();
  const bool loop =
      type == antlr4::atn::ATNState::STAR_LOOP_ENTRY || type == antlr4::atn::ATNState::STAR_LOOP_BACK;
  if (loop && is_body(*parser, parser->getContext()->getRuleIndex())) {
    body_sync(*parser, state);
    return;
  }
  // The rules around the wrong one go no further: their tokens were skipped.
  if (resynchronised_ && inErrorRecoveryMode(parser)) throw antlr4::InputMismatchException(parser);
  const std::size_t index = parser->getTokenStream()->index();
  if (index != sync_index_) sync_states_.clear();
  sync_index_ = index;
  sync_states_.push_back(state->stateNumber);
}

void Recovery::Strategy::body_sync(antlr4::Parser& parser, antlr4::atn::ATNState* state) {
  body_expected_ = parser.getATN().nextTokens(state);
  skip_bad_statements(parser, body_expected_, parser.getContext()->getRuleIndex());
}

bool Recovery::Strategy::skip_bad_statements(antlr4::Parser& parser, const IntervalSet& expected,
                                             std::size_t body_rule) {
  while (true) {
    bool outside = false;
    const Token& token = *parser.getCurrentToken();
    if (token.getType() == Token::EOF) return false;
    if (expected.contains(token.getType())) {
      endErrorCondition(&parser);
      return true;
    }
    if (body_rule == RomasParser::RuleRobotStatement || body_rule == RomasParser::RuleFileStatement) {
      if (token.getType() == RomasParser::SEMICOLON || token.getType() == RomasParser::RBRACE) {
        consume(parser);
        continue;
      }
      outside = true;
    } else if (at_missing_brace(parser, token)) {
      report_missing_brace(parser, token);
      return false;
    }
    if (!inErrorRecoveryMode(&parser) && !is_rest(parser, token.getTokenIndex()))
      messages_.bad_statement(token, expected, body_rule);
    last_error_ = token.getTokenIndex();
    beginErrorCondition(&parser);
    const std::size_t begin = token.getStartIndex();
    skip_statement(parser, expected);
    if (const Token* last = parser.getTokenStream()->LT(-1); outside && last != nullptr)
      skipped_.emplace_back(begin, last->getStopIndex() + 1);
    endErrorCondition(&parser);
  }
}

// Returns true if a token is a rest of the statement with the last error: it stands right behind the token of
// that error, or behind the ';' or '}' there.
bool Recovery::Strategy::is_rest(antlr4::Parser& parser, std::size_t index) const {
  if (last_error_ == kNone) return begins_with_rest_ && index == 0;
  if (index <= last_error_ + 1) return true;
  const std::size_t between = parser.getTokenStream()->get(last_error_ + 1)->getType();
  return index == last_error_ + 2 && (between == RomasParser::SEMICOLON || between == RomasParser::RBRACE);
}

// True if a statement of the robot begins within the body of another one and is not indented deeper: the
// body's '}' is missing.
bool Recovery::Strategy::at_missing_brace(antlr4::Parser& parser, const Token& token) {
  if (!messages_.first_on_line(parser, token) || !begins_robot_statement(token.getType())) return false;
  if (parser.getTokenStream()->LA(2) == RomasParser::RBRACE) return false;  // no statement
  const auto* owner = dynamic_cast<antlr4::ParserRuleContext*>(parser.getContext()->parent);
  return owner != nullptr && owner->start != nullptr &&
         token.getCharPositionInLine() <= owner->start->getCharPositionInLine();
}

void Recovery::Strategy::report_missing_brace(antlr4::Parser& parser, const Token& token) {
  if (missing_brace_index_ == token.getTokenIndex()) return;
  missing_brace_index_ = token.getTokenIndex();
  missing_brace_ = true;
  messages_.missing_brace(parser, token);
}

// --- going on

// Consumes the rest of a statement: up to and with its ';' or its braces. Stops before a '}' that is not its
// own, and before a token of `stops` at the start of a line.
void Recovery::Strategy::skip_statement(antlr4::Parser& parser, const IntervalSet& stops) {
  std::size_t open = 0;
  for (bool first = true;; first = false) {
    const Token& token = *parser.getCurrentToken();
    const std::size_t type = token.getType();
    if (type == Token::EOF || (type == RomasParser::RBRACE && open == 0)) return;
    if (!first && open == 0 && messages_.first_on_line(parser, token) && stops.contains(type)) return;
    consume(parser);
    if (type == RomasParser::LBRACE) ++open;
    if (type == RomasParser::RBRACE && --open == 0 && !at_more(parser)) return;
    if (type == RomasParser::SEMICOLON && open == 0) return;
  }
}

// Skips to the ';' that ends the statement, past its closing '}', or to a line that begins with another
// statement.
void Recovery::Strategy::recover(antlr4::Parser* parser, std::exception_ptr /*error*/) {
  if (missing_semicolon_) {  // the statement is complete
    missing_semicolon_ = false;
    parser->getContext()->exception = nullptr;
    endErrorCondition(parser);
    return;
  }
  if (resynchronised_) return;  // an enclosing rule gives up as well
  resynchronised_ = true;
  skip_loop_head(*parser);
  std::size_t open = 0;
  while (true) {
    const Token& token = *parser->getCurrentToken();
    const std::size_t type = token.getType();
    if (type == Token::EOF) return;
    if (open == 0 &&
        (type == RomasParser::SEMICOLON || type == RomasParser::RBRACE || begins_statement(*parser, token)))
      return;
    parser->consume();
    if (type == RomasParser::LBRACE) ++open;
    if (type == RomasParser::RBRACE && --open == 0 && !at_more(*parser)) return;
  }
}

// The ';' in the head of a loop of C, for (A; B; C), ends no statement. Consumes such a head up to its ')'.
void Recovery::Strategy::skip_loop_head(antlr4::Parser& parser) {
  constexpr std::ptrdiff_t kNear = 6;  // words in front of the one that does not fit
  auto& tokens = *parser.getTokenStream();
  const auto begins_head = [&](std::ptrdiff_t back) {
    const Token* bracket = tokens.LT(-back);
    const Token* word = tokens.LT(-back - 1);
    return bracket != nullptr && word != nullptr && bracket->getType() == RomasParser::LPAREN &&
           is_for(*word);
  };
  std::ptrdiff_t back = 1;
  while (back < kNear && !begins_head(back)) ++back;
  if (!begins_head(back)) return;
  std::size_t depth = 0;
  for (std::ptrdiff_t at = -back;; at += at == -1 ? 2 : 1) {
    const std::size_t type = tokens.LT(at)->getType();
    if (type == Token::EOF || type == RomasParser::LBRACE || type == RomasParser::RBRACE) return;
    if (type == RomasParser::LPAREN) ++depth;
    if (type != RomasParser::RPAREN || --depth > 0) continue;
    for (; at > 0; --at) parser.consume();
    return;
  }
}

// True if a line begins with a property of the present body, or with a statement of the robot that is not
// indented deeper.
bool Recovery::Strategy::begins_statement(antlr4::Parser& parser, const Token& token) const {
  if (!messages_.first_on_line(parser, token)) return false;
  if (body_expected_.contains(token.getType())) return true;
  const antlr4::ParserRuleContext* root = parser.getContext();
  while (const auto* parent = dynamic_cast<const antlr4::ParserRuleContext*>(root->parent)) root = parent;
  return begins_robot_statement(token.getType()) &&
         token.getCharPositionInLine() <= root->start->getCharPositionInLine();
}

// Makes a token that is missing in the text.
antlr4::Token* Recovery::Strategy::conjure(std::size_t type) {
  conjured_.push_back(std::make_unique<antlr4::CommonToken>(type));
  return conjured_.back().get();
}

antlr4::Token* Recovery::Strategy::recoverInline(antlr4::Parser* parser) {
  const Token& token = *parser->getCurrentToken();
  const IntervalSet wanted = parser->getATN().nextTokens(parser->getATN().states[parser->getState()]);
  if (wanted.contains(static_cast<std::size_t>(RomasParser::RBRACE)) &&
      missing_brace_index_ == token.getTokenIndex())
    return conjure(RomasParser::RBRACE);
  if (!inErrorRecoveryMode(parser) && at_missing_semicolon(*parser, token, wanted)) {
    messages_.missing_semicolon(*parser);
    return conjure(RomasParser::SEMICOLON);
  }
  throw antlr4::InputMismatchException(parser);
}

// True if the statement could end here, at the end of a line or of the body.
bool Recovery::Strategy::at_missing_semicolon(antlr4::Parser& parser, const Token& token,
                                              const IntervalSet& expected) const {
  if (!expected.contains(static_cast<std::size_t>(RomasParser::SEMICOLON))) return false;
  return messages_.first_on_line(parser, token) || token.getType() == RomasParser::RBRACE ||
         (token.getType() == Token::EOF && !messages_.at_end_of_file());
}

// --- errors

IntervalSet Recovery::Strategy::expected_here(antlr4::Parser& parser, const Token& token) const {
  const auto& atn = parser.getATN();
  IntervalSet expected = atn.nextTokens(atn.states[parser.getState()]);
  if (sync_index_ == token.getTokenIndex())
    for (const std::size_t state : sync_states_) expected.addAll(atn.nextTokens(atn.states[state]));
  return expected;
}

void Recovery::Strategy::reportError(antlr4::Parser* parser, const antlr4::RecognitionException& /*error*/) {
  if (inErrorRecoveryMode(parser)) return;
  beginErrorCondition(parser);
  const Token& token = *parser->getCurrentToken();
  last_error_ = token.getTokenIndex();
  if (token.getType() == Token::EOF && messages_.at_end_of_file()) {
    silent_end_ = true;  // the reader reports which '{' is open
    return;
  }
  const IntervalSet expected = expected_here(*parser, token);
  if (at_missing_semicolon(*parser, token, expected)) {
    missing_semicolon_ = true;
    messages_.missing_semicolon(*parser);
    return;
  }
  messages_.misfit(*parser, token, expected);
}

// --- Recovery

Recovery::Recovery(RecoveryContext context) : strategy_(std::make_shared<Strategy>(std::move(context))) {}
Recovery::~Recovery() = default;
std::shared_ptr<antlr4::ANTLRErrorStrategy> Recovery::strategy() const { return strategy_; }
bool Recovery::missing_brace() const { return strategy_->missing_brace(); }
bool Recovery::rest_follows(std::size_t token_count) const { return strategy_->rest_follows(token_count); }
bool Recovery::silent_end() const { return strategy_->silent_end(); }

const std::vector<std::pair<std::size_t, std::size_t>>& Recovery::skipped() const {
  return strategy_->skipped();
}

bool Recovery::skip_to_statement(RomasParser& parser, std::size_t rule) {
  strategy_->endErrorCondition(&parser);
  return strategy_->skip_bad_statements(parser, first_tokens(parser, rule), rule);
}

}  // namespace romas::language
