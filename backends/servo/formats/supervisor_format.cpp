// --servo-format=supervisor: NAME_supervisor.h and NAME_supervisor.c, which check readings and goals of
// servos in whole numbers. The text stands in backends/servo/templates; docs/servo-supervisor.md describes
// it.
#include <algorithm>
#include <cmath>

#include "backends/servo/c/c_macros.h"
#include "backends/servo/c/c_rows.h"
#include "backends/servo/c/firmware_plan.h"
#include "backends/servo/c/templates.h"
#include "backends/servo/table/entry_units.h"
#include "ir/analysis/motion/placeholder_limits.h"
#include "ir/model/no_limit.h"
#include "ir/servo/frame.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr double kTick = 1048576e-6;  // s, 2^20 microseconds
// Allowances of readings and goals, as parts of the joint's velocity.
constexpr double kJump = 1.5, kRate = 1.05, kSwift = 1.2;
constexpr double kMargin = 0.0087, kSlideMargin = 0.0005;  // rad, m: readings beyond a limit
constexpr double kTrack = 0.05, kSlideTrack = 0.003;       // rad, m: a reading behind its goal
constexpr double kTrackTime = 0.05;                        // s, the same at full velocity
constexpr double kTrackPart = 0.1;                         // of the joint's range, at most
constexpr double kNoise = 2;                               // counts
constexpr double kCycle = 0.02;        // s, in which an acceleration adds to a goal's velocity
constexpr std::int64_t kLate = 20000;  // us

constexpr std::string_view kRow = R"(  /* @JOINT@: @SPEED@ */
  {@JUMP@U,  /* jump: 1.5 times that, in 1.05 s */
   @RATE@U,  /* rate: 1.05 times that */
   @TRACK@U,  /* track: @TRACK_WHY@ */
   @MOST@,  /* most: @MOST_WHY@ */
   @SWIFT@,  /* swift: 1.2 times that, in counts of velocity */
   @MARGIN@U,  /* margin: @MARGIN_WHY@ */
   @REST@U,  /* rest: @REST_WHY@ */
   @MACRO@_BY_@KIND@, @BOUNDED@U},
)";

// The largest velocity that a servo's reading can have. 0: unknown.
struct ServoSpeed {
  double counts = 0;  // a second
  std::string from;
};

// The longest line of a fault without the name of its servo: the words that supervisor_line.c.in may put
// together, and four numbers.
constexpr std::size_t kLongestLine = 170;

std::uint64_t up(double value, double most) {
  return static_cast<std::uint64_t>(std::clamp(std::ceil(value - kCountTolerance), 0.0, most));
}

class BoundsPrinter {
 public:
  BoundsPrinter(const ServoFormatContext& context, const ServoEntry& entry)
      : context_(context),
        entry_(entry),
        plan_(entry.plan),
        joint_(context.model.joints[entry.plan.joint]),
        prismatic_(joint_.type == JointType::prismatic) {}

  std::string row(const std::string& macro) const {
    const ServoSpeed speed = largest_speed();
    const bool bounded = std::isfinite(plan_.lower) && std::isfinite(plan_.upper) && !plan_.counts.empty();
    const double a_second = speed.counts * kTick;
    const double largest = velocity_counts(speed);
    // A reading that starts again after a turn jumps.
    const bool jumps = !bounded && plan_.conversion.wraps;
    TemplateValues values = {
        {"JOINT", c_comment(joint_title(context_, entry_))},
        {"SPEED", speed.counts > 0 ? concat(short_number(speed.counts), " counts/s, ", c_comment(speed.from))
                                   : "its largest velocity is not known"},
        {"JUMP", concat(jumps ? 0 : up(kJump * a_second, INT32_MAX))},
        {"RATE", concat(up(kRate * a_second, INT32_MAX))},
        {"SWIFT", concat(has_frame(*plan_.device) ? 0
                         : largest > 0            ? up(kSwift * largest + kNoise, INT32_MAX)
                                                  : 0)},
        {"MACRO", macro},
        {"BOUNDED", bounded ? "1" : "0"}};
    add_track(values, speed, bounded);
    add_margin(values, bounded);
    add_rest(values);
    add_most(values, largest);
    return fill_template(kRow, values);
  }

