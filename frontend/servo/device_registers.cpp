#include "frontend/servo/device_registers.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>

#include "ir/servo/messages.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::array<DeviceKey, 21> kKeys = {
    DeviceKey::address,      DeviceKey::subindex,   DeviceKey::key,
    DeviceKey::size,         DeviceKey::encoding,   DeviceKey::sign_bit,
    DeviceKey::access,       DeviceKey::persistent, DeviceKey::initial,
    DeviceKey::range,        DeviceKey::unit,       DeviceKey::label,
    DeviceKey::read_address, DeviceKey::stride,     DeviceKey::magnitude_bits,
    DeviceKey::longest_time, DeviceKey::note,       DeviceKey::off,
    DeviceKey::follows,      DeviceKey::zero,       DeviceKey::packet};
constexpr std::array<std::string_view, 3> kAccess = {"read", "write", "frame"};
constexpr std::array<std::string_view, 3> kZeros = {"smallest", "fastest", "fastest_in_position"};
constexpr std::size_t kMaxRegisters = 500;  // of a device
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

// Values have names in the words of the drive's own tool; some of them have a place in a message besides.
bool has_keys(ServoProtocol protocol) {
  return protocol == ServoProtocol::moteus || protocol == ServoProtocol::odrive ||
         protocol == ServoProtocol::vesc || protocol == ServoProtocol::simplefoc;
}

class RegisterReader {
 public:
  RegisterReader(const YamlNode& node, const std::string& name, SourceRange place, ServoProtocol protocol,
                 ServoRegisterDraft& draft, DeviceFileProblems& problems)
      : map_(node, concat("register '", name, "'"), place, kKeys, problems),
        protocol_(protocol),
        draft_(draft),
        problems_(problems) {}

  void read(bool added) {
    read_place(added);
    read_form(added);
    read_meaning();
    check_values();
  }

 private:
  // Reads an integer key, if it is present.
  template <class T>
  void whole(DeviceKey key, T& into, std::int64_t lowest, std::int64_t highest) {
    const YamlNode* node = map_.find(key);
    if (node == nullptr) return;
    if (const auto value = read_whole(*node, map_.what(key), lowest, highest, problems_))
      into = static_cast<T>(*value);
  }

  void read_place(bool added) {
    ServoRegister& reg = draft_.reg;
    whole(DeviceKey::address, reg.address, 0, 65535);
    whole(DeviceKey::subindex, reg.subindex, 0, 255);
    whole(DeviceKey::read_address, reg.read_address, 0, 65535);
    whole(DeviceKey::stride, reg.stride, 0, 255);
    if (const YamlNode* key = map_.find(DeviceKey::key))
      if (auto text = read_text(*key, map_.what(DeviceKey::key), problems_)) reg.key = std::move(*text);
    if (const YamlNode* packet = map_.find(DeviceKey::packet))
      if (auto name = read_name(*packet, map_.what(DeviceKey::packet), problems_))
        reg.packet = std::move(*name);
    const YamlNode* access = map_.find(DeviceKey::access);
    if (!added || (access != nullptr && access->text == kAccess[2])) return;
    if (map_.find(DeviceKey::key) == nullptr) {
      map_.require(DeviceKey::address);
    } else if (const YamlNode* address = map_.find(DeviceKey::address);
               address != nullptr && !has_messages(protocol_)) {
      problems_.report(address->range,
                       concat(map_.name(), " has a 'key' and an 'address'; keep one of them"));
    }
  }

