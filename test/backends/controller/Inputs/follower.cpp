// Joints that follow poses: a jump is not followed, and a later pose near the last position is.
#include <cstdio>
#include <romas/pose_paths.hpp>
#include <ur5_like.hpp>

using Robot = ur5_like::Robot;
constexpr auto kTip = Robot::Link::tool0;

static int failures = 0;
static void expect(bool holds, const char* what) {
  if (!holds) std::printf("failed: %s\n", what), ++failures;
}

int main() {
  const double start[6] = {0.5, -1.1, 1.2, 0.3, 0.8, 0.2};
  double pose[12];
  Robot::link_pose<kTip>(start, pose);
  romas::PathFollower<Robot, kTip> follower(start, 1e-3);
  romas::JointTarget<Robot> target;
  // 0.1 m/s upwards: targets come one cycle later, and their velocities move the link so.
  for (int k = 0; k < 100; ++k) {
    pose[11] += 1e-4;
    expect(follower.next(pose, target) == romas::PathState::follows, "small steps are followed");
  }
  double J[36], velocity[6] = {};
  Robot::jacobian<kTip>(target.q, J);
  for (int row = 0; row < 6; ++row)
    for (int i = 0; i < 6; ++i) velocity[row] += J[6 * row + i] * target.v[i];
  expect(
      std::fabs(velocity[2] - 0.1) < 1e-6 && std::fabs(velocity[0]) < 1e-6 && std::fabs(velocity[4]) < 1e-6,
      "velocities of the targets");
  double faster[6];
  for (int i = 0; i < 6; ++i) faster[i] = target.v[i];
  pose[11] += 1e-4;
  follower.next(pose, target);
  for (int i = 0; i < 6; ++i)
    expect(std::fabs(target.v[i] - faster[i] - 1e-3 * target.a[i]) < 1e-6, "accelerations of the targets");

  // A jump, and NaN: the joints rest where they were.
  double far[12], last[6], there[12];
  for (int i = 0; i < 12; ++i) far[i] = pose[i];
  far[3] -= 0.1;
  expect(follower.next(far, target) == romas::PathState::too_fast, "a jump is one");
  for (int i = 0; i < 6; ++i) last[i] = target.q[i];
  Robot::link_pose<kTip>(last, there);
  expect(std::fabs(there[11] - pose[11]) < 1e-9, "the last pose is kept");
  far[3] = 10;
  expect(follower.next(far, target) == romas::PathState::out_of_reach, "what is out of reach is so");
  far[3] = std::nan("");
  expect(follower.next(far, target) == romas::PathState::out_of_reach, "NaN is out of reach");
  for (int i = 0; i < 6; ++i)
    expect(target.q[i] == last[i] && target.v[i] == 0 && target.a[i] == 0, "it rests");

  // And goes on from there.
  pose[11] += 1e-4;
  expect(follower.next(pose, target) == romas::PathState::follows, "it goes on");
  expect(target.q[1] == last[1], "from where it rests");
  pose[11] += 1e-4;
  follower.next(pose, target);
  expect(target.q[1] != last[1], "and moves");
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
