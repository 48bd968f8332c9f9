// Typed values from the tree of a device file. Every function reports an error at its place, and returns
// nothing then.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/servo/device_keys.h"
#include "frontend/servo/servo_units.h"
#include "frontend/yaml/reader.h"

namespace romas {

// Reports each problem once, although keys that devices share are checked for every device.
class DeviceFileProblems {
 public:
  explicit DeviceFileProblems(DiagnosticEngine& diagnostics) : diagnostics_(diagnostics) {}
  void report(SourceRange range, std::string message);
  // The number of problems, repeated ones included.
  std::size_t count() const { return count_; }
  DiagnosticEngine& engine() { return diagnostics_; }

 private:
  DiagnosticEngine& diagnostics_;
  std::set<std::pair<std::uint64_t, std::string>> reported_;
  std::size_t count_ = 0;
};

// A map with known keys: unknown keys, and a node that is no map, are reported at once.
class YamlMap {
 public:
  // `what` names it in messages ("register 'id'"). `name` is the place of its name, at which missing keys are
  // reported.
  YamlMap(const YamlNode& node, std::string what, SourceRange name, std::span<const DeviceKey> keys,
          DeviceFileProblems& problems);

  const YamlNode* find(DeviceKey key) const;
  // Reports a missing key.
  const YamlNode* require(DeviceKey key) const;
  // "'size' of register 'id'"
  std::string what(DeviceKey key) const;
  const std::string& name() const { return what_; }
  SourceRange place() const { return name_; }
  DeviceFileProblems& problems() const { return problems_; }

 private:
  const YamlNode& node_;
  std::string what_;
  SourceRange name_;
  DeviceFileProblems& problems_;
};

struct ServoAmount {
  const ServoUnit* unit = nullptr;
  double value = 0;  // in SI units of the unit's quantity, or in counts
};

std::optional<std::int64_t> read_whole(const YamlNode& node, const std::string& what, std::int64_t lowest,
                                       std::int64_t highest, DeviceFileProblems& problems);
std::optional<double> read_number(const YamlNode& node, const std::string& what,
                                  DeviceFileProblems& problems);
std::optional<bool> read_flag(const YamlNode& node, const std::string& what, DeviceFileProblems& problems);
inline constexpr std::size_t kMaxDeviceText = 1000;  // bytes
// A text of one line that is not empty.
std::optional<std::string> read_text(const YamlNode& node, const std::string& what,
                                     DeviceFileProblems& problems);
inline constexpr std::size_t kMaxDeviceTexts = 20;
// A list of such texts.
std::vector<std::string> read_texts(const YamlNode& node, const std::string& what,
                                    DeviceFileProblems& problems);
// A name of lower-case letters, digits and underscores.
std::optional<std::string> read_name(const YamlNode& node, const std::string& what,
                                     DeviceFileProblems& problems);
// The index of the value in `words`.
std::optional<std::size_t> read_word(const YamlNode& node, const std::string& what,
                                     std::span<const std::string_view> words, DeviceFileProblems& problems);
// One of the words of a type.
template <IsServoWord Word>
std::optional<Word> read_servo_word(const YamlNode& node, const std::string& what,
                                    DeviceFileProblems& problems) {
  const auto index = read_word(node, what, kServoWords<Word>, problems);
  return index ? std::optional(static_cast<Word>(*index)) : std::nullopt;
}
// A number and a unit.
std::optional<ServoAmount> read_amount(const YamlNode& node, const std::string& what,
                                       DeviceFileProblems& problems);
// An amount of this quantity that is above 0, in SI units.
std::optional<double> read_amount(const YamlNode& node, const std::string& what, ServoQuantity quantity,
                                  DeviceFileProblems& problems);

}  // namespace romas
