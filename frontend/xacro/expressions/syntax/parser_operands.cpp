// Literals, names, brackets, calls, comprehensions.
#include <array>

#include "frontend/xacro/expressions/builtins/builtins.h"
#include "frontend/xacro/expressions/syntax/parser.h"
#include "frontend/xacro/expressions/values/failure.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas::xacro {

Node Parser::postfixed() {
  Node node = operand();
  for (;;) {
    if (now().kind != TokenKind::sign) return node;
    if (sees("(")) {
      node = call(std::move(node));
    } else if (sees("[")) {
      node = subscript(std::move(node));
    } else if (take(".")) {
      if (now().kind != TokenKind::name) unexpected("a name after the dot");
      const LexToken name = now();
      if (name.text.starts_with("__"))
        fail_at(name.begin, name.end,
                concat("names that begin with '__', such as ", in_quotes(name.text), ", are not allowed"));
      if (is_keyword(name.text))
        fail_at(name.begin, name.end,
                concat("'", name.text, "' is a keyword and cannot follow a dot; write ['", name.text, "']"));
      ++next_;
      const std::uint32_t begin = node.begin;
      node = make_node(NodeKind::attribute, begin, nodes(std::move(node)));
      node.name = name.text;
    } else {
      return node;
    }
  }
}

Node Parser::operand() {
  switch (now().kind) {
    case TokenKind::number: {
      Node node = make_node(NodeKind::constant, now().begin, {});
      node.constant = now().value;
      node.end = now().end;
      ++next_;
      return node;
    }
    case TokenKind::text: return texts();
    case TokenKind::name: return named();
    case TokenKind::sign:
      if (sees("(")) return bracketed();
      if (sees("[")) return list();
      if (sees("{")) return dict_or_set();
      if (sees("*") || sees("**"))
        fail_at(now().begin, now().end, "starred values are not supported in a xacro expression");
      unexpected("a value");
    case TokenKind::end: break;
  }
  unexpected("a value");
}

Node Parser::texts() {
  const std::uint32_t begin = now().begin;
  std::string joined;
  while (now().kind == TokenKind::text) {
    joined += now().value.text();
    ++next_;
  }
  Node node = make_node(NodeKind::constant, begin, {});
  node.constant = Value(std::move(joined));
  return node;
}

Node Parser::named() {
  const LexToken token = now();
  refuse_unsupported();
  const bool constant = token.text == "True" || token.text == "False" || token.text == "None";
  if (!constant && is_keyword(token.text)) unexpected("a value");
  if (token.text.starts_with("__"))
    fail_at(token.begin, token.end,
            concat("names that begin with '__', such as ", in_quotes(token.text), ", are not allowed"));
  ++next_;
  Node node = make_node(constant ? NodeKind::constant : NodeKind::name, token.begin, {});
  node.name = token.text;
  if (constant && token.text != "None") node.constant = Value(token.text == "True");
  if (!constant) node.constant = builtin_value(token.text).value_or(Value::unbound());
  return node;
}

Node Parser::bracketed() {
  const std::uint32_t begin = now().begin;
  ++next_;
  if (take(")")) return make_node(NodeKind::tuple, begin, {});
  Node inside = test();
  if (sees_comprehension()) {
    Node generator = comprehension(std::move(inside), Gives::generator, begin);
    expect(")", begin);
    generator.end = end_before();
    return generator;
  }
  inside = test_list(std::move(inside));
  expect(")", begin);
  // A tuple is its brackets, and the range of every operand holds them.
  inside.begin = begin;
  inside.end = end_before();
  return inside;
}

Node Parser::list() {
  const std::uint32_t begin = now().begin;
  ++next_;
  std::vector<Node> items;
  while (!sees("]") && now().kind != TokenKind::end) {
    items.push_back(test());
    if (items.size() == 1 && sees_comprehension()) {
      Node result = comprehension(std::move(items.front()), Gives::list, begin);
      expect("]", begin);
      result.end = end_before();
      return result;
    }
    if (!take(",")) break;
  }
  expect("]", begin);
  return make_node(NodeKind::list, begin, std::move(items));
}

Node Parser::dict_or_set() {
  const std::uint32_t begin = now().begin;
  ++next_;
  std::vector<Node> items;
  bool is_dict = true;
  while (!sees("}") && now().kind != TokenKind::end) {
    const bool first = items.empty();
    items.push_back(test());
    if (first) is_dict = sees(":");
    if (is_dict) {
      if (!take(":")) unexpected("':' and the value of the key");
      items.push_back(test());
    }
    if (first && sees_comprehension()) {
      Node element = make_node(NodeKind::tuple, begin, std::move(items));
      Node result = comprehension(std::move(element), is_dict ? Gives::dict : Gives::set, begin);
      expect("}", begin);
      result.end = end_before();
      return result;
    }
    if (!take(",")) break;
  }
  expect("}", begin);
  return make_node(is_dict ? NodeKind::dict : NodeKind::set, begin, std::move(items));
}

