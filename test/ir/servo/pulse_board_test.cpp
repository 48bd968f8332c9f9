// Protects what sets a PCA9685 up: prescalers by the data sheet's formula (NXP, rev. 4, 7.3.5), and none
// where there is none.
#include <gtest/gtest.h>

#include "ir/servo/conversion.h"

namespace romas {
namespace {

PulseBoard board(double rate, double oscillator) {
  Servo servo;
  servo.values = {{ServoProperty::pulse_rate, Number(rate), {}},
                  {ServoProperty::oscillator, Number(oscillator), {}}};
  return pulse_board(servo, ServoDevice{});
}

TEST(PulseBoard, hasTheDataSheetsPrescale) {
  for (const auto& [rate, prescale] :
       std::vector<std::pair<double, int>>{{50, 121}, {60, 101}, {200, 30}, {1526, 3}, {24, 253}}) {
    EXPECT_EQ(board(rate, 25e6).prescale, prescale) << rate;
    EXPECT_TRUE(board(rate, 25e6).possible()) << rate;
  }
  for (const double rate : {10.0, 23.0, 2000.0, 1e6, 0.0, -50.0})
    EXPECT_FALSE(board(rate, 25e6).possible()) << rate;
}

// 23 to 27 MHz are measured: the same pulse is another count.
TEST(PulseBoard, countsItsOwnOscillator) {
  EXPECT_EQ(board(50, 27e6).prescale, 131);
  EXPECT_NEAR(board(50, 27e6).counts_a_second(), 27e6 / 132, 1e-6);
  EXPECT_EQ(board(50, 23e6).prescale, 111);
  Servo servo;
  ServoDevice device;
  device.pulse_rate = 50;
  EXPECT_EQ(pulse_board(servo, device).oscillator, 25e6);
  EXPECT_EQ(pulse_board(servo, device).prescale, 121);
}

}  // namespace
}  // namespace romas
