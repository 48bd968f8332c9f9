#include "passes/kernel/algebra/simplify.h"

#include <optional>
#include <utility>

namespace romas {

namespace {

// Rebuilds a kernel node by node through a builder; derived rewriting happens in `node`.
class Rebuild {
 public:
  explicit Rebuild(const Kernel& kernel) : from_(kernel), to_(kernel.name), map_(kernel.nodes.size()) {
    for (const KernelArray& array : kernel.inputs) to_.add_input(array.name, array.size);
  }

  // `rewrite` may give the value for a node, or nothing for the plain operation.
  template <class Rewrite>
  Kernel run(const Rewrite& rewrite) {
    const std::vector<std::uint32_t> uses = count_uses(from_);
    for (std::size_t i = 0; i < from_.nodes.size(); ++i) {
      if (uses[i] == 0) continue;
      const std::optional<Value> rewritten = rewrite(*this, from_.nodes[i], uses);
      map_[i] = rewritten ? *rewritten : plain(from_.nodes[i]);
      to_.label(map_[i], from_.nodes[i].label);
    }
    for (const OutputArray& output : from_.outputs) {
      std::vector<Value> elements;
      for (const Value value : output.elements) elements.push_back(map_[value.index()]);
      to_.add_output(output.name, std::move(elements));
    }
    return to_.take();
  }

  Value plain(const Node& node) {
    if (node.op == Op::input) return to_.input(node.array, node.element);
    if (node.op == Op::constant) return to_.constant(node.constant);
    std::array<Value, 4> operands;
    for (int k = 0; k < operand_count(node); ++k)
      operands[static_cast<std::size_t>(k)] = at(node.operands[static_cast<std::size_t>(k)]);
    return to_.make(node.op, operands);
  }

  Value at(Value old) const { return map_[old.index()]; }
  const Kernel& from() const { return from_; }
  KernelBuilder& to() { return to_; }

 private:
  const Kernel& from_;
  KernelBuilder to_;
  std::vector<Value> map_;
};

// x y + x z = x (y + z), where neither product is used elsewhere. A negated product counts as a product.
std::optional<Value> factored(Rebuild& rebuild, const Node& node, const std::vector<std::uint32_t>& uses) {
  if (node.op != Op::add && node.op != Op::sub) return {};
  const Kernel& from = rebuild.from();
  const auto product = [&](Value value) -> const Node* {
    const Node& n = from.node(value);
    return n.op == Op::mul && uses[value.index()] == 1 ? &n : nullptr;
  };
  const Node* a = product(node.operands[0]);
  const Node* b = product(node.operands[1]);
  if (a == nullptr || b == nullptr) return {};
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j) {
      if (a->operands[i] != b->operands[j]) continue;
      const Value x = rebuild.at(a->operands[i]);
      const Value y = rebuild.at(a->operands[1 - i]);
      const Value z = rebuild.at(b->operands[1 - j]);
      return rebuild.to().mul(x, node.op == Op::add ? rebuild.to().add(y, z) : rebuild.to().sub(y, z));
    }
  return {};
}

// a b ± c with the product used nowhere else.
std::optional<Value> fused(Rebuild& rebuild, const Node& node, const std::vector<std::uint32_t>& uses) {
  if (node.op != Op::add && node.op != Op::sub) return {};
  const Kernel& from = rebuild.from();
  KernelBuilder& to = rebuild.to();
  // If both operands are products, the later one is fused: the sum does not wait for the other one.
  for (const std::size_t k : {std::size_t{1}, std::size_t{0}}) {
    const Value value = node.operands[k];
    const Node& n = from.node(value);
    if (n.op != Op::mul || uses[value.index()] != 1) continue;
    const Value a = rebuild.at(n.operands[0]);
    const Value b = rebuild.at(n.operands[1]);
    const Value c = rebuild.at(node.operands[1 - k]);
    if (node.op == Op::add) return to.fma(a, b, c);
    return k == 0 ? to.fma(a, b, to.neg(c)) : to.fma(to.neg(a), b, c);
  }
  return {};
}

}  // namespace

Kernel simplified(const Kernel& kernel) {
  Kernel best = kernel;
  std::size_t count = count_operations(best).total();
  constexpr int kMostRounds = 4;
  for (int round = 0; round < kMostRounds; ++round) {
    Kernel next = Rebuild(best).run(factored);
    const std::size_t next_count = count_operations(next).total();
    if (round > 0 && next_count >= count) break;
    best = std::move(next);
    count = next_count;
  }
  return best;
}

Kernel with_fused_operations(const Kernel& kernel) { return Rebuild(kernel).run(fused); }

}  // namespace romas
