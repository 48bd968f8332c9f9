// Devices: the registers, units, ranges and protocols of servos on the market. Read from the device files
// (backends/servo/devices/*.yaml, and what a user adds); docs/servo-devices.md describes the files.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/servo/packet_layout.h"
#include "ir/servo/words.h"
#include "support/sources/source_manager.h"

namespace romas {

constexpr double kFullTurn = 2 * std::numbers::pi;  // rad

// The quantity that a register counts. The size of one count is in SI units: rad, rad/s, rad/s^2, A, N m, V,
// s, 1 (a part of the whole).
enum class ServoQuantity : std::uint8_t {
  none,
  angle,
  velocity,
  acceleration,
  current,
  torque,
  voltage,
  time,
  ratio
};

struct ServoRegister {
  std::string name;  // ours, the same for all families: "goal_position"; a servo's property of the same name
                     // is written here
  std::optional<KnownRegister> known;  // the same, where the code asks for it
  std::string label;                   // the maker's: "Goal Position"
  std::string key;     // where registers have names instead of numbers: "servopos.position_min"
  std::string packet;  // of the protocol `layout`: the packet that writes it; empty: kWriteLayout
  // The register, by its name, whose value this one always gets too: the deceleration is the acceleration.
  std::string follows;
  bool follows_negated = false;  // the value's negative: the braking current is minus the largest one
  std::uint32_t address = 0;
  // CiA 402; of a command's parameters (LX-16A) or a message's data (ODrive, VESC): the byte at which this
  // one begins. Of the protocol `layout`: what the field of this name holds.
  std::uint8_t subindex = 0;
  // Bytes from the registers of one id to those of the next, if one address serves many servos (the channels
  // of a chip).
  std::uint8_t stride = 0;
  std::uint32_t read_address = 0;  // LX-16A, layout: the command that reads what `address` writes; 0: none
  std::uint8_t size = 1;           // bytes
  ServoEncoding encoding = ServoEncoding::not_negative;
  std::uint8_t sign_bit = 0;  // of sign-magnitude: which bit is the sign
  // Bits of the magnitude, for sign-magnitude. Those that do not fit below the sign lie above it.
  std::uint8_t magnitude_bits = 0;
  ServoQuantity quantity = ServoQuantity::none;
  double unit = 0;  // what one count is, in SI units of the quantity; 0: a bare number
  bool writable = true;
  // It is no register of its own: it goes with every command, in the frame (ServoFrame).
  bool in_frame = false;
  bool persistent = false;              // EEPROM: survives power-off, and can be written with torque off only
  std::optional<std::int64_t> initial;  // as it leaves the factory
  std::int64_t lowest = 0, highest = 0;  // that it takes
  std::optional<std::int64_t> off;       // a value beyond these that switches its function off
  // The longest time in ms if a register of a profile holds one (ServoFlag::time_profile); 0: `highest`.
  std::int64_t longest_time = 0;
  // The meaning of 0: the smallest value, or the largest velocity or acceleration, or the shortest time. A
  // computed value must not become a 0 of the latter kind.
  enum class Zero : std::uint8_t { smallest, fastest, fastest_in_position } zero = Zero::smallest;
  std::string note;  // for people: what to know where it is written
  SourceRange range;

  bool takes(std::int64_t value) const { return (value >= lowest && value <= highest) || value == off; }

