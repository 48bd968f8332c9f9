// Holds a solver of inverse kinematics against the poses of the same header: of random positions, each
// solution must have the pose, and the position that made it must be among them.
#pragma once

#include <cmath>
#include <cstdio>
#include <random>

#include <romas/closed_form_ik.hpp>

namespace check {

constexpr double kTurn = 6.283185307179586;

struct Report {
  int poses = 0;
  int missed = 0;             // poses whose own position is not found
  int wrong = 0;              // solutions with another pose
  double position_error = 0;  // m, the largest of any solution
  double rotation_error = 0;  // rad
  double joint_error = 0;     // rad, the largest of the positions found again
  double solutions = 0;       // mean number
};

// The distance of two positions of joints, whole turns aside.
template <class Ik>
double distance(const double* a, const double* b) {
  double largest = 0;
  for (int i = 0; i < Ik::n; ++i) {
    const double difference = a[i] - b[i];
    const bool slides = Ik::slides[static_cast<std::size_t>(i)];
    largest = std::fmax(largest, std::fabs(slides ? difference : std::remainder(difference, kTurn)));
  }
  return largest;
}

template <class Robot, typename Robot::Link L>
Report closed_form(int poses, unsigned seed = 1) {
  using Ik = typename Robot::template Ik<L>;
  Report report;
  report.poses = poses;
  std::mt19937 random(seed);
  romas::ClosedFormOptions<double> all;
  all.within_limits = false;
  // Beside a singular pose two solutions fall together and no double tells them apart to 1e-7.
  all.singular = 1e-8;
  for (int k = 0; k < poses; ++k) {
    double q[Robot::n_q] = {}, own[Ik::n], pose[12], given[Ik::n_free + 1] = {};
    for (int i = 0; i < Ik::n; ++i) {
      const romas::JointLimits& limits = Ik::limits[static_cast<std::size_t>(i)];
      own[i] = std::uniform_real_distribution<double>(std::fmax(limits.lower, -3.14),
                                                      std::fmin(limits.upper, 3.14))(random);
      q[Ik::q_index[static_cast<std::size_t>(i)]] = own[i];
    }
    Robot::template link_pose<L>(q, pose);
    Ik::free_of(q, given);
    double nearest = 1e9;
    bool singular = false;
    const auto solutions = romas::closed_form_solutions<Ik, double>(pose, given, nullptr, all);
    report.solutions += solutions.count;
    for (const auto& solution : solutions) {
      double p[Robot::n_q] = {}, again[12], error[6];
      for (int i = 0; i < Ik::n; ++i) p[Ik::q_index[static_cast<std::size_t>(i)]] = solution.q[i];
      Robot::template link_pose<L>(p, again);
      romas::pose_difference(again, pose, error);
      const double moved = std::hypot(error[0], error[1], error[2]);
      const double turned = std::hypot(error[3], error[4], error[5]);
      report.wrong += !(moved <= 1e-9 && (turned <= 1e-9 || !Ik::whole_pose));
      report.position_error = std::fmax(report.position_error, moved);
      if (Ik::whole_pose) report.rotation_error = std::fmax(report.rotation_error, turned);
      const double away = distance<Ik>(solution.q, own);
      if (away < nearest) nearest = away, singular = solution.singular;
    }
    if (!(nearest <= (singular ? 1e-3 : 1e-7))) ++report.missed;
    if (!singular) report.joint_error = std::fmax(report.joint_error, nearest);
  }
  report.solutions /= poses;
  return report;
}

inline void print(const char* name, const Report& report) {
  std::printf("%s: %d poses, %d missed, %d wrong; %.2f solutions, errors %.1e m, %.1e rad, joints %.1e rad\n",
              name, report.poses, report.missed, report.wrong, report.solutions, report.position_error,
              report.rotation_error, report.joint_error);
}

}  // namespace check
