#include "passes/kernel/choose.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "passes/kernel/algebra.h"

namespace romas::lowering {

namespace {

using Count = std::function<std::size_t(const DynamicsPlan&)>;

// Coordinate descent: one body after another tries every alternative of every choice and keeps what lowers the count.
class Search {
 public:
  // `reach`: how many bodies away a choice can be felt.
  Search(const DynamicsModel& model, Count count, int reach, Choices start)
      : model_(model), count_(std::move(count)), reach_(reach), choices_(std::move(start)) {
    children_.resize(model.bodies.size());
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
      if (model.bodies[i].parent >= 0) children_[static_cast<std::size_t>(model.bodies[i].parent)].push_back(i);
  }

  // Frames as Denavit and Hartenberg would put them: the origin where the common normal to the next axis begins, x along it.
  Choices denavit_hartenberg() {
    Choices result(choices_.size());
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      if (children_[i].empty()) continue;
      const Body& child = model_.bodies[children_[i].front()];
      const CommonNormal normal = common_normal(child);
      if (normal.exists) result[i].slide = normal.on_parent;
      const EulerAngles euler = euler_zxz(child.X_PB.R);
      if (euler.alpha.sin != 0 && euler.phi.sin != 0 && euler.phi.cos != 0) result[i].turn = std::atan2(euler.phi.sin, euler.phi.cos);
    }
    return result;
  }

