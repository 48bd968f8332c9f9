#include "passes/kernel/limb_match.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace romas {

bool goes_through_lanes(Op op) {
  return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div || op == Op::fma;
}

LimbMatch::LimbMatch(const Kernel& kernel, const DynamicsModel& model)
    : kernel_(kernel),
      limbs_(limbs_by_lane(model)),
      places_(kernel.nodes.size()),
      uses_(kernel.nodes.size(), 0) {
  if (limbs_.groups.empty()) return;
  count_uses_behind_signs();
  find_purposes();
  classify();
}

Stem LimbMatch::stem(Value value) const {
  Stem result;
  for (; kernel_.node(value).op == Op::neg; value = kernel_.node(value).operands[0])
    result.minus = !result.minus;
  result.node = value.index();
  return result;
}

// The operands in an order that equal operations share, with the sign that a subtraction gives.
std::array<Stem, 3> LimbMatch::ordered(const Node& node) const {
  std::array<Stem, 3> result{};
  for (int k = 0; k < operand_count(node); ++k)
    result[static_cast<std::size_t>(k)] = stem(node.operands[static_cast<std::size_t>(k)]);
  if (node.op == Op::sub) result[1].minus = !result[1].minus;
  const bool commutes = node.op == Op::add || node.op == Op::sub || node.op == Op::mul || node.op == Op::fma;
  const auto value_class = [&](const Stem& s) { return places_[s.node].value_class; };
  if (commutes && value_class(result[1]) < value_class(result[0])) std::swap(result[0], result[1]);
  return result;
}

void LimbMatch::count_uses_behind_signs() {
  const std::vector<std::uint32_t> needed = count_uses(kernel_);
  for (std::size_t i = 0; i < kernel_.nodes.size(); ++i)
    for (int k = 0; k < operand_count(kernel_.nodes[i]) && needed[i] != 0 && kernel_.nodes[i].op != Op::neg;
         ++k)
      ++uses_[stem(kernel_.nodes[i].operands[static_cast<std::size_t>(k)]).node];
  for (const OutputArray& output : kernel_.outputs)
    for (const Value value : output.elements) ++uses_[stem(value).node];
}

LimbMatch::ClassKey LimbMatch::key_of(const Node& node, int limb) const {
  const auto group = static_cast<std::uint32_t>(limb / kLimbNumbers);
  if (node.op == Op::input)
    return {static_cast<std::uint32_t>(node.op), group, node.array, variable(node).place, 0};
  const std::array<Stem, 3> operands = ordered(node);
  const Op op = node.op == Op::sub ? Op::add : node.op;
  ClassKey key = {static_cast<std::uint32_t>(op), group, 0, 0, 0};
  for (int k = 0; k < operand_count(node); ++k) {
    const auto at = static_cast<std::size_t>(k);
    key[2 + at] = std::min(places_[operands[at].node].value_class, kAlone);
  }
  return key;
}

void LimbMatch::classify() {
  std::vector<std::vector<std::uint32_t>> by_depth;
  for (std::uint32_t i = 0; i < kernel_.nodes.size(); ++i) {
    const Node& node = kernel_.nodes[i];
    if (node.op == Op::constant || node.op == Op::neg) continue;
    Place& place = places_[i];
    for (int k = 0; k < operand_count(node); ++k)
      place.depth =
          std::max(place.depth, places_[stem(node.operands[static_cast<std::size_t>(k)]).node].depth + 1);
    if (place.depth >= by_depth.size()) by_depth.resize(place.depth + 1);
    by_depth[place.depth].push_back(i);
  }
  for (const std::vector<std::uint32_t>& level : by_depth) {
    std::map<ClassKey, Members> classes;
    for (const std::uint32_t i : level) {
      const int limb = places_[i].limb;
      if (limb == kNoLimb)
        places_[i].value_class = kAlone + i;
      else
        classes[key_of(kernel_.nodes[i], limb)][static_cast<std::size_t>(limb % kLimbNumbers)].push_back(i);
    }
    for (const auto& [key, members] : classes) match(key, members);
    for (const std::uint32_t i : level)
      if (goes_through_lanes(kernel_.nodes[i].op) && places_[i].pack < 0) pack({1, {i}});
  }
}

