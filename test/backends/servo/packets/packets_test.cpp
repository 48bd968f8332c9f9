// Protects the packets for servos. They are compared with the examples of the makers' documents, and decoded
// by receivers (packet_receivers.h) that are written from these documents and share no code with the sender.
#include "backends/servo/packets/packets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "test/backends/servo/packet_receivers.h"
#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const ServoDeviceLibrary& library() {
  static const test::DeviceReading reading{{}};
  return reading.library;
}

struct Known {
  const ServoFamily& family;
  const ServoDevice& device;
  const ServoRegister& operator[](std::string_view name) const { return *device.find_named(name); }
};
Known known(std::string_view family, std::string_view device) {
  return {*library().find_family(family), *library().find(family, device)};
}

// ---- examples of the documents ----------------------------------------------------------------------------

// ROBOTIS e-Manual, "DYNAMIXEL Protocol 2.0", examples of the instructions.
TEST(DynamixelPackets, areThoseOfTheManual) {
  const Known xm430 = known("dynamixel", "XM430-W210");
  EXPECT_THAT(
      read_packet(xm430.family, 1, xm430["present_position"]),
      ElementsAre(0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x07, 0x00, 0x02, 0x84, 0x00, 0x04, 0x00, 0x1D, 0x15));
  EXPECT_THAT(write_packet(xm430.family, 1, xm430["goal_position"], 512),
              ElementsAre(0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x09, 0x00, 0x03, 0x74, 0x00, 0x00, 0x02, 0x00, 0x00,
                          0xCA, 0x89));
}

// The CRCs of further packets of the same page: two pings, a reboot, a status, reg write, action, factory
// reset, clear, sync write.
TEST(DynamixelPackets, haveTheManualsCrc) {
  const std::vector<std::vector<std::uint8_t>> packets = {
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x03, 0x00, 0x01, 0x19, 0x4E},
      {0xFF, 0xFF, 0xFD, 0x00, 0xFE, 0x03, 0x00, 0x01, 0x31, 0x42},
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x03, 0x00, 0x08, 0x2F, 0x4E},
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x07, 0x00, 0x55, 0x00, 0x06, 0x04, 0x26, 0x65, 0x5D},
      {0xFF, 0xFF, 0xFD, 0x00, 0x02, 0x08, 0x00, 0x55, 0x00, 0x1F, 0x08, 0x00, 0x00, 0xBA, 0xBE},
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x09, 0x00, 0x04, 0x68, 0x00, 0xC8, 0x00, 0x00, 0x00, 0xAE, 0x8E},
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x03, 0x00, 0x05, 0x02, 0xCE},
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x04, 0x00, 0x06, 0x01, 0xA1, 0xE6},
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x08, 0x00, 0x10, 0x01, 0x44, 0x58, 0x4C, 0x22, 0xB1, 0xDC},
      {0xFF, 0xFF, 0xFD, 0x00, 0xFE, 0x11, 0x00, 0x83, 0x74, 0x00, 0x04, 0x00,
       0x01, 0x96, 0x00, 0x00, 0x00, 0x02, 0xAA, 0x00, 0x00, 0x00, 0x82, 0x87}};
  for (const std::vector<std::uint8_t>& packet : packets) {
    const auto body = std::span(packet).first(packet.size() - 2);
    EXPECT_EQ(dynamixel_crc(body), packet[packet.size() - 2] + 256 * packet.back());
    EXPECT_EQ(remainder_by_long_division(body), dynamixel_crc(body)) << "the receiver of this test";
  }
}

