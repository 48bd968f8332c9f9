// Motions of joints from one position to another: quintic polynomials, trapezoids of velocity, and several
// joints that start and arrive together. Units are the joint's: rad or m, and seconds. Nothing allocates.
#pragma once

#include <cmath>

namespace romas {

// A motion at one time: position, velocity and acceleration of a joint.
template <class S = double>
struct MotionSample {
  S position{}, velocity{}, acceleration{};
};

// A polynomial of fifth degree between two states of position, velocity and acceleration (Craig, Introduction
// to Robotics, section 7.3). Before its start and after its end it stays at those states' positions with
// velocity 0.
template <class S = double>
class Quintic {
 public:
  Quintic() = default;
  // duration > 0.
  Quintic(const MotionSample<S>& start, const MotionSample<S>& end, S duration)
      : start_(start), end_(end), duration_(duration) {
    const S T = duration, T2 = T * T;
    const S d = end.position - start.position - start.velocity * T - start.acceleration * T2 / S(2);
    const S dv = (end.velocity - start.velocity - start.acceleration * T) * T;
    const S da = (end.acceleration - start.acceleration) * T2;
    c3_ = S(10) * d - S(4) * dv + da / S(2);
    c4_ = S(-15) * d + S(7) * dv - da;
    c5_ = S(6) * d - S(3) * dv + da / S(2);
  }
  // From rest to rest.
  static Quintic rest_to_rest(S from, S to, S duration) {
    return Quintic({from, S(0), S(0)}, {to, S(0), S(0)}, duration);
  }
  // The shortest time in which a quintic from rest to rest stays within a velocity and an acceleration: its
  // peaks are 15/8 distance/T and 10/sqrt(3) distance/T^2.
  static S shortest_duration(S distance, S velocity, S acceleration) {
    using std::fabs;
    using std::sqrt;
    const S length = fabs(distance);
    const S by_velocity = S(1.875) * length / velocity;
    const S by_acceleration = sqrt(S(5.773502691896258) * length / acceleration);
    return by_velocity > by_acceleration ? by_velocity : by_acceleration;
  }

  S duration() const { return duration_; }
  MotionSample<S> at(S time) const {
    if (!(time > S(0)))
      return time == S(0) && duration_ > S(0) ? start_ : MotionSample<S>{start_.position, S(0), S(0)};
    if (time > duration_) return {end_.position, S(0), S(0)};
    const S s = time / duration_, s2 = s * s, s3 = s2 * s;
    return {start_.position + start_.velocity * time + start_.acceleration * time * time / S(2) +
                s3 * (c3_ + s * c4_ + s2 * c5_),
            start_.velocity + start_.acceleration * time +
                s2 * (S(3) * c3_ + S(4) * s * c4_ + S(5) * s2 * c5_) / duration_,
            start_.acceleration +
                s * (S(6) * c3_ + S(12) * s * c4_ + S(20) * s2 * c5_) / (duration_ * duration_)};
  }

 private:
  MotionSample<S> start_, end_;
  S duration_{}, c3_{}, c4_{}, c5_{};
};

// Constant acceleration, constant velocity, constant deceleration, from rest to rest (Siciliano et al.,
// Robotics, section 4.2). A distance too short to reach the velocity has no middle part.
template <class S = double>
class Trapezoid {
 public:
  Trapezoid() = default;
  // In the shortest time. velocity, acceleration > 0.
  Trapezoid(S from, S to, S velocity, S acceleration) : Trapezoid(from, to, velocity, acceleration, S(0)) {}
  // In `duration` seconds, or in the shortest time if that is longer. The acceleration stays, the velocity is
  // lowered.
  Trapezoid(S from, S to, S velocity, S acceleration, S duration) : from_(from), to_(to) {
    using std::sqrt;
    const S distance = to > from ? to - from : from - to;
    sign_ = to > from ? S(1) : S(-1);
    acceleration_ = acceleration;
    const S shortest = shortest_duration(distance, velocity, acceleration);
    duration_ = duration > shortest ? duration : shortest;
    // v^2 / a - v T + d = 0; the smaller root.
    const S half = acceleration * duration_ / S(2);
    const S square = half * half - acceleration * distance;
    velocity_ = half - sqrt(square > S(0) ? square : S(0));
    ramp_ = velocity_ / acceleration;
  }
  static S shortest_duration(S distance, S velocity, S acceleration) {
    using std::sqrt;
    const S length = distance < S(0) ? -distance : distance;
    if (length * acceleration < velocity * velocity) return S(2) * sqrt(length / acceleration);
    return length / velocity + velocity / acceleration;
  }

  S duration() const { return duration_; }
  MotionSample<S> at(S time) const {
    if (!(time > S(0))) return {from_, S(0), S(0)};
    if (time >= duration_) return {to_, S(0), S(0)};
    if (time < ramp_)
      return {from_ + sign_ * acceleration_ * time * time / S(2), sign_ * acceleration_ * time,
              sign_ * acceleration_};
    const S left = duration_ - time;
    if (left < ramp_)
      return {to_ - sign_ * acceleration_ * left * left / S(2), sign_ * acceleration_ * left,
              -sign_ * acceleration_};
    return {from_ + sign_ * velocity_ * (time - ramp_ / S(2)), sign_ * velocity_, S(0)};
  }

 private:
  S from_{}, to_{}, sign_{1}, velocity_{}, acceleration_{1}, duration_{}, ramp_{};
};

// N joints that start and arrive together, each from rest to rest along its own Quintic or Trapezoid.
template <int N, class Motion = Quintic<double>, class S = double>
class JointTrajectory {
 public:
  JointTrajectory() = default;
  // In the shortest time that keeps every joint within its velocity and acceleration (N values each, > 0),
  // but no less than `duration` seconds.
  JointTrajectory(const S* from, const S* to, const S* velocity, const S* acceleration, S duration = S(0))
      : duration_(duration) {
    for (int i = 0; i < N; ++i) {
      const S needed = Motion::shortest_duration(to[i] - from[i], velocity[i], acceleration[i]);
      if (needed > duration_) duration_ = needed;
    }
    for (int i = 0; i < N; ++i)
      motion_[i] = make(from[i], to[i], velocity[i], acceleration[i], static_cast<Motion*>(nullptr));
  }
  S duration() const { return duration_; }
  // Position, velocity and acceleration of all joints, N values each. Before the start and after the end the
  // joints rest.
  void at(S time, S* position, S* velocity, S* acceleration) const {
    for (int i = 0; i < N; ++i) {
      const MotionSample<S> sample = motion_[i].at(time);
      position[i] = sample.position, velocity[i] = sample.velocity, acceleration[i] = sample.acceleration;
    }
  }

 private:
  Quintic<S> make(S from, S to, S, S, Quintic<S>*) const {
    return Quintic<S>::rest_to_rest(from, to, duration_ > S(0) ? duration_ : S(1));
  }
  Trapezoid<S> make(S from, S to, S velocity, S acceleration, Trapezoid<S>*) const {
    return {from, to, velocity, acceleration, duration_};
  }

  Motion motion_[N];
  S duration_{};
};

}  // namespace romas
