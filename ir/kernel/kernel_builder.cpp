#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "ir/kernel/kernel.h"
#include "support/math/functions.h"
#include "support/process/stop.h"

namespace romas {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29U);
}

std::uint64_t hash_of(const Node& node) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(node.op),
                           (std::uint64_t{node.operands[0].index()} << 32U) | node.operands[1].index());
  hash = mix(hash, (std::uint64_t{node.array} << 32U) ^ node.element ^
                       (std::uint64_t{node.operands[2].index()} << 16U));
  return mix(hash, std::bit_cast<std::uint64_t>(node.constant));
}

bool same(const Node& a, const Node& b) {
  return a.op == b.op && a.operands == b.operands && a.array == b.array && a.element == b.element &&
         std::bit_cast<std::uint64_t>(a.constant) == std::bit_cast<std::uint64_t>(b.constant);
}

}  // namespace

std::uint32_t KernelBuilder::add_input(std::string name, std::uint32_t size) {
  kernel_.inputs.push_back({std::move(name), size});
  return static_cast<std::uint32_t>(kernel_.inputs.size() - 1);
}

void KernelBuilder::add_output(std::string name, std::vector<Value> elements) {
  kernel_.outputs.push_back({std::move(name), std::move(elements)});
}

Value KernelBuilder::intern(const Node& node) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash_of(node) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] != 0) {
      if (same(kernel_.nodes[slots_[slot] - 1], node)) return Value(slots_[slot] - 1);
      continue;
    }
    if (kernel_.nodes.empty()) {
      kernel_.nodes.reserve(slots_.size() / 2);
      ranks_.reserve(slots_.size() / 2);
    }
    stop_point_between(kernel_.nodes.size(), kernel_.nodes.size() + 1);
    kernel_.nodes.push_back(node);
    ranks_.push_back(rank_of(node));
    slots_[slot] = static_cast<std::uint32_t>(kernel_.nodes.size());
    if (2 * kernel_.nodes.size() > slots_.size()) grow();
    return Value(kernel_.nodes.size() - 1);
  }
}

KernelBuilder::Rank KernelBuilder::rank_of(const Node& node) const {
  Rank rank;
  if (node.op == Op::sin) rank.place = Rank::Place::sine;
  if (node.op == Op::cos) rank.place = Rank::Place::cosine;
  if (node.op == Op::constant) rank.place = Rank::Place::constant;
  if (node.op == Op::input)
    rank.first_input = rank.last_input = (std::uint64_t{node.array} << 32U) | node.element;
  for (const Value operand : node.operands) {
    if (!operand.valid()) break;
    const Rank& below = ranks_[operand.index()];
    if (below.place != Rank::Place::constant) rank.height = std::max(rank.height, below.height + 1);
    rank.first_input = std::min(rank.first_input, below.first_input);
    rank.last_input = std::max(rank.last_input, below.last_input);
  }
  return rank;
}

// Equal values are one node: the first operands that differ decide, so that one path leads down.
std::strong_ordering KernelBuilder::compare(Value a, Value b) const {
  while (a != b) {
    const Rank& x = ranks_[a.index()];
    const Rank& y = ranks_[b.index()];
    if (x.place != y.place) return x.place <=> y.place;
    if (x.height != y.height) return y.height <=> x.height;
    if (x.first_input != y.first_input) return y.first_input <=> x.first_input;
    if (x.last_input != y.last_input) return y.last_input <=> x.last_input;
    const Node& m = node(a);
    const Node& n = node(b);
    if (m.op == Op::constant)
      return std::bit_cast<std::uint64_t>(m.constant) <=> std::bit_cast<std::uint64_t>(n.constant);
    std::size_t k = 0;
    while (k < m.operands.size() && m.operands[k] == n.operands[k]) ++k;
    if (k == m.operands.size() || !m.operands[k].valid() || !n.operands[k].valid()) return m.op <=> n.op;
    a = m.operands[k];
    b = n.operands[k];
  }
  return std::strong_ordering::equal;
}

