// Reads an expression: by recursive descent, and by precedence where operators of arithmetic are (a Pratt
// parser). parser.cpp has operators, parser_operands.cpp what they stand between.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/xacro/expressions/syntax/lexer.h"
#include "frontend/xacro/expressions/syntax/syntax.h"

namespace romas::xacro {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), tokens_(tokenize(text)) {}

  // The whole text. Fails at the first mistake.
  Node expression();

 private:
  class Nested;

  // parser.cpp, from what binds least
  Node test_list(Node first);  // a, b: a tuple without brackets
  Node test();                 // a if c else b
  Node either();               // or
  Node both();                 // and
  Node inverted();             // not
  Node comparison();
  std::optional<Operator> take_comparison();
  Node arithmetic(int binding);  // operators that bind at least as strongly
  Node exponent();               // the right side of **
  Node prefixed();               // -a, +a, ~a
  // parser_operands.cpp
  Node postfixed();  // operand, then calls, subscripts, attributes
  Node operand();
  Node texts();  // adjacent texts are one
  Node named();
  Node bracketed();  // (…): a tuple, a generator, or what stands in it
  Node list();
  Node dict_or_set();
  Node call(Node function);
  Node argument(bool first);
  Node subscript(Node container);
  Node slice_or_test();
  Node comprehension(Node element, Gives gives, std::uint32_t begin);
  Node clause();
  Node target();
  Node target_list();

  const LexToken& now() const { return tokens_[next_]; }
  bool sees(std::string_view text) const {
    return (now().kind == TokenKind::sign || now().kind == TokenKind::name) && now().text == text;
  }
  bool sees_comprehension() const { return sees("for") || sees("async"); }
  bool take(std::string_view text);
  // Fails if the token is missing; `open` is the bracket that it closes.
  void expect(std::string_view text, std::uint32_t open);
  [[noreturn]] void unexpected(std::string_view wanted) const;
  void refuse_unsupported() const;
  // Sets the depth, and fails where the tree is too deep.
  Node finish(Node node) const;
  Node make_node(NodeKind kind, std::uint32_t begin, std::vector<Node> children) const;
  std::uint32_t end_before() const { return next_ > 0 ? tokens_[next_ - 1].end : 0; }

  std::string_view text_;
  std::vector<LexToken> tokens_;
  std::size_t next_ = 0;
  std::uint32_t nesting_ = 0;
};

}  // namespace romas::xacro
