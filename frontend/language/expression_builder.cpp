#include "frontend/language/expression_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/language/keywords.h"
#include "frontend/language/strings.h"
#include "ir/units.h"
#include "support/text.h"

namespace romas::language {

namespace {

using Node = ParseTree::Node;

// A child that is a word; its type is kEnd where it is a rule, or not there.
const Lexeme& word_at(Node::Iterator at, Node::Iterator end) {
  static constexpr Lexeme kNone{};
  return at == end || !(*at).is_word() ? kNone : (*at).word();
}

}  // namespace

// --- places and words --------------------------------------------------------------------------------------

SourceRange ExpressionBuilder::range(Node tree) const {
  const Lexeme& first = tree.first_word();
  const auto size = static_cast<std::uint32_t>(context_.sources->text(context_.file).size());
  if (first.type == Lexeme::kEnd) return {context_.file, size, size};
  return {context_.file, first.begin, tree.last_word().end};
}

std::string ExpressionBuilder::string_literal(const SourceRange& where, TemplatePtr& pieces) {
  return read_string(where, *context_.sources, *context_.diagnostics, pieces);
}

Binding ExpressionBuilder::binding(Node name) {
  const SourceRange where = range(name);
  if (text(where).starts_with('"'))
    context_.diagnostics->report(Rule::syntax, where,
                                 "this name stands for a value: it is written without quotes");
  return {std::string(text(where)), where};
}

Pattern ExpressionBuilder::pattern(Node tree) {
  Pattern result;
  result.range = range(tree);
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleName) result.name = binding(part);
    if (part.rule() == grammar::RulePattern) result.parts.push_back(pattern(part));
  }
  return result;
}

std::vector<Binding> Pattern::names() const {
  if (parts.empty()) return {name};
  std::vector<Binding> all;
  for (const Pattern& part : parts)
    for (Binding& inner : part.names()) all.push_back(std::move(inner));
  return all;
}

namespace {

// The words of a rule, without white space between them.
std::string joined(Node tree, FileId file, const SourceManager& sources) {
  std::string text;
  for (const Node node : tree) text.append(sources.text(node.word().range(file)));
  return text;
}

}  // namespace

Integer ExpressionBuilder::integer(Node tree) {
  const std::string digits = joined(tree, context_.file, *context_.sources);
  const auto value = parse_integer(digits);
  constexpr long long kLargest = 1'000'000'000;  // of ids and indices
  if (!value || *value > kLargest || *value < -kLargest) {
    context_.diagnostics->report(Rule::bad_number, range(tree),
                                 concat("'", digits, "' is no whole number, or too large"));
    return {0, range(tree)};
  }
  return {*value, range(tree)};
}

AxisName ExpressionBuilder::axis(Node tree) {
  return {joined(tree, context_.file, *context_.sources), range(tree)};
}

// --- operators ---------------------------------------------------------------------------------------------

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
  explicit Chain(Node tree) : at(tree.begin()), end(tree.end()), begin(tree.begin()) {}
  const Lexeme& word() const { return word_at(at, end); }

  Node::Iterator at, end, begin;
};

// Reported once a statement.
Expr ExpressionBuilder::bounded(Expr expr) {
  if (expr.depth <= kMaxExpressionDepth) return expr;
  if (!too_deep_)
    context_.diagnostics->report(Rule::input_limit, expr.range,
                                 concat("this expression is nested deeper than ", kMaxExpressionDepth,
                                        "; give names to its parts with 'let'"));
  too_deep_ = true;
  Expr nothing;
  nothing.set_range(expr.range);
  return nothing;
}

Expr ExpressionBuilder::expression(Node tree) {
  const auto front = tree.front();
  if (!front) return {};
  if (front->is_word() && keyword_of(front->word().type) == "if") return bounded(conditional(tree));
  Chain chain(tree);
  return bounded(ranked(chain, kOr));
}

Expr ExpressionBuilder::product(Node tree) {
  Chain chain(tree);
  return bounded(ranked(chain, kProduct));
}