void LimbMatch::pack(const LanePack& values) {
  for (std::size_t lane = 0; lane < values.lanes; ++lane)
    places_[values.members[lane]].pack = static_cast<int>(packs_.size());
  packs_.push_back(values);
  has_lanes_ = has_lanes_ || values.lanes > 1;
}

// Values of a key belong together by the most that is the same in all limbs: what is made of them in the
// end, or by the next operation; the values of no limb that they take; and at last their constants.
void LimbMatch::match(const ClassKey& key, Members left) {
  using Mark = std::array<std::uint64_t, 4>;
  struct Criterion {
    const std::vector<std::uint64_t>* purposes;
    bool shared;
  };
  for (const Criterion& criterion : {Criterion{&purposes_, true}, Criterion{&purposes_, false},
                                     Criterion{&next_uses_, true}, Criterion{nullptr, true}}) {
    std::map<Mark, Members> marked;
    for (std::size_t limb = 0; limb < kMostLanes; ++limb)
      for (const std::uint32_t i : left[limb]) {
        Mark mark = {criterion.purposes != nullptr ? (*criterion.purposes)[i] : 0};
        const std::array<std::uint32_t, 3> shared = shared_operands(i);
        if (criterion.shared) std::copy(shared.begin(), shared.end(), mark.begin() + 1);
        marked[mark][limb].push_back(i);
      }
    left = {};
    for (auto& [mark, same] : marked) number_common(key, same, left);
  }
  std::size_t most = 0;
  for (std::vector<std::uint32_t>& of_limb : left) {
    sort_by_constants(of_limb);
    most = std::max(most, of_limb.size());
  }
  number(key, left, most);
}

// Numbers as many as each limb has; the others are left.
void LimbMatch::number_common(const ClassKey& key, Members& members, Members& left) {
  const std::size_t limbs = limbs_.groups[key[1]].limbs;
  std::size_t common = members[0].size();
  for (std::size_t limb = 0; limb < limbs; ++limb) {
    sort_by_constants(members[limb]);
    common = std::min(common, members[limb].size());
  }
  number(key, members, common);
  for (std::size_t limb = 0; limb < limbs; ++limb)
    left[limb].insert(left[limb].end(), members[limb].begin() + static_cast<std::ptrdiff_t>(common),
                      members[limb].end());
}

void LimbMatch::sort_by_constants(std::vector<std::uint32_t>& values) const {
  std::stable_sort(values.begin(), values.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return constants(a) < constants(b); });
}

std::array<std::uint32_t, 3> LimbMatch::shared_operands(std::uint32_t i) const {
  std::array<std::uint32_t, 3> result{};
  const std::array<Stem, 3> operands = ordered(kernel_.nodes[i]);
  for (int k = 0; k < operand_count(kernel_.nodes[i]); ++k) {
    const std::uint32_t of = places_[operands[static_cast<std::size_t>(k)].node].value_class;
    if (of >= kAlone) result[static_cast<std::size_t>(k)] = of;
  }
  return result;
}

// Values of the same rank are a class.
void LimbMatch::number(const ClassKey& key, const Members& members, std::size_t count) {
  const LaneGroup& group = limbs_.groups[key[1]];
  for (std::size_t rank = 0; rank < count; ++rank) {
    ++last_class_;
    bool complete = goes_through_lanes(static_cast<Op>(key[0]));
    for (std::size_t limb = 0; limb < group.limbs; ++limb) {
      complete = complete && rank < members[limb].size();
      if (rank < members[limb].size()) places_[members[limb][rank]].value_class = last_class_;
    }
    if (!complete) continue;
    LanePack values;
    values.lanes = group.lanes();
    for (std::size_t lane = 0; lane < values.lanes; ++lane)
      values.members[lane] = members[group.limb_of(lane)][rank];
    pack(values);
  }
}

std::array<double, 3> LimbMatch::constants(std::uint32_t i) const {
  std::array<double, 3> result{};
  const std::array<Stem, 3> operands = ordered(kernel_.nodes[i]);
  for (std::size_t k = 0; k < 3; ++k) {
    const Node& operand = kernel_.nodes[operands[k].node];
    if (operand.op == Op::constant) result[k] = std::abs(operand.constant);
  }
  return result;
}

}  // namespace romas
