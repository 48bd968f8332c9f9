// Protects packets whose layouts device files describe, and those of families beside them: the examples of
// the makers' documents, libraries and drivers. If drivers round otherwise, fields may differ by a count.
#include "backends/servo/packets/layout_packets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "backends/servo/packets/message_packets.h"
#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::all_devices;
using test::device_of;
using test::DeviceReading;
using test::register_of;

using Bytes = std::vector<std::uint8_t>;

// "FF FD 01"
Bytes bytes_of(std::string_view text) {
  Bytes bytes;
  for (const Token& token : split_words(text))
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(std::string(token.text), nullptr, 16)));
  return bytes;
}

// A CAN frame as packets hold it: the identifier, low byte first, in two bytes or four.
Bytes frame_of(std::uint32_t identifier, bool is_long, std::string_view data) {
  Bytes bytes;
  for (int i = 0; i < (is_long ? 4 : 2); ++i)
    bytes.push_back(static_cast<std::uint8_t>(identifier >> 8 * i & 0xFF));
  const Bytes rest = bytes_of(data);
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  return bytes;
}

PlannedServo servo_of(std::string_view family, std::string_view device, std::int64_t id) {
  PlannedServo plan;
  plan.device = &device_of(family, device);
  plan.family = &all_devices().family_of(*plan.device);
  plan.id = id;
  return plan;
}

ServoSetting set_to(const PlannedServo& plan, std::string_view name, double value) {
  return {&register_of(*plan.device, name), static_cast<std::int64_t>(value), value, {}};
}

Bytes written(const PlannedServo& plan, std::string_view name, double value) {
  return setting_packet(plan, set_to(plan, name, value));
}

Bytes read(const PlannedServo& plan, std::string_view name) {
  return reading_packet(plan, register_of(*plan.device, name));
}

// Position, velocity, kp, kd, torque at the output, in SI units.
Bytes commanded(const PlannedServo& plan, const std::array<double, 5>& values) {
  return command_packet(*plan.family, *plan.device, plan.id, command_codes(*plan.device, values));
}

// Numbers of so many bits each, the highest bit first.
std::vector<std::int64_t> fields_of(const Bytes& bytes, std::size_t first,
                                    const std::vector<unsigned>& widths) {
  std::vector<std::int64_t> fields;
  std::size_t at = first * 8;
  for (const unsigned width : widths) {
    std::int64_t value = 0;
    for (unsigned i = 0; i < width; ++i, ++at)
      value = value << 1 | (at / 8 < bytes.size() ? bytes[at / 8] >> (7 - at % 8) & 1 : 0);
    fields.push_back(value);
  }
  return fields;
}

// The head and the size are the same, the fields within one count.
void expect_fields(const Bytes& got, const Bytes& wanted, std::size_t head,
                   const std::vector<unsigned>& widths) {
  ASSERT_EQ(got.size(), wanted.size()) << ::testing::PrintToString(got);
  EXPECT_EQ(Bytes(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(head)),
            Bytes(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(head)));
  const auto ours = fields_of(got, head, widths), theirs = fields_of(wanted, head, widths);
  for (std::size_t i = 0; i < widths.size(); ++i)
    EXPECT_LE(std::abs(ours[i] - theirs[i]), 1) << "field " << i;
}

const std::vector<unsigned> kMitFields = {16, 12, 12, 12, 12};

// ---- CubeMars
// -----------------------------------------------------------------------------------------------

// TMotorCANControl and cubemars-ak-c-drivers, by the formula with 2^n - 1.
TEST(CubemarsMit, isThatOfTheDrivers) {
  const PlannedServo ak80 = servo_of("cubemars", "AK80-9", 1);
  expect_fields(commanded(ak80, {1, -2, 50, 1, 3}), frame_of(1, false, "8A 3C 7A D1 99 33 39 54"), 2,
                kMitFields);
  const PlannedServo ak60 = servo_of("cubemars", "AK60-6", 4);
  expect_fields(commanded(ak60, {-3.14159265, 10, 120.5, 2.5, -7.5}),
                frame_of(4, false, "5F D4 9C 63 DA 7F F3 FF"), 2, kMitFields);
  EXPECT_EQ(written(ak80, "control", 0xFC), frame_of(1, false, "FF FF FF FF FF FF FF FC"));
  EXPECT_EQ(written(ak80, "set_zero", 1), frame_of(1, false, "FF FF FF FF FF FF FF FE"));
}

// With 2^n codes and no bound the largest values wrap to the lowest.
TEST(CubemarsMit, doesNotWrapAtTheEndsOfItsRanges) {
  const PlannedServo ak = servo_of("cubemars", "AK80-64", 2);
  const Bytes most = frame_of(2, false, "FF FF FF FF FF FF FF FF"),
              least = frame_of(2, false, "00 00 00 00 00 00 00 00");
  EXPECT_EQ(commanded(ak, {12.5, 8, 500, 5, 144}), most);
  EXPECT_EQ(commanded(ak, {13, 9, 600, 6, 200}), most);
  EXPECT_EQ(commanded(ak, {-12.5, -8, 0, 0, -144}), least);
  EXPECT_EQ(commanded(ak, {-99, -99, -1, -1, -999}), least);
  EXPECT_EQ(command_packet(*ak.family, *ak.device, 2, {70000, 5000, 5000, 5000, 5000}), most);
  EXPECT_EQ(command_packet(*ak.family, *ak.device, 2, {-1, -1, -1, -1, -1}), least);
}

