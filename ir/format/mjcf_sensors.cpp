#include "ir/format/mjcf_sensors.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr std::array<SensorForm, 6> kForms = {
    {{"imu", "accelerometer gyro", "framequat"},
     {"force_torque", "force torque"},
     {"contact", "touch"},
     {"magnetometer", "magnetometer"},
     {"ray gpu_ray lidar gpu_lidar", "rangefinder"},
     {"camera depth depth_camera rgbd_camera wide_angle_camera", "camera"}}};

bool has_word(std::string_view words, std::string_view word) {
  const std::vector<Token> all = split_words(words);
  return std::ranges::any_of(all, [&](const Token& each) { return each.text == word; });
}

}  // namespace

const SensorForm* find_sensor_form(std::string_view type) {
  const auto* found =
      std::ranges::find_if(kForms, [&](const SensorForm& form) { return has_word(form.types, type); });
  return found == kForms.end() ? nullptr : found;
}

const SensorForm* sensor_form_with(std::string_view element) {
  const auto* found =
      std::ranges::find_if(kForms, [&](const SensorForm& form) { return has_word(form.elements, element); });
  return found == kForms.end() ? nullptr : found;
}

std::string common_sensor_name(const std::vector<std::string>& elements,
                               const std::vector<std::string>& names) {
  std::string common;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string end = sensor_element_name("", elements[i]);
    if (names[i].size() <= end.size() || !names[i].ends_with(end)) return {};
    const std::string stem = names[i].substr(0, names[i].size() - end.size());
    if (i > 0 && stem != common) return {};
    common = stem;
  }
  return common;
}

std::string sensor_element_name(std::string_view sensor, std::string_view element) {
  return concat(sensor, "_", element);
}

RigidTransform ray_in_sensor() {
  return {rotation_about(Vector3::UnitY(), std::numbers::pi / 2), Vector3::Zero()};
}

RigidTransform camera_in_sensor() {
  RigidTransform X_SC;
  X_SC.R << 0, 0, -1, -1, 0, 0, 0, 1, 0;
  return X_SC;
}

}  // namespace romas::mjcf
