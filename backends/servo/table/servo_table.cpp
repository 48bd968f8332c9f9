#include "backends/servo/table/servo_table.h"

#include <algorithm>
#include <cmath>

#include "backends/code/enumerators.h"
#include "backends/servo/table/entry_units.h"
#include "backends/servo/table/fixed_point.h"
#include "backends/servo/table/linear_system.h"
#include "backends/servo/table/zero_scales.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/kernel/code_model.h"
#include "ir/model/entity.h"
#include "ir/servo/frame.h"
#include "ir/servo/property_checks.h"
#include "ir/servo/second_servo.h"
#include "support/text/text.h"

namespace romas {

namespace {

class TableMaker {
 public:
  TableMaker(const Model& model, const ServoDeviceLibrary& library, DiagnosticEngine& diagnostics,
             ServoTable& table)
      : model_(model), library_(library), diagnostics_(diagnostics), table_(table) {}

  bool run() {
    for (std::size_t i = 0; i < model_.joints.size(); ++i)
      if (model_.joints[i].servo) add(i);
    if (table_.entries.empty() && good_)
      incomplete(model_.name_range,
                 concat("robot '", model_.name,
                        "' has no servo; give its joints servos, or a servo map with --servo-map"));
    if (!good_) return false;
    name();
    for (ServoEntry& entry : table_.entries) convert(entry);
    return good_ && invert();
  }

 private:
  void incomplete(SourceRange place, std::string message) {
    diagnostics_.report(Rule::servo_incomplete, place, std::move(message));
    good_ = false;
  }
  SourceRange place_of(std::size_t joint) const {
    const Joint& at = model_.joints[joint];
    return at.servo ? place_or_name(at.servo->range, at) : name_place(at);
  }
  std::string servo_of(std::size_t joint) const {
    return concat("the servo of joint '", model_.joints[joint].name, "'");
  }

  void add(std::size_t joint) {
    const Servo& servo = *model_.joints[joint].servo;
    const ServoDevice* device = library_.find(servo.family, servo.device);
    if (device == nullptr) {
      incomplete(
          place_of(joint),
          servo.family.empty() && servo.device.empty()
              ? concat(servo_of(joint), " names no device; name it in the description or with --servo-map")
              : concat(servo_of(joint), " is a ", servo.family, servo.family.empty() ? "'" : " '",
                       servo.device, "', which no device file describes"));
      return;
    }
    if (!add_servo(joint, servo, *device)) return;
    if (const auto second = second_servo(servo)) add_servo(joint, *second, *device);
  }

  bool add_servo(std::size_t joint, const Servo& servo, const ServoDevice& device) {
    ServoEntry entry;
    const auto silently = [](SourceRange, const std::string&) {};
    // check-servos has reported the problem.
    if (lacks_gear(model_.joints[joint]) ||
        !plan_servo(model_, joint, servo, device, library_.family_of(device), entry.plan, silently)) {
      good_ = false;
      return false;
    }
    const ServoFamily& family = *entry.plan.family;
    if (family.highest_id > family.lowest_id && entry.plan.id < 0) {
      incomplete(place_of(joint), concat(servo_of(joint), " has no id; every servo on a bus needs one"));
      return false;
    }
    hang(std::move(entry));
    return true;
  }

