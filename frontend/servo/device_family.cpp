// Reads the properties that all devices of a family share.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "frontend/servo/device_layouts.h"
#include "frontend/servo/device_reader.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array<std::string_view, 2> kByteOrders = {"little", "big"};
constexpr std::array<std::string_view, 2> kParities = {"none", "even"};
constexpr std::array<std::string_view, 2> kReversals = {"table", "servo"};
constexpr std::array<std::string_view, 2> kSilences = {"goes_on", "stops"};
constexpr std::array<DeviceKey, 5> kIdKeys = {DeviceKey::lowest, DeviceKey::highest, DeviceKey::broadcast,
                                              DeviceKey::host, DeviceKey::feedback};
constexpr std::array<DeviceKey, 2> kTorqueKeys = {DeviceKey::off, DeviceKey::on};
constexpr std::array<DeviceKey, 2> kLockKeys = {DeviceKey::open, DeviceKey::close};
constexpr std::array<DeviceKey, 3> kHomingKeys = {DeviceKey::bound, DeviceKey::subtracts, DeviceKey::sure};
constexpr std::array<DeviceKey, 16> kDefaultKeys = {
    DeviceKey::aliases, DeviceKey::counts_per_turn, DeviceKey::positions, DeviceKey::travel,
    DeviceKey::ratings, DeviceKey::pulses,          DeviceKey::modes,     DeviceKey::model_number,
    DeviceKey::notes,   DeviceKey::doubtful,        DeviceKey::reverses,  DeviceKey::frame,
    DeviceKey::gearbox, DeviceKey::steps,           DeviceKey::rotor,     DeviceKey::homing};
constexpr std::size_t kMaxSteps = 8;  // of torque
constexpr std::int64_t kMaxId = 65535;
constexpr std::int64_t kMaxBaud = 100'000'000;

class FamilyReader {
 public:
  FamilyReader(const YamlMap& map, ServoFamilyDraft& draft, DeviceFileProblems& problems)
      : map_(map), draft_(draft), family_(draft.family), problems_(problems) {}

  void read() {
    read_words();
    if (const YamlNode* ids = map_.find(DeviceKey::ids)) read_ids(*ids);
    if (const YamlNode* bauds = map_.find(DeviceKey::bauds)) read_bauds(*bauds);
    if (const YamlNode* modes = map_.find(DeviceKey::modes))
      family_.modes = read_servo_codes<ServoMode>(*modes, map_.what(DeviceKey::modes), problems_);
    if (const YamlNode* inputs = map_.find(DeviceKey::input_modes))
      family_.input_modes =
          read_servo_codes<ServoMode>(*inputs, map_.what(DeviceKey::input_modes), problems_);
    if (const YamlNode* flags = map_.find(DeviceKey::flags)) read_flags(*flags);
    if (const YamlNode* homing = map_.find(DeviceKey::homing)) read_homing(*homing);
    if (const YamlNode* seam = map_.find(DeviceKey::seam))
      if (const auto flag = read_flag(*seam, map_.what(DeviceKey::seam), problems_)) family_.has_seam = *flag;
    if (const YamlNode* notes = map_.find(DeviceKey::notes))
      family_.notes = read_texts(*notes, map_.what(DeviceKey::notes), problems_);
    read_answers();
    const std::size_t before = problems_.count();
    if (const YamlNode* registers = map_.require(DeviceKey::registers))
      read_servo_registers(*registers, family_.protocol, draft_.defaults.registers, problems_);
    read_packets(before == problems_.count());
    read_gates(before == problems_.count());
    if (const YamlNode* defaults = map_.find(DeviceKey::defaults)) {
      const YamlMap map(*defaults, "'defaults'", defaults->range, kDefaultKeys, problems_);
      read_device_keys(map, draft_.defaults, problems_);
    }
  }

 private:
  void read_packets(bool registers_good) {
    const YamlNode* packets = map_.find(DeviceKey::packets);
    if (family_.protocol != ServoProtocol::layout) {
      if (packets != nullptr)
        problems_.report(packets->range, concat("'packets' belongs to the protocol 'layout', not to '",
                                                to_string(family_.protocol), "'"));
      return;
    }
    if (packets == nullptr) {
      map_.require(DeviceKey::packets);
      return;
    }
    family_.layouts = read_packet_layouts(*packets, problems_);
    if (registers_good)
      check_packet_layouts(packets->range, family_.layouts, draft_.defaults.registers, problems_);
  }

