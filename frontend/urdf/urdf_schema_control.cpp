// The rows of URDF for what drives and measures: transmissions, sensors and Gazebo.
#include "frontend/urdf/urdf_schema.h"
#include "frontend/urdf/urdf_schema_rows.h"
#include "frontend/xml/schema/field_reader.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"

namespace romas::urdf {

namespace {

using enum XmlValueType;
using enum Occurs;

// --- transmissions -----------------------------------------------------------------------------------------

constexpr AttributeRow kTransmissionAttributes[] = {
    {"name", text, false, "unique among the transmissions"},
    {"type", text, false, "as an attribute in files for the PR2 and Drake"},
};
constexpr ChildRow kTransmissionChildren[] = {
    {"type", Slot::type, optional, &kTextElement},
    {"joint", Slot::transmission_joint, many, &kTransmissionJoint},
    {"actuator", Slot::transmission_actuator, many, &kTransmissionActuator},
};
constexpr ChildRow kHardwareInterfaces[] = {
    {"hardwareInterface", Slot::hardware_interface, many, &kTextElement},
};
// A field of a transmission is an element with its value as text.
constexpr const ElementRow* element_with_text(XmlValueType type) {
  return type == text ? &kTextElement : &kNumberElement;
}
constexpr auto kAllTransmissionChildren =
    child_rows_behind<Transmission>(kTransmissionChildren, element_with_text);
constexpr auto kTransmissionJointChildren =
    child_rows_behind<TransmissionJoint>(kHardwareInterfaces, element_with_text);
constexpr auto kTransmissionActuatorChildren =
    child_rows_behind<TransmissionActuator>(kHardwareInterfaces, element_with_text);

// --- sensors -----------------------------------------------------------------------------------------------

constexpr AttributeRow kSensorAttributes[] = {
    {"name", text, true, "unique among the sensors"},
    {"type", text, false, "camera, ray, imu, magnetometer, gps, force_torque, contact, sonar, rfid, rfidtag"},
    {"id", text, false, "as the driver numbers it"},
    {"update_rate", number, false, "Hz"},
};
constexpr AttributeRow kSensorParentAttributes[] = {
    {"link", text, false, "the link that carries the sensor"},
    {"joint", text, false, "the joint that a force-torque sensor measures"},
};
constexpr ChildRow kSensorChildren[] = {
    {"parent", Slot::parent, required, &kSensorParent},
    {"origin", Slot::origin, optional, &kOrigin},
    {"camera", Slot::camera, optional, &kCamera},
    {"ray", Slot::ray, optional, &kRay},
};
constexpr ChildRow kCameraChildren[] = {{"image", Slot::camera_image, optional, &kCameraImage}};
constexpr auto kImageAttributes = attribute_rows<CameraSensor>();
constexpr ChildRow kRayChildren[] = {
    {"horizontal", Slot::ray_horizontal, optional, &kRayScan},
    {"vertical", Slot::ray_vertical, optional, &kRayScan},
};
constexpr auto kRayScanAttributes = attribute_rows<RayScan>();

// --- Gazebo ------------------------------------------------------------------------------------------------

constexpr AttributeRow kGazeboAttributes[] = {
    {"reference", text, false, "a link or joint; the robot where absent"}};

}  // namespace

// Transmissions and <gazebo> belong to plugins, which may add content of their own.
const ElementRow kTransmission{"how actuators drive joints", kTransmissionAttributes,
                               kAllTransmissionChildren, false, true};
const ElementRow kTransmissionJoint{"a joint that is driven", kRequiredName, kTransmissionJointChildren,
                                    false, true};
const ElementRow kTransmissionActuator{"an actuator", kRequiredName, kTransmissionActuatorChildren, false,
                                       true};
const ElementRow kTextElement{"a text", {}, {}, true, true};
const ElementRow kNumberElement{"a number", {}, {}, true, true};

const ElementRow kSensor{"a sensor",      kSensorAttributes,
                         kSensorChildren, false,
                         false,           "imu magnetometer gps force_torque contact sonar rfid rfidtag"};
const ElementRow kSensorParent{"what carries the sensor", kSensorParentAttributes};
const ElementRow kCamera{"a camera", {}, kCameraChildren};
const ElementRow kCameraImage{"the image", kImageAttributes};
const ElementRow kRay{"a laser scanner", {}, kRayChildren};
const ElementRow kRayScan{"a scan", kRayScanAttributes};

const ElementRow kGazebo{"properties and plugins for Gazebo", kGazeboAttributes, {}, false, true};

}  // namespace romas::urdf
