// Protects the findings on device files with mistakes: each mistake is found, at its place, and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "frontend/servo/device_reader.h"
#include "test/frontend/servo/device_reading.h"

namespace romas {
namespace {

using test::DeviceReading;
using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr std::string_view kFamily = R"(family: toy
title: Toy
source: this test
protocol: feetech
ids: {lowest: 0, highest: 10, broadcast: 254}
bauds: {9600: 0, 57600: 1}
modes: {position: 0}
flags: {reverse: 1}
torque: {off: torque_enable=0, on: torque_enable=1}
registers:
  id: {address: 5, size: 1, initial: 1, range: [0, 10]}
  baud: {address: 6, size: 1, range: [0, 7]}
  mode: {address: 33, size: 1, range: [0, 3]}
  drive_mode: {address: 10, size: 1, range: [0, 3]}
  torque_enable: {address: 40, size: 1, range: [0, 1]}
  goal_position: {address: 42, size: 2, encoding: sign_magnitude, sign_bit: 15, unit: 1 count}
  goal_velocity: {address: 46, size: 2, encoding: twos_complement, unit: 0.229 rev/min}
defaults: {counts_per_turn: 4096, positions: {first: 0, last: 4095, centre: 2048}}
devices:
  TOY-1: {aliases: [toy], model_number: 7}
)";

// The messages about the family with one text in it replaced by another.
std::vector<std::string> with(std::string_view piece, std::string_view replacement) {
  std::string text(kFamily);
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  text.replace(at, piece.size(), replacement);
  return DeviceReading({text}, {"toy"}).messages();
}

TEST(BrokenDeviceFiles, needMistakes) {
  EXPECT_EQ(DeviceReading({kFamily}, {"toy"}).messages(), std::vector<std::string>{});
}

struct Mistake {
  std::string_view piece, replacement, message;
};
constexpr Mistake kMistakes[] = {
    // keys
    {"modes: {position: 0}", "sync_read: maybe", "7:12 'sync_read' of the device file is 'maybe'"},
    {"modes: {position: 0}", "packet_errors: 256",
     "7:16 'packet_errors' of the device file is 256; it must be between 0 and 255"},
    {"modes: {position: 0}", "recovery: torque_limit=1", "7:11 the family has no register 'torque_limit'"},
    {"title:", "titel:", "1:1 the device file has no 'title'"},
    {"aliases:", "alias:", "20:11 device 'TOY-1' has no key 'alias'; did you mean 'aliases'?"},
    {"initial: 1", "inital: 1", "11:29 register 'id' has no key 'inital'; did you mean 'initial'?"},
    {"size: 1, range: [0, 7]", "range: [0, 7]", "12:3 register 'baud' has no 'size'"},
    {"address: 6, ", "", "12:3 register 'baud' has no 'address'"},
    {"size: 1, initial: 1", "size: 1, size: 1", "11:29 'size' occurs twice"},
    {"baud: {", "id: {", "12:3 'id' occurs twice"},
    {"highest: 10, ", "", "5:6 'ids' has no 'highest'"},
    {"family: toy", "family: Toy",
     "1:9 'family' of the device file is 'Toy'; a name has lower-case letters, digits and underscores, and "
     "begins with a letter"},
    // types
    {"address: 5", "address: five",
     "11:17 'address' of register 'id' is 'five', not a whole number such as 12 or 0x0C"},
    {"address: 5", "address: \"5\"",
     "11:17 'address' of register 'id' is '5', not a whole number such as 12 or 0x0C"},
    {"address: 5", "address: [5]", "11:17 'address' of register 'id' is a list, not a whole number"},
    {"range: [0, 10]", "range: 10",
     "11:48 'range' of register 'id' is not a lowest and a highest value, such as [0, 4095]"},
    {"feetech", "fetech", "4:11 'protocol' of the device file is 'fetech'; did you mean 'feetech'?"},
    {"{aliases: [toy]", "{aliases: toy",
     "20:20 'aliases' of device 'TOY-1' is not a list of names, such as [XM430-W350-T, XM430-W350-R]"},
    {"counts_per_turn: 4096", "counts_per_turn: many",
     "18:29 'counts_per_turn' of 'defaults' is 'many', not a number"},
    {"title: Toy", "title:", "2:1 'title' of the device file is empty; expected a text"},
    // ranges
    {"address: 5", "address: 65536",
     "11:17 'address' of register 'id' is 65536; it must be between 0 and 65535"},
    {"size: 1, initial", "size: 3, initial",
     "11:26 'size' of register 'id' is 3; a register has 1, 2, 4 or 8 bytes"},
    {"initial: 1", "initial: 11", "11:38 'initial' of register 'id' is 11; it must be between 0 and 10"},
    {"range: [0, 10]", "range: [0, 256]",
     "11:48 the range 0 … 256 of register 'id' does not fit into 1 byte; it holds 0 … 255"},
    {"range: [0, 10]", "range: [-1, 10]",
     "11:48 the range -1 … 10 of register 'id' does not fit into 1 byte; it holds 0 … 255"},
    {"range: [0, 10]", "range: [10, 0]",
     "11:48 'range' of register 'id' goes from 10 down to 0; the lowest value must come first"},
    {"sign_bit: 15", "sign_bit: 16",
     "16:77 'sign_bit' of register 'goal_position' is 16; it must be between 1 and 15"},
    {"sign_bit: 15, ", "", "16:3 register 'goal_position' has no 'sign_bit'"},
    {"twos_complement", "twos_complement, sign_bit: 3",
     "17:78 register 'goal_velocity' has a 'sign_bit', but is not 'sign_magnitude'"},
    {"twos_complement", "twos_complement, magnitude_bits: 3",
     "17:84 register 'goal_velocity' has 'magnitude_bits', but is not 'sign_magnitude'"},
    {"sign_bit: 15", "sign_bit: 11, magnitude_bits: 10",
     "16:97 'magnitude_bits' of register 'goal_position' is 10; it must be between 11 and 15"},
    {"initial: 1, range: [0, 10]", "initial: 1, off: 256, range: [0, 10]",
     "11:46 'off' of register 'id' is 256; it must be between 0 and 255"},
    {"initial: 1, range: [0, 10]", "initial: 11, off: 12, range: [0, 10]",
     "11:38 'initial' of register 'id' is 11; it must be between 0 and 10"},
    {"range: [0, 10]", "range: [0, 10], longest_time: 11",
     "11:71 'longest_time' of register 'id' is 11; it must be between 1 and 10"},
    {"off: torque_enable=0", "off: []", "9:15 'off' of 'torque' has 0 steps; 1 to 8 are allowed"},
    {"off: torque_enable=0", "off: [torque_enable=0, torque=0]", "9:33 the family has no register 'torque'"},
    {"registers:\n", "store: mode=4\nregisters:\n", "10:8 register 'mode' does not take 4; it takes 0 … 3"},
    {"registers:\n", "notes: text\nregisters:\n",
     "10:8 'notes' of the device file is not a list of at most 20 texts"},
    {"aliases: [toy]", "reverses: velocity",
     "20:21 'reverses' of device 'TOY-1' is not a list of quantities, such as [position, velocity]"},
    {"twos_complement", "real",
     "17:3 register 'goal_velocity' holds real numbers in 2 bytes; it needs 4 or 8"},
    {"broadcast: 254", "broadcast: 10", "5:42 the broadcast id 10 is also an id of a servo"},
    {"lowest: 0, highest", "lowest: 11, highest", "5:6 ids from 11 down to 10; the lowest must come first"},
    {"57600: 1", "57600: 0", "6:25 code 0 is used for 9600 and 57600 baud"},
    {"57600: 1", "57600: 8", "6:25 register 'baud' does not take the code 8 of '57600'; it takes 0 … 7"},
    {"9600: 0", "9600.5: 0",
     "6:9 a number of bits a second in 'bauds' is '9600.5', not a whole number such as 12 or 0x0C"},
    {"position: 0", "position: 4",
     "7:19 register 'mode' does not take the code 4 of 'position'; it takes 0 … 3"},
    {"reverse: 1", "reverse: 0", "8:8 flag 'reverse' has the mask 0; a mask needs at least one bit"},
    {"first: 0, last", "first: 4096, last",
     "18:46 positions from 4096 to 4095; the first must be below the last"},
    {"centre: 2048", "centre: 5000", "18:46 the centre 5000 is not one of the positions 0 … 4095"},
    {"model_number: 7", "model_number: -7",
     "20:41 'model_number' of device 'TOY-1' is -7; it must be between 0 and 2147483648"},
    // units
    {"rev/min", "rev/mim",
     "17:74 unknown unit 'rev/mim' in 'unit' of register 'goal_velocity'; did you mean 'rev/min'?"},
    {"0.229 rev/min", "0.229",
     "17:74 'unit' of register 'goal_velocity' is '0.229', not a number, a space and a unit, such as '0.229 "
     "rev/min'"},
    {"0.229 rev/min", "-1 rev/min",
     "17:74 'unit' of register 'goal_velocity' is -1 rev/min; it must be above 0"},
    {"0.229 rev/min", "50 Hz",
     "17:74 'unit' of register 'goal_velocity' is 50 Hz, which is a rate; a register cannot hold a rate"},
    {"{aliases: [toy]", "{travel: 5 V",
     "20:19 'travel' of device 'TOY-1' is 5 V, which is a voltage; expected an angle"},
    // what refers to something
    {"off: torque_enable=0", "off: torque_enabel=0",
     "9:15 the family has no register 'torque_enabel'; did you mean 'torque_enable'?"},
    {"off: torque_enable=0", "off: torque_enable=2",
     "9:15 register 'torque_enable' does not take 2; it takes 0 … 1"},
    {"off: torque_enable=0", "off: none",
     "9:15 'off' of 'torque' is 'none', not a register and its value, such as 'torque_enable=0'"},
    {"{aliases: [toy]", "{remove: [goal_speed]", "20:20 the family has no register 'goal_speed' to remove"},
    {"address: 6, ", "address: 5, ", "12:3 register 'baud' of device 'TOY-1' shares bytes with 'id'"},
    {"{aliases: [toy]", "{registers: {goal_position: {range: [0, 1023]}}",
     "20:3 the last position 4095 of device 'TOY-1' does not fit into register 'goal_position'; it holds 0 … "
     "1023"},
    {"counts_per_turn: 4096, ", "",
     "20:3 device 'TOY-1' does not say how far it turns: 'counts_per_turn' is missing, or 'travel' with "
     "'positions' or 'pulses'"},
    {"{aliases: [toy]", "{pulses: {low: 2 ms, high: 1 ms, rate: 50 Hz, clock: 1 MHz}",
     "20:19 the low pulse must be shorter than the high one"},
    {"{aliases: [toy]", "{pulses: {low: 1 ms, high: 2 ms, rate: 1 kHz, clock: 1 MHz}",
     "20:19 the high pulse must be shorter than the time from pulse to pulse"},
    {"{aliases: [toy]", "{pulses: {low: 1 ms, high: 2 ms, rate: 50 Hz}", "20:19 'pulses' has no 'clock'"},
    {"family: toy\ntitle", "family: toy\ndevices: {}\ntitle", "20:1 'devices' occurs twice"},
    {"  TOY-1:", "  TOY: {model_number: 8}\n  TOY-1:",
     "21:3 device 'TOY-1' has the name 'TOY', which 'TOY' already has"},
    // what is no device file
    {"{first: 0, last", "&a {first: 0, last", "18:46 anchors (&) and aliases (*) are not read"},
    {"title: Toy", "title: !!str Toy", "2:8 tags such as 'tag:yaml.org,2002:str' are not read"},
    {"aliases: [toy]", "aliases: [toy", "20:41 this is not valid YAML: illegal flow end"},
    {"  TOY-1:", "\tTOY-1:", "20:7 this is not valid YAML: illegal map value"},
    {"Toy", "T\x04oy", "2:9 bad-encoding the text holds a control character"},
    {"Toy", "T\xFFoy", "2:9 bad-encoding this byte is not UTF-8"},
    {"  TOY-1:", "  ? [a, b]\n  :", "20:5 a key is a name, not a list"},
    {"devices:\n", "devices:\n---\n", "20:1 a file holds one document; this is a second one"},
};

TEST(BrokenDeviceFiles, areReportedAtTheirPlace) {
  for (const Mistake& mistake : kMistakes) {
    SCOPED_TRACE(std::string(mistake.replacement));
    const std::vector<std::string> messages = with(mistake.piece, mistake.replacement);
    EXPECT_TRUE(std::any_of(messages.begin(), messages.end(), [&](const std::string& m) {
      return m.starts_with(mistake.message);
    })) << ::testing::PrintToString(messages);
    EXPECT_LE(messages.size(), 2U) << ::testing::PrintToString(
        messages);  // a misspelt key is unknown, and the right one missing
  }
}

TEST(BrokenDeviceFiles, countColumnsInCodePoints) {
  EXPECT_THAT(with("{aliases: [toy]", "{aliases: [tøy…, 'ä'], alias: 1"),
              ElementsAre("20:33 device 'TOY-1' has no key 'alias'; did you mean 'aliases'?"));
  EXPECT_THAT(with("family: toy",
                   "\xEF\xBB\xBF"
                   "family: toy"),
              ElementsAre());
  EXPECT_THAT(with("family: toy\ntitle",
                   "\xEF\xBB\xBF"
                   "family: toy\r\ntitel"),
              ElementsAre("1:2 the device file has no 'title'",
                          "2:1 the device file has no key 'titel'; did you mean 'title'?"));
}

TEST(BrokenDeviceFiles, rangesCoverTheValue) {
  const DeviceReading dynamixel({"family: dynamixel\ndevices: {A: {travel: 'fi''ve deg'}, B: {travel: "
                                 "\"5\\\" deg\"}, C: {travel: 5  dg}}\n"},
                                {"dynamixel"});
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : dynamixel.diagnostics.sorted())
    texts.emplace_back(dynamixel.sources.text(diagnostic.range));
  EXPECT_THAT(texts, ElementsAre("'fi''ve deg'", "\"5\\\" deg\"", "5  dg"));
}

