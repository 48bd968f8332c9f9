// Which sensors of a robot are which of MJCF, where elements of MJCF at one site are a single sensor of a
// Model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/values/spatial.h"

namespace romas::mjcf {

struct SensorForm {
  // Words are separated by spaces.
  std::string_view types;      // of URDF and SDF; a reader of MJCF takes the first
  std::string_view elements;   // of MJCF, all of which it takes at one site; <camera> has none
  std::string_view more = {};  // an element that may stand with them

  std::string_view type() const { return types.substr(0, types.find(' ')); }
};

// Null for sensors that MJCF does not have.
const SensorForm* find_sensor_form(std::string_view type);
// The form that cannot be without the element of MJCF; null for other elements.
const SensorForm* sensor_form_with(std::string_view element);

// Returns the name of a sensor whose elements have these names: X for "X_gyro" and "X_accelerometer". Empty
// if they have no such name in common.
std::string common_sensor_name(const std::vector<std::string>& elements,
                               const std::vector<std::string>& names);
// The name of one of several elements.
std::string sensor_element_name(std::string_view sensor, std::string_view element);

// MuJoCo's rays go along z of their site, those of a sensor along its x.
RigidTransform ray_in_sensor();
// MuJoCo's cameras look along -z with y up, those of a robot along x with z up.
RigidTransform camera_in_sensor();

}  // namespace romas::mjcf
