// Poses as they were given: xyz(…) * rpy(…), xyz(…) * quat_xyzw(…), matrix(…), align(…), inverse(…) and
// products.
#include "backends/romas/romas_printer.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Zeros need no unit.
std::string triple(const Number3& numbers, std::string_view units) {
  return join(numbers, ", ", [&](const Number& number) {
    return number.value() == 0 ? romas_number(number) : romas_quantity(number, units);
  });
}

std::string xyz(const Number3& numbers) { return concat("xyz(", triple(numbers, "m"), ")"); }

std::string rpy(const TransformExpr::XyzRpy& node) {
  const Number3& angles = *node.rpy;
  const bool degrees = node.unit == TransformExpr::AngleUnit::degree;
  const bool zero = angles[0].value() == 0 && angles[1].value() == 0 && angles[2].value() == 0;
  // Zeros in degrees need one unit, to be read as degrees again.
  if (degrees && zero)
    return concat("rpy(", romas_quantity(angles[0], "deg"), ", ", romas_number(angles[1]), ", ",
                  romas_number(angles[2]), ")");
  return concat("rpy(", triple(angles, degrees ? "deg" : "rad"), ")");
}

std::string print(const TransformExpr::XyzRpy& node) {
  if (!node.xyz && !node.rpy) return "identity";
  if (!node.rpy) return xyz(*node.xyz);
  return node.xyz ? concat(xyz(*node.xyz), " * ", rpy(node)) : rpy(node);
}

std::string print(const TransformExpr::XyzQuaternion& node) {
  const std::string rotation = concat("quat_xyzw", romas_tuple(node.xyzw, "1"));
  return node.xyz ? concat(xyz(*node.xyz), " * ", rotation) : rotation;
}

// Row by row, then the position: all numbers exactly.
std::string print(const TransformExpr::Constant& node) {
  const auto row = [&](Eigen::Index i) {
    return romas_tuple(Number3{node.X_PC.R(i, 0), node.X_PC.R(i, 1), node.X_PC.R(i, 2)}, "1");
  };
  const Vector3& p = node.X_PC.p;
  return concat("matrix(", row(0), ", ", row(1), ", ", row(2), ", ",
                romas_tuple(Number3{p.x(), p.y(), p.z()}, "m"), ")");
}

std::string print(const TransformExpr::AxisAlignment& node) {
  return concat("align(", to_string(node.child_first), " -> ", to_string(node.parent_first), ", ",
                to_string(node.child_second), " -> ", to_string(node.parent_second), ")");
}

std::string print(const TransformExpr::Inverse& node) {
  return concat("inverse(", romas_pose(*node.operand), ")");
}

// Parentheses are needed around products in products, and between a bare xyz(…) and a bare rotation, which
// the parser would read as one pose.
std::string print(const TransformExpr::Composition& node) {
  std::string out;
  for (std::size_t i = 0; i < node.factors.size(); ++i) {
    const TransformExpr& factor = node.factors[i];
    const auto* written = factor.get_if<TransformExpr::XyzRpy>();
    const bool bare_xyz = written != nullptr && written->xyz && !written->rpy;
    const bool group =
        factor.get_if<TransformExpr::Composition>() != nullptr || (bare_xyz && i + 1 < node.factors.size());
    if (i > 0) out.append(" * ");
    out.append(group ? concat("(", romas_pose(factor), ")") : romas_pose(factor));
  }
  return out;
}

}  // namespace

std::string romas_pose(const TransformExpr& pose) {
  if (pose.absent()) return "identity";
  return std::visit([](const auto& node) { return print(node); }, pose.node());
}

}  // namespace romas
