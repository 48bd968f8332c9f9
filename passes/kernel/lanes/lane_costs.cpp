#include "passes/kernel/lanes/lane_costs.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace romas {

namespace {

constexpr double kTakingOut = 0.5;  // one number, unless it is the first

using Nodes = std::array<std::uint32_t, kMostLanes>;

Nodes nodes_of(const std::array<Stem, kMostLanes>& stems) {
  Nodes nodes{};
  for (std::size_t lane = 0; lane < kMostLanes; ++lane) nodes[lane] = stems[lane].node;
  return nodes;
}

// A product whose only use is a sum becomes part of it, where that has not taken another product in.
double instructions_of(const LaneMatch& match, std::uint32_t node) {
  constexpr double kProductOfSum = 0.4;
  return match.kernel().nodes[node].op == Op::mul && match.uses(node) == 1 ? kProductOfSum : 1;
}

// The pack in whose lanes most of an operand's numbers stand already, and how many do.
std::pair<int, std::size_t> source_of(const LaneMatch& match, const LanePack& values, const Nodes& nodes) {
  std::map<int, std::size_t> count;
  std::pair<int, std::size_t> best = {-1, 0};
  for (std::size_t lane = 0; lane < values.lanes; ++lane) {
    const int of = match.pack_of(nodes[lane]);
    if (!values.present[lane] || of < 0 || match.lane_of(nodes[lane]) != lane ||
        match.packs()[static_cast<std::size_t>(of)].lanes == 1)
      continue;
    if (const std::size_t here = ++count[of]; here > best.second) best = {of, here};
  }
  return best;
}

// How many instructions bring an operand into lanes.
double gathering(const LaneMatch& match, const LanePack& values, const Nodes& nodes) {
  bool same = true;
  bool constant = true;
  bool in_memory = true;
  for (std::size_t lane = 0; lane < values.lanes; ++lane) {
    if (!values.present[lane]) continue;
    same = same && nodes[lane] == nodes[values.first_present()];
    const Op op = match.kernel().nodes[nodes[lane]].op;
    constant = constant && op == Op::constant;
    in_memory = in_memory && (op == Op::input || op == Op::sin || op == Op::cos);
  }
  if (same || constant) return 0;
  const std::size_t present = values.count_present();
  if (in_memory) return static_cast<double>(present) / 2;
  const std::size_t in_place = source_of(match, values, nodes).second;
  if (in_place == present) return 0;
  return static_cast<double>(present - std::max<std::size_t>(in_place, 1));
}

template <class Visit>
void each_operand(const LaneMatch& match, const Visit& visit) {
  for (std::size_t p = 0; p < match.packs().size(); ++p) {
    const LanePack& values = match.packs()[p];
    for (int k = 0; k < operand_count(match.kernel().nodes[values.members[0]]); ++k)
      visit(p, nodes_of(match.operands(values, static_cast<std::size_t>(k))));
  }
}

// By pack: how much it saves next to its members one by one. Each of two packs gets half of a saving that
// they make together.
std::vector<double> gains(const LaneMatch& match) {
  std::vector<double> result;
  for (const LanePack& values : match.packs())
    result.push_back(static_cast<double>(values.count_present() - 1) *
                     instructions_of(match, values.members[values.first_present()]));
  std::map<Nodes, int> users;
  each_operand(match, [&](std::size_t, const Nodes& nodes) { ++users[nodes]; });
  each_operand(match, [&](std::size_t p, const Nodes& nodes) {
    const LanePack& values = match.packs()[p];
    const double cost = gathering(match, values, nodes) / users[nodes];
    result[p] -= cost;
    const auto [source, in_place] = source_of(match, values, nodes);
    if (source >= 0 && in_place == values.count_present()) {
      result[p] += kTakingOut;
      result[static_cast<std::size_t>(source)] += kTakingOut;
    } else if (cost > 0) {
      for (std::size_t lane = 0; lane < values.lanes; ++lane)
        if (const int of = match.pack_of(nodes[lane]); values.present[lane] && of >= 0 && of != source)
          result[static_cast<std::size_t>(of)] -= kTakingOut / 2;
    }
  });
  return result;
}

}  // namespace

