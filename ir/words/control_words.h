// Words of ros_control, ros2_control and Gazebo that a description holds as texts.
#pragma once

#include <array>
#include <string_view>

namespace romas {

// Behind "hardware_interface/".
inline constexpr std::array<std::string_view, 15> kHardwareInterfaceWords = {
    "JointStateInterface",        "EffortJointInterface",      "VelocityJointInterface",
    "PositionJointInterface",     "PosVelJointInterface",      "PosVelAccJointInterface",
    "JointModeInterface",         "ActuatorStateInterface",    "EffortActuatorInterface",
    "VelocityActuatorInterface",  "PositionActuatorInterface", "ImuSensorInterface",
    "ForceTorqueSensorInterface", "JointCommandInterface",     "ActuatorCommandInterface"};
// Those without a prefix of their own package are of ros_control, PR2 and Drake.
inline constexpr std::array<std::string_view, 5> kTransmissionTypeWords = {
    "SimpleTransmission", "DifferentialTransmission", "FourBarLinkageTransmission", "WristTransmission",
    "PR2GripperTransmission"};

// The interfaces of a joint in ros2_control that its controllers know.
inline constexpr std::string_view kJointInterfaceWords = "position velocity effort acceleration";

// The materials of Gazebo's own file, without "Gazebo/".
inline constexpr std::string_view kGazeboMaterials =
    "Green Grey DarkGrey White FlatBlack Black Red RedBright Blue SkyBlue Yellow ZincYellow Purple Turquoise "
    "Orange WhiteGlow RedGlow GreenGlow BlueGlow YellowGlow PurpleGlow TurquoiseGlow TurquoiseGlowOutline "
    "RedTransparentOverlay BlueTransparentOverlay GreenTransparentOverlay RedTransparent GreenTransparent "
    "BlueTransparent GreyTransparent YellowTransparent OrangeTransparent LightOn LightOff BlueLaser "
    "JointAnchor "
    "WoodFloor CeilingTiled PaintedWall PioneerBody Pioneer2Body Gold GreyGradientSky CloudySky WoodPallet "
    "Wood "
    "Bricks WindowFrame Road Residential Tertiary Pedestrian Footway Motorway Lanes_6 Trunk Lanes_4 Primary "
    "Lanes_2 Secondary Lane_1 Steps DepthMap XYZPoints LaserScan1st LaserScan2nd GaussianCameraNoise "
    "CameraDistortionMap PointCloud";

}  // namespace romas