  // Puts a row on its bus, with the joints that turn its servo.
  void hang(ServoEntry entry) {
    entry.plan.id = std::max<std::int64_t>(entry.plan.id, 0);
    const ServoRegister* goal = entry.plan.device->find(KnownRegister::goal_position);
    if (goal != nullptr && goal->encoding == ServoEncoding::real) count_fractions(entry);
    const auto bus = std::find(table_.buses.begin(), table_.buses.end(), entry.plan.bus);
    entry.bus = static_cast<std::size_t>(bus - table_.buses.begin());
    if (bus == table_.buses.end()) table_.buses.push_back(entry.plan.bus);
    for (const ServoConversion::Term& term : entry.plan.conversion.terms) {
      const std::size_t leader = resolve_mimic(model_, JointId(term.joint)).leader.index();
      if (std::find(table_.joints.begin(), table_.joints.end(), leader) == table_.joints.end())
        table_.joints.push_back(leader);
    }
    const auto same_board = [&](const ServoEntry& other) {
      return other.bus == entry.bus && !other.plan.board.empty() &&
             other.plan.id / kPca9685Channels == entry.plan.id / kPca9685Channels;
    };
    if (std::any_of(table_.entries.begin(), table_.entries.end(), same_board)) entry.plan.board.clear();
    table_.entries.push_back(std::move(entry));
  }

  // A drive's real number of turns (or rad) becomes an integer in units of 1/65536 of one.
  static void count_fractions(ServoEntry& entry) {
    ServoConversion& conversion = entry.plan.conversion;
    entry.fractional = true;
    conversion.counts_per_turn *= kFixedOne;
    conversion.zero *= kFixedOne;
    for (ServoConversion::Term& term : conversion.terms) term.counts *= kFixedOne;
    for (ServoConversion::Place& at : conversion.places) at.count *= kFixedOne;
    conversion.first = INT32_MIN;
    conversion.last = INT32_MAX;
    entry.plan.counts = {conversion.first, conversion.last};
    if (!std::isfinite(entry.plan.lower) || !std::isfinite(entry.plan.upper)) return;
    const CountRange within = counts_within(conversion, entry.plan.lower, entry.plan.upper);
    entry.plan.counts = {std::max(within.low, conversion.first), std::min(within.high, conversion.last)};
  }

  void name() {
    std::vector<std::string> names;
    for (const ServoEntry& entry : table_.entries)
      names.push_back(concat(model_.joints[entry.plan.joint].name, entry.plan.second ? "_second" : ""));
    const std::vector<std::string> servos = codegen::enumerators(names);
    for (std::size_t i = 0; i < servos.size(); ++i) table_.entries[i].identifier = servos[i];
    names.clear();
    for (const std::size_t joint : table_.joints) names.push_back(model_.joints[joint].name);
    table_.joint_identifiers = codegen::enumerators(names);
  }

  std::size_t place(std::size_t joint) const {
    return static_cast<std::size_t>(std::find(table_.joints.begin(), table_.joints.end(), joint) -
                                    table_.joints.begin());
  }

  IntegerScale scale(const ServoEntry& entry, const std::vector<RealTerm>& terms, double offset,
                     std::string_view what, double room = 0) {
    if (auto made = make_integer_scale(terms, offset, room)) return *std::move(made);
    incomplete(place_of(entry.plan.joint), concat("the ", what, " of ", servo_of(entry.plan.joint),
                                                  " is too fine or too far for 32 bits"));
    return {};
  }

  // The servo's counts as sums over independent joints (rad or m), its zero, and a rest of mimic joints.
  std::vector<RealTerm> independent_terms(const ServoConversion& conversion, double& rest) const {
    std::vector<RealTerm> terms;
    rest = 0;
    for (const ServoConversion::Term& term : conversion.terms) {
      const MimicRelation mimic = resolve_mimic(model_, JointId(term.joint));
      rest += term.counts * mimic.offset;
      const std::size_t index = place(mimic.leader.index());
      const auto known =
          std::find_if(terms.begin(), terms.end(), [&](const RealTerm& t) { return t.index == index; });
      if (known == terms.end())
        terms.push_back({index, term.counts * mimic.multiplier});
      else
        known->factor += term.counts * mimic.multiplier;
    }
    return terms;
  }

  static std::vector<RealTerm> scaled(std::vector<RealTerm> terms, double factor) {
    for (RealTerm& term : terms) term.factor *= factor;
    return terms;
  }