// A command without gains and torque is the frame `limp`, whose bytes the file spells out.
TEST(CubemarsMit, isLimpWhereItIsLeft) {
  const PlannedServo ak = servo_of("cubemars", "AK80-9", 1);
  expect_fields(commanded(ak, {0, 0, 0, 0, 0}), written(ak, "limp", 1), 2, kMitFields);
  EXPECT_EQ(ak.family->torque_off.front().target, "limp");
  EXPECT_EQ(ak.family->torque_off.back().value, 0xFD);
}

// The AKA manual's own example (Kd 2, -6 rad/s), then the ranges of its table.
TEST(CubemarsV3, hasAnotherOrder) {
  const std::vector<unsigned> order = {12, 12, 16, 12, 12};
  expect_fields(commanded(servo_of("cubemars_v3", "AKA10-9", 104), {0, -6, 0, 2, 0}),
                frame_of(0x868, true, "00 06 66 7F FF 70 97 FF"), 4, order);
  expect_fields(commanded(servo_of("cubemars_v3", "AKA10-9-table", 1), {1, -2, 50, 1, 3}),
                frame_of(0x801, true, "19 93 33 8A 30 76 D8 71"), 4, order);
  expect_fields(commanded(servo_of("cubemars_v3", "AKA60-6", 2), {-3, 10, 120.5, 2.5, -6}),
                frame_of(0x802, true, "3D A7 FF 61 6C 95 43 FF"), 4, order);
  expect_fields(commanded(servo_of("cubemars_v3", "AKA60-6", 2), {0, 0, 0, 0, 0}),
                written(servo_of("cubemars_v3", "AKA60-6", 2), "limp", 1), 4, order);
}

TEST(CubemarsServo, isThatOfTheManual) {
  EXPECT_EQ(written(servo_of("cubemars_servo", "AK80-9", 1), "fast_position", 905000),
            frame_of(0x401, true, "00 0D CF 28"));
  EXPECT_EQ(written(servo_of("cubemars_servo", "AK10-9", 3), "fast_position", 6000000),
            frame_of(0x403, true, "00 5B 8D 80"))
      << "600 degrees, which settles the unit";
  const PlannedServo two = servo_of("cubemars_servo", "AK80-9", 2);
  const std::vector<ServoSetting> move = {set_to(two, "goal_position", -450000),
                                          set_to(two, "profile_velocity", 600),
                                          set_to(two, "profile_acceleration", 2000)};
  EXPECT_EQ(message_packet(two, move), frame_of(0x602, true, "FF F9 22 30 02 58 07 D0"));
  EXPECT_EQ(written(servo_of("cubemars_servo", "AK80-9", 7), "goal_current", -1500),
            frame_of(0x107, true, "FF FF FA 24"));
  EXPECT_EQ(written(two, "origin", 1), frame_of(0x502, true, "01"));
  EXPECT_THAT(written(two, "goal_position", 0), ::testing::IsEmpty()) << "its message holds a speed, too";
}

// ---- MyActuator
// ---------------------------------------------------------------------------------------------

// 2b-t/myactuator_rmd
TEST(Rmd, isThatOfTheDriver) {
  const PlannedServo one = servo_of("rmd", "X8-25", 1);
  EXPECT_EQ(written(one, "goal_velocity", -3000), frame_of(0x141, false, "A2 00 00 00 48 F4 FF FF"));
  const std::vector<ServoSetting> move = {set_to(one, "profile_velocity", 200),
                                          set_to(one, "goal_position", -9050)};
  EXPECT_EQ(message_packet(one, move), frame_of(0x141, false, "A4 00 C8 00 A6 DC FF FF"));
  EXPECT_EQ(written(servo_of("rmd", "X6-8", 5), "goal_current", -33),
            frame_of(0x145, false, "A1 00 00 00 DF FF 00 00"));
  EXPECT_EQ(read(one, "present_position"), frame_of(0x141, false, "92 00 00 00 00 00 00 00"));
  EXPECT_THAT(read(one, "goal_velocity"), ::testing::IsEmpty()) << "a goal is no register";
}

