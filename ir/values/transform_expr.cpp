#include "ir/values/transform_expr.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

namespace romas {

namespace {

Vector3 vector_or_zero(const std::optional<Number3>& numbers) {
  if (!numbers) return Vector3::Zero();
  return {(*numbers)[0].value(), (*numbers)[1].value(), (*numbers)[2].value()};
}

RigidTransform evaluate_node(const TransformExpr::XyzRpy& node) {
  RigidTransform X;
  X.p = vector_or_zero(node.xyz);
  const Vector3 rpy = vector_or_zero(node.rpy);
  X.R = node.unit == TransformExpr::AngleUnit::radian
            ? rotation_from_rpy(rpy)
            : rotation_from_rpy(exact_sincos_degrees(rpy.x()), exact_sincos_degrees(rpy.y()),
                                exact_sincos_degrees(rpy.z()));
  return X;
}
RigidTransform evaluate_node(const TransformExpr::XyzQuaternion& node) {
  return {rotation_from_quaternion(node.xyzw[0].value(), node.xyzw[1].value(), node.xyzw[2].value(),
                                   node.xyzw[3].value()),
          vector_or_zero(node.xyz)};
}
RigidTransform evaluate_node(const TransformExpr::Constant& node) { return node.X_PC; }
RigidTransform evaluate_node(const TransformExpr::Composition& node) {
  RigidTransform X;
  for (const TransformExpr& factor : node.factors) X = X * factor.evaluate();
  return X;
}
RigidTransform evaluate_node(const TransformExpr::Inverse& node) {
  return node.operand->evaluate().inverse();
}
RigidTransform evaluate_node(const TransformExpr::AxisAlignment& node) {
  const auto basis = [](SignedAxis first, SignedAxis second) {
    Matrix3 B;
    B.col(0) = unit_vector(first);
    B.col(1) = unit_vector(second);
    B.col(2) = unit_vector(first).cross(unit_vector(second));
    return B;
  };
  return {Matrix3(basis(node.parent_first, node.parent_second) *
                  basis(node.child_first, node.child_second).transpose()),
          Vector3::Zero()};
}

bool equal(const TransformExpr::XyzRpy& a, const TransformExpr::XyzRpy& b) {
  return a.xyz == b.xyz && a.rpy == b.rpy && (!a.rpy || a.unit == b.unit);
}
bool equal(const TransformExpr::XyzQuaternion& a, const TransformExpr::XyzQuaternion& b) {
  return a.xyz == b.xyz && a.xyzw == b.xyzw;
}
bool equal(const TransformExpr::Constant& a, const TransformExpr::Constant& b) {
  return a.X_PC.R == b.X_PC.R && a.X_PC.p == b.X_PC.p;
}
bool equal(const TransformExpr::Composition& a, const TransformExpr::Composition& b) {
  return a.factors == b.factors;
}
bool equal(const TransformExpr::Inverse& a, const TransformExpr::Inverse& b) {
  return *a.operand == *b.operand;
}
bool equal(const TransformExpr::AxisAlignment& a, const TransformExpr::AxisAlignment& b) {
  return a.parent_first == b.parent_first && a.parent_second == b.parent_second &&
         a.child_first == b.child_first && a.child_second == b.child_second;
}

// Numbers without the sign that arithmetic puts on zeros.
Number3 to_numbers(const Vector3& v) { return {v.x() + 0.0, v.y() + 0.0, v.z() + 0.0}; }

}  // namespace

TransformExpr TransformExpr::compose(std::vector<TransformExpr> factors) {
  std::erase_if(factors, [](const TransformExpr& factor) { return factor.absent(); });
  if (factors.empty()) return {};
  if (factors.size() == 1) return factors.front();
  TransformExpr result;
  result.node_ = std::make_shared<const Node>(Composition{std::move(factors)});
  return result;
}

TransformExpr TransformExpr::inverse(TransformExpr operand) {
  if (operand.absent()) return operand;
  TransformExpr result;
  result.node_ =
      std::make_shared<const Node>(Inverse{std::make_shared<const TransformExpr>(std::move(operand))});
  return result;
}

RigidTransform TransformExpr::evaluate() const {
  if (absent()) return {};
  return std::visit([](const auto& node) { return evaluate_node(node); }, *node_);
}

bool operator==(const TransformExpr& a, const TransformExpr& b) {
  if (a.node_ == b.node_) return true;
  const auto says_nothing = [](const TransformExpr& e) {
    const auto* node = e.get_if<TransformExpr::XyzRpy>();
    return e.absent() || (node != nullptr && !node->xyz && !node->rpy);
  };
  if (says_nothing(a) || says_nothing(b)) return says_nothing(a) && says_nothing(b);
  return std::visit(
      [](const auto& left, const auto& right) {
        if constexpr (std::is_same_v<decltype(left), decltype(right)>) {
          return equal(left, right);
        } else {
          return false;
        }
      },
      *a.node_, *b.node_);
}

namespace {
bool is_signed_permutation(const Matrix3& R) {
  const auto is_unit = [](double value) { return value == 1 || value == -1; };
  for (int i = 0; i < 3; ++i) {
    int units = 0;
    for (int k = 0; k < 3; ++k) {
      if (is_unit(R(i, k))) {
        ++units;
      } else if (R(i, k) != 0) {
        return false;
      }
    }
    if (units != 1) return false;
  }
  return R.determinant() == 1;
}
}  // namespace

TransformExpr plain_transform(const RigidTransform& X_PC) {
  if (X_PC.is_identity()) return {};
  if (!is_signed_permutation(X_PC.R))
    return TransformExpr(RigidTransform{Matrix3(X_PC.R.array() + 0.0), Vector3(X_PC.p.array() + 0.0)});
  TransformExpr::XyzRpy node;
  if (X_PC.p != Vector3::Zero()) node.xyz = to_numbers(X_PC.p);
  if (X_PC.R != Matrix3::Identity()) node.rpy = to_numbers(rpy_from_rotation(X_PC.R));
  return node;
}

TransformExpr::XyzRpy as_xyz_rpy(const TransformExpr& expression) {
  if (expression.absent()) return {};
  if (const auto* node = expression.get_if<TransformExpr::XyzRpy>(); node != nullptr) {
    if (node->unit == TransformExpr::AngleUnit::radian || !node->rpy) return *node;
    // Each angle is converted by itself, so that 90 degrees is exactly π/2 and zeros stay zeros.
    Number3 rpy;
    for (std::size_t i = 0; i < 3; ++i) {
      const double quarters = (*node->rpy)[i].value() / 90.0;
      rpy[i] = quarters == std::round(quarters) ? quarters * (std::numbers::pi / 2)
                                                : (*node->rpy)[i].value() * (std::numbers::pi / 180.0);
    }
    return {node->xyz, rpy, TransformExpr::AngleUnit::radian};
  }
  const RigidTransform X = expression.evaluate();
  TransformExpr::XyzRpy result;
  if (X.p != Vector3::Zero()) result.xyz = to_numbers(X.p);
  if (X.R != Matrix3::Identity()) result.rpy = to_numbers(rpy_from_rotation(X.R));
  if (const auto* node = expression.get_if<TransformExpr::XyzQuaternion>(); node != nullptr)
    result.xyz = node->xyz;
  return result;
}

}  // namespace romas
