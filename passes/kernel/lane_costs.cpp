#include "passes/kernel/lane_costs.h"

#include <algorithm>
#include <map>
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

// By pack: what it saves next to its members one by one. What two packs save each other is half of each.
std::vector<double> gains(const LaneMatch& match) {
  std::vector<double> result;
  for (const LanePack& values : match.packs())
    result.push_back(static_cast<double>(values.count_present()) - 1);
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
    // A product whose only use is a sum becomes part of it.
    sum += node.op == Op::mul && match.uses(i) == 1 ? 0.4 : 1;
    for (const Stem& of : match.operands(i)) taken_out[of.node] = true;
  }
  std::map<Nodes, double> gathered;
  for (const LanePack& values : match.packs()) {
    const std::uint32_t first = values.members[values.first_present()];
    sum += kernel.nodes[first].op == Op::mul && match.uses(first) == 1 ? 0.4 : 1;
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

void dissolve_packs_that_cost(LaneMatch& match) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<bool> costs;
    for (const double gain : gains(match)) {
      costs.push_back(gain <= 0);
      changed = changed || gain <= 0;
    }
    if (changed) match.dissolve(costs);
  }
}

}  // namespace romas
