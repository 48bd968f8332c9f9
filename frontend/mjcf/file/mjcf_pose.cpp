#include "frontend/mjcf/file/mjcf_pose.h"

#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

Vector3 value_of(const Number3& numbers) {
  return {numbers[0].value(), numbers[1].value(), numbers[2].value()};
}

// A rotation by an angle in degrees or radians; exact for multiples of 90°.
Matrix3 turn(const Vector3& unit_axis, double angle, bool degrees) {
  if (!degrees) return rotation_about(unit_axis, angle);
  const SinCos turned = exact_sincos_degrees(angle);
  const Vector3 s = turned.sin * unit_axis;
  Matrix3 cross;
  cross << 0, -s.z(), s.y(), s.z(), 0, -s.x(), -s.y(), s.x(), 0;
  return turned.cos * Matrix3::Identity() + cross + (1 - turned.cos) * unit_axis * unit_axis.transpose();
}

class PoseReader {
 public:
  PoseReader(const XmlElement& element, const CompilerSettings& settings, SchemaReader& schema)
      : element_(element), settings_(settings), schema_(schema) {}

  TransformExpr read() {
    const bool has_position = element_.attribute("pos") != nullptr;
    const auto position = schema_.vector3(element_, "pos");
    TransformExpr::XyzRpy placed;
    placed.xyz = position;
    if (has_position && position) placed.xyz_range = schema_.value_range(element_, "pos");
    if (const XmlAttribute* euler = element_.attribute("euler")) {
      const auto angles = schema_.vector3(element_, "euler");
      if (!angles) return placed;
      if (settings_.euler_sequence == "XYZ") return with_angles(placed, *angles, euler->value);
      return turned(
          position,
          rotation_from_euler({(*angles)[0].value(), (*angles)[1].value(), (*angles)[2].value()}, settings_));
    }
    if (const auto R = other_rotation()) return turned(position, *R);
    if (element_.attribute("quat") != nullptr) {
      const auto wxyz = schema_.vector4(element_, "quat");
      if (!wxyz || is_zero_quaternion(*wxyz)) return placed;
      const Number4& q = *wxyz;
      return TransformExpr::XyzQuaternion{position, {q[1], q[2], q[3], q[0]}};
    }
    return position ? TransformExpr(placed) : TransformExpr();
  }

 private:
  TransformExpr with_angles(TransformExpr::XyzRpy& placed, const Number3& angles, const XmlText& text) const {
    placed.rpy = angles;
    placed.rpy_range = text.range;
    if (settings_.degrees) placed.unit = TransformExpr::AngleUnit::degree;
    return placed;
  }

  static TransformExpr turned(const std::optional<Number3>& position, const Matrix3& R) {
    return plain_transform({R, position ? value_of(*position) : Vector3(Vector3::Zero())});
  }

  // True, and reported, for a quaternion that turns nothing.
  bool is_zero_quaternion(const Number4& q) {
    for (const Number& number : q)
      if (number.value() != 0) return false;
    schema_.report(Rule::bad_value, schema_.value_range(element_, "quat"),
                   "the quaternion is zero and gives no orientation; write 1 0 0 0 for no rotation");
    return true;
  }

  // A direction that is to have a length; nothing, and reported, without one.
  std::optional<Vector3> direction(const Vector3& v, std::string_view attribute, std::string_view what) {
    const double length = v.norm();
    if (length >= 1e-15 && std::isfinite(length)) return v / length;  // mjMINVAL
    schema_.report(Rule::bad_value, schema_.value_range(element_, attribute), std::string(what));
    return std::nullopt;
  }

  std::optional<Matrix3> other_rotation() {
    if (element_.attribute("axisangle") != nullptr) return from_axis_and_angle();
    if (element_.attribute("xyaxes") != nullptr) return from_two_axes();
    if (element_.attribute("zaxis") == nullptr) return std::nullopt;
    const auto z = schema_.vector3(element_, "zaxis");
    const auto unit = z ? direction(value_of(*z), "zaxis", "the z axis has length zero") : std::nullopt;
    return unit ? rotation_of_z_to(*unit) : Matrix3(Matrix3::Identity());
  }

