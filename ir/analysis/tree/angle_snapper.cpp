#include "ir/analysis/tree/angle_snapper.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ir/analysis/tree/axis.h"

namespace romas {

Matrix3 without_dust(const Matrix3& R) {
  constexpr double kDust = 1e-15;
  return R.unaryExpr([](double x) {
    if (std::abs(x) < kDust) return 0.0;
    if (std::abs(std::abs(x) - 1) < kDust) return x < 0 ? -1.0 : 1.0;
    return x;
  });
}

double AngleSnapper::snap(double radians) {
  constexpr double kQuarter = std::numbers::pi / 2;
  const double nearest = std::round(radians / kQuarter) * kQuarter;
  const double change = std::abs(nearest - radians);
  if (change == 0 || change > tolerance_) return radians;
  ++count_;
  largest_ = std::max(largest_, change);
  return nearest;
}

Matrix3 AngleSnapper::snap(const Matrix3& R) {
  Matrix3 rounded = R.array().round();
  const double change = (R - rounded).cwiseAbs().maxCoeff();
  if (change == 0 || change > tolerance_ || !is_rotation(rounded, 0)) return R;
  ++count_;
  largest_ = std::max(largest_, change);
  return rounded;
}

RigidTransform AngleSnapper::evaluate(
    const TransformExpr& pose) {  // NOLINT(misc-no-recursion): as deep as the expression
  if (tolerance_ == 0 || pose.absent()) return pose.evaluate();
  if (const auto* node = pose.get_if<TransformExpr::XyzRpy>()) {
    RigidTransform X = pose.evaluate();
    if (!node->rpy) return X;
    const double unit = node->unit == TransformExpr::AngleUnit::degree ? std::numbers::pi / 180 : 1;
    Vector3 rpy;
    const std::size_t before = count_;
    for (int k = 0; k < 3; ++k) rpy[k] = snap((*node->rpy)[static_cast<std::size_t>(k)].value() * unit);
    if (count_ != before) X.R = rotation_from_rpy(rpy);
    return X;
  }
  if (const auto* node = pose.get_if<TransformExpr::Composition>()) {
    RigidTransform X;
    for (const TransformExpr& factor : node->factors) X = X * evaluate(factor);
    return X;
  }
  if (const auto* node = pose.get_if<TransformExpr::Inverse>()) return evaluate(*node->operand).inverse();
  RigidTransform X = pose.evaluate();
  X.R = snap(X.R);
  return X;
}

Vector3 AngleSnapper::axis(const Vector3& written) {
  if (written.isZero(0)) return Vector3::UnitX();
  Vector3 axis = unit_axis(written);
  for (double& x : axis)
    if (std::abs(x) < 1e-15) x = 0;  // rounding of a rotation written out
  Vector3 cardinal = nearly_cardinal(axis, tolerance_);
  if (cardinal.isZero(0)) return axis;
  ++count_;
  largest_ = std::max(largest_, (axis - cardinal).norm());
  return cardinal;
}

}  // namespace romas
