#include "frontend/language/mistakes/syntax_messages.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <array>

#include "RomasParser.h"
#include "frontend/language/mistakes/expectations.h"
#include "frontend/language/mistakes/syntax_forms.h"
#include "frontend/language/mistakes/syntax_habits.h"
#include "frontend/language/words/foreign_words.h"
#include "frontend/language/words/keywords.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

using antlr4::Token;
using grammar::RomasParser;

namespace {

const Token* previous(antlr4::Parser& parser) { return parser.getTokenStream()->LT(-1); }

}  // namespace

SourceRange SyntaxMessages::range(const Token& token) const {
  const auto size = static_cast<std::uint32_t>(context_.sources->text(context_.file).size());
  if (token.getType() == Token::EOF) return {context_.file, size, size};
  return {context_.file, static_cast<std::uint32_t>(token.getStartIndex()),
          static_cast<std::uint32_t>(token.getStopIndex() + 1)};
}

bool SyntaxMessages::known_line(const Token& token) const {
  return std::find(context_.reported_lines.begin(), context_.reported_lines.end(), token.getLine()) !=
         context_.reported_lines.end();
}

bool SyntaxMessages::first_on_line(Parser& parser, const Token& token) const {
  const Token* before = previous(parser);
  return before == nullptr || before->getLine() < token.getLine();
}

void SyntaxMessages::missing_brace(Parser& parser, const Token& token) {
  if (known_line(*parser.getContext()->start)) return;
  const SourceRange before = range(*previous(parser));
  report(Rule::syntax, range(token), concat("expected '}' before '", text(token), "'"))
      .note(range(*parser.getContext()->start), "this '{' is not closed")
      .suggest({context_.file, before.end, before.end}, "\n}");
}

void SyntaxMessages::missing_semicolon(Parser& parser) {
  const Token& before = *previous(parser);
  const SourceRange behind = {context_.file, range(before).end, range(before).end};
  if (!known_line(before))
    report(Rule::syntax, behind, concat("expected ';' after '", text(before), "'")).fix(behind, ";");
}

namespace {

// The patch in which a property stands that is written in the braces of a `use` alone; empty: in none.
std::string_view patch_around(std::string_view word) {
  static constexpr std::array<std::string_view, 7> kOfLinks = {"visual",  "collision", "mass",   "com",
                                                               "inertia", "inertial",  "replace"};
  static constexpr std::array<std::string_view, 11> kOfJoints = {
      "at",    "axis",   "limit",       "damping", "friction", "armature",
      "mimic", "safety", "calibration", "pitch",   "servo"};
  if (std::ranges::find(kOfLinks, word) != kOfLinks.end()) return "link NAME { … }";
  if (std::ranges::find(kOfJoints, word) != kOfJoints.end()) return "joint NAME { … }";
  return {};
}

}  // namespace