  void read_words() {
    if (const YamlNode* title = map_.require(DeviceKey::title))
      if (auto text = read_text(*title, map_.what(DeviceKey::title), problems_))
        family_.title = std::move(*text);
    if (const YamlNode* source = map_.require(DeviceKey::source))
      if (auto text = read_text(*source, map_.what(DeviceKey::source), problems_))
        family_.source = std::move(*text);
    if (const YamlNode* protocol = map_.require(DeviceKey::protocol))
      if (const auto word =
              read_servo_word<ServoProtocol>(*protocol, map_.what(DeviceKey::protocol), problems_))
        family_.protocol = *word;
    if (const YamlNode* order = map_.find(DeviceKey::byte_order))
      if (const auto index = read_word(*order, map_.what(DeviceKey::byte_order), kByteOrders, problems_))
        family_.big_endian = *index == 1;
    if (const YamlNode* parity = map_.find(DeviceKey::parity))
      if (const auto index = read_word(*parity, map_.what(DeviceKey::parity), kParities, problems_))
        family_.even_parity = *index == 1;
    if (const YamlNode* reversal = map_.find(DeviceKey::reversal))
      if (const auto index = read_word(*reversal, map_.what(DeviceKey::reversal), kReversals, problems_))
        family_.reversed_by_servo = *index == 1;
    if (const YamlNode* silence = map_.find(DeviceKey::silence))
      if (const auto index = read_word(*silence, map_.what(DeviceKey::silence), kSilences, problems_))
        family_.stops_in_silence = *index == 1;
  }

  void read_ids(const YamlNode& node) {
    const YamlMap ids(node, "'ids'", node.range, kIdKeys, problems_);
    const auto id = [&](DeviceKey key, bool required) -> std::optional<std::int64_t> {
      const YamlNode* found = required ? ids.require(key) : ids.find(key);
      return found == nullptr ? std::nullopt : read_whole(*found, ids.what(key), 0, kMaxId, problems_);
    };
    const auto lowest = id(DeviceKey::lowest, true);
    const auto highest = id(DeviceKey::highest, true);
    const auto broadcast = id(DeviceKey::broadcast, false);
    const auto host = id(DeviceKey::host, false);
    const auto feedback = id(DeviceKey::feedback, false);
    if (host && feedback)
      problems_.report(ids.find(DeviceKey::feedback)->range,
                       "a motor answers to a 'host', or to a number of its own ('feedback'), not to both");
    family_.host_id = host.value_or(-1);
    family_.feedback_offset = feedback.value_or(0);
    if (!lowest || !highest) return;
    if (*lowest > *highest)
      problems_.report(node.range,
                       concat("ids from ", *lowest, " down to ", *highest, "; the lowest must come first"));
    if (broadcast && *broadcast >= *lowest && *broadcast <= *highest)
      problems_.report(ids.find(DeviceKey::broadcast)->range,
                       concat("the broadcast id ", *broadcast, " is also an id of a servo"));
    family_.lowest_id = *lowest;
    family_.highest_id = *highest;
    family_.broadcast_id = broadcast.value_or(-1);
  }

