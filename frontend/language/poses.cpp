// Poses: xyz(…), rpy(…), quat_xyzw(…), matrix(…), inverse(…), align(…), identity and their products.
#include <cmath>

#include "frontend/language/values.h"
#include "support/text.h"

namespace romas::language {

using XyzRpy = TransformExpr::XyzRpy;
using XyzQuaternion = TransformExpr::XyzQuaternion;

bool Evaluator::expect_arguments(const Expr& expr, const Tuple& arguments, std::size_t count) {
  if (arguments.size() == count) return true;
  diagnostics_.report(Rule::wrong_count, expr.range,
                      concat(expr.text, " takes ", count, count == 1 ? " value" : " values", ", not ", arguments.size()));
  return false;
}

std::optional<Value> Evaluator::call(const Expr& expr) {
  using Function = std::optional<TransformExpr> (*)(Evaluator&, const Expr&, Tuple&);
  struct Named {
    std::string_view name;
    Function function;
  };
  static constexpr std::array kFunctions = {
      Named{"xyz", [](Evaluator& self, const Expr& e, Tuple& a) { return self.xyz(e, a); }},
      Named{"rpy", [](Evaluator& self, const Expr& e, Tuple& a) { return self.rpy(e, a); }},
      Named{"quat_xyzw", [](Evaluator& self, const Expr& e, Tuple& a) { return self.quaternion(e, a); }},
      Named{"matrix", [](Evaluator& self, const Expr& e, Tuple& a) { return self.matrix(e, a); }},
      Named{"inverse", [](Evaluator& self, const Expr& e, Tuple& a) { return self.inverse(e, std::move(a)); }},
  };
  const auto* found = std::find_if(kFunctions.begin(), kFunctions.end(), [&](const Named& f) { return f.name == expr.text; });
  if (found == kFunctions.end()) {
    const SourceRange where = {expr.range.file, expr.range.begin, expr.range.begin + static_cast<std::uint32_t>(expr.text.size())};
    const std::string_view near = nearest_name(expr.text, kFunctions, [](const Named& f) { return f.name; });
    auto builder =
        diagnostics_.report(Rule::unknown_name, where,
                            concat("there is no function '", expr.text, "'", near.empty() ? std::string() : concat("; did you mean '", near, "'?")));
    if (!near.empty()) builder.fix(where, std::string(near));
    return std::nullopt;
  }
  if (!expr.unit.empty()) {
    diagnostics_.report(Rule::type_mismatch, {expr.range.file, expr.inner.end, expr.range.end},
                        "a pose has no unit; write it at each number, as in xyz(0, 0, 150 mm)");
    return std::nullopt;
  }
  Tuple arguments;
  for (const Expr& operand : expr.operands) {
    auto value = evaluate(operand);
    if (!value) return std::nullopt;
    arguments.push_back(std::move(*value));
  }
  auto pose = found->function(*this, expr, arguments);
  if (!pose) return std::nullopt;
  return Value{Pose{std::move(*pose), false}, expr.range};
}

std::optional<TransformExpr> Evaluator::xyz(const Expr& expr, const Tuple& arguments) {
  if (!expect_arguments(expr, arguments, 3)) return std::nullopt;
  XyzRpy node;
  node.xyz.emplace();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = to_number(arguments[i], "m", "xyz");
    if (!number) return std::nullopt;
    (*node.xyz)[i] = *number;
  }
  return TransformExpr(node);
}

// Stays in degrees where every angle is written in degrees.
std::optional<TransformExpr> Evaluator::rpy(const Expr& expr, const Tuple& arguments) {
  if (!expect_arguments(expr, arguments, 3)) return std::nullopt;
  bool in_degrees = true;
  bool some_degrees = false;
  for (const Value& argument : arguments) {
    if (!expect_quantity(argument, "rpy")) return std::nullopt;
    const auto& quantity = std::get<Quantity>(argument.content);
    in_degrees = in_degrees && (quantity.bare_zero || quantity.degrees);
    some_degrees = some_degrees || quantity.degrees.has_value();
  }
  XyzRpy node;
  node.rpy.emplace();
  node.unit = in_degrees && some_degrees ? TransformExpr::AngleUnit::degree : TransformExpr::AngleUnit::radian;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& quantity = std::get<Quantity>(arguments[i].content);
    if (node.unit == TransformExpr::AngleUnit::degree && quantity.degrees) {
      (*node.rpy)[i] = quantity.digits.empty() ? Number(*quantity.degrees) : model_.number(*quantity.degrees, quantity.digits);
    } else {
      (*node.rpy)[i] = *to_number(arguments[i], "rad", "rpy");
    }
  }
  return TransformExpr(node);
}

std::optional<TransformExpr> Evaluator::quaternion(const Expr& expr, const Tuple& arguments) {
  if (!expect_arguments(expr, arguments, 4)) return std::nullopt;
  XyzQuaternion node;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto number = to_number(arguments[i], "1", "quat_xyzw");
    if (!number) return std::nullopt;
    node.xyzw[i] = *number;
  }
  return TransformExpr(node);
}

