// Each pack of lane_match.h becomes one operation on lanes. Products whose only use is a sum become part of
// it.
#include "passes/kernel/lanes/lanes.h"

#include <algorithm>
#include <utility>

#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/lanes/column_match.h"
#include "passes/kernel/lanes/lane_builder.h"
#include "passes/kernel/lanes/limb_match.h"

namespace romas {

namespace {

class LanePacker {
 public:
  LanePacker(const Kernel& kernel, const LaneMatch& match) : from_(kernel), match_(match), to_(kernel) {
    for (const LanePack& pack : match.packs()) packs_.push_back({pack, {}, {}});
  }

  Kernel run() {
    build();
    return scheduled(to_.take());
  }

 private:
  struct Pack {
    LanePack values;
    std::array<LaneOperand, 3> operands;
    LaneOperand result;
  };

  void build() {
    map_.resize(from_.nodes.size());
    for (const std::uint32_t i : match_.order()) {
      if (match_.pack_of(i) < 0)
        map_[i] = single(from_.nodes[i]);
      else if (Pack& pack = packs_[static_cast<std::size_t>(match_.pack_of(i))]; !pack.result.value.valid())
        compute(pack);
    }
    std::vector<OutputArray> outputs;
    for (const OutputArray& output : from_.outputs) {
      outputs.push_back({output.name, {}});
      std::vector<Value>& elements = outputs.back().elements;
      while (elements.size() < output.elements.size())
        if (!take_row(output.elements, elements))
          elements.push_back(number(match_.stem(output.elements[elements.size()])));
    }
    to_.set_outputs(std::move(outputs));
  }

  // The next elements, if they are all the lanes of a pack, in their places: signs that differ are put right
  // in all lanes together, so that they can be written together.
  bool take_row(const std::vector<Value>& from, std::vector<Value>& elements) {
    const std::size_t begin = elements.size();
    const int index = match_.pack_of(match_.stem(from[begin]).node);
    if (index < 0) return false;
    const Pack& pack = packs_[static_cast<std::size_t>(index)];
    const std::size_t lanes = pack.values.lanes;
    if (lanes == 1 || begin + lanes > from.size() || to_.node(pack.result.value).lanes != lanes) return false;
    LaneOperand row = pack.result;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Stem stem = match_.stem(from[begin + lane]);
      if (match_.pack_of(stem.node) != index || match_.lane_of(stem.node) != lane) return false;
      row.minus[lane] = row.minus[lane] != stem.minus;
    }
    const Value settled = to_.settled(row, lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) elements.push_back(to_.lane(settled, lane));
    return true;
  }

  Value single(Node node) {
    for (int k = 0; k < operand_count(node); ++k) {
      Value& operand = node.operands[static_cast<std::size_t>(k)];
      operand = number(match_.stem(operand));
    }
    return to_.add(node);
  }

  // One number, taken out of its lane if need be.
  Value number(const Stem& of) {
    Value value = map_[of.node];
    bool minus = of.minus;
    if (const int index = match_.pack_of(of.node); index >= 0) {
      const Pack& pack = packs_[static_cast<std::size_t>(index)];
      const std::size_t lane = match_.lane_of(of.node);
      value = pack.result.value;
      if (to_.node(value).lanes > 1) value = to_.lane(value, lane);
      minus = minus != pack.result.minus[lane];
    }
    return minus ? to_.negated(value) : value;
  }

  void compute(Pack& pack) {
    const Node& first = from_.nodes[pack.values.members[0]];
    std::array<std::array<Stem, 3>, kMostLanes> by_lane{};
    std::array<const Pack*, 3> packs{};
    for (std::size_t lane = 0; lane < pack.values.lanes; ++lane)
      by_lane[lane] = match_.operands(pack.values.members[lane]);
    for (std::size_t k = 0; k < static_cast<std::size_t>(operand_count(first)); ++k) {
      std::array<Stem, kMostLanes> stems{};
      for (std::size_t lane = 0; lane < pack.values.lanes; ++lane) stems[lane] = by_lane[lane][k];
      packs[k] = pack_of(stems, pack.values);
      pack.operands[k] = operand(stems, packs[k], pack.values);
    }
    pack.result = computed(first.op, pack.operands, packs, pack.values.lanes);
    to_.label(pack.result.value, first.label);
  }

  LaneOperand computed(Op op, const std::array<LaneOperand, 3>& operands,
                       const std::array<const Pack*, 3>& packs, std::size_t lanes) {
    const auto& [a, b, c] = operands;
    if (op == Op::mul) return to_.product(a, b, lanes);
    if (op == Op::div) return to_.quotient(a, b, lanes);
    if (op == Op::fma) return to_.multiply_add(a, b, c, lanes);
    return total(operands, packs, lanes);
  }

  // A sum takes a product in that nothing else uses, rather one whose signs differ between lanes.
  LaneOperand total(const std::array<LaneOperand, 3>& terms, const std::array<const Pack*, 3>& packs,
                    std::size_t lanes) {
    const auto fits = [&](std::size_t k) { return packs[k] != nullptr && only_use(*packs[k]); };
    const auto mixed = [&](std::size_t k) {
      const LaneSigns& minus = terms[k].minus;
      return std::any_of(minus.begin(), minus.begin() + static_cast<std::ptrdiff_t>(lanes),
                         [&](bool sign) { return sign != minus[0]; });
    };
    if (!fits(0) && !fits(1)) return to_.sum(terms[0], terms[1], lanes);
    const std::size_t k = !fits(0) || (fits(1) && mixed(1) && !mixed(0)) ? 1 : 0;
    LaneOperand rest = terms[1 - k];
    if (fits(1 - k) && mixed(1 - k))
      rest = to_.product(signed_as(*packs[1 - k], rest), packs[1 - k]->operands[1], lanes);
    return to_.multiply_add(signed_as(*packs[k], terms[k]), packs[k]->operands[1], rest, lanes);
  }