 private:
  // Counts for one rad or metre of the servo's own joint and, where several turn it, of all of them.
  double counts_per_unit() const {
    const ServoConversion& conversion = plan_.conversion;
    if (!conversion.linear())
      return servo_gear(conversion, prismatic_) / conversion.gear_in_drive * conversion.counts_per_turn /
             (prismatic_ ? 1 : kFullTurn);
    double counts = 0;
    for (const ServoConversion::Term& term : conversion.terms) counts += std::abs(term.counts);
    return counts;
  }

  ServoSpeed largest_speed() const {
    const ServoConversion& conversion = plan_.conversion;
    ServoSpeed speed;
    bool known = true;
    for (const ServoConversion::Term& term : conversion.terms) {
      const Joint& joint = context_.model.joints[term.joint];
      const double most = joint.limit && joint.limit->velocity ? joint.limit->velocity->value() : 0;
      known = known && most > 0 && most < kFastest;
      speed.counts += most * (conversion.linear() ? std::abs(term.counts) : counts_per_unit());
    }
    if (known) {
      speed.from = conversion.coupled() ? "the velocities of its joints' limits together"
                                        : concat("the velocity of its joint's limit, ",
                                                 short_number(joint_.limit->velocity->value()),
                                                 prismatic_ ? " m/s" : " rad/s");
      return speed;
    }
    if (plan_.device->no_load_speed <= 0) return {};
    return {plan_.device->no_load_speed * conversion.counts_per_turn / kFullTurn,
            concat("the no-load speed of a ", plan_.device->name)};
  }

  // The same in counts of velocity; 0: the servo has none.
  double velocity_counts(const ServoSpeed& speed) const {
    const double unit = velocity_unit(entry_);
    return unit > 0 ? speed.counts * kFullTurn / plan_.conversion.counts_per_turn / unit : 0;
  }

  void add_track(TemplateValues& values, const ServoSpeed& speed, bool bounded) const {
    const double place = counts_per_unit() * (prismatic_ ? kSlideTrack : kTrack);
    const double moving = speed.counts * kTrackTime;
    double track = std::max(place, moving);
    std::string why = moving > place ? "0.05 s of that" : prismatic_ ? "3 mm" : "0.05 rad";
    const double most = kTrackPart * static_cast<double>(plan_.counts.high - plan_.counts.low);
    if (bounded && most < track) {
      track = std::max(most, kNoise);
      why = "a tenth of the joint's range";
    }
    values["TRACK"] = concat(up(track, INT32_MAX));
    values["TRACK_WHY"] = why;
  }

  void add_margin(TemplateValues& values, bool bounded) const {
    const double margin = counts_per_unit() * (prismatic_ ? kSlideMargin : kMargin);
    values["MARGIN"] = concat(bounded ? up(std::max(margin, kNoise), UINT16_MAX) : 0);
    values["MARGIN_WHY"] = !bounded           ? "it has no limits"
                           : margin <= kNoise ? "2 counts"
                           : prismatic_       ? "0.5 mm"
                                              : "0.0087 rad";
  }

  void add_rest(TemplateValues& values) const {
    const double most = joint_.limit && joint_.limit->acceleration ? joint_.limit->acceleration->value() : 0;
    const bool said = most > 0 && most < kNoLimit;
    const double added = said ? counts_per_unit() * most * kCycle * kCycle / 2 : 0;
    values["REST"] = concat(up(kNoise + added, UINT16_MAX));
    values["REST_WHY"] = said ? "2 counts, and half of the limit's acceleration in (20 ms)^2" : "2 counts";
  }

