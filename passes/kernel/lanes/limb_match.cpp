#include "passes/kernel/lanes/limb_match.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace romas {

void add_limb_packs(LaneMatch& match, const LimbLanes& limbs) { LimbMatch(match, limbs).add_to(match); }

LimbMatch::LimbMatch(const LaneMatch& match, const LimbLanes& limbs)
    : match_(match), kernel_(match.kernel()), limbs_(limbs), places_(match.kernel().nodes.size()) {
  if (limbs_.groups.empty()) return;
  find_purposes();
  classify();
}

void LimbMatch::add_to(LaneMatch& match) const {
  const auto is_free = [&](std::uint32_t member) { return match.pack_of(member) < 0; };
  for (const LanePack& values : packs_) {
    const auto end = values.members.begin() + static_cast<std::ptrdiff_t>(values.lanes);
    if (!std::all_of(values.members.begin(), end, is_free)) continue;
    match.add(values);
    for (std::size_t lane = 0; lane < values.lanes; ++lane)
      if (values.present[lane] && in_other_order(values.members[lane]))
        match.swap_operands(values.members[lane]);
  }
}

// Whether the operands stand in another order than equal operations share.
bool LimbMatch::in_other_order(std::uint32_t i) const {
  const std::array<Stem, 3> of = match_.operands(i);
  return match_.commutes(i) && places_[of[1].node].value_class < places_[of[0].node].value_class;
}

std::array<Stem, 3> LimbMatch::ordered(std::uint32_t i) const {
  std::array<Stem, 3> result = match_.operands(i);
  if (in_other_order(i)) std::swap(result[0], result[1]);
  return result;
}

LimbMatch::ClassKey LimbMatch::key_of(std::uint32_t i, int limb) const {
  const Node& node = kernel_.nodes[i];
  const auto group = static_cast<std::uint32_t>(limb / kLimbNumbers);
  if (node.op == Op::input)
    return {static_cast<std::uint32_t>(node.op), group, node.array, variable(node).place, 0};
  const std::array<Stem, 3> operands = ordered(i);
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
        classes[key_of(i, limb)][static_cast<std::size_t>(limb % kLimbNumbers)].push_back(i);
    }
    for (const auto& [key, members] : classes) match(key, members);
  }
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
  const std::array<Stem, 3> operands = ordered(i);
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
    for (std::size_t lane = 0; lane < values.lanes; ++lane) {
      values.members[lane] = members[group.limb_of(lane)][rank];
      values.present[lane] = lane < group.limbs;
    }
    packs_.push_back(values);
  }
}

std::array<double, 3> LimbMatch::constants(std::uint32_t i) const {
  std::array<double, 3> result{};
  const std::array<Stem, 3> operands = ordered(i);
  for (std::size_t k = 0; k < 3; ++k) {
    const Node& operand = kernel_.nodes[operands[k].node];
    if (operand.op == Op::constant) result[k] = std::abs(operand.constant);
  }
  return result;
}

}  // namespace romas