  void read_form(bool added) {
    ServoRegister& reg = draft_.reg;
    const YamlNode* size = added ? map_.require(DeviceKey::size) : map_.find(DeviceKey::size);
    if (size != nullptr) {
      if (const auto value = read_whole(*size, map_.what(DeviceKey::size), 1, 8, problems_)) {
        if (*value == 1 || *value == 2 || *value == 4 || *value == 8) {
          reg.size = static_cast<std::uint8_t>(*value);
        } else {
          problems_.report(size->range, concat(map_.what(DeviceKey::size), " is ", *value,
                                               "; a register has 1, 2, 4 or 8 bytes"));
        }
      }
    }
    if (const YamlNode* encoding = map_.find(DeviceKey::encoding))
      if (const auto word =
              read_servo_word<ServoEncoding>(*encoding, map_.what(DeviceKey::encoding), problems_))
        reg.encoding = *word;
    const YamlNode* sign = map_.find(DeviceKey::sign_bit);
    if (sign != nullptr && reg.encoding != ServoEncoding::sign_magnitude)
      problems_.report(sign->range, concat(map_.name(), " has a 'sign_bit', but is not 'sign_magnitude'"));
    whole(DeviceKey::sign_bit, reg.sign_bit, 1, 8 * reg.size - 1);
    if (reg.encoding == ServoEncoding::sign_magnitude && reg.sign_bit == 0 && sign == nullptr)
      map_.require(DeviceKey::sign_bit);
    const YamlNode* magnitude = map_.find(DeviceKey::magnitude_bits);
    if (magnitude != nullptr && reg.encoding != ServoEncoding::sign_magnitude)
      problems_.report(magnitude->range,
                       concat(map_.name(), " has 'magnitude_bits', but is not 'sign_magnitude'"));
    whole(DeviceKey::magnitude_bits, reg.magnitude_bits, reg.sign_bit, 8 * reg.size - 1);
    if (reg.encoding == ServoEncoding::sign_magnitude && reg.sign_bit >= 8 * reg.size)
      problems_.report(map_.place(), concat(map_.name(), " has its sign in bit ", int{reg.sign_bit}, " of ",
                                            int{reg.size}, " bytes"));
    if (reg.encoding == ServoEncoding::real && reg.size < 4)
      problems_.report(map_.place(), concat(map_.name(), " holds real numbers in ", int{reg.size},
                                            " bytes; it needs 4 or 8"));
  }

  void read_meaning() {
    ServoRegister& reg = draft_.reg;
    if (const YamlNode* access = map_.find(DeviceKey::access))
      if (const auto index = read_word(*access, map_.what(DeviceKey::access), kAccess, problems_))
        reg.writable = *index != 0, reg.in_frame = *index == 2;
    if (const YamlNode* persistent = map_.find(DeviceKey::persistent))
      if (const auto flag = read_flag(*persistent, map_.what(DeviceKey::persistent), problems_))
        reg.persistent = *flag;
    if (const YamlNode* label = map_.find(DeviceKey::label))
      if (auto text = read_text(*label, map_.what(DeviceKey::label), problems_)) reg.label = std::move(*text);
    if (const YamlNode* note = map_.find(DeviceKey::note))
      if (auto text = read_text(*note, map_.what(DeviceKey::note), problems_)) reg.note = std::move(*text);
    if (const YamlNode* unit = map_.find(DeviceKey::unit)) read_unit(*unit);
    if (const YamlNode* zero = map_.find(DeviceKey::zero))
      if (const auto index = read_word(*zero, map_.what(DeviceKey::zero), kZeros, problems_))
        reg.zero = static_cast<ServoRegister::Zero>(*index);
    if (const YamlNode* leader = map_.find(DeviceKey::follows)) read_leader(*leader);
  }

  // "acceleration", or "-current_limit" for its negative.
  void read_leader(const YamlNode& node) {
    auto text = read_text(node, map_.what(DeviceKey::follows), problems_);
    if (!text) return;
    draft_.reg.follows_negated = text->starts_with('-');
    draft_.reg.follows = draft_.reg.follows_negated ? text->substr(1) : *std::move(text);
  }

  void read_unit(const YamlNode& node) {
    const auto amount = read_amount(node, map_.what(DeviceKey::unit), problems_);
    if (!amount) return;
    if (amount->unit->quantity == ServoQuantity::none) {
      problems_.report(node.range, concat(map_.what(DeviceKey::unit), " is ", node.text,
                                          ", which is a rate; a register cannot hold a rate"));
      return;
    }
    draft_.reg.quantity = amount->unit->quantity;
    draft_.reg.unit = amount->value;
    draft_.of_counts = amount->unit->of_counts;
  }

