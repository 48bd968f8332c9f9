#include "backends/servo/c/calibrate_zeros.h"

#include <algorithm>

#include "backends/servo/c/templates.h"
#include "backends/servo/table/unit_zeros.h"
#include "backends/servo/table/zero_scales.h"
#include "ir/analysis/tree/mimic.h"
#include "support/text/text.h"

namespace romas {

namespace {

// How the reading of a servo moves the zero of a row: the arithmetic of apply_servo_calibration, so that both
// have the same bits.
struct MovedZero {
  std::size_t row = 0, servo = 0;  // of the file; among those that are read
  bool second = false;
  double own = 0;               // counts for one rad or metre of its own joint
  double said = 0, tables = 0;  // of a second servo: its zero in the map, and with all joints at 0
  struct Term {
    std::size_t joint = 0;  // among those of the pose
    double ratio = 1, multiplier = 1, offset = 0;
  };
  std::vector<Term> terms;
};

std::vector<MovedZero> moved_zeros(const ServoFormatContext& context,
                                   const std::vector<const ServoEntry*>& read,
                                   const std::vector<std::size_t>& joints) {
  std::vector<MovedZero> all;
  const std::vector<ServoEntry>& entries = context.table.entries;
  for (std::size_t row = 0; row < entries.size(); ++row) {
    const ServoEntry& entry = entries[row];
    const auto first = std::find_if(read.begin(), read.end(), [&](const ServoEntry* other) {
      return other->plan.joint == entry.plan.joint;
    });
    if (first == read.end() || !takes_zeros(entry)) continue;
    MovedZero moved;
    moved.row = row;
    moved.servo = static_cast<std::size_t>(first - read.begin());
    moved.second = entry.plan.second;
    moved.own = entry.plan.conversion.terms.front().counts;
    moved.tables = entry.plan.conversion.zero;
    const Servo& servo = *context.model.joints[entry.plan.joint].servo;
    moved.said = static_cast<double>(
        servo.whole(ServoProperty::second_zero).value_or(std::int64_t{entry.plan.device->centre}));
    const auto& terms = (*first)->plan.conversion.terms;
    for (const ServoConversion::Term& term : terms) {
      const MimicRelation mimic = resolve_mimic(context.model, JointId(term.joint));
      const auto place = std::find(joints.begin(), joints.end(), mimic.leader.index());
      moved.terms.push_back({static_cast<std::size_t>(place - joints.begin()),
                             term.counts / terms.front().counts, mimic.multiplier, mimic.offset});
    }
    all.push_back(std::move(moved));
  }
  return all;
}

TemplateValues shared_values(const ServoFormatContext& context) {
  return {{"KEY", concat(unit_key(context))},
          {"ROW_COUNT", concat(context.table.entries.size())},
          {"PLACES", concat(kZeroPlaces)},
          {"ONE", concat(std::int64_t{1} << kZeroPlaces)},
          {"VERSION", concat(kUnitVersion)}};
}

// A double that every language reads as one.
std::string real(double value) {
  std::string text = concat(value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

std::string python_zeros(const ServoFormatContext& context, const std::vector<const ServoEntry*>& read,
                         const std::vector<std::size_t>& joints) {
  TemplateValues values = shared_values(context);
  for (const UnitRow& row : unit_rows(context))
    values["ROWS"] += concat("    (", row.reads, ", ", row.zero, "),\n");
  for (const MovedZero& moved : moved_zeros(context, read, joints))
    values["MOVED"] += concat("    Moved(", moved.row, ", ", moved.servo, ", ", real(moved.own), ", ",
                              moved.second ? real(moved.said) : "None", ", ", real(moved.tables), ", [",
                              join(moved.terms, ", ",
                                   [](const MovedZero::Term& term) {
                                     return concat("(", term.joint, ", ", real(term.ratio), ", ",
                                                   real(term.multiplier), ", ", real(term.offset), ")");
                                   }),
                              "]),\n");
  values.try_emplace("MOVED");
  return fill_servo_template("calibrate_zeros.py.in", values);
}

std::string c_zeros(const ServoFormatContext& context, const std::vector<const ServoEntry*>& read,
                    const std::vector<std::size_t>& joints) {
  TemplateValues values = shared_values(context);
  const auto whole = [](std::int64_t value, std::int64_t least, std::string_view name) {
    return value == least ? std::string(name) : concat("INT64_C(", value, ")");
  };
  for (const UnitRow& row : unit_rows(context))
    values["ROWS"] += concat("  {", row.reads == INT32_MIN ? std::string("INT32_MIN") : concat(row.reads),
                             ", ", whole(row.zero, INT64_MIN, "INT64_MIN"), "},\n");
  std::size_t first = 0;
  for (const MovedZero& moved : moved_zeros(context, read, joints)) {
    for (const MovedZero::Term& term : moved.terms)
      values["TERMS"] += concat("  {", term.joint, ", ", real(term.ratio), ", ", real(term.multiplier), ", ",
                                real(term.offset), "},\n");
    values["MOVED"] +=
        concat("  {", moved.row, ", ", moved.servo, ", ", moved.second ? 1 : 0, ", ", real(moved.own), ", ",
               real(moved.said), ", ", real(moved.tables), ", ", first, ", ", moved.terms.size(), "},\n");
    first += moved.terms.size();
  }
  values.try_emplace("MOVED");
  values.try_emplace("TERMS");
  return fill_servo_template("calibrate_zeros.c.in", values);
}

}  // namespace romas
