#include "passes/kernel/choose.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <tuple>
#include <unordered_map>

#include "passes/kernel/algebra.h"

namespace romas::lowering {

namespace {

using Lower = std::function<Kernel(const DynamicsPlan&)>;

// Counted in what is built, never in seconds: a slow machine finds what a fast one finds.
struct Work {
  std::size_t most = 0;
  std::size_t lowered = 0;
  bool spent() const { return lowered >= most; }
};

// What the searches of one kernel have counted, by the body in question and the choices around it.
using Known = std::unordered_map<std::uint64_t, std::size_t>;

std::vector<std::vector<std::size_t>> children_of(const DynamicsModel& model) {
  std::vector<std::vector<std::size_t>> children(model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].parent >= 0) children[static_cast<std::size_t>(model.bodies[i].parent)].push_back(i);
  return children;
}

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

// Coordinate descent: one body after another tries every alternative of every choice and keeps what lowers
// the count.
class Search {
 public:
  // `reach`: how many bodies away a choice can be felt.
  Search(const DynamicsModel& model, const Lower& lower, int reach, Choices start, Work& work, Known& known)
      : model_(model),
        lower_(lower),
        reach_(reach),
        work_(work),
        known_(known),
        choices_(std::move(start)),
        children_(children_of(model)) {}

