// Protects the device files: every one that is built in is sound, and files given by the user add to them.
// device_manuals_test.cpp compares the figures with the makers' manuals.
#include "frontend/servo/device_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>
#include <set>

#include "support/bytes/embedded.h"
#include "support/text/text.h"
#include "test/folders.h"
#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::all_devices;
using test::DeviceReading;

TEST(DeviceFiles, carriedAlongHaveNothingWrong) {
  const DeviceReading reading({});
  EXPECT_EQ(reading.messages(), std::vector<std::string>{});
  EXPECT_EQ(reading.library.families.size(), embedded_servo_devices().size());
  for (const ServoFamily& family : reading.library.families) {
    const auto index = static_cast<std::size_t>(&family - reading.library.families.data());
    EXPECT_TRUE(std::any_of(reading.library.devices.begin(), reading.library.devices.end(),
                            [&](const ServoDevice& d) { return d.family == index; }))
        << family.name << " has no device";
  }
}

TEST(DeviceFiles, areNamedLikeTheirFamily) {
  std::set<std::string> names;
  for (const ServoFamily& family : all_devices().families) names.insert(family.name);
  for (const std::string_view name : embedded_servo_families())
    EXPECT_TRUE(names.contains(std::string(name))) << name;
  EXPECT_EQ(names,
            (std::set<std::string>{"ax",         "cia402",     "cubemars",   "cubemars_servo", "cubemars_v3",
                                   "cybergear",  "damiao",     "dynamixel",  "dynamixel_p",    "dynamixel_y",
                                   "encos",      "feetech",    "futaba",     "herkulex",       "hightorque",
                                   "hls",        "kondo",      "lx16a",      "moteus",         "moteus_can",
                                   "mx",         "odrive",     "odrive06",   "pca9685",        "rmd",
                                   "rmd_motion", "robstride",  "scs",        "simplefoc",      "steadywin",
                                   "timer",      "unitree_a1", "unitree_go", "vesc",           "xl320"}));
}

TEST(DeviceFiles, areReadOnlyWhereTheyAreWanted) {
  const std::vector<std::string> wanted = {"scs", "feetech"};
  const DeviceReading reading({}, wanted);
  EXPECT_EQ(reading.library.families.size(), 2U);
  EXPECT_EQ(reading.sources.file_count(), 2U);
  EXPECT_NE(reading.library.find("feetech", "sts3215"), nullptr);
  EXPECT_EQ(reading.library.find("dynamixel", "XM430-W350"), nullptr);
}

// Every register holds what is said of it, whatever the family.
TEST(DeviceFiles, registersAgreeWithThemselves) {
  for (const ServoDevice& each : all_devices().devices) {
    std::set<std::string> names;
    for (const ServoRegister& r : each.registers) {
      SCOPED_TRACE(each.name + " " + r.name);
      EXPECT_TRUE(names.insert(r.name).second);
      EXPECT_LE(r.lowest, r.highest);
      EXPECT_FALSE(r.label.empty());
      EXPECT_TRUE(r.range.valid());
      EXPECT_TRUE(r.takes(r.initial.value_or(r.lowest)));
      EXPECT_LE(r.longest_time, r.highest);
      if (r.encoding == ServoEncoding::real) continue;
      EXPECT_EQ(r.decode(r.encode(r.lowest)), r.lowest);
      EXPECT_EQ(r.decode(r.encode(r.highest)), r.highest);
    }
    const ServoRegister* model = each.find(KnownRegister::model_number);
    EXPECT_TRUE(model == nullptr || !model->writable);
    EXPECT_LE(each.first_count, each.last_count);
    EXPECT_EQ(each.stall_torque > 0, each.voltage > 0) << each.name;
  }
}

