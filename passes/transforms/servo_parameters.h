// Parameters of <ros2_control> as values of servos: those that are named like registers of DYNAMIXEL servos.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "ir/model/model.h"

namespace romas {

// The place of the value; that of its element if the value has none.
inline SourceRange value_place(const Ros2Parameter& parameter) {
  return SourceRange(parameter.value_range.valid() ? parameter.value_range : parameter.range);
}

class ServoParameters {
 public:
  // Receives what is skipped, and the reason.
  using Skip = std::function<void(SourceRange, std::string_view)>;
  explicit ServoParameters(Skip skip) : skip_(std::move(skip)) {}

  // A parameter's value; nothing if it is not a whole number, which is reported.
  std::optional<long long> whole(const Ros2Parameter& parameter);
  std::optional<double> number(const Ros2Parameter& parameter);
  // False where the servo has no number, without which it is none.
  bool read_registers(const Ros2Component& component, Servo& servo);

 private:
  // Parameters of a servo that are more than one register's value.
  enum class Special : std::uint8_t { operating_mode, drive_mode, unit_info };

  void read(Special what, const Ros2Component& component, const Ros2Parameter& parameter, Servo& servo);
  void mode(long long code, const Ros2Parameter& parameter, Servo& servo);
  void unit_info(const Ros2Component& component, const Ros2Parameter& parameter, Servo& servo);
  static void drive_mode(long long bits, const Ros2Parameter& parameter, Servo& servo);

  Skip skip_;
};

}  // namespace romas