TEST(BrokenDeviceFiles, leaveTheOthersAlone) {
  const DeviceReading reading(
      {"family: dynamixel\ndevices:\n  BAD: {registers: {id: {size: 3}}}\n  GOOD: {}\n",
       "family: nothing\ndevices: {A: {}}\n", "- 1\n", ""});
  EXPECT_THAT(reading.messages(),
              ElementsAre("3:32 'size' of register 'id' is 3; a register has 1, 2, 4 or 8 bytes",
                          "1:9 there is no family 'nothing' to add devices to; a file that describes one "
                          "needs 'title', 'source', 'protocol' and 'registers'",
                          StartsWith("1:1 the device file has no keys; "), "1:1 the device file is empty"));
  EXPECT_EQ(reading.library.find("dynamixel", "BAD"), nullptr);
  EXPECT_NE(reading.library.find("dynamixel", "GOOD"), nullptr);
  EXPECT_NE(reading.library.find("dynamixel", "XM430-W350"), nullptr);
}

TEST(BrokenDeviceFiles, mayNotDescribeAFamilyAgain) {
  const DeviceReading reading(
      {"family: dynamixel\ntitle: mine\ndevices: {A: {}}\n", "family: dynamixl\ndevices: {A: {}}\n"},
      {"dynamixel", "dynamixl"});
  EXPECT_THAT(reading.messages(),
              ElementsAre("1:9 family 'dynamixel' is already described; a file that adds devices to it may "
                          "have only 'family' and 'devices'",
                          "1:9 there is no family 'dynamixl' to add devices to; did you mean 'dynamixel'?"));
}

