// Poses: align(…) and products.
#include "frontend/language/values/forms.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

using XyzRpy = TransformExpr::XyzRpy;

using XyzQuaternion = TransformExpr::XyzQuaternion;

}  // namespace

// evaluate_align(e, CHILD AXIS -> PARENT AXIS, CHILD AXIS -> PARENT AXIS)
std::optional<Value> evaluate_align(Evaluator& e, const Expr& expr) {
  std::array<SignedAxis, 4> axes{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto axis = parse_signed_axis(expr.operands[i].text());
    if (!axis) {
      e.diagnostics().report(
          Rule::bad_value, expr.operands[i].range,
          concat("'", expr.operands[i].text(), "' is not an axis; an axis is x, -x, y, -y, z or -z"));
      return std::nullopt;
    }
    axes[i] = *axis;
  }
  if (parallel(axes[0], axes[2]) || parallel(axes[1], axes[3])) {
    e.diagnostics().report(Rule::bad_value, expr.range,
                           "align takes two axes that are not parallel, on either side");
    return std::nullopt;
  }
  return Value{
      Pose{TransformExpr(TransformExpr::AxisAlignment{axes[1], axes[3], axes[0], axes[2]}), false, 1, 1},
      expr.range};
}

std::optional<Value> pose_product(Evaluator& e, const Expr& expr, std::vector<Value> factors) {
  std::vector<TransformExpr> poses;
  bool open = false;  // the last pose is a bare xyz(…)
  std::size_t parts = 0;
  std::size_t depth = 0;
  bool unknown = false;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (std::holds_alternative<Anything>(factors[i].content)) return factors[i];
    auto* factor = std::get_if<Pose>(&factors[i].content);
    if (factor == nullptr) {
      e.diagnostics().report(
          Rule::type_mismatch, factors[i].range,
          concat("a pose can be multiplied by a pose, not by ", describe_kind(factors[i])));
      return std::nullopt;
    }
    unknown = unknown || factors[i].unknown;
    parts += factor->parts;
    depth = std::max<std::size_t>(depth, factor->depth);
    if (i > 0 && expr.more().operators[i - 1] == Operator::divide) {
      e.diagnostics().report(Rule::type_mismatch, factors[i].range,
                             "a pose cannot be divided; multiply by inverse(…)");
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
  return sized_pose(e, expr, TransformExpr::compose(std::move(poses)), parts, depth + 1, unknown);
}

std::optional<Value> sized_pose(Evaluator& e, const Expr& expr, TransformExpr pose, std::size_t parts,
                                std::size_t depth, bool unknown) {
  if (parts > Budget::kMostPoseParts || depth > Budget::kMostPoseDepth) {
    e.budget().exhaust(expr.range, concat("the pose is made of more than ", Budget::kMostPoseParts,
                                          " poses, or is nested deeper than ", Budget::kMostPoseDepth,
                                          "; give what is in between as numbers"));
    return std::nullopt;
  }
  if (!e.budget().spend(parts, expr.range)) return std::nullopt;
  return Value{
      Pose{std::move(pose), false, static_cast<std::uint32_t>(parts), static_cast<std::uint32_t>(depth)},
      expr.range, unknown};
}

}  // namespace romas::language
