// One device of a family.
#include <algorithm>
#include <array>
#include <cmath>

#include "frontend/servo/device_layouts.h"
#include "frontend/servo/device_reader.h"
#include "ir/servo/frame.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array<DeviceKey, 18> kDeviceKeys = {
    DeviceKey::aliases,   DeviceKey::counts_per_turn, DeviceKey::positions, DeviceKey::travel,
    DeviceKey::ratings,   DeviceKey::pulses,          DeviceKey::modes,     DeviceKey::remove,
    DeviceKey::registers, DeviceKey::model_number,    DeviceKey::notes,     DeviceKey::doubtful,
    DeviceKey::reverses,  DeviceKey::frame,           DeviceKey::gearbox,   DeviceKey::steps,
    DeviceKey::rotor,     DeviceKey::homing};
constexpr std::array<DeviceKey, 3> kPositionKeys = {DeviceKey::first, DeviceKey::last, DeviceKey::centre};
constexpr std::array<DeviceKey, 4> kRatingKeys = {DeviceKey::voltage, DeviceKey::stall_torque,
                                                  DeviceKey::no_load_speed, DeviceKey::stall_current};
constexpr std::array<DeviceKey, 4> kPulseKeys = {DeviceKey::low, DeviceKey::high, DeviceKey::rate,
                                                 DeviceKey::clock};
constexpr std::array<DeviceKey, 5> kFrameKeys = {DeviceKey::position, DeviceKey::velocity, DeviceKey::torque,
                                                 DeviceKey::kp, DeviceKey::kd};
constexpr std::array<DeviceKey, 1> kHomingBoundKeys = {DeviceKey::bound};
constexpr std::size_t kMaxAliases = 20;
constexpr std::int64_t kMaxCount = std::int64_t{1} << 31;

class DeviceKeys {
 public:
  DeviceKeys(const YamlMap& map, ServoDeviceDraft& draft, DeviceFileProblems& problems)
      : map_(map), draft_(draft), device_(draft.device), problems_(problems) {}

  void read() {
    if (const YamlNode* aliases = map_.find(DeviceKey::aliases)) read_aliases(*aliases);
    if (const YamlNode* number = map_.find(DeviceKey::model_number)) {
      const auto value = read_whole(*number, map_.what(DeviceKey::model_number), 0, kMaxCount, problems_);
      if (value) device_.model_number = *value;
    }
    if (const YamlNode* counts = map_.find(DeviceKey::counts_per_turn)) read_counts(*counts);
    if (const YamlNode* positions = map_.find(DeviceKey::positions)) read_positions(*positions);
    if (const YamlNode* travel = map_.find(DeviceKey::travel))
      if (const auto value =
              read_amount(*travel, map_.what(DeviceKey::travel), ServoQuantity::angle, problems_)) {
        device_.travel = *value;
        draft_.has_travel = true;
      }
    if (const YamlNode* ratings = map_.find(DeviceKey::ratings)) read_ratings(*ratings);
    if (const YamlNode* pulses = map_.find(DeviceKey::pulses)) read_pulses(*pulses);
    if (const YamlNode* modes = map_.find(DeviceKey::modes))
      device_.modes = read_servo_codes<ServoMode>(*modes, map_.what(DeviceKey::modes), problems_);
    if (const YamlNode* notes = map_.find(DeviceKey::notes))
      device_.notes = read_texts(*notes, map_.what(DeviceKey::notes), problems_);
    if (const YamlNode* doubtful = map_.find(DeviceKey::doubtful))
      if (auto text = read_text(*doubtful, map_.what(DeviceKey::doubtful), problems_))
        device_.doubtful = std::move(*text);
    if (const YamlNode* reverses = map_.find(DeviceKey::reverses)) read_reverses(*reverses);
    if (const YamlNode* frame = map_.find(DeviceKey::frame)) read_fields(*frame, "'frame'", device_.frame);
    if (const YamlNode* steps = map_.find(DeviceKey::steps)) read_fields(*steps, "'steps'", device_.steps);
    if (const YamlNode* rotor = map_.find(DeviceKey::rotor))
      draft_.of_rotor = read_flag(*rotor, map_.what(DeviceKey::rotor), problems_).value_or(false);
    if (const YamlNode* homing = map_.find(DeviceKey::homing)) read_homing(*homing);
    if (const YamlNode* gearbox = map_.find(DeviceKey::gearbox))
      above_zero(*gearbox, map_.what(DeviceKey::gearbox), device_.gearbox);
  }

