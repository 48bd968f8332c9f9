// Angles and axes that are meant to be exact: what differs from a multiple of 90° by rounding becomes that.
#pragma once

#include <cstddef>

#include "ir/model/model.h"

namespace romas {

// A pose whose angles within the tolerance (radians) of a multiple of 90° are exactly that.
class AngleSnapper {
 public:
  explicit AngleSnapper(double tolerance) : tolerance_(tolerance) {}
  RigidTransform evaluate(const TransformExpr& pose);
  // A unit vector along `written`; that of x for a vector without direction.
  Vector3 axis(const Vector3& written);
  std::size_t count() const { return count_; }
  double largest() const { return largest_; }

 private:
  double snap(double radians);
  Matrix3 snap(const Matrix3& R);
  double tolerance_;
  std::size_t count_ = 0;
  double largest_ = 0;
};

// Replaces entries that differ from 0 and ±1 by rounding alone.
Matrix3 without_dust(const Matrix3& R);

}  // namespace romas
