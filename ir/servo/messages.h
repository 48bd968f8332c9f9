// Drives on CAN that take several values in one message.
#pragma once

#include "ir/servo/words.h"

namespace romas {

// Whether registers of one address are the values of one message: ServoRegister::subindex is the byte at
// which a value begins.
constexpr bool has_messages(ServoProtocol protocol) {
  return protocol == ServoProtocol::odrive || protocol == ServoProtocol::vesc;
}

}  // namespace romas
