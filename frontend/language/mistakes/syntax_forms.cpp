#include "frontend/language/mistakes/syntax_forms.h"

#include <antlr4-runtime.h>

#include <algorithm>
#include <array>

#include "RomasParser.h"
#include "frontend/language/words/foreign_words.h"
#include "frontend/language/words/keywords.h"
#include "support/text/text.h"

namespace romas::language {

using grammar::RomasParser;

namespace {

// The form of a statement, as advice for an error in `rule` at a place that can take the token `missing`.
struct Form {
  std::size_t rule, missing;
  std::string_view help;
};
constexpr std::array kForms = {
    Form{RomasParser::RuleJoint, RomasParser::ARROW, "the links of a joint are written 'PARENT -> CHILD'"},
    Form{RomasParser::RuleJoint, RomasParser::COLON,
         "a joint is written 'joint NAME : TYPE PARENT -> CHILD'"},
    Form{RomasParser::RuleJoint, RomasParser::IDENT,
         "the links of a joint come before its braces: 'joint NAME : TYPE PARENT -> CHILD { … }'"},
    Form{RomasParser::RuleRange, RomasParser::DOTDOT, "bounds are written 'LOWER .. UPPER'"},
    Form{RomasParser::RuleRobotHead, RomasParser::LBRACE,
         "the body of a robot is in braces: 'robot NAME { … }'"},
};

constexpr auto kConditionRules = rules_ending_in("Condition");
constexpr auto kLoopRules = rules_ending_in("Loop");

// The form of what stands behind a word in a correct statement.
struct Continuation {
  std::string_view before, help;
};
constexpr std::array kContinuations = {
    Continuation{
        "inertial",
        "mass and inertia are properties of the link itself: 'mass 1 kg; com (0, 0, 0) m; inertia (…);'"},
    Continuation{"dynamics",
                 "damping and friction are properties of the joint itself, as in 'damping 0.1 N*m*s/rad;'"},
    Continuation{"mimic", "following another joint is written 'mimic JOINT * FACTOR + OFFSET;'"},
    Continuation{"mesh", "the file of a mesh is a text, as in 'mesh \"meshes/base.stl\"'"},
};

bool is_any(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool is_of_value(std::size_t rule) {
  static constexpr std::array<std::size_t, 11> kRules = {
      RomasParser::RuleExpression, RomasParser::RuleProduct,  RomasParser::RulePower,
      RomasParser::RuleSelector,   RomasParser::RuleSuffix,   RomasParser::RuleUnit,
      RomasParser::RuleUnitFactor, RomasParser::RuleExponent, RomasParser::RuleRef,
      RomasParser::RuleName,       RomasParser::RuleWord};
  return std::ranges::find(kRules, rule) != kRules.end();
}

std::string_view form_of(const Misfit& misfit) {
  if (misfit.rule == RomasParser::RuleMimicProperty) return kContinuations[2].help;
  for (const Continuation& one : kContinuations)
    if (one.before == misfit.before_text) return one.help;
  for (const Form& form : kForms)
    if (form.rule == misfit.around && misfit.expected.contains(form.missing)) return form.help;
  if (!misfit.expected.contains(std::size_t{RomasParser::LBRACE})) return {};
  if (kConditionRules[misfit.around]) return "the body of a condition is in braces: 'if CONDITION { … }'";
  if (kLoopRules[misfit.around]) return "the body of a loop is in braces: 'for NAME in LIST { … }'";
  return {};
}

std::string habit_in_shape(const Misfit& misfit) {
  const std::size_t type = misfit.token.getType();
  if (is_any(misfit.before_text, {"visual", "collision", "solid"}) && type == RomasParser::LBRACE)
    return concat("a shape and its properties follow '", misfit.before_text, "' without braces: '",
                  misfit.before_text, " box (1, 1, 1) m at xyz(0, 0, 0);'");
  const bool is_size =
      type == RomasParser::LPAREN || type == RomasParser::NUMBER ||
      (type == RomasParser::IDENT && find_foreign_word(WordPlace::part, misfit.text) == nullptr);
  if (!is_size) return {};
  if (misfit.before_text == "sphere") return "the size of a sphere needs a name: 'sphere radius 1 cm'";
  if (is_any(misfit.before_text, {"cylinder", "capsule"}))
    return concat("the sizes of a ", misfit.before_text, " need names: '", misfit.before_text,
                  " radius 1 cm length 5 cm'");
  return {};
}

}  // namespace romas::language