  void add_most(TemplateValues& values, double largest) const {
    const ServoAspect aspect = controlled_by(plan_.mode);
    const ServoRegister* goal =
        plan_.device->find(aspect == ServoAspect::velocity  ? KnownRegister::goal_velocity
                           : aspect == ServoAspect::current ? KnownRegister::goal_current
                                                            : KnownRegister::goal_position);
    const bool none = aspect == ServoAspect::pwm || goal == nullptr;
    values["KIND"] = none ? "NOTHING" : upper_case(to_string(aspect));
    values["MOST"] = "0";
    values["MOST_WHY"] = none ? "it gets no goals" : "of positions the limits";
    if (none || aspect == ServoAspect::position) return;
    const double effort = joint_.limit && joint_.limit->effort ? joint_.limit->effort->value() : 0;
    double most = goal->encoding == ServoEncoding::real ? 0 : static_cast<double>(goal->highest);
    values["MOST_WHY"] = most > 0 ? "what its register takes" : "it is not known";
    const auto lower_to = [&](double other, std::string_view why) {
      if (other <= 0 || (most > 0 && most <= other)) return;
      most = other;
      values["MOST_WHY"] = std::string(why);
    };
    if (aspect == ServoAspect::velocity) lower_to(kRate * largest, "1.05 times that, in counts of velocity");
    if (aspect == ServoAspect::current && !entry_.effort.terms.empty() && effort > 0 && effort < kStrongest) {
      const std::int32_t fixed = static_cast<std::int32_t>(std::min(effort * 65536, 2147483647.0));
      lower_to(std::abs(static_cast<double>(entry_.effort.apply(std::span(&fixed, 1)))),
               "the joint's effort");
    }
    values["MOST"] = concat(up(most, INT32_MAX));
  }

  const ServoFormatContext& context_;
  const ServoEntry& entry_;
  const PlannedServo& plan_;
  const Joint& joint_;
  const bool prismatic_;
};

}  // namespace

std::vector<OutputFile> print_servo_supervisor(ServoFormatContext& context) {
  const ServoTable& table = context.table;
  const CTableSizes sizes = measure_c_tables(table);
  // The format c has reported it.
  if (!too_large_for_c(table, sizes).empty()) return {};
  const std::string macro = upper_case(table.name);
  std::string rows;
  std::string titles;
  std::size_t longest = 0;
  for (const ServoEntry& entry : table.entries) {
    rows += BoundsPrinter(context, entry).row(macro);
    const std::string title = joint_title(context, entry);
    titles += concat(titles.empty() ? "" : "\n", "  {\"", c_string_inside(title), "\"},");
    longest = std::max(longest, title.size());
  }
  // Answers may be lost.
  const std::int64_t late = std::max(kLate, 3 * longest_exchange_us(table));
  TemplateValues values = {{"BANNER", c_comment(context.banner)},
                           {"ROBOT", c_comment(context.model.name)},
                           {"NAME", table.name},
                           {"MACRO", macro},
                           {"FLASH", c_flash(macro)},
                           {"INDEX", std::string(sizes.index.name)},
                           {"PERIOD_US", concat(usual_cycle_us(table))},
                           {"LATE_US", concat(late)},
                           {"LATE_WHY", late > kLate ? ": three exchanges of the slowest bus" : ""},
                           {"TITLES", std::move(titles)},
                           {"TITLE_SIZE", concat(longest + 1)},
                           {"LINE_SIZE", concat(longest + kLongestLine)},
                           {"BOUNDS_ROWS", std::move(rows)}};
  values["FAULT_LINE"] = fill_servo_template("supervisor_line.c.in", values);
  return {{table.name + "_supervisor.h", fill_servo_template("supervisor.h.in", values)},
          {table.name + "_supervisor.c", fill_servo_template("supervisor.c.in", values)}};
}

}  // namespace romas