Node Parser::call(Node function) {
  const std::uint32_t open = now().begin;
  const std::uint32_t begin = function.begin;
  ++next_;
  std::vector<Node> children = nodes(std::move(function));
  bool keywords = false;
  while (!sees(")") && now().kind != TokenKind::end) {
    Node given = argument(children.size() == 1);
    if (given.kind != NodeKind::keyword && keywords)
      fail_at(given.begin, given.end, "an argument without a name follows one with a name; write it first");
    keywords = keywords || given.kind == NodeKind::keyword;
    for (std::size_t i = 1; i < children.size(); ++i)
      if (given.kind == NodeKind::keyword && children[i].name == given.name &&
          children[i].kind == NodeKind::keyword)
        fail_at(given.begin, given.end, concat("the argument ", in_quotes(given.name), " is given twice"));
    children.push_back(std::move(given));
    if (!take(",")) break;
  }
  expect(")", open);
  return make_node(NodeKind::call, begin, std::move(children));
}

Node Parser::argument(bool first) {
  const bool is_keyword_argument = now().kind == TokenKind::name &&
                                   tokens_[next_ + 1].kind == TokenKind::sign &&
                                   tokens_[next_ + 1].text == "=";
  if (is_keyword_argument) {
    const LexToken name = now();
    if (!is_valid_name(name.text))
      fail_at(name.begin, name.end, concat(in_quotes(name.text), " cannot be the name of an argument"));
    next_ += 2;
    Node node = make_node(NodeKind::keyword, name.begin, nodes(test()));
    node.name = name.text;
    return node;
  }
  if (sees("*") || sees("**"))
    fail_at(now().begin, now().end, "starred arguments are not supported in a xacro expression");
  Node value = test();
  if (!sees_comprehension()) return value;
  const std::uint32_t begin = value.begin;
  Node generator = comprehension(std::move(value), Gives::generator, begin);
  if (!first || !sees(")"))
    fail_at(begin, end_before(), "a generator next to other arguments needs its own parentheses");
  return generator;
}

Node Parser::subscript(Node container) {
  const std::uint32_t open = now().begin;
  const std::uint32_t begin = container.begin;
  ++next_;
  if (sees("]")) fail_at(open, now().end, "the index is missing");
  Node index = slice_or_test();
  if (sees(",")) {
    std::vector<Node> items;
    const std::uint32_t index_begin = index.begin;
    items.push_back(std::move(index));
    while (take(",") && !sees("]")) items.push_back(slice_or_test());
    index = make_node(NodeKind::tuple, index_begin, std::move(items));
  }
  expect("]", open);
  return make_node(NodeKind::subscript, begin, nodes(std::move(container), std::move(index)));
}

Node Parser::slice_or_test() {
  const std::uint32_t begin = now().begin;
  constexpr std::uint8_t kParts = 3;
  std::vector<Node> given;
  std::uint8_t parts = 0;
  std::uint8_t part = 0;
  for (; part < kParts; ++part) {
    if (!sees(":") && !sees("]") && !sees(",")) {
      given.push_back(test());
      parts = static_cast<std::uint8_t>(parts | 1U << part);
    }
    if (part + 1 == kParts || !take(":")) break;
  }
  if (part == 0) {
    if (given.empty()) unexpected("an index");
    return std::move(given.front());
  }
  Node slice = make_node(NodeKind::slice, begin, std::move(given));
  slice.parts = parts;
  return slice;
}

Node Parser::comprehension(Node element, Gives gives, std::uint32_t begin) {
  std::vector<Node> children = nodes(std::move(element));
  while (sees_comprehension()) children.push_back(clause());
  Node node = make_node(NodeKind::comprehension, begin, std::move(children));
  node.gives = gives;
  return node;
}

Node Parser::clause() {
  const std::uint32_t begin = now().begin;
  if (!take("for")) unexpected("'for'");
  std::vector<Node> children = nodes(target_list());
  if (!take("in")) unexpected("'in' after the variables of 'for'");
  children.push_back(either());
  while (take("if")) children.push_back(either());
  return make_node(NodeKind::clause, begin, std::move(children));
}

Node Parser::target_list() {
  Node first = target();
  if (!sees(",")) return first;
  const std::uint32_t begin = first.begin;
  std::vector<Node> items = nodes(std::move(first));
  while (take(",") && !sees("in") && !sees(")") && !sees("]")) items.push_back(target());
  return make_node(NodeKind::tuple, begin, std::move(items));
}

Node Parser::target() {
  const bool round = sees("(");
  if (round || sees("[")) {
    check_stack();
    const std::uint32_t begin = now().begin;
    ++next_;
    Node inside = target_list();
    const bool several = inside.kind == NodeKind::tuple;
    expect(round ? ")" : "]", begin);
    if (round || several) return inside;
    return make_node(NodeKind::tuple, begin, nodes(std::move(inside)));
  }
  if (sees("*")) fail_at(now().begin, now().end, "starred variables are not supported in a xacro expression");
  if (now().kind != TokenKind::name) unexpected("a variable of 'for'");
  if (!is_valid_name(now().text)) {
    if (now().text == "in") unexpected("a variable of 'for'");
    fail_at(now().begin, now().end, concat(in_quotes(one_line(now().text, 40)), " cannot be a variable"));
  }
  Node node = make_node(NodeKind::local, now().begin, {});
  node.name = now().text;
  node.end = now().end;
  ++next_;
  return node;
}

}  // namespace romas::xacro
