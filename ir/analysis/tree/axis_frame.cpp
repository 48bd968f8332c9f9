#include "ir/analysis/tree/axis_frame.h"

namespace romas {

namespace {

// The rotation that takes z to a unit vector by the shortest way; exact to rounding away from -z.
Matrix3 shortest_from_z(const Vector3& u) {
  const double k = 1 / (1 + u.z());
  Matrix3 R;
  R << 1 - k * u.x() * u.x(), -k * u.x() * u.y(), u.x(), -k * u.x() * u.y(), 1 - k * u.y() * u.y(), u.y(),
      -u.x(), -u.y(), u.z();
  return R;
}

}  // namespace

Matrix3 frame_on_axis(const Vector3& axis) {
  Matrix3 R;
  if (axis.cwiseAbs().sum() != axis.cwiseAbs().maxCoeff()) {  // not along a coordinate axis
    return axis.z() < 0 ? Matrix3(shortest_from_z(-axis) * Vector3(1, -1, -1).asDiagonal())
                        : shortest_from_z(axis);
  }
  if (axis.x() != 0) {
    R << 0, 0, axis.x(), axis.x(), 0, 0, 0, 1, 0;
  } else if (axis.y() != 0) {
    R << 1, 0, 0, 0, 0, axis.y(), 0, -axis.y(), 0;
  } else {
    R << 1, 0, 0, 0, axis.z(), 0, 0, 0, axis.z();
  }
  return R;
}

Matrix3 plane_frame(const Vector3& axis) {
  if (axis.x() == 0 && axis.y() == 0) return Vector3(1, axis.z(), axis.z()).asDiagonal();
  return shortest_from_z(axis);
}

}  // namespace romas