  Matrix3 from_axis_and_angle() {
    const auto said = schema_.vector4(element_, "axisangle");
    if (!said) return Matrix3::Identity();
    const Number4& a = *said;
    const auto axis = direction({a[0].value(), a[1].value(), a[2].value()}, "axisangle",
                                "the axis (the first three numbers) has length zero");
    return axis ? turn(*axis, a[3].value(), settings_.degrees) : Matrix3(Matrix3::Identity());
  }

  Matrix3 from_two_axes() {
    const auto said = schema_.numbers(element_, "xyaxes");
    if (said.empty()) return Matrix3::Identity();
    if (said.size() != 6) {
      schema_.report(Rule::wrong_count, schema_.value_range(element_, "xyaxes"),
                     concat("xyaxes takes six numbers, the x axis and the y axis, not ", said.size()));
      return Matrix3::Identity();
    }
    const auto x = direction({said[0].value(), said[1].value(), said[2].value()}, "xyaxes",
                             "the x axis (the first three numbers) has length zero");
    if (!x) return Matrix3::Identity();
    const Vector3 second(said[3].value(), said[4].value(), said[5].value());
    const auto y =
        direction(second - x->dot(second) * *x, "xyaxes",
                  "the y axis (the last three numbers) is parallel to the x axis or has length zero");
    if (!y) return Matrix3::Identity();
    Matrix3 R;
    R << *x, *y, x->cross(*y);
    return R;
  }

  const XmlElement& element_;
  const CompilerSettings& settings_;
  SchemaReader& schema_;
};

}  // namespace

std::optional<FromTo> read_from_to(const XmlElement& element, SchemaReader& schema) {
  if (element.attribute("fromto") == nullptr) return std::nullopt;
  const std::vector<Number> said = schema.numbers(element, "fromto");
  const SourceRange place = schema.value_range(element, "fromto");
  if (said.size() != 6) {
    if (!said.empty())
      schema.report(Rule::wrong_count, place,
                    concat("fromto takes two points (six numbers), not ", said.size(), " numbers"));
    return std::nullopt;
  }
  const Vector3 from(said[0].value(), said[1].value(), said[2].value());
  const Vector3 to(said[3].value(), said[4].value(), said[5].value());
  const double length = (from - to).norm();
  constexpr double kLeastSquare = 1e-14;  // m^2, MuJoCo compares the square with mjEPS
  if (length * length >= kLeastSquare && std::isfinite(length))
    return FromTo{{rotation_of_z_to(from - to), (from + to) / 2}, length / 2};
  schema.report(Rule::bad_value, place,
                length > 0 ? "the two points are too close together" : "the two points are the same");
  return std::nullopt;
}

TransformExpr composed(const TransformExpr& first, const TransformExpr& second) {
  if (first.absent()) return second;
  if (second.absent()) return first;
  return TransformExpr::compose({first, second});
}

Matrix3 rotation_from_euler(const std::array<double, 3>& angles, const CompilerSettings& settings) {
  Matrix3 R = Matrix3::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const char letter = settings.euler_sequence[i];
    const bool fixed = letter < 'a';
    const Matrix3 next =
        turn(Vector3::Unit((fixed ? letter - 'X' : letter - 'x')), angles[i], settings.degrees);
    R = fixed ? Matrix3(next * R) : Matrix3(R * next);
  }
  return R;
}

Matrix3 rotation_of_z_to(const Vector3& direction) {
  const Vector3 z = direction.normalized();
  const Vector3 across = Vector3::UnitZ().cross(z);
  const double sine = across.norm();
  if (sine < 1e-10)
    return z.z() > 0 ? Matrix3(Matrix3::Identity()) : rotation_about(Vector3::UnitX(), std::numbers::pi);
  return rotation_about(across / sine, math::atan2(sine, z.z()));
}

TransformExpr read_pose(const XmlElement& element, const CompilerSettings& settings, SchemaReader& schema) {
  return PoseReader(element, settings, schema).read();
}

}  // namespace romas::mjcf