TEST(DynamixelPackets, hideHeadersInside) {
  const Known xm430 = known("dynamixel", "XM430-W350");
  ServoRegister wide = xm430["goal_position"];
  wide.encoding = ServoEncoding::not_negative;
  wide.highest = 0xFFFFFFFF;
  const ServoPacket packet = write_packet(xm430.family, 7, wide, 0x00FDFFFF);
  ASSERT_EQ(packet.size(), 17U);
  EXPECT_EQ(packet[5], 0x0A) << "the length counts the byte that was put in";
  EXPECT_THAT(std::vector<std::uint8_t>(packet.begin() + 10, packet.end() - 2),
              ElementsAre(0xFF, 0xFF, 0xFD, 0xFD, 0x00));
  EXPECT_THAT(receive_dynamixel(packet).value().parameters, ElementsAre(0x74, 0x00, 0xFF, 0xFF, 0xFD, 0x00));
}

// Made by hand from the words of FEETECH's protocol manual, register by register.
TEST(FeetechPackets, areThoseOfTheDocuments) {
  const Known sts3215 = known("feetech", "STS3215");
  EXPECT_THAT(write_packet(sts3215.family, 4, sts3215["goal_velocity"], 50),
              ElementsAre(0xFF, 0xFF, 0x04, 0x05, 0x03, 0x2E, 0x32, 0x00, 0x93));
  EXPECT_THAT(read_packet(sts3215.family, 3, sts3215["present_position"]),
              ElementsAre(0xFF, 0xFF, 0x03, 0x04, 0x02, 0x38, 0x02, 0xBC));
  EXPECT_THAT(write_packet(sts3215.family, 1, sts3215["homing_offset"], -3),
              ElementsAre(0xFF, 0xFF, 0x01, 0x05, 0x03, 0x1F, 0x03, 0x08, 0xCC));
}

TEST(ScsPackets, haveTheHighByteFirst) {
  const Known scs15 = known("scs", "SCS15");
  EXPECT_THAT(write_packet(scs15.family, 1, scs15["goal_position"], 0x03E8),
              ElementsAre(0xFF, 0xFF, 0x01, 0x05, 0x03, 0x2A, 0x03, 0xE8, 0xE1));
}

// 55 55 01 03 1B E0 is seen on the line where the voltage of servo 1 is asked for.
TEST(Lx16aPackets, areThoseSeenOnTheLine) {
  const Known lx16a = known("lx16a", "LX-16A");
  EXPECT_THAT(read_packet(lx16a.family, 1, lx16a["present_voltage"]),
              ElementsAre(0x55, 0x55, 0x01, 0x03, 0x1B, 0xE0));
  EXPECT_THAT(read_packet(lx16a.family, 1, lx16a["min_position"]),
              ElementsAre(0x55, 0x55, 0x01, 0x03, 0x15, 0xE6));
  EXPECT_THAT(write_packet(lx16a.family, 2, lx16a["torque_enable"], 1),
              ElementsAre(0x55, 0x55, 0x02, 0x04, 0x1F, 0x01, 0xD9));
}

// Its command has a goal, too, and would move the servo to 0.
TEST(Lx16aPackets, sendNoTimeWithoutAGoal) {
  const Known lx16a = known("lx16a", "LX-16A");
  const ServoWrite time{&lx16a["goal_time"], 500}, led{&lx16a["led"], 1}, goal{&lx16a["goal_position"], 300};
  const auto packets = [&](std::vector<ServoWrite> writes) {
    return write_packets(lx16a.family, lx16a.device, 2, writes);
  };
  EXPECT_EQ(packets({time, led}), packets({led}));
  const std::vector<ServoPacket> both = packets({time, goal});
  ASSERT_EQ(both.size(), 1U);
  EXPECT_EQ(both[0], (ServoPacket{0x55, 0x55, 2, 7, 1, 0x2C, 0x01, 0xF4, 0x01, 0xD3}));
}

