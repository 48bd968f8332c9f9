#include "frontend/language/mistakes/syntax_habits.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <array>

#include "RomasParser.h"
#include "frontend/language/grammar/grammar_reader.h"
#include "frontend/language/mistakes/expectations.h"
#include "frontend/language/mistakes/syntax_forms.h"
#include "frontend/language/words/builtin_info.h"
#include "frontend/language/words/foreign_words.h"
#include "frontend/language/words/keywords.h"
#include "frontend/language/words/statement_places.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

using grammar::RomasParser;

namespace {

constexpr std::array<std::string_view, 5> kPoses = {"xyz", "rpy", "quat_xyzw", "matrix", "inverse"};

class Habits {
 public:
  explicit Habits(const Misfit& misfit) : misfit_(misfit) {}

  std::string find() const {
    if (std::string found = in_signs(); !found.empty()) return found;
    if (std::string found = in_values(); !found.empty()) return found;
    if (std::string found = in_texts(); !found.empty()) return found;
    if (std::string found = in_lists(); !found.empty()) return found;
    if (std::string found = habit_in_shape(misfit_); !found.empty()) return found;
    if (std::string found = in_uses(); !found.empty()) return found;
    return in_statements();
  }

 private:
  bool is(std::size_t type) const { return misfit_.token.getType() == type; }
  bool is_behind(std::size_t type) const { return misfit_.before.getType() == type; }
  bool is_behind_keyword() const { return !keyword_of(misfit_.before.getType()).empty(); }
  bool could_be(std::size_t type) const { return misfit_.expected.contains(type); }
  // A word that begins a further part of the statement.
  bool could_be_part() const {
    return std::ranges::any_of(keywords_in(misfit_.expected),
                               [](std::string_view word) { return word != "and" && word != "or"; });
  }
  bool is_next(std::size_t type) const { return misfit_.next.getType() == type; }
  bool in_rule(std::initializer_list<std::size_t> rules) const {
    return std::ranges::find(rules, misfit_.rule) != rules.end();
  }
  bool is_adjacent() const { return misfit_.before.getStopIndex() + 1 == misfit_.token.getStartIndex(); }

  // Operators of other languages.
  std::string in_signs() const {
    if (is(RomasParser::STAR) && is_behind(RomasParser::STAR)) return "powers are written with '^'";
    if (is(RomasParser::PLUS) && is_behind(RomasParser::PLUS) && is_adjacent())
      return "values cannot be changed; write 'NAME + 1' where the new value is needed";
    if (is(RomasParser::GREATER) && is_behind(RomasParser::LESS) && is_adjacent())
      return "inequality is written '!='";
    if (is(RomasParser::EQUALS) && is_next(RomasParser::GREATER) && could_be(RomasParser::SEMICOLON))
      return "a function needs a name: 'fn NAME(A, B) = VALUE;'";
    if (misfit_.before_text == "lambda" && (is(RomasParser::IDENT) || is(RomasParser::COLON)))
      return "a function needs a name: 'fn NAME(A, B) = VALUE;'";
    if (misfit_.before_text == "new" && is(RomasParser::IDENT))
      return "an instance of a module is written 'use MODULE(ARGUMENTS) as NAME;'";
    if (misfit_.text == "per" && is_behind(RomasParser::UNIT))
      return "a quotient of units is written with '/', as in rad/s";
    if (!could_be(RomasParser::STAR)) return {};
    if (misfit_.text == "if" || misfit_.text == "else") return "a choice is written 'if A then B else C'";
    if (misfit_.text == "in" && !could_be(RomasParser::LBRACE)) return "write 'contains(LIST, VALUE)'";
    if (is(RomasParser::LPAREN) && is_behind(RomasParser::NUMBER)) return "products are written with '*'";
    return {};
  }

