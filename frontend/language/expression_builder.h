// From ANTLR's parse tree to expressions of the syntax tree, and the places and tokens that both builders look at.
#pragma once

#include <antlr4-runtime.h>

#include <optional>

#include "frontend/language/ast.h"
#include "frontend/language/tree_builder.h"

namespace romas::language {

// Expressions nest as deep as brackets do, which the token reader limits.
class ExpressionBuilder {
 public:
  explicit ExpressionBuilder(const BuildContext& context) : context_(context) {}

  Expr expression(antlr4::ParserRuleContext& tree);
  // Factors with '*' and '/' between them.
  Expr product(antlr4::ParserRuleContext& tree);
  // NAME[.NAME…][(arguments)]: what `use` takes; a call, or a name with members.
  Expr instantiation(antlr4::ParserRuleContext& tree);

  Binding binding(antlr4::ParserRuleContext& name);
  Pattern pattern(antlr4::ParserRuleContext& tree);
  AxisName axis(antlr4::ParserRuleContext& tree);
  Integer integer(antlr4::ParserRuleContext& tree);
  // The text of a literal; `pieces` gets what is interpolated.
  std::string string_literal(const SourceRange& where, TemplatePtr& pieces);

  SourceRange range(const antlr4::Token& token) const {
    return {context_.file, static_cast<std::uint32_t>(token.getStartIndex()), static_cast<std::uint32_t>(token.getStopIndex() + 1)};
  }
  SourceRange range(antlr4::ParserRuleContext& tree) const;
  std::string_view text(const SourceRange& where) const { return context_.sources->text(where); }
  // The token of a child; null if the child is a rule, or absent.
  static const antlr4::Token* token_at(antlr4::ParserRuleContext& tree, std::size_t index);
  template <class Context>
  static Context* first(antlr4::ParserRuleContext& tree) {
    return tree.getRuleContext<Context>(0);
  }

 private:
  struct Chain;
  Expr ranked(Chain& chain, int rank);
  Expr negated(Chain& chain);
  Expr conditional(antlr4::ParserRuleContext& tree);
  Expr power(antlr4::ParserRuleContext& tree);
  Expr operand(antlr4::ParserRuleContext& tree, std::size_t at);
  Expr parenthesised(antlr4::ParserRuleContext& tree, std::size_t at);
  Expr list(antlr4::ParserRuleContext& tree);
  Expr named(antlr4::ParserRuleContext& word);
  Expr selected(antlr4::ParserRuleContext& tree, Expr head);
  Expr select(Expr head, antlr4::ParserRuleContext& selector);
  Expr member(Expr head, antlr4::ParserRuleContext& name);
  void arguments(antlr4::ParserRuleContext& tree, Expr& call);
  Expr align(antlr4::ParserRuleContext& tree);
  Expr suffixed(Expr operand, antlr4::ParserRuleContext* suffix);
  Expr raised(Expr operand, antlr4::ParserRuleContext& exponent);
  Expr number(const antlr4::Token& token);
  std::vector<UnitFactor> unit(antlr4::ParserRuleContext& tree);
  std::optional<int> exponent_value(antlr4::ParserRuleContext& integer);

  const BuildContext& context_;
};

}  // namespace romas::language
