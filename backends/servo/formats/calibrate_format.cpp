// --servo-format=calibrate: NAME_calibrate.py and NAME_calibrate.c, programs of a host that read where the
// servos of one unit stand in a known pose, and write the file of --servo-calibration.
#include <algorithm>
#include <cmath>

#include "backends/servo/c/c_macros.h"
#include "backends/servo/c/calibrate_zeros.h"
#include "backends/servo/c/laid_rows.h"
#include "backends/servo/c/templates.h"
#include "backends/servo/packets/packet_lines.h"
#include "backends/servo/table/formats.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/model/entity.h"
#include "ir/model/no_limit.h"
#include "ir/model/units.h"
#include "ir/servo/property_checks.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

// The places that write and read a register: its address, or of the LX-16A a command. Both are numbers of
// exchanges in the protocol `layout`.
struct CalibrationPlace {
  static constexpr std::uint32_t kNowhere = 0xFFFF;
  std::uint32_t write = kNowhere, read = kNowhere;
  std::size_t byte = 0, size = 0;  // its first one of a command's, and its own
};

// The steps of the programs before they read a servo; the words are those of the templates.
struct CalibrationAction {
  enum class Kind : std::uint8_t { expect, write, prepare, lock } kind = Kind::expect;
  const ServoRegister* target = nullptr;
  std::uint64_t mask = 0, value = 0;  // as the register's bytes hold them
  CalibrationPlace place;
};

struct CalibratedServo {
  const ServoEntry* entry = nullptr;
  const ServoRegister* position = nullptr;
  CalibrationPlace place;  // of the position
  std::size_t bus = 0;     // in CalibrationPrinter::buses_
  std::int64_t first = 0, last = 0;
  std::string rest;  // of its line in the file: before what it reads
  std::vector<CalibrationAction> actions;
};

struct CalibrationPose {
  std::string name;
  std::vector<std::optional<double>> at;  // by joint; nothing: the joint cannot be there
};

std::string_view to_string(CalibrationAction::Kind kind) {
  switch (kind) {
    case CalibrationAction::Kind::expect: return "expect";
    case CalibrationAction::Kind::write: return "write";
    case CalibrationAction::Kind::prepare: return "prepare";
    case CalibrationAction::Kind::lock: return "lock";
  }
  return {};
}

class CalibrationPrinter {
 public:
  explicit CalibrationPrinter(ServoFormatContext& context) : context_(context), model_(context.model) {}

  std::vector<OutputFile> run() {
    for (const ServoEntry& entry : context_.table.entries)
      if (!leaves_out_second(context_, entry, "calibrate")) add(entry);
    if (servos_.empty()) return {};
    add_joints();
    add_poses();
    const std::string& name = context_.table.name;
    std::vector<OutputFile> files = {
        {name + "_calibrate.py", fill_servo_template("calibrate.py.in", python())}};
    if (is_short_for_c())
      files.push_back({name + "_calibrate.c", fill_servo_template("calibrate.c.in", c())});
    return files;
  }

 private:
  const Joint& joint_of(const ServoEntry& entry) const { return model_.joints[entry.plan.joint]; }

  void add(const ServoEntry& entry) {
    const PlannedServo& plan = entry.plan;
    CalibratedServo servo{&entry, plan.device->find(KnownRegister::present_position)};
    if (tells_position(*plan.family) && servo.position != nullptr && servo.position->size <= 4)
      servo.place = place_of_register(plan, *servo.position);
    if (servo.place.read == CalibrationPlace::kNowhere) {
      unread_.emplace_back(&entry, why_untold(*plan.family));
      const Joint& joint = joint_of(entry);
      context_.diagnostics.report(
          Rule::feature_dropped, place_or_name(joint.servo->range, joint),
          concat("the programs leave out joint '", joint.name, "': ", unread_.back().second,
                 "; move it into the pose by hand-made goals, and write the goal as what it 'reads'"));
      return;
    }
    servo.bus = add_bus(entry);
    add_range(servo);
    servo.rest = concat(plan.bus.empty() ? std::string() : concat("bus: ", yaml_text(plan.bus), ", "),
                        "id: ", plan.id);
    add_actions(servo);
    servos_.push_back(std::move(servo));
    read_.push_back(&entry);
  }

