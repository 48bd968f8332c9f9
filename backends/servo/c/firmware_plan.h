// The steps of the driver of --servo-format=firmware with each servo.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/servo/c/laid_rows.h"
#include "backends/servo/table/formats.h"

namespace romas {

constexpr std::uint32_t kNoDriverAddress = 0xFFFF;  // of a register that a servo does not have

// A value of a register, or of all registers of a command (LX-16A). Both addresses are numbers of exchanges
// in the protocol `layout`.
struct DriverStep {
  std::uint64_t value = 0;
  std::uint32_t address = 0, read = kNoDriverAddress;
  std::size_t size = 1;
  bool persistent = false;
  int bound = 0;     // 1: its value is the lower limit in counts, 2: the upper one, 3: both
  std::string what;  // for people
};

// What one packet speaks to in several servos. Servos of a group may share packets.
struct DriverGroup {
  std::size_t bus = 0;
  const ServoFamily* family = nullptr;
  std::uint32_t address = 0;
  std::size_t size = 0;
  bool bulk = false;  // the servos have it at different places
};

struct DrivenServo {
  const ServoEntry* entry = nullptr;
  bool spoken_to = false;
  std::vector<DriverStep> expects, offs, recoveries, settings, ons;
  std::optional<KnownRegister> goal;
  std::size_t goal_size = 0;
  std::uint32_t goal_address = 0, goal_read = kNoDriverAddress, state = 0;
  std::uint64_t fill = 0;
  std::size_t state_size = 0;
  std::size_t goal_group = 0, state_group = 0;  // numbers from 1 on; 0: none
};

struct DriverPlan {
  std::vector<DrivenServo> servos;  // in the order of the table
  std::vector<DriverGroup> goal_groups, state_groups;
  std::vector<LaidExchange> exchanges;  // with servos whose packets the device file lays out
  bool speaks_to_any() const;
  std::size_t step_count() const;
};
bool speaks(const DrivenServo& servo, ServoProtocol protocol);

// Microseconds that one exchange takes at most on the slowest bus of servos that the driver can speak to; 0:
// there is no such bus.
std::int64_t longest_exchange_us(const ServoTable& table);
// The time of a cycle in which all servos get goals and are read, at least 10 ms; in whole ms.
std::int64_t usual_cycle_us(const ServoTable& table);
// 100 ms, or more: a watchdog is not to stop servos while another one is asked in vain.
std::int64_t default_watchdog_ms(const ServoTable& table);

// Reports (RM1901) the servos that the driver does not speak to, and those that get no goals.
DriverPlan plan_driver(ServoFormatContext& context);

}  // namespace romas