void SyntaxMessages::bad_statement(const Token& token, const IntervalSet& expected, std::size_t body_rule) {
  if (known_line(token)) return;
  const bool word = token.getType() == RomasParser::IDENT || !keyword_of(token.getType()).empty();
  if (!word) {
    const std::string_view rest = context_.sources->text(context_.file).substr(range(token).begin);
    report(Rule::syntax, range(token),
           rest.starts_with("--")
               ? "comments begin with '//'"
               : concat("expected a property of ", describe_body(body_rule), ", found '", text(token), "'"));
    return;
  }
  const std::string_view place = text(token) == "param"    ? "parameters come"
                                 : text(token) == "import" ? "imports come"
                                 : text(token) == "module" ? "modules come"
                                 : text(token) == "fn"     ? "functions come"
                                                           : "";
  if (!place.empty()) {
    report(Rule::unknown_property, range(token),
           concat(describe_body(body_rule), " has no property '", text(token), "'; ", place,
                  " before the robot that uses them"));
    return;
  }
  const std::string_view around =
      body_rule == RomasParser::RuleUseBody ? patch_around(text(token)) : std::string_view();
  if (!around.empty()) {
    report(Rule::unknown_property, range(token), concat("'", text(token), "' belongs in '", around, "'"));
    return;
  }
  if (const ForeignWord* foreign = find_foreign_statement(text(token), body_rule)) {
    auto builder =
        report(Rule::unknown_property, range(token),
               concat(describe_body(body_rule), " has no property '", text(token), "'; ", foreign->help));
    if (!foreign->instead.empty()) builder.suggest(range(token), std::string(foreign->instead));
    return;
  }
  const std::string elsewhere =
      place_elsewhere(text(token), static_cast<std::uint16_t>(token.getType()), body_rule);
  if (!elsewhere.empty()) {
    report(Rule::unknown_property, range(token),
           concat(describe_body(body_rule), " has no property '", text(token), "'; ", elsewhere));
    return;
  }
  const std::string_view near = nearest_name(text(token), keywords_in(expected));
  const std::string_view rest = context_.sources->text(context_.file).substr(range(token).end);
  const bool in_robot =
      body_rule == RomasParser::RuleRobotBody || body_rule == RomasParser::RuleRobotStatement ||
      body_rule == RomasParser::RuleModuleBody || body_rule == RomasParser::RuleModuleStatement;
  const std::string_view habit = near.empty() && token.getType() == RomasParser::IDENT
                                     ? habit_behind_name(rest, in_robot)
                                     : std::string_view();
  report(Rule::unknown_property, range(token),
         concat(describe_body(body_rule), " has no property '", text(token), "'", habit.empty() ? "" : "; ",
                habit))
      .meant(near);
}

// --- what does not fit

void SyntaxMessages::misfit(Parser& parser, const Token& token, const IntervalSet& expected) {
  if (known_line(token)) return;
  if (describe_decimal_comma(parser, token) || describe_loop_range(token, expected)) return;
  if (describe_habit(parser, token, expected)) return;
  if (describe_number_error(parser, token, expected) || describe_name_error(parser, token, expected) ||
      describe_unit_error(parser, token, expected))
    return;
  describe_error(parser, token, expected);
}

namespace {

// Whether what stands behind a token, or at the beginning of a text, begins a statement.
bool begins_statement(const Token* before) {
  if (before == nullptr) return true;
  const std::size_t type = before->getType();
  return type == RomasParser::SEMICOLON || type == RomasParser::LBRACE || type == RomasParser::RBRACE;
}

}  // namespace

void SyntaxMessages::describe_error(Parser& parser, const Token& token, const IntervalSet& expected) {
  const Token* before = previous(parser);
  const std::string after = before == nullptr ? std::string() : concat(" after '", text(*before), "'");
  std::string message = concat("expected ", describe_expected(parser, token, expected), after);
  if (token.getType() == Token::EOF) {
    const SourceRange behind = {context_.file, range(*before).end, range(*before).end};
    report(Rule::syntax, behind, std::move(message));
    return;
  }
  message.append(concat(", found '", text(token), "'"));
  const Token* string = token.getType() == RomasParser::PLUS ? previous(parser) : nullptr;
  if (string != nullptr && string->getType() == RomasParser::STRING)
    message.append("; put values into a text with braces, as in \"a{i}\"");
  if (const ForeignWord* foreign =
          begins_statement(before) ? find_foreign_word(WordPlace::statement, text(token)) : nullptr) {
    report(Rule::syntax, range(token), concat(message, "; ", foreign->help));
    return;
  }
  const ForeignWord* part =
      token.getType() == RomasParser::IDENT ? find_foreign_word(WordPlace::part, text(token)) : nullptr;
  const std::vector<std::string_view> words = keywords_in(expected);
  if (part != nullptr && std::ranges::find(words, part->instead) != words.end()) {
    report(Rule::syntax, range(token), concat(message, "; ", part->help))
        .suggest(range(token), std::string(part->instead));
    return;
  }
  const std::string_view form =
      before == nullptr ? std::string_view() : form_of(misfit_at(parser, token, expected));
  if (!form.empty()) message.append("; ").append(form);
  auto builder = report(Rule::syntax, range(token), std::move(message));
  if (token.getType() == RomasParser::IDENT && form.empty()) builder.nearest(text(token), words);
}

