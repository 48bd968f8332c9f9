// Finding loops that move in a plane.
#include "passes/kernel/loops/planar_loops.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <set>

#include "ir/analysis/tree/axis_frame.h"
#include "passes/kernel/algebra/simplify.h"
#include "passes/kernel/bodies/poses.h"
#include "passes/kernel/bodies/positions.h"
#include "passes/kernel/loops/closed_positions.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::lowering {

namespace {

using Kind = LoopFactor::Kind;

// Thrown if a loop has no solution as a planar one, with the reason.
struct NotPlanar {
  std::string reason;
};

// How much a joint is meant to be moved by a motor.
enum class Drive : unsigned char { none, effort, motor, named, forced };

class Finder {
 public:
  Finder(const Model& model, const DynamicsModel& dynamics, const std::vector<std::string>& driven)
      : model_(model), dynamics_(dynamics), driven_(driven) {
    for (const Transmission& transmission : model.transmissions)
      for (const TransmissionJoint& joint : transmission.joints) motors_.insert(joint.joint.id);
    for (const Ros2Control& control : model.ros2_controls)
      for (const Ros2Component& component : control.components)
        if (!component.command_interfaces.empty()) motors_.insert(component.joint);
  }

  FoundLoops run() {
    for (const std::string& name : driven_)
      if (std::ranges::none_of(dynamics_.joints, [&](const JointVariables& joint) {
            return model_.joint(joint.joint).name == name;
          }))
        throw NotPlanar{concat("no joint '", name, "' moves by itself")};
    for (std::size_t i = 0; i < dynamics_.closures.size(); ++i) add_loop(i);
    for (const PlanarLoop& loop : found_.loops) {
      std::set<int> variables;
      for (const LoopFactor& factor : loop.factors)
        if (factor.body >= 0 && variables.insert(body(factor).v).second) ++loops_of_[body(factor).v];
    }
    for (std::size_t i = 0; i < found_.loops.size(); ++i) choose(i);
    return std::move(found_);
  }

 private:
  const Body& body(const LoopFactor& factor) const {
    return dynamics_.bodies[static_cast<std::size_t>(factor.body)];
  }
  std::string name_of(const Body& body) const {
    return body.joint ? concat("joint '", model_.joint(body.joint).name, "'") : std::string("the free base");
  }
  std::string name_of(const Closure& closure) const {
    return concat("loop joint '", model_.loop_joints[closure.loop].name, "'");
  }
  const JointVariables* variables_of(const Body& body) const {
    const auto found = std::ranges::find(dynamics_.joints, body.joint, &JointVariables::joint);
    return found == dynamics_.joints.end() ? nullptr : &*found;
  }

  // The bodies between an ancestor and a place, outwards, with their poses in its frame at q = 0, and the
  // place's own.
  struct Way {
    std::vector<std::pair<int, RigidTransform>> bodies;
    RigidTransform end;
  };
  Way way(int from, const Placement& place) const {
    Way way;
    for (int i = place.body; i != from; i = dynamics_.bodies[static_cast<std::size_t>(i)].parent)
      way.bodies.emplace_back(i, RigidTransform());
    std::ranges::reverse(way.bodies);
    RigidTransform X;
    for (auto& [i, pose] : way.bodies) pose = X = X * dynamics_.bodies[static_cast<std::size_t>(i)].X_PB;
    way.end = X * place.X_BF;
    return way;
  }

  void add_loop(std::size_t index) {
    const Closure& closure = dynamics_.closures[index];
    const int from = common_ancestor(dynamics_, closure.first.body, closure.second.body);
    const Way first = way(from, closure.first), second = way(from, closure.second);
    for (const Way* way : {&first, &second})
      for (const auto& [i, X] : way->bodies) {
        const Body& body = dynamics_.bodies[static_cast<std::size_t>(i)];
        if (body.motion != Motion::revolute && body.motion != Motion::prismatic)
          throw NotPlanar{concat(name_of(body), " neither turns nor slides")};
      }
    PlanarLoop loop;
    loop.length = (first.end.p - second.end.p).norm();
    for (const Way* way : {&first, &second})
      for (const auto& [i, X] : way->bodies) loop.length = std::max(loop.length, (X.p - way->end.p).norm());
    const Matrix3 plane = plane_of(closure, first, second);
    for (const auto& [i, X] : first.bodies)
      loop.factors.push_back(motion_of(plane, i, X, false, closure, loop.length));
    add_closure(plane, closure, first.end, second.end, loop);
    for (auto at = second.bodies.rbegin(); at != second.bodies.rend(); ++at)
      loop.factors.push_back(motion_of(plane, at->first, at->second, true, closure, loop.length));
    found_.loops.push_back(std::move(loop));
    found_.facts.loops.push_back({index, {}, 1});
  }

