#include "frontend/language/expression_builder.h"

#include <utility>

#include "RomasParser.h"
#include "frontend/language/expectations.h"
#include "frontend/language/strings.h"
#include "ir/units.h"
#include "support/text.h"

namespace romas::language {

using antlr4::ParserRuleContext;
using antlr4::Token;
using antlr4::tree::ParseTree;
using antlr4::tree::TerminalNode;
using grammar::RomasParser;

// --- places and tokens --------------------------------------------------------------------------------------------------------

SourceRange ExpressionBuilder::range(ParserRuleContext& tree) const {
  const Token* first = tree.getStart();
  const Token* last = tree.getStop();
  const auto size = static_cast<std::uint32_t>(context_.sources->text(context_.file).size());
  if (first->getType() == Token::EOF) return {context_.file, size, size};
  if (last == nullptr || last->getType() == Token::EOF || last->getStopIndex() < first->getStartIndex()) last = first;
  return {context_.file, range(*first).begin, range(*last).end};
}

const Token* ExpressionBuilder::token_at(ParserRuleContext& tree, std::size_t index) {
  auto* leaf = index < tree.children.size() ? dynamic_cast<TerminalNode*>(tree.children[index]) : nullptr;
  return leaf == nullptr ? nullptr : leaf->getSymbol();
}

std::string ExpressionBuilder::string_literal(const SourceRange& where, TemplatePtr& pieces) {
  return read_string(where, *context_.sources, *context_.diagnostics, pieces);
}

Binding ExpressionBuilder::binding(ParserRuleContext& name) {
  const SourceRange where = range(name);
  if (text(where).starts_with('"')) context_.diagnostics->report(Rule::syntax, where, "this name stands for a value: it is written without quotes");
  return {std::string(text(where)), where};
}

Pattern ExpressionBuilder::pattern(ParserRuleContext& tree) {
  Pattern result;
  result.range = range(tree);
  if (auto* name = first<RomasParser::NameContext>(tree)) result.name = binding(*name);
  for (auto* part : tree.getRuleContexts<RomasParser::PatternContext>()) result.parts.push_back(pattern(*part));
  return result;
}

std::vector<Binding> Pattern::names() const {
  if (parts.empty()) return {name};
  std::vector<Binding> all;
  for (const Pattern& part : parts)
    for (Binding& inner : part.names()) all.push_back(std::move(inner));
  return all;
}

Integer ExpressionBuilder::integer(ParserRuleContext& tree) {
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
AxisName ExpressionBuilder::axis(ParserRuleContext& tree) {
  std::string name;
  for (ParseTree* node : tree.children) name.append(text(range(*dynamic_cast<TerminalNode*>(node)->getSymbol())));
  return {std::move(name), range(tree)};
}

// --- operators ----------------------------------------------------------------------------------------------------------------

namespace {

// From the loosest to the tightest.
enum Rank : int { kOr, kAnd, kNot, kComparison, kSum, kProduct, kPower };

struct OperatorRow {
  std::string_view sign;
  Operator op;
  Rank rank;
};
constexpr std::array kOperators = {
    OperatorRow{"or", Operator::logical_or, kOr},
    OperatorRow{"and", Operator::logical_and, kAnd},
    OperatorRow{"<", Operator::less, kComparison},
    OperatorRow{"<=", Operator::less_equal, kComparison},
    OperatorRow{">", Operator::greater, kComparison},
    OperatorRow{">=", Operator::greater_equal, kComparison},
    OperatorRow{"==", Operator::equal, kComparison},
    OperatorRow{"!=", Operator::unequal, kComparison},
    OperatorRow{"+", Operator::add, kSum},
    OperatorRow{"-", Operator::subtract, kSum},
    OperatorRow{"*", Operator::multiply, kProduct},
    OperatorRow{"/", Operator::divide, kProduct},
};

Expr::Kind kind_of(int rank) {
  switch (rank) {
    case kOr: return Expr::Kind::disjunction;
    case kAnd: return Expr::Kind::conjunction;
    case kComparison: return Expr::Kind::comparison;
    case kSum: return Expr::Kind::sum;
    default: return Expr::Kind::product;
  }
}

}  // namespace

// The flat list of operands and operators of one expression, read from the left.
struct ExpressionBuilder::Chain {
  ParserRuleContext& tree;
  std::size_t at = 0;
};

Expr ExpressionBuilder::expression(ParserRuleContext& tree) {
  if (tree.children.size() == 1) return power(static_cast<ParserRuleContext&>(*tree.children.front()));
  if (const Token* first = token_at(tree, 0); first != nullptr && keyword_of(first->getType()) == "if") return conditional(tree);
  Chain chain{tree};
  return ranked(chain, kOr);
}

Expr ExpressionBuilder::product(ParserRuleContext& tree) {
  Chain chain{tree};
  return ranked(chain, kProduct);
}

Expr ExpressionBuilder::conditional(ParserRuleContext& tree) {
  Expr result;
  result.kind = Expr::Kind::conditional;
  result.range = result.inner = range(tree);
  for (auto* part : tree.getRuleContexts<RomasParser::ExpressionContext>()) result.operands.push_back(expression(*part));
  return result;
}

// Operands joined by operators of this rank make one flat node; one operand stands for itself.
Expr ExpressionBuilder::ranked(Chain& chain, int rank) {
  if (rank == kPower) return power(static_cast<ParserRuleContext&>(*chain.tree.children[chain.at++]));
  if (rank == kNot) return negated(chain);
  Expr result = ranked(chain, rank + 1);
  bool joined = false;
  while (const Token* token = token_at(chain.tree, chain.at)) {
    const SourceRange where = range(*token);
    const auto* row = std::find_if(kOperators.begin(), kOperators.end(), [&](const OperatorRow& candidate) { return candidate.sign == text(where); });
    if (row == kOperators.end() || row->rank != rank) break;
    ++chain.at;
    if (!joined) {
      Expr first = std::exchange(result, Expr());
      result.kind = kind_of(rank);
      result.operands.push_back(std::move(first));
      joined = true;
    } else if (rank == kComparison && result.operands.size() == 2) {
      context_.diagnostics->report(Rule::syntax, where, "comparisons do not chain; write 'a < b and b < c'");
    }
    result.operators.push_back(row->op);
    result.operands.push_back(ranked(chain, rank + 1));
  }
  if (!joined) return result;
  result.range = result.inner = {context_.file, result.operands.front().range.begin, result.operands.back().range.end};
  return result;
}

// `not` binds more loosely than comparisons: not a == b.
Expr ExpressionBuilder::negated(Chain& chain) {
  std::size_t count = 0;  // two cancel: the tree does not get deep
  std::uint32_t begin = 0;
  const Token* token = token_at(chain.tree, chain.at);
  for (; token != nullptr && keyword_of(token->getType()) == "not"; token = token_at(chain.tree, ++chain.at), ++count) begin = range(*token).begin;
  Expr operand = ranked(chain, kComparison);
  if (count % 2 == 0) return operand;
  Expr result;
  result.kind = Expr::Kind::logical_not;
  result.range = result.inner = {context_.file, begin, operand.range.end};
  result.operands.push_back(std::move(operand));
  return result;
}

// Signs and an operand.
Expr ExpressionBuilder::power(ParserRuleContext& tree) {
  std::size_t signs = 0;
  for (const Token* token = token_at(tree, 0); token != nullptr && token->getType() == RomasParser::MINUS; token = token_at(tree, signs)) ++signs;
  Expr result = operand(tree, signs);
  if (signs % 2 == 0) return result;  // two signs cancel; the tree does not get deep
  Expr negated;
  negated.kind = Expr::Kind::negate;
  negated.range = negated.inner = {context_.file, range(*token_at(tree, signs - 1)).begin, result.range.end};
  negated.operands.push_back(std::move(result));
  return negated;
}

// --- operands -----------------------------------------------------------------------------------------------------------------

Expr ExpressionBuilder::operand(ParserRuleContext& tree, std::size_t at) {
  const Token* token = token_at(tree, at);
  if (token == nullptr) return selected(tree, named(static_cast<ParserRuleContext&>(*tree.children[at])));
  Expr result;
  result.range = result.inner = range(*token);
  switch (token->getType()) {
    case RomasParser::NUMBER: return suffixed(number(*token), first<RomasParser::SuffixContext>(tree));
    case RomasParser::STRING:
      result.kind = Expr::Kind::text;
      result.text = string_literal(result.range, result.pieces);
      return result;
    case RomasParser::LPAREN: return parenthesised(tree, at);
    case RomasParser::LBRACKET: {
      if (auto* elements = first<RomasParser::ListContext>(tree))
        result = list(*elements);
      else
        result.kind = Expr::Kind::list;
      result.range.begin = result.inner.begin = range(*token).begin;
      const std::size_t close = first<RomasParser::ListContext>(tree) == nullptr ? at + 1 : at + 2;
      result.range.end = result.inner.end = range(*token_at(tree, close)).end;
      return selected(tree, std::move(result));
    }
    default: break;
  }
  const std::string_view keyword = keyword_of(token->getType());
  if (keyword == "align") {
    result = align(tree);
    result.range.begin = result.inner.begin = range(*token).begin;
    return result;
  }
  result.kind = Expr::Kind::boolean;
  result.boolean = keyword == "true";
  return result;
}

Expr ExpressionBuilder::parenthesised(ParserRuleContext& tree, std::size_t at) {
  Expr result;
  for (auto* inner : tree.getRuleContexts<RomasParser::ExpressionContext>()) result.operands.push_back(expression(*inner));
  result.kind = result.operands.size() == 1 ? Expr::Kind::group : Expr::Kind::tuple;
  const std::size_t close = at + result.operands.size() * 2;
  result.range = result.inner = {context_.file, range(*token_at(tree, at)).begin, range(*token_at(tree, close)).end};
  if (first<RomasParser::SelectorContext>(tree) != nullptr) return selected(tree, std::move(result));
  return suffixed(std::move(result), first<RomasParser::SuffixContext>(tree));
}

// [a, b, c] or [f(x) for x in xs if g(x)], without its brackets
Expr ExpressionBuilder::list(ParserRuleContext& tree) {
  Expr result;
  result.range = result.inner = range(tree);
  result.kind = Expr::Kind::list;
  for (auto* inner : tree.getRuleContexts<RomasParser::ExpressionContext>()) result.operands.push_back(expression(*inner));
  if (auto* names = first<RomasParser::PatternContext>(tree)) {
    result.kind = Expr::Kind::each;
    result.pattern = std::make_shared<const Pattern>(pattern(*names));
  }
  return result;
}

Expr ExpressionBuilder::named(ParserRuleContext& word) {
  Expr result;
  result.kind = Expr::Kind::name;
  result.range = result.inner = range(word);
  result.text = std::string(text(result.range));
  return result;
}

Expr ExpressionBuilder::selected(ParserRuleContext& tree, Expr head) {
  for (auto* selector : tree.getRuleContexts<RomasParser::SelectorContext>()) head = select(std::move(head), *selector);
  if (auto* exponent = first<RomasParser::ExponentContext>(tree)) return raised(std::move(head), *exponent);
  return head;
}

Expr ExpressionBuilder::select(Expr head, ParserRuleContext& selector) {
  auto* exponent = first<RomasParser::ExponentContext>(selector);
  const auto with_exponent = [&](Expr chosen) { return exponent == nullptr ? chosen : raised(std::move(chosen), *exponent); };
  if (auto* name = first<RomasParser::NameContext>(selector)) return with_exponent(member(std::move(head), *name));
  Expr result;
  result.range = result.inner = {context_.file, head.range.begin, range(selector).end};
  result.operands.push_back(std::move(head));
  if (auto* index = first<RomasParser::ExpressionContext>(selector)) {
    result.kind = Expr::Kind::index;
    result.operands.push_back(expression(*index));
    result.range.end = result.inner.end = range(*static_cast<ParserRuleContext*>(index)).end + 1;
    return with_exponent(std::move(result));
  }
  result.kind = Expr::Kind::call;
  auto* written = first<RomasParser::ArgumentsContext>(selector);
  result.inner.end = range(*written).end;
  result.range.end = result.inner.end;
  arguments(*written, result);
  return suffixed(std::move(result), first<RomasParser::SuffixContext>(selector));
}

Expr ExpressionBuilder::member(Expr head, ParserRuleContext& name) {
  Expr result;
  result.kind = Expr::Kind::member;
  result.text_range = range(name);
  result.range = result.inner = {context_.file, head.range.begin, result.text_range.end};
  result.text = std::string(text(result.text_range));
  if (result.text.starts_with('"')) result.text = string_literal(result.text_range, result.pieces);
  result.operands.push_back(std::move(head));
  return result;
}

void ExpressionBuilder::arguments(ParserRuleContext& tree, Expr& call) {
  for (auto* argument : tree.getRuleContexts<RomasParser::ArgumentContext>()) {
    auto* name = first<RomasParser::NameContext>(*argument);
    call.names.push_back(name == nullptr ? Binding{} : binding(*name));
    call.operands.push_back(expression(*first<RomasParser::ExpressionContext>(*argument)));
  }
}

Expr ExpressionBuilder::instantiation(ParserRuleContext& tree) {
  const auto names = tree.getRuleContexts<RomasParser::NameContext>();
  Expr head = named(*names.front());
  for (std::size_t i = 1; i < names.size(); ++i) head = member(std::move(head), *names[i]);
  auto* written = first<RomasParser::ArgumentsContext>(tree);
  if (written == nullptr) return head;
  Expr result;
  result.kind = Expr::Kind::call;
  result.range = result.inner = range(tree);
  result.operands.push_back(std::move(head));
  arguments(*written, result);
  return result;
}

Expr ExpressionBuilder::number(const Token& token) {
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

Expr ExpressionBuilder::align(ParserRuleContext& tree) {
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

// --- units and exponents ------------------------------------------------------------------------------------------------------

Expr ExpressionBuilder::suffixed(Expr operand, ParserRuleContext* suffix) {
  if (suffix == nullptr) return operand;
  if (auto* exponent = first<RomasParser::ExponentContext>(*suffix)) return raised(std::move(operand), *exponent);
  operand.unit = unit(*first<RomasParser::UnitContext>(*suffix));
  operand.range.end = range(*suffix).end;
  return operand;
}

std::optional<int> ExpressionBuilder::exponent_value(ParserRuleContext& tree) {
  const Integer value = integer(tree);
  constexpr long long kLargest = 9;
  if (value.value <= kLargest && value.value >= -kLargest) return static_cast<int>(value.value);
  context_.diagnostics->report(Rule::bad_number, value.range, concat("an exponent lies between -", kLargest, " and ", kLargest));
  return std::nullopt;
}

Expr ExpressionBuilder::raised(Expr operand, ParserRuleContext& exponent) {
  Expr result;
  result.kind = Expr::Kind::power;
  result.range = result.inner = {context_.file, operand.range.begin, range(exponent).end};
  result.exponent = exponent_value(*first<RomasParser::IntegerContext>(exponent)).value_or(1);
  result.operands.push_back(std::move(operand));
  return result;
}

std::vector<UnitFactor> ExpressionBuilder::unit(ParserRuleContext& tree) {
  std::vector<UnitFactor> factors;
  int sign = 1;
  for (ParseTree* node : tree.children) {
    if (auto* leaf = dynamic_cast<TerminalNode*>(node)) {
      sign = leaf->getSymbol()->getType() == RomasParser::SLASH ? -1 : 1;
      continue;
    }
    auto& factor = *dynamic_cast<RomasParser::UnitFactorContext*>(node);
    auto* written = first<RomasParser::IntegerContext>(factor);
    const int exponent = written == nullptr ? 1 : exponent_value(*written).value_or(1);
    factors.push_back({text(range(*factor.getStart())), sign * exponent});
  }
  return factors;
}

}  // namespace romas::language