// Protocol V4.2
TEST(Rmd, hasIndicesAndPlacesOfItsOwn) {
  const PlannedServo one = servo_of("rmd", "X8-25", 1);
  EXPECT_EQ(written(one, "p_gain", 0.5), frame_of(0x141, false, "31 07 00 00 00 00 00 3F"));
  EXPECT_EQ(read(one, "p_gain"), frame_of(0x141, false, "30 07 00 00 00 00 00 00"));
  EXPECT_EQ(written(one, "profile_acceleration", 1000), frame_of(0x141, false, "43 00 00 00 E8 03 00 00"));
  EXPECT_EQ(written(one, "profile_deceleration", 1000), frame_of(0x141, false, "43 01 00 00 E8 03 00 00"));
  EXPECT_EQ(written(one, "baud", 1), frame_of(0x141, false, "B4 00 00 00 00 00 00 01")) << "byte 7";
  EXPECT_EQ(written(one, "new_id", 9), frame_of(0x300, false, "79 00 00 00 00 00 00 09"));
  EXPECT_EQ(written(one, "timeout", 100), frame_of(0x141, false, "B3 00 00 00 64 00 00 00"));
  EXPECT_EQ(written(one, "motor_off", 0), frame_of(0x141, false, "80 00 00 00 00 00 00 00"));
  const ServoDevice& device = *one.device;
  EXPECT_NEAR(register_of(device, "goal_position").unit * 100, register_of(device, "state_position").unit,
              1e-12)
      << "what it tells counts whole degrees";
  EXPECT_EQ(register_of(device, "present_position").unit, register_of(device, "goal_position").unit);
  EXPECT_EQ(register_of(device, "profile_velocity").zero, ServoRegister::Zero::fastest);
}

// yukunlin1124/myactuator_rmd_v4.3; the last one is V4.2's own example.
TEST(RmdMotion, isThatOfTheDriver) {
  const PlannedServo one = servo_of("rmd_motion", "X8-25", 1), two = servo_of("rmd_motion", "X8-20", 2);
  expect_fields(commanded(one, {0, 0, 0, 0, 0}), frame_of(0x401, false, "7F FF 7F F0 00 00 07 FF"), 2,
                kMitFields);
  expect_fields(commanded(one, {1, -2, 50, 1, 3}), frame_of(0x401, false, "8A 3C 7A 41 99 33 38 FF"), 2,
                kMitFields);
  expect_fields(commanded(two, {-3.2, 10, 120.5, 2.5, -7.5}),
                frame_of(0x402, false, "5F 3B 9C 63 DA 7F F5 7F"), 2, kMitFields);
  expect_fields(commanded(one, {10, 1.021, 10.012, 1, 10.004}),
                frame_of(0x401, false, "E6 66 82 E0 52 33 3B 55"), 2, kMitFields);
}

// ---- DYNAMIXEL P and Y
// --------------------------------------------------------------------------------------

TEST(DynamixelP, isThatOfTheManual) {
  EXPECT_EQ(written(servo_of("dynamixel_p", "PH54-200-S500", 1), "goal_position", 250961),
            bytes_of("FF FF FD 00 01 09 00 03 34 02 51 D4 03 00 5D 59"));
  EXPECT_EQ(written(servo_of("dynamixel_p", "PM42-010-S260", 4), "goal_velocity", -1000),
            bytes_of("FF FF FD 00 04 09 00 03 28 02 18 FC FF FF 31 A5"));
  EXPECT_EQ(read(servo_of("dynamixel_p", "PH42-020-S300", 2), "present_position"),
            bytes_of("FF FF FD 00 02 07 00 02 44 02 04 00 1E A5"));
}

TEST(DynamixelY, isThatOfTheManual) {
  EXPECT_EQ(written(servo_of("dynamixel_y", "YM070-210-R051", 1), "goal_position", 131072),
            bytes_of("FF FF FD 00 01 09 00 03 14 02 00 00 02 00 77 05"));
  EXPECT_EQ(written(servo_of("dynamixel_y", "YM070-210-R051", 2), "mode", 1),
            bytes_of("FF FF FD 00 02 06 00 03 21 00 01 7C E2"));
  EXPECT_EQ(written(servo_of("dynamixel_y", "YM070-210-R051", 3), "goal_current", -250),
            bytes_of("FF FF FD 00 03 07 00 03 0E 02 06 FF 7F B3"));
}

// Encodings of huggingface/lerobot's encoding_utils.py.
TEST(HomingOffsets, areThoseOfTheFamilies) {
  EXPECT_EQ(written(servo_of("feetech", "STS3215", 3), "homing_offset", -85),
            bytes_of("FF FF 03 05 03 1F 55 08 78"));
  EXPECT_EQ(written(servo_of("feetech", "STS3215", 6), "homing_offset", 2047),
            bytes_of("FF FF 06 05 03 1F FF 07 CC"));
  EXPECT_EQ(written(servo_of("dynamixel", "XL330-M288", 2), "homing_offset", -1024),
            bytes_of("FF FF FD 00 02 09 00 03 14 00 00 FC FF FF 86 25"));
}

// ---- Unitree
// ------------------------------------------------------------------------------------------------

constexpr double kGo = 6.33, kA1 = 9.1, kB1 = 8.66;

// Values of the rotor as the output of its gearbox has them: position, velocity, kp, kd, torque.
std::array<double, 5> at_rotor(double gear, double p, double v, double kp, double kd, double t) {
  return {p / gear, v / gear, kp * gear * gear, kd * gear * gear, t * gear};
}

std::int64_t low_first(const Bytes& bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{bytes[at + i]} << 8 * i;
  const bool negative = size > 0 && (bytes[at + size - 1] & 0x80U) != 0;
  return static_cast<std::int64_t>(negative && size < 8 ? value | ~std::uint64_t{0} << 8 * size : value);
}