TEST(Lx16aPackets, bringTheValuesOfACommandTogether) {
  const Known lx16a = known("lx16a", "LX-16A");
  const std::vector<ServoWrite> writes = {{&lx16a["max_position"], 900},
                                          {&lx16a["homing_offset"], -5},
                                          {&lx16a["min_position"], 100},
                                          {&lx16a["mode"], 1}};
  const std::vector<ServoPacket> packets = write_packets(lx16a.family, lx16a.device, 3, writes);
  ASSERT_EQ(packets.size(), 3U);
  EXPECT_THAT(receive_lx16a(packets[0]).value().parameters, ElementsAre(100, 0, 0x84, 0x03));
  EXPECT_EQ(receive_lx16a(packets[0])->instruction, 20);
  EXPECT_THAT(receive_lx16a(packets[1]).value().parameters, ElementsAre(0xFB));
  EXPECT_THAT(receive_lx16a(packets[2]).value().parameters, ElementsAre(1, 0, 0, 0))
      << "with the speed as it leaves the factory";
  const std::vector<ServoWrite> one = {{&lx16a["min_position"], 7}};
  EXPECT_THAT(receive_lx16a(write_packets(lx16a.family, lx16a.device, 3, one).at(0)).value().parameters,
              ElementsAre(7, 0, 0xE8, 0x03));
}

// Torque goes off before and on after everything else, and what was written before stays.
TEST(Lx16aPackets, keepWhatIsWrittenAgain) {
  const Known lx16a = known("lx16a", "LX-16A");
  const std::vector<ServoWrite> writes = {{&lx16a["torque_enable"], 0},  {&lx16a["min_position"], 100},
                                          {&lx16a["max_position"], 900}, {&lx16a["torque_enable"], 1},
                                          {&lx16a["min_position"], 50},  {&lx16a["torque_enable"], 0}};
  std::vector<std::pair<int, std::vector<std::uint8_t>>> received;
  for (const ServoPacket& packet : write_packets(lx16a.family, lx16a.device, 1, writes)) {
    const Received one = receive_lx16a(packet).value();
    received.emplace_back(one.instruction, one.parameters);
  }
  EXPECT_THAT(received, ElementsAre(std::pair(31, std::vector<std::uint8_t>{0}),
                                    std::pair(20, std::vector<std::uint8_t>{100, 0, 0x84, 0x03}),
                                    std::pair(31, std::vector<std::uint8_t>{1}),
                                    std::pair(20, std::vector<std::uint8_t>{50, 0, 0x84, 0x03}),
                                    std::pair(31, std::vector<std::uint8_t>{0})));
}

TEST(Pca9685Packets, reachTheChannel) {
  const Known pca = known("pca9685", "generic-180");
  EXPECT_THAT(write_packet(pca.family, 0, pca["goal_position"], 307), ElementsAre(0x80, 0x08, 0x33, 0x01));
  EXPECT_THAT(write_packet(pca.family, 15, pca["goal_position"], 307), ElementsAre(0x80, 0x44, 0x33, 0x01));
  EXPECT_THAT(write_packet(pca.family, 17, pca["goal_position"], 102), ElementsAre(0x82, 0x0C, 0x66, 0x00));
  EXPECT_THAT(write_packet(pca.family, 17, pca["prescale"], 121), ElementsAre(0x82, 0xFE, 0x79));
  EXPECT_THAT(read_packet(pca.family, 1, pca["goal_position"]), ElementsAre(0x80, 0x0C, 0x81));
}

// CiA 301: command bytes 2F, 2B and 23 for one, two and four bytes; 40 asks for a value.
TEST(Cia402Packets, areExpeditedTransfers) {
  const Known drive = known("cia402", "drive");
  EXPECT_THAT(write_packet(drive.family, 5, drive["mode"], 1),
              ElementsAre(0x05, 0x06, 0x2F, 0x60, 0x60, 0x00, 0x01, 0x00, 0x00, 0x00));
  EXPECT_THAT(write_packet(drive.family, 5, drive["controlword"], 15),
              ElementsAre(0x05, 0x06, 0x2B, 0x40, 0x60, 0x00, 0x0F, 0x00, 0x00, 0x00));
  EXPECT_THAT(write_packet(drive.family, 127, drive["min_position"], -2),
              ElementsAre(0x7F, 0x06, 0x23, 0x7D, 0x60, 0x01, 0xFE, 0xFF, 0xFF, 0xFF));
  EXPECT_THAT(read_packet(drive.family, 1, drive["max_position"]),
              ElementsAre(0x01, 0x06, 0x40, 0x7D, 0x60, 0x02, 0x00, 0x00, 0x00, 0x00));
}

