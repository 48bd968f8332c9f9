#include "backends/controller/reading_noise.h"

#include "ir/servo/conversion.h"
#include "ir/servo/frame.h"
#include "ir/servo/property_checks.h"

namespace romas {

namespace {

// A step of the velocity that a servo tells, rad/s of the servo.
double velocity_step(const ServoDevice& device) {
  if (has_frame(device)) return frame_scale(device, FrameField::velocity).unit;
  const ServoRegister* told = device.find(KnownRegister::present_velocity);
  const bool counts =
      told != nullptr && told->quantity == ServoQuantity::velocity && told->encoding != ServoEncoding::real;
  return counts ? told->unit : 0;
}

}  // namespace

std::optional<ReadingNoise> reading_noise(const Model& model, const Joint& joint,
                                          const ServoDeviceLibrary& library) {
  constexpr double kSteps = 2;
  if (!joint.servo || lacks_gear(joint)) return std::nullopt;
  const ServoDevice* device = library.find(joint.servo->family, joint.servo->device);
  if (device == nullptr) return std::nullopt;
  const ServoRegister* goal = device->find(KnownRegister::goal_position);
  if (goal != nullptr && goal->encoding == ServoEncoding::real) return std::nullopt;
  ServoConversion conversion;
  std::string error;
  const auto index = static_cast<std::size_t>(&joint - model.joints.data());
  if (!make_servo_conversion(model, index, *device, library.family_of(*device), conversion, error))
    return std::nullopt;
  const bool slides = joint.type == JointType::prismatic;
  const double radians = servo_gear(conversion, slides) * (slides ? kFullTurn : 1);  // for one of the joint
  ReadingNoise noise;
  noise.position = kSteps * conversion.joint_per_count();
  noise.velocity = radians > 0 ? kSteps * velocity_step(*device) / radians : 0;
  noise.device = device->name;
  if (!(noise.position > 0)) return std::nullopt;
  return noise;
}

}  // namespace romas
