#include "passes/kernel/lanes/lane_match.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace romas {

std::size_t LanePack::first_present() const {
  return static_cast<std::size_t>(std::find(present.begin(), present.end(), true) - present.begin());
}

std::size_t LanePack::count_present() const {
  const auto end = present.begin() + static_cast<std::ptrdiff_t>(lanes);
  return static_cast<std::size_t>(std::count(present.begin(), end, true));
}

bool goes_through_lanes(Op op) {
  return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div || op == Op::fma;
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 29U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 32U);
}

LaneMatch::LaneMatch(const Kernel& kernel)
    : kernel_(&kernel),
      uses_(count_uses_of_stems(kernel)),
      pack_of_(kernel.nodes.size(), -1),
      lane_of_(kernel.nodes.size(), 0),
      swapped_(kernel.nodes.size(), false) {}

void LaneMatch::add(const LanePack& values) {
  for (std::size_t lane = 0; lane < values.lanes; ++lane)
    if (pack_of_[values.members[lane]] >= 0) return;
  for (std::size_t lane = values.lanes; lane-- > 0;) {
    if (!values.present[lane]) continue;
    pack_of_[values.members[lane]] = static_cast<int>(packs_.size());
    lane_of_[values.members[lane]] = static_cast<std::uint8_t>(lane);
  }
  packs_.push_back(values);
}

void LaneMatch::dissolve(const std::vector<bool>& packs) {
  const std::vector<LanePack> all = std::exchange(packs_, {});
  std::fill(pack_of_.begin(), pack_of_.end(), -1);
  std::fill(lane_of_.begin(), lane_of_.end(), std::uint8_t{0});
  for (std::size_t p = 0; p < all.size(); ++p)
    if (!packs[p]) add(all[p]);
}

void LaneMatch::finish() {
  for (;;) {
    for (std::uint32_t i = 0; i < kernel_->nodes.size(); ++i)
      if (goes_through_lanes(kernel_->nodes[i].op) && pack_of_[i] < 0) add({1, {i}});
    const std::vector<bool> waiting = order_values();
    if (std::find(waiting.begin(), waiting.end(), true) == waiting.end()) return;
    dissolve(waiting);
  }
}

bool LaneMatch::has_lanes() const {
  return std::any_of(packs_.begin(), packs_.end(), [](const LanePack& pack) { return pack.lanes > 1; });
}

std::array<Stem, 3> LaneMatch::operands(std::uint32_t i) const {
  const Node& node = kernel_->nodes[i];
  std::array<Stem, 3> result{};
  for (int k = 0; k < std::min(operand_count(node), 3); ++k)
    result[static_cast<std::size_t>(k)] = stem(node.operands[static_cast<std::size_t>(k)]);
  if (node.op == Op::sub) result[1].minus = !result[1].minus;
  if (swapped_[i]) std::swap(result[0], result[1]);
  return result;
}

std::array<Stem, kMostLanes> LaneMatch::operands(const LanePack& values, std::size_t k) const {
  std::array<Stem, kMostLanes> result{};
  for (std::size_t lane = 0; lane < values.lanes; ++lane) result[lane] = operands(values.members[lane])[k];
  return result;
}

bool LaneMatch::commutes(std::uint32_t node) const {
  const Op op = kernel_->nodes[node].op;
  return goes_through_lanes(op) && op != Op::div;
}

// Values as soon as what they need is there, in the kernel's order where there is a choice (Kahn 1962). By
// pack: whether it waits for itself.
std::vector<bool> LaneMatch::order_values() {
  order_.clear();
  const std::size_t packs = packs_.size();
  const auto unit = [&](std::uint32_t node) {
    return pack_of_[node] >= 0 ? static_cast<std::size_t>(pack_of_[node]) : packs + node;
  };
  std::vector<std::uint32_t> missing(packs + kernel_->nodes.size(), 0);
  std::vector<std::vector<std::uint32_t>> users(kernel_->nodes.size());
  for (std::uint32_t i = 0; i < kernel_->nodes.size(); ++i)
    for (int k = 0; k < operand_count(kernel_->nodes[i]) && kernel_->nodes[i].op != Op::neg; ++k) {
      ++missing[unit(i)];
      users[stem(kernel_->nodes[i].operands[static_cast<std::size_t>(k)]).node].push_back(i);
    }
  std::vector<bool> waiting(packs, true);
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;  // members
  const auto offer = [&](std::uint32_t node) {
    const std::size_t u = unit(node);
    if (missing[u] != 0 || (u < packs && !waiting[u])) return;
    if (u < packs) waiting[u] = false;
    ready.push(u < packs ? packs_[u].members[0] : node);
  };
  const auto place = [&](std::uint32_t node) {
    order_.push_back(node);
    for (const std::uint32_t user : users[node]) {
      --missing[unit(user)];
      offer(user);
    }
  };
  for (std::uint32_t i = 0; i < kernel_->nodes.size(); ++i)
    if (kernel_->nodes[i].op != Op::neg && missing[unit(i)] == 0) offer(i);
  while (!ready.empty()) {
    const std::uint32_t node = ready.top();
    ready.pop();
    if (pack_of_[node] < 0) {
      place(node);
      continue;
    }
    const LanePack& values = packs_[static_cast<std::size_t>(pack_of_[node])];
    for (std::size_t lane = 0; lane < values.lanes; ++lane)
      if (values.present[lane] && lane_of_[values.members[lane]] == lane) place(values.members[lane]);
  }
  return waiting;
}

}  // namespace romas