// Torque, velocity, position, kp, kd follow each other; the CRC is that of our own bytes.
void expect_unitree(const Bytes& got, std::string_view wanted_text, std::size_t head) {
  const Bytes wanted = bytes_of(wanted_text);
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < head; ++i) EXPECT_EQ(got[i], wanted[i]) << i;
  std::size_t at = head;
  for (const std::size_t size : {2, 2, 4, 2, 2}) {
    EXPECT_LE(std::abs(low_first(got, at, size) - low_first(wanted, at, size)), 1) << "byte " << at;
    at += size;
  }
}

// Out of the maker's library.
TEST(UnitreeGo, isThatOfTheLibrary) {
  const auto go = [](int id) { return servo_of("unitree_go", "GO-M8010-6", id); };
  expect_unitree(commanded(go(1), at_rotor(kGo, 3.14159265, 2, 0.5, 0.05, 1)),
                 "FE EE 11 00 01 51 00 FF 3F 00 00 80 02 40 00 A0 65", 3);
  expect_unitree(commanded(go(3), at_rotor(kGo, -20, 0, 1, 0.02, -2.5)),
                 "FE EE 13 80 FD 00 00 91 68 FE FF 00 05 19 00 1E BE", 3);
  EXPECT_EQ(written(go(14), "brake", 0), bytes_of("FE EE 0E 00 00 00 00 00 00 00 00 00 00 00 00 E3 13"));
  EXPECT_EQ(low_first(commanded(go(0), at_rotor(kGo, 0, 0, 99, 0, 0)), 11, 2), 32640) << "kp is cut at 25.5";
}

TEST(UnitreeA1, isThatOfTheLibrary) {
  expect_unitree(
      commanded(servo_of("unitree_a1", "A1", 1), at_rotor(kA1, 3.14159265, 2, 0.5, 1.5, 1)),
      "FE EE 01 00 0A FF 00 00 00 00 00 00 00 01 00 01 FF 1F 00 00 00 04 00 06 00 00 00 00 00 00 37 84 14 F1",
      12);
  expect_unitree(
      commanded(servo_of("unitree_a1", "A1", 2), at_rotor(kA1, -20, 0, 0.1, 3, -2.5)),
      "FE EE 02 00 0A FF 00 00 00 00 00 00 80 FD 00 00 49 34 FF FF CC 00 00 0C 00 00 00 00 00 00 F3 46 11 D6",
      12);
  expect_unitree(
      commanded(servo_of("unitree_a1", "B1", 0), at_rotor(kB1, 3.14159265, 2, 0.5, 1.5, 1)),
      "FE EE 00 00 0A FF 00 00 00 00 00 00 00 01 00 01 FF 1F 00 00 00 04 00 03 00 00 00 00 00 00 1B 5A F9 16",
      12);
}

// The sums of the library's packets, over its own bytes.
TEST(Sums, areThoseOfTheLibrary) {
  const std::vector<std::pair<std::string_view, std::string_view>> packets = {
      {"crc_ccitt@0:<16", "FE EE 11 00 01 51 00 FF 3F 00 00 80 02 40 00 A0 65"},
      {"crc_ccitt@0:<16", "FE EE 13 80 FD 00 00 91 68 FE FF 00 05 19 00 1E BE"},
      {"crc32_words@0:<32",
       "FE EE 01 00 0A FF 00 00 00 00 00 00 00 01 00 01 FF 1F 00 00 00 04 00 06 00 00 00 00 00 00 37 84 14 "
       "F1"},
      {"crc32_words@0:<32",
       "FE EE 02 00 0A FF 00 00 00 00 00 00 80 FD 00 00 49 34 FF FF CC 00 00 0C 00 00 00 00 00 00 F3 46 11 "
       "D6"},
      {"crc32_words@0:<32",
       "FE EE 00 00 0A FF 00 00 00 00 00 00 00 01 00 01 FF 1F 00 00 00 04 00 03 00 00 00 00 00 00 1B 5A F9 "
       "16"}};
  for (const auto& [sum, packet] : packets) {
    const std::size_t size = sum.starts_with("crc32") ? 4 : 2;
    const std::string text = concat(
        "family: toy\ntitle: Toy\nsource: this test\nprotocol: layout\npackets: {write: \"",
        packet.substr(0, packet.size() - 3 * size), " ", sum,
        "\"}\nregisters: {go: {address: 0, size: 1, label: go}}\ndevices: {toy: {counts_per_turn: 1}}\n");
    const DeviceReading reading({text}, {"toy"});
    ASSERT_EQ(reading.messages(), std::vector<std::string>{}) << text;
    const ServoFamily& toy = reading.library.families.front();
    EXPECT_EQ(write_packet(toy, 0, reading.library.devices.front().registers.front(), 0), bytes_of(packet));
  }
}

// ---- ODrive 0.6
// ---------------------------------------------------------------------------------------------

