// The syntax tree of an expression.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/xacro/expressions/values/value.h"

namespace romas::xacro {

enum class NodeKind : std::uint8_t {
  constant,     // `constant`
  name,         // `name`: of the document, else what is built in, the `constant`
  local,        // `name`: a variable of a comprehension, in slot `slot` of the frame `up` frames out
  attribute,    // operand . name
  subscript,    // operand [operand]
  slice,        // start : stop : step, where they are given; see `parts`
  call,         // function, then arguments and keywords
  keyword,      // name = operand, in a call
  unary,        // op operand
  binary,       // operand op operand
  compare,      // operand op operand; `ops` are the operators between further ones
  both,         // and
  either,       // or
  conditional,  // value if condition else other: children in this order
  tuple,        // also targets
  list,
  set,
  dict,           // key, value, key, value, …
  comprehension,  // element (of a dict: key, value), then clauses; `slot` is the number of variables
  clause,         // target, iterable, conditions
};

enum class Operator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  power,
  matrix,
  shift_left,
  shift_right,
  bit_and,
  bit_xor,
  bit_or,
  plus,
  minus,
  invert,
  negate,
  equal,
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,
  not_in,
  is,
  is_not,
};
std::string_view sign_of(Operator op);

enum class Gives : std::uint8_t { list, set, dict, generator };  // of comprehensions

struct Node {
  NodeKind kind = NodeKind::constant;
  Operator op = Operator::add;
  Gives gives = Gives::list;
  std::uint8_t parts = 0;  // of a slice: bits 1, 2, 4 for start, stop, step
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t depth = 1;  // levels of the tree below and with this node
  std::uint32_t slot = 0;
  std::uint32_t up = 0;
  std::string_view name;  // in the text of the expression
  Value constant;
  std::vector<Node> children;
  std::vector<Operator> ops;  // of a chain of comparisons, behind `op`
};

// The children of a node. A list in braces would copy them.
template <class... Nodes>
std::vector<Node> nodes(Nodes&&... given) {
  std::vector<Node> all;
  all.reserve(sizeof...(given));
  (all.push_back(std::forward<Nodes>(given)), ...);
  return all;
}

// Gives every name that is a variable of a comprehension its slot.
void resolve_variables(Node& root);

}  // namespace romas::xacro