Kernel KernelBuilder::take() const { return in_order_of_need(kernel_, labelled_); }

void KernelBuilder::grow() {
  slots_.assign(4 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i) {
    std::size_t slot = hash_of(kernel_.nodes[i]) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

Value KernelBuilder::intern(Op op, Value a, Value b, Value c) {
  Node node;
  node.op = op;
  node.operands = {a, b, c};
  return intern(node);
}

void KernelBuilder::label(Value value, ValueLabel label) {
  Node& node = kernel_.nodes[value.index()];
  const bool leaf = node.op == Op::input || node.op == Op::constant || node.op == Op::neg ||
                    node.op == Op::sin || node.op == Op::cos;
  if (leaf || node.label.quantity != ValueLabel::Quantity::none) return;
  node.label = label;
  if (label.quantity != ValueLabel::Quantity::none) labelled_.push_back(value);
}

Value KernelBuilder::input(std::uint32_t array, std::uint32_t element) {
  Node node;
  node.op = Op::input;
  node.array = array;
  node.element = element;
  return intern(node);
}

Value KernelBuilder::constant(double value) {
  Node node;
  node.constant = value == 0 ? 0 : value;  // no negative zero
  return intern(node);
}

bool KernelBuilder::is_constant(Value value, double& constant) const {
  if (node(value).op != Op::constant) return false;
  constant = node(value).constant;
  return true;
}

bool KernelBuilder::strip_sign(Value& value) const {
  const Node& n = node(value);
  if (n.op != Op::neg) return false;
  value = n.operands[0];
  return true;
}

double KernelBuilder::split_factor(Value value, Value& rest) const {
  double factor = 1;
  rest = value;
  if (strip_sign(rest)) factor = -1;
  const Node& n = node(rest);
  double k = 0;
  if (n.op != Op::mul || !is_constant(n.operands[0], k)) return factor;
  rest = n.operands[1];
  return factor * k;
}

bool KernelBuilder::is_square_of(Value value, Op trigonometric, Value& angle) const {
  const Node& n = node(value);
  if (n.op != Op::mul || n.operands[0] != n.operands[1] || node(n.operands[0]).op != trigonometric)
    return false;
  angle = node(n.operands[0]).operands[0];
  return true;
}

Value KernelBuilder::neg(Value a) {
  double k = 0;
  if (is_constant(a, k)) return constant(-k);
  if (strip_sign(a)) return a;
  return intern(Op::neg, a);
}

Value KernelBuilder::add(Value a, Value b) {
  double x = 0;
  double y = 0;
  const bool a_constant = is_constant(a, x);
  const bool b_constant = is_constant(b, y);
  if (a_constant && b_constant) return constant(x + y);
  if (a_constant && x == 0) return b;
  if (b_constant && y == 0) return a;
  const bool a_negative = strip_sign(a);
  const bool b_negative = strip_sign(b);
  if (a_negative && b_negative) return neg(add(a, b));
  if (b_negative) return sub(a, b);
  if (a_negative) return sub(b, a);
  Value u;
  Value w;
  const double j = split_factor(a, u);
  const double k = split_factor(b, w);
  if (u == w) return mul(constant(j + k), u);
  Value angle;
  Value other;
  if ((is_square_of(a, Op::sin, angle) && is_square_of(b, Op::cos, other) && angle == other) ||
      (is_square_of(a, Op::cos, angle) && is_square_of(b, Op::sin, other) && angle == other))
    return constant(1);
  if (a_constant && x < 0) return sub(b, constant(-x));
  if (b_constant && y < 0) return sub(a, constant(-y));
  if (compare(a, b) > 0) std::swap(a, b);
  return intern(Op::add, a, b);
}

Value KernelBuilder::sub(Value a, Value b) {
  double x = 0;
  double y = 0;
  const bool a_constant = is_constant(a, x);
  const bool b_constant = is_constant(b, y);
  if (a_constant && b_constant) return constant(x - y);
  if (b_constant && y == 0) return a;
  if (a_constant && x == 0) return neg(b);
  if (a == b) return constant(0);
  const bool a_negative = strip_sign(a);
  const bool b_negative = strip_sign(b);
  if (a_negative && b_negative) return sub(b, a);
  if (b_negative) return add(a, b);
  if (a_negative) return neg(add(a, b));
  Value u;
  Value w;
  const double j = split_factor(a, u);
  const double k = split_factor(b, w);
  if (u == w) return mul(constant(j - k), u);
  if (b_constant && y < 0) return add(a, constant(-y));
  if (a_constant && x < 0) return neg(add(constant(-x), b));
  if (compare(a, b) > 0) return neg(intern(Op::sub, b, a));
  return intern(Op::sub, a, b);
}

Value KernelBuilder::mul(Value a, Value b) {
  double x = 0;
  double y = 0;
  const bool a_constant = is_constant(a, x);
  const bool b_constant = is_constant(b, y);
  if (a_constant && b_constant) return constant(x * y);
  if (b_constant) {
    std::swap(a, b);
    std::swap(x, y);
  }
  if (a_constant || b_constant) {
    if (x == 0) return constant(0);
    if (x == 1) return b;
    if (x == -1) return neg(b);
    Value rest;
    const double k = split_factor(b, rest);
    const double factor = x * k;
    if (factor == 1) return rest;
    if (factor < 0) return neg(factor == -1 ? rest : intern(Op::mul, constant(-factor), rest));
    return intern(Op::mul, constant(factor), rest);
  }
  const bool negative = strip_sign(a) != strip_sign(b);
  if (compare(a, b) > 0) std::swap(a, b);
  const Value product = intern(Op::mul, a, b);
  return negative ? neg(product) : product;
}

Value KernelBuilder::div(Value a, Value b) {
  double x = 0;
  double y = 0;
  if (is_constant(b, y) && y != 0) return is_constant(a, x) ? constant(x / y) : mul(a, constant(1 / y));
  if (is_constant(a, x) && x == 0) return a;
  const bool negative = strip_sign(a) != strip_sign(b);
  const Value quotient = intern(Op::div, a, b);
  return negative ? neg(quotient) : quotient;
}

Value KernelBuilder::fma(Value a, Value b, Value c) { return intern(Op::fma, a, b, c); }

Value KernelBuilder::sqrt(Value a) {
  double x = 0;
  if (is_constant(a, x) && x >= 0) return constant(std::sqrt(x));
  return intern(Op::sqrt, a);
}

Value KernelBuilder::sin(Value a) {
  double x = 0;
  if (is_constant(a, x)) return constant(math::sin(x));
  const bool negative = strip_sign(a);
  const Value sine = intern(Op::sin, a);
  return negative ? neg(sine) : sine;
}

Value KernelBuilder::cos(Value a) {
  double x = 0;
  if (is_constant(a, x)) return constant(math::cos(x));
  strip_sign(a);
  return intern(Op::cos, a);
}

Value KernelBuilder::select(Value condition, Value not_negative, Value negative) {
  double x = 0;
  if (is_constant(condition, x)) return x >= 0 ? not_negative : negative;
  if (not_negative == negative) return negative;
  return intern(Op::select, condition, not_negative, negative);
}

Value KernelBuilder::make(Op op, const std::array<Value, 4>& operands) {
  switch (op) {
    case Op::add: return add(operands[0], operands[1]);
    case Op::sub: return sub(operands[0], operands[1]);
    case Op::mul: return mul(operands[0], operands[1]);
    case Op::div: return div(operands[0], operands[1]);
    case Op::neg: return neg(operands[0]);
    case Op::fma: return fma(operands[0], operands[1], operands[2]);
    case Op::sqrt: return sqrt(operands[0]);
    case Op::sin: return sin(operands[0]);
    case Op::cos: return cos(operands[0]);
    case Op::select: return select(operands[0], operands[1], operands[2]);
    case Op::input:
    case Op::constant:
    case Op::gather:
    case Op::lane: break;
  }
  return {};
}

}  // namespace romas