// "0,5": a comma for the decimal point.
bool SyntaxMessages::describe_decimal_comma(Parser& parser, const Token& token) {
  if (token.getType() != RomasParser::COMMA) return false;
  const Token* before = previous(parser);
  const Token* after = parser.getTokenStream()->LT(2);
  const SourceRange comma = range(token);
  const bool between = before != nullptr && after != nullptr && before->getType() == RomasParser::NUMBER &&
                       after->getType() == RomasParser::NUMBER && range(*before).end == comma.begin &&
                       range(*after).begin == comma.end;
  if (!between) return false;
  if (text(*before).find('.') != std::string_view::npos || text(*after).find('.') != std::string_view::npos) {
    report(Rule::syntax, comma, "numbers have no thousands' separators, and their decimal point is '.'");
    return true;
  }
  report(Rule::syntax, comma,
         concat("a number has a decimal point, not a comma: '", text(*before), ".", text(*after), "'"))
      .suggest(comma, ".");
  return true;
}

// "for i in 0..3 {": other languages count so.
bool SyntaxMessages::describe_loop_range(const Token& token, const IntervalSet& expected) {
  if (token.getType() != RomasParser::DOTDOT ||
      !expected.contains(static_cast<std::size_t>(RomasParser::LBRACE)))
    return false;
  report(Rule::syntax, range(token),
         "a loop goes through a list; write 'range(a, b)' for the whole numbers from a to b - 1");
  return true;
}

// Precondition: something stands in front of the token.
Misfit SyntaxMessages::misfit_at(Parser& parser, const Token& token, const IntervalSet& expected) const {
  const Token& before = *previous(parser);
  const auto* statement = parser.getContext();
  while (statement != nullptr && statement->getRuleIndex() == RomasParser::RulePattern)
    statement = dynamic_cast<const antlr4::ParserRuleContext*>(statement->parent);
  const bool is_known = statement != nullptr && statement->start != nullptr;
  const auto* around = parser.getContext();
  // The brace that a body lacks belongs to the statement around it.
  const bool lacks_brace = expected.contains(static_cast<std::size_t>(RomasParser::LBRACE));
  const auto is_passed = [&](std::size_t rule) {
    return is_of_value(rule) || (lacks_brace && parser.getRuleNames()[rule].ends_with("Body"));
  };
  while (around != nullptr && is_passed(around->getRuleIndex()))
    around = dynamic_cast<const antlr4::ParserRuleContext*>(around->parent);
  const std::size_t rule = parser.getContext()->getRuleIndex();
  return {token,
          before,
          *parser.getTokenStream()->LT(2),
          is_known ? text(*statement->start) : "",
          text(token),
          text(before),
          context_.sources->text(context_.file).substr(range(token).end),
          expected,
          rule,
          around == nullptr ? rule : around->getRuleIndex()};
}

bool SyntaxMessages::describe_habit(Parser& parser, const Token& token, const IntervalSet& expected) {
  const Token* before = previous(parser);
  if (before == nullptr) return false;
  std::string help = habit_of(misfit_at(parser, token, expected));
  if (help.empty()) return false;
  report(Rule::syntax, range(token), std::move(help));
  return true;
}

// ".5" and "5.": a point without digits on one side.
bool SyntaxMessages::describe_number_error(Parser& parser, const Token& token, const IntervalSet& expected) {
  if (token.getType() != RomasParser::DOT) return false;
  const Token* before = previous(parser);
  const Token* after = parser.getTokenStream()->LT(2);
  const SourceRange point = range(token);
  const bool behind_number =
      before != nullptr && before->getType() == RomasParser::NUMBER && range(*before).end == point.begin;
  const bool before_number =
      after != nullptr && after->getType() == RomasParser::NUMBER && range(*after).begin == point.end;
  if (behind_number && !before_number) {
    report(Rule::syntax, point,
           concat("a number has digits on both sides of its point: '", text(*before), ".0'"))
        .fix({context_.file, point.end, point.end}, "0");
    return true;
  }
  if (before_number && !behind_number && expected.contains(static_cast<std::size_t>(RomasParser::NUMBER))) {
    report(Rule::syntax, point,
           concat("a number has digits on both sides of its point: '0.", text(*after), "'"))
        .fix({context_.file, point.begin, point.begin}, "0");
    return true;
  }
  return false;
}