  // R of the plane in the ancestor's frame: z is the axis of the first joint that turns.
  Matrix3 plane_of(const Closure& closure, const Way& first, const Way& second) const {
    for (const Way* way : {&first, &second})
      for (const auto& [i, X] : way->bodies)
        if (dynamics_.bodies[static_cast<std::size_t>(i)].motion == Motion::revolute)
          return frame_on_axis(X.R.col(2));
    throw NotPlanar{concat("no joint of the loop of ", name_of(closure), " turns")};
  }

  LoopFactor motion_of(const Matrix3& plane, int index, const RigidTransform& X, bool backwards,
                       const Closure& closure, double length) const {
    LoopFactor factor;
    factor.body = index;
    factor.backwards = backwards;
    factor.kind = body(factor).motion == Motion::prismatic ? Kind::slide : Kind::turn;
    factor.axis = in_plane(plane, X.R.col(2), factor.kind,
                           [&] { return concat(name_of(body(factor)), out_of_plane(closure)); });
    factor.X.p = flat(plane.transpose() * X.p, length);
    return factor;
  }
  std::string out_of_plane(const Closure& closure) const {
    return concat(" does not move in the plane of the loop of ", name_of(closure));
  }

  // An axis in the plane's frame, exactly z or across it.
  template <class What>
  static Vector3 in_plane(const Matrix3& plane, const Vector3& axis, Kind kind, const What& what) {
    Vector3 v = plane.transpose() * axis;
    const bool turns = kind == Kind::turn;
    if ((turns ? v.head<2>().norm() : std::abs(v.z())) > kPlanarTolerance) throw NotPlanar{what()};
    if (turns) return Vector3::UnitZ() * std::copysign(1, v.z());
    v.z() = 0;
    return v.normalized().unaryExpr([](double x) { return std::abs(x) < 1e-13 ? 0.0 : x; });
  }

  // Heights above the plane do not matter.
  static Vector3 flat(const Vector3& p, double length) {
    const auto clean = [&](double x) { return std::abs(x) <= 1e-13 * length ? 0.0 : x; };
    return {clean(p.x()), clean(p.y()), 0};
  }

  // From the frame of one side at q = 0 to that of the other one: the closing joint's motion, and what is
  // between the frames.
  void add_closure(const Matrix3& plane, const Closure& closure, const RigidTransform& F,
                   const RigidTransform& G, PlanarLoop& loop) const {
    const auto what = [&] { return concat(name_of(closure), out_of_plane(closure)); };
    const Vector3 p = plane.transpose() * F.p, other = plane.transpose() * G.p;
    if (std::abs(p.z() - other.z()) > kPlanarTolerance * loop.length) throw NotPlanar{what()};
    LoopFactor motion, between;
    motion.kind = closure.type == JointType::prismatic ? Kind::slide : Kind::turn;
    motion.X.p = flat(p, loop.length);
    switch (closure.type) {
      case JointType::revolute:
      case JointType::continuous:
        motion.axis = in_plane(plane, F.R * closure.axis, Kind::turn, what);
        if (in_plane(plane, G.R * closure.axis, Kind::turn, what) != motion.axis) throw NotPlanar{what()};
        break;
      case JointType::ball: break;
      case JointType::prismatic: motion.axis = in_plane(plane, F.R * closure.axis, Kind::slide, what); break;
      case JointType::fixed: motion.kind = Kind::constant; break;
      default: throw NotPlanar{concat(name_of(closure), " is ", to_string(closure.type))};
    }
    if (motion.kind != Kind::turn) {
      const Matrix3 turn = plane.transpose() * F.R * G.R.transpose() * plane;
      if ((turn.col(2) - Vector3::UnitZ()).norm() > kPlanarTolerance) throw NotPlanar{what()};
      const double angle = math::atan2(turn(1, 0), turn(0, 0));
      if (std::abs(angle) > 1e-13) between.X.R = rotation_about(Vector3::UnitZ(), angle);
    }
    between.X.p = flat(p - between.X.R * other, loop.length);
    if (motion.kind != Kind::constant) {
      motion.follows = true;
      loop.factors.push_back(motion);
    }
    loop.factors.push_back(between);
  }

