// Words of ours in MJCF, and in what a Model keeps of it: the frontend and the target share them.
#pragma once

#include <string_view>

#include "ir/model/place.h"

namespace romas::mjcf {

// An attribute of the robot: t for an actuator that is a transmission, k for one that is kept, in the order
// of their controls. It is there where a kept one stands before a transmission.
inline constexpr std::string_view kActuatorOrder = "actuator_order";

// In the Romas language, an attribute of the robot: whose words its extensions are, by the name of the
// format. It stands where the robot came from MJCF, whose words no other format prints.
inline constexpr std::string_view kWordsOf = "romas.words";
inline constexpr std::string_view kWordsOfMjcf = "mjcf";

// Names of texts in <custom>: what MuJoCo has no place for. All begin with the first of these words, and
// those that end with a dot go on with the name of what they are about.
inline constexpr std::string_view kOurText = "romas.";
inline constexpr std::string_view kFixedJointText = "romas.fixed_joint.";  // a joint; the text is its body
inline constexpr std::string_view kLinkBelowText = "romas.link_below.";    // a joint; the text is its link
inline constexpr std::string_view kJointText = "romas.joint.";             // "limit.velocity=2"
inline constexpr std::string_view kGazeboText = "romas.gazebo";  // ".NAME" may follow; "mu2=0.3; kp=1000"
inline constexpr std::string_view kGazeboContentText = "romas.gazebo_content";  // ".NAME"; elements of XML
inline constexpr std::string_view kRos2ControlText = "romas.ros2_control.";     // its name; the element
// The names, one a line, of actuators that are there because ros2_control commands their joints.
inline constexpr std::string_view kRos2ActuatorsText = "romas.ros2_control_actuators";

// An attribute of a transmission: it stands for such an actuator, and is none where ros2_control is said.
inline constexpr std::string_view kOfRos2Control = "romas.of_ros2_control";

// True for what a plugin has in <gazebo> or <ros2_control>: it is in their words, also in a robot of MJCF.
inline bool is_of_plugin(const Extension& extension) {
  return extension.owner.kind == EntityKind::gazebo || extension.owner.kind == EntityKind::ros2_control;
}

}  // namespace romas::mjcf