// Every word that the code asks for by name is in some file: a word that no file has would never be found.
TEST(DeviceFiles, haveTheWordsThatTheCodeAsksFor) {
  std::set<KnownRegister> registers;
  std::set<ServoMode> modes;
  std::set<ServoFlag> flags;
  for (const ServoDevice& each : all_devices().devices) {
    for (const ServoRegister& r : each.registers) {
      EXPECT_EQ(r.known, find_servo_word<KnownRegister>(r.name)) << r.name;
      if (r.known) registers.insert(*r.known);
    }
    for (const ServoCode<ServoMode>& mode : each.modes)
      if (mode.known) modes.insert(*mode.known);
  }
  for (const ServoFamily& family : all_devices().families)
    for (const ServoCode<ServoFlag>& flag : family.flags)
      if (flag.known) flags.insert(*flag.known);
  EXPECT_EQ(registers.size(), kServoWords<KnownRegister>.size());
  EXPECT_EQ(modes.size(), kServoWords<ServoMode>.size());
  EXPECT_EQ(flags.size(), kServoWords<ServoFlag>.size());
}

constexpr std::string_view kMyServo = R"(family: dynamixel
devices:
  XM430-W350:
    model_number: 1021
  MY-SERVO:
    aliases: [mine]
    registers: {velocity_limit: {initial: 5}, my_register: {address: 700, size: 2}}
)";

TEST(GivenDeviceFiles, addDevicesToAFamilyAndReplaceThem) {
  const DeviceReading reading({kMyServo});
  EXPECT_EQ(reading.messages(), std::vector<std::string>{});
  EXPECT_EQ(reading.library.find("dynamixel", "xm430-w350")->model_number, 1021);
  EXPECT_EQ(reading.library.find("dynamixel", "XM430-W350-T"), nullptr)
      << "the given device says nothing of it";
  const ServoDevice* mine = reading.library.find("dynamixel", "mine");
  ASSERT_NE(mine, nullptr);
  EXPECT_EQ(mine->find(KnownRegister::velocity_limit)->initial, 5);
  EXPECT_EQ(mine->find_named("my_register")->address, 700U);
  EXPECT_EQ(mine->find(KnownRegister::p_gain)->address, 84U);
  EXPECT_EQ(reading.library.families.size(), all_devices().families.size());
}

TEST(GivenDeviceFiles, mayDescribeAFamily) {
  const DeviceReading reading({R"(family: toy
title: Toy
source: this test
protocol: timer
registers: {goal_position: {address: 0, size: 2, unit: 1 count}}
devices: {toy: {counts_per_turn: 360, positions: {first: 0, last: 180, centre: 90}}}
)"});
  EXPECT_EQ(reading.messages(), std::vector<std::string>{});
  const ServoDevice* toy = reading.library.find("toy", "");
  ASSERT_NE(toy, nullptr);
  EXPECT_NEAR(toy->travel, std::numbers::pi, 1e-12);
}

// The page's examples are device files.
TEST(GivenDeviceFiles, areWrittenAsThePageSays) {
  std::ifstream file(test::source_path("docs/servo-devices.md"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::size_t examples = 0;
  constexpr std::string_view kFence = "```yaml\n";
  for (std::size_t at = page.find(kFence); at != std::string::npos; at = page.find(kFence, at)) {
    at += kFence.size();
    const std::string text = page.substr(at, page.find("```", at) - at);
    const DeviceReading reading({text});
    EXPECT_EQ(reading.messages(), std::vector<std::string>{}) << text;
    EXPECT_GT(reading.library.devices.size(), all_devices().devices.size());
    ++examples;
  }
  EXPECT_EQ(examples, 3U);
}

TEST(GivenDeviceFiles, inAFolderAreReadByName) {
  const std::string folder = ::testing::TempDir() + "romas_device_files";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto write = [&](const std::string& name, int number) {
    std::ofstream(folder + "/" + name)
        << "family: dynamixel\ndevices: {SAME: {model_number: " << number << "}}\n";
  };
  write("b.yaml", 2);
  write("a.yaml", 1);
  std::ofstream(folder + "/notes.txt") << "no device file";
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  const ServoDeviceLibrary library = read_servo_devices({folder, folder + "/none.yaml"}, context);
  EXPECT_EQ(library.find("dynamixel", "SAME")->model_number, 2) << "the last file counts";
  EXPECT_EQ(files_read, (std::vector<std::string>{folder + "/a.yaml", folder + "/b.yaml"}));
  ASSERT_EQ(diagnostics.sorted().size(), 1U);
  EXPECT_EQ(diagnostics.sorted().front().rule, Rule::unreadable_file);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace romas