// True if the present rule reads the name of a value, function or module, which has no quotes.
bool SyntaxMessages::names_value(Parser& parser) {
  for (auto* context = parser.getContext(); context != nullptr;
       context = dynamic_cast<antlr4::ParserRuleContext*>(context->parent)) {
    switch (context->getRuleIndex()) {
      case RomasParser::RulePattern:
      case RomasParser::RuleFormal:
      case RomasParser::RuleParam:
      case RomasParser::RuleFunction:
      case RomasParser::RuleModule:
      case RomasParser::RuleImportFile: return true;
      case RomasParser::RuleRobotBody:
      case RomasParser::RuleModuleBody: return false;
      default: break;
    }
  }
  return false;
}

// A word or number that stands where a name must.
bool SyntaxMessages::describe_name_error(Parser& parser, const Token& token, const IntervalSet& expected) {
  const auto expects = [&](std::size_t type) { return expected.contains(type); };
  if (!expects(RomasParser::IDENT) || !expects(RomasParser::STRING) || expects(RomasParser::NUMBER))
    return false;
  const bool unit = token.getType() == RomasParser::UNIT;
  if (unit || is_reserved_word(text(token))) {
    const std::string found =
        concat("expected a name, found the ", unit ? "unit" : "reserved word", " '", text(token), "'");
    if (names_value(parser)) {
      report(Rule::syntax, range(token), concat(found, ", which cannot be a name here; choose another"));
    } else {
      report(Rule::syntax, range(token), concat(found, "; write it in quotes to use it as a name"))
          .suggest(range(token), concat('"', text(token), '"'));
    }
    return true;
  }
  const Token* next = parser.getTokenStream()->LT(2);
  const bool digit_first = token.getType() == RomasParser::NUMBER && next != nullptr &&
                           next->getType() == RomasParser::IDENT && range(*next).begin == range(token).end;
  if (!digit_first || names_value(parser)) return false;
  const SourceRange both = {context_.file, range(token).begin, range(*next).end};
  report(Rule::syntax, both, "a name that begins with a digit must be in quotes")
      .suggest(both, concat('"', context_.sources->text(both), '"'));
  return true;
}

bool SyntaxMessages::describe_unit_error(Parser& parser, const Token& token, const IntervalSet& expected) {
  const Token* before = previous(parser);
  const bool unit = token.getType() == RomasParser::UNIT;
  if (unit && before != nullptr && before->getType() == RomasParser::UNIT) {
    report(Rule::syntax, range(token),
           concat("expected '*' or '/' between the units '", text(*before), "' and '", text(token), "'"))
        .suggest({context_.file, range(*before).end, range(token).begin}, "*");
    return true;
  }
  if (token.getType() != RomasParser::IDENT || before == nullptr ||
      !expected.contains(static_cast<std::size_t>(RomasParser::UNIT)) || first_on_line(parser, token))
    return false;
  if (const ForeignWord* foreign = find_foreign_word(WordPlace::unit, text(token))) {
    auto builder = report(Rule::unknown_unit, range(token),
                          concat("'", text(token), "' is not a unit; ", foreign->help));
    if (!foreign->instead.empty()) builder.suggest(range(token), std::string(foreign->instead));
    return true;
  }
  if (!nearest_name(text(token), keywords_in(expected)).empty()) return false;
  report(Rule::unknown_unit, range(token), concat("'", text(token), "' is not a unit"))
      .nearest(text(token), all_units(), &Unit::name);
  return true;
}

}  // namespace romas::language