TEST(ServoPackets, areEmptyWhereThereIsNothingToSay) {
  ServoRegister reg;
  reg.highest = 255;
  for (const char* name : {"timer", "moteus"}) {
    EXPECT_THAT(write_packet(*library().find_family(name), 1, reg, 1), IsEmpty());
    EXPECT_THAT(read_packet(*library().find_family(name), 1, reg), IsEmpty());
  }
  reg.size = 8;
  EXPECT_THAT(write_packet(*library().find_family("cia402"), 1, reg, 1), IsEmpty());
  reg.size = 1;
  reg.address = 300;
  EXPECT_THAT(write_packet(*library().find_family("feetech"), 1, reg, 1), IsEmpty());
  EXPECT_THAT(read_packet(*library().find_family("feetech"), 1, reg), IsEmpty());
}

// ---- properties -------------------------------------------------------------------------------------------

std::uint64_t little_endian(std::span<const std::uint8_t> bytes) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) out |= static_cast<std::uint64_t>(bytes[i]) << 8 * i;
  return out;
}

// Numbers whose bytes are often FF and FD, so that headers come about.
std::uint64_t header_like(std::mt19937& random) {
  constexpr std::uint8_t kBytes[] = {0xFF, 0xFF, 0xFF, 0xFD, 0xFD, 0x00, 0x01};
  std::uint64_t out = 0;
  for (int i = 0; i < 8; ++i) out = out << 8 | kBytes[random() % std::size(kBytes)];
  return out;
}

TEST(ServoPackets, arriveWhateverTheyHold) {
  std::mt19937 random(20);
  const ServoFamily& family = *library().find_family("dynamixel");
  std::size_t stuffed = 0;
  for (int i = 0; i < 20'000; ++i) {
    ServoRegister reg;
    reg.size = static_cast<std::uint8_t>(1U << random() % 4);
    reg.address = static_cast<std::uint32_t>((i % 2 == 0 ? header_like(random) : random()) & 0xFFFF);
    reg.encoding = ServoEncoding::twos_complement;
    const auto value = static_cast<std::int64_t>(header_like(random) >> (64 - 8 * reg.size));
    const int id = static_cast<int>(random() % 253);
    const ServoPacket packet = write_packet(family, id, reg, value);
    const auto received = receive_dynamixel(packet);
    ASSERT_TRUE(received) << ::testing::PrintToString(packet);
    EXPECT_EQ(received->id, id);
    EXPECT_EQ(received->instruction, 3);
    ASSERT_EQ(received->parameters.size(), 2U + reg.size);
    EXPECT_EQ(little_endian(std::span(received->parameters).first(2)), reg.address);
    EXPECT_EQ(little_endian(std::span(received->parameters).subspan(2)), static_cast<std::uint64_t>(value));
    if (packet.size() > 12U + reg.size) ++stuffed;
    for (std::size_t at = 1; at + 3 < packet.size() - 2; ++at)
      EXPECT_FALSE(packet[at] == 0xFF && packet[at + 1] == 0xFF && packet[at + 2] == 0xFD &&
                   packet[at + 3] != 0xFD)
          << "a header inside";
  }
  EXPECT_GT(stuffed, 1000U) << "the test must see stuffing";
}

