#include "frontend/language/grammar/tree_builder.h"

#include <algorithm>
#include <utility>

#include "frontend/language/grammar/expression_builder.h"
#include "frontend/language/words/keywords.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

using Node = ParseTree::Node;

// Rules by their names, as the grammar says (Romas.g4).
constexpr auto kChoices = rules_ending_in("Statement");
constexpr auto kBodies = rules_ending_in("Body");
constexpr auto kConditions = rules_ending_in("Condition");

class Builder {
 public:
  explicit Builder(const BuildContext& context) : context_(context), values_(context) {}

  Statement statement(Node tree) {
    if (const auto only = tree.front();
        kChoices[tree.rule()] && only && !only->is_word() && tree.count() == 1)
      return statement(*only);
    if (tree.rule() == grammar::RulePrivateDefinition)
      for (const Node node : tree) {
        if (node.is_word()) continue;
        Statement definition = statement(node);
        definition.hidden = true;
        return definition;
      }
    Statement result;
    result.range = values_.range(tree);
    group(tree, result);
    return result;
  }

 private:
  // True if a part of the tree was not parsed, or was skipped. The recursion is as deep as brackets are
  // nested.
  static bool has_error(Node tree) {
    if (tree.has(ParseTree::kFailed) || tree.has(ParseTree::kError) || tree.has(ParseTree::kConjured))
      return true;
    for (const Node node : tree)
      if (has_error(node)) return true;
    return false;
  }

  // --- statements ---
  void group(Node tree, Statement& statement);
  void child(Node tree, Statement& statement);
  void terminal(Node node, Statement& statement);
  void body(Node tree, Statement& statement);
  void keep(Statement&& inner, Statement& owner, std::vector<Statement>& statements) const;
  static Item& add(Statement& statement, Item item) {
    if (statement.arguments.empty()) statement.arguments.emplace_back("", statement.range);
    return statement.arguments.back().values.emplace_back(std::move(item));
  }

  // --- items ---
  Name name(Node tree);
  Name ref(Node tree);
  Name library(Node tree);
  TypeName type_name(Node tree);
  Formal formal(Node tree);
  Text text_item(Node tree);

  const BuildContext& context_;
  ExpressionBuilder values_;
};

void Builder::group(Node tree, Statement& statement) {
  if (tree.has(ParseTree::kFailed)) statement.broken = true;
  for (const Node node : tree) {
    if (node.is_word()) {
      terminal(node, statement);
    } else {
      child(node, statement);
    }
  }
}

void Builder::terminal(Node node, Statement& statement) {
  if (node.has(ParseTree::kError)) statement.broken = true;
  if (node.has(ParseTree::kError) || node.has(ParseTree::kConjured)) return;
  const SourceRange where = values_.range(node.word());
  switch (node.type()) {
    case grammar::COLON:
    case grammar::DOT:
    case grammar::STAR:
    case grammar::PLUS:
    case grammar::MINUS: statement.arguments.emplace_back(values_.text(where), where); return;
    case grammar::IDENT:
      add(statement, Name{std::string(values_.text(where)), where, false, nullptr, nullptr});
      return;
    default: break;
  }
  if (!keyword_of(node.type()).empty()) statement.arguments.emplace_back(values_.text(where), where);
}

void Builder::child(Node tree, Statement& statement) {
  if (kBodies[tree.rule()]) {
    body(tree, statement);
    return;
  }
  const bool is_else_if = kConditions[tree.rule()];
  if (is_else_if || tree.rule() == grammar::RuleGivenStatements) {
    Statement other = this->statement(tree);
    if (other.incomplete) statement.incomplete = true;
    keep(std::move(other), statement, statement.otherwise);
    return;
  }
  const auto fits = [&] {
    const bool good = context_.clean || !has_error(tree);
    if (!good) statement.broken = true;
    return good;
  };
  const auto value = [&](auto&& build) {
    if (fits()) add(statement, build());
  };
  const auto expression = [&](auto&& build) {
    if (fits()) build(std::get<Expr>(add(statement, Item(std::in_place_type<Expr>))));
  };
  switch (tree.rule()) {
    case grammar::RuleExpression: expression([&](Expr& out) { values_.expression(tree, out); }); break;
    case grammar::RuleProduct: expression([&](Expr& out) { values_.product(tree, out); }); break;
    case grammar::RuleInstantiation: expression([&](Expr& out) { values_.instantiation(tree, out); }); break;
    case grammar::RulePattern: value([&] { return values_.pattern(tree); }); break;
    case grammar::RuleType: value([&] { return values_.type(tree); }); break;
    case grammar::RuleArgument:  // of an import
    case grammar::RuleFormal: value([&] { return formal(tree); }); break;
    case grammar::RuleName: value([&] { return name(tree); }); break;
    case grammar::RuleRef: value([&] { return ref(tree); }); break;
    case grammar::RuleLibrary: value([&] { return library(tree); }); break;
    case grammar::RuleJointType: value([&] { return type_name(tree); }); break;
    case grammar::RuleText: value([&] { return text_item(tree); }); break;
    case grammar::RuleSignedAxis: value([&] { return values_.axis(tree); }); break;
    case grammar::RuleInteger: value([&] { return values_.integer(tree); }); break;
    default: group(tree, statement);
  }
}

