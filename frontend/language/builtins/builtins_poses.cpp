// Poses: xyz(…), rpy(…), quat_xyzw(…), matrix(…), inverse(…), align(…), identity and their products.
#include <cmath>

#include "frontend/language/builtins/builtins.h"
#include "frontend/language/values/calls.h"
#include "frontend/language/values/forms.h"
#include "frontend/language/values/misfits.h"
#include "support/text/text.h"

namespace romas::language {

using XyzRpy = TransformExpr::XyzRpy;
using XyzQuaternion = TransformExpr::XyzQuaternion;

namespace {

Value pose_value(TransformExpr expression, SourceRange range, bool unknown) {
  return {Pose{std::move(expression), false, 1, 1}, range, unknown};
}

}  // namespace

std::optional<Value> builtins::xyz(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const std::size_t unknown = e.properties().unknown_numbers();
  XyzRpy node;
  node.xyz.emplace();
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t errors = e.diagnostics().error_count();
    const auto number = e.properties().to_number(arguments[i], "m", "xyz");
    if (number) (*node.xyz)[i] = *number;
    // A unit that is missing three times is reported once.
    if (e.diagnostics().error_count() > errors)
      if (const auto* quantity = std::get_if<Quantity>(&arguments[i].content))
        e.properties().set_reported(quantity->dimension);
    if (!number) break;
  }
  e.properties().set_reported({});
  return pose_value(node, expr.range, e.properties().unknown_numbers() > unknown);
}

// Stays in degrees where every angle is written in degrees.
std::optional<Value> builtins::rpy(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const std::size_t unknown = e.properties().unknown_numbers();
  bool in_degrees = true;
  bool some_degrees = false;
  for (Value& argument : arguments) {
    if (!expect_quantity(e, argument, "rpy")) return std::nullopt;
    const auto& quantity = std::get<Quantity>(argument.content);
    in_degrees = in_degrees && (quantity.bare_zero || quantity.degrees);
    some_degrees = some_degrees || quantity.degrees.has_value();
  }
  XyzRpy node;
  node.rpy.emplace();
  node.unit =
      in_degrees && some_degrees ? TransformExpr::AngleUnit::degree : TransformExpr::AngleUnit::radian;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& quantity = std::get<Quantity>(arguments[i].content);
    if (node.unit == TransformExpr::AngleUnit::degree && quantity.degrees) {
      if (arguments[i].unknown) e.properties().count_unknown();
      (*node.rpy)[i] = quantity.digits.empty() ? Number(*quantity.degrees)
                                               : e.model().number(*quantity.degrees, quantity.digits);
    } else {
      (*node.rpy)[i] = *e.properties().to_number(arguments[i], "rad", "rpy");
    }
  }
  return pose_value(node, expr.range, e.properties().unknown_numbers() > unknown);
}

std::optional<Value> builtins::quaternion(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const std::size_t unknown = e.properties().unknown_numbers();
  XyzQuaternion node;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto number = e.properties().to_number(arguments[i], "1", "quat_xyzw");
    if (!number) return std::nullopt;
    node.xyzw[i] = *number;
  }
  return pose_value(node, expr.range, e.properties().unknown_numbers() > unknown);
}

// matrix(first row, second row, third row, position)
std::optional<Value> builtins::matrix(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  const std::size_t unknown = e.properties().unknown_numbers();
  RigidTransform X;
  for (std::size_t row = 0; row < 4; ++row) {
    const auto* tuple = std::get_if<Tuple>(&arguments[row].content);
    if (tuple == nullptr || tuple->size() != 3) {
      e.diagnostics().report(Rule::wrong_count, arguments[row].range,
                             "matrix takes three rows and a position of 3 values each");
      return std::nullopt;
    }
    for (std::size_t column = 0; column < 3; ++column) {
      const auto number = e.properties().to_number((*tuple)[column], row < 3 ? "1" : "m", "matrix");
      if (!number) return std::nullopt;
      if (row < 3) {
        X.R(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = number->value();
      } else {
        X.p(static_cast<Eigen::Index>(column)) = number->value();
      }
    }
  }
  constexpr double kTolerance = 1e-6;  // far above rounding errors
  if (e.properties().unknown_numbers() == unknown && !is_rotation(X.R, kTolerance)) {
    e.diagnostics().report(
        Rule::bad_value, expr.range,
        "the rows are not a rotation: they are not orthogonal, not of length 1, or left-handed");
    return std::nullopt;
  }
  return pose_value(TransformExpr(X), expr.range, e.properties().unknown_numbers() > unknown);
}

std::optional<Value> builtins::inverse(Evaluator& e, const Expr& expr, std::vector<Value>& arguments) {
  if (std::holds_alternative<Anything>(arguments.front().content)) return arguments.front();
  auto* operand = std::get_if<Pose>(&arguments.front().content);
  if (operand == nullptr) {
    e.diagnostics().report(Rule::type_mismatch, arguments.front().range,
                           concat("inverse takes a pose, not ", describe_kind(arguments.front())));
    return std::nullopt;
  }
  return sized_pose(e, expr, TransformExpr::inverse(operand->expression), operand->parts + 1,
                    operand->depth + 1, arguments.front().unknown);
}

}  // namespace romas::language
