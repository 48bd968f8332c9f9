#include "ir/analysis/loads/robot_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/analysis/loads/ground_support.h"
#include "ir/analysis/loads/worst_pose.h"
#include "ir/analysis/motion/chain_ends.h"
#include "ir/analysis/motion/placeholder_limits.h"

namespace romas {

namespace {

constexpr unsigned kPostureSeed = 2;
constexpr std::size_t kMostPositions = 20'000;    // of a cloud
constexpr std::size_t kPositionWork = 8'000'000;  // bodies in all positions of all limbs
constexpr std::size_t kMostPostures = 2000;       // in which Jacobians are looked at
constexpr std::size_t kPostureWork = 1'000'000;   // bodies in all of these
constexpr std::size_t kSingularStarts = 60;
// A start moves all bodies for each variable: squared bodies in all pairs of starts.
constexpr std::size_t kSingularWork = 1'000'000;
constexpr std::size_t kFewestPairs = 2;
constexpr std::size_t kPayloadStarts = 500;

class Measuring {
 public:
  Measuring(const Model& model, const FigureOptions& options, RobotFigures& to)
      : model_(model), options_(options), to_(to), posture_(to.dynamics) {
    to_.postures = named_postures(model, to_.tree, to_.dynamics, to_.ranges, options.semantics);
    for (std::size_t i = 0; i < to_.ranges.size(); ++i) all_variables_.push_back(i);
  }

  void run() {
    const std::vector<LinkId> tips =
        options_.tips.empty() ? chain_ends(model_, to_.tree, to_.dynamics) : options_.tips;
    for (const LinkId tip : tips) {
      LimbFigures limb;
      limb.chain = limb_chain(to_.dynamics, to_.ranges, tip);
      const std::size_t bodies = std::max<std::size_t>(limb.chain.bodies.size(), 1) * tips.size();
      const std::size_t samples = std::clamp<std::size_t>(kPositionWork / bodies, 200, kMostPositions);
      to_.sampled.push_back(samples);
      if (!limb.chain.variables.empty()) measure(limb, samples, tips.size());
      to_.limbs.push_back(std::move(limb));
    }
    if (!to_.loads) return;
    const std::size_t bodies = std::max<std::size_t>(to_.dynamics.bodies.size(), 1);
    to_.efforts =
        gravity_efforts(to_.dynamics, to_.ranges,
                        draw(all_variables_, std::clamp<std::size_t>(kPostureWork / bodies, 50, 2000)));
    for (const NamedPosture& named : to_.postures) {
      posture_.move_to(named.q);
      to_.static_efforts.push_back(posture_.gravity_effort());
    }
  }

 private:
  // The first is nearest to zero.
  std::vector<std::vector<double>> draw(const std::vector<std::size_t>& variables, std::size_t count) const {
    Chance chance(kPostureSeed);
    std::vector<std::vector<double>> drawn = {to_.postures.front().q};
    std::vector<double> q = drawn.front();
    for (std::size_t i = 0; i < count; ++i) {
      randomize(variables, to_.ranges, chance, q);
      drawn.push_back(q);
    }
    return drawn;
  }

  void measure(LimbFigures& limb, std::size_t samples, std::size_t limbs) {
    const std::vector<double>& rest = to_.postures.front().q;
    limb.reach = measure_reach(to_.dynamics, limb.chain, to_.ranges, rest, samples);
    const std::size_t bodies = limb.chain.bodies.size() * limbs;
    const auto drawn =
        draw(limb.chain.variables, std::clamp<std::size_t>(kPostureWork / bodies, 100, kMostPostures));
    measure_motion(limb, drawn);
    measure_payload(limb, drawn);
  }

