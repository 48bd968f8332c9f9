#include "passes/kernel/lanes/equal_limbs.h"

#include <algorithm>
#include <map>

namespace romas {

namespace {

class LimbFinder {
 public:
  explicit LimbFinder(const DynamicsModel& model)
      : children_(model.bodies.size() + 1), shapes_(model.bodies.size()) {
    std::map<std::vector<int>, int> known;
    for (std::size_t i = model.bodies.size(); i-- > 0;) {
      const Body& body = model.bodies[i];
      children_[slot(body.parent)].push_back(static_cast<int>(i));
      std::vector<int>& below = children_[slot(static_cast<int>(i))];
      std::stable_sort(below.begin(), below.end(),
                       [&](int a, int b) { return std::pair(shape(a), a) < std::pair(shape(b), b); });
      std::vector<int> key = {static_cast<int>(body.motion)};
      for (const int child : below) key.push_back(shape(child));
      shapes_[i] = known.try_emplace(std::move(key), static_cast<int>(known.size())).first->second;
    }
    std::vector<int>& roots = children_[slot(-1)];
    std::stable_sort(roots.begin(), roots.end(),
                     [&](int a, int b) { return std::pair(shape(a), a) < std::pair(shape(b), b); });
  }

  std::vector<EqualLimbs> find() {
    visit(-1);
    return std::move(found_);
  }

 private:
  static std::size_t slot(int body) { return static_cast<std::size_t>(body + 1); }
  int shape(int body) const { return shapes_[static_cast<std::size_t>(body)]; }

  // The bodies of a subtree, in an order that equal shapes share.
  void collect(int body, std::vector<int>& limb) const {
    std::vector<int> open = {body};
    while (!open.empty()) {
      limb.push_back(open.back());
      open.pop_back();
      const std::vector<int>& below = children_[slot(limb.back())];
      open.insert(open.end(), below.rbegin(), below.rend());
    }
  }

  // Children of one shape stand side by side.
  void visit(int first) {
    std::vector<int> open = {first};
    while (!open.empty()) {
      const std::vector<int>& below = children_[slot(open.back())];
      open.pop_back();
      for (std::size_t begin = 0, end = 0; begin < below.size(); begin = end) {
        while (end < below.size() && shape(below[end]) == shape(below[begin])) ++end;
        const bool longer = !children_[slot(below[begin])].empty();
        if (end - begin == 1 || !longer) {
          open.insert(open.end(), below.begin() + static_cast<std::ptrdiff_t>(begin),
                      below.begin() + static_cast<std::ptrdiff_t>(end));
          continue;
        }
        EqualLimbs limbs(end - begin);
        for (std::size_t k = begin; k < end; ++k) collect(below[k], limbs[k - begin]);
        found_.push_back(std::move(limbs));
      }
    }
  }

  std::vector<std::vector<int>> children_;  // by slot
  std::vector<int> shapes_;                 // by body; subtrees with the same number have the same shape
  std::vector<EqualLimbs> found_;
};

}  // namespace

std::vector<EqualLimbs> find_equal_limbs(const DynamicsModel& model) { return LimbFinder(model).find(); }

namespace {

// The variables from `first` on are those of the limb's body number `body`, unless they are another's. A
// follower has those of the joint that it follows.
void claim(std::vector<LimbVariable>& variables, int first, int count, int limb, std::uint32_t body) {
  for (int k = 0; k < count; ++k) {
    LimbVariable& variable = variables[static_cast<std::size_t>(first + k)];
    if (variable.limb == kNoLimb) variable = {limb, body * kPlacesOfBody + static_cast<std::uint32_t>(k)};
  }
}

}  // namespace

LimbLanes limbs_by_lane(const DynamicsModel& model) {
  LimbLanes limbs;
  limbs.positions.resize(static_cast<std::size_t>(model.n_q));
  limbs.velocities.resize(static_cast<std::size_t>(model.n_v));
  for (const EqualLimbs& equal : find_equal_limbs(model)) {
    for (std::size_t first = 0; equal.size() - first >= 2;) {
      const LaneGroup group = {std::min(equal.size() - first, kMostLanes)};
      for (std::size_t lane = 0; lane < group.limbs; ++lane) {
        const int limb = static_cast<int>(limbs.groups.size()) * kLimbNumbers + static_cast<int>(lane);
        std::uint32_t number = 0;
        for (const int index : equal[first + lane]) {
          const Body& body = model.bodies[static_cast<std::size_t>(index)];
          const int n_v = motion_dof(body.motion);
          claim(limbs.positions, body.q, n_v == 1 ? 1 : n_v + 1, limb, number);
          claim(limbs.velocities, body.v, n_v, limb, number++);
        }
      }
      limbs.groups.push_back(group);
      first += group.limbs;
    }
  }
  return limbs;
}

}  // namespace romas
