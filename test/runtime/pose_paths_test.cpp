// Lines and circles of poses; how joints follow them is tested with generated solvers
// (test/backends/controller/paths.test).
#include <gtest/gtest.h>

#include <cmath>
#include <romas/pose_paths.hpp>

namespace {

constexpr double kTurn = 6.283185307179586;

// A frame at (1, 2, 3), turned by an angle about z.
void turned(double angle, double* pose) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double rows[12] = {c, -s, 0, 1, s, c, 0, 2, 0, 0, 1, 3};
  for (int i = 0; i < 12; ++i) pose[i] = rows[i];
}

void expect_near(const double* a, const double* b, double tolerance) {
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

TEST(PosePaths, lineGoesStraightAndTurnsAboutOneAxis) {
  double start[12], end[12], middle[12], pose[12];
  turned(0.2, start), turned(1.0, end), turned(0.6, middle);
  end[3] += 0.4, end[11] -= 0.2;
  middle[3] += 0.2, middle[11] -= 0.1;
  const romas::LinePath<> path(start, end, 0.1, 0.5);
  path.at(0, pose);
  expect_near(pose, start, 1e-14);
  path.at(path.duration() / 2, pose);
  expect_near(pose, middle, 1e-14);
  for (const double time : {path.duration(), 2 * path.duration()}) {
    path.at(time, pose);
    expect_near(pose, end, 1e-14);
  }
}

TEST(PosePaths, lineKeepsItsVelocity) {
  double start[12], end[12], before[12], pose[12];
  turned(0, start), turned(0, end);
  end[7] += 0.5;
  const romas::LinePath<> path(start, end, 0.1, 0.5);
  double fastest = 0;
  const double step = path.duration() / 1000;
  for (int k = 1; k <= 1000; ++k) {
    path.at(step * (k - 1), before);
    path.at(step * k, pose);
    fastest = std::fmax(fastest, (pose[7] - before[7]) / step);
  }
  EXPECT_NEAR(fastest, 0.1, 1e-4);
}

TEST(PosePaths, aLineThatTurnsOnlyTakesItsTime) {
  double start[12], end[12], pose[12];
  turned(0, start), turned(1.5, end);
  const romas::LinePath<> path(start, end, 0.1, 0.5);
  EXPECT_NEAR(path.duration(), 1.875 * 1.5 / 0.1, 1e-9);
  path.at(path.duration(), pose);
  expect_near(pose, end, 1e-14);
}

TEST(PosePaths, aLineToItsStartStays) {
  double start[12], pose[12];
  turned(0.3, start);
  const romas::LinePath<> path(start, start, 0.1, 0.5);
  EXPECT_GT(path.duration(), 0);
  path.at(0.5 * path.duration(), pose);
  expect_near(pose, start, 1e-14);
}

TEST(PosePaths, circleKeepsItsDistanceAndOrientation) {
  double start[12], pose[12];
  turned(0.4, start);
  // The axis goes through (1.3, 2, 7): the circle is level, about (1.3, 2, 3).
  const double centre[3] = {1.3, 2, 7}, axis[3] = {0, 0, 1};
  const romas::CirclePath<> path(start, centre, axis, kTurn, 0.1, 0.5);
  for (int k = 0; k <= 40; ++k) {
    path.at(path.duration() * k / 40, pose);
    EXPECT_NEAR(std::hypot(pose[3] - 1.3, pose[7] - 2), 0.3, 1e-14);
    EXPECT_NEAR(pose[11], 3, 1e-14);
    for (const int i : {0, 1, 2, 4, 5, 6, 8, 9, 10}) EXPECT_EQ(pose[i], start[i]);
  }
  expect_near(pose, start, 1e-12);
  // Half of the time is half of the way, by the right hand.
  path.at(path.duration() / 2, pose);
  EXPECT_NEAR(pose[3], 1.6, 1e-14);
  path.at(path.duration() / 2 - 0.1, pose);
  EXPECT_LT(pose[7], 2);
}

}  // namespace