  // Whether a product is used once, by the sum that asks.
  bool only_use(const Pack& pack) const {
    for (std::size_t lane = 0; lane < pack.values.lanes; ++lane) {
      const std::uint32_t member = pack.values.members[lane];
      if (from_.nodes[member].op != Op::mul || match_.uses(member) != 1) return false;
    }
    return true;
  }

  // The first factor of a product, with the sign by which a sum takes the product.
  static LaneOperand signed_as(const Pack& product, const LaneOperand& term) {
    LaneOperand factor = product.operands[0];
    for (std::size_t lane = 0; lane < product.values.lanes; ++lane) {
      const bool minus = term.minus[lane] != product.result.minus[lane];
      factor.minus[lane] = factor.minus[lane] != minus;
    }
    return factor;
  }

  // The pack whose lanes these are, in order, as far as `values` has somebody who reads them, or null.
  const Pack* pack_of(const std::array<Stem, kMostLanes>& stems, const LanePack& values) const {
    const int index = match_.pack_of(stems[values.first_present()].node);
    if (index < 0) return nullptr;
    const Pack& pack = packs_[static_cast<std::size_t>(index)];
    if (pack.values.lanes != values.lanes) return nullptr;
    for (std::size_t lane = 0; lane < values.lanes; ++lane)
      if (values.present[lane] &&
          (!pack.values.present[lane] || pack.values.members[lane] != stems[lane].node))
        return nullptr;
    return &pack;
  }

  LaneOperand operand(const std::array<Stem, kMostLanes>& stems, const Pack* pack, const LanePack& values) {
    const std::size_t lanes = values.lanes;
    LaneOperand result;
    if (pack != nullptr) result = pack->result;
    bool same = true;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      result.minus[lane] = result.minus[lane] != stems[lane].minus;
      same = same && stems[lane].node == stems[0].node;
    }
    // Lanes that nobody reads take the sign of one that is read.
    for (std::size_t lane = 0; lane < lanes && pack != nullptr; ++lane)
      if (!values.present[lane]) result.minus[lane] = result.minus[match_.lane_of(values.members[lane])];
    if (pack != nullptr) return result;
    std::array<Value, kMostLanes> numbers{};
    for (std::size_t lane = 0; lane < lanes; ++lane)
      numbers[lane] = number({stems[lane].node, !same && stems[lane].minus});
    if (!same) fill_what_nobody_reads(numbers, values);
    result.value = to_.gather(numbers, lanes);
    if (!same) result.minus = {};
    return result;
  }

  // With what stands there anyway: a lane of a value that one of the numbers is taken from.
  void fill_what_nobody_reads(std::array<Value, kMostLanes>& numbers, const LanePack& values) {
    for (std::size_t lane = 0; lane < values.lanes; ++lane) {
      const Node number = to_.node(numbers[lane]);
      if (!values.present[lane] || number.op != Op::lane ||
          to_.node(number.operands[0]).lanes != values.lanes)
        continue;
      for (std::size_t other = 0; other < values.lanes; ++other)
        if (!values.present[other]) numbers[other] = to_.lane(number.operands[0], other);
      return;
    }
  }

  const Kernel& from_;
  const LaneMatch& match_;
  LaneBuilder to_;
  std::vector<Pack> packs_;
  std::vector<Value> map_;  // by node that goes through no lanes
};

// The kernel in the lanes of a match, if that takes less than a part of the instructions that it takes
// without.
std::optional<Kernel> in_lanes(const Kernel& kernel, LaneMatch& match, double worthwhile) {
  match.finish();
  if (!match.has_lanes()) return {};
  Kernel packed = LanePacker(kernel, match).run();
  if (count_instructions(packed) > worthwhile * count_instructions(with_fused_operations(kernel))) return {};
  return packed;
}

}  // namespace

double count_instructions(const Kernel& kernel) {
  const std::vector<std::uint32_t> uses = count_uses(kernel);
  double sum = 0;
  for (std::size_t i = 0; i < kernel.nodes.size(); ++i) {
    const Node& node = kernel.nodes[i];
    if (uses[i] == 0) continue;
    if (goes_through_lanes(node.op)) sum += 1;
    if (node.op == Op::lane) sum += node.element == 0 ? 0 : 0.5;
    if (node.op == Op::gather) {
      const Op op = kernel.node(node.operands[0]).op;
      const bool in_memory = op == Op::input || op == Op::sin || op == Op::cos;
      sum += op == Op::constant ? 0 : in_memory ? node.lanes / 2.0 : node.lanes - 1.0;
    }
  }
  return sum;
}

std::optional<Kernel> with_limbs_in_lanes(const Kernel& kernel, const LimbLanes& limbs) {
  LaneMatch match(kernel);
  add_limb_packs(match, limbs);
  constexpr double kWorthwhile = 0.8;
  return in_lanes(kernel, match, kWorthwhile);
}

std::optional<Kernel> with_columns_in_lanes(const Kernel& kernel, const LimbLanes& limbs) {
  LaneMatch match(kernel);
  add_column_packs(match, limbs);
  if (!match.has_lanes()) return {};
  add_limb_packs(match, limbs);
  constexpr double kWorthwhile = 0.95;
  return in_lanes(kernel, match, kWorthwhile);
}

}  // namespace romas