Expr ExpressionBuilder::conditional(Node tree) {
  Expr result;
  result.kind = Expr::Kind::conditional;
  result.set_range(range(tree));
  for (const Node part : tree)
    if (part.rule() == grammar::RuleExpression) result.add(expression(part));
  return result;
}

namespace {

const OperatorRow* find_operator(std::string_view sign) {
  const auto* row = std::find_if(kOperators.begin(), kOperators.end(),
                                 [&](const OperatorRow& candidate) { return candidate.sign == sign; });
  return row == kOperators.end() ? nullptr : row;
}

}  // namespace

// Operands joined by operators of this rank make one flat node; one operand stands for itself.
Expr ExpressionBuilder::ranked(Chain& chain, int rank) {
  if (rank == kPower) {
    if (chain.at == chain.end) return {};
    const Node operand = *chain.at;
    ++chain.at;
    return power(operand);
  }
  if (rank == kNot) return negated(chain);
  Expr result = ranked(chain, rank + 1);
  bool joined = false;
  while (chain.at != chain.end && (*chain.at).is_word()) {
    const SourceRange where = range(chain.word());
    const OperatorRow* row = find_operator(text(where));
    if (row == nullptr || row->rank != rank) break;
    ++chain.at;
    if (!joined) {
      Expr first = std::exchange(result, Expr());
      result.kind = kind_of(rank);
      result.add(std::move(first));
      joined = true;
    } else if (rank == kComparison && result.operands.size() == 2) {
      context_.diagnostics->report(Rule::syntax, where, "comparisons do not chain; write 'a < b and b < c'");
    }
    result.edit_more().operators.push_back(row->op);
    result.add(ranked(chain, rank + 1));
  }
  if (!joined) return result;
  result.set_range({context_.file, result.operands.front().range.begin, result.operands.back().range.end});
  return result;
}

// `not` binds more loosely than comparisons: not a == b.
Expr ExpressionBuilder::negated(Chain& chain) {
  std::size_t count = 0;  // two cancel: the tree does not get deep
  std::uint32_t begin = 0;
  for (; keyword_of(chain.word().type) == "not"; ++chain.at, ++count) begin = chain.word().begin;
  Expr operand = ranked(chain, kComparison);
  if (count % 2 == 0) return operand;
  Expr result;
  result.kind = Expr::Kind::logical_not;
  result.set_range({context_.file, begin, operand.range.end});
  result.add(std::move(operand));
  return result;
}

// Signs and an operand.
Expr ExpressionBuilder::power(Node tree) {
  std::size_t signs = 0;
  std::uint32_t last_sign = 0;
  Node::Iterator at = tree.begin();
  for (; word_at(at, tree.end()).type == grammar::MINUS; ++at, ++signs) last_sign = (*at).word().begin;
  if (at == tree.end()) return {};
  Expr result = operand(tree, at);
  if (signs % 2 == 0) return result;  // two signs cancel; the tree does not get deep
  Expr negated;
  negated.kind = Expr::Kind::negate;
  negated.set_range({context_.file, last_sign, result.range.end});
  negated.add(std::move(result));
  return negated;
}

// --- operands ----------------------------------------------------------------------------------------------

Expr ExpressionBuilder::operand(Node tree, Node::Iterator at) {
  if (!(*at).is_word()) return selected(tree, named(*at));
  const Lexeme& word = (*at).word();
  Expr result;
  result.set_range(range(word));
  switch (word.type) {
    case grammar::NUMBER: return suffixed(number(word), tree.child(grammar::RuleSuffix));
    case grammar::STRING: {
      result.kind = Expr::Kind::text;
      TemplatePtr pieces;
      std::string own = string_literal(result.range, pieces);
      const std::string_view written = text(result.range);
      if (pieces) result.edit_more().pieces = std::move(pieces);
      if (written.size() == own.size() + 2 && written.substr(1, own.size()) == own)
        result.word = written.substr(1, own.size());
      else if (!own.empty())
        result.edit_more().text = std::move(own);
      return result;
    }
    case grammar::LPAREN: return parenthesised(tree, word);
    case grammar::LBRACKET: {
      result.kind = Expr::Kind::list;
      if (const auto elements = tree.child(grammar::RuleList)) result = list(*elements);
      std::uint32_t end = word.end;
      for (const Node part : tree)
        if (part.is_word() && part.type() == grammar::RBRACKET) end = part.word().end;
      result.set_range({context_.file, word.begin, end});
      return selected(tree, std::move(result));
    }
    default: break;
  }
  const std::string_view keyword = keyword_of(word.type);
  if (keyword == "align") {
    result = align(tree);
    result.set_range({context_.file, word.begin, result.range.end});
    return result;
  }
  result.kind = Expr::Kind::boolean;
  result.boolean = keyword == "true";
  return result;
}

