#include "frontend/language/tree_builder.h"

#include <antlr4-runtime.h>

#include "RomasParser.h"
#include "frontend/language/expectations.h"
#include "frontend/language/strings.h"
#include "support/text.h"

namespace romas::language {

namespace {

using antlr4::ParserRuleContext;
using antlr4::Token;
using antlr4::tree::ParseTree;
using antlr4::tree::TerminalNode;
using grammar::RomasParser;

// Expressions nest as deep as brackets do, which the token reader limits.
class Builder {
 public:
  explicit Builder(const BuildContext& context) : context_(context) {}

  Statement statement(ParserRuleContext& tree) {
    Statement result;
    result.range = range(tree);
    group(tree, result);
    return result;
  }

 private:
  // --- places and tokens ---
  SourceRange range(const Token& token) const {
    return {context_.file, static_cast<std::uint32_t>(token.getStartIndex()), static_cast<std::uint32_t>(token.getStopIndex() + 1)};
  }
  SourceRange range(ParserRuleContext& tree) const {
    const Token* first = tree.getStart();
    const Token* last = tree.getStop();
    if (first->getType() == Token::EOF) return {context_.file, size(), size()};
    if (last == nullptr || last->getType() == Token::EOF || last->getStopIndex() < first->getStartIndex()) last = first;
    return {context_.file, range(*first).begin, range(*last).end};
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(context_.sources->text(context_.file).size()); }
  std::string_view text(const SourceRange& where) const { return context_.sources->text(where); }
  // The token of a child that is one by the grammar.
  static const Token& terminal_at(ParserRuleContext& tree, std::size_t index) {
    return *static_cast<TerminalNode*>(tree.children[index])->getSymbol();
  }
  static std::size_t type(TerminalNode* node) { return node->getSymbol()->getType(); }
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
  Text text_item(ParserRuleContext& tree);
  Integer integer(ParserRuleContext& tree);
  AxisName axis(ParserRuleContext& tree);
  std::string string_literal(const SourceRange& where, bool interpolates) {
    return read_string(text(where), where.start(), interpolates, *context_.diagnostics);
  }

  // --- expressions ---
  Expr expression(ParserRuleContext& tree);
  Expr chain(ParserRuleContext& tree, Expr::Kind kind);
  Expr power(ParserRuleContext& tree);
  Expr operand(ParserRuleContext& tree, std::size_t at);
  Expr call(ParserRuleContext& tree, Expr head);
  Expr align(ParserRuleContext& tree);
  Expr suffixed(Expr operand, ParserRuleContext* suffix);
  Expr raised(Expr operand, ParserRuleContext& exponent);
  Expr number(const Token& token);
  std::vector<UnitFactor> unit(ParserRuleContext& tree);
  void operands(ParserRuleContext& tree, std::vector<Expr>& out);

  template <class Context>
  static Context* first(ParserRuleContext& tree) {
    return tree.getRuleContext<Context>(0);
  }

  const BuildContext& context_;
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
    case RomasParser::MINUS: statement.arguments.push_back({text(range(token)), range(token), {}}); return;
    case RomasParser::IDENT: add(statement, Name{std::string(text(range(token))), range(token), false}); return;
    default: break;
  }
  if (!keyword_of(kind).empty()) statement.arguments.push_back({text(range(token)), range(token), {}});
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
    case RomasParser::RuleExpression: value([&] { return expression(tree); }); break;
    case RomasParser::RuleProduct: value([&] { return chain(tree, Expr::Kind::product); }); break;
    case RomasParser::RuleName: value([&] { return name(tree); }); break;
    case RomasParser::RuleRef: value([&] { return ref(tree); }); break;
    case RomasParser::RuleJointType: value([&] { return type_name(tree); }); break;
    case RomasParser::RuleText: value([&] { return text_item(tree); }); break;
    case RomasParser::RuleSignedAxis: value([&] { return axis(tree); }); break;
    case RomasParser::RuleInteger: value([&] { return integer(tree); }); break;
    default: group(tree, statement);
  }
}

void Builder::body(ParserRuleContext& tree, Statement& statement) {
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
    if (inner.broken) {
      statement.incomplete = true;
    } else {
      statement.body.push_back(std::move(inner));
    }
  }
}

// --- items ------------------------------------------------------------------------------------------------------------------

Name Builder::name(ParserRuleContext& tree) {
  const SourceRange where = range(tree);
  const bool quoted = text(where).starts_with('"');
  return {quoted ? string_literal(where, true) : std::string(text(where)), where, quoted};
}

