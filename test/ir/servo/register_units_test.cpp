// The meaning of a register's number, and the number that a quantity becomes.
#include "ir/servo/register_units.h"

#include <gtest/gtest.h>

namespace romas {
namespace {

TEST(RegisterUnits, limitsAreRoundedTowardsZero) {
  EXPECT_EQ(rounded_to_register(ServoProperty::current_limit, 557.9), 557);
  EXPECT_EQ(rounded_to_register(ServoProperty::goal_current, -557.9), -557);
  // A millionth of a count short is that count.
  EXPECT_EQ(rounded_to_register(ServoProperty::velocity_limit, 130.9999995), 131);
  EXPECT_EQ(rounded_to_register(ServoProperty::velocity_limit, 130.99999), 130);
}

TEST(RegisterUnits, othersAreRoundedToTheNearestCount) {
  EXPECT_EQ(rounded_to_register(ServoProperty::p_gain, 50.5), 51);
  EXPECT_EQ(rounded_to_register(ServoProperty::p_gain, 50.49), 50);
  EXPECT_EQ(rounded_to_register(ServoProperty::homing_offset, -113.5), -114);
}

TEST(RegisterUnits, registersAreNumbersOfAUnit) {
  EXPECT_EQ(quantity_text({ServoQuantity::current, 0.00269}, 557), "1.49833 A");
  EXPECT_EQ(quantity_text({ServoQuantity::time, 2e-6}, 250), "0.5 ms");
  EXPECT_EQ(quantity_text({ServoQuantity::angle, kFullTurn / 4096}, -1024), "-90 deg");
  EXPECT_EQ(number_text({ServoQuantity::ratio, 0.001}, 555), "555 (55.5 %)");
  EXPECT_EQ(number_text({}, 800), "800");
  // 0 often means something of its own: off, or no limit.
  EXPECT_EQ(quantity_text({ServoQuantity::velocity, 0.1}, 0), "");
}

TEST(RegisterUnits, aProfileIsOfTimesWhereTheServoSaysSo) {
  ServoRegister profile;
  profile.known = KnownRegister::profile_velocity;
  profile.quantity = ServoQuantity::velocity;
  profile.unit = 0.024;
  ServoRegister limit = profile;
  limit.known = KnownRegister::velocity_limit;
  Servo servo;
  EXPECT_EQ(register_scale(servo, profile).quantity, ServoQuantity::velocity);
  servo.values.push_back({ServoProperty::time_profile, true, {}});
  EXPECT_EQ(register_scale(servo, profile).quantity, ServoQuantity::time);
  EXPECT_EQ(register_scale(servo, profile).unit, 1e-3);
  EXPECT_EQ(register_scale(servo, limit).unit, 0.024);
}

TEST(RegisterUnits, aBoardMakesTheRateThatItsDividerHas) {
  EXPECT_EQ(pulses_text({50.5, 25e6, 120}), "50.4423 pulses a second (50.5 asked for)");
  EXPECT_EQ(pulses_text({50, 50.0 * 4096 * 122, 121}), "50 pulses a second");
}

}  // namespace
}  // namespace romas
