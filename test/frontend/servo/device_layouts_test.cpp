// Protects the reading of packets that device files lay out: mistakes are found, at their places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::DeviceReading;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr std::string_view kToyOnCan = R"(family: toy
title: Toy
source: this test
protocol: layout
ids: {lowest: 0, highest: 10}
packets:
  write: "id:11 | address value"
  command: "8:21 id:8 | position:16 velocity:12 kp:12 kd:12 torque:12"
  both: "0x300:11 | one:<16 two"
registers:
  one: {address: 1, packet: both, size: 2}
  two: {address: 1, packet: both, subindex: 2, size: 1}
  p_gain: {size: 4, encoding: real, access: frame}
defaults:
  frame: {position: 12.5 rad, velocity: 30 rad/s, torque: 10 N*m, kp: 500, kd: 5}
devices:
  TOY-1: {gearbox: 9}
)";

// The messages about the family with one text in it replaced by another.
std::vector<std::string> toy_with(std::string_view piece, std::string_view replacement) {
  std::string text(kToyOnCan);
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  text.replace(at, piece.size(), replacement);
  return DeviceReading({text}, {"toy"}).messages();
}

TEST(DeviceLayouts, needMistakes) { EXPECT_THAT(DeviceReading({kToyOnCan}, {"toy"}).messages(), IsEmpty()); }

TEST(DeviceLayouts, tellWhatIsWrong) {
  const std::vector<std::tuple<std::string_view, std::string_view, std::string_view>> mistakes = {
      {"address value", "address velue",
       "7:3 packet 'write' has a field 'velue', but the family has no such register"},
      {"address value", "address:4 value", "7:10 packet 'write' does not consist of whole bytes"},
      {"id:11 | address", "id:12 | address",
       "7:10 packet 'write' has an identifier of 12 bits; CAN has 11 or 29"},
      {"address value", "address value 00*70",
       "7:10 packet 'write' is longer than the 64 bytes of a CAN frame"},
      {"torque:12\"", "torque:12 00\"", "8:12 packet 'command' is longer than the 8 bytes of a CAN frame"},
      {"address value", "address FG", "7:10 packet 'write' has the field 'FG'"},
      {"address value", "address 300:8", "7:10 packet 'write' has the field '300:8'"},
      {"address value", "address value:0", "7:10 packet 'write' has the field 'value:0'"},
      {"address value", "address value:<7", "7:10 packet 'write' has the field 'value:<7'"},
      {"address value", "address 00*0", "7:10 packet 'write' has the field '00*0'"},
      {"address value", "address 00*2000000000", "7:10 packet 'write' has the field '00*2000000000'"},
      {"address value", "address sum@2", "7:10 packet 'write' has the field 'sum@2'"},
      {"address value", "address | value", "7:10 packet 'write' has a '|' where no identifier ends"},
      {"id:11 | address value", "| address value", "7:10 packet 'write' has a '|' where no identifier ends"},
      {"velocity:12 kp:12", "skip:12 kp:12",
       "17:3 device 'TOY-1' has a 'frame', but the family's 'packets' have no 'command'"},
      {"packet: both, size: 2", "packet: bote, size: 2",
       "11:3 register 'one' uses a packet 'bote', but 'packets' has none"},
      {"  both: ", "  back_answer: \"id:11 | value\"\n  both: ",
       "7:3 packet 'back_answer' answers a packet 'back', but 'packets' has none"},
      {"  both: ", "  write_answer: \"id value\"\n  both: ",
       "7:3 packet 'write_answer' has an identifier of 0 bits, and what it answers, 'write', has 11"},
      {"  both: ", "  write_answer: \"id:11 | value:8 00*8\"\n  both: ",
       "9:17 packet 'write_answer' is longer than the 8 bytes of a CAN frame"},
      {"protocol: layout", "protocol: vesc", "7:3 'packets' belongs to the protocol 'layout', not to 'vesc'"},
      {"{gearbox: 9}", "{rotor: true}",
       "17:3 device 'TOY-1' counts turns of its 'rotor', but has no 'gearbox'"},
      {"{gearbox: 9}", "{homing: {}}", "17:19 'homing' has no 'bound'"},
      {"packets:\n", "packets: none\nflags:\n", "6:10 'packets' is not a map of up to"}};
  for (const auto& [piece, replacement, message] : mistakes) {
    const std::vector<std::string> messages = toy_with(piece, replacement);
    ASSERT_FALSE(messages.empty()) << replacement;
    EXPECT_THAT(messages, ::testing::Contains(StartsWith(std::string(message)))) << replacement;
  }
}

// Whatever bytes stand for a layout, it is read or refused.
TEST(DeviceLayouts, takeAnyText) {
  const std::string_view alphabet = "idFE0 |:<*.@+x9a_";
  unsigned state = 1;
  for (int i = 0; i < 60; ++i) {
    std::string text;
    for (int k = 0; k < 20; ++k) {
      state = state * 1664525U + 1013904223U;
      text += alphabet[(state >> 16) % alphabet.size()];
    }
    (void)toy_with("id:11 | address value", text);
  }
}

}  // namespace
}  // namespace romas
