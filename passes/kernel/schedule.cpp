// The order of a kernel's operations. A value is computed shortly before its first use. Of two operands, the
// one that keeps more values alive comes first (Sethi and Ullman, The generation of optimal code for
// arithmetic expressions, 1970). Few values are then alive at a time. Many results come in the order in which
// they were lowered: a recursion uses what it has before it goes on.
#include <algorithm>

#include "passes/kernel/simplify.h"
#include "passes/kernel/stems.h"

namespace romas {

namespace {

// Register need of an operation (Sethi-Ullman number), as if its operands were used nowhere else.
std::vector<int> register_needs(const Kernel& kernel) {
  std::vector<int> needs(kernel.nodes.size(), 1);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    const Node& node = kernel.nodes[i];
    std::array<int, kMostLanes> below{};
    const auto count = static_cast<std::size_t>(operand_count(node));
    for (std::size_t k = 0; k < count; ++k) below[k] = needs[node.operands[k].index()];
    std::sort(below.begin(), below.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>());
    for (std::size_t k = 0; k < count; ++k) needs[i] = std::max(needs[i], below[k] + static_cast<int>(k));
  }
  return needs;
}

class Scheduler {
 public:
  explicit Scheduler(const Kernel& kernel)
      : from_(kernel), needs_(register_needs(kernel)), map_(kernel.nodes.size()) {
    to_.name = kernel.name;
    to_.inputs = kernel.inputs;
  }

  Kernel run() {
    std::vector<Value> results;
    for (const OutputArray& output : from_.outputs)
      results.insert(results.end(), output.elements.begin(), output.elements.end());
    if (results.size() > kMostInTheirOrder) sort_as_lowered(results);
    for (const Value value : results) place(value);
    for (const OutputArray& output : from_.outputs) {
      OutputArray copy{output.name, {}};
      for (const Value value : output.elements) copy.elements.push_back(map_[value.index()]);
      to_.outputs.push_back(std::move(copy));
    }
    return std::move(to_);
  }

 private:
  // Few results hang together: the first one needs nearly everything, and what takes long should begin early.
  static constexpr std::size_t kMostInTheirOrder = 64;

  void sort_as_lowered(std::vector<Value>& results) const {
    const auto place_of = [&](Value value) { return stem_of(from_, value).node; };
    std::stable_sort(results.begin(), results.end(),
                     [&](Value a, Value b) { return place_of(a) < place_of(b); });
  }

  void place(Value root) {
    stack_.push_back(root);
    while (!stack_.empty()) {
      const Value value = stack_.back();
      if (map_[value.index()].valid()) {
        stack_.pop_back();
        continue;
      }
      if (push_operands(value)) continue;
      Node node = from_.node(value);
      for (int k = 0; k < operand_count(node); ++k) {
        Value& operand = node.operands[static_cast<std::size_t>(k)];
        operand = map_[operand.index()];
      }
      map_[value.index()] = Value(to_.nodes.size());
      to_.nodes.push_back(node);
      stack_.pop_back();
    }
  }

  // Pushes the operands that are not placed yet, the one to come first last. False if there are none.
  bool push_operands(Value value) {
    const Node& node = from_.node(value);
    const std::size_t before = stack_.size();
    for (int k = 0; k < operand_count(node); ++k) {
      const Value operand = node.operands[static_cast<std::size_t>(k)];
      if (!map_[operand.index()].valid()) stack_.push_back(operand);
    }
    std::stable_sort(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end(),
                     [&](Value a, Value b) { return needs_[a.index()] < needs_[b.index()]; });
    return stack_.size() != before;
  }

  const Kernel& from_;
  std::vector<int> needs_;
  std::vector<Value> map_;
  std::vector<Value> stack_;
  Kernel to_;
};

}  // namespace

Kernel scheduled(const Kernel& kernel) { return Scheduler(kernel).run(); }

}  // namespace romas
