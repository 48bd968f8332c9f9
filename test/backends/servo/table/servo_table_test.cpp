// Compares the tables' integer conversions with the formula in long double, over every count of every device.
#include "backends/servo/table/servo_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "backends/servo/table/zero_scales.h"
#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

__extension__ using Wide = __int128;
constexpr long double kFullTurn = 2 * std::numbers::pi_v<long double>;

const ServoDeviceLibrary& devices() {
  static const test::DeviceReading reading({});
  return reading.library;
}

Joint servo_joint(const std::string& name, const ServoDevice& device, std::vector<ServoValue> values) {
  Joint joint;
  joint.name = name;
  joint.type = JointType::continuous;
  joint.servo.emplace();
  joint.servo->family = devices().family_of(device).name;
  joint.servo->device = device.name;
  joint.servo->values = std::move(values);
  return joint;
}

struct Setting {
  double gear;
  bool reverse;
  std::int64_t zero_shift;
};

TEST(ServoTable, isTheFormulaRoundedForEveryCountOfEveryDevice) {
  std::size_t conversions = 0;
  for (const ServoDevice& device : devices().devices) {
    const ServoRegister* goal = device.find(KnownRegister::goal_position);
    if (goal == nullptr || goal->encoding == ServoEncoding::real) continue;
    const bool pulses = devices().family_of(device).protocol == ServoProtocol::pca9685 ||
                        devices().family_of(device).protocol == ServoProtocol::timer;
    for (const Setting& setting : {Setting{1, false, 0}, {1, true, 7}, {2.5, false, -11}, {-0.3, false, 0}}) {
      std::vector<ServoValue> values = {{ServoProperty::id, Number(1), {}},
                                        {ServoProperty::gear, Number(setting.gear), {}}};
      const auto zero = device.centre + setting.zero_shift;
      if (!pulses || setting.zero_shift != 0)
        values.push_back({ServoProperty::zero, Number(static_cast<double>(zero)), {}});
      if (setting.reverse) values.push_back({ServoProperty::direction, std::string("reverse"), {}});
      if (device.counts_per_turn == 0 && !pulses)
        values.push_back({ServoProperty::counts_per_turn, Number(10000), {}});
      Model model;
      model.joints.push_back(servo_joint("j", device, values));
      DiagnosticEngine diagnostics;
      const auto table = make_servo_table(model, devices(), "rig", {}, diagnostics);
      ASSERT_TRUE(table) << device.name
                         << (diagnostics.sorted().empty() ? "" : diagnostics.sorted().front().message);
      const ServoEntry& entry = table->entries[0];
      const ServoConversion& conversion = entry.plan.conversion;
      // ticks = zero + s · gear · N/(2π) · q, with the sign applied once: by the servo where it can.
      const bool by_table = setting.reverse && !devices().family_of(device).reversed_by_servo;
      const long double slope = (by_table ? -1 : 1) * static_cast<long double>(setting.gear) *
                                conversion.counts_per_turn / kFullTurn;
      const long double origin =
          pulses && setting.zero_shift == 0 ? conversion.zero : static_cast<long double>(zero);
      const std::int64_t first = std::max<std::int64_t>(conversion.first, -20000);
      const std::int64_t last = std::min<std::int64_t>(conversion.last, 20000);
      ASSERT_LT(first, last) << device.name;
      for (std::int64_t count = first; count <= last; ++count) {
        const std::array<std::int32_t, 1> counts = {static_cast<std::int32_t>(count)};
        const std::array<std::int32_t, 1> q = {table->joint_position[0].apply(counts)};
        const long double exact = (static_cast<long double>(count) - origin) / slope;
        ASSERT_LE(std::abs(q[0] / 65536.0L - exact), 0.5L / 65536 + 1e-6L) << device.name << ' ' << count;
        if (std::abs(slope) > 65536) {
          // Counts finer than the steps of an angle: the formula at q itself, within the last place of its
          // factor.
          const long double places = (std::abs(q[0]) + 1) / std::pow(2.0L, entry.position.shift + 1);
          ASSERT_LE(std::abs(entry.position.apply(q) - origin - slope * q[0] / 65536), 0.5L + places)
              << device.name << ' ' << setting.gear;
          ++conversions;
          continue;
        }
        ASSERT_EQ(entry.position.apply(q), count) << device.name << ' ' << setting.gear;
        // Between two counts: the nearer one, and so back within half a count.
        const std::array<std::int32_t, 1> between = {q[0] + static_cast<std::int32_t>(0.31L / slope * 65536)};
        ASSERT_EQ(entry.position.apply(between), count) << device.name << ' ' << setting.gear;
        ++conversions;
      }
      EXPECT_LE(rounding_error(entry), 0.5 / std::abs(static_cast<double>(slope)) * (1 + 1e-12));
    }
  }
  EXPECT_GT(conversions, 200'000U);
}

TEST(ServoTable, solvesADifferential) {
  const ServoDevice& device = *devices().find("dynamixel", "XL430-W250");
  Model model;
  for (const int id : {1, 2}) {
    Joint joint = servo_joint(
        id == 1 ? "pitch" : "roll", device,
        {{ServoProperty::id, Number(id), {}}, {ServoProperty::mode, std::string("extended_position"), {}}});
    joint.servo->values.push_back({ServoProperty::gear, Number(id == 1 ? 2 : -3), {}});
    joint.servo->couplings.push_back(
        {{id == 1 ? "roll" : "pitch", {}, JointId(id == 1 ? 1U : 0U)}, Number(id == 1 ? 3 : 2), {}});
    model.joints.push_back(std::move(joint));
  }
  DiagnosticEngine diagnostics;
  const auto table = make_servo_table(model, devices(), "rig", {}, diagnostics);
  ASSERT_TRUE(table);
  for (const auto& [pitch, roll] : {std::pair{0.0, 0.0}, {0.4, -0.3}, {-1.0, 0.9}}) {
    const std::array<std::int32_t, 2> q = {static_cast<std::int32_t>(std::lround(pitch * 65536)),
                                           static_cast<std::int32_t>(std::lround(roll * 65536))};
    const std::array<std::int32_t, 2> counts = {table->entries[0].position.apply(q),
                                                table->entries[1].position.apply(q)};
    const double scale = 4096 / static_cast<double>(kFullTurn);
    EXPECT_NEAR(counts[0], 2048 + scale * (2 * pitch + 3 * roll), 0.51);
    EXPECT_NEAR(counts[1], 2048 + scale * (2 * pitch - 3 * roll), 0.51);
    EXPECT_NEAR(table->joint_position[0].apply(counts) / 65536.0, pitch, 0.5 / scale / 2);
    EXPECT_NEAR(table->joint_position[1].apply(counts) / 65536.0, roll, 0.5 / scale / 3);
  }
  // Both servos turned the same way by both joints: nobody can tell them apart.
  model.joints[1].servo->values.back().value = Number(3.0);
  EXPECT_FALSE(make_servo_table(model, devices(), "rig", {}, diagnostics));
  EXPECT_TRUE(diagnostics.has_errors());
}

// Firmware puts other zeros into the tables: whatever the zeros are, the binary places and factors are the
// same, and offsets follow from zeros in whole numbers.
TEST(ServoTable, offsetsAreTheZerosInWholeNumbers) {
  const ServoDevice& device = *devices().find("dynamixel", "XM430-W350");
  std::mt19937 random(4);
  std::uniform_real_distribution<double> gear(-40, 40), offset(-3, 3);
  const auto table_of = [&](const std::array<double, 4>& gears, const std::array<double, 2>& offsets) {
    Model model;
    for (const std::size_t i : {0U, 1U}) {
      Joint joint = servo_joint(i == 0 ? "pitch" : "roll", device,
                                {{ServoProperty::id, Number(i + 1.0), {}},
                                 {ServoProperty::mode, std::string("extended_position"), {}},
                                 {ServoProperty::gear, Number(gears[i]), {}},
                                 {ServoProperty::offset, Number(offsets[i]), {}}});
      joint.servo->couplings.push_back(
          {{i == 0 ? "roll" : "pitch", {}, JointId(1 - i)}, Number(gears[2 + i]), {}});
      model.joints.push_back(std::move(joint));
    }
    DiagnosticEngine diagnostics;
    return make_servo_table(model, devices(), "rig", {}, diagnostics);
  };
  for (int run = 0; run < 2000; ++run) {
    const std::array<double, 4> gears = {gear(random), gear(random), gear(random), gear(random)};
    const std::array<double, 2> offsets = {offset(random), offset(random)};
    const auto one = table_of(gears, offsets), other = table_of(gears, {});
    ASSERT_TRUE(one && other);
    for (const std::size_t i : {0U, 1U}) {
      const ServoEntry& entry = one->entries[i];
      const std::int64_t zero = zero_of(entry);
      EXPECT_NEAR(static_cast<double>(zero) / (1 << kZeroPlaces), entry.plan.conversion.zero, 5e-7);
      EXPECT_EQ(entry.position.shift, other->entries[i].position.shift);
      ASSERT_GE(entry.position.shift, kZeroPlaces);
      EXPECT_EQ(entry.position.offset, zero << (entry.position.shift - kZeroPlaces));
      // joint = sum of factor * (count - zero): exact, but for the part behind whole counts.
      const IntegerScale& joint = one->joint_position[i];
      EXPECT_EQ(joint.shift, other->joint_position[i].shift);
      Wide sum = 0;
      for (const IntegerScale::Term& term : joint.terms)
        sum += static_cast<Wide>(term.factor) * zero_of(one->entries[term.index]);
      const Wide kept = static_cast<Wide>(joint.offset) << kZeroPlaces;
      EXPECT_LE(std::abs(static_cast<double>(kept + sum)), 1 << (kZeroPlaces - 1));
      for (std::size_t k = 0; k < joint.terms.size(); ++k)
        EXPECT_EQ(joint.terms[k].factor, other->joint_position[i].terms[k].factor);
    }
  }
}

TEST(ServoTable, velocitiesAndCurrentsHaveTheDevicesUnits) {
  const ServoDevice& device = *devices().find("dynamixel", "XM430-W350");
  Model model;
  model.joints.push_back(
      servo_joint("j", device, {{ServoProperty::id, Number(1), {}}, {ServoProperty::gear, Number(2), {}}}));
  DiagnosticEngine diagnostics;
  const auto table = make_servo_table(model, devices(), "rig", {}, diagnostics);
  ASSERT_TRUE(table);
  // 0.229 rev/min a count; two turns of the servo for one of the joint.
  const double unit = 0.229 * 2 * std::numbers::pi / 60;
  EXPECT_NEAR(unit, 0.0239808, 1e-7);
  for (const double v : {0.0, 1.0, -2.0}) {
    const std::array<std::int32_t, 1> q = {static_cast<std::int32_t>(v * 65536)};
    const std::array<std::int32_t, 1> count = {table->entries[0].velocity.apply(q)};
    EXPECT_EQ(count[0], std::lround(2 * v / unit));
    EXPECT_NEAR(table->joint_velocity[0].apply(count) / 65536.0, v, unit / 4 + 1e-4);
  }
  EXPECT_EQ(table->entries[0].current.apply(std::array<std::int32_t, 1>{65536}), std::lround(1 / 2.69e-3));
  // 4.1 N m at 2.3 A, through a gear of 2.
  EXPECT_NEAR(table->entries[0].effort.apply(std::array<std::int32_t, 1>{65536}), 2.3 / 4.1 / 2 / 2.69e-3, 1);
}

}  // namespace
}  // namespace romas