  Choices run(int rounds) {
    std::vector<bool> stale(choices_.size(), true);
    for (int round = 0; round < rounds; ++round) {
      std::vector<bool> next(choices_.size(), false);
      bool changed = false;
      for (std::size_t step = 0; step < choices_.size(); ++step) {
        // To the leaves, then back.
        const std::size_t i = round % 2 == 0 ? step : choices_.size() - 1 - step;
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

 private:
  // What body i's choices can change: a few bodies on the way to the root and to the leaves. Beyond them something moves freely, and other
  // branches make themselves felt as mass.
  struct Neighbourhood {
    DynamicsModel model;
    std::vector<std::size_t> bodies;  // of the model that is searched, in the same order
    bool free_root = false;
  };

  Neighbourhood neighbourhood(std::size_t i) const {
    std::vector<bool> near(choices_.size(), false);
    int top = static_cast<int>(i);
    for (int up = 0; top >= 0 && up <= reach_; top = model_.bodies[static_cast<std::size_t>(top)].parent, ++up)
      near[static_cast<std::size_t>(top)] = true;
    std::vector<int> depth(choices_.size(), -1);
    depth[i] = 0;
    for (std::size_t k = i + 1; k < choices_.size(); ++k) {
      const int parent = model_.bodies[k].parent;
      if (parent >= 0 && depth[static_cast<std::size_t>(parent)] >= 0) depth[k] = depth[static_cast<std::size_t>(parent)] + 1;
      if (depth[k] > 0 && depth[k] <= reach_) near[k] = true;
    }
    return restricted(near, top >= 0);
  }

  static void burden(Body& carrier, const RigidTransform& X_PB) {
    carrier.inertia += MassMoments::of({1, Vector3(0.1, 0.2, 0.3), Matrix3::Identity()}).expressed_in(X_PB);
    carrier.mass_scale += 1;
    carrier.second_scale += 1;
  }

  Neighbourhood restricted(const std::vector<bool>& near, bool free_root) const {
    Neighbourhood part;
    part.free_root = free_root;
    part.model.gravity = model_.gravity;
    part.model.n_q = model_.n_q + 7;
    part.model.n_v = model_.n_v + 6;
    if (free_root) {
      Body root;
      root.motion = Motion::floating;
      root.q = model_.n_q;
      root.v = model_.n_v;
      burden(root, {});
      part.model.bodies.push_back(root);
    }
    std::vector<int> index(choices_.size(), free_root ? 0 : -1);
    for (std::size_t k = 0; k < choices_.size(); ++k) {
      const Body& body = model_.bodies[k];
      const int parent = body.parent < 0 ? -1 : index[static_cast<std::size_t>(body.parent)];
      if (near[k]) {
        index[k] = static_cast<int>(part.model.bodies.size());
        part.bodies.push_back(k);
        part.model.bodies.push_back(body);
        part.model.bodies.back().parent = parent;
      } else if (body.parent >= 0 && near[static_cast<std::size_t>(body.parent)]) {
        burden(part.model.bodies[static_cast<std::size_t>(parent)], body.X_PB);
      }
    }
    return part;
  }

  std::size_t count_near(const Choices& choices) const {
    Choices part;
    if (near_.free_root) part.emplace_back();
    for (const std::size_t k : near_.bodies) part.push_back(choices[k]);
    return count_(make_plan(near_.model, part));
  }

  bool attempt(const Choices& choices) {
    if (choices == choices_) return false;
    const std::size_t count = count_near(choices);
    if (count >= best_) return false;
    best_ = count;
    choices_ = choices;
    return true;
  }

  bool attempt(std::size_t i, const BodyChoice& choice) {
    if (choice == choices_[i]) return false;
    Choices choices = choices_;
    choices[i] = choice;
    return attempt(choices);
  }

  bool improve(std::size_t i) {
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
    // Two neighbours in one frame pay off together.
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
  std::vector<double> slides(std::size_t i) const {
    std::vector<double> result = {0};
    const CommonNormal inner = common_normal(model_.bodies[i]);
    // The normals belong to the axes: where they meet them does not depend on what is chosen.
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
  std::vector<double> turns(std::size_t i) const {
    std::vector<double> result = {0};
    for (const std::size_t child : children_[i]) {
      const EulerAngles euler = euler_zxz(model_.bodies[child].X_PB.R);
      if (euler.alpha.sin != 0 && euler.phi.sin != 0 && euler.phi.cos != 0) result.push_back(std::atan2(euler.phi.sin, euler.phi.cos));
      const Vector3& p = model_.bodies[child].X_PB.p;
      if (p.x() != 0 && p.y() != 0) result.push_back(std::atan2(p.y(), p.x()));
    }
    Choices choices = choices_;
    choices[i].turn = 0;
    const MassMoments inertia = make_plan(model_, choices).model.bodies[i].inertia;
    if (inertia.first.x() != 0 && inertia.first.y() != 0) result.push_back(std::atan2(inertia.first.y(), inertia.first.x()));
    const Matrix3& S = inertia.second;
    if (S(0, 1) != 0) result.push_back(0.5 * std::atan2(2 * S(0, 1), S(0, 0) - S(1, 1)));
    return result;
  }

  const DynamicsModel& model_;
  Count count_;
  int reach_;
  Choices choices_;
  std::vector<std::vector<std::size_t>> children_;
  Neighbourhood near_;
  std::size_t best_ = 0;
};

}  // namespace

Plans choose_plans(const DynamicsModel& model, SearchEffort effort) {
  const Choices plain(model.bodies.size());
  const auto choose = [&](const auto& lower, int reach, const Choices& start, int rounds) -> Choices {
    if (effort == SearchEffort::none) return start;
    const Count count = [&](const DynamicsPlan& candidate) { return count_operations(lower(candidate)).total(); };
    Search search(model, count, reach, start);
    Choices found = search.run(rounds);
    if (start != plain) return found;
    Search other(model, count, reach, search.denavit_hartenberg());
    Choices more = other.run(rounds);
    if (count(make_plan(model, more)) < count(make_plan(model, found))) return more;
    return found;
  };
  const auto newton_euler = [](Dynamics kind) { return [kind](const DynamicsPlan& candidate) { return lower_inverse_dynamics(candidate, kind); }; };
  // Velocities and forces pass from neighbour to neighbour. A column of M goes all the way to the root.
  constexpr int kNear = 3;
  constexpr int kEverywhere = 1000;
  // What is good for the whole is nearly as good for its parts.
  const Choices inverse = choose(newton_euler(Dynamics::inverse), kNear, plain, 6);
  const Choices bias = choose(newton_euler(Dynamics::bias), kNear, inverse, 2);
  const Choices gravity = choose(newton_euler(Dynamics::gravity), kNear, plain, 6);
  const Choices mass_matrix = choose([](const DynamicsPlan& candidate) { return lower_mass_matrix(candidate); }, kEverywhere, plain, 6);
  return {make_plan(model, inverse), make_plan(model, bias), make_plan(model, gravity), make_plan(model, mass_matrix)};
}

}  // namespace romas::lowering