  void convert(ServoEntry& entry) {
    const ServoConversion& conversion = entry.plan.conversion;
    const ServoDevice& device = *entry.plan.device;
    double rest = 0;
    const std::vector<RealTerm> terms = independent_terms(conversion, rest);
    const double constant = conversion.zero + rest;
    const double own_error =
        model_.joints[entry.plan.joint].servo->number(ServoProperty::map_error).value_or(0);
    // Six digits of a map's error are printed, and none of them promises too much.
    constexpr double kUpwards = 1 + 6e-6;
    entry.rounding = conversion.linear() ? conversion.joint_per_count() / 2 + own_error
                                         : (map_rounding_error(conversion) + own_error) * kUpwards;
    if (!conversion.linear()) {
      entry.places = integer_places(conversion);
    } else {
      entry.position = scale(entry, scaled(terms, 1 / kFixedOne), constant, "position",
                             zero_room(conversion.zero) + std::abs(rest));
      set_zero(entry.position, entry, rest);
      const double velocity = velocity_unit(entry);
      if (velocity > 0)
        entry.velocity =
            scale(entry, scaled(terms, kFullTurn / conversion.counts_per_turn / velocity / kFixedOne),
                  velocity_middle(entry), "velocity");
    }
    const double home = takes_zeros(entry)
                            ? static_cast<double>(round_shift(entry.position.offset, entry.position.shift))
                            : std::round(constant);
    entry.home = static_cast<std::int32_t>(std::clamp<double>(home, INT32_MIN, INT32_MAX));
    if (has_frame(device)) return convert_frame(entry);
    const double current = entry.fractional
                               ? 0
                               : unit_of(device, ServoQuantity::current,
                                         {KnownRegister::goal_current, KnownRegister::present_current,
                                          KnownRegister::current_limit});
    if (current <= 0) return;
    entry.current = scale(entry, {{0, 1 / current / kFixedOne}}, 0, "current");
    if (device.stall_torque <= 0 || device.stall_current <= 0 || !conversion.linear() || conversion.coupled())
      return;
    const double radians = conversion.terms.front().counts * kFullTurn /
                           conversion.counts_per_turn;  // of the servo for one of the joint
    entry.effort = scale(
        entry,
        {{0, share(entry) * device.stall_current / device.stall_torque / radians / current / kFixedOne}}, 0,
        "effort");
  }

  // The part of its joint's effort that a servo bears.
  double share(const ServoEntry& entry) const {
    return 1.0 / servos_of_joint(model_.joints[entry.plan.joint]);
  }

  // Codes of torque and gains. The torque stays 0 for a motor that other joints turn too, and for a linkage.
  void convert_frame(ServoEntry& entry) {
    const ServoDevice& device = *entry.plan.device;
    const ServoConversion& conversion = entry.plan.conversion;
    entry.kp = scale(entry, {{0, 1 / frame_scale(device, FrameField::kp).unit / kFixedOne}}, 0, "gain");
    entry.kd = scale(entry, {{0, 1 / frame_scale(device, FrameField::kd).unit / kFixedOne}}, 0, "gain");
    const auto [unit, middle, lowest, highest] = frame_scale(device, FrameField::torque);
    std::vector<RealTerm> terms;
    if (conversion.linear() && !conversion.coupled()) {
      // rad of the motor for one rad (or metre) of the joint
      const double ratio = conversion.terms.front().counts * kFullTurn / conversion.counts_per_turn;
      terms = {{0, share(entry) / ratio / unit / kFixedOne}};
      const double back = unit * ratio * kFixedOne;
      entry.joint_effort = scale(entry, {{0, back}}, -back * middle, "effort");
    }
    entry.effort = scale(entry, terms, middle, "effort");
  }