Expr ExpressionBuilder::parenthesised(Node tree, const Lexeme& open) {
  Expr result;
  std::uint32_t end = open.end;
  result.operands.reserve(tree.count(grammar::RuleExpression));
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleExpression) result.add(expression(part));
    if (part.is_word() && part.type() == grammar::RPAREN) end = part.word().end;
  }
  result.kind = result.operands.size() == 1 ? Expr::Kind::group : Expr::Kind::tuple;
  result.set_range({context_.file, open.begin, end});
  if (tree.child(grammar::RuleSelector)) return selected(tree, std::move(result));
  return suffixed(std::move(result), tree.child(grammar::RuleSuffix));
}

// [a, b, c] or [f(x) for x in xs if g(x)], without its brackets
Expr ExpressionBuilder::list(Node tree) {
  Expr result;
  result.set_range(range(tree));
  result.kind = Expr::Kind::list;
  result.operands.reserve(tree.count(grammar::RuleExpression));
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleExpression) result.add(expression(part));
    if (part.rule() == grammar::RulePattern) {
      result.kind = Expr::Kind::each;
      result.edit_more().pattern = std::make_shared<const Pattern>(pattern(part));
    }
  }
  return result;
}

Expr ExpressionBuilder::named(Node word) {
  Expr result;
  result.kind = Expr::Kind::name;
  result.set_range(range(word));
  result.word = text(result.range);
  return result;
}

Expr ExpressionBuilder::selected(Node tree, Expr head) {
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleExponent) return raised(std::move(head), part);
    if (part.rule() != grammar::RuleSelector) continue;
    head = bounded(select(std::move(head), part));
    if (head.kind == Expr::Kind::missing) break;
  }
  return head;
}

Expr ExpressionBuilder::select(Expr head, Node selector) {
  const auto exponent = selector.child(grammar::RuleExponent);
  const auto with_exponent = [&](Expr chosen) {
    return exponent ? raised(std::move(chosen), *exponent) : std::move(chosen);
  };
  if (const auto name = selector.child(grammar::RuleName))
    return with_exponent(member(std::move(head), *name));
  Expr result;
  result.set_range({context_.file, head.range.begin, range(selector).end});
  result.add(std::move(head));
  if (const auto index = selector.child(grammar::RuleExpression)) {
    result.kind = Expr::Kind::index;
    result.add(expression(*index));
    for (const Node part : selector)
      if (part.is_word() && part.type() == grammar::RBRACKET)
        result.set_range({context_.file, result.range.begin, part.word().end});
    return with_exponent(std::move(result));
  }
  result.kind = Expr::Kind::call;
  const auto written = selector.child(grammar::RuleArguments);
  if (!written) return result;
  result.set_range({context_.file, result.range.begin, range(*written).end});
  arguments(*written, result);
  return suffixed(std::move(result), selector.child(grammar::RuleSuffix));
}

Expr ExpressionBuilder::member(Expr head, Node name) {
  Expr result;
  result.kind = Expr::Kind::member;
  const SourceRange where = range(name);
  result.set_range({context_.file, head.range.begin, where.end});
  result.word = text(where);
  if (result.word.starts_with('"')) {
    Expr::Extra& more = result.edit_more();
    more.text_range = where;
    more.text = string_literal(where, more.pieces);
    result.word = {};
  }
  result.add(std::move(head));
  return result;
}

