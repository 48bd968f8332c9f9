// Words about sensors that programs share: types of sensors, and formats of images.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "support/text/text.h"

namespace romas {

// The types that SDF has, separated by spaces. libsdformat 12 knows all but air_speed.
inline constexpr std::string_view kSdfSensorTypes =
    "air_pressure air_speed altimeter boundingbox boundingbox_camera camera contact custom depth "
    "depth_camera "
    "force_torque gps gpu_lidar gpu_ray imu lidar logical_camera magnetometer multicamera navsat ray rfid "
    "rfidtag rgbd rgbd_camera segmentation segmentation_camera sonar thermal thermal_camera "
    "wide_angle_camera wideanglecamera wireless_receiver wireless_transmitter";
// The types that iDynTree adds in URDF.
inline constexpr std::string_view kFurtherSensorTypes =
    "accelerometer gyroscope three_axis_angular_accelerometer three_axis_force_torque_contact";

constexpr double kDegreesOfTurn = 360;
// Whether an angle (rad) of a camera or scanner is more than a full turn, and not by rounding.
inline bool is_beyond_full_turn(double angle) { return std::abs(angle) > 2.01 * std::numbers::pi; }
// The end of a message about such an angle.
inline std::string_view looks_like_degrees(double angle) {
  return std::abs(angle) <= kDegreesOfTurn ? "; it looks like degrees" : "";
}

// A format by its name in ROS (image_encodings.hpp of sensor_msgs), and by its names in SDF. Empty: there is
// none.
struct ImageFormat {
  std::string_view ros, sdf, other_sdf;
};
inline constexpr ImageFormat kImageFormats[] = {
    {"rgb8", "R8G8B8", "RGB_INT8"},
    {"rgba8", "RGBA_INT8", ""},
    {"rgb16", "RGB_INT16", ""},
    {"rgba16", "", ""},
    {"bgr8", "B8G8R8", "BGR_INT8"},
    {"bgra8", "BGRA_INT8", ""},
    {"bgr16", "BGR_INT16", ""},
    {"bgra16", "", ""},
    {"mono8", "L8", "L_INT8"},
    {"mono16", "L16", "L_INT16"},
    {"8UC1", "L8", ""},
    {"16UC1", "L16", ""},
    {"32FC1", "R_FLOAT32", ""},
    {"32FC3", "RGB_FLOAT32", ""},
    {"bayer_rggb8", "BAYER_RGGB8", ""},
    {"bayer_bggr8", "BAYER_BGGR8", ""},
    {"bayer_gbrg8", "BAYER_GBRG8", ""},
    {"bayer_grbg8", "BAYER_GRBG8", ""},
    {"bayer_rggb16", "", ""},
    {"bayer_bggr16", "", ""},
    {"bayer_gbrg16", "", ""},
    {"bayer_grbg16", "", ""},
    {"yuv422", "", ""},
    {"yuv422_yuy2", "", ""},
    {"uyvy", "", ""},
    {"yuyv", "", ""},
    {"nv21", "", ""},
    {"nv24", "", ""},
    {"", "RGB_INT32", ""},
    {"", "BGR_INT32", ""},
    {"", "R_FLOAT16", ""},
    {"", "RGB_FLOAT16", ""},
};

// The names that SDF has, each once, separated by spaces.
struct ImageFormatNames {
  char text[512] = {};
  std::size_t size = 0;

  constexpr ImageFormatNames() {
    for (std::size_t i = 0; i < std::size(kImageFormats); ++i) {
      bool is_new = true;
      for (std::size_t k = 0; k < i; ++k) is_new = is_new && kImageFormats[k].sdf != kImageFormats[i].sdf;
      if (is_new) add(kImageFormats[i].sdf);
      add(kImageFormats[i].other_sdf);
    }
  }
  constexpr void add(std::string_view name) {
    if (name.empty()) return;
    if (size > 0) text[size++] = ' ';
    for (const char c : name) text[size++] = c;
  }
};
inline constexpr ImageFormatNames kImageFormatNames;
inline constexpr std::string_view kSdfImageFormats(kImageFormatNames.text, kImageFormatNames.size);

// ROS's names in upper and lower case alike; those of SDF as they are. Null if no row has the word.
inline const ImageFormat* find_image_format(std::string_view word) {
  const auto* found = std::find_if(std::begin(kImageFormats), std::end(kImageFormats), [&](const auto& row) {
    return row.sdf == word || (!row.other_sdf.empty() && row.other_sdf == word) ||
           (!row.ros.empty() && to_lower(row.ros) == to_lower(word));
  });
  return found == std::end(kImageFormats) ? nullptr : found;
}

// SDF's name of a format; empty if SDF has none.
inline std::string_view sdf_image_format(std::string_view word) {
  const ImageFormat* format = find_image_format(word);
  if (format == nullptr) return {};
  return word == format->other_sdf ? format->other_sdf : format->sdf;
}

// True for a type of OpenCV, which ROS takes for a format: 16UC3.
inline bool is_opencv_type(std::string_view word) {
  for (const std::string_view depth : {"8U", "8S", "16U", "16S", "32S", "32F", "64F"})
    if (word.size() == depth.size() + 2 && word.starts_with(depth) && word[depth.size()] == 'C' &&
        word.back() >= '1' && word.back() <= '4')
      return true;
  return false;
}

}  // namespace romas