// Adds a complete statement to its owner. Broken ones are dropped, except for definitions of values, which
// still define their names.
void Builder::keep(Statement&& inner, Statement& owner, std::vector<Statement>& statements) const {
  const bool is_control = inner.word() == "for" || inner.word() == "if";
  if (inner.broken || (inner.incomplete && is_control)) owner.incomplete = true;
  if (inner.broken && context_.lost != nullptr) {
    context_.lost->push_back(inner.range);
    // Its names may be those of the loop's list.
    if (owner.word() == "for")
      context_.lost->push_back({owner.range.file, owner.range.begin, inner.range.begin});
  }
  if (!inner.broken || (inner.word() == "let" && inner.first<Pattern>() != nullptr))
    statements.push_back(std::move(inner));
}

// The second body of a condition is that of `else`.
void Builder::body(Node tree, Statement& statement) {
  std::vector<Statement>& statements = statement.has_body ? statement.otherwise : statement.body;
  statement.has_body = true;
  std::size_t count = 0;
  for (const Node node : tree) count += node.is_word() ? 0 : 1;
  statements.reserve(count);
  for (const Node node : tree) {
    if (!node.is_word()) {
      keep(this->statement(node), statement, statements);
      continue;
    }
    const std::size_t kind = node.type();
    if (kind == grammar::LBRACE || kind == grammar::RBRACE || kind == grammar::SEMICOLON) continue;
    statement.incomplete = true;
    if (context_.lost != nullptr) context_.lost->push_back(values_.range(node.word()));
  }
}

// --- items -------------------------------------------------------------------------------------------------

Name Builder::name(Node tree) {
  Name result;
  result.range = values_.range(tree);
  result.quoted = values_.text(result.range).starts_with('"');
  result.text = result.quoted ? values_.string_literal(result.range, result.pieces)
                              : std::string(values_.text(result.range));
  return result;
}

// NAME, or a path of names: arm.tool
Name Builder::ref(Node tree) {
  Name result;
  bool first = true;
  for (const Node part : tree) {
    if (part.rule() != grammar::RuleName) continue;
    if (std::exchange(first, false)) {
      result = name(part);
      continue;
    }
    if (!result.path) result.path = std::make_shared<std::vector<Name>>();
    result.path->push_back(name(part));
  }
  if (result.path) result.range = values_.range(tree);
  return result;
}

// std.materials
Name Builder::library(Node tree) {
  Name result;
  for (const Node part : tree) {
    if (part.rule() != grammar::RuleWord) continue;
    const SourceRange where = values_.range(part);
    Name word{std::string(values_.text(where)), where, false, nullptr, nullptr};
    if (result.text.empty()) {
      result = std::move(word);
      continue;
    }
    if (!result.path) result.path = std::make_shared<std::vector<Name>>();
    result.path->push_back(std::move(word));
  }
  result.range = values_.range(tree);
  return result;
}

TypeName Builder::type_name(Node tree) {
  if (const auto foreign = tree.child(grammar::RuleText))
    return {text_item(*foreign).text, values_.range(tree), true};
  return {std::string(values_.text(values_.range(tree))), values_.range(tree), false};
}

Formal Builder::formal(Node tree) {
  Formal result;
  if (const auto name = tree.child(grammar::RuleName)) result.name = values_.binding(*name);
  if (const auto written = tree.child(grammar::RuleType))
    result.type = std::make_shared<const TypeExpr>(values_.type(*written));
  if (const auto preset = tree.child(grammar::RuleExpression)) {
    auto value = std::make_shared<Expr>();
    values_.expression(*preset, *value);
    result.preset = std::move(value);
  }
  return result;
}

Text Builder::text_item(Node tree) {
  Text result;
  result.range = values_.range(tree);
  result.text = values_.string_literal(result.range, result.pieces);
  return result;
}

}  // namespace

Statement build_statement(ParseTree::Node tree, const BuildContext& context) {
  return Builder(context).statement(tree);
}

}  // namespace romas::language