double expected_instructions(const LaneMatch& match) {
  const Kernel& kernel = match.kernel();
  double sum = 0;
  std::vector<bool> taken_out(kernel.nodes.size(), false);
  for (std::uint32_t i = 0; i < kernel.nodes.size(); ++i) {
    const Node& node = kernel.nodes[i];
    if (!goes_through_lanes(node.op) || match.uses(i) == 0 || match.pack_of(i) >= 0) continue;
    sum += instructions_of(match, i);
    for (const Stem& of : match.operands(i)) taken_out[of.node] = true;
  }
  std::map<Nodes, double> gathered;
  for (const LanePack& values : match.packs()) {
    sum += instructions_of(match, values.members[values.first_present()]);
  }
  each_operand(match, [&](std::size_t p, const Nodes& nodes) {
    const LanePack& values = match.packs()[p];
    const double cost = gathering(match, values, nodes);
    if (!gathered.emplace(nodes, cost).second || cost == 0) return;
    sum += cost;
    const int source = source_of(match, values, nodes).first;
    for (std::size_t lane = 0; lane < values.lanes; ++lane)
      if (values.present[lane] && match.pack_of(nodes[lane]) != source) taken_out[nodes[lane]] = true;
  });
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements) taken_out[match.stem(value).node] = true;
  for (std::uint32_t i = 0; i < kernel.nodes.size(); ++i)
    if (taken_out[i] && match.pack_of(i) >= 0 && match.lane_of(i) != 0) sum += kTakingOut;
  return sum;
}

namespace {

// Packs that hand numbers on to each other in their lanes, by pack: one of them for all.
std::vector<std::size_t> groups_of(const LaneMatch& match) {
  std::vector<std::size_t> group(match.packs().size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto root = [&](std::size_t p) {
    while (group[p] != p) p = group[p] = group[group[p]];
    return p;
  };
  each_operand(match, [&](std::size_t p, const Nodes& nodes) {
    const int source = source_of(match, match.packs()[p], nodes).first;
    if (source >= 0) group[root(p)] = root(static_cast<std::size_t>(source));
  });
  for (std::size_t p = 0; p < group.size(); ++p) group[p] = root(p);
  return group;
}

// By group: what its packs save together, less what brings numbers into its lanes and out of them.
std::vector<double> gains_of_groups(const LaneMatch& match, const std::vector<std::size_t>& groups) {
  std::vector<double> result(groups.size(), 0.0);
  for (std::size_t p = 0; p < groups.size(); ++p) {
    const LanePack& values = match.packs()[p];
    result[groups[p]] += static_cast<double>(values.count_present() - 1) *
                         instructions_of(match, values.members[values.first_present()]);
  }
  const Kernel& kernel = match.kernel();
  std::vector<bool> taken_out(kernel.nodes.size(), false);
  // For another group, which pays for it, or for what is in no lanes.
  const auto take_out = [&](std::uint32_t node, std::optional<std::size_t> other) {
    const int of = match.pack_of(node);
    if (of < 0 || match.lane_of(node) == 0 || taken_out[node]) return;
    taken_out[node] = true;
    result[other.value_or(groups[static_cast<std::size_t>(of)])] -= kTakingOut;
  };
  for (std::uint32_t i = 0; i < kernel.nodes.size(); ++i)
    if (kernel.nodes[i].op != Op::neg && match.uses(i) != 0 && match.pack_of(i) < 0)
      for (int k = 0; k < operand_count(kernel.nodes[i]); ++k)
        take_out(match.stem(kernel.nodes[i].operands[static_cast<std::size_t>(k)]).node, {});
  for (const OutputArray& output : kernel.outputs)
    for (const Value value : output.elements) take_out(match.stem(value).node, {});
  std::set<std::pair<std::size_t, Nodes>> gathered;
  each_operand(match, [&](std::size_t p, const Nodes& nodes) {
    const LanePack& values = match.packs()[p];
    const double cost = gathering(match, values, nodes);
    if (cost == 0 || !gathered.emplace(groups[p], nodes).second) return;
    result[groups[p]] -= cost;
    const int source = source_of(match, values, nodes).first;
    for (std::size_t lane = 0; lane < values.lanes; ++lane)
      if (values.present[lane] && match.pack_of(nodes[lane]) != source) take_out(nodes[lane], groups[p]);
  });
  return result;
}

bool dissolve_single_packs(LaneMatch& match) {
  bool any = false;
  for (bool changed = true; changed; any = any || changed) {
    changed = false;
    std::vector<bool> costs;
    for (const double gain : gains(match)) {
      costs.push_back(gain <= 0);
      changed = changed || gain <= 0;
    }
    if (changed) match.dissolve(costs);
  }
  return any;
}

bool dissolve_groups(LaneMatch& match) {
  const std::vector<std::size_t> groups = groups_of(match);
  const std::vector<double> gain = gains_of_groups(match, groups);
  std::vector<bool> costs;
  for (const std::size_t group : groups) costs.push_back(gain[group] <= 0);
  if (std::find(costs.begin(), costs.end(), true) == costs.end()) return false;
  match.dissolve(costs);
  return true;
}

}  // namespace

void dissolve_packs_that_cost(LaneMatch& match) {
  dissolve_single_packs(match);
  while (dissolve_groups(match)) dissolve_single_packs(match);
}

}  // namespace romas
