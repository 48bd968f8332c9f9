#include "frontend/language/grammar/expression_builder.h"

#include <array>

#include "frontend/language/grammar/strings.h"
#include "frontend/language/words/keywords.h"
#include "support/text/text.h"

namespace romas::language {

// --- places and words

SourceRange ExpressionBuilder::range(Node tree) const {
  const Lexeme& first = tree.first_word();
  if (first.type != Lexeme::kEnd) return {context_.file, first.begin, tree.last_word().end};
  const auto size = static_cast<std::uint32_t>(text_.size());
  return {context_.file, size, size};
}

std::string ExpressionBuilder::string_literal(const SourceRange& where, TemplatePtr& pieces) {
  return read_string(where, *context_.sources, *context_.diagnostics, pieces);
}

Binding ExpressionBuilder::binding(Node name) {
  const SourceRange where = range(name);
  if (text(where).starts_with('"'))
    context_.diagnostics->report(Rule::syntax, where, "this name refers to a value: write it without quotes");
  return {std::string(text(where)), where};
}

Binding ExpressionBuilder::member_name(Node name) {
  const SourceRange where = range(name);
  if (!text(where).starts_with('"')) return {std::string(text(where)), where};
  TemplatePtr pieces;
  std::string written = string_literal(where, pieces);
  if (pieces)
    context_.diagnostics->report(Rule::type_mismatch, where,
                                 "the name of a member must be fixed; it cannot contain values in braces");
  return {std::move(written), where};
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

TypeExpr ExpressionBuilder::type(Node tree) {
  TypeExpr result;
  result.range = range(tree);
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleWord) {
      const SourceRange where = range(part);
      result.names.push_back({std::string(text(where)), where});
    }
    if (part.rule() == grammar::RuleName) result.names.push_back(member_name(part));
    if (part.is_word() && part.type() == grammar::STRING) {
      const SourceRange where = range(part.word());
      TemplatePtr pieces;
      result.kind = TypeExpr::Kind::choice;
      result.names.push_back({string_literal(where, pieces), where});
      if (pieces)
        context_.diagnostics->report(
            Rule::type_mismatch, where,
            "the texts of a type must be fixed; they cannot contain values in braces");
    }
    if (part.rule() == grammar::RuleType) result.elements.push_back(type(part));
    if (part.rule() != grammar::RuleTypeMember) continue;
    result.kind = TypeExpr::Kind::record;
    if (const auto name = part.child(grammar::RuleName)) result.names.push_back(member_name(*name));
    if (const auto member = part.child(grammar::RuleType)) result.elements.push_back(type(*member));
  }
  if (result.kind == TypeExpr::Kind::name && !result.elements.empty())
    result.kind = result.elements.size() == 1 ? TypeExpr::Kind::list : TypeExpr::Kind::tuple;
  return result;
}

std::vector<Binding> Pattern::names() const {
  if (parts.empty()) return {name};
  std::vector<Binding> all;
  for (const Pattern& part : parts)
    for (Binding& inner : part.names()) all.push_back(std::move(inner));
  return all;
}

// The words of a rule, without white space between them.
std::string ExpressionBuilder::joined(Node tree) const {
  std::string text;
  for (const Node node : tree) text.append(this->text(range(node.word())));
  return text;
}

Integer ExpressionBuilder::integer(Node tree) {
  const std::string digits = joined(tree);
  const auto value = parse_integer(digits);
  constexpr long long kLargest = 0xffffffff;  // of the places of extensions
  if (!value || *value > kLargest || *value < -kLargest) {
    context_.diagnostics->report(Rule::bad_number, range(tree),
                                 concat("'", digits, "' is not a whole number, or is too large"));
    return {0, range(tree)};
  }
  return {*value, range(tree)};
}

AxisName ExpressionBuilder::axis(Node tree) { return {joined(tree), range(tree)}; }

// --- operators

namespace {

// Precedence, ascending.
enum Rank : int { kOr, kAnd, kNot, kComparison, kSum, kProduct, kPower };

struct OperatorRow {
  std::uint16_t type;
  Operator op;
  Rank rank;
};
constexpr std::array kOperators = {
    OperatorRow{type_of_literal("or"), Operator::logical_or, kOr},
    OperatorRow{type_of_literal("and"), Operator::logical_and, kAnd},
    OperatorRow{grammar::LESS, Operator::less, kComparison},
    OperatorRow{grammar::LESS_EQUAL, Operator::less_equal, kComparison},
    OperatorRow{grammar::GREATER, Operator::greater, kComparison},
    OperatorRow{grammar::GREATER_EQUAL, Operator::greater_equal, kComparison},
    OperatorRow{grammar::EQUAL, Operator::equal, kComparison},
    OperatorRow{grammar::UNEQUAL, Operator::unequal, kComparison},
    OperatorRow{grammar::PLUS, Operator::add, kSum},
    OperatorRow{grammar::MINUS, Operator::subtract, kSum},
    OperatorRow{grammar::STAR, Operator::multiply, kProduct},
    OperatorRow{grammar::SLASH, Operator::divide, kProduct},
};

const OperatorRow* find_operator(std::uint16_t type) {
  for (const OperatorRow& row : kOperators)
    if (row.type == type) return &row;
  return nullptr;
}

Expr::Kind operator_kind(int rank) {
  switch (rank) {
    case kOr: return Expr::Kind::disjunction;
    case kAnd: return Expr::Kind::conjunction;
    case kComparison: return Expr::Kind::comparison;
    case kSum: return Expr::Kind::sum;
    default: return Expr::Kind::product;
  }
}

// The type of a child that is a word; kEnd for a rule or an absent child.
std::uint16_t type_at(ParseTree::Node::Iterator at, ParseTree::Node::Iterator end) {
  return at == end || !(*at).is_word() ? Lexeme::kEnd : (*at).word().type;
}

}  // namespace

