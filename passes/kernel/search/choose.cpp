// Distributes the work among the kernels and chooses the search for each.
#include "passes/kernel/search/choose.h"

#include <algorithm>

#include "passes/kernel/search/choice_search.h"

namespace romas::lowering {

namespace {

constexpr int kEverywhere = 1000;
constexpr int kFarthest = 16;

// Over all bodies: steps that the columns of M take within the bodies at most `reach` up and down.
std::size_t column_steps(const DynamicsModel& model, const std::vector<std::vector<std::size_t>>& children,
                         int reach) {
  std::size_t steps = 0;
  std::vector<std::pair<std::size_t, int>> open;  // body, distance below the one in question
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    std::size_t above = 0;
    for (int up = model.bodies[i].parent; up >= 0 && static_cast<int>(above) < reach;
         up = model.bodies[static_cast<std::size_t>(up)].parent)
      ++above;
    steps += above * (above + 1) / 2;
    for (open.assign(1, {i, 0}); !open.empty();) {
      const auto [body, below] = open.back();
      open.pop_back();
      steps += above + static_cast<std::size_t>(below) + 1;
      if (below < reach)
        for (const std::size_t child : children[body]) open.emplace_back(child, below + 1);
    }
  }
  return steps;
}

// The widest reach at which a round through all bodies is likely to stay within the limit of work. A column
// of M extends to the root, so that the cost of a trial grows with the square of the distance.
int reach_of_columns(const DynamicsModel& model, std::size_t work) {
  constexpr std::size_t kNodes = 2000;  // of a step of a column, in all trials of a body
  constexpr int kLeast = 3;
  const std::vector<std::vector<std::size_t>> children = children_of(model);
  int reach = kEverywhere;
  while (reach > kLeast && column_steps(model, children, reach) > work / kNodes)
    reach = reach == kEverywhere ? kFarthest : reach - 1;
  return reach;
}

}  // namespace

Plans choose_plans(const DynamicsModel& model, SearchEffort effort) {
  const Choices plain(model.bodies.size());
  if (effort == SearchEffort::none) {
    const DynamicsPlan plan = make_plan(model, plain);
    return {0, plan, plan, plan, plan};
  }
  const std::size_t all = most_lowered(model.bodies.size());
  Work work;
  // `share`: fraction of all the work that may be spent by the end of this search, the unused work of earlier
  // searches included.
  const auto choose = [&](const Lower& lower, double share, int reach, const Choices& start,
                          int rounds) -> Choices {
    const auto until = static_cast<std::size_t>(share * static_cast<double>(all));
    const bool twice = start == plain;
    constexpr double kFirst = 0.6;
    const std::size_t left = until - std::min(until, work.lowered);
    work.most = twice ? work.lowered + static_cast<std::size_t>(kFirst * static_cast<double>(left)) : until;
    Known known;
    ChoiceSearch search(model, lower, reach, start, work, known);
    Choices found = search.run(rounds);
    const auto alike = [&](const Choices& choices) {
      return ChoiceSearch(model, lower, reach, choices, work, known).alike();
    };
    if (!twice) return alike(found);
    work.most = until;
    ChoiceSearch other(model, lower, reach, search.denavit_hartenberg(), work, known);
    Choices more = other.run(rounds);
    const auto count = [&](const Choices& choices) {
      return count_operations(lower(make_plan(model, choices))).total();
    };
    return alike(count(more) < count(found) ? more : found);
  };
  const auto newton_euler = [](Dynamics kind) {
    return [kind](const DynamicsPlan& candidate) { return lower_inverse_dynamics(candidate, kind, true); };
  };
  // Velocities and forces pass from neighbour to neighbour.
  constexpr int kNear = 3;
  // The choices for inverse dynamics are nearly optimal for its parts, too.
  const Choices inverse = choose(newton_euler(Dynamics::inverse), 0.4, kNear, plain, 6);
  const Choices bias = choose(newton_euler(Dynamics::bias), 0.5, kNear, inverse, 2);
  const Choices gravity = choose(newton_euler(Dynamics::gravity), 0.65, kNear, plain, 6);
  const Choices mass_matrix =
      choose([](const DynamicsPlan& candidate) { return lower_mass_matrix(candidate, true); }, 1,
             reach_of_columns(model, all - std::min(all, work.lowered)), plain, 6);
  return {work.lowered, make_plan(model, inverse), make_plan(model, bias), make_plan(model, gravity),
          make_plan(model, mass_matrix)};
}

}  // namespace romas::lowering
