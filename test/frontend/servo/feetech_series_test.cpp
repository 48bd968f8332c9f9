// Protects the figures of the FEETECH servos that came later: each against the maker's wiki
// (ftservo/ftservo-wiki, memory-hls.md, memory-sms.md, products/models) and the model list of FEETECH's
// debugging tool.
#include <gtest/gtest.h>

#include <numbers>

#include "test/frontend/servo/device_figures.h"

namespace romas {
namespace {

using test::all_devices;
using test::device_of;
using test::register_of;

constexpr double kKilogramCentimetre = 0.0980665;  // N m

struct ServoModel {
  std::string_view name;
  int number;
  double voltage, torque, speed, current;  // V, kgf cm, rev/min, A; 0: not told
};

void expect_models(std::string_view family, const std::vector<ServoModel>& models) {
  for (const ServoModel& model : models) {
    SCOPED_TRACE(model.name);
    const ServoDevice& device = device_of(family, model.name);
    EXPECT_EQ(device.model_number, model.number);
    EXPECT_NEAR(device.voltage, model.voltage, 1e-12);
    EXPECT_NEAR(device.stall_torque, model.torque * kKilogramCentimetre, 1e-9);
    EXPECT_NEAR(device.no_load_speed, model.speed * 2 * std::numbers::pi / 60, 1e-9);
    EXPECT_NEAR(device.stall_current, model.current, 1e-12);
    EXPECT_DOUBLE_EQ(device.counts_per_turn, 4096);
  }
}

TEST(FeetechSeries, hasTheMakersModels) {
  expect_models("hls", {{"HLS2915M", 6922, 12, 14, 0, 1.5},
                        {"HLS3606M", 2570, 6, 6, 111, 1.3},
                        {"HLS3612M", 2826, 6, 12, 0, 0},
                        {"HLS3620M", 3082, 7.4, 20, 0, 0},
                        {"HLS3625M", 3338, 7.4, 25, 52, 3},
                        {"HLS3640M", 3594, 7.4, 40, 0, 0},
                        {"HLS3915M", 5130, 12, 14, 0, 0},
                        {"HLS3925M", 3850, 12, 25, 55, 2.7},
                        {"HLS3930M", 4106, 12, 35, 0, 2.8},
                        {"HLS3935M", 4362, 0, 0, 0, 0},
                        {"HLS3950M", 4618, 12, 50, 75, 2.4},
                        {"HLS3955M", 4874, 0, 0, 0, 0},
                        {"HLS3960M", 5642, 12, 60, 0, 0}});
  expect_models("feetech", {{"STS3235", 2057, 12, 30, 0, 0},
                            {"STS3032", 521, 6, 4.5, 0, 0},
                            {"SM8512BL", 11272, 12, 85, 60, 7.9}});
  EXPECT_EQ(all_devices().find("hls", "hls3625"), &device_of("hls", "HLS3625M"));
}

// memory-hls.md
TEST(FeetechSeries, hasTheMemoryTableOfTheHls) {
  const ServoDevice& hls = device_of("hls", "HLS3625M");
  constexpr double kStep = 2 * std::numbers::pi / 4096;  // rad
  const std::vector<test::Figure> rows = {
      {"second_bus_id", 7, 1, 0, 253, 0, 0},
      {"max_torque", 16, 2, 0, 1000, 980, 0.001},
      {"protection_current", 28, 2, 0, 2047, {}, 0.0065},
      {"homing_offset", 31, 2, -4095, 4095, 0, kStep},
      {"mode", 33, 1, 0, 3, 0, 0},
      {"torque_enable", 40, 1, 0, 2, 0, 0},
      {"acceleration", 41, 1, 0, 254, 0, 100 * kStep},
      {"goal_current", 44, 2, -2047, 2047, {}, 0.0065},
      {"goal_velocity", 46, 2, -32767, 32767, {}, 0.732 * 2 * std::numbers::pi / 60},
      {"torque_limit", 48, 2, 0, 1000, {}, 0.001},
      {"running_p_gain", 50, 1, 0, 254, {}, 0},
      {"lock", 55, 1, 0, 1, 1, 0},
      {"present_current", 69, 2, -32767, 32767, {}, 0.0065}};
  test::expect_figures(hls, rows);
  for (const test::Figure& row : rows)
    EXPECT_EQ(register_of(hls, row.name).persistent, row.address < 40) << row.name;
  EXPECT_EQ(register_of(hls, "homing_offset").encode(-1), 0x8001U) << "the sign is bit 15, of the STS bit 11";
  EXPECT_EQ(hls.find_named("goal_pwm"), nullptr) << "44 is the current";
  EXPECT_EQ(hls.find_named("overload_torque"), nullptr) << "34 and 35 are gains of the current";
  ASSERT_NE(find_code(hls.modes, ServoMode::current), nullptr);
  EXPECT_EQ(find_code(hls.modes, ServoMode::current)->code, 2);
  EXPECT_TRUE(all_devices().family_of(hls).reads_together);
}

// memory-sms.md and the official-specs.json of the SM-8512-C001
TEST(FeetechSeries, hasTheReturnDelayOfTheSms) {
  const ServoDevice& sm8512 = device_of("feetech", "SM8512BL");
  EXPECT_EQ(register_of(sm8512, "return_delay").address, 7U);
  EXPECT_NEAR(register_of(sm8512, "return_delay").unit, 2e-6, 1e-15);
  EXPECT_EQ(register_of(sm8512, "baud").initial, 4) << "115200";
  EXPECT_EQ(register_of(sm8512, "goal_velocity").unit, 0) << "the phase decides, and is not known";
  EXPECT_EQ(device_of("feetech", "STS3235").find_named("return_delay"), nullptr);
  ASSERT_EQ(sm8512.notes.size(), 2U);
  EXPECT_NE(sm8512.notes[1].find("65536"), std::string::npos);
}

}  // namespace
}  // namespace romas
