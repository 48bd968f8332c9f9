// Equal limbs get choices of the same kind, so that their operations are the same and can be done side by
// side (lanes.h).
#include <algorithm>

#include "passes/kernel/lanes/equal_limbs.h"
#include "passes/kernel/search/choice_search.h"

namespace romas::lowering {

namespace {

// The alternative of `theirs` that stands where `value` stands in `mine`.
double counterpart(const std::vector<double>& mine, const std::vector<double>& theirs, double value) {
  const auto place = static_cast<std::size_t>(std::find(mine.begin(), mine.end(), value) - mine.begin());
  return place < mine.size() && place < theirs.size() ? theirs[place] : value;
}

}  // namespace

Choices ChoiceSearch::alike() {
  const auto count = [&](const Choices& choices) {
    const Kernel kernel = lower_(make_plan(model_, choices));
    work_.lowered += kernel.nodes.size();
    return count_operations(kernel).total();
  };
  const std::vector<EqualLimbs> groups = find_equal_limbs(model_);
  if (groups.empty() || work_.spent()) return choices_;
  std::size_t current = count(choices_);
  for (const EqualLimbs& limbs : groups) {
    const Choices before = choices_;
    Choices best = before;
    std::size_t fewest = current + current / kWorth;
    for (const std::vector<int>& model : limbs) {
      choices_ = before;
      for (const std::vector<int>& limb : limbs)
        if (limb != model) imitate(model, limb);
      if (work_.spent()) break;
      const std::size_t operations = count(choices_);
      if (operations > fewest) continue;
      fewest = operations;
      best = choices_;
    }
    choices_ = best;
    if (best != before) current = fewest;
  }
  return choices_;
}

// From the leaves on, because what a turn can do for a body depends on the masses that its children pass on.
void ChoiceSearch::imitate(const std::vector<int>& model, const std::vector<int>& limb) {
  for (std::size_t b = limb.size(); b-- > 0;) {
    const auto from = static_cast<std::size_t>(model[b]);
    const auto to = static_cast<std::size_t>(limb[b]);
    BodyChoice choice = choices_[from];
    // Zero is an alternative of every body.
    if (choice.slide != 0) choice.slide = counterpart(slides(from), slides(to), choice.slide);
    if (choice.turn != 0) choice.turn = counterpart(turns(from), turns(to), choice.turn);
    choices_[to] = choice;
  }
}

}  // namespace romas::lowering
