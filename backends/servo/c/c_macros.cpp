#include "backends/servo/c/c_macros.h"

#include <algorithm>
#include <array>
#include <set>

#include "backends/servo/c/integer_tables.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Of --servo-format=firmware and supervisor, whose files include the tables.
constexpr std::array<std::string_view, 63> kDriverMacros = {"DRIVER_H",
                                                            "TRIES",
                                                            "ANSWER_US",
                                                            "STORE_US",
                                                            "REBOOT_US",
                                                            "WATCHDOG_MS",
                                                            "BEYOND",
                                                            "STATUS_OK",
                                                            "STATUS_OFF",
                                                            "STATUS_LEFT_OUT",
                                                            "STATUS_NO_ANSWER",
                                                            "STATUS_GARBLED",
                                                            "STATUS_LINE",
                                                            "STATUS_OTHER_SERVO",
                                                            "STATUS_REFUSED",
                                                            "STATUS_NOT_TAKEN",
                                                            "STATUS_BEYOND_LIMITS",
                                                            "STATUS_HARDWARE",
                                                            "STATUS_WATCHDOG",
                                                            "VALUES",
                                                            "LONGEST",
                                                            "NOWHERE",
                                                            "ALONE",
                                                            "WATCHDOG_VALUE",
                                                            "INCOMPLETE",
                                                            "NO_PACKET",
                                                            "DAMAGED",
                                                            "STATUS_CHECK",
                                                            "UNSUPERVISED",
                                                            "SUPERVISOR_H",
                                                            "PERIOD_US",
                                                            "LATE_US",
                                                            "STALE",
                                                            "CHECKS",
                                                            "STATE_READY",
                                                            "STATE_RUNNING",
                                                            "STATE_STOPPING",
                                                            "STATE_HOLDING",
                                                            "STATE_FAULT",
                                                            "FAULT_NONE",
                                                            "FAULT_NO_ANSWER",
                                                            "FAULT_LATE",
                                                            "FAULT_RANGE",
                                                            "FAULT_VELOCITY",
                                                            "FAULT_JUMP",
                                                            "FAULT_STALE",
                                                            "FAULT_TARGET",
                                                            "FAULT_RATE",
                                                            "FAULT_TRACKING",
                                                            "FAULT_SERVO",
                                                            "FAULT_LINE",
                                                            "FAULT_LINE_SIZE",
                                                            "BY_POSITION",
                                                            "BY_VELOCITY",
                                                            "BY_CURRENT",
                                                            "BY_NOTHING",
                                                            "NOISE",
                                                            "STOP_TICKS",
                                                            "REST_TICKS",
                                                            "BLIND_US",
                                                            "LATEST",
                                                            "MOST_TICKS",
                                                            "FIRST_TICKS"};

class MacroNames {
 public:
  explicit MacroNames(const std::vector<std::string>& taken) : taken_(taken.begin(), taken.end()) {}

  void take(std::string name) { taken_.insert(std::move(name)); }

  // The base, with a number behind it if necessary, so that it is free with every suffix.
  std::string add(const std::string& base, std::initializer_list<std::string_view> endings) {
    std::string name = base;
    const auto meets = [&](std::string_view ending) { return taken_.contains(concat(name, ending)); };
    for (int k = 2; std::any_of(endings.begin(), endings.end(), meets); ++k) name = concat(base, "_", k);
    for (const std::string_view ending : endings) take(concat(name, ending));
    return name;
  }

 private:
  std::set<std::string> taken_;
};

}  // namespace

CMacros make_c_macros(const ServoTable& table, const std::vector<std::string>& taken) {
  CMacros names;
  names.macro = upper_case(table.name);
  MacroNames macros(taken);
  for (const char* own : {"SERVO_COUNT",    "JOINT_COUNT",
                          "WRITE_COUNT",    "SERVOS_H",
                          "FLASH",          "IN_FLASH",
                          "LOAD",           "ASSERT",
                          "NOT_NEGATIVE",   "TWOS_COMPLEMENT",
                          "SIGN_MAGNITUDE", "MAGNITUDE",
                          "REGISTER_KINDS", "MIT_ENABLE",
                          "MIT_DISABLE",    "MIT_ZERO",
                          "MIT_CLEAR",      "MIT_NO_TEMPERATURE",
                          "PACKET_BYTES",   "TRAJECTORY_H",
                          "LONGEST_TIME",   "MILLION",
                          "PLACES",         "MOST_COEFFICIENT",
                          "MOST_RATE"})
    macros.take(concat(names.macro, "_", own));
  for (const std::string_view own : kDriverMacros) macros.take(concat(names.macro, "_", own));
  for (const KnownRegister kind : kCountedRegisters)
    macros.take(concat(names.macro, "_", upper_case(to_string(kind))));
  for (const std::string_view protocol : kServoWords<ServoProtocol>)
    macros.take(concat(names.macro, "_PROTOCOL_", upper_case(protocol)));
  for (const ServoEntry& entry : table.entries)
    names.servos.push_back(macros.add(concat(names.macro, "_", upper_case(entry.identifier)),
                                      {"", "_ID", "_LOWER", "_UPPER", "_HOME"}));
  for (const std::string& identifier : table.joint_identifiers)
    names.joints.push_back(macros.add(concat(names.macro, "_Q_", upper_case(identifier)), {""}));
  return names;
}

std::string protocol_macros(std::string_view prefix) {
  std::string text;
  for (std::size_t i = 0; i < kServoWords<ServoProtocol>.size(); ++i)
    text +=
        concat("#define ", prefix, "_PROTOCOL_", upper_case(kServoWords<ServoProtocol>[i]), " ", i, "U\n");
  return text;
}

std::string register_macros(std::string_view prefix) {
  std::string text;
  for (std::size_t i = 0; i < kCountedRegisters.size(); ++i)
    text += concat("#define ", prefix, "_", upper_case(to_string(kCountedRegisters[i])), " ", i, "U\n");
  return text + concat("#define ", prefix, "_REGISTER_KINDS ", kCountedRegisters.size(), "U\n");
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return upper;
}

std::string int32_literal(std::int64_t value) {
  // -2147483648 is the negation of a literal that does not fit into int32_t.
  if (value <= INT32_MIN) return "(-2147483647 - 1)";
  return concat(std::min<std::int64_t>(value, INT32_MAX));
}

std::string int64_literal(std::int64_t value) { return concat("INT64_C(", value, ")"); }

}  // namespace romas
