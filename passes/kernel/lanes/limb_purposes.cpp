// Numbers for how values are made and for the use that is made of them, the same for equal limbs.
#include "passes/kernel/lanes/limb_match.h"

namespace romas {

LimbVariable LimbMatch::variable(const Node& input) const {
  const KernelArray& array = kernel_.inputs[input.array];
  const std::vector<LimbVariable>& of = array.name == "q" ? limbs_.positions : limbs_.velocities;
  return array.size == of.size() ? of[input.element] : LimbVariable();
}

int LimbMatch::limb_of(const Node& node) const {
  if (node.op == Op::input) return variable(node).limb;
  int limb = kNoLimb;
  for (int k = 0; k < operand_count(node); ++k) {
    const int of = places_[stem(node.operands[static_cast<std::size_t>(k)]).node].limb;
    if (of == kNoLimb) continue;
    if (limb != kNoLimb && limb != of) return kNoLimb;
    limb = of;
  }
  return limb;
}

// By node: a number that tells what it is made of; constants and signs do not count. Says limbs too.
std::vector<std::uint64_t> LimbMatch::find_makings() {
  std::vector<std::uint64_t> makings(kernel_.nodes.size(), 0);
  for (std::size_t i = 0; i < makings.size(); ++i) {
    const Node& node = kernel_.nodes[i];
    if (node.op == Op::constant || node.op == Op::neg) continue;
    places_[i].limb = limb_of(node);
    std::uint64_t operands = 0;
    for (int k = 0; k < operand_count(node); ++k)
      operands += mixed(makings[stem(node.operands[static_cast<std::size_t>(k)]).node],
                        node.op == Op::fma && k == 2 ? 1 : 0);
    const Op op = node.op == Op::sub ? Op::add : node.op;
    if (node.op == Op::input && places_[i].limb != kNoLimb)
      operands = mixed(node.array, variable(node).place);
    makings[i] = places_[i].limb == kNoLimb ? mixed(i, ~std::uint64_t{0})
                                            : mixed(operands, static_cast<std::uint64_t>(op));
  }
  return makings;
}

// The same number for what is at the same place of equal limbs: of elements by velocity variable, and by two
// of them.
std::uint64_t LimbMatch::place_of_output(std::size_t size, std::size_t k) const {
  const std::size_t n = limbs_.velocities.size();
  const auto place = [&](std::size_t v) {
    const LimbVariable& variable = limbs_.velocities[v];
    return variable.limb == kNoLimb ? mixed(v, 0) : mixed(variable.place, 1);
  };
  if (size == n) return place(k);
  if (size == n * n) return mixed(place(k / n), place(k % n));
  return 0;
}

// Goes from the outputs back to the leaves. A user counts by the use that is made of it, its operation and
// its other operands. All users of no limb count the same.
void LimbMatch::find_purposes() {
  constexpr std::uint64_t kSharedUser = 1;
  const std::vector<std::uint64_t> makings = find_makings();
  purposes_.resize(kernel_.nodes.size(), 0);
  next_uses_.resize(kernel_.nodes.size(), 0);
  for (std::size_t array = 0; array < kernel_.outputs.size(); ++array) {
    const std::vector<Value>& elements = kernel_.outputs[array].elements;
    for (std::size_t k = 0; k < elements.size(); ++k)
      purposes_[stem(elements[k]).node] += mixed(array + 2, place_of_output(elements.size(), k));
  }
  for (std::size_t i = kernel_.nodes.size(); i-- > 0;) {
    const Node& node = kernel_.nodes[i];
    if (node.op == Op::neg || match_.uses(static_cast<std::uint32_t>(i)) == 0) continue;
    for (int k = 0; k < operand_count(node); ++k) {
      const std::uint32_t of = stem(node.operands[static_cast<std::size_t>(k)]).node;
      std::uint64_t others = 0;
      for (int o = 0; o < operand_count(node); ++o)
        if (o != k) others += makings[stem(node.operands[static_cast<std::size_t>(o)]).node];
      const Op op = node.op == Op::sub ? Op::add : node.op;
      const std::uint64_t next = mixed(others, static_cast<std::uint64_t>(op));
      const bool shared = places_[i].limb == kNoLimb;
      purposes_[of] += shared ? kSharedUser : mixed(purposes_[i], next);
      next_uses_[of] += shared ? kSharedUser : next;
    }
  }
}

}  // namespace romas