  void measure_motion(LimbFigures& limb, const std::vector<std::vector<double>>& drawn) {
    // A link that only turns in place has no reach.
    limb.length = limb.reach->farthest.value > 1e-9 ? limb.reach->farthest.value : 1;
    LinkMotion motion(to_.dynamics, limb.chain, limb.length, drawn);
    limb.counts_turns = motion.counts_turns();
    limb.directions = motion.directions();
    const PostureValue volume = [&](const std::vector<double>& q) { return motion.ellipsoid(q).volume; };
    std::vector<FoundPosture> volumes;
    for (const std::vector<double>& q : drawn) {
      limb.sampled.push_back(motion.ellipsoid(q));
      volumes.push_back({limb.sampled.back().volume, q});
    }
    limb.best = largest_value(volume, volumes, limb.chain.variables, to_.ranges);
    // Half of the starts are the postures nearest to a singular one, the others are at random.
    std::vector<std::size_t> order(drawn.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return limb.sampled[a].smallest < limb.sampled[b].smallest;
    });
    std::vector<std::vector<double>> starts;
    for (const NamedPosture& named : to_.postures)
      if (named.in_limits) starts.push_back(named.q);
    const std::size_t bodies = to_.dynamics.bodies.size();
    const std::size_t affordable = std::max(kFewestPairs, kSingularWork / (bodies * bodies));
    for (std::size_t i = 0; i < std::min({kSingularStarts / 2, affordable, drawn.size()}); ++i) {
      starts.push_back(drawn[order[i]]);
      starts.push_back(drawn[i]);
    }
    limb.singular_starts = starts.size();
    limb.singular = motion.singular_postures(starts, to_.ranges);
    for (const NamedPosture& named : to_.postures) {
      LimbPosture posture;
      posture.ellipsoid = motion.ellipsoid(named.q);
      posture_.move_to(named.q);
      posture.position = posture_.pose(limb.chain.place).p;
      if (to_.loads) posture.payload = payload_at(to_.dynamics, limb.chain, posture_, named.q);
      limb.postures.push_back(posture);
    }
    std::ranges::stable_sort(limb.sampled, {}, &MotionEllipsoid::volume);
  }

  void measure_payload(LimbFigures& limb, std::vector<std::vector<double>> drawn) {
    if (!to_.loads) return;
    drawn.resize(std::min(drawn.size(), kPayloadStarts));
    // Far out gravity has the longest lever.
    drawn.push_back(limb.reach->farthest.q);
    if (limb.reach->upright) drawn.push_back(limb.reach->widest.q);
    limb.stretched = stretched_loads(limb);
    limb.least = smallest_payload(to_.dynamics, limb.chain, to_.ranges, drawn);
    limb.least_payload = payload_at(to_.dynamics, limb.chain, posture_, limb.least->q);
  }

  StretchedLoads stretched_loads(const LimbFigures& limb) {
    StretchedLoads loads;
    loads.payload = payload_at(to_.dynamics, limb.chain, posture_, limb.reach->stretched.q);
    const double mass = loads.payload.joint ? loads.payload.mass : 0;
    const Eigen::VectorXd own = posture_.gravity_effort();
    const Eigen::VectorXd of_mass = posture_.gravity_effort_of_unit_mass(limb.chain.place);
    for (const std::size_t row : carriers(to_.dynamics, limb.chain)) {
      const int v = to_.dynamics.joints[row].v;
      loads.joints.push_back({row, -own[v], -own[v] - mass * of_mass[v]});
    }
    return loads;
  }

  const Model& model_;
  const FigureOptions& options_;
  RobotFigures& to_;
  Posture posture_;
  std::vector<std::size_t> all_variables_;
};

}  // namespace

RobotFigures measure_robot(const Model& model, const FigureOptions& options) {
  RobotFigures figures{KinematicTree(model), {}, {}, {}, {}, {}, false, false, false, {}, {}};
  DynamicsOptions lowering;
  lowering.gravity = options.gravity;
  lowering.snap_tolerance = options.snap_tolerance;
  figures.dynamics = weighed_dynamics(model, figures.tree, lowering);
  for (JointVariables& row : figures.dynamics.joints) {
    if (row.velocity >= kFastest) row.velocity = std::numeric_limits<double>::infinity();
    if (row.effort >= kStrongest) row.effort = std::numeric_limits<double>::infinity();
  }
  figures.ranges = travel_ranges(model, figures.dynamics);
  figures.has_masses = std::any_of(figures.dynamics.bodies.begin(), figures.dynamics.bodies.end(),
                                   [](const Body& body) { return body.mass_scale > 0; });
  figures.loads = figures.has_masses && has_gravity_loads(model, figures.tree);
  figures.stands = stands_on_root(model, figures.tree);
  if (figures.dynamics.bodies.size() <= kMostMeasuredBodies) Measuring(model, options, figures).run();
  return figures;
}

}  // namespace romas