// Every writable register of every device, with the ends of its range and values between.
TEST(ServoPackets, writeEveryRegisterThereIs) {
  std::mt19937 random(21);
  std::size_t packets = 0;
  for (const ServoDevice& device : library().devices) {
    const ServoFamily& family = library().family_of(device);
    if (family.protocol == ServoProtocol::layout) continue;  // layout_packets_test.cpp
    for (const ServoRegister& reg : device.registers) {
      if (!reg.writable || reg.encoding == ServoEncoding::real) continue;
      for (int i = 0; i < 20; ++i) {
        SCOPED_TRACE(device.name + " " + reg.name);
        std::uniform_int_distribution<std::int64_t> between(reg.lowest, reg.highest);
        const std::int64_t value = i == 0 ? reg.lowest : i == 1 ? reg.highest : between(random);
        const int id = static_cast<int>(
            std::uniform_int_distribution<std::int64_t>(family.lowest_id, family.highest_id)(random));
        const ServoPacket packet = write_packet(family, id, reg, value);
        if (packet.empty()) continue;
        ++packets;
        std::vector<std::uint8_t> bytes;
        if (family.protocol == ServoProtocol::dynamixel2) {
          const Received received = receive_dynamixel(packet).value();
          EXPECT_EQ(received.id, id);
          EXPECT_EQ(little_endian(std::span(received.parameters).first(2)), reg.address);
          bytes.assign(received.parameters.begin() + 2, received.parameters.end());
        } else if (family.protocol == ServoProtocol::feetech) {
          const Received received = receive_feetech(packet).value();
          EXPECT_EQ(received.id, id);
          EXPECT_EQ(received.parameters.at(0), reg.address);
          bytes.assign(received.parameters.begin() + 1, received.parameters.end());
          if (family.big_endian) std::reverse(bytes.begin(), bytes.end());
        } else if (family.protocol == ServoProtocol::lx16a) {
          const Received received = receive_lx16a(packet).value();
          EXPECT_EQ(received.id, id);
          EXPECT_EQ(received.instruction, static_cast<int>(reg.address));
          bytes.assign(received.parameters.begin() + reg.subindex, received.parameters.end());
        } else if (family.protocol == ServoProtocol::pca9685) {
          const std::map<int, int> registers = receive_pca9685(packet, id / 16);
          const int first = static_cast<int>(reg.address) + (reg.stride == 0 ? 0 : 4 * (id % 16));
          for (int at = first; at < first + reg.size; ++at)
            bytes.push_back(static_cast<std::uint8_t>(registers.at(at)));
        } else if (family.protocol == ServoProtocol::damiao || family.protocol == ServoProtocol::robstride) {
          const bool damiao = family.protocol == ServoProtocol::damiao;
          const CanWrite received =
              (damiao ? receive_damiao(packet) : receive_robstride(packet, static_cast<int>(family.host_id)))
                  .value();
          EXPECT_EQ(received.id, id);
          // A Damiao's zero is one of its commands of a byte.
          const bool zero = damiao && reg.name == "set_zero";
          EXPECT_EQ(received.address, zero ? 256 : static_cast<int>(reg.address));
          const std::uint32_t held = zero && received.value == 0xFE ? 1 : received.value;
          for (int at = 0; at < reg.size; ++at)
            bytes.push_back(static_cast<std::uint8_t>(held >> 8 * at & 0xFF));
        } else {
          const Download received = receive_sdo(packet).value();
          EXPECT_EQ(received.node, id);
          EXPECT_EQ(received.index, static_cast<int>(reg.address));
          EXPECT_EQ(received.subindex, reg.subindex);
          EXPECT_EQ(received.size, reg.size);
          for (int at = 0; at < reg.size; ++at)
            bytes.push_back(static_cast<std::uint8_t>(received.value >> 8 * at & 0xFF));
        }
        ASSERT_EQ(bytes.size(), reg.size);
        EXPECT_EQ(reg.decode(little_endian(bytes)), value);
      }
    }
  }
  EXPECT_GT(packets, 5000U);
}

}  // namespace
}  // namespace romas