TEST(BrokenDeviceFiles, tellASharedMistakeOnce) {
  const std::vector<std::string> messages = with("address: 6, ", "address: 5, ");
  EXPECT_EQ(messages.size(), 1U);
  EXPECT_THAT(
      with("address: 6, ", "address: x, "),
      ElementsAre("12:19 'address' of register 'baud' is 'x', not a whole number such as 12 or 0x0C"));
}

// Texts made to take memory or the stack.
TEST(HostileDeviceFiles, areRefused) {
  const std::string deep = "family: " + std::string(100'000, '[');
  EXPECT_THAT(DeviceReading({deep}, {"none"}).messages(),
              ElementsAre("1:15 input-limit lists and tables are nested deeper than 12"));
  std::string deep_block;
  for (int i = 0; i < 1000; ++i) deep_block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_THAT(DeviceReading({deep_block}, {"none"}).messages(),
              ElementsAre("13:13 input-limit lists and tables are nested deeper than 12"));
  std::string dashes = "family: toy\ndevices: ";
  for (int i = 0; i < 60'000; ++i) dashes += "\n- 1";
  EXPECT_THAT(DeviceReading({dashes}, {"none"}).messages(),
              ElementsAre(StartsWith("49998:3 input-limit the file has more than 50000 values")));
  EXPECT_THAT(DeviceReading({"a: &x [1, 2]\nb: [*x, *x]\n"}, {"none"}).messages(),
              ElementsAre("1:4 anchors (&) and aliases (*) are not read; write the value where it is used"));
  EXPECT_THAT(DeviceReading({"a: *x\n"}, {"none"}).messages(), ElementsAre(StartsWith("1:4 ")));
  const std::string large = "# " + std::string(kDeviceFileLimits.bytes, 'x') + "\n";
  EXPECT_THAT(DeviceReading({large}, {"none"}).messages(),
              ElementsAre(StartsWith("0:0 input-limit cannot read the device file")));
}

}  // namespace
}  // namespace romas
