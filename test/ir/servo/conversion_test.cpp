// The conversion's own arithmetic: ticks = zero + s · gear · N/(2π) · q.
#include "ir/servo/conversion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace romas {
namespace {

constexpr double kPi = std::numbers::pi;

struct Rig {
  Model model;
  ServoDevice device;
  ServoFamily family;
  ServoConversion conversion;
  std::string error;

  explicit Rig(JointType type = JointType::revolute) {
    Joint joint;
    joint.name = "j";
    joint.type = type;
    joint.servo.emplace();
    model.joints.push_back(std::move(joint));
    // A DYNAMIXEL X: 4096 counts a turn, 2048 in the middle.
    device.name = "X";
    device.counts_per_turn = 4096;
    device.first_count = 0;
    device.last_count = 4095;
    device.centre = 2048;
    ServoRegister goal;
    goal.name = "goal_position";
    goal.known = KnownRegister::goal_position;
    goal.lowest = -1048575;
    goal.highest = 1048575;
    device.registers.push_back(goal);
    family.has_seam = true;
  }
  Servo& servo() { return *model.joints[0].servo; }
  Rig& with(ServoProperty property, double value) {
    servo().values.push_back({property, Number(value), {}});
    return *this;
  }
  Rig& with(ServoProperty property, std::string value) {
    servo().values.push_back({property, std::move(value), {}});
    return *this;
  }
  bool make() { return make_servo_conversion(model, 0, device, family, conversion, error); }
};

TEST(ServoConversion, countsTurnsFromTheCentre) {
  Rig rig;
  ASSERT_TRUE(rig.make());
  EXPECT_DOUBLE_EQ(rig.conversion.count_at(0), 2048);
  EXPECT_DOUBLE_EQ(rig.conversion.count_at(kPi / 2), 3072);
  EXPECT_DOUBLE_EQ(rig.conversion.count_at(-kPi), 0);
  EXPECT_NEAR(rig.conversion.joint_per_count(), 0.00153398, 1e-8);
  EXPECT_NEAR(rig.conversion.joint_per_count() * 180 / kPi, 0.087890625, 1e-12);
  EXPECT_TRUE(rig.conversion.wraps);
}

TEST(ServoConversion, appliesAReversalOnce) {
  Rig table;
  table.with(ServoProperty::direction, "reverse");
  ASSERT_TRUE(table.make());
  EXPECT_DOUBLE_EQ(table.conversion.count_at(kPi / 2), 1024);
  EXPECT_FALSE(table.conversion.reversed_by_servo);
  Rig servo;
  servo.family.reversed_by_servo = true;
  servo.with(ServoProperty::direction, "reverse");
  ASSERT_TRUE(servo.make());
  EXPECT_DOUBLE_EQ(servo.conversion.count_at(kPi / 2), 3072) << "the servo itself counts the other way";
  EXPECT_TRUE(servo.conversion.reversed_by_servo);
}

TEST(ServoConversion, takesGearZeroAndOffset) {
  Rig rig;
  rig.with(ServoProperty::gear, 2.5).with(ServoProperty::zero, 1000).with(ServoProperty::offset, 0.1);
  ASSERT_TRUE(rig.make());
  EXPECT_NEAR(rig.conversion.count_at(0.1), 1000, 1e-9);
  EXPECT_NEAR(rig.conversion.count_at(0.1 + 0.2 * kPi), 1000 + 2.5 * 409.6, 1e-9);
  EXPECT_NEAR(rig.conversion.joint_at(rig.conversion.count_at(0.7)), 0.7, 1e-12);
  EXPECT_NEAR(servo_gear(rig.conversion, false), 2.5, 1e-12);
}

TEST(ServoConversion, countsMetresOfPrismaticJoints) {
  Rig rig(JointType::prismatic);
  rig.with(ServoProperty::gear, -10);  // turns a metre, backwards
  ASSERT_TRUE(rig.make());
  EXPECT_DOUBLE_EQ(rig.conversion.count_at(0.02), 2048 - 819.2);
  EXPECT_DOUBLE_EQ(servo_gear(rig.conversion, true), 10);
}

TEST(ServoConversion, roundsLimitsInward) {
  Rig rig;
  ASSERT_TRUE(rig.make());
  // Exactly on counts, up to the rounding of a double; and a little inside of one.
  const CountRange exact = counts_within(rig.conversion, -kPi / 2, kPi / 2);
  EXPECT_EQ(exact.low, 1024);
  EXPECT_EQ(exact.high, 3072);
  const CountRange typed = counts_within(rig.conversion, -1.57, 1.57);
  EXPECT_EQ(typed.low, 1025);
  EXPECT_EQ(typed.high, 3071);
  for (const auto& [lower, upper] : {std::pair{-0.3, 0.2}, {-1.0, 2.0}, {0.5, 0.7}, {-2.9, -1.1}}) {
    const CountRange range = counts_within(rig.conversion, lower, upper);
    EXPECT_GE(rig.conversion.joint_at(static_cast<double>(range.low)), lower - 1e-8);
    EXPECT_LE(rig.conversion.joint_at(static_cast<double>(range.high)), upper + 1e-8);
    EXPECT_LT(rig.conversion.joint_at(static_cast<double>(range.low - 1)), lower);
    EXPECT_GT(rig.conversion.joint_at(static_cast<double>(range.high + 1)), upper);
  }
  // Between two counts there is none.
  EXPECT_TRUE(counts_within(rig.conversion, 0.0001, 0.0002).empty());
}

TEST(ServoConversion, followsAMapOfALinkage) {
  Rig rig(JointType::prismatic);
  rig.servo().map = {{Number(-0.01), Number(0.92)}, {Number(0), Number(0.1)}, {Number(0.019), Number(-1.52)}};
  ASSERT_TRUE(rig.make());
  const double scale = 4096 / (2 * kPi);
  EXPECT_NEAR(rig.conversion.count_at(-0.01), 2048 + 0.92 * scale, 1e-9);
  EXPECT_NEAR(rig.conversion.count_at(-0.005), 2048 + 0.51 * scale, 1e-9);
  EXPECT_NEAR(rig.conversion.count_at(0.019), 2048 - 1.52 * scale, 1e-9);
  for (const double q : {-0.01, -0.003, 0.0, 0.004, 0.0189})
    EXPECT_NEAR(rig.conversion.joint_at(rig.conversion.count_at(q)), q, 1e-12);
  const CountRange range = counts_within(rig.conversion, -0.01, 0.019);
  EXPECT_EQ(range.low, static_cast<std::int64_t>(std::ceil(2048 - 1.52 * scale)));
  EXPECT_EQ(range.high, static_cast<std::int64_t>(std::floor(2048 + 0.92 * scale)));
}

TEST(ServoConversion, countsPulses) {
  Rig rig;
  rig.family.protocol = ServoProtocol::pca9685;
  rig.family.has_seam = false;
  rig.device.travel = kPi;
  rig.device.pulse_low = 500e-6;
  rig.device.pulse_high = 2500e-6;
  rig.device.pulse_rate = 50;
  ASSERT_TRUE(rig.make());
  // 500, 1500 and 2500 µs are 102, 307 and 512 counts of 4.88 µs: the chip divides 25 MHz by 122.
  EXPECT_EQ(std::lround(rig.conversion.count_at(-kPi / 2)), 102);
  EXPECT_EQ(std::lround(rig.conversion.count_at(0)), 307);
  EXPECT_EQ(std::lround(rig.conversion.count_at(kPi / 2)), 512);
  EXPECT_EQ(rig.conversion.first, 103);
  EXPECT_EQ(rig.conversion.last, 512);
  rig.family.protocol = ServoProtocol::timer;
  rig.device.timer_clock = 2e6;
  ASSERT_TRUE(rig.make());
  EXPECT_DOUBLE_EQ(rig.conversion.count_at(0), 3000);
}

TEST(ServoConversion, saysWhatPulsesNeed) {
  const auto error_without = [](const auto& take) {
    Rig rig;
    rig.family.protocol = ServoProtocol::timer;
    rig.device.travel = kPi;
    rig.device.pulse_low = 500e-6, rig.device.pulse_high = 2500e-6;
    rig.device.timer_clock = 2e6;
    take(rig.device);
    return rig.make() ? "" : rig.error;
  };
  EXPECT_EQ(error_without([](ServoDevice&) {}), "");
  const std::string needs = "its pulses need pulse_low, pulse_high, travel and the rate of counting";
  EXPECT_EQ(error_without([](ServoDevice& device) { device.travel = 0; }), needs);
  EXPECT_EQ(error_without([](ServoDevice& device) { device.timer_clock = 0; }), needs);
  EXPECT_EQ(error_without([](ServoDevice& device) { device.pulse_high = device.pulse_low; }), needs);
}

TEST(ServoConversion, saysWhatIsOpen) {
  Rig rig;
  rig.device.counts_per_turn = 0;
  EXPECT_FALSE(rig.make());
  EXPECT_NE(rig.error.find("counts_per_turn"), std::string::npos);
  rig.with(ServoProperty::counts_per_turn, 10000);
  EXPECT_TRUE(rig.make());
  rig.with(ServoProperty::gear, 0);
  EXPECT_FALSE(rig.make());
}

TEST(ServoRegister, readsBothKindsOfNegativeNumbers) {
  ServoRegister r;
  r.size = 2;
  r.encoding = ServoEncoding::sign_magnitude;
  r.sign_bit = 11;  // STS3215, homing offset
  EXPECT_EQ(r.encode(-100), 0x0864U);
  EXPECT_EQ(r.decode(0x0864), -100);
  EXPECT_EQ(r.encode(100), 0x64U);
  r.encoding = ServoEncoding::twos_complement;
  EXPECT_EQ(r.encode(-100), 0xFF9CU);
  EXPECT_EQ(r.decode(0xFF9C), -100);
  r.size = 4;
  EXPECT_EQ(r.decode(r.encode(-1048575)), -1048575);
}

}  // namespace
}  // namespace romas