  // Letters, quotes and signs at texts.
  std::string in_texts() const {
    if (is(RomasParser::DOTDOT) && is_behind(RomasParser::STRING))
      return "texts are joined in one text, as in \"{a}{b}\"";
    if (!is(RomasParser::STRING) || !is_adjacent()) return {};
    if (is_behind(RomasParser::IDENT) && misfit_.before_text.size() == 1)
      return "a text takes no letter before it; put values into it with braces, as in \"a{i}\"";
    if (is_behind(RomasParser::STRING) && misfit_.before_text == "\"\"")
      return "a text has one '\"' at each end; one of several lines is written r#\"…\"#";
    return {};
  }

  std::string in_values() const {
    if (is(RomasParser::EQUALS) && could_be(RomasParser::LBRACE) && could_be(RomasParser::EQUAL))
      return "values are compared with '=='";
    if (is_behind(RomasParser::RPAREN) && could_be(RomasParser::STAR) &&
        std::ranges::find(kPoses, misfit_.text) != kPoses.end())
      return "poses are joined by '*', as in 'xyz(0, 0, 1 m) * rpy(0, 90 deg, 0)'";
    if (is(RomasParser::NUMBER) && is_behind(RomasParser::IDENT)) return number_behind_name();
    if (is(RomasParser::IDENT) && is_behind(RomasParser::NUMBER) && is_adjacent()) {
      if (misfit_.text.starts_with('_'))
        return "write the digits of a number without separators, as in 12000";
      if (misfit_.text.starts_with('x') && misfit_.before_text == "0")
        return "numbers are written with decimal digits";
    }
    const bool again =
        is(RomasParser::NUMBER) && (is_behind(RomasParser::UNIT) || is_behind(RomasParser::NUMBER));
    if (again && could_be(RomasParser::SEMICOLON) && !could_be(RomasParser::NUMBER))
      return "write several values in parentheses, with commas between them: (A, B, C)";
    return {};
  }

  std::string number_behind_name() const {
    if (find_unit(misfit_.before_text) != nullptr && could_be(RomasParser::STAR))
      return concat("a unit follows its number: '", misfit_.text, " ", misfit_.before_text, "'");
    if (in_rule({RomasParser::RuleUse, RomasParser::RuleInstantiation, RomasParser::RulePartsUse}))
      return concat("the values of a module are in parentheses: '", misfit_.before_text, "(…)'");
    if (could_be(RomasParser::LPAREN))
      for (const BuiltinInfo& function : builtin_functions())
        if (function.name == misfit_.before_text)
          return concat("the values of a function are in parentheses: ", function.signature);
    const ForeignWord* moment = find_foreign_word(WordPlace::link_property, misfit_.before_text);
    return moment == nullptr ? std::string() : std::string(moment->help);
  }

