// The steps of inverse kinematics as formulas of a kernel: rotations about given axes, and the subproblems
// that give their angles (Paden 1986; Kahan 1983; Elias and Wen 2022).
#pragma once

#include <optional>
#include <vector>

#include "passes/kernel/algebra/algebra.h"

namespace romas::ik {

using lowering::Angle;
using lowering::Scalar;
using lowering::Vec;

// An axis whose numbers may depend on given angles.
struct Line {
  Vec h;  // unit direction
  Vec o;  // a point on it
};

class Formulas {
 public:
  // `sign`: index of the input array of choices, each 1 or -1. length: of the chain (m).
  Formulas(KernelBuilder& builder, std::uint32_t sign, double length)
      : builder_(builder), sign_(sign), length_(length) {}

  KernelBuilder& builder() const { return builder_; }
  double length() const { return length_; }
  Scalar number(double value) const { return {builder_, value}; }
  Scalar sqrt(Scalar a) const { return {builder_, builder_.sqrt(a.value())}; }
  // a where condition >= 0, else b
  Scalar select(Scalar condition, Scalar a, Scalar b) const;

  // v turned about a unit direction, and back.
  Vec turned(const Vec& h, const Angle& angle, const Vec& v) const;
  Vec turned_back(const Vec& h, const Angle& angle, const Vec& v) const;
  // The sum of angles about a and b, where b is a or -a.
  Angle sum(const Vec& a, const Angle& about_a, const Vec& b, const Angle& about_b) const;

  // v turned about h is along + c across + s beside.
  struct Parts {
    Vec along, across, beside;
  };
  Parts parts(const Vec& h, const Vec& v) const;

  // The angle with a c + b s = d, on the side that the next sign chooses. size: of a, b and d, what counts as
  // large. square: a² + b² - d², where it is known without cancellation. Its room is that square over a² +
  // b²; where a and b vanish the angle is 0, and its room 0 or, where d does not vanish, -1.
  Angle on_circle(Scalar a, Scalar b, Scalar d, double size, std::optional<Scalar> square = {});
  // The angle that turns v about h to w, whose parts across h have equal length; 0 where these vanish.
  // nearly: the parts may differ in length.
  Angle turning(const Vec& h, const Vec& v, const Vec& w, double size, bool nearly = false);
  // The angle about `h` at which v, turned, has the same part along `cone` as w. All are unit vectors.
  Angle on_cone(const Vec& cone, const Vec& h, const Vec& v, const Vec& w);
  // Two angles about `first` and `second` that turn v to w, a vector as long.
  struct Two {
    Angle first, second;
  };
  Two two_turns(const Vec& first, const Vec& second, const Vec& v, const Vec& w, double size);
  // Three angles of a rotation that is given as a function.
  template <class Rotation>
  std::array<Angle, 3> three_turns(const Vec& h1, const Vec& h2, const Vec& h3, const Rotation& rotated);

  // The s with a s^2 + 2 b s + c = 0 on the side that the next sign chooses, a > 0. size: of s. Its room is
  // the square under the root.
  Scalar root(Scalar a, Scalar b, Scalar c, double size);
  // Room where a difference of points is none, up to kReached of the chain's length.
  void require_near(const Vec& difference);
  // How far a point may be from where joints bring it: what float knows of it.
  static constexpr double kReached = 1e-5;
  // The size of constants; infinite where they depend on the pose.
  double size_of(const Vec& v) const;
  double size_of(Scalar a) const;

  // A unit vector across h, along an axis of {W} where it can be.
  Vec across(const Vec& h) const;
  Vec unit(const Vec& v, double size) const;

  // For an equation that is solved elsewhere: the next sign, and room >= 0 if there is a solution.
  Scalar choice() { return next_sign(); }
  void require(Scalar room) { rooms_.push_back(room); }

  std::vector<Value> rooms() const { return lowering::values(rooms_); }
  std::size_t signs() const { return next_sign_; }
  // Whether an equation turned out to hold for no angle or for all of them, whatever the pose.
  bool degenerate() const { return degenerate_; }

 private:
  Scalar next_sign() { return {builder_, builder_.input(sign_, next_sign_++)}; }

  KernelBuilder& builder_;
  std::uint32_t sign_;
  double length_;
  std::vector<Scalar> rooms_;
  std::uint32_t next_sign_ = 0;
  bool degenerate_ = false;
};

template <class Rotation>
std::array<Angle, 3> Formulas::three_turns(const Vec& h1, const Vec& h2, const Vec& h3,
                                           const Rotation& rotated) {
  const Vec w = rotated(h3);
  const Angle second = on_cone(h1, h2, h3, w);
  const Angle first = turning(h1, turned(h2, second, h3), w, 1);
  // Beside the singular poses nothing tells the first angle from the third. The third makes up for what
  // rounding did to the first.
  const Vec u = across(h3);
  const Vec x = turned_back(h2, second, turned_back(h1, first, rotated(u)));
  return {first, second, {dot(lowering::cross(h3, u), x), dot(u, x)}};
}

}  // namespace romas::ik
