// Poses along straight lines and circles, and joints that follow poses by inverse kinematics in closed form.
//
//   const romas::LinePath<> path(start, end, 0.1, 0.5);         // poses; m/s and m/s^2 at most
//   romas::PathFollower<Robot, Link::tool0> follower(q, 1e-3);  // where the joints stand; s a cycle
//   // In cycle k:
//   path.at(1e-3 * (k + 1), pose);
//   const romas::PathState state = follower.next(pose, target);
//   controller.torque(measured, target, tau);
#pragma once

#include <cmath>

#include <romas/closed_form_ik.hpp>
#include <romas/controllers.hpp>
#include <romas/limits.hpp>
#include <romas/linear_algebra.hpp>
#include <romas/robot.hpp>
#include <romas/spatial.hpp>
#include <romas/trajectory.hpp>

namespace romas {

namespace detail {

// The parts of a pose, row-major 3x4.
template <class S>
spatial::Pose<S> pose_of(const S* pose) {
  spatial::Pose<S> X;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) X.R(i, k) = pose[4 * i + k];
    X.p[i] = pose[4 * i + 3];
  }
  return X;
}
template <class S>
void write_pose(const spatial::Mat3<S>& R, const spatial::Vec3<S>& p, S* pose) {
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) pose[4 * i + k] = R(i, k);
    pose[4 * i + 3] = p[i];
  }
}

}  // namespace detail

// From one pose to another, from rest to rest: the origin along a straight line, the orientation by a turn
// about one axis, by less than half a turn.
template <class S = double>
class LinePath {
 public:
  LinePath() = default;
  // start, end: row-major 3x4 in {W}. velocity, acceleration: the largest ones of the origin (m/s, m/s^2),
  // and as many rad/s and rad/s^2 of the turn.
  LinePath(const S* start, const S* end, S velocity, S acceleration) : start_(detail::pose_of(start)) {
    using std::sqrt;
    S way[6];
    pose_difference(start, end, way);
    way_ = {way[0], way[1], way[2]};
    const spatial::Vec3<S> turn{way[3], way[4], way[5]};
    turn_ = sqrt(dot(turn, turn));
    if (turn_ > S(0)) axis_ = S(1) / turn_ * turn;
    const S length = sqrt(dot(way_, way_));
    const S shortest = Quintic<S>::shortest_duration(length > turn_ ? length : turn_, velocity, acceleration);
    part_ = Quintic<S>::rest_to_rest(S(0), S(1), shortest > S(0) ? shortest : S(1));
  }

  S duration() const { return part_.duration(); }  // s
  // The pose at a time from the start, row-major 3x4 in {W}; after the end the last one.
  void at(S time, S* pose) const {
    using std::cos;
    using std::sin;
    const S part = part_.at(time).position, angle = part * turn_;
    const spatial::Mat3<S> turned = spatial::rotation_about(axis_, S(sin(angle)), S(cos(angle)));
    detail::write_pose(turned * start_.R, start_.p + part * way_, pose);
  }

 private:
  spatial::Pose<S> start_;
  spatial::Vec3<S> way_, axis_{S(0), S(0), S(1)};
  S turn_{};
  Quintic<S> part_ = Quintic<S>::rest_to_rest(S(0), S(0), S(1));
};

// Along a circle, from rest to rest. The orientation stays.
template <class S = double>
class CirclePath {
 public:
  CirclePath() = default;
  // start: row-major 3x4 in {W}. centre: a point of the axis about which the origin goes (m, in {W}). axis:
  // its direction, a unit vector. angle: rad, 2 pi for the whole circle. velocity, acceleration: the largest
  // ones along the circle (m/s, m/s^2).
  CirclePath(const S* start, const S* centre, const S* axis, S angle, S velocity, S acceleration)
      : start_(detail::pose_of(start)), axis_{axis[0], axis[1], axis[2]}, angle_(angle) {
    using std::sqrt;
    const spatial::Vec3<S> away = start_.p - spatial::Vec3<S>{centre[0], centre[1], centre[2]};
    arm_ = away - dot(axis_, away) * axis_;
    middle_ = start_.p - arm_;
    const S shortest =
        Quintic<S>::shortest_duration(S(sqrt(dot(arm_, arm_))) * angle, velocity, acceleration);
    part_ = Quintic<S>::rest_to_rest(S(0), S(1), shortest > S(0) ? shortest : S(1));
  }