  // Joints from counts: inverts the square system of the servos whose own joints are independent.
  bool invert() {
    const std::size_t n = table_.joints.size();
    table_.joint_position.resize(n);
    table_.joint_velocity.resize(n);
    table_.mapped_by.assign(n, -1);
    std::vector<std::size_t> rows, columns;  // entries, joints
    for (std::size_t i = 0; i < table_.entries.size(); ++i) {
      const PlannedServo& plan = table_.entries[i].plan;
      // The first of two servos on a joint tells its position.
      if (plan.second || resolve_mimic(model_, JointId(plan.joint)).leader.index() != plan.joint) continue;
      if (!plan.conversion.linear()) {
        table_.mapped_by[place(plan.joint)] = static_cast<int>(i);
        continue;
      }
      rows.push_back(i);
      columns.push_back(place(plan.joint));
    }
    const std::size_t size = rows.size();
    std::vector<double> counts(size * size);  // row by row
    std::vector<double> rests(size);
    std::vector<double> largest(size);  // of each row
    for (std::size_t r = 0; r < size; ++r) {
      for (const RealTerm& term : independent_terms(table_.entries[rows[r]].plan.conversion, rests[r])) {
        const auto column = std::find(columns.begin(), columns.end(), term.index);
        if (column == columns.end()) {
          const std::size_t own = table_.entries[rows[r]].plan.joint;
          incomplete(place_of(own), concat(servo_of(own), " is also turned by joint '",
                                           model_.joints[table_.joints[term.index]].name, "', but no servo ",
                                           table_.mapped_by[term.index] < 0 ? "tells" : "without a map tells",
                                           " where that is"));
          return false;
        }
        counts[r * size + static_cast<std::size_t>(column - columns.begin())] = term.factor;
        largest[r] = std::max(largest[r], std::abs(term.factor));
      }
    }
    const auto solved = inverse(counts, size);
    if (!solved) {
      incomplete(place_of(table_.entries[rows.front()].plan.joint),
                 "the servos' couplings leave the joints' positions open: their gears depend on each other");
      return false;
    }
    for (std::size_t c = 0; c < size; ++c) {
      std::vector<RealTerm> terms;
      double offset = 0, rest = 0, room = 0;
      for (std::size_t r = 0; r < size; ++r) {
        const double factor = (*solved)[c * size + r] * kFixedOne;
        if (std::abs(factor) * largest[r] < 1e-9 * kFixedOne) continue;
        const double zero = table_.entries[rows[r]].plan.conversion.zero;
        terms.push_back({rows[r], factor});
        offset -= factor * (zero + rests[r]);
        rest -= factor * rests[r];
        room += std::abs(factor) * (zero_room(zero) + std::abs(rests[r]));
      }
      const ServoEntry& entry = table_.entries[rows[c]];
      const std::size_t joint = columns[c];
      table_.joint_position[joint] = scale(entry, terms, offset, "position", room);
      set_zeros(table_.joint_position[joint], table_.entries, rest);
      invert_velocity(joint, entry, terms);
    }
    return good_;
  }

  void invert_velocity(std::size_t joint, const ServoEntry& own, std::vector<RealTerm> terms) {
    double offset = 0;
    for (RealTerm& term : terms) {
      const ServoEntry& entry = table_.entries[term.index];
      const double unit = velocity_unit(entry);
      if (unit <= 0) return;
      term.factor *= unit * entry.plan.conversion.counts_per_turn / kFullTurn;
      offset -= term.factor * velocity_middle(entry);
    }
    table_.joint_velocity[joint] = scale(own, terms, offset, "velocity");
  }

  const Model& model_;
  const ServoDeviceLibrary& library_;
  DiagnosticEngine& diagnostics_;
  ServoTable& table_;
  bool good_ = true;
};

}  // namespace

std::optional<ServoTable> make_servo_table(const Model& model, const ServoDeviceLibrary& library,
                                           const std::string& name, const std::vector<std::size_t>& order,
                                           DiagnosticEngine& diagnostics) {
  ServoTable table;
  table.name = name;
  table.joints = order;
  if (!TableMaker(model, library, diagnostics, table).run()) return std::nullopt;
  return table;
}

}  // namespace romas
