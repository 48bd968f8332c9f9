// Servos that a description gives outside of its joints, in transmissions and <ros2_control>. derive-servos
// merges them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/model/model.h"
#include "ir/servo/words.h"
#include "support/findings/diagnostic.h"

namespace romas {

// One joint's servo as one source tells it; the family is empty where the source does not say it.
struct ServoSource {
  JointId joint;
  Servo servo;         // every value with its place
  std::string origin;  // "transmission 't1'"
};

// Simple, differential and four-bar transmissions. Parts that cannot be understood are reported (RM1860).
std::vector<ServoSource> servos_of_transmissions(const Model& model, DiagnosticEngine& diagnostics);
// <ros2_control> of the drivers dynamixel_hardware and dynamixel_hardware_interface.
std::vector<ServoSource> servos_of_hardware(const Model& model, DiagnosticEngine& diagnostics);

// --- what both share (derive_servos.cpp) ---

// How a servo turns with joints: angle = Σ ratio · (q - offset), in rad of the servo.
struct ServoRatio {
  JointId joint;
  double ratio = 0;   // rad of the servo for one rad or metre of the joint; not 0
  double offset = 0;  // the joint's value at which its term is zero; rad or m
};
// The first is the servo's own joint. Writes gear, direction (if the ratio is negative: with all signs
// turned), offset and couplings. A constant that other joints add becomes part of the own joint's offset.
void set_ratios(Servo& servo, const Model& model, const std::vector<ServoRatio>& ratios, SourceRange range);
ServoValue direction_value(ServoDirection direction, SourceRange range);
void set_number(Servo& servo, ServoProperty property, Number value, SourceRange range);
// Revolute, continuous, prismatic: what one servo can move.
bool has_servo_motion(const Joint& joint);

}  // namespace romas