// matrix(first row, second row, third row, position)
std::optional<TransformExpr> Evaluator::matrix(const Expr& expr, const Tuple& arguments) {
  if (!expect_arguments(expr, arguments, 4)) return std::nullopt;
  RigidTransform X;
  for (std::size_t row = 0; row < 4; ++row) {
    const auto* tuple = std::get_if<Tuple>(&arguments[row].content);
    if (tuple == nullptr || tuple->size() != 3) {
      diagnostics_.report(Rule::wrong_count, arguments[row].range, "matrix takes three rows and a position of 3 values each");
      return std::nullopt;
    }
    for (std::size_t column = 0; column < 3; ++column) {
      const auto number = to_number((*tuple)[column], row < 3 ? "1" : "m", "matrix");
      if (!number) return std::nullopt;
      if (row < 3) {
        X.R(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = number->value();
      } else {
        X.p(static_cast<Eigen::Index>(column)) = number->value();
      }
    }
  }
  constexpr double kTolerance = 1e-6;  // far above what arithmetic leaves
  if (!is_rotation(X.R, kTolerance)) {
    diagnostics_.report(Rule::bad_value, expr.range, "the rows are no rotation: they are not orthogonal, not of length 1, or left-handed");
    return std::nullopt;
  }
  return TransformExpr(X);
}

std::optional<TransformExpr> Evaluator::inverse(const Expr& expr, Tuple arguments) {
  if (!expect_arguments(expr, arguments, 1)) return std::nullopt;
  auto* operand = std::get_if<Pose>(&arguments.front().content);
  if (operand == nullptr) {
    diagnostics_.report(Rule::type_mismatch, arguments.front().range, concat("inverse takes a pose, not ", describe(arguments.front())));
    return std::nullopt;
  }
  return TransformExpr::inverse(std::move(operand->expression));
}

// align(CHILD AXIS -> PARENT AXIS, CHILD AXIS -> PARENT AXIS)
std::optional<Value> Evaluator::align(const Expr& expr) {
  std::array<SignedAxis, 4> axes{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto axis = parse_signed_axis(expr.operands[i].text);
    if (!axis) {
      diagnostics_.report(Rule::bad_value, expr.operands[i].range, concat("'", expr.operands[i].text, "' is no axis; it is x, -x, y, -y, z or -z"));
      return std::nullopt;
    }
    axes[i] = *axis;
  }
  if (parallel(axes[0], axes[2]) || parallel(axes[1], axes[3])) {
    diagnostics_.report(Rule::bad_value, expr.range, "align takes two axes that are not parallel, on either side");
    return std::nullopt;
  }
  return Value{Pose{TransformExpr(TransformExpr::AxisAlignment{axes[1], axes[3], axes[0], axes[2]}), false}, expr.range};
}

// xyz(…) * rpy(…) and xyz(…) * quat_xyzw(…) are one pose of a description; parentheses keep factors apart.
std::optional<Value> Evaluator::pose_product(const Expr& expr, std::vector<Value> factors) {
  std::vector<TransformExpr> poses;
  bool open = false;  // the last pose is a bare xyz(…)
  for (std::size_t i = 0; i < factors.size(); ++i) {
    auto* factor = std::get_if<Pose>(&factors[i].content);
    if (factor == nullptr) {
      diagnostics_.report(Rule::type_mismatch, factors[i].range, concat("a pose can be multiplied by a pose, not by ", describe(factors[i])));
      return std::nullopt;
    }
    if (i > 0 && expr.operators[i - 1] == '/') {
      diagnostics_.report(Rule::type_mismatch, factors[i].range, "a pose cannot be divided; multiply by inverse(…)");
      return std::nullopt;
    }
    const auto* written = factor->expression.get_if<XyzRpy>();
    const auto* turned = factor->expression.get_if<XyzQuaternion>();
    if (open && !factor->grouped && written != nullptr && !written->xyz && written->rpy) {
      poses.back() = XyzRpy{poses.back().get_if<XyzRpy>()->xyz, written->rpy, written->unit};
      open = false;
    } else if (open && !factor->grouped && turned != nullptr && !turned->xyz) {
      poses.back() = XyzQuaternion{poses.back().get_if<XyzRpy>()->xyz, turned->xyzw};
      open = false;
    } else {
      open = !factor->grouped && written != nullptr && written->xyz && !written->rpy;
      poses.push_back(factor->expression);
    }
  }
  return Value{Pose{TransformExpr::compose(std::move(poses)), false}, expr.range};
}

std::optional<TransformExpr> Evaluator::pose(const Expr& expr, std::string_view what) {
  auto value = evaluate(expr);
  if (!value) return std::nullopt;
  if (auto* result = std::get_if<Pose>(&value->content)) return std::move(result->expression);
  diagnostics_.report(Rule::type_mismatch, value->range,
                      concat(what, " takes a pose such as xyz(0, 0, 0.1 m) * rpy(90 deg, 0, 0), not ", describe(*value)));
  return std::nullopt;
}

}  // namespace romas::language