  void read_bauds(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::mapping) {
      problems_.report(node.range,
                       "'bauds' is not a map from bits per second to codes, such as {9600: 0, 57600: 1}");
      return;
    }
    for (const auto& [key, value] : node.entries) {
      const auto baud = read_whole(key, "a number of bits a second in 'bauds'", 1, kMaxBaud, problems_);
      const auto code = read_whole(value, concat("the code of ", key.text, " baud"), 0,
                                   std::numeric_limits<std::int64_t>::max(), problems_);
      if (!baud || !code) continue;
      for (const auto& [other, other_code] : family_.bauds) {
        if (other == *baud) problems_.report(key.range, concat(*baud, " baud occurs twice"));
        if (other_code == *code)
          problems_.report(value.range,
                           concat("code ", *code, " is used for ", other, " and ", *baud, " baud"));
      }
      family_.bauds.emplace_back(*baud, *code);
    }
  }

  void read_flags(const YamlNode& node) {
    family_.flags = read_servo_codes<ServoFlag>(node, map_.what(DeviceKey::flags), problems_);
    for (const ServoCode<ServoFlag>& flag : family_.flags)
      if (flag.code <= 0)
        problems_.report(node.range, concat("flag '", flag.name, "' has the mask ", flag.code,
                                            "; a mask needs at least one bit"));
  }

  void read_homing(const YamlNode& node) {
    const YamlMap homing(node, "'homing'", node.range, kHomingKeys, problems_);
    if (const YamlNode* bound = homing.find(DeviceKey::bound))
      family_.homing_bound = read_whole(*bound, homing.what(DeviceKey::bound), 0,
                                        std::numeric_limits<std::int32_t>::max(), problems_)
                                 .value_or(0);
    if (const YamlNode* sure = homing.find(DeviceKey::sure))
      family_.homing_sure = read_whole(*sure, homing.what(DeviceKey::sure), 0,
                                       std::numeric_limits<std::int32_t>::max(), problems_)
                                .value_or(0);
    if (const YamlNode* subtracts = homing.find(DeviceKey::subtracts))
      family_.homing_subtracts =
          read_flag(*subtracts, homing.what(DeviceKey::subtracts), problems_).value_or(false);
  }

  void read_answers() {
    if (const YamlNode* together = map_.find(DeviceKey::sync_read))
      family_.reads_together =
          read_flag(*together, map_.what(DeviceKey::sync_read), problems_).value_or(false);
    if (const YamlNode* errors = map_.find(DeviceKey::packet_errors))
      family_.packet_errors = static_cast<std::uint8_t>(
          read_whole(*errors, map_.what(DeviceKey::packet_errors), 0, UINT8_MAX, problems_).value_or(0));
  }

  // Reads the assignments that unlock and lock persistent registers. Checks them and the codes against the
  // registers, unless the registers have errors themselves.
  void read_gates(bool registers_good) {
    read_torque(registers_good);
    read_gate(DeviceKey::lock, kLockKeys, family_.unlock, family_.lock, registers_good);
    if (const YamlNode* store = map_.find(DeviceKey::store))
      family_.store = read_assignment(*store, map_.what(DeviceKey::store), registers_good);
    if (const YamlNode* recovery = map_.find(DeviceKey::recovery))
      family_.recovery = read_steps(*recovery, map_.what(DeviceKey::recovery), registers_good);
    if (const YamlNode* watchdog = map_.find(DeviceKey::watchdog))
      family_.watchdog = read_steps(*watchdog, map_.what(DeviceKey::watchdog), registers_good);
    if (!registers_good) return;
    constexpr std::array<std::pair<DeviceKey, KnownRegister>, 4> kCodes = {
        {{DeviceKey::bauds, KnownRegister::baud},
         {DeviceKey::modes, KnownRegister::mode},
         {DeviceKey::input_modes, KnownRegister::input_mode},
         {DeviceKey::flags, KnownRegister::drive_mode}}};
    for (const auto& [key, name] : kCodes)
      if (const YamlNode* node = map_.find(key))
        check_servo_codes(*node, name, draft_.defaults.registers, problems_);
  }

  void read_gate(DeviceKey key, std::span<const DeviceKey> keys, std::optional<ServoAssignment>& first,
                 std::optional<ServoAssignment>& second, bool registers_good) {
    const YamlNode* node = map_.find(key);
    if (node == nullptr) return;
    const YamlMap gate(*node, concat("'", to_string(key), "'"), node->range, keys, problems_);
    if (const YamlNode* value = gate.require(keys[0]))
      first = read_assignment(*value, gate.what(keys[0]), registers_good);
    if (const YamlNode* value = gate.require(keys[1]))
      second = read_assignment(*value, gate.what(keys[1]), registers_good);
  }

  void read_torque(bool registers_good) {
    const YamlNode* node = map_.find(DeviceKey::torque);
    if (node == nullptr) return;
    const YamlMap torque(*node, "'torque'", node->range, kTorqueKeys, problems_);
    if (const YamlNode* value = torque.require(DeviceKey::off))
      family_.torque_off = read_steps(*value, torque.what(DeviceKey::off), registers_good);
    // A motor that any goal switches on has no step for it.
    if (const YamlNode* value = torque.find(DeviceKey::on))
      family_.torque_on = read_steps(*value, torque.what(DeviceKey::on), registers_good);
  }

  // One assignment, or a list of them.
  std::vector<ServoAssignment> read_steps(const YamlNode& node, const std::string& what,
                                          bool registers_good) {
    std::vector<ServoAssignment> steps;
    const bool list = node.kind == YamlNode::Kind::sequence;
    if (list && (node.items.empty() || node.items.size() > kMaxSteps)) {
      problems_.report(node.range,
                       concat(what, " has ", node.items.size(), " steps; 1 to ", kMaxSteps, " are allowed"));
      return steps;
    }
    for (const YamlNode& item : list ? std::span(node.items) : std::span(&node, 1))
      if (auto step = read_assignment(item, what, registers_good)) steps.push_back(*std::move(step));
    return steps;
  }

  // "torque_enable=0"
  std::optional<ServoAssignment> read_assignment(const YamlNode& node, const std::string& what,
                                                 bool registers_good) {
    const auto text = read_text(node, what, problems_);
    if (!text) return std::nullopt;
    const std::size_t equals = text->find('=');
    const std::string_view written =
        equals == std::string::npos ? std::string_view() : std::string_view(*text).substr(equals + 1);
    const std::string name = text->substr(0, equals);
    const ServoRegisterDraft* draft = find_register(draft_.defaults.registers, name);
    if (draft != nullptr && draft->reg.encoding == ServoEncoding::real && draft->reg.writable)
      if (const auto real = parse_double(written); real && std::isfinite(*real))
        return ServoAssignment{name, std::llround(*real), *real};
    const auto value = parse_integer(written);
    if (!value) {
      problems_.report(node.range, concat(what, " is '", *text,
                                          "', not a register and its value, such as 'torque_enable=0'"));
      return std::nullopt;
    }
    const auto assignment = ServoAssignment{name, *value};
    if (!registers_good) return assignment;
    if (draft == nullptr) {
      problems_.report(node.range, concat("the family has no register '", name, "'",
                                          nearest_register(name, draft_.defaults.registers)));
      return std::nullopt;
    }
    const auto [lowest, highest] = draft->range.value_or(draft->holdable());
    if (*value < lowest || *value > highest || !draft->reg.writable) {
      problems_.report(node.range, draft->reg.writable ? concat("register '", name, "' does not take ",
                                                                *value, "; it takes ", lowest, " … ", highest)
                                                       : concat("register '", name, "' cannot be written"));
      return std::nullopt;
    }
    return assignment;
  }

  const YamlMap& map_;
  ServoFamilyDraft& draft_;
  ServoFamily& family_;
  DeviceFileProblems& problems_;
};

}  // namespace