  // Frames as Denavit and Hartenberg would put them: the origin where the common normal to the next axis
  // begins, x along it.
  Choices denavit_hartenberg() {
    Choices result(choices_.size());
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      if (children_[i].empty()) continue;
      const Body& child = model_.bodies[children_[i].front()];
      const CommonNormal normal = common_normal(child);
      if (normal.exists) result[i].slide = normal.on_parent;
      const EulerAngles euler = euler_zxz(child.X_PB.R);
      if (euler.alpha.sin != 0 && euler.phi.sin != 0 && euler.phi.cos != 0)
        result[i].turn = std::atan2(euler.phi.sin, euler.phi.cos);
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

 private:
  // What body i's choices can change: a few bodies on the way to the root and to the leaves. Beyond them
  // something moves freely, and other branches make themselves felt as mass.
  struct Neighbourhood {
    DynamicsModel model;
    std::vector<std::size_t> bodies;  // of the model that is searched, in the same order
    std::size_t centre = 0;           // the body in question
    bool free_root = false;
  };

  Neighbourhood neighbourhood(std::size_t i) const {
    std::vector<bool> near(choices_.size(), false);
    int top = static_cast<int>(i);
    for (int up = 0; top >= 0 && up <= reach_;
         top = model_.bodies[static_cast<std::size_t>(top)].parent, ++up)
      near[static_cast<std::size_t>(top)] = true;
    std::vector<int> depth(choices_.size(), -1);
    depth[i] = 0;
    for (std::size_t k = i + 1; k < choices_.size(); ++k) {
      const int parent = model_.bodies[k].parent;
      if (parent >= 0 && depth[static_cast<std::size_t>(parent)] >= 0)
        depth[k] = depth[static_cast<std::size_t>(parent)] + 1;
      if (depth[k] > 0 && depth[k] <= reach_) near[k] = true;
    }
    Neighbourhood part = restricted(near, top >= 0);
    part.centre = i;
    number_variables(part.model);
    return part;
  }

  // Those of the part alone, so that M is no larger than it; followers keep what they share.
  static void number_variables(DynamicsModel& part) {
    std::unordered_map<int, std::pair<int, int>> known;  // first velocity variable: the new ones
    part.n_q = part.n_v = 0;
    for (Body& body : part.bodies) {
      const auto [place, unknown] = known.try_emplace(body.v, part.n_q, part.n_v);
      std::tie(body.q, body.v) = place->second;
      if (!unknown) continue;
      const int dof = motion_dof(body.motion);
      part.n_q += body.motion == Motion::ball || body.motion == Motion::floating ? dof + 1 : dof;
      part.n_v += dof;
    }
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

  std::size_t count_near(const Choices& choices) {
    Choices part;
    if (near_.free_root) part.emplace_back();
    for (const std::size_t k : near_.bodies) part.push_back(choices[k]);
    const auto [place, unknown] = known_.try_emplace(key_of(part), 0);
    if (unknown) place->second = lowered_count(part);
    return place->second;
  }

  std::uint64_t key_of(const Choices& part) const {
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

  std::size_t lowered_count(const Choices& part) {
    const Kernel kernel = lower_(make_plan(near_.model, part));
    work_.lowered += kernel.nodes.size();
    return count_operations(kernel).total();
  }

  bool attempt(const Choices& choices) {
    if (choices == choices_ || work_.spent()) return false;
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
      if (euler.alpha.sin != 0 && euler.phi.sin != 0 && euler.phi.cos != 0)
        result.push_back(std::atan2(euler.phi.sin, euler.phi.cos));
      const Vector3& p = model_.bodies[child].X_PB.p;
      if (p.x() != 0 && p.y() != 0) result.push_back(std::atan2(p.y(), p.x()));
    }
    Choices choices = choices_;
    choices[i].turn = 0;
    const MassMoments inertia = make_plan(model_, choices).model.bodies[i].inertia;
    if (inertia.first.x() != 0 && inertia.first.y() != 0)
      result.push_back(std::atan2(inertia.first.y(), inertia.first.x()));
    const Matrix3& S = inertia.second;
    if (S(0, 1) != 0) result.push_back(0.5 * std::atan2(2 * S(0, 1), S(0, 0) - S(1, 1)));
    return result;
  }

  const DynamicsModel& model_;
  const Lower& lower_;
  int reach_;
  Work& work_;
  Known& known_;
  Choices choices_;
  std::vector<std::vector<std::size_t>> children_;
  Neighbourhood near_;
  std::size_t best_ = 0;
};

}  // namespace

namespace {

// A column of M goes all the way to the root: what a trial costs grows with the squares of the distances. The
// widest reach at which a round through all bodies is likely to stay within the work.
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
  // `share`: of the work, the part that is spent when this search ends; what earlier ones left is this one's.
  const auto choose = [&](const Lower& lower, double share, int reach, const Choices& start,
                          int rounds) -> Choices {
    const auto until = static_cast<std::size_t>(share * static_cast<double>(all));
    const bool twice = start == plain;
    constexpr double kFirst = 0.6;
    const std::size_t left = until - std::min(until, work.lowered);
    work.most = twice ? work.lowered + static_cast<std::size_t>(kFirst * static_cast<double>(left)) : until;
    Known known;
    Search search(model, lower, reach, start, work, known);
    Choices found = search.run(rounds);
    if (!twice) return found;
    work.most = until;
    Search other(model, lower, reach, search.denavit_hartenberg(), work, known);
    Choices more = other.run(rounds);
    const auto count = [&](const Choices& choices) {
      return count_operations(lower(make_plan(model, choices))).total();
    };
    return count(more) < count(found) ? more : found;
  };
  const auto newton_euler = [](Dynamics kind) {
    return [kind](const DynamicsPlan& candidate) { return lower_inverse_dynamics(candidate, kind); };
  };
  // Velocities and forces pass from neighbour to neighbour.
  constexpr int kNear = 3;
  // What is good for the whole is nearly as good for its parts.
  const Choices inverse = choose(newton_euler(Dynamics::inverse), 0.4, kNear, plain, 6);
  const Choices bias = choose(newton_euler(Dynamics::bias), 0.5, kNear, inverse, 2);
  const Choices gravity = choose(newton_euler(Dynamics::gravity), 0.65, kNear, plain, 6);
  const Choices mass_matrix =
      choose([](const DynamicsPlan& candidate) { return lower_mass_matrix(candidate); }, 1,
             reach_of_columns(model, all - std::min(all, work.lowered)), plain, 6);
  return {work.lowered, make_plan(model, inverse), make_plan(model, bias), make_plan(model, gravity),
          make_plan(model, mass_matrix)};
}

}  // namespace romas::lowering