  std::size_t add_bus(const ServoEntry& entry) {
    const auto known = std::find_if(buses_.begin(), buses_.end(),
                                    [&](const ServoEntry* other) { return other->bus == entry.bus; });
    if (known == buses_.end()) {
      buses_.push_back(&entry);
      return buses_.size() - 1;
    }
    if ((*known)->plan.baud == 0) *known = &entry;
    return static_cast<std::size_t>(known - buses_.begin());
  }

  // Readings that a calibration may have. A servo that counts its turns forgets them at power-off, and reads
  // within one turn then, unless it is told an offset.
  static void add_range(CalibratedServo& servo) {
    const PlannedServo& plan = servo.entry->plan;
    servo.first = plan.conversion.first;
    servo.last = plan.conversion.last;
    const bool turns = plan.family->has_seam && !plan.conversion.wraps;
    if (!turns || find(plan, "homing_offset") != nullptr) return;
    servo.first = plan.device->first_count;
    servo.last = plan.device->last_count;
  }

  static const ServoSetting* find(const PlannedServo& plan, std::string_view name) {
    for (const auto* settings : {&plan.persistent, &plan.running})
      for (const ServoSetting& setting : *settings)
        if (setting.target->name == name) return &setting;
    return nullptr;
  }

  static std::uint64_t all_bits(const ServoRegister& target) {
    return target.size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8U * target.size) - 1;
  }

  void add_actions(CalibratedServo& servo) {
    using Kind = CalibrationAction::Kind;
    const PlannedServo& plan = servo.entry->plan;
    const auto add = [&](Kind kind, const ServoSetting& setting, std::uint64_t mask = 0) {
      if (setting.target == nullptr || setting.target->size > 4) return;
      const CalibrationPlace place = place_of_register(plan, *setting.target);
      if (kind == Kind::expect && place.read == CalibrationPlace::kNowhere) return;
      if (kind != Kind::expect && place.write == CalibrationPlace::kNowhere) {
        const Joint& joint = joint_of(*servo.entry);
        context_.diagnostics.report(Rule::feature_dropped, place_or_name(joint.servo->range, joint),
                                    concat("the programs have no packet that writes '", setting.target->name,
                                           "' of the servo of joint '", joint.name, "'"));
        return;
      }
      servo.actions.push_back({kind, setting.target, mask != 0 ? mask : all_bits(*setting.target),
                               setting.target->encode(setting.value), place});
    };
    for (const ServoSetting& setting : plan.identity)
      if (setting.target->known != KnownRegister::baud) add(Kind::expect, setting);
    for (const ServoAssignment& step : plan.family->torque_off)
      add(Kind::write, servo_step(*plan.device, step));
    if (plan.family->unlock) add(Kind::lock, servo_step(*plan.device, *plan.family->unlock));
    const ServoCode<ServoFlag>* reverse = find_code(plan.family->flags, ServoFlag::reverse);
    if (const ServoSetting* mode = find(plan, "drive_mode"); mode != nullptr && reverse != nullptr) {
      add(Kind::prepare, *mode, static_cast<std::uint64_t>(reverse->code));
      servo.rest += concat(", reversed: ", plan.conversion.reversed_by_servo ? "true" : "false");
    }
    if (const ServoSetting* homing = find(plan, "homing_offset")) {
      add(Kind::prepare, *homing);
      servo.rest += concat(", homing_offset: ", homing->value);
    }
    if (plan.family->lock) add(Kind::lock, servo_step(*plan.device, *plan.family->lock));
  }

  // The joints on which the readings depend.
  void add_joints() {
    for (const std::size_t joint : context_.table.joints)
      if (std::any_of(servos_.begin(), servos_.end(), [&](const CalibratedServo& servo) {
            const auto& terms = servo.entry->plan.conversion.terms;
            return std::any_of(terms.begin(), terms.end(), [&](const ServoConversion::Term& term) {
              return resolve_mimic(model_, JointId(term.joint)).leader.index() == joint;
            });
          }))
        joints_.push_back(joint);
  }

  bool can_be(std::size_t index, double at) const {
    const JointLimit limit = effective_limit(model_.joints[index]);
    constexpr double kTolerance = 1e-6;  // rad or m, of limits that were written with a few digits
    return (!limit.lower || at >= limit.lower->value() - kTolerance) &&
           (!limit.upper || at <= limit.upper->value() + kTolerance);
  }

  // All joints at 0; where reference switches are, as the description calibrates its joints; and the states
  // of groups that an SRDF names. States of one name in several groups are one pose; joints that it does not
  // mention are at 0.
  void add_poses() {
    CalibrationPose zero{"zero", std::vector<std::optional<double>>(joints_.size())};
    for (std::size_t i = 0; i < joints_.size(); ++i)
      if (can_be(joints_[i], 0)) zero.at[i] = 0;
    poses_.push_back(zero);
    add_switches(zero, "reference", &JointCalibration::reference_position);
    add_switches(zero, "rising", &JointCalibration::rising);
    add_switches(zero, "falling", &JointCalibration::falling);
    if (context_.semantics == nullptr) return;
    for (const GroupState& state : context_.semantics->states) {
      auto pose = std::find_if(poses_.begin(), poses_.end(),
                               [&](const CalibrationPose& other) { return other.name == state.name.text; });
      if (pose == poses_.end()) pose = poses_.insert(poses_.end(), {state.name.text, zero.at});
      for (const JointValues& said : state.joints)
        for (std::size_t i = 0; i < joints_.size(); ++i)
          if (model_.joints[joints_[i]].name == said.joint.text && said.values.size() == 1)
            pose->at[i] =
                can_be(joints_[i], said.values.front()) ? std::optional(said.values.front()) : std::nullopt;
    }
  }

  void add_switches(CalibrationPose pose, std::string name, std::optional<Number> JointCalibration::*place) {
    bool any = false;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const Joint& joint = model_.joints[joints_[i]];
      if (!joint.calibration || !((*joint.calibration).*place)) continue;
      const double at = ((*joint.calibration).*place)->value();
      pose.at[i] = can_be(joints_[i], at) ? std::optional(at) : std::nullopt;
      any = true;
    }
    pose.name = std::move(name);
    if (any) poses_.push_back(std::move(pose));
  }

  static std::string_view unit_of(const Joint& joint) { return motion_units(joint.type).position; }
  // A zero without a sign.
  static std::string number(double value) { return concat(value + 0.0); }

  // C99 takes strings of 4095 characters (5.2.4.1); the Python is written for longer names, too.
  bool is_short_for_c() {
    constexpr std::size_t kLongest = 4000;
    const auto check = [&](const std::string& text, SourceRange place) {
      if (text.size() > kLongest)
        context_.diagnostics.report(Rule::feature_dropped, place,
                                    "C has no strings as long as this name: there is no program in C");
      return text.size() <= kLongest;
    };
    bool good = check(yaml_text(model_.name), model_.name_range);
    for (const ServoEntry* bus : buses_) {
      if (!on_can(bus)) continue;
      context_.diagnostics.report(Rule::feature_dropped, model_.name_range,
                                  concat("there is no program in C for the CAN bus '", bus->plan.bus,
                                         "': take the one in Python, which reads it by SocketCAN"));
      good = false;
    }
    for (const std::size_t joint : joints_)
      good = good && check(yaml_text(model_.joints[joint].name), name_place(model_.joints[joint]));
    for (const CalibratedServo& servo : servos_) {
      const Joint& joint = joint_of(*servo.entry);
      good = good && check(yaml_text(joint.name), name_place(joint)) &&
             check(servo.rest, place_or_name(joint.servo->range, joint));
    }
    for (const CalibrationPose& pose : poses_) good = good && check(pose.name, model_.name_range);
    return good;
  }

  CalibrationPlace place_of_register(const PlannedServo& plan, const ServoRegister& target) {
    const auto number = [&](std::optional<LaidExchange> exchange) {
      if (!exchange) return CalibrationPlace::kNowhere;
      exchanges_.push_back(*std::move(exchange));
      return static_cast<std::uint32_t>(exchanges_.size() - 1);
    };
    if (plan.family->protocol == ServoProtocol::layout) {
      const std::uint32_t read = number(exchange_to_read(plan, target));
      return {number(exchange_to_write(plan, model_.joints[plan.joint], target)), read, 0, target.size};
    }
    const bool command = plan.family->protocol == ServoProtocol::lx16a && target.writable;
    return {target.address, command ? target.read_address : target.address, target.subindex, target.size};
  }

  static std::string place_text(const CalibrationPlace& place) {
    return concat(place.write, ", ", place.read, ", ", place.byte, ", ", place.size);
  }

  // How a bus is opened.
  bool on_can(const ServoEntry* bus) const {
    return std::any_of(exchanges_.begin(), exchanges_.end(), [&](const LaidExchange& exchange) {
      return exchange.sent.head() != 0 && bus_of(*exchange.plan) == bus->bus;
    });
  }
  bool has_even_parity(const ServoEntry* bus) const {
    return std::any_of(read_.begin(), read_.end(), [&](const ServoEntry* entry) {
      return entry->bus == bus->bus && entry->plan.family->even_parity;
    });
  }
  std::size_t bus_of(const PlannedServo& plan) const {
    const auto found = std::find_if(context_.table.entries.begin(), context_.table.entries.end(),
                                    [&](const ServoEntry& entry) { return &entry.plan == &plan; });
    return found->bus;
  }

  TemplateValues python() const {
    TemplateValues values = {{"BANNER", context_.banner},
                             {"ROBOT", python_string(one_line(model_.name))},
                             {"ROBOT_KEY", python_string(yaml_text(model_.name))},
                             {"UNIT", python_string(context_.table.name)}};
    for (const ServoEntry* bus : buses_)
      values["BUSES"] += concat("    (", python_string(bus->plan.bus), ", ", line_speed(bus->plan), ", \"",
                                on_can(bus)            ? "can"
                                : has_even_parity(bus) ? "even"
                                                       : "none",
                                "\"),\n");
    for (const std::size_t index : joints_) {
      const Joint& joint = model_.joints[index];
      values["JOINTS"] += concat("    (", python_string(joint.name), ", ",
                                 python_string(yaml_text(joint.name)), ", \"", unit_of(joint), "\"),\n");
    }
    for (const CalibrationPose& pose : poses_)
      values["POSES"] += concat("    ", python_string(pose.name), ": [",
                                join(pose.at, ", ",
                                     [](const std::optional<double>& at) {
                                       return at ? concat("\"", number(*at), "\"") : std::string("None");
                                     }),
                                "],\n");
    for (const CalibratedServo& servo : servos_) values["SERVOS"] += python_servo(servo);
    for (const auto& [entry, why] : unread_)
      values["UNREAD"] +=
          concat("    (", python_string(one_line(joint_of(*entry).name)), ", ", python_string(why), "),\n");
    values.try_emplace("UNREAD");
    for (const LaidExchange& exchange : exchanges_) values["LAID"] += python_exchange(exchange);
    values.try_emplace("LAID");
    values["PACKETS"] = fill_servo_template("calibrate_packets.py.in", {});
    values["ZEROS"] = python_zeros(context_, read_, joints_);
    return values;
  }

  std::string python_servo(const CalibratedServo& servo) const {
    const PlannedServo& plan = servo.entry->plan;
    const Joint& joint = joint_of(*servo.entry);
    const auto reg = [](const CalibrationPlace& place) {
      return concat("Register(", place_text(place), ")");
    };
    std::string text =
        concat("    Servo(", python_string(one_line(joint.name)), ", ", python_string(yaml_text(joint.name)),
               ", ", servo.bus, ", ", plan.id, ", \"", to_string(plan.family->protocol), "\", \"",
               plan.family->big_endian ? "big" : "little", "\", ", reg(servo.place), ",\n          \"",
               to_string(servo.position->encoding), "\", ", std::size_t{servo.position->sign_bit}, ", ",
               servo.first, ", ", servo.last, ", ", python_string(servo.rest), ", [\n");
    for (const CalibrationAction& action : servo.actions)
      text += concat("              Action(\"", to_string(action.kind), "\", ",
                     python_string(one_line(action.target->name)), ", ", reg(action.place), ", ", action.mask,
                     ", ", action.value, "),\n");
    return text + "          ]),\n";
  }

  // The places of a value's bits in a packet, lowest first: eight times the byte, and the bit in it.
  static std::string python_bits(const LaidPacket& packet, const std::vector<LaidField>& fields,
                                 std::size_t count) {
    std::vector<std::string> places(count, "None");
    constexpr unsigned kIdentifier = 32;
    for (const LaidField& field : fields)
      for (unsigned bit = 0; bit < field.bits && field.shift + bit < count; ++bit) {
        const unsigned place = field.place_of(bit);
        places[field.shift + bit] =
            place < kIdentifier ? concat(kIdentifier - 1 - place)
                                : concat(8 * (packet.head() + (place - kIdentifier) / 8) + 7 - place % 8);
      }
    return concat("[", join(places, ", "), "]");
  }

  static std::string python_bytes(const LaidPacket& packet) {
    return concat("bytes.fromhex(\"", bytes_text(packet.bytes), "\")");
  }

  static std::string python_packet(const LaidPacket& packet) {
    const LaidSum sum = sum_of(packet);
    return concat(python_bytes(packet), ", (", sum.kind, ", ", packet.head(), ", ", sum.place, ", ",
                  sum.bytes, ")");
  }

  static std::string python_exchange(const LaidExchange& exchange) {
    constexpr std::size_t kErrorBits = 8;
    LaidPacket mask = exchange.mask;
    if (exchange.answer.is_there())  // the servo's number is known, too
      for (const LaidField& field : exchange.number)
        for (unsigned bit = 0; bit < field.bits; ++bit) set_bit(mask, field.place_of(bit));
    return concat("    Laid(", python_packet(exchange.sent), ", ",
                  python_bits(exchange.sent, exchange.put, 8 * exchange.size), ",\n         ",
                  python_packet(exchange.answer), ", ", python_bytes(mask), ",\n         ",
                  python_bits(exchange.answer, exchange.taken, 8 * exchange.size), ", ",
                  python_bits(exchange.answer, exchange.error, kErrorBits), "),\n");
  }

  static void set_bit(LaidPacket& packet, unsigned place) {
    constexpr unsigned kIdentifier = 32;
    const bool in_head = place < kIdentifier;
    const std::size_t byte =
        in_head ? (kIdentifier - 1 - place) / 8 : packet.head() + (place - kIdentifier) / 8;
    const unsigned bit = in_head ? (kIdentifier - 1 - place) % 8 : 7 - place % 8;
    packet.bytes[byte] = static_cast<std::uint8_t>(packet.bytes[byte] | 1U << bit);
  }

  TemplateValues c() const {
    TemplateValues values = {
        {"BANNER", c_comment(context_.banner)},     {"FILE", context_.table.name + "_calibrate.c"},
        {"ROBOT", c_string(one_line(model_.name))}, {"ROBOT_KEY", c_string(yaml_text(model_.name))},
        {"SERVO_COUNT", concat(servos_.size())},    {"JOINT_COUNT", concat(joints_.size())},
        {"BUS_COUNT", concat(buses_.size())},       {"POSE_COUNT", concat(poses_.size())}};
    for (const ServoEntry* bus : buses_)
      values["BUSES"] += concat("  {", c_string(bus->plan.bus), ", ", line_speed(bus->plan), "L, ",
                                has_even_parity(bus) ? 1 : 0, "},\n");
    for (const std::size_t index : joints_) {
      const Joint& joint = model_.joints[index];
      values["JOINTS"] += concat("  {", c_string(joint.name), ", ", c_string(yaml_text(joint.name)), ", \"",
                                 unit_of(joint), "\"},\n");
    }
    for (const CalibrationPose& pose : poses_) {
      values["POSE_NAMES"] += concat("  ", c_string(pose.name), ",\n");
      values["POSES"] += concat("  {",
                                join(pose.at, ", ",
                                     [](const std::optional<double>& at) {
                                       return at ? concat("\"", number(*at), "\"") : std::string("NULL");
                                     }),
                                "},\n");
    }
    std::size_t first = 0;
    for (const CalibratedServo& servo : servos_) {
      add_c_servo(servo, first, values);
      first += servo.actions.size();
    }
    values["ACTIONS"] += "  {EXPECT, NULL, {0, 0, 0, 0}, 0, 0} /* the end */\n";
    for (const auto& [entry, why] : unread_)
      values["UNREAD"] += concat(
          "  ", c_string(concat("joint '", one_line(joint_of(*entry).name), "' is left out: ", why)), ",\n");
    values.insert({{"UNREAD", ""}, {"PROTOCOLS", protocol_macros("CALIBRATE")}});
    values["PACKETS"] = fill_servo_template("packets.c.in", {{"NAME", "calibrate"}, {"MACRO", "CALIBRATE"}});
    add_c_exchanges(values);
    const std::string behind = fill_servo_template(
        "calibrate_main.c.in",
        {{"UNIT", c_string(context_.table.name)}, {"ZEROS", c_zeros(context_, read_, joints_)}});
    values["EXCHANGE"] = fill_servo_template("calibrate_run.c.in", {{"MAIN", behind}});
    return values;
  }

  void add_c_exchanges(TemplateValues& values) const {
    constexpr std::size_t kLongest = 32;  // packet of the other protocols
    const std::size_t longest = longest_packet(exchanges_);
    values["PACKET_SIZE"] = concat(std::max(kLongest, longest));
    values["LAID"] = "";
    if (exchanges_.empty()) return;
    TemplateValues laid = {{"NAME", "calibrate"}, {"MACRO", "CALIBRATE"}, {"PACKET_BYTES", concat(longest)}};
    add_exchange_rows(laid, exchanges_, longest);
    laid["LAID_BITS"] = fill_servo_template("laid_bits.c.in", laid);
    laid["LAID_GET"] = fill_servo_template("laid_get.c.in", laid);
    values["LAID"] = concat("#define CALIBRATE_LAID\n", fill_servo_template("flash.c.in", laid),
                            fill_servo_template("laid_packet.h.in", laid),
                            fill_servo_template("laid_exchange.c.in", laid));
  }

  void add_c_servo(const CalibratedServo& servo, std::size_t first, TemplateValues& values) const {
    const PlannedServo& plan = servo.entry->plan;
    const Joint& joint = joint_of(*servo.entry);
    const ServoProtocol protocol = plan.family->protocol;
    values["SERVOS"] +=
        concat("  {", c_string(one_line(joint.name)), ", ", c_string(yaml_text(joint.name)), ", ",
               c_string(servo.rest), ",\n   ", servo.bus, ", ", plan.id, ", CALIBRATE_PROTOCOL_",
               upper_case(to_string(protocol)), ", ", plan.family->big_endian ? 1 : 0, ", {",
               place_text(servo.place), "}, ", static_cast<std::size_t>(servo.position->encoding), ", ",
               std::size_t{servo.position->sign_bit}, ", ", servo.first, "L, ", servo.last, "L, ", first,
               ", ", servo.actions.size(), "},\n");
    for (const CalibrationAction& action : servo.actions)
      values["ACTIONS"] +=
          concat("  {", upper_case(to_string(action.kind)), ", ", c_string(one_line(action.target->name)),
                 ", {", place_text(action.place), "}, ", action.mask, "U, ", action.value, "U},\n");
  }

  ServoFormatContext& context_;
  const Model& model_;
  std::vector<CalibratedServo> servos_;
  std::vector<const ServoEntry*> read_;   // theirs
  std::vector<const ServoEntry*> buses_;  // one servo of each, that says its speed if one does
  std::vector<LaidExchange> exchanges_;
  std::vector<std::pair<const ServoEntry*, std::string>> unread_;  // and why
  std::vector<std::size_t> joints_;                                // in Model::joints
  std::vector<CalibrationPose> poses_;
};

}  // namespace

std::vector<OutputFile> print_servo_calibrate(ServoFormatContext& context) {
  return CalibrationPrinter(context).run();
}

}  // namespace romas