 private:
  void read_aliases(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::sequence) {
      problems_.report(node.range, concat(map_.what(DeviceKey::aliases),
                                          " is not a list of names, such as [XM430-W350-T, XM430-W350-R]"));
      return;
    }
    if (node.items.size() > kMaxAliases) {
      problems_.report(node.range,
                       concat(map_.what(DeviceKey::aliases), " has more than ", kMaxAliases, " names"));
      return;
    }
    device_.aliases.clear();
    for (const YamlNode& item : node.items)
      if (auto text = read_text(item, "an alias", problems_)) device_.aliases.push_back(std::move(*text));
  }

  void read_reverses(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::sequence) {
      problems_.report(node.range, concat(map_.what(DeviceKey::reverses),
                                          " is not a list of quantities, such as [position, velocity]"));
      return;
    }
    device_.reverses.clear();
    for (const YamlNode& item : node.items)
      if (const auto word = read_servo_word<ServoAspect>(item, "what a servo reverses", problems_))
        device_.reverses.push_back(*word);
  }

  void read_counts(const YamlNode& node) {
    if (node.text == "open" && !node.quoted) {
      draft_.counts_per_turn = 0;
      return;
    }
    const auto value = read_number(node, map_.what(DeviceKey::counts_per_turn), problems_);
    if (value && *value <= 0)
      problems_.report(node.range, concat(map_.what(DeviceKey::counts_per_turn), " is ", node.text,
                                          "; it must be above 0, or 'open'"));
    if (value && *value > 0) draft_.counts_per_turn = *value;
  }

  void read_positions(const YamlNode& node) {
    const YamlMap positions(node, "'positions'", node.range, kPositionKeys, problems_);
    const auto count = [&](DeviceKey key) -> std::optional<std::int64_t> {
      const YamlNode* found = positions.require(key);
      return found == nullptr ? std::nullopt
                              : read_whole(*found, positions.what(key), -kMaxCount, kMaxCount, problems_);
    };
    const auto first = count(DeviceKey::first);
    const auto last = count(DeviceKey::last);
    const auto centre = count(DeviceKey::centre);
    if (!first || !last || !centre) return;
    if (*first >= *last) {
      problems_.report(
          node.range, concat("positions from ", *first, " to ", *last, "; the first must be below the last"));
    } else if (*centre < *first || *centre > *last) {
      problems_.report(node.range,
                       concat("the centre ", *centre, " is not one of the positions ", *first, " … ", *last));
    }
    device_.first_count = *first;
    device_.last_count = *last;
    device_.centre = *centre;
    draft_.has_positions = true;
  }

  void amount(const YamlMap& map, DeviceKey key, ServoQuantity quantity, double& into,
              bool required = false) {
    const YamlNode* node = required ? map.require(key) : map.find(key);
    if (node == nullptr) return;
    if (const auto value = read_amount(*node, map.what(key), quantity, problems_)) into = *value;
  }

  void read_ratings(const YamlNode& node) {
    const YamlMap ratings(node, "'ratings'", node.range, kRatingKeys, problems_);
    amount(ratings, DeviceKey::voltage, ServoQuantity::voltage, device_.voltage, true);
    amount(ratings, DeviceKey::stall_torque, ServoQuantity::torque, device_.stall_torque);
    amount(ratings, DeviceKey::no_load_speed, ServoQuantity::velocity, device_.no_load_speed);
    amount(ratings, DeviceKey::stall_current, ServoQuantity::current, device_.stall_current);
  }

  void above_zero(const YamlNode& node, const std::string& what, double& into) {
    const auto value = read_number(node, what, problems_);
    if (value && *value <= 0)
      problems_.report(node.range, concat(what, " is ", node.text, "; it must be above 0"));
    if (value && *value > 0) into = *value;
  }

  void read_homing(const YamlNode& node) {
    const YamlMap homing(node, "'homing'", node.range, kHomingBoundKeys, problems_);
    if (const YamlNode* bound = homing.require(DeviceKey::bound))
      device_.homing_bound =
          read_whole(*bound, homing.what(DeviceKey::bound), 0, kMaxCount, problems_).value_or(-1);
  }

  // Keys that a device omits keep the values of its family's defaults; each has one in the end.
  void read_fields(const YamlNode& node, std::string what, ServoFrame& fields) {
    const YamlMap frame(node, std::move(what), node.range, kFrameKeys, problems_);
    amount(frame, DeviceKey::position, ServoQuantity::angle, fields.position, fields.position == 0);
    amount(frame, DeviceKey::velocity, ServoQuantity::velocity, fields.velocity, fields.velocity == 0);
    amount(frame, DeviceKey::torque, ServoQuantity::torque, fields.torque, fields.torque == 0);
    const auto gain = [&](DeviceKey key, double& into) {
      const YamlNode* found = into == 0 ? frame.require(key) : frame.find(key);
      if (found != nullptr) above_zero(*found, frame.what(key), into);
    };
    gain(DeviceKey::kp, fields.kp);
    gain(DeviceKey::kd, fields.kd);
  }

  // Keys that a device omits keep the values of its family's defaults.
  void read_pulses(const YamlNode& node) {
    const YamlMap pulses(node, "'pulses'", node.range, kPulseKeys, problems_);
    const std::size_t before = problems_.count();
    amount(pulses, DeviceKey::low, ServoQuantity::time, device_.pulse_low, device_.pulse_low == 0);
    amount(pulses, DeviceKey::high, ServoQuantity::time, device_.pulse_high, device_.pulse_high == 0);
    amount(pulses, DeviceKey::rate, ServoQuantity::none, device_.pulse_rate, device_.pulse_rate == 0);
    amount(pulses, DeviceKey::clock, ServoQuantity::none, device_.timer_clock, device_.timer_clock == 0);
    if (problems_.count() != before) return;
    if (device_.pulse_low >= device_.pulse_high) {
      problems_.report(node.range, "the low pulse must be shorter than the high one");
    } else if (device_.pulse_high * device_.pulse_rate >= 1) {
      problems_.report(node.range, "the high pulse must be shorter than the time from pulse to pulse");
    }
  }

  const YamlMap& map_;
  ServoDeviceDraft& draft_;
  ServoDevice& device_;
  DeviceFileProblems& problems_;
};