  void check_values() {
    const auto [least, most] = draft_.holdable();
    if (const YamlNode* range = map_.find(DeviceKey::range)) read_range(*range);
    if (draft_.range) {
      const auto [lowest, highest] = *draft_.range;
      if (lowest < least || highest > most)
        problems_.report(draft_.range_place, concat("the range ", lowest, " … ", highest, " of ", map_.name(),
                                                    " does not fit into ", int{draft_.reg.size},
                                                    draft_.reg.size == 1 ? " byte" : " bytes", "; it holds ",
                                                    least, " … ", most));
    }
    if (const YamlNode* off = map_.find(DeviceKey::off))
      draft_.reg.off = read_whole(*off, map_.what(DeviceKey::off), least, most, problems_);
    whole(DeviceKey::longest_time, draft_.reg.longest_time, 1,
          draft_.range.value_or(std::pair(least, most)).second);
    const YamlNode* initial = map_.find(DeviceKey::initial);
    if (initial != nullptr)
      if (const auto value = read_whole(*initial, map_.what(DeviceKey::initial),
                                        std::numeric_limits<std::int64_t>::min(), kLargest, problems_))
        draft_.reg.initial = *value;
    const auto [lowest, highest] = draft_.range.value_or(std::pair(least, most));
    if (draft_.reg.initial && draft_.reg.initial != draft_.reg.off &&
        (*draft_.reg.initial < lowest || *draft_.reg.initial > highest))
      problems_.report(initial != nullptr ? initial->range : map_.place(),
                       concat(map_.what(DeviceKey::initial), " is ", *draft_.reg.initial,
                              "; it must be between ", lowest, " and ", highest));
  }

  void read_range(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::sequence || node.items.size() != 2) {
      problems_.report(node.range, concat(map_.what(DeviceKey::range),
                                          " is not a lowest and a highest value, such as [0, 4095]"));
      return;
    }
    const auto lowest = read_whole(node.items[0], map_.what(DeviceKey::range),
                                   std::numeric_limits<std::int64_t>::min(), kLargest, problems_);
    const auto highest = read_whole(node.items[1], map_.what(DeviceKey::range),
                                    std::numeric_limits<std::int64_t>::min(), kLargest, problems_);
    if (!lowest || !highest) return;
    if (*lowest > *highest) {
      problems_.report(node.range, concat(map_.what(DeviceKey::range), " goes from ", *lowest, " down to ",
                                          *highest, "; the lowest value must come first"));
      return;
    }
    draft_.range = {*lowest, *highest};
    draft_.range_place = node.range;
  }

  YamlMap map_;
  ServoProtocol protocol_;
  ServoRegisterDraft& draft_;
  DeviceFileProblems& problems_;
};

// The bytes of a register. Registers of one space must not overlap.
struct Span {
  std::uint64_t space, begin, end;
  std::string_view packet = {};  // of the protocol `layout`
  auto of() const { return std::pair(packet, space); }
};
Span span_of(const ServoRegister& reg, ServoProtocol protocol) {
  switch (protocol) {
    case ServoProtocol::layout: return {reg.address, reg.subindex, reg.subindex + 1U, reg.packet};
    case ServoProtocol::cia402:
    case ServoProtocol::damiao:
    case ServoProtocol::robstride: return {reg.address, reg.subindex, reg.subindex + 1U};
    case ServoProtocol::lx16a:
    case ServoProtocol::odrive:
    case ServoProtocol::vesc: return {reg.address, reg.subindex, std::uint64_t{reg.subindex} + reg.size};
    case ServoProtocol::dynamixel2:
    case ServoProtocol::feetech:
    case ServoProtocol::pca9685:
    case ServoProtocol::timer:
    case ServoProtocol::moteus:
    case ServoProtocol::simplefoc: break;
  }
  return {0, reg.address, std::uint64_t{reg.address} + reg.size};
}

}  // namespace

std::pair<std::int64_t, std::int64_t> ServoRegisterDraft::holdable() const {
  const unsigned bits = 8U * reg.size;
  switch (reg.encoding) {
    case ServoEncoding::not_negative: return {0, bits >= 63 ? kLargest : (std::int64_t{1} << bits) - 1};
    case ServoEncoding::twos_complement: {
      const std::int64_t most = bits >= 64 ? kLargest : (std::int64_t{1} << (bits - 1)) - 1;
      return {-most - 1, most};
    }
    case ServoEncoding::sign_magnitude: {
      const unsigned magnitude = std::max<unsigned>(reg.sign_bit, reg.magnitude_bits);
      const std::int64_t most = (std::int64_t{1} << std::min<unsigned>(magnitude, 62)) - 1;
      return {-most, most};
    }
    case ServoEncoding::real: break;
  }
  const std::int64_t most = std::int64_t{1} << (reg.size < 8 ? 24 : 53);  // whole numbers that are exact
  return {-most, most};
}