void ExpressionBuilder::arguments(Node tree, Expr& call) {
  call.operands.reserve(call.operands.size() + tree.count(grammar::RuleArgument));
  for (const Node argument : tree) {
    if (argument.rule() != grammar::RuleArgument) continue;
    const auto name = argument.child(grammar::RuleName);
    const auto value = argument.child(grammar::RuleExpression);
    call.edit_more().names.push_back(name ? binding(*name) : Binding{});
    call.add(value ? expression(*value) : Expr());
  }
}

Expr ExpressionBuilder::instantiation(Node tree) {
  std::optional<Expr> head;
  for (const Node part : tree) {
    if (part.rule() != grammar::RuleName) continue;
    head = head ? bounded(member(std::move(*head), part)) : named(part);
    if (head->kind == Expr::Kind::missing) return *head;
  }
  if (!head) return {};
  const auto written = tree.child(grammar::RuleArguments);
  if (!written) return *std::move(head);
  Expr result;
  result.kind = Expr::Kind::call;
  result.set_range(range(tree));
  result.add(*std::move(head));
  arguments(*written, result);
  return result;
}

Expr ExpressionBuilder::number(const Lexeme& word) {
  Expr result;
  result.kind = Expr::Kind::number;
  result.set_range(range(word));
  const auto value = parse_double(text(result.range));
  if (value) {
    result.number = *value;
  } else {
    context_.diagnostics->report(Rule::bad_number, result.range,
                                 concat("'", text(result.range), "' is too large for a number"));
  }
  return result;
}

Expr ExpressionBuilder::align(Node tree) {
  Expr result;
  result.kind = Expr::Kind::align;
  result.set_range(range(tree));
  for (const Node match : tree) {
    if (match.rule() != grammar::RuleAxisMatch) continue;
    for (const Node axis : match) {
      if (axis.rule() != grammar::RuleSignedAxis) continue;
      Expr name;
      name.kind = Expr::Kind::name;
      AxisName written = this->axis(axis);
      name.set_range(written.range);
      name.edit_more().text = std::move(written.text);
      result.add(std::move(name));
    }
  }
  return result;
}

// --- units and exponents -----------------------------------------------------------------------------------

Expr ExpressionBuilder::suffixed(Expr operand, std::optional<Node> suffix) {
  if (!suffix) return operand;
  if (const auto exponent = suffix->child(grammar::RuleExponent))
    return raised(std::move(operand), *exponent);
  if (const auto written = suffix->child(grammar::RuleUnit)) operand.edit_more().unit = unit(*written);
  operand.range.end = range(*suffix).end;
  return operand;
}

std::optional<int> ExpressionBuilder::exponent_value(Node tree) {
  const Integer value = integer(tree);
  constexpr long long kLargest = 9;
  if (value.value <= kLargest && value.value >= -kLargest) return static_cast<int>(value.value);
  context_.diagnostics->report(Rule::bad_number, value.range,
                               concat("an exponent lies between -", kLargest, " and ", kLargest));
  return std::nullopt;
}

Expr ExpressionBuilder::raised(Expr operand, Node exponent) {
  Expr result;
  result.kind = Expr::Kind::power;
  result.set_range({context_.file, operand.range.begin, range(exponent).end});
  const auto written = exponent.child(grammar::RuleInteger);
  result.exponent = static_cast<std::int8_t>(written ? exponent_value(*written).value_or(1) : 1);
  result.add(std::move(operand));
  return result;
}

std::vector<UnitFactor> ExpressionBuilder::unit(Node tree) {
  std::vector<UnitFactor> factors;
  int sign = 1;
  for (const Node factor : tree) {
    if (factor.is_word()) {
      sign = factor.type() == grammar::SLASH ? -1 : 1;
      continue;
    }
    const auto written = factor.child(grammar::RuleInteger);
    const int exponent = written ? exponent_value(*written).value_or(1) : 1;
    factors.push_back({text(range(factor.first_word())), sign * exponent});
  }
  return factors;
}

}  // namespace romas::language
