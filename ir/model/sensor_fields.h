// The plain fields of what a sensor holds.
#pragma once

#include "ir/model/control.h"
#include "ir/model/fields.h"

namespace romas {

template <>
struct FieldsOf<CameraSensor> {
  static constexpr auto kAll = std::tuple(
      Field("width", &CameraSensor::width, Quantity::plain, "pixels").called("the width in pixels"),
      Field("height", &CameraSensor::height, Quantity::plain, "pixels").called("the height in pixels"),
      Field("format", &CameraSensor::format, Quantity::plain, "such as RGB8"),
      Field("hfov", &CameraSensor::hfov, Quantity::angle, "horizontal field of view in radians")
          .called("the horizontal field of view"),
      Field("near", &CameraSensor::near, Quantity::length, "nearest distance seen in metres")
          .called("the near distance"),
      Field("far", &CameraSensor::far, Quantity::length, "farthest distance seen in metres")
          .called("the far distance"));
};

template <>
struct FieldsOf<RayScan> {
  static constexpr auto kAll = std::tuple(
      Field("samples", &RayScan::samples, Quantity::plain, "rays in a scan; 1 by default")
          .called("the number of samples"),
      Field("resolution", &RayScan::resolution, Quantity::plain, "readings a ray; 1 by default")
          .called("the resolution"),
      Field("min_angle", &RayScan::min_angle, Quantity::angle, "radians; 0 by default").called("an angle"),
      Field("max_angle", &RayScan::max_angle, Quantity::angle, "radians; 0 by default").called("an angle"));
};

}  // namespace romas