std::vector<NamedCode> read_named_codes(const YamlNode& node, const std::string& what,
                                        DeviceFileProblems& problems) {
  std::vector<NamedCode> codes;
  if (node.kind != YamlNode::Kind::mapping) {
    problems.report(node.range, concat(what, " is not a map from words to codes, such as {position: 3}"));
    return codes;
  }
  for (const auto& [key, value] : node.entries) {
    auto name = read_name(key, concat("a word in ", what), problems);
    const auto code =
        read_whole(value, concat("the code of '", key.text, "'"), std::numeric_limits<std::int32_t>::min(),
                   std::numeric_limits<std::int32_t>::max(), problems);
    if (name && code) codes.push_back({std::move(*name), *code});
  }
  return codes;
}

void check_servo_codes(const YamlNode& node, KnownRegister name, std::vector<ServoRegisterDraft>& registers,
                       DeviceFileProblems& problems) {
  const ServoRegisterDraft* draft = find_register(registers, to_string(name));
  if (draft == nullptr || node.kind != YamlNode::Kind::mapping) return;
  const auto [lowest, highest] = draft->range.value_or(draft->holdable());
  for (const auto& [key, value] : node.entries) {
    const auto code = parse_integer(value.text);
    if (code && (*code < lowest || *code > highest))
      problems.report(value.range, concat("register '", to_string(name), "' does not take the code ", *code,
                                          " of '", key.text, "'; it takes ", lowest, " … ", highest));
  }
}

std::optional<ServoFamilyDraft> read_servo_family(const YamlMap& map, const std::string& name,
                                                  DeviceFileProblems& problems) {
  ServoFamilyDraft draft;
  draft.family.name = name;
  draft.range = map.place();
  const std::size_t before = problems.count();
  FamilyReader(map, draft, problems).read();
  if (problems.count() != before) return std::nullopt;
  return draft;
}

}  // namespace romas
