// Solvers of arms of few joints: random positions, poses out of reach, and numbers that are none.
#include <few_joints.hpp>

#include "closed_form_check.hpp"

namespace {

using Link = few_joints::Link;
using Robot = few_joints::Robot;

// Solutions of a pose of the middle of the limits with one number replaced or moved.
template <Link L>
int found(int place, double number, bool move) {
  using Ik = Robot::Ik<L>;
  double q[Robot::n_q] = {}, pose[12];
  for (int i = 0; i < Ik::n; ++i) {
    const romas::JointLimits& limit = Ik::limits[static_cast<std::size_t>(i)];
    q[Ik::q_index[static_cast<std::size_t>(i)]] =
        0.35 * std::fmax(limit.lower, -1) + 0.65 * std::fmin(limit.upper, 1);
  }
  Robot::link_pose<L>(q, pose);
  pose[place] = move ? pose[place] + number : number;
  return romas::closed_form_solutions<Ik, double>(pose).count;
}

template <Link L>
void try_limb(const char* name) {
  const check::Report report = check::closed_form<Robot, L>(POSES);
  bool good = report.missed == 0 && report.wrong == 0 && report.solutions >= 1;
  good = good && found<L>(0, 0, true) >= 1;
  for (int k = 3; k < 12; k += 4) good = good && found<L>(k, 100, true) == 0;
  for (int k = 0; k < 12; ++k)
    for (const double none : {std::nan(""), HUGE_VAL, -HUGE_VAL})
      good = good && found<L>(k, none, false) == 0;
  std::fprintf(stderr, "%g m, %g rad\n", report.position_error, report.joint_error);
  std::printf("%s: %d missed, %d wrong, %.1f solutions; %s\n", name, report.missed, report.wrong,
              report.solutions, good ? "good" : "not good");
}

}  // namespace

int main() {
  try_limb<Link::hinge>("hinge");
  try_limb<Link::wheel>("wheel");
  try_limb<Link::rail>("rail");
  try_limb<Link::pan_tilt>("pan_tilt");
  try_limb<Link::leg>("leg");
  try_limb<Link::both>("both");
  try_limb<Link::planar>("planar");
  try_limb<Link::polar>("polar");
  try_limb<Link::spindle>("spindle");
  try_limb<Link::table>("table");
  try_limb<Link::gantry>("gantry");
}
