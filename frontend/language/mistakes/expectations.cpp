#include "frontend/language/mistakes/expectations.h"

#include <antlr4-runtime.h>

#include "RomasParser.h"
#include "frontend/language/words/keywords.h"
#include "support/text/text.h"

namespace romas::language {

using grammar::RomasParser;

namespace {

// Describes what a rule reads, for messages about what is expected.
std::string_view describe_rule(std::size_t rule) {
  switch (rule) {
    case RomasParser::RuleShape: return "a shape (box, cylinder, sphere, capsule, ellipsoid or mesh)";
    case RomasParser::RuleExpression:
    case RomasParser::RuleProduct:
    case RomasParser::RulePower:
    case RomasParser::RuleRange: return "a value";
    case RomasParser::RuleName:
    case RomasParser::RuleRef:
    case RomasParser::RuleWord: return "a name";
    case RomasParser::RuleText: return "a text in quotes";
    case RomasParser::RuleJointType: return "a joint type";
    case RomasParser::RuleSignedAxis:
    case RomasParser::RuleAxisMatch: return "an axis (x, -x, y, -y, z or -z)";
    case RomasParser::RuleInteger: return "a whole number";
    case RomasParser::RulePattern: return "a name, or names in parentheses";
    case RomasParser::RuleType: return "a type";
    case RomasParser::RuleInstantiation: return "the name of a module or robot";
    case RomasParser::RuleBlockChoice: return "block(\"…\")";
    case RomasParser::RuleUnit:
    case RomasParser::RuleUnitFactor: return "a unit";
    case RomasParser::RuleOwner: return "an owner ('robot', 'link', 'joint', …)";
    case RomasParser::RuleRoundSize: return "'radius' or 'length'";
    default: return {};
  }
}

bool is_operator(ssize_t type) {
  switch (type) {
    case RomasParser::PLUS:
    case RomasParser::MINUS:
    case RomasParser::STAR:
    case RomasParser::SLASH:
    case RomasParser::CARET:
    case RomasParser::DOT:
    case RomasParser::LBRACKET:
    case RomasParser::LPAREN:
    case RomasParser::LESS:
    case RomasParser::LESS_EQUAL:
    case RomasParser::GREATER:
    case RomasParser::GREATER_EQUAL:
    case RomasParser::EQUAL:
    case RomasParser::UNEQUAL:
    case RomasParser::UNIT: return true;
    default: {
      const std::string_view keyword = keyword_of(static_cast<std::size_t>(type));
      return keyword == "and" || keyword == "or";
    }
  }
}

std::string token_words(const antlr4::dfa::Vocabulary& vocabulary, ssize_t type) {
  switch (type) {
    case RomasParser::NUMBER: return "a number";
    case RomasParser::IDENT: return "a name";
    case RomasParser::STRING:
    case RomasParser::RAW_STRING: return "a text in quotes";
    case RomasParser::UNIT: return "a unit";
    case RomasParser::RECORD_OPEN: return "'{'";
    case RomasParser::RECORD_CLOSE: return "'}'";
    default: return vocabulary.getLiteralName(static_cast<std::size_t>(type));
  }
}

std::string list_tokens(const antlr4::dfa::Vocabulary& vocabulary,
                        const antlr4::misc::IntervalSet& expected) {
  constexpr std::size_t kMostWords = 12;
  std::vector<ssize_t> types = expected.toList();
  std::erase_if(types, [](ssize_t type) { return type <= 0; });  // end of file, epsilon
  const auto has = [&](ssize_t type) { return std::find(types.begin(), types.end(), type) != types.end(); };
  std::vector<std::string> words;
  if (has(RomasParser::NUMBER) && has(RomasParser::LPAREN)) {
    words.emplace_back("a value");
    const std::array<std::size_t, 4> begin_values = {RomasParser::NUMBER, RomasParser::IDENT,
                                                     RomasParser::STRING, RomasParser::RECORD_OPEN};
    std::erase_if(types, [&](ssize_t type) {
      const std::string_view keyword = keyword_of(static_cast<std::size_t>(type));
      return keyword == "align" || keyword == "true" || keyword == "false" ||
             std::count(begin_values.begin(), begin_values.end(), static_cast<std::size_t>(type)) > 0;
    });
  } else if (has(RomasParser::IDENT) && has(RomasParser::STRING)) {
    words.emplace_back("a name");
    std::erase_if(types, [](ssize_t type) {
      return type == RomasParser::IDENT || type == RomasParser::STRING ||
             !keyword_of(static_cast<std::size_t>(type)).empty();
    });
  }
  if (std::any_of(types.begin(), types.end(), [](ssize_t type) { return !is_operator(type); }))
    std::erase_if(types, is_operator);
  for (const ssize_t type : types)
    if (words.size() < kMostWords) words.push_back(token_words(vocabulary, type));
  return join_last(words, " or ");
}

}  // namespace

std::vector<std::string_view> keywords_in(const antlr4::misc::IntervalSet& tokens) {
  std::vector<std::string_view> result;
  for (const ssize_t type : tokens.toList())
    if (type > 0 && !keyword_of(static_cast<std::size_t>(type)).empty())
      result.push_back(keyword_of(static_cast<std::size_t>(type)));
  return result;
}

std::string describe_expected(antlr4::Parser& parser, const antlr4::Token& token,
                              const antlr4::misc::IntervalSet& expected) {
  std::string_view phrase;
  for (auto* context = parser.getContext(); context != nullptr && context->getStart() == &token;
       context = dynamic_cast<antlr4::ParserRuleContext*>(context->parent)) {
    const std::string_view words = describe_rule(context->getRuleIndex());
    if (!words.empty()) phrase = words;
  }
  if (!phrase.empty()) return std::string(phrase);
  return list_tokens(parser.getVocabulary(), expected);
}

std::string_view describe_body(std::size_t body_rule) {
  switch (body_rule) {
    case RomasParser::RuleRobot:
    case RomasParser::RuleRobotStatement:
    case RomasParser::RuleRobotBody: return "a robot";
    case RomasParser::RuleModuleStatement:
    case RomasParser::RuleModuleBody: return "a module";
    case RomasParser::RuleFileStatement: return "a file";
    case RomasParser::RuleTestBody: return "a test";
    case RomasParser::RuleServoBody: return "a servo";
    case RomasParser::RuleAssemblyBody: return "an assembly";
    case RomasParser::RuleMaterialBody: return "a material";
    case RomasParser::RuleLinkBody: return "a link";
    case RomasParser::RuleJointBody: return "a joint";
    case RomasParser::RuleUseBody: return "a used thing";
    case RomasParser::RuleGivenBody: return "the statements for a module";
    case RomasParser::RuleJointPatchBody: return "a patch of a joint";
    case RomasParser::RuleLinkPatchBody: return "a patch of a link";
    case RomasParser::RuleRos2ControlPatchBody: return "a patch of a ros2_control";
    case RomasParser::RuleFrameBody: return "a frame";
    case RomasParser::RuleLoopJointBody: return "a loop joint";
    case RomasParser::RuleSpringBody: return "a spring";
    case RomasParser::RuleWingBody: return "a wing";
    case RomasParser::RuleThrustBody: return "a thrust";
    case RomasParser::RuleSensorBody: return "a sensor";
    case RomasParser::RuleCameraBody: return "a camera";
    case RomasParser::RuleRayBody: return "a ray sensor";
    case RomasParser::RuleRayScanBody: return "a ray scan";
    case RomasParser::RuleTransmissionBody: return "a transmission";
    case RomasParser::RuleTransmissionJointBody: return "a joint of a transmission";
    case RomasParser::RuleTransmissionActuatorBody: return "an actuator";
    case RomasParser::RuleGazeboBody: return "a gazebo element";
    case RomasParser::RuleRos2ControlBody: return "a ros2_control";
    case RomasParser::RuleRos2ComponentBody: return "a component";
    case RomasParser::RuleRos2InterfaceBody: return "an interface";
    case RomasParser::RuleBlockBody: return "a Block";
    default: return "this";
  }
}

}  // namespace romas::language