  // Why a joint cannot follow from the others of its loop; empty where it can.
  std::string fixed_reason(const PlanarLoop& loop, const Body& body) const {
    const JointVariables* own = variables_of(body);
    if (own == nullptr) return concat(name_of(body), " follows another one");
    if (own->n_q != 1) return concat(name_of(body), " has several variables");
    if (loops_of_.at(body.v) > 1) return concat(name_of(body), " is part of several loops");
    const auto uses = std::ranges::count_if(loop.factors, [&](const LoopFactor& factor) {
      return factor.body >= 0 && this->body(factor).v == body.v;
    });
    return uses > 1 ? concat(name_of(body), " is followed by another one of its loop") : std::string();
  }

  Drive drive_of(const PlanarLoop& loop, const Body& body) const {
    if (!fixed_reason(loop, body).empty()) return Drive::forced;
    const Joint& joint = model_.joint(body.joint);
    if (std::ranges::find(driven_, joint.name) != driven_.end()) return Drive::named;
    if (motors_.contains(body.joint) || joint.servo) return Drive::motor;
    const double effort = variables_of(body)->effort;
    return std::isfinite(effort) && effort > 0 ? Drive::effort : Drive::none;
  }

  // Which joints of a loop follow from the rest.
  void choose(std::size_t index) {
    PlanarLoop& loop = found_.loops[index];
    const std::string name = name_of(dynamics_.closures[found_.facts.loops[index].closure]);
    std::vector<std::pair<Drive, LoopFactor*>> joints;
    std::size_t free = 3;
    for (LoopFactor& factor : loop.factors) {
      if (factor.follows) --free;
      if (factor.body >= 0) joints.emplace_back(drive_of(loop, body(factor)), &factor);
    }
    if (joints.size() <= free) throw NotPlanar{concat("the loop of ", name, " cannot move")};
    // Those with less of a motor and farther from the root first.
    std::ranges::sort(joints, [](const auto& a, const auto& b) {
      return std::pair(a.first, -a.second->body) < std::pair(b.first, -b.second->body);
    });
    for (std::size_t k = 0; k < free; ++k) {
      const auto& [drive, factor] = joints[k];
      if (drive == Drive::forced) throw NotPlanar{fixed_reason(loop, body(*factor))};
      if (drive == Drive::named)
        throw NotPlanar{concat("the loop of ", name, " is moved by ", joints.size() - free,
                               joints.size() - free == 1 ? " joint" : " joints", ", and more are driven")};
      factor->follows = true;
    }
    add_dependents(index);
  }

  void add_dependents(std::size_t index) {
    PlanarLoop& loop = found_.loops[index];
    std::size_t turning = 0;
    for (LoopFactor& factor : loop.factors) {
      if (factor.follows && factor.kind == Kind::turn) ++turning;
      if (!factor.follows || factor.body < 0) continue;
      factor.dependent = found_.facts.dependents.size();
      const auto joint = static_cast<std::size_t>(variables_of(body(factor)) - dynamics_.joints.data());
      found_.facts.dependents.push_back({joint, index, factor.kind == Kind::slide});
    }
    PlanarLoops::Loop& facts = found_.facts.loops[index];
    if (turning < 2)
      throw NotPlanar{concat("of the joints that follow in the loop of ",
                             name_of(dynamics_.closures[facts.closure]), " more than one slides")};
    facts.structure =
        turning == 3 ? "three turning joints follow" : "two turning joints and a sliding one follow";
    rotate_factors(loop);
  }

