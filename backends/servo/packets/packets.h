// Packets: the bytes on the wire that write and read a servo's registers.
//
//   dynamixel2  an instruction packet of DYNAMIXEL Protocol 2.0
//   feetech     an instruction packet of Feetech's STS and SCS servos (ServoFamily::big_endian counts)
//   lx16a       a command packet of the LX-16A
//   pca9685     an I2C transfer: the address byte of the board, the register, the values; 0x40 + id / 16 is
//               the board, id % 16 the channel. The chip must count registers on by itself (MODE1, AI).
//               In a read the board's address stands again, for the
//               repeated start.
//   cia402      a CAN frame: the identifier (0x600 + node) low byte first, then eight bytes of an expedited
//               SDO transfer
//   damiao      a CAN frame as above, of the motor's own identifier or, for parameters, of 0x7FF
//   robstride   a CAN frame with an identifier of 29 bits: four bytes of it, low byte first, then eight bytes
//   odrive      a CAN frame of CANSimple: an identifier of 11 bits, eight bytes
//   vesc        a CAN frame with an identifier of 29 bits and up to eight bytes
//   simplefoc   a line of text for the commander of the motor's program
//   layout      what the device file says: a packet of a serial line, or a CAN frame as above
//   timer, moteus  nothing: there is no bus, or values go as text
//
// The packet is empty if the protocol cannot express the write: an address beyond 255 to a Feetech servo,
// eight bytes in an SDO.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/servo/plan.h"

namespace romas {

constexpr std::int64_t kPca9685Channels = 16;  // of one board

using ServoPacket = std::vector<std::uint8_t>;

struct ServoWrite {
  const ServoRegister* reg = nullptr;
  std::int64_t value = 0;  // lowest … highest of the register
};

// One register. A command of the LX-16A with several values needs all of them: use write_packets.
ServoPacket write_packet(const ServoFamily& family, std::int64_t id, const ServoRegister& reg,
                         std::int64_t value);
// Packets for writes to registers of the device, in the order given. Values of one command of the LX-16A
// share a packet, at the place of the first of them, until one of them is written again. A value that is not
// given is the one written before, else the factory value (ServoRegister::initial), else 0. A command that
// has the goal in it is left out where the goal is not among its writes, because it would move the servo.
std::vector<ServoPacket> write_packets(const ServoFamily& family, const ServoDevice& device, std::int64_t id,
                                       std::span<const ServoWrite> writes);
// A setting of a planned servo, also of a register that holds a real number. Empty as above.
ServoPacket setting_packet(const PlannedServo& plan, const ServoSetting& setting);
// Registers of messages (message_packets.h) go together; alone a setting has a packet where its message holds
// nothing else.
ServoPacket reading_packet(const PlannedServo& plan, const ServoRegister& reg);
// The bytes of a setting's value, as its register holds them, low byte lowest: those of a real number are its
// IEEE 754 form.
std::uint64_t setting_bits(const ServoSetting& setting);
// Bytes of a packet that are the identifier of a CAN frame; 0: the protocol has none, or the packet's layout
// says it.
std::size_t can_identifier_size(ServoProtocol protocol);

ServoPacket read_packet(const ServoFamily& family, std::int64_t id, const ServoRegister& reg);

// CRC-16 with polynomial x^16 + x^15 + x^2 + 1, most significant bit first, from 0: the last two bytes of a
// DYNAMIXEL packet.
std::uint16_t dynamixel_crc(std::span<const std::uint8_t> bytes);

}  // namespace romas
