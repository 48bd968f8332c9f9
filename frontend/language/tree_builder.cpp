#include "frontend/language/tree_builder.h"

#include <antlr4-runtime.h>

#include "RomasParser.h"
#include "frontend/language/expectations.h"
#include "frontend/language/expression_builder.h"
#include "support/text.h"

namespace romas::language {

namespace {

using antlr4::ParserRuleContext;
using antlr4::Token;
using antlr4::tree::ParseTree;
using antlr4::tree::TerminalNode;
using grammar::RomasParser;

class Builder {
 public:
  explicit Builder(const BuildContext& context) : context_(context), values_(context) {}

  Statement statement(ParserRuleContext& tree) {
    const bool choice = tree.getRuleIndex() == RomasParser::RuleRobotStatement || tree.getRuleIndex() == RomasParser::RuleFileStatement;
    if (choice && tree.children.size() == 1)
      if (auto* only = dynamic_cast<ParserRuleContext*>(tree.children.front())) return statement(*only);
    Statement result;
    result.range = values_.range(tree);
    group(tree, result);
    return result;
  }

 private:
  static bool is_body(ParserRuleContext& tree) {
    switch (tree.getRuleIndex()) {
      case RomasParser::RuleMaterialBody:
      case RomasParser::RuleLinkBody:
      case RomasParser::RuleJointBody:
      case RomasParser::RuleFrameBody:
      case RomasParser::RuleLoopJointBody:
      case RomasParser::RuleSpringBody:
      case RomasParser::RuleWingBody:
      case RomasParser::RuleThrustBody:
      case RomasParser::RuleSensorBody:
      case RomasParser::RuleCameraBody:
      case RomasParser::RuleRayBody:
      case RomasParser::RuleRayScanBody:
      case RomasParser::RuleTransmissionBody:
      case RomasParser::RuleTransmissionJointBody:
      case RomasParser::RuleTransmissionActuatorBody:
      case RomasParser::RuleGazeboBody:
      case RomasParser::RuleRos2ControlBody:
      case RomasParser::RuleRos2ComponentBody:
      case RomasParser::RuleRos2InterfaceBody:
      case RomasParser::RuleRobotBody:
      case RomasParser::RuleServoBody:
      case RomasParser::RuleAssemblyBody:
      case RomasParser::RuleBlockBody: return true;
      default: return false;
    }
  }

  // Something below was not parsed, or skipped. As deep as brackets are nested.
  static bool has_error(ParserRuleContext& tree) {
    if (tree.exception) return true;
    return std::any_of(tree.children.begin(), tree.children.end(), [](ParseTree* node) {
      if (antlrcpp::is<antlr4::tree::ErrorNode*>(node)) return true;
      auto* rule = dynamic_cast<ParserRuleContext*>(node);
      return rule != nullptr && has_error(*rule);
    });
  }

  // --- statements ---
  void group(ParserRuleContext& tree, Statement& statement);
  void child(ParserRuleContext& tree, Statement& statement);
  void terminal(TerminalNode& node, Statement& statement);
  void body(ParserRuleContext& tree, Statement& statement);
  void add(Statement& statement, Item item) {
    if (statement.arguments.empty()) statement.arguments.push_back({{}, statement.range, {}});
    statement.arguments.back().values.push_back(std::move(item));
  }

  // --- items ---
  Name name(ParserRuleContext& tree);
  Name ref(ParserRuleContext& tree);
  TypeName type_name(ParserRuleContext& tree);
  TypeExpr type(ParserRuleContext& tree);
  Formal formal(ParserRuleContext& tree);
  Text text_item(ParserRuleContext& tree);