ServoRegister ServoRegisterDraft::finish(double counts_per_turn, const ServoFrame& frame) const {
  ServoRegister out = reg;
  std::tie(out.lowest, out.highest) = range.value_or(holdable());
  if (of_counts) out.unit = counts_per_turn > 0 ? reg.unit * 2 * std::numbers::pi / counts_per_turn : 0;
  if (reg.in_frame && (reg.known == KnownRegister::p_gain || reg.known == KnownRegister::d_gain)) {
    out.lowest = 0;
    out.highest = static_cast<std::int64_t>(reg.known == KnownRegister::p_gain ? frame.kp : frame.kd);
  }
  return out;
}

ServoRegisterDraft* find_register(std::vector<ServoRegisterDraft>& registers, std::string_view name) {
  const auto found = std::find_if(registers.begin(), registers.end(),
                                  [&](const ServoRegisterDraft& draft) { return draft.reg.name == name; });
  return found == registers.end() ? nullptr : &*found;
}

std::string nearest_register(std::string_view name, const std::vector<ServoRegisterDraft>& registers) {
  return did_you_mean(name, registers,
                      [](const ServoRegisterDraft& draft) { return std::string_view(draft.reg.name); });
}

void read_servo_registers(const YamlNode& node, ServoProtocol protocol,
                          std::vector<ServoRegisterDraft>& registers, DeviceFileProblems& problems) {
  if (node.kind != YamlNode::Kind::mapping) {
    problems.report(node.range,
                    "'registers' is not a map from names to registers, such as 'id: {address: 7, size: 1}'");
    return;
  }
  for (const auto& [key, value] : node.entries) {
    const auto name = read_name(key, "the name of a register", problems);
    if (!name) continue;
    ServoRegisterDraft* known = find_register(registers, *name);
    ServoRegisterDraft draft = known != nullptr ? *known : ServoRegisterDraft{};
    draft.reg.name = *name;
    draft.reg.known = find_servo_word<KnownRegister>(*name);
    draft.reg.range = key.range;
    const std::size_t before = problems.count();
    RegisterReader(value, *name, key.range, protocol, draft, problems).read(known == nullptr);
    if (!has_keys(protocol) && !draft.reg.key.empty())
      problems.report(key.range, concat("register '", *name, "' has a key, but the protocol uses addresses"));
    if (known == nullptr && registers.size() >= kMaxRegisters) {
      problems.report(key.range, concat("the device file has more than ", kMaxRegisters, " registers"));
      return;
    }
    if (problems.count() != before) continue;
    if (known != nullptr) {
      *known = std::move(draft);
    } else {
      registers.push_back(std::move(draft));
    }
  }
}

void check_leaders(const std::vector<ServoRegisterDraft>& registers, const std::string& what,
                   DeviceFileProblems& problems) {
  for (const ServoRegisterDraft& draft : registers) {
    const std::string& name = draft.reg.follows;
    if (name.empty()) continue;
    const auto leader = std::find_if(
        registers.begin(), registers.end(),
        [&](const ServoRegisterDraft& other) { return other.reg.name == name && other.reg.follows.empty(); });
    if (leader == registers.end())
      problems.report(draft.reg.range, concat("register '", draft.reg.name, "' of ", what, " follows '", name,
                                              "', which is not a register that others can follow"));
    else if (leader->reg.encoding != draft.reg.encoding &&
             (leader->reg.encoding == ServoEncoding::real || draft.reg.encoding == ServoEncoding::real))
      problems.report(draft.reg.range, concat("register '", draft.reg.name, "' of ", what, " follows '", name,
                                              "', but only one of them holds real numbers"));
  }
}

void check_overlaps(const std::vector<ServoRegisterDraft>& registers, ServoProtocol protocol,
                    const std::string& what, DeviceFileProblems& problems) {
  std::vector<const ServoRegisterDraft*> order;
  for (const ServoRegisterDraft& draft : registers)
    if ((draft.reg.key.empty() || draft.reg.address != 0) && !draft.reg.in_frame) order.push_back(&draft);
  const auto place = [&](const ServoRegisterDraft* draft) { return span_of(draft->reg, protocol); };
  std::stable_sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
    return std::pair(place(a).of(), place(a).begin) < std::pair(place(b).of(), place(b).begin);
  });
  std::size_t farthest = 0;  // the preceding one with the largest end
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Span before = place(order[farthest]);
    const Span here = place(order[i]);
    if (here.of() == before.of() && here.begin < before.end)
      problems.report(order[i]->reg.range, concat("register '", order[i]->reg.name, "' of ", what,
                                                  " shares bytes with '", order[farthest]->reg.name, "'"));
    if (here.of() != before.of() || here.end > before.end) farthest = i;
  }
}

}  // namespace romas