// The bits of the fields, and ranges and steps as the output of the gearbox has them.
void finish_frame(const YamlMap& map, ServoDeviceDraft& draft, const ServoFamily& family,
                  DeviceFileProblems& problems) {
  ServoDevice& device = draft.device;
  if (!has_frame(device)) return;
  const auto bits = frame_bits_of(family);
  if (!bits) {
    problems.report(map.place(), concat(map.name(), " has a 'frame', but the family's 'packets' have no '",
                                        kCommandLayout, "' with position, velocity, kp, kd and torque"));
    return;
  }
  device.frame_bits = *bits;
  if (!draft.of_rotor) return;
  if (device.gearbox == 0) {
    problems.report(map.place(), concat(map.name(), " counts turns of its 'rotor', but has no 'gearbox'"));
    return;
  }
  device.frame = at_output(device.frame, device.gearbox);
  device.steps = at_output(device.steps, device.gearbox);
}

// Counts per turn: those of the frame's codes, else as given, else from the travel and the pulses, else from
// the travel and the positions.
void finish_counts(const YamlMap& map, ServoDeviceDraft& draft, DeviceFileProblems& problems) {
  ServoDevice& device = draft.device;
  if (has_frame(device)) {
    const FrameScale scale = frame_scale(device, FrameField::position);
    device.first_count = scale.lowest;
    device.last_count = scale.highest;
    device.centre = static_cast<std::int64_t>(std::ceil(scale.middle));
    device.counts_per_turn = kFullTurn / scale.unit;
    device.travel = 2 * device.frame.position;
    return;
  }
  const double span = static_cast<double>(device.last_count - device.first_count);
  if (draft.counts_per_turn) {
    device.counts_per_turn = *draft.counts_per_turn;
  } else if (draft.has_travel && device.pulse_high > 0) {
    device.counts_per_turn =
        (device.pulse_high - device.pulse_low) * device.timer_clock / device.travel * kFullTurn;
  } else if (draft.has_travel && draft.has_positions) {
    device.counts_per_turn = span / device.travel * kFullTurn;
  } else {
    problems.report(map.place(), concat(map.name(),
                                        " does not say how far it turns: 'counts_per_turn' is missing, or "
                                        "'travel' with 'positions' or 'pulses'"));
    return;
  }
  if (draft.has_travel || !draft.has_positions || device.counts_per_turn == 0) return;
  device.travel = span / device.counts_per_turn * kFullTurn;
}