// ros_odrive's header, can_param_access.py
TEST(Odrive06, isThatOfTheHeader) {
  const PlannedServo one = servo_of("odrive06", "S1", 1), three = servo_of("odrive06", "Pro", 3);
  const std::vector<ServoSetting> velocity = {set_to(one, "goal_velocity", -2),
                                              set_to(one, "goal_velocity_torque", 0.25)};
  EXPECT_EQ(message_packet(one, velocity), frame_of(0x2D, false, "00 00 00 C0 00 00 80 3E"));
  const std::vector<ServoSetting> mode = {set_to(three, "mode", 3), set_to(three, "input_mode", 5)};
  EXPECT_EQ(message_packet(three, mode), frame_of(0x6B, false, "03 00 00 00 05 00 00 00"));
  const std::vector<ServoSetting> endpoint = {set_to(three, "endpoint_operation", 1),
                                              set_to(three, "endpoint", 211),
                                              set_to(three, "endpoint_value", 1.25)};
  EXPECT_EQ(message_packet(three, endpoint), frame_of(0x64, false, "01 D3 00 00 00 00 A0 3F"));
  EXPECT_EQ(written(one, "reboot", 1), frame_of(0x36, false, "01 00 00 00 00 00 00 00")) << "saves";
  EXPECT_EQ(written(one, "absolute_position", 1.5), frame_of(0x39, false, "00 00 C0 3F 00 00 00 00"))
      << "turns, as a float";
}

// ---- bus servos
// ---------------------------------------------------------------------------------------------

// cesarvandevelde/HerkulexServo
TEST(Herkulex, isThatOfTheDriver) {
  const PlannedServo three = servo_of("herkulex", "DRS-0101", 3);
  EXPECT_EQ(written(three, "torque_enable", 0x60), bytes_of("FF FF 0A 03 03 5E A0 34 01 60"));
  EXPECT_EQ(written(three, "p_gain", 440), bytes_of("FF FF 0B 03 03 A8 56 18 02 B8 01"));
  const PlannedServo fresh = servo_of("herkulex", "DRS-0201", 253);
  const std::vector<ServoSetting> jog = {set_to(fresh, "goal_position", 512), set_to(fresh, "jog_set", 0),
                                         set_to(fresh, "goal_time", 0)};
  EXPECT_EQ(message_packet(fresh, jog).size(), 12U);
  PlannedServo everyone = fresh;
  ServoDevice device = *fresh.device;
  for (ServoRegister& reg : device.registers)
    if (reg.packet == "jog") reg.packet = "jog_all";
  everyone.device = &device;
  const std::vector<ServoSetting> to_all = {set_to(everyone, "goal_position", 512),
                                            set_to(everyone, "jog_set", 0), set_to(everyone, "goal_time", 0)};
  EXPECT_EQ(message_packet(everyone, to_all), bytes_of("FF FF 0C FE 05 08 F6 00 02 00 FD 00"));
}

// Registers that are kept go to the EEP, and are read there.
TEST(Herkulex, hasTwoPlacesForARegister) {
  const PlannedServo three = servo_of("herkulex", "DRS-0101", 3);
  const Bytes limit = written(three, "min_position", 21), gain = written(three, "d_gain", 21);
  EXPECT_EQ(limit[4], 1);
  EXPECT_EQ(gain[4], 3);
  EXPECT_EQ(limit[7], gain[7]) << "one address in two memories";
  EXPECT_EQ(read(three, "min_position")[4], 2);
  EXPECT_EQ(read(three, "present_position")[4], 4);
  unsigned sum = 0;
  for (std::size_t i = 2; i < limit.size(); ++i)
    if (i != 5 && i != 6) sum ^= limit[i];
  EXPECT_EQ(limit[5], sum & 0xFE);
  EXPECT_EQ(limit[6], ~sum & 0xFE);
}

TEST(Kondo, isThatOfTheLibrary) {
  EXPECT_EQ(written(servo_of("kondo", "KRS", 0), "goal_position", 7500), bytes_of("80 3A 4C"));
  EXPECT_EQ(written(servo_of("kondo", "KRS", 5), "free", 0), bytes_of("85 00 00"));
  EXPECT_EQ(written(servo_of("kondo", "KRS", 5), "goal_position", 0), bytes_of("85 00 00"));
  EXPECT_EQ(written(servo_of("kondo", "KRS", 3), "velocity_limit", 90), bytes_of("C3 02 5A"));
  EXPECT_EQ(read(servo_of("kondo", "KRS", 31), "present_position"), bytes_of("BF 05"));
  const ServoRegister& goal = register_of(device_of("kondo", "KRS"), "goal_position");
  EXPECT_TRUE(goal.takes(0) && !goal.takes(1) && !goal.takes(3499)) << "0 lets go, and is no place";
}

TEST(Futaba, isThatOfTheLibrary) {
  const PlannedServo one = servo_of("futaba", "RS30x", 1), three = servo_of("futaba", "RS30x", 3);
  EXPECT_EQ(written(one, "goal_position", 900), bytes_of("FA AF 01 00 1E 02 01 84 03 9B"));
  EXPECT_EQ(written(one, "torque_enable", 1), bytes_of("FA AF 01 00 24 01 01 01 24"));
  const PacketLayout& move = *find_layout(three.family->layouts, "move");
  LayoutValues values;
  values.named = [&](std::string_view name) {
    return std::optional(name == "goal_time" ? 50 : register_of(*three.device, name).encode(-450));
  };
  EXPECT_EQ(layout_packet(*three.family, move, 3, values), bytes_of("FA AF 03 00 1E 04 01 3E FE 32 00 EA"));
  EXPECT_EQ(read(one, "present_position"), bytes_of("FA AF 01 0F 2A 02 00 26"));
}