  // The bytes' value as a number, and back: two's complement or sign and magnitude in `size` bytes.
  std::int64_t decode(std::uint64_t raw) const;
  unsigned bits_above_sign() const { return magnitude_bits > sign_bit ? magnitude_bits - sign_bit : 0U; }
  bool is_fastest_at_zero(ServoMode mode) const;
  std::uint64_t encode(std::int64_t value) const;  // value within lowest … highest
};

// A name and the code that a register takes for it: the mode "extended_position" is 4. A family may have
// names that the code does not know.
template <IsServoWord Word>
struct ServoCode {
  std::string name;
  std::optional<Word> known;
  std::int64_t code = 0;
};

// The code of a word; null: there is none.
template <IsServoWord Word>
const ServoCode<Word>* find_code(const std::vector<ServoCode<Word>>& codes, Word word) {
  const auto found = std::find_if(codes.begin(), codes.end(),
                                  [&](const ServoCode<Word>& code) { return code.known == word; });
  return found == codes.end() ? nullptr : &*found;
}

// A register, by its name, and the value that it is to get: "torque_enable=0".
struct ServoAssignment {
  std::string target;
  std::int64_t value = 0;
  double real = 0;  // the same, of registers that hold a floating-point number
  friend bool operator==(const ServoAssignment&, const ServoAssignment&) = default;
};

// The properties that all devices of a family share.
struct ServoFamily {
  std::string name;    // "dynamixel": the word behind `servo`
  std::string title;   // "ROBOTIS DYNAMIXEL X, Protocol 2.0"
  std::string source;  // where the figures come from
  ServoProtocol protocol = ServoProtocol::dynamixel2;
  bool big_endian = false;
  bool even_parity = false;  // of the bytes on its serial line; false: they have no parity
  std::int64_t lowest_id = 0, highest_id = 0;
  std::int64_t broadcast_id = -1;  // -1: none
  // Motors that answer with CAN frames answer to the number of the host, or else to their own number plus
  // feedback_offset. -1 and 0: the family has no such frames.
  std::int64_t host_id = -1, feedback_offset = 0;
  // True: a bit of the servo (drive_mode) reverses a joint. False: the sign in the table does.
  bool reversed_by_servo = false;
  std::vector<std::pair<std::int64_t, std::int64_t>> bauds;  // bits a second, code
  std::vector<ServoCode<ServoMode>> modes;
  // The codes of `input_mode`, for drives whose mode has two parts: how goals are taken in each mode.
  std::vector<ServoCode<ServoMode>> input_modes;
  std::vector<ServoCode<ServoFlag>> flags;  // of the register drive_mode; the code is a mask
  // These assignments open and close persistent registers. Torque may take several steps.
  std::vector<ServoAssignment> torque_off, torque_on;
  std::optional<ServoAssignment> unlock, lock;
  std::optional<ServoAssignment> store;  // keeps what was written over a loss of power
  // Written with torque off when a servo that has shut down is taken back into service, before its settings.
  std::vector<ServoAssignment> recovery;
  // Settings with which a servo stops by itself when its host is silent; written with its other settings.
  std::vector<ServoAssignment> watchdog;
  // The servo stops by itself without such settings.
  bool stops_in_silence = false;
  // One packet reads several servos (SYNC READ); for the protocol `feetech`.
  bool reads_together = false;
  // The bits of an answer's error that blame the packet, for the protocols `feetech` and `layout`. The others
  // tell the servo's state.
  std::uint8_t packet_errors = 0;
  // Position mode ignores a homing offset beyond this many counts (RM1854); 0: no such bound.
  std::int64_t homing_bound = 0;
  // Beyond this many counts the maker's editions disagree about homing offsets (RM1864); 0: they do not.
  std::int64_t homing_sure = 0;
  // The position registers wrap at the end of a turn; a joint must not cross it in position mode (RM1855).
  bool has_seam = false;
  // The homing offset is subtracted from the reading rather than added to it.
  bool homing_subtracts = false;
  std::vector<std::string> notes;     // for people: what every table of such a servo has to say
  std::vector<PacketLayout> layouts;  // of the protocol `layout`
};

// The ranges of a frame that commands a motor with an impedance controller ("MIT mode"):
//   torque = kp (position - its own) + kd (velocity - its own) + torque
// at the output of the motor's gearbox. Position, velocity and torque go from minus these values to these,
// the gains from 0. Position 0: the device has no such frames.
struct ServoFrame {
  double position = 0;  // rad
  double velocity = 0;  // rad/s
  double torque = 0;    // N m
  double kp = 0;        // N m/rad
  double kd = 0;        // N m s/rad
};

struct ServoDevice {
  std::string name;                  // "XM430-W350"
  std::vector<std::string> aliases;  // other spellings
  std::size_t family = 0;            // in ServoDeviceLibrary::families
  std::optional<std::int64_t> model_number;
  std::vector<std::pair<std::int64_t, std::int64_t>> bauds;  // the family's that this device can do
  std::vector<ServoCode<ServoMode>> modes;                   // the family's, or the device's own
  // Counts of a position register for one turn of the output; 0: the servo's own property says.
  double counts_per_turn = 0;
  std::int64_t first_count = 0, last_count = 0, centre = 0;  // of position mode
  double travel = 0;  // rad: what the output turns from first_count to last_count
  double stall_torque = 0, no_load_speed = 0, stall_current = 0,
         voltage = 0;  // N m, rad/s, A at that voltage (V); 0: unknown
  ServoFrame frame;
  // The value of one code of each field, if codes are signed and 0 is no value; all 0: codes go from 0 for
  // the least value to all bits for the largest.
  ServoFrame steps;
  std::array<std::uint8_t, 5> frame_bits{};  // of the fields, by FrameField
  double gearbox = 0;  // turns of the rotor for one of the output, which the motor itself counts; 0: unknown
  // Pulses: seconds at both ends of the travel, pulses a second, and counts of the timer a second.
  double pulse_low = 0, pulse_high = 0, pulse_rate = 0, timer_clock = 0;
  std::int64_t homing_bound = -1;  // as ServoFamily::homing_bound; -1: the family's counts
  std::string doubtful;  // which of its figures are to be measured, and why (RM1864); empty: they are sure
  std::vector<std::string> notes;  // for people, after those of the family
  // The quantities whose sign changes with a joint that the servo itself reverses, as far as the maker says
  // so; the others are unknown.
  std::vector<ServoAspect> reverses;
  std::vector<ServoRegister> registers;  // the family's with the device's own changes, by address
  SourceRange range;

  // The register of this name; null: the device has none.
  const ServoRegister* find(KnownRegister name) const;
  const ServoRegister* find_named(std::string_view name) const;
};

struct ServoDeviceLibrary {
  std::vector<ServoFamily> families;
  std::vector<ServoDevice> devices;
  std::vector<std::string> family_names;  // of all families that there are, also those that were not read

  const ServoFamily* find_family(std::string_view name) const;
  // By name or alias, in any case; an empty name is the family's first device if it has but one.
  const ServoDevice* find(std::string_view family, std::string_view device) const;
  const ServoFamily& family_of(const ServoDevice& device) const { return families[device.family]; }
};

}  // namespace romas
