// From the parse tree to expressions of the syntax tree, and the places and words that both builders look at.
#pragma once

#include <optional>

#include "frontend/language/ast.h"
#include "frontend/language/parse_tree.h"
#include "frontend/language/tree_builder.h"

namespace romas::language {

// Rules nest as deep as brackets and conditions do, which the token reader limits; expressions as deep as
// kMaxExpressionDepth.
class ExpressionBuilder {
 public:
  using Node = ParseTree::Node;

  explicit ExpressionBuilder(const BuildContext& context) : context_(context) {}

  Expr expression(Node tree);
  // Factors with '*' and '/' between them.
  Expr product(Node tree);
  // NAME[.NAME…][(arguments)]: what `use` takes; a call, or a name with members.
  Expr instantiation(Node tree);

  Binding binding(Node name);
  Pattern pattern(Node tree);
  AxisName axis(Node tree);
  Integer integer(Node tree);
  // The text of a literal; `pieces` gets what is interpolated.
  std::string string_literal(const SourceRange& where, TemplatePtr& pieces);

  SourceRange range(const Lexeme& word) const { return word.range(context_.file); }
  SourceRange range(Node tree) const;
  std::string_view text(const SourceRange& where) const { return context_.sources->text(where); }

 private:
  struct Chain;
  Expr ranked(Chain& chain, int rank);
  Expr negated(Chain& chain);
  Expr conditional(Node tree);
  Expr power(Node tree);
  Expr operand(Node tree, ParseTree::Node::Iterator at);
  Expr parenthesised(Node tree, const Lexeme& open);
  Expr list(Node tree);
  Expr named(Node word);
  Expr selected(Node tree, Expr head);
  Expr select(Expr head, Node selector);
  Expr member(Expr head, Node name);
  void arguments(Node tree, Expr& call);
  Expr align(Node tree);
  Expr suffixed(Expr operand, std::optional<Node> suffix);
  Expr raised(Expr operand, Node exponent);
  Expr number(const Lexeme& word);
  Expr bounded(Expr expr);
  std::vector<UnitFactor> unit(Node tree);
  std::optional<int> exponent_value(Node integer);

  const BuildContext& context_;
  bool too_deep_ = false;  // was reported
};

}  // namespace romas::language