// ---- moteus
// ------------------------------------------------------------------------------------------------

// lib/python of mjbots/moteus
TEST(MoteusCan, isThatOfTheLibrary) {
  const PlannedServo three = servo_of("moteus_can", "moteus-frames", 3);
  const std::vector<ServoSetting> whole = {set_to(three, "short_position", -1000),
                                           set_to(three, "short_velocity", 2000),
                                           set_to(three, "short_torque", 20)};
  EXPECT_EQ(message_packet(three, whole), frame_of(3, false, "01 00 0A 07 20 18 FC D0 07 14 00"));
  const std::vector<ServoSetting> real = {set_to(three, "goal_position", -0.1),
                                          set_to(three, "goal_velocity", 0.5),
                                          set_to(three, "goal_torque", 0.2)};
  EXPECT_EQ(message_packet(three, real),
            frame_of(3, false, "01 00 0A 0F 20 CD CC CC BD 00 00 00 3F CD CC 4C 3E"));
  EXPECT_EQ(written(servo_of("moteus_can", "moteus-frames", 1), "stop", 0), frame_of(1, false, "01 00 00"));
}

// ---- HighTorque --------------------------------------------------------------------------------------

TEST(Hightorque, streamsThreeNumbers) {
  const PlannedServo motor = servo_of("hightorque", "HTDW-5047-36", 1);
  const auto stream = [&](double position, double velocity, double torque) {
    const std::vector<ServoSetting> values = {set_to(motor, "goal_position", position),
                                              set_to(motor, "goal_velocity", velocity),
                                              set_to(motor, "goal_torque", torque)};
    return message_packet(motor, values);
  };
  EXPECT_EQ(stream(2500, 8000, 600), frame_of(0x90, false, "C4 09 40 1F 58 02 50 50"));
  EXPECT_EQ(stream(-5000, 4000, 100), frame_of(0x90, false, "78 EC A0 0F 64 00 50 50"));
  EXPECT_EQ(stream(12345, -6000, 200), frame_of(0x90, false, "39 30 90 E8 C8 00 50 50"));
  EXPECT_NEAR(register_of(*motor.device, "goal_torque").unit, 1.0 / 200, 1e-15);
}

// ---- ENCOS ------------------------------------------------------------------------------------------------

TEST(Encos, hasNineBitsForKd) {
  const std::vector<unsigned> fields = {3, 12, 9, 16, 12, 12};
  const PlannedServo one = servo_of("encos", "EC-A", 1), two = servo_of("encos", "EC-A-kd50", 2);
  expect_fields(commanded(one, {0, 0, 0, 0, 0}), frame_of(1, false, "00 00 00 7F FF 7F F7 FF"), 2, fields);
  expect_fields(commanded(one, {1, -2, 50, 1, 3}), frame_of(1, false, "03 32 66 8A 3C 71 C8 CC"), 2, fields);
  expect_fields(commanded(two, {-3.2, 10, 120.5, 2.5, -7.5}), frame_of(2, false, "07 B4 19 5F 3B C7 15 FF"),
                2, fields);
  EXPECT_EQ(written(one, "set_zero", 1), frame_of(0x7FF, false, "00 01 00 03"));
}

// ---- zeros and offsets
// ---------------------------------------------------------------------------------------

// Registers whose 0 means the largest: nothing that is computed may become one.
TEST(Zeros, meanTheFastestWhereTheMakersSaySo) {
  const std::vector<std::array<std::string_view, 3>> rows = {
      {"ax", "AX-12A", "goal_velocity"},
      {"mx", "MX-28", "goal_velocity"},
      {"mx", "MX-28", "acceleration"},
      {"xl320", "XL-320", "goal_velocity"},
      {"dynamixel", "XM430-W350", "profile_velocity"},
      {"dynamixel", "XM430-W350", "profile_acceleration"},
      {"dynamixel_p", "PM42-010-S260", "profile_velocity"},
      {"dynamixel_p", "PM42-010-S260", "profile_acceleration"},
      {"dynamixel_y", "YM070-210-R051", "profile_velocity"},
      {"feetech", "STS3215", "acceleration"},
      {"hls", "HLS3625M", "acceleration"},
      {"scs", "SCS0009", "goal_velocity"},
      {"scs", "SCS0009", "goal_time"},
      {"lx16a", "LX-16A", "goal_time"},
      {"herkulex", "DRS-0101", "goal_time"},
      {"futaba", "RS30x", "goal_time"},
      {"rmd", "X8-25", "profile_velocity"},
      {"rmd", "X8-25", "profile_acceleration"},
      {"cubemars_servo", "AK80-9", "profile_velocity"}};
  for (const auto& [family, device, name] : rows)
    EXPECT_TRUE(register_of(device_of(family, device), name).is_fastest_at_zero(ServoMode::velocity))
        << family << " " << name;
  const ServoRegister& sts = register_of(device_of("feetech", "STS3215"), "goal_velocity");
  EXPECT_TRUE(sts.is_fastest_at_zero(ServoMode::position));
  EXPECT_FALSE(sts.is_fastest_at_zero(ServoMode::velocity)) << "a wheel stops";
  EXPECT_FALSE(
      register_of(device_of("hls", "HLS3625M"), "goal_velocity").is_fastest_at_zero(ServoMode::position));
}

