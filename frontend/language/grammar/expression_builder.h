// Builds expressions of the syntax tree from the parse tree; provides both builders with places and words.
#pragma once

#include <optional>

#include "frontend/language/grammar/parse_tree.h"
#include "frontend/language/grammar/tree_builder.h"
#include "frontend/language/syntax/ast.h"

namespace romas::language {

// Rules nest as deep as brackets and conditions, which the token reader limits. kMaxExpressionDepth limits
// the depth of expressions. Expressions are built in place: each function fills an empty one.
class ExpressionBuilder {
 public:
  using Node = ParseTree::Node;

  explicit ExpressionBuilder(const BuildContext& context)
      : context_(context), text_(context.sources->text(context.file)) {}

  // expression_builder.cpp: places, words and operators
  void expression(Node tree, Expr& out);
  // Factors with '*' and '/' between them.
  void product(Node tree, Expr& out);

  Binding binding(Node name);
  // The name of a record's member, which may stand in quotes.
  Binding member_name(Node name);
  Pattern pattern(Node tree);
  TypeExpr type(Node tree);
  AxisName axis(Node tree);
  Integer integer(Node tree);
  // The text of a literal; `pieces` gets what is interpolated.
  std::string string_literal(const SourceRange& where, TemplatePtr& pieces);

  SourceRange range(const Lexeme& word) const { return word.range(context_.file); }
  SourceRange range(Node tree) const;
  std::string_view text(const SourceRange& where) const {
    return text_.substr(where.begin, where.end - where.begin);
  }

  // expression_builder_operands.cpp: what stands between operators
  // NAME[.NAME…][(arguments)]: what `use` takes; a call, or a name with members.
  void instantiation(Node tree, Expr& out);

 private:
  // expression_builder.cpp
  struct Chain;
  void ranked(Chain& chain, int rank, Expr& out);
  void negated(Chain& chain, Expr& out);
  void conditional(Node tree, Expr& out);
  void let_in(Node tree, Expr& out);
  void power(Node tree, Expr& out);
  void bound(Expr& expr);
  std::string joined(Node tree) const;

  // expression_builder_operands.cpp
  void operand(Node tree, Node::Iterator at, Expr& out);
  void text_operand(Expr& out);
  void parenthesised(Node tree, const Lexeme& open, Expr& out);
  void list(Node tree, const Lexeme& open, Expr& out);
  void elements(Node tree, Expr& out);
  void record(Node tree, Expr& out);
  void named(Node word, Expr& out) const;
  void select_all(Node tree, Expr& head);
  void select(Node selector, Expr& head);
  void index(Node selector, Node value, Expr& head);
  void member(Node name, Expr& head);
  void arguments(Node tree, Expr& call);
  void align(Node tree, Expr& out);
  void add_suffix(std::optional<Node> suffix, Expr& operand);
  void raise(Node exponent, Expr& operand);
  std::optional<std::int8_t> small_exponent(Node exponent) const;
  void number(const Lexeme& word, Expr& out);
  std::vector<UnitFactor> unit(Node tree);
  std::optional<int> exponent_value(Node integer);

  const BuildContext& context_;
  std::string_view text_;  // of the whole file
  bool too_deep_ = false;  // was reported
};

}  // namespace romas::language