  // Begins the loop with joints that follow, a sliding one between two turning ones, and as many as possible
  // of the given motions behind them.
  static void rotate_factors(PlanarLoop& loop) {
    const auto turns = [](const LoopFactor& factor) { return factor.follows && factor.kind == Kind::turn; };
    std::vector<LoopFactor> best;
    long least = 0;
    for (std::size_t k = 0; k < loop.factors.size(); ++k) {
      std::rotate(loop.factors.begin(), loop.factors.begin() + 1, loop.factors.end());
      const auto last = std::find_if(loop.factors.rbegin(), loop.factors.rend(),
                                     [](const LoopFactor& factor) { return factor.follows; });
      if (!turns(loop.factors.front()) || !turns(*last)) continue;
      const auto between = std::count_if(last, loop.factors.rend(), [](const LoopFactor& factor) {
        return !factor.follows && factor.body >= 0;
      });
      if (!best.empty() && between >= least) continue;
      least = between;
      best = loop.factors;
    }
    loop.factors = std::move(best);
  }

  const Model& model_;
  const DynamicsModel& dynamics_;
  const std::vector<std::string>& driven_;
  std::set<JointId> motors_;
  std::map<int, int> loops_of_;  // by velocity variable: how many loops it is part of
  FoundLoops found_;
};

}  // namespace

std::optional<FoundLoops> find_planar_loops(const Model& model, const DynamicsModel& dynamics,
                                            const std::vector<std::string>& driven, std::string& reason) {
  if (dynamics.closures.empty()) {
    reason = "no joint closes a loop";
    return {};
  }
  try {
    return Finder(model, dynamics, driven).run();
  } catch (const NotPlanar& fault) {
    reason = fault.reason;
    return {};
  }
}

namespace {

constexpr int kPostures = 200;          // in which the limits of joints that follow are asked
constexpr double kClosedAtZero = 1e-6;  // m and rad

// Positions of both branches, and which of a loop's are within the limits of its joints that follow.
class Branches {
 public:
  Branches(const Model& model, const DynamicsModel& dynamics, const Kernel& positions,
           const PlanarLoops& loops)
      : dynamics_(dynamics), positions_(positions), loops_(loops) {
    for (const JointVariables& joint : dynamics.joints) bounds_.push_back(bounds_of(model, joint));
  }

  // For each loop how much farther from q its joints that follow are on the first branch than on the other.
  std::vector<double> distances(const std::vector<double>& q) const {
    std::vector<double> away(loops_.loops.size());
    for (const double sign : {1.0, -1.0}) {
      const std::vector<double> x = on_branch(q, sign);
      for (std::size_t k = 0; k < loops_.dependents.size(); ++k)
        away[loops_.dependents[k].loop] += sign * std::abs(away_from(q, x, k));
    }
    return away;
  }
  // For each loop in how many more postures between the limits of all other joints the first branch is within
  // the limits of those that follow.
  std::vector<int> preferences(const std::vector<double>& near) const {
    std::mt19937_64 random(1);
    std::vector<int> preferred(loops_.loops.size());
    for (int posture = 0; posture < kPostures; ++posture) {
      std::vector<double> q = near;
      for (std::size_t i = 0; i < bounds_.size(); ++i)
        if (dynamics_.joints[i].n_q == 1)
          q[static_cast<std::size_t>(dynamics_.joints[i].q)] = anywhere(bounds_[i], random);
      for (const double sign : {1.0, -1.0}) {
        const std::vector<double> x = on_branch(q, sign);
        std::vector<bool> within(loops_.loops.size());
        for (std::size_t i = 0; i < within.size(); ++i) within[i] = x[x.size() - within.size() + i] > 0;
        for (std::size_t k = 0; k < loops_.dependents.size(); ++k)
          if (!is_within(x, k)) within[loops_.dependents[k].loop] = false;
        for (std::size_t i = 0; i < within.size(); ++i)
          if (within[i]) preferred[i] += sign > 0 ? 1 : -1;
      }
    }
    return preferred;
  }