  // Recognizes mistakes in arguments, parameters and parts of a statement.
  std::string in_lists() const {
    const bool in_list = could_be(RomasParser::RPAREN) && could_be(RomasParser::COMMA);
    if (is(RomasParser::COLON) && is_behind(RomasParser::IDENT) && in_list && !could_be(RomasParser::EQUALS))
      return concat("a parameter gets its value by '=', as in '", misfit_.before_text, " = 1'");
    if (is(RomasParser::IDENT) && in_list && could_be(RomasParser::COLON) && could_be(RomasParser::EQUALS))
      return concat("the type of a parameter follows its name: '", misfit_.text, " : ", misfit_.before_text,
                    "'");
    if (in_list && is(RomasParser::NUMBER) && is_behind(RomasParser::NUMBER))
      return "values in parentheses are separated by commas: (A, B, C)";
    if (in_list && is(RomasParser::SEMICOLON) &&
        (is_next(RomasParser::NUMBER) || is_next(RomasParser::MINUS)))
      return "values in parentheses are separated by commas: (A, B, C)";
    if (is(RomasParser::RBRACKET) && could_be(RomasParser::RPAREN)) return "'(' is closed by ')'";
    if (is(RomasParser::RPAREN) && could_be(RomasParser::RBRACKET)) return "'[' is closed by ']'";
    if (is(RomasParser::RPAREN) && is_behind(RomasParser::RPAREN))
      return "this ')' closes nothing; remove it";
    if (is(RomasParser::LBRACKET) && is_behind(RomasParser::NUMBER) && is_next(RomasParser::IDENT))
      return concat("a unit takes no brackets, as in '", misfit_.before_text, " kg'");
    if (is(RomasParser::COLON) && could_be(RomasParser::RBRACKET))
      return "a part of a list is written '[list[i] for i in range(FIRST, END)]'";
    if (is(RomasParser::EQUALS) && is_behind(RomasParser::IDENT) && could_be(RomasParser::COLON) &&
        in_rule({RomasParser::RuleRecord, RomasParser::RuleRecordMember}))
      return concat("a member gets its value by ':', as in '{", misfit_.before_text, ": 1}'");
    if (is(RomasParser::IDENT) && misfit_.rule == RomasParser::RuleLet && could_be(RomasParser::COLON))
      return concat("the type of a value follows its name: 'let ", misfit_.text, " : ", misfit_.before_text,
                    " = VALUE;'");
    if (is(RomasParser::COMMA) && is_next(RomasParser::IDENT) && misfit_.rule == RomasParser::RuleLet &&
        could_be(RomasParser::SEMICOLON))
      return "each value needs its own 'let'";
    if (is(RomasParser::COLON) && is_behind(RomasParser::RPAREN) && could_be(RomasParser::ARROW))
      return "the type of the result of a function follows '->'";
    if (is(RomasParser::LBRACE) && misfit_.rule == RomasParser::RuleFunction)
      return "a function is one value: 'fn NAME(A, B) = VALUE;'";
    if (is(RomasParser::COMMA) && could_be(RomasParser::SEMICOLON) && could_be_part())
      return "the parts of a statement are not separated by commas";
    return {};
  }

  // Loops of other languages, and uses of modules.
  std::string in_uses() const {
    if (misfit_.rule == RomasParser::RulePattern && misfit_.statement == "for" &&
        is_behind(RomasParser::IDENT))
      return "loops are written 'for NAME in LIST { … }', as in 'for i in range(4) { … }'";
    if (is(RomasParser::COLON) && is_next(RomasParser::NUMBER) && could_be(RomasParser::LBRACE))
      return "a loop goes through a list; write 'range(a, b)' for the whole numbers from a to b - 1";
    if (misfit_.text == "then" && could_be(RomasParser::LBRACE)) return "no 'then' is needed before braces";
    if (is(RomasParser::LPAREN) && misfit_.rule == RomasParser::RuleUse && is_behind(RomasParser::IDENT))
      return "an instance of a module is written 'use MODULE(ARGUMENTS) as NAME;'";
    if (is(RomasParser::ARROW) && misfit_.rule == RomasParser::RuleJoint)
      return concat("a part of an instance is named after a point, as in '", misfit_.before_text, ".root'");
    if (is(RomasParser::COMMA) && misfit_.rule == RomasParser::RuleServo)
      return "the properties of a servo are in braces: 'servo dynamixel(\"…\") { id 1; }'";
    return {};
  }

  std::string in_statements() const {
    if (is(RomasParser::STRING) && misfit_.rule == RomasParser::RuleJointType)
      return concat("a joint type takes no quotes: ", misfit_.text.substr(1, misfit_.text.size() - 2));
    if ((is(RomasParser::COLON) || is(RomasParser::EQUALS)) && is_behind_keyword() &&
        could_be(RomasParser::NUMBER))
      return without_sign();
    if (is(RomasParser::EQUALS) && is_behind_keyword() && misfit_.before_text != "mimic" &&
        misfit_.before_text != "let" && could_be(RomasParser::IDENT) && could_be(RomasParser::STRING) &&
        !could_be(RomasParser::COLON))
      return without_sign();
    if (misfit_.text == "named" && could_be(RomasParser::LBRACE))
      return concat("a name with values in it is a text, as in \"", misfit_.before_text, "_{i}\"");
    if (misfit_.before_text == "parent" && could_be(RomasParser::ARROW))
      return "the links of a joint are written 'PARENT -> CHILD'";
    if (misfit_.before_text == "mimic" && is(RomasParser::NUMBER))
      return "following another joint is written 'mimic JOINT * FACTOR + OFFSET;'";
    if (is(RomasParser::MINUS) && is_adjacent() && could_be(RomasParser::LBRACE) &&
        !could_be(RomasParser::NUMBER))
      return "a name that contains '-' must be in quotes";
    return {};
  }