// The flat list of operands and operators of one expression, read from the left.
struct ExpressionBuilder::Chain {
  explicit Chain(Node tree) : at(tree.begin()), end(tree.end()) {}
  std::uint16_t type() const { return type_at(at, end); }

  Node::Iterator at, end;
};

// Limits the depth of an expression. An excess is reported once a statement.
void ExpressionBuilder::bound(Expr& expr) {
  if (expr.depth <= kMaxExpressionDepth) return;
  const SourceRange where = expr.range;
  if (!too_deep_)
    context_.diagnostics->report(Rule::input_limit, where,
                                 concat("this expression is nested deeper than ", kMaxExpressionDepth,
                                        "; give names to its parts with 'let'"));
  too_deep_ = true;
  expr = Expr();
  expr.set_range(where);
}

void ExpressionBuilder::expression(Node tree, Expr& out) {
  Chain chain(tree);
  if (chain.at == chain.end) return;
  if (chain.type() == type_of_literal("if")) {
    conditional(tree, out);
  } else if (chain.type() == type_of_literal("let")) {
    let_in(tree, out);
  } else {
    ranked(chain, kOr, out);
  }
  bound(out);
}

void ExpressionBuilder::product(Node tree, Expr& out) {
  Chain chain(tree);
  ranked(chain, kProduct, out);
  bound(out);
}

void ExpressionBuilder::conditional(Node tree, Expr& out) {
  out.kind = Expr::Kind::conditional;
  out.set_range(range(tree));
  out.operands.reserve(3);
  for (const Node part : tree)
    if (part.rule() == grammar::RuleExpression)
      out.add_made([&](Expr& operand) { expression(part, operand); });
}

void ExpressionBuilder::let_in(Node tree, Expr& out) {
  out.kind = Expr::Kind::let_in;
  out.set_range(range(tree));
  out.operands.reserve(tree.count(grammar::RuleLocal) + 1);
  auto locals = std::make_shared<Locals>();
  const auto value_of = [&](Node value) { out.add_made([&](Expr& operand) { expression(value, operand); }); };
  for (const Node part : tree) {
    if (part.rule() == grammar::RuleExpression) value_of(part);
    if (part.rule() != grammar::RuleLocal) continue;
    Locals::Local& local = locals->all.emplace_back();
    for (const Node of : part) {
      if (of.rule() == grammar::RulePattern) local.pattern = pattern(of);
      if (of.rule() == grammar::RuleType) local.type = std::make_shared<const TypeExpr>(type(of));
      if (of.rule() == grammar::RuleExpression) value_of(of);
    }
  }
  out.edit_more().locals = std::move(locals);
}

// Operands joined by operators of this rank make one flat node. A single operand gets no node around it.
void ExpressionBuilder::ranked(Chain& chain, int rank, Expr& out) {
  if (rank == kPower) {
    if (chain.at == chain.end) return;
    const Node operand = *chain.at;
    ++chain.at;
    power(operand, out);
    return;
  }
  if (rank == kNot) {
    negated(chain, out);
    return;
  }
  ranked(chain, rank + 1, out);
  bool joined = false;
  while (chain.at != chain.end) {
    const OperatorRow* row = find_operator(chain.type());
    if (row == nullptr || row->rank != rank) break;
    const SourceRange where = range((*chain.at).word());
    ++chain.at;
    if (!joined) {
      out.wrap_in(operator_kind(rank));
      joined = true;
    } else if (rank == kComparison && out.operands.size() == 2) {
      context_.diagnostics->report(Rule::syntax, where, "comparisons do not chain; write 'a < b and b < c'");
    }
    out.edit_more().operators.push_back(row->op);
    out.add_made([&](Expr& operand) { ranked(chain, rank + 1, operand); });
  }
  if (joined) out.set_range({context_.file, out.operands.front().range.begin, out.operands.back().range.end});
}

// `not` binds more loosely than comparisons: not a == b.
void ExpressionBuilder::negated(Chain& chain, Expr& out) {
  std::size_t count = 0;  // two cancel: the tree does not get deep
  std::uint32_t begin = 0;
  for (; chain.type() == type_of_literal("not"); ++chain.at, ++count) begin = (*chain.at).word().begin;
  ranked(chain, kComparison, out);
  if (count % 2 == 0) return;
  const std::uint32_t end = out.range.end;
  out.wrap_in(Expr::Kind::logical_not);
  out.set_range({context_.file, begin, end});
}

// Signs and an operand.
void ExpressionBuilder::power(Node tree, Expr& out) {
  std::size_t signs = 0;
  std::uint32_t last_sign = 0;
  Node::Iterator at = tree.begin();
  const Node::Iterator end = tree.end();
  for (; type_at(at, end) == grammar::MINUS; ++at, ++signs) last_sign = (*at).word().begin;
  if (at == end) return;
  operand(tree, at, out);
  if (signs % 2 == 0) return;  // two signs cancel; the tree does not get deep
  const std::uint32_t last = out.range.end;
  out.wrap_in(Expr::Kind::negate);
  out.set_range({context_.file, last_sign, last});
}

}  // namespace romas::language
