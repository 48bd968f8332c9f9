// The rows of the Unified Robot Description Format: what URDF 1.0 to 1.2, Gazebo, transmissions and Drake's
// dialect allow where. Documentation of the format is written from these rows, and from those of ros2_control
// (frontend/xml/words/ros2_control.h).
#pragma once

#include "frontend/xml/schema/schema.h"

namespace romas::urdf {

extern const ElementRow kRobot;

// Rows of single elements of a robot.
extern const ElementRow kLink, kInertial, kMass, kInertia, kOrigin, kVisual, kCollision, kVisualGeometry,
    kCollisionGeometry, kBox, kCylinder, kSphere, kCapsule, kEllipsoid, kMesh;
extern const ElementRow kVisualMaterial, kMaterial, kColor, kTexture;
extern const ElementRow kJoint, kPrefixedJoint, kLinkReference, kAxis, kLimit, kDynamics, kMimic,
    kSafetyController, kCalibration, kScrewPitch;
extern const ElementRow kFrame, kLoopJoint, kAttachment1, kAttachment2, kForceElement, kSpring, kNestedSpring,
    kNestedSpringElement, kWing, kThrust, kNestedWing, kNestedWingElement, kNestedThrust, kPropellor,
    kNestedThrustElement;
extern const ElementRow kTransmission, kTransmissionJoint, kTransmissionActuator, kTextElement,
    kNumberElement;
extern const ElementRow kSensor, kSensorParent, kCamera, kCameraImage, kRay, kRayScan;
extern const ElementRow kGazebo;

// The row of an element that holds numbers, by its name alone; null for other elements.
const ElementRow* find_number_row(std::string_view name);

}  // namespace romas::urdf