void remove_registers(const YamlNode& node, const std::string& what,
                      std::vector<ServoRegisterDraft>& registers, DeviceFileProblems& problems) {
  if (node.kind != YamlNode::Kind::sequence) {
    problems.report(node.range, concat(what, " is not a list of registers, such as [current_limit]"));
    return;
  }
  for (const YamlNode& item : node.items) {
    const auto name = read_name(item, "a register to remove", problems);
    if (!name) continue;
    const ServoRegisterDraft* found = find_register(registers, *name);
    if (found == nullptr) {
      problems.report(item.range, concat("the family has no register '", *name, "' to remove",
                                         nearest_register(*name, registers)));
    } else {
      registers.erase(registers.begin() + (found - registers.data()));
    }
  }
}

// Reports registers that cannot hold the device's model number or positions.
void check_device(const YamlMap& map, ServoDeviceDraft& draft, DeviceFileProblems& problems) {
  const ServoDevice& device = draft.device;
  const auto check = [&](KnownRegister reg, std::int64_t value, std::string_view what) {
    const std::string_view name = to_string(reg);
    const ServoRegisterDraft* found = find_register(draft.registers, name);
    if (found == nullptr) return;
    const auto [lowest, highest] = found->range.value_or(found->holdable());
    if (value < lowest || value > highest)
      problems.report(map.place(),
                      concat("the ", what, " ", value, " of ", map.name(), " does not fit into register '",
                             name, "'; it holds ", lowest, " … ", highest));
  };
  if (device.model_number) check(KnownRegister::model_number, *device.model_number, "model number");
  if (draft.has_positions) {
    check(KnownRegister::goal_position, device.first_count, "first position");
    check(KnownRegister::goal_position, device.last_count, "last position");
  }
}

}  // namespace

void read_device_keys(const YamlMap& map, ServoDeviceDraft& draft, DeviceFileProblems& problems) {
  DeviceKeys(map, draft, problems).read();
}

std::optional<ServoDevice> read_servo_device(const YamlNode& key, const YamlNode& node,
                                             const ServoFamilyDraft& family, DeviceFileProblems& problems) {
  const std::size_t before = problems.count();
  const auto name = read_text(key, "the name of a device", problems);
  if (!name) return std::nullopt;
  const YamlMap map(node, concat("device '", *name, "'"), key.range, kDeviceKeys, problems);
  ServoDeviceDraft draft = family.defaults;
  draft.device.name = *name;
  draft.device.range = key.range;
  draft.device.modes =
      family.defaults.device.modes.empty() ? family.family.modes : family.defaults.device.modes;
  read_device_keys(map, draft, problems);
  if (const YamlNode* removed = map.find(DeviceKey::remove))
    remove_registers(*removed, map.what(DeviceKey::remove), draft.registers, problems);
  if (const YamlNode* registers = map.find(DeviceKey::registers))
    read_servo_registers(*registers, family.family.protocol, draft.registers, problems);
  if (problems.count() != before) return std::nullopt;
  if (const YamlNode* modes = map.find(DeviceKey::modes))
    check_servo_codes(*modes, KnownRegister::mode, draft.registers, problems);
  check_packet_layouts(key.range, family.family.layouts, draft.registers, problems);
  finish_frame(map, draft, family.family, problems);
  if (problems.count() != before) return std::nullopt;
  finish_counts(map, draft, problems);
  check_device(map, draft, problems);
  check_leaders(draft.registers, map.name(), problems);
  check_overlaps(draft.registers, family.family.protocol, map.name(), problems);
  if (problems.count() != before) return std::nullopt;
  ServoDevice& device = draft.device;
  for (const ServoRegisterDraft& reg : draft.registers)
    device.registers.push_back(reg.finish(device.counts_per_turn, device.frame));
  std::stable_sort(device.registers.begin(), device.registers.end(),
                   [](const ServoRegister& a, const ServoRegister& b) {
                     return std::pair(a.address, a.subindex) < std::pair(b.address, b.subindex);
                   });
  const ServoRegister* baud = device.find(KnownRegister::baud);
  for (const auto& [bits, code] : family.family.bauds)
    if (baud == nullptr || (code >= baud->lowest && code <= baud->highest))
      device.bauds.emplace_back(bits, code);
  return std::move(draft.device);
}

}  // namespace romas