  // A '=' or ':' stands between a word and its value.
  std::string without_sign() const {
    constexpr std::size_t kLongest = 40;
    const std::string_view value = trim(misfit_.rest.substr(0, misfit_.rest.find_first_of(";{}\r\n")));
    return concat("write '", misfit_.before_text, " ", value.size() > kLongest || value.empty() ? "…" : value,
                  "', without '", misfit_.text, "'");
  }

  const Misfit& misfit_;
};

}  // namespace

std::string habit_of(const Misfit& misfit) { return Habits(misfit).find(); }

const ForeignWord* find_foreign_statement(std::string_view word, std::size_t body_rule) {
  const bool in_link = body_rule == RomasParser::RuleLinkBody || body_rule == RomasParser::RuleLinkPatchBody;
  const bool in_joint =
      body_rule == RomasParser::RuleJointBody || body_rule == RomasParser::RuleJointPatchBody;
  const ForeignWord* own = in_link    ? find_foreign_word(WordPlace::link_property, word)
                           : in_joint ? find_foreign_word(WordPlace::joint_property, word)
                                      : nullptr;
  return own != nullptr ? own : find_foreign_word(WordPlace::statement, word);
}

void report_outside_robots(SourceRange token, std::uint16_t type, const SourceManager& sources,
                           DiagnosticEngine& diagnostics) {
  static constexpr std::array<std::string_view, 10> kWords = {
      "robot", "import", "param", "let", "type", "fn", "module", "assembly", "block", "private"};
  const std::string_view text = sources.text(token);
  const bool name = type == RomasParser::IDENT;
  std::string_view help;
  if (const ForeignWord* foreign = find_foreign_word(WordPlace::statement, text))
    help = foreign->help;
  else if (begins_robot_statement(type))
    help = "the body of a robot is in 'robot NAME { … }'";
  else if (name)
    help = habit_behind_name(sources.text(token.file).substr(token.end), false);
  auto builder = diagnostics.report(
      Rule::syntax, token, concat("expected 'robot', found '", text, "'", help.empty() ? "" : "; ", help));
  if (name && help.empty()) builder.nearest(text, kWords);
}

std::string_view habit_behind_name(std::string_view rest, bool in_robot) {
  rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
  static constexpr std::array<std::string_view, 6> kChanges = {"+=", "-=", "*=", "/=", "++", "--"};
  if (in_robot && rest.starts_with("= use "))
    return "an instance of a module is written 'use MODULE(ARGUMENTS) as NAME;'";
  if ((rest.starts_with("=") && !rest.starts_with("==")) ||
      std::ranges::any_of(kChanges, [&](std::string_view sign) { return rest.starts_with(sign); }))
    return "a value is named by 'let NAME = VALUE;' and cannot be changed";
  if (in_robot && rest.starts_with("(")) return "a module is used by 'use NAME(ARGUMENTS);'";
  return {};
}

std::string place_elsewhere(std::string_view word, std::uint16_t type, std::size_t body_rule) {
  if (keyword_of(type).empty()) return {};
  const std::string_view own = place_of(word);
  if (own == describe_body(body_rule)) return {};
  if (own != "a robot") return concat("'", word, "' belongs in ", own);
  const bool in_part = body_rule == RomasParser::RuleLinkBody || body_rule == RomasParser::RuleJointBody;
  return in_part && begins_robot_statement(type)
             ? concat("'", word, "' belongs in the robot, next to this statement")
             : std::string();
}

}  // namespace romas::language