 private:
  std::vector<double> on_branch(const std::vector<double>& q, double sign) const {
    return evaluate_kernel(positions_, {q, std::vector<double>(loops_.loops.size(), sign)});
  }
  const JointVariables& joint_of(std::size_t k) const { return dynamics_.joints[loops_.dependents[k].joint]; }
  double value(const std::vector<double>& x, std::size_t k) const {
    return loops_.dependents[k].slides ? x[k] : math::atan2(x[k], x[loops_.dependents.size() + k]);
  }
  double away_from(const std::vector<double>& q, const std::vector<double>& x, std::size_t k) const {
    const double way = value(x, k) - q[static_cast<std::size_t>(joint_of(k).q)];
    return loops_.dependents[k].slides ? way : std::remainder(way, 2 * std::numbers::pi);
  }
  // Bounds of continuous joints are no limits, but tell where the joint is meant to be.
  using Bounds = std::pair<double, double>;
  static Bounds bounds_of(const Model& model, const JointVariables& variables) {
    const Joint& joint = model.joint(variables.joint);
    const bool told =
        joint.type == JointType::continuous && joint.limit && joint.limit->lower && joint.limit->upper;
    return told ? Bounds(joint.limit->lower->value(), joint.limit->upper->value())
                : Bounds(variables.lower, variables.upper);
  }
  bool is_within(const std::vector<double>& x, std::size_t k) const {
    const auto [lower, upper] = bounds_[loops_.dependents[k].joint];
    if (!(lower < upper)) return true;
    double at = value(x, k);
    if (!loops_.dependents[k].slides && std::isfinite(upper - lower)) {
      const double middle = (lower + upper) / 2;
      at = middle + std::remainder(at - middle, 2 * std::numbers::pi);
    }
    return at >= lower && at <= upper;
  }
  // Joints without limits turn anywhere, and slide within some metres.
  static double anywhere(const Bounds& bounds, std::mt19937_64& random) {
    const auto [lower, upper] = bounds;
    const double part = static_cast<double>(random() >> 11U) * 0x1p-53;
    const bool bounded = lower < upper && std::isfinite(upper - lower);
    return bounded ? lower + part * (upper - lower) : (2 * part - 1) * std::numbers::pi;
  }

  const DynamicsModel& dynamics_;
  const Kernel& positions_;
  const PlanarLoops& loops_;
  std::vector<Bounds> bounds_;
};

}  // namespace

void choose_branches(const Model& model, const DynamicsModel& dynamics, const Kernel& positions,
                     PlanarLoops& loops) {
  const Kernel constraint = simplified(lower_constraint(dynamics, forbidden_motions(dynamics)));
  const Kernel jacobian = simplified(lower_constraint_jacobian(dynamics, constraint));
  const ClosedPositions closed = find_closed_positions(dynamics, constraint, jacobian);
  if (closed.positions.empty()) return;
  const std::vector<double> zero = neutral_position(dynamics);
  const auto gaps = evaluate_kernel(constraint, {zero});
  const bool closed_at_zero =
      std::ranges::all_of(gaps, [](double gap) { return std::abs(gap) <= kClosedAtZero; });
  const Branches branches(model, dynamics, positions, loops);
  const std::vector<double>& q = closed_at_zero ? zero : closed.positions.front();
  const std::vector<double> away = branches.distances(q);
  const std::vector<int> preferred = branches.preferences(q);
  for (std::size_t i = 0; i < away.size(); ++i) {
    const bool first = closed_at_zero || preferred[i] == 0 ? !(away[i] > 0) : preferred[i] > 0;
    loops.loops[i].branch = first ? 1 : -1;
  }
}

std::vector<int> independent_velocities(const DynamicsModel& dynamics, const PlanarLoops& loops) {
  std::vector<int> variables;
  for (int v = 0; v < dynamics.n_v; ++v)
    if (std::ranges::none_of(loops.dependents, [&](const PlanarLoops::Dependent& dependent) {
          return dynamics.joints[dependent.joint].v == v;
        }))
      variables.push_back(v);
  return variables;
}

}  // namespace romas::lowering