  const BuildContext& context_;
  ExpressionBuilder values_;
};

void Builder::group(ParserRuleContext& tree, Statement& statement) {
  if (tree.exception) statement.broken = true;
  for (ParseTree* node : tree.children) {
    if (auto* leaf = dynamic_cast<TerminalNode*>(node)) {
      terminal(*leaf, statement);
    } else if (auto* rule = dynamic_cast<ParserRuleContext*>(node)) {
      child(*rule, statement);
    }
  }
}

void Builder::terminal(TerminalNode& node, Statement& statement) {
  const Token& token = *node.getSymbol();
  const std::size_t kind = token.getType();
  if (antlrcpp::is<antlr4::tree::ErrorNode*>(&node)) {
    const bool taken_as_written = token.getTokenIndex() == INVALID_INDEX;
    if (!taken_as_written) statement.broken = true;
    return;
  }
  switch (kind) {
    case RomasParser::COLON:
    case RomasParser::DOT:
    case RomasParser::STAR:
    case RomasParser::PLUS:
    case RomasParser::MINUS: statement.arguments.push_back({values_.text(values_.range(token)), values_.range(token), {}}); return;
    case RomasParser::IDENT: add(statement, Name{std::string(values_.text(values_.range(token))), values_.range(token), false}); return;
    default: break;
  }
  if (!keyword_of(kind).empty()) statement.arguments.push_back({values_.text(values_.range(token)), values_.range(token), {}});
}

void Builder::child(ParserRuleContext& tree, Statement& statement) {
  if (is_body(tree)) {
    body(tree, statement);
    return;
  }
  const auto value = [&](auto&& build) {
    if (!context_.clean && has_error(tree)) {
      statement.broken = true;
    } else {
      add(statement, build());
    }
  };
  switch (tree.getRuleIndex()) {
    case RomasParser::RuleExpression: value([&] { return values_.expression(tree); }); break;
    case RomasParser::RuleProduct: value([&] { return values_.product(tree); }); break;
    case RomasParser::RuleInstantiation: value([&] { return values_.instantiation(tree); }); break;
    case RomasParser::RulePattern: value([&] { return values_.pattern(tree); }); break;
    case RomasParser::RuleType: value([&] { return type(tree); }); break;
    case RomasParser::RuleFormal: value([&] { return formal(tree); }); break;
    case RomasParser::RuleRobotCondition:
    case RomasParser::RuleLinkCondition:
    case RomasParser::RuleJointCondition:
    case RomasParser::RuleAssemblyCondition: statement.otherwise.push_back(this->statement(tree)); break;  // else if
    case RomasParser::RuleName: value([&] { return name(tree); }); break;
    case RomasParser::RuleRef: value([&] { return ref(tree); }); break;
    case RomasParser::RuleJointType: value([&] { return type_name(tree); }); break;
    case RomasParser::RuleText: value([&] { return text_item(tree); }); break;
    case RomasParser::RuleSignedAxis: value([&] { return values_.axis(tree); }); break;
    case RomasParser::RuleInteger: value([&] { return values_.integer(tree); }); break;
    default: group(tree, statement);
  }
}

// The second body of a condition stands behind `else`.
void Builder::body(ParserRuleContext& tree, Statement& statement) {
  std::vector<Statement>& statements = statement.has_body ? statement.otherwise : statement.body;
  statement.has_body = true;
  for (ParseTree* node : tree.children) {
    auto* rule = dynamic_cast<ParserRuleContext*>(node);
    if (rule == nullptr) {
      const auto* leaf = dynamic_cast<TerminalNode*>(node);
      const std::size_t kind = const_cast<TerminalNode*>(leaf)->getSymbol()->getType();
      if (kind != RomasParser::LBRACE && kind != RomasParser::RBRACE && kind != RomasParser::SEMICOLON) statement.incomplete = true;
      continue;
    }
    Statement inner = this->statement(*rule);
    if (inner.broken) statement.incomplete = true;
    // What a broken definition defines is known by name at least.
    if (!inner.broken || (inner.word() == "let" && inner.first<Pattern>() != nullptr)) {
      statements.push_back(std::move(inner));
    }
  }
}

// --- items ------------------------------------------------------------------------------------------------------------------

Name Builder::name(ParserRuleContext& tree) {
  Name result;
  result.range = values_.range(tree);
  result.quoted = values_.text(result.range).starts_with('"');
  result.text = result.quoted ? values_.string_literal(result.range, result.pieces) : std::string(values_.text(result.range));
  return result;
}

// NAME, or the NAME of something inside of another: arm.tool
Name Builder::ref(ParserRuleContext& tree) {
  const auto names = tree.getRuleContexts<RomasParser::NameContext>();
  Name result = name(*names.front());
  if (names.size() == 1) return result;
  result.path = std::make_shared<std::vector<Name>>();
  for (std::size_t i = 1; i < names.size(); ++i) result.path->push_back(name(*names[i]));
  result.range = values_.range(tree);
  return result;
}

TypeName Builder::type_name(ParserRuleContext& tree) {
  if (auto* foreign = tree.getRuleContext<RomasParser::TextContext>(0)) return {text_item(*foreign).text, values_.range(tree), true};
  return {std::string(values_.text(values_.range(tree))), values_.range(tree), false};
}

TypeExpr Builder::type(ParserRuleContext& tree) {
  TypeExpr result;
  result.range = values_.range(tree);
  if (auto* name = tree.getRuleContext<RomasParser::NameContext>(0)) {
    result.text = values_.binding(*name).text;
    return result;
  }
  const auto elements = tree.getRuleContexts<RomasParser::TypeContext>();
  for (auto* element : elements) result.elements.push_back(type(*element));
  result.kind = elements.size() == 1 ? TypeExpr::Kind::list : TypeExpr::Kind::tuple;
  return result;
}

Formal Builder::formal(ParserRuleContext& tree) {
  Formal result;
  result.name = values_.binding(*tree.getRuleContext<RomasParser::NameContext>(0));
  if (auto* written = tree.getRuleContext<RomasParser::TypeContext>(0)) result.type = std::make_shared<const TypeExpr>(type(*written));
  if (auto* preset = tree.getRuleContext<RomasParser::ExpressionContext>(0))
    result.preset = std::make_shared<const Expr>(values_.expression(*preset));
  return result;
}

Text Builder::text_item(ParserRuleContext& tree) {
  Text result;
  result.range = values_.range(tree);
  result.text = values_.string_literal(result.range, result.pieces);
  return result;
}

}  // namespace

Statement build_statement(ParserRuleContext& tree, const BuildContext& context) { return Builder(context).statement(tree); }

}  // namespace romas::language