Name Builder::ref(ParserRuleContext& tree) {
  Name result = name(*tree.getRuleContext<RomasParser::NameContext>(0));
  if (tree.children.size() > 1) {
    context_.diagnostics->report(
        Rule::language_unsupported, range(tree),
        concat("'", text(range(tree)), "' is not supported yet: the full language; a name with a point in it stands in quotes"));
  }
  result.range = range(tree);
  return result;
}

TypeName Builder::type_name(ParserRuleContext& tree) {
  if (auto* foreign = first<RomasParser::TextContext>(tree)) return {text_item(*foreign).text, range(tree), true};
  return {std::string(text(range(tree))), range(tree), false};
}

Text Builder::text_item(ParserRuleContext& tree) { return {string_literal(range(tree), false), range(tree)}; }

Integer Builder::integer(ParserRuleContext& tree) {
  std::string digits;
  for (ParseTree* node : tree.children) digits.append(text(range(*dynamic_cast<TerminalNode*>(node)->getSymbol())));
  const auto value = parse_integer(digits);
  constexpr long long kLargest = 1'000'000'000;  // of ids and indices
  if (!value || *value > kLargest || *value < -kLargest) {
    context_.diagnostics->report(Rule::bad_number, range(tree), concat("'", digits, "' is no whole number, or too large"));
    return {0, range(tree)};
  }
  return {*value, range(tree)};
}

// Without white space behind the sign.
AxisName Builder::axis(ParserRuleContext& tree) {
  std::string name;
  for (ParseTree* node : tree.children) name.append(text(range(*dynamic_cast<TerminalNode*>(node)->getSymbol())));
  return {std::move(name), range(tree)};
}

// --- expressions ------------------------------------------------------------------------------------------------------------

Expr Builder::expression(ParserRuleContext& tree) { return chain(tree, Expr::Kind::sum); }

// expression: products with '+' and '-'; product: powers with '*' and '/'. One operand stands for itself.
Expr Builder::chain(ParserRuleContext& tree, Expr::Kind kind) {
  const auto build = [&](ParseTree* node) {
    auto& operand = static_cast<ParserRuleContext&>(*node);
    return kind == Expr::Kind::sum ? chain(operand, Expr::Kind::product) : power(operand);
  };
  if (tree.children.size() == 1) return build(tree.children.front());
  Expr result;
  result.kind = kind;
  result.range = result.inner = range(tree);
  for (std::size_t i = 0; i < tree.children.size(); ++i) {  // operand operator operand …
    if (i % 2 == 0) {
      result.operands.push_back(build(tree.children[i]));
    } else {
      result.operators.append(text(range(terminal_at(tree, i))));
    }
  }
  return result;
}

// Signs and an operand.
Expr Builder::power(ParserRuleContext& tree) {
  std::size_t signs = 0;
  while (terminal_at(tree, signs).getType() == RomasParser::MINUS) ++signs;
  Expr result = operand(tree, signs);
  if (signs % 2 == 0) return result;  // two signs cancel; the tree does not get deep
  Expr negated;
  negated.kind = Expr::Kind::negate;
  negated.range = negated.inner = {context_.file, range(terminal_at(tree, signs - 1)).begin, result.range.end};
  negated.operands.push_back(std::move(result));
  return negated;
}

Expr Builder::operand(ParserRuleContext& tree, std::size_t at) {
  const Token& token = terminal_at(tree, at);
  const auto suffix = [&](std::size_t index) {
    return index < tree.children.size() ? static_cast<ParserRuleContext*>(tree.children[index]) : nullptr;
  };
  Expr result;
  result.range = result.inner = range(token);
  switch (token.getType()) {
    case RomasParser::NUMBER: return suffixed(number(token), suffix(at + 1));
    case RomasParser::STRING:
      result.kind = Expr::Kind::text;
      result.text = string_literal(result.range, false);
      return result;
    case RomasParser::IDENT:
      result.kind = Expr::Kind::name;
      result.text = std::string(text(result.range));
      return call(tree, std::move(result));
    case RomasParser::LPAREN: {
      operands(tree, result.operands);
      result.kind = result.operands.size() == 1 ? Expr::Kind::group : Expr::Kind::tuple;
      const std::size_t close = at + result.operands.size() * 2;
      result.range.end = result.inner.end = range(terminal_at(tree, close)).end;
      return suffixed(std::move(result), suffix(close + 1));
    }
    default: break;
  }
  const std::string_view keyword = keyword_of(token.getType());
  if (keyword == "align") {
    result = align(tree);
    result.range.begin = result.inner.begin = range(token).begin;
    return result;
  }
  result.kind = Expr::Kind::boolean;
  result.boolean = keyword == "true";
  return result;
}

