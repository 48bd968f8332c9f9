// check-sensors: sensors without a type, or of one that no program knows (RM1708), formats of images that
// neither ROS nor Gazebo has (RM1710), and negative rates and sizes (RM1210).
#include <algorithm>

#include "ir/entity.h"
#include "ir/sensor_fields.h"
#include "ir/sensor_words.h"
#include "passes/pass_functions.h"

namespace romas {

namespace {

std::vector<std::string_view> known_sensor_types() {
  std::vector<std::string_view> types;
  for (const std::string_view words : {kSdfSensorTypes, kFurtherSensorTypes})
    for (const Token& word : split_words(words)) types.push_back(word.text);
  return types;
}

// Names of formats, those of ROS in capitals if asked for.
std::vector<std::string> known_image_formats(bool in_capitals) {
  std::vector<std::string> names;
  for (const ImageFormat& format : kImageFormats) {
    std::string ros(format.ros);
    if (in_capitals)
      std::transform(ros.begin(), ros.end(), ros.begin(),
                     [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    for (const std::string& name : {ros, std::string(format.sdf), std::string(format.other_sdf)})
      if (!name.empty()) names.push_back(name);
  }
  return names;
}

class SensorChecker {
 public:
  explicit SensorChecker(DiagnosticEngine& diagnostics) : diagnostics_(diagnostics) {}

  void check(const Sensor& sensor) {
    at_ = &sensor;
    check_type();
    if (sensor.update_rate) not_negative(*sensor.update_rate, "the update rate");
    if (sensor.camera) check_camera(*sensor.camera);
    if (sensor.ray)
      for (const auto* scan : {&sensor.ray->horizontal, &sensor.ray->vertical})
        if (*scan) check_fields(**scan);
  }

 private:
  void check_type() {
    if (!at_->type || at_->type->empty()) {
      diagnostics_.report(Rule::sensor_type, name_place(*at_),
                          concat("sensor '", at_->name, "' has no type, such as camera, ray or imu"));
      return;
    }
    const auto types = known_sensor_types();
    if (std::find(types.begin(), types.end(), *at_->type) != types.end()) return;
    diagnostics_
        .report(Rule::sensor_type, place_or_name(at_->type_range, *at_),
                concat("sensor '", at_->name, "' has the type '", *at_->type, "', which no program knows"))
        .nearest(to_lower(*at_->type), types);
  }

  void check_camera(const CameraSensor& camera) {
    check_fields(camera);
    if (!camera.format || find_image_format(*camera.format) != nullptr || is_opencv_type(*camera.format))
      return;
    const std::string& format = *camera.format;
    diagnostics_
        .report(Rule::camera_format, place_or_name(at_->format_range, *at_),
                concat("the images of sensor '", at_->name, "' have the format '", format,
                       "', which neither ROS nor Gazebo has"))
        .nearest(format, known_image_formats(to_lower(format) != format));
  }

  // Sizes, distances and numbers of rays. Angles have any sign.
  template <class Struct>
  void check_fields(const Struct& object) {
    for_each_field<Struct>([&](const auto& field) {
      if (field.quantity == Quantity::angle && field.name != "hfov") return;
      for_each_number_of(field.of(object), [&](const Number& number) { not_negative(number, field.noun); });
    });
  }

  void not_negative(const Number& number, std::string_view what) {
    if (number.value() < 0)
      diagnostics_.report(Rule::limit_negative, name_place(*at_),
                          concat(what, " of sensor '", at_->name, "' is negative: ", number.text()));
  }

  DiagnosticEngine& diagnostics_;
  const Sensor* at_ = nullptr;
};

}  // namespace

void check_sensors(const Model& model, const CheckContext& context) {
  SensorChecker checker(context.diagnostics);
  for (const Sensor& sensor : model.sensors) checker.check(sensor);
}

}  // namespace romas