TEST(HomingOffsets, haveTheBoundsOfTheMakers) {
  const std::vector<std::tuple<std::string_view, std::string_view, std::int64_t, std::int64_t>> rows = {
      {"feetech", "STS3215", 4095, -1},
      {"hls", "HLS3625M", 4095, -1},
      {"dynamixel", "XM430-W350", 1044479, -1},
      {"dynamixel_p", "PH54-200-S500", 2147483647, 250961},
      {"dynamixel_p", "PM42-010-S260", 2147483647, 131593},
      {"dynamixel_y", "YM070-210-R051", 2147483647, -1}};
  for (const auto& [family, device, most, bound] : rows) {
    EXPECT_EQ(register_of(device_of(family, device), "homing_offset").highest, most) << device;
    EXPECT_EQ(device_of(family, device).homing_bound, bound) << device;
  }
  EXPECT_EQ(all_devices().find_family("dynamixel")->homing_bound, 1024);
  EXPECT_EQ(all_devices().find_family("feetech")->homing_sure, 2047);
  EXPECT_EQ(device_of("scs", "SCS0009").find_named("homing_offset"), nullptr);
}

// ---- DYNAMIXEL P and Y in figures
// ----------------------------------------------------------------------------

struct PModel {
  std::string_view name;
  int number, counts, current, velocity;
  std::int64_t acceleration, delivered, largest;
};

// _data/dxl_p_info.yml and the .model files
TEST(DynamixelP, hasTheModels) {
  const std::vector<PModel> models = {
      {"PH42-020-S300-R", 2000, 607500, 4500, 2920, 4306173, 303454, 303750},
      {"PH54-100-S500-R", 2010, 1003846, 15900, 2920, 4255632, 501433, 501923},
      {"PH54-200-S500-R", 2020, 1003846, 22740, 2900, 3992644, 501433, 501923},
      {"PM42-010-S260-R", 2100, 526374, 1461, 2600, 4346756, 262931, 263187},
      {"PM54-040-S250-R", 2110, 502834, 4470, 2840, 4414976, 251173, 251417},
      {"PM54-060-S250-R", 2120, 502834, 7980, 2830, 4457932, 251173, 251417},
      {"H42-20-S300-R(A)", 51201, 607500, 4500, 2920, 4306173, 303454, 303750},
      {"H54-200-S500-R(A)", 54025, 1003846, 22740, 2900, 3992644, 501433, 501923},
      {"M54-60-S250-RA", 46353, 502834, 7980, 2830, 4457932, 251173, 251417}};
  for (const PModel& model : models) {
    SCOPED_TRACE(model.name);
    const ServoDevice& device = device_of("dynamixel_p", model.name);
    EXPECT_EQ(device.model_number, model.number);
    EXPECT_EQ(device.counts_per_turn, model.counts);
    EXPECT_EQ(device.centre, 0) << "not the lower end of a turn, as of an X";
    EXPECT_EQ(device.first_count, -model.largest);
    EXPECT_EQ(device.last_count, model.largest);
    EXPECT_EQ(register_of(device, "current_limit").highest, model.current);
    EXPECT_EQ(register_of(device, "goal_velocity").lowest, -model.velocity);
    EXPECT_EQ(register_of(device, "acceleration_limit").highest, model.acceleration);
    EXPECT_EQ(register_of(device, "max_position").initial, model.delivered);
    EXPECT_EQ(register_of(device, "min_position").initial, -model.delivered);
    EXPECT_NEAR(register_of(device, "velocity_limit").unit, 0.0010471976, 1e-10);
    EXPECT_EQ(device.find_named("protocol_type") == nullptr, !model.name.starts_with("P"));
    EXPECT_EQ(device.stall_torque, 0) << "nobody tells it";
  }
  EXPECT_EQ(find_code(device_of("dynamixel_p", "PH42-020-S300").modes, ServoMode::current_position), nullptr);
  EXPECT_EQ(all_devices().find_family("dynamixel_p")->bauds.back(),
            (std::pair<std::int64_t, std::int64_t>{10500000, 9}));
}

TEST(DynamixelY, hasTheModels) {
  const std::vector<std::pair<std::string_view, int>> models = {
      {"YM070-210-M001", 4000}, {"YM070-210-B001", 4010}, {"YM070-210-R051", 4020},
      {"YM070-210-A099", 4050}, {"YM080-230-M001", 4120}, {"YM080-230-A099", 4170}};
  for (const auto& [name, number] : models)
    EXPECT_EQ(device_of("dynamixel_y", name).model_number, number) << name;
  const ServoDevice& device = device_of("dynamixel_y", "YM070-210-R051");
  EXPECT_EQ(register_of(device, "max_position").address, 76U);
  EXPECT_EQ(register_of(device, "min_position").address, 84U);
  EXPECT_EQ(register_of(device, "p_gain").size, 4);
  EXPECT_NEAR(register_of(device, "profile_acceleration").unit, 10 * 2 * std::numbers::pi / 3600, 1e-12);
  EXPECT_NEAR(device.stall_torque, 16.3, 1e-12);
}