Expr Builder::number(const Token& token) {
  Expr result;
  result.kind = Expr::Kind::number;
  result.range = result.inner = range(token);
  const auto value = parse_double(text(result.range));
  if (value) {
    result.number = *value;
  } else {
    context_.diagnostics->report(Rule::bad_number, result.range, concat("'", text(result.range), "' is too large for a number"));
  }
  return result;
}

void Builder::operands(ParserRuleContext& tree, std::vector<Expr>& out) {
  for (ParseTree* node : tree.children)
    if (auto* inner = dynamic_cast<RomasParser::ExpressionContext*>(node)) out.push_back(expression(*inner));
}

Expr Builder::call(ParserRuleContext& tree, Expr head) {
  if (auto* exponent = first<RomasParser::ExponentContext>(tree)) return raised(std::move(head), *exponent);
  auto* arguments = first<RomasParser::ArgumentsContext>(tree);
  if (arguments == nullptr) return head;
  head.kind = Expr::Kind::call;
  operands(*arguments, head.operands);
  head.range.end = head.inner.end = range(*arguments).end;
  return suffixed(std::move(head), first<RomasParser::SuffixContext>(tree));
}

Expr Builder::align(ParserRuleContext& tree) {
  Expr result;
  result.kind = Expr::Kind::align;
  result.range = result.inner = range(tree);
  for (auto* match : tree.getRuleContexts<RomasParser::AxisMatchContext>()) {
    for (auto* axis : match->getRuleContexts<RomasParser::SignedAxisContext>()) {
      Expr name;
      name.kind = Expr::Kind::name;
      AxisName written = this->axis(*axis);
      name.range = name.inner = written.range;
      name.text = std::move(written.text);
      result.operands.push_back(std::move(name));
    }
  }
  return result;
}

Expr Builder::suffixed(Expr operand, ParserRuleContext* suffix) {
  if (suffix == nullptr) return operand;
  if (auto* exponent = first<RomasParser::ExponentContext>(*suffix)) return raised(std::move(operand), *exponent);
  operand.unit = unit(*first<RomasParser::UnitContext>(*suffix));
  operand.range.end = range(*suffix).end;
  return operand;
}

Expr Builder::raised(Expr operand, ParserRuleContext& exponent) {
  Expr result;
  result.kind = Expr::Kind::power;
  result.range = result.inner = {context_.file, operand.range.begin, range(exponent).end};
  const Integer value = integer(*first<RomasParser::IntegerContext>(exponent));
  constexpr long long kLargest = 9;
  if (value.value > kLargest || value.value < -kLargest) {
    context_.diagnostics->report(Rule::bad_number, value.range, concat("an exponent lies between -", kLargest, " and ", kLargest));
  } else {
    result.exponent = static_cast<int>(value.value);
  }
  result.operands.push_back(std::move(operand));
  return result;
}

std::vector<UnitFactor> Builder::unit(ParserRuleContext& tree) {
  std::vector<UnitFactor> factors;
  int sign = 1;
  for (ParseTree* node : tree.children) {
    if (auto* leaf = dynamic_cast<TerminalNode*>(node)) {
      sign = type(leaf) == RomasParser::SLASH ? -1 : 1;
      continue;
    }
    auto& factor = *dynamic_cast<RomasParser::UnitFactorContext*>(node);
    int exponent = 1;
    if (auto* written = first<RomasParser::IntegerContext>(factor)) {
      const Integer value = integer(*written);
      constexpr long long kLargest = 9;
      if (value.value > kLargest || value.value < -kLargest) {
        context_.diagnostics->report(Rule::bad_number, value.range, concat("an exponent lies between -", kLargest, " and ", kLargest));
      } else {
        exponent = static_cast<int>(value.value);
      }
    }
    factors.push_back({text(range(*factor.getStart())), sign * exponent});
  }
  return factors;
}

}  // namespace

Statement build_statement(ParserRuleContext& tree, const BuildContext& context) {
  if (tree.getRuleIndex() == RomasParser::RuleRobotStatement && tree.children.size() == 1)
    if (auto* only = dynamic_cast<ParserRuleContext*>(tree.children.front())) return Builder(context).statement(*only);
  return Builder(context).statement(tree);
}

}  // namespace romas::language
