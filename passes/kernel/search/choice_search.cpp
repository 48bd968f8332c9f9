// The rounds of the search, the alternatives of a body, and the counting of variants.
#include "passes/kernel/search/choice_search.h"

#include <bit>

#include "passes/kernel/algebra/algebra.h"
#include "support/math/functions.h"

namespace romas::lowering {

std::vector<std::vector<std::size_t>> children_of(const DynamicsModel& model) {
  std::vector<std::vector<std::size_t>> children(model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].parent >= 0) children[static_cast<std::size_t>(model.bodies[i].parent)].push_back(i);
  return children;
}

// Denavit-Hartenberg frames: the origin at the foot of the common normal to the next axis, x along the
// normal.
Choices ChoiceSearch::denavit_hartenberg() {
  Choices result(choices_.size());
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (children_[i].empty()) continue;
    const Body& child = model_.bodies[children_[i].front()];
    const CommonNormal normal = common_normal(child);
    if (normal.exists) result[i].slide = normal.on_parent;
    const EulerAngles euler = euler_zxz(child.X_PB.R);
    if (euler.alpha.sin != 0 && euler.phi.sin != 0 && euler.phi.cos != 0)
      result[i].turn = math::atan2(euler.phi.sin, euler.phi.cos);
  }
  return result;
}

Choices ChoiceSearch::run(int rounds) {
  std::vector<bool> stale(choices_.size(), true);
  for (int round = 0; round < rounds; ++round) {
    std::vector<bool> next(choices_.size(), false);
    bool changed = false;
    for (std::size_t step = 0; step < choices_.size(); ++step) {
      // To the leaves, then back.
      const std::size_t i = round % 2 == 0 ? step : choices_.size() - 1 - step;
      if (work_.spent()) return choices_;
      if (!stale[i] || !improve(i)) continue;
      changed = true;
      next[i] = true;
      if (model_.bodies[i].parent >= 0) next[static_cast<std::size_t>(model_.bodies[i].parent)] = true;
      for (const std::size_t child : children_[i]) next[child] = true;
    }
    if (!changed) break;
    stale = std::move(next);
  }
  return choices_;
}

std::size_t ChoiceSearch::count_near(const Choices& choices) {
  Choices part;
  if (near_.free_root) part.emplace_back();
  for (const std::size_t k : near_.bodies) part.push_back(choices[k]);
  const auto [place, unknown] = known_.try_emplace(key_of(part), 0);
  if (unknown) place->second = lowered_count(part);
  return place->second;
}

std::uint64_t ChoiceSearch::key_of(const Choices& part) const {
  std::uint64_t key = near_.centre;
  const auto mix = [&](std::uint64_t more) {
    key = (key ^ more) * 0x9e3779b97f4a7c15ULL;
    key ^= key >> 29U;
  };
  for (const BodyChoice& choice : part) {
    mix(std::bit_cast<std::uint64_t>(choice.turn));
    mix(std::bit_cast<std::uint64_t>(choice.slide));
    mix(static_cast<std::uint64_t>(choice.relieve + 1) * 8 + (choice.unturned ? 4 : 0) +
        (choice.axial ? 2 : 0) + (choice.inherit_square ? 1 : 0));
  }
  return key;
}

std::size_t ChoiceSearch::lowered_count(const Choices& part) {
  const Kernel kernel = lower_(make_plan(near_.model, part));
  work_.lowered += kernel.nodes.size();
  return count_operations(kernel).total();
}

bool ChoiceSearch::attempt(const Choices& choices) {
  if (choices == choices_ || work_.spent()) return false;
  const std::size_t count = count_near(choices);
  if (count >= best_) return false;
  best_ = count;
  choices_ = choices;
  return true;
}

bool ChoiceSearch::attempt(std::size_t i, const BodyChoice& choice) {
  if (choice == choices_[i]) return false;
  Choices choices = choices_;
  choices[i] = choice;
  return attempt(choices);
}

bool ChoiceSearch::improve(std::size_t i) {
  near_ = neighbourhood(i);
  const std::size_t before = best_ = count_near(choices_);
  const auto change = [&](auto field, const auto& value) {
    BodyChoice choice = choices_[i];
    choice.*field = value;
    attempt(i, choice);
  };
  for (const double slide : slides(i)) {
    change(&BodyChoice::slide, slide);
    BodyChoice choice = choices_[i];
    choice.slide = slide;
    choice.axial = !choice.axial;
    attempt(i, choice);
  }
  for (const double turn : turns(i)) {
    change(&BodyChoice::turn, turn);
    for (const double slide : slides(i)) {
      BodyChoice choice = choices_[i];
      choice.turn = turn;
      choice.slide = slide;
      attempt(i, choice);
    }
  }
  for (const int relieve : {-1, 0, 1})
    if (model_.bodies[i].parent >= 0) change(&BodyChoice::relieve, relieve);
  change(&BodyChoice::unturned, !choices_[i].unturned);
  change(&BodyChoice::inherit_square, !choices_[i].inherit_square);
  // A change of frame in two neighbours at once can pay off where neither alone does.
  if (model_.bodies[i].parent >= 0) {
    Choices choices = choices_;
    BodyChoice& parent = choices[static_cast<std::size_t>(model_.bodies[i].parent)];
    choices[i].unturned = !choices[i].unturned;
    parent.unturned = !parent.unturned;
    attempt(choices);
  }
  return best_ != before;
}

// Slides that put the origin at the foot of a common normal.
std::vector<double> ChoiceSearch::slides(std::size_t i) const {
  std::vector<double> result = {0};
  const CommonNormal inner = common_normal(model_.bodies[i]);
  // Common normals depend on the axes only, not on the choices.
  if (inner.exists) result.push_back(inner.on_body);
  for (const std::size_t child : children_[i]) {
    const CommonNormal outer = common_normal(model_.bodies[child]);
    if (outer.exists) result.push_back(outer.on_parent);
  }
  const MassMoments& inertia = model_.bodies[i].inertia;
  if (inertia.mass > 0) result.push_back(inertia.first.z() / inertia.mass);
  return result;
}

// Turns that align x with the common normal to a child, or make h_y or S_xy zero.
std::vector<double> ChoiceSearch::turns(std::size_t i) const {
  std::vector<double> result = {0};
  for (const std::size_t child : children_[i]) {
    const EulerAngles euler = euler_zxz(model_.bodies[child].X_PB.R);
    if (euler.alpha.sin != 0 && euler.phi.sin != 0 && euler.phi.cos != 0)
      result.push_back(math::atan2(euler.phi.sin, euler.phi.cos));
    const Vector3& p = model_.bodies[child].X_PB.p;
    if (p.x() != 0 && p.y() != 0) result.push_back(math::atan2(p.y(), p.x()));
  }
  Choices choices = choices_;
  choices[i].turn = 0;
  const MassMoments inertia = make_plan(model_, choices).model.bodies[i].inertia;
  if (inertia.first.x() != 0 && inertia.first.y() != 0)
    result.push_back(math::atan2(inertia.first.y(), inertia.first.x()));
  const Matrix3& S = inertia.second;
  if (S(0, 1) != 0) result.push_back(0.5 * math::atan2(2 * S(0, 1), S(0, 0) - S(1, 1)));
  return result;
}

}  // namespace romas::lowering