// docs/en/dxl/x/xl320.md: ROBOTIS's xl320.model has the X's 4096 counts.
TEST(Xl320, hasCountsOfItsOwn) {
  EXPECT_NEAR(device_of("xl320", "XL-320").counts_per_turn, 1023 * 360.0 / 300, 1e-9);
  EXPECT_EQ(device_of("xl320", "XL-320").last_count, 1023);
}

// ---- CubeMars in figures
// -------------------------------------------------------------------------------------

// The manual's table and the drivers' for other firmware.
TEST(CubemarsDevices, haveTheRangesOfTheirFirmware) {
  const std::vector<std::tuple<std::string_view, double, double, double, bool>> rows = {
      {"AK10-9", 12.5, 50, 65, true},       {"AK60-6", 12.5, 45, 15, true},
      {"AK70-10", 12.5, 50, 25, true},      {"AK80-6", 12.5, 76, 12, true},
      {"AK80-6-V1.0", 95.5, 45, 18, true},  {"AK80-6-V1.1", 12.5, 22.5, 12, true},
      {"AK80-9", 12.5, 50, 18, true},       {"AK80-9-V1.1", 12.5, 22.5, 18, true},
      {"AK80-9-V2", 12.5, 25.64, 18, true}, {"AK80-8", 12.5, 37.5, 32, false},
      {"AK80-64", 12.5, 8, 144, false},     {"AK80-80", 12.5, 8, 144, true},
      {"AK45-36", 12.5, 6, 34, false},      {"AK45-10", 12.5, 20, 8, true},
      {"AK40-10", 12.5, 45.5, 5, false}};
  for (const auto& [name, position, velocity, torque, doubtful] : rows) {
    const ServoDevice& device = device_of("cubemars", name);
    EXPECT_NEAR(device.frame.position, position, 1e-12) << name;
    EXPECT_NEAR(device.frame.velocity, velocity, 1e-12) << name;
    EXPECT_NEAR(device.frame.torque, torque, 1e-12) << name;
    EXPECT_EQ(device.frame.kp, 500) << name;
    EXPECT_EQ(device.frame.kd, 5) << name;
    EXPECT_EQ(!device.doubtful.empty(), doubtful) << name;
    EXPECT_EQ(device.doubtful.find("watch") != std::string::npos, doubtful) << name;
  }
  EXPECT_NEAR(register_of(device_of("cubemars_servo", "AK80-9"), "goal_velocity").unit,
              2 * std::numbers::pi / 60 / 189, 1e-12);
  EXPECT_NEAR(register_of(device_of("cubemars_servo", "AK60-6"), "profile_velocity").unit,
              20 * std::numbers::pi / 60 / 84, 1e-12)
      << "14 pole pairs";
}

// ---- all of them
// --------------------------------------------------------------------------------------------

// Every code of every field goes to its own place, and nowhere else.
TEST(Layouts, keepFieldsApart) {
  for (const ServoDevice& device : all_devices().devices) {
    const ServoFamily& family = all_devices().family_of(device);
    if (family.protocol != ServoProtocol::layout || !has_frame(device)) continue;
    SCOPED_TRACE(device.name);
    std::array<std::int64_t, 5> zero{};
    for (const FrameField field : kFrameFields)
      zero[static_cast<std::size_t>(field)] = std::max<std::int64_t>(frame_scale(device, field).lowest, 0);
    const Bytes base = command_packet(family, device, family.lowest_id, zero);
    for (const FrameField field : kFrameFields) {
      auto codes = zero;
      codes[static_cast<std::size_t>(field)] = frame_scale(device, field).highest;
      const Bytes most = command_packet(family, device, family.lowest_id, codes);
      ASSERT_EQ(most.size(), base.size());
      EXPECT_NE(most, base);
    }
  }
}

TEST(Layouts, haveRangesOfTheirOwn) {
  const FrameScale go = frame_scale(device_of("unitree_go", "GO-M8010-6"), FrameField::torque);
  EXPECT_NEAR(go.unit, kGo / 256, 1e-12) << "of the output";
  EXPECT_EQ(go.middle, 0);
  EXPECT_EQ(go.lowest, -32767);
  const FrameScale ak = frame_scale(device_of("cubemars", "AK80-9"), FrameField::velocity);
  EXPECT_DOUBLE_EQ(ak.unit, 100.0 / 4095);
  EXPECT_EQ(frame_scale(device_of("encos", "EC-A"), FrameField::kd).highest, 511);
  EXPECT_NEAR(device_of("unitree_go", "GO-M8010-6").counts_per_turn, 32768 * kGo, 1e-6);
}

}  // namespace
}  // namespace romas
