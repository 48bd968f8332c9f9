// Calibrations of one unit of a robot (--servo-calibration): what its servos read in a known pose.
// docs/servo-calibration.md describes the files; --servo-format=calibrate makes a program that writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/servo/quantity_values.h"
#include "ir/model/model.h"
#include "ir/servo/device.h"

namespace romas {

// A value of such a file, and where it stands.
template <class T>
struct CalibrationValue {
  T value = {};
  SourceRange range = {};
};

struct ServoCalibration {
  // The position of a joint while the servos were read.
  struct Position {
    std::string joint;
    YamlQuantity at;  // rad or m
    SourceRange joint_range, range;
  };
  template <class T>
  using Said = CalibrationValue<T>;
  struct Entry {
    std::string joint;
    Said<std::string> bus;
    Said<std::int64_t> id;
    Said<std::int64_t> reads;                         // what the position register held, in counts
    std::optional<Said<bool>> reversed;               // whether the servo counted the other way by itself
    std::optional<Said<std::int64_t>> homing_offset;  // that the servo's register held, in counts
    SourceRange joint_range;
  };
  Said<std::string> robot;
  std::string unit;  // which of the robots that are built alike; for people
  std::vector<Position> pose;
  std::vector<Entry> servos;
  SourceRange servos_range;
};

// Returns nullopt if the file cannot be read or is malformed. Every problem is reported.
std::optional<ServoCalibration> read_servo_calibration(const std::string& path, FrontendContext& context);
// The same for a text that was read already.
std::optional<ServoCalibration> parse_servo_calibration(FileId file, const SourceManager& sources,
                                                        DiagnosticEngine& diagnostics);

// Puts the calibration into the servos of the robot that it names: `zero` becomes what the servo read, and
// `offset` where its joint was, less what coupled joints turned it by; a map's angles are then counted from
// the place of the pose. The reading for the pose is thereby exactly the one of the file. A second servo on a
// joint stays where the map has it, to half a count. Reports robots,
// joints and servos that do not fit, readings that the servo's mode does not have, servos with a readable
// position that the file leaves out, and readings that contradict a zero of the description by more than a
// quarter turn of the servo.
void apply_servo_calibration(const ServoCalibration& calibration, std::vector<Model>& models,
                             const ServoDeviceLibrary& library, DiagnosticEngine& diagnostics);

}  // namespace romas