  S duration() const { return part_.duration(); }  // s
  // The pose at a time from the start, row-major 3x4 in {W}; after the end the last one.
  void at(S time, S* pose) const {
    using std::cos;
    using std::sin;
    const S angle = part_.at(time).position * angle_;
    const spatial::Mat3<S> turned = spatial::rotation_about(axis_, S(sin(angle)), S(cos(angle)));
    detail::write_pose(start_.R, middle_ + turned * arm_, pose);
  }

 private:
  spatial::Pose<S> start_;
  spatial::Vec3<S> axis_{S(0), S(0), S(1)}, arm_, middle_;
  S angle_{};
  Quintic<S> part_ = Quintic<S>::rest_to_rest(S(0), S(0), S(1));
};

// Whether joints follow a path of poses.
enum class PathState {
  follows,
  out_of_reach,  // no position within the limits has the pose
  too_fast,      // the nearest one is farther away than a joint may move in a cycle: it would be a jump
};

// Targets of joints for poses that come one a cycle. Each pose is solved by the solution nearest to the one
// before. If a pose cannot be followed, the joints rest at their last position, and go on when a later pose
// can be reached from there without a jump.
template <class Robot, typename Robot::Link L, class S = double>
class PathFollower {
 public:
  // q: n_q positions where the robot stands. period: s from one pose to the next. The fastest joint without a
  // velocity limit makes `fastest` rad/s or m/s.
  PathFollower(const S* q, S period, S fastest = S(10)) : period_(period) {
    for (int i = 0; i < Robot::n_q; ++i) before_[i] = now_[i] = ahead_[i] = q[i];
    const Limits<Robot, S> limits;
    for (int i = 0; i < Robot::n_v; ++i) {
      const bool limited = limits.velocity[i] > S(0) && limits.velocity[i] <= S(1e6);
      step_[i] = period * (limited ? limits.velocity[i] : fastest);
    }
  }

  // pose: row-major 3x4 in {W}, of the time one period after that of the target. The state is that of this
  // pose. Velocities and accelerations are differences of positions.
  PathState next(const S* pose, JointTarget<Robot, S>& target) {
    S moved[Robot::n_q], there[Robot::n_v], back[Robot::n_v];
    for (int i = 0; i < Robot::n_q; ++i) moved[i] = ahead_[i];
    PathState state = PathState::out_of_reach;
    if (solver_.solve(pose, moved).found) state = is_near(moved) ? PathState::follows : PathState::too_fast;
    const bool follows = state == PathState::follows;
    for (int i = 0; i < Robot::n_q; ++i) {
      now_[i] = ahead_[i];
      if (follows) ahead_[i] = moved[i];
      target.q[i] = now_[i];
    }
    position_difference(Robot{}, now_, ahead_, there);
    position_difference(Robot{}, before_, now_, back);
    for (int i = 0; i < Robot::n_v; ++i) {
      target.v[i] = follows ? (there[i] + back[i]) / (S(2) * period_) : S(0);
      target.a[i] = follows && !rests_ ? (there[i] - back[i]) / (period_ * period_) : S(0);
    }
    for (int i = 0; i < Robot::n_q; ++i) before_[i] = now_[i];
    rests_ = !follows;
    return state;
  }

 private:
  bool is_near(const S* moved) const {
    using std::fabs;
    S step[Robot::n_v];
    position_difference(Robot{}, ahead_, moved, step);
    for (int i = 0; i < Robot::n_v; ++i)
      if (!(fabs(step[i]) <= step_[i])) return false;
    return true;
  }

  ClosedFormIk<Robot, L, S> solver_;
  S period_;
  S before_[Robot::n_q], now_[Robot::n_q], ahead_[Robot::n_q];
  S step_[Robot::n_v];  // the longest of each joint in a period
  bool rests_ = false;
};

}  // namespace romas
