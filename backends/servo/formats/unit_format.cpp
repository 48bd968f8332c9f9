// --servo-format=unit: NAME_unit.h and NAME_unit.c, with which firmware takes the zeros of one unit, and
// NAME.unit.bin, the zeros of this one. docs/servo-calibration.md has the layout.
#include <algorithm>
#include <cmath>

#include "backends/servo/c/c_rows.h"
#include "backends/servo/c/integer_tables.h"
#include "backends/servo/c/templates.h"
#include "backends/servo/table/image_bytes.h"
#include "backends/servo/table/unit_zeros.h"
#include "backends/servo/table/zero_scales.h"
#include "ir/model/entity.h"
#include "ir/servo/property_checks.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kMostServos = 0xFF;

constexpr std::string_view kUnitRow =
    "  {@ZERO@, @LOWEST@, @HIGHEST@, @REST@, @FIRST@, @LAST@, @MOVES@U, @BOUNDED@U, @WIDE@U, @WHOLE@U, "
    "@WRAPS@U}, /* @JOINT@ */\n";

class UnitPrinter {
 public:
  explicit UnitPrinter(ServoFormatContext& context) : context_(context), table_(context.table) {}

  std::vector<OutputFile> run(const CTableSizes& sizes) {
    for (const ServoEntry& entry : table_.entries) report(entry);
    const std::string& name = table_.name;
    const std::string macro = upper_case(name);
    TemplateValues values = {
        {"BANNER", c_comment(context_.banner)},
        {"ROBOT", c_comment(context_.model.name)},
        {"NAME", name},
        {"MACRO", macro},
        {"INDEX", std::string(sizes.index.name)},
        {"FLASH", c_flash(macro)},
        {"SIZE", concat(kUnitHeaderSize + kUnitRowSize * table_.entries.size() + kCrcSize)},
        {"PLACES", concat(kZeroPlaces)},
        {"USUAL", concat(kUsualZeroBits)},
        {"LARGEST", concat(kLargestZeroBits)},
        {"VERSION", concat(kUnitVersion)},
        {"KEY", concat(unit_key(context_))}};
    for (const ServoEntry& entry : table_.entries) values["UNIT_ROWS"] += unit_row(entry);
    for (std::size_t i = 0; i < table_.joints.size(); ++i)
      values["REST_ROWS"] += concat("  ", int64_literal(table_.joint_position[i].rest), ", /* ",
                                    c_comment(table_.joint_identifiers[i]), " */\n");
    add_bounds(values);
    return {{name + "_unit.h", fill_servo_template("unit.h.in", values)},
            {name + "_unit.c", fill_servo_template("unit.c.in", values)},
            {name + ".unit.bin", unit_file(context_)}};
  }

 private:
  const Joint& joint_of(const ServoEntry& entry) const { return context_.model.joints[entry.plan.joint]; }

  void report(const ServoEntry& entry) {
    if (takes_zeros(entry) || !tells_position(*entry.plan.family)) return;
    const Joint& joint = joint_of(entry);
    context_.diagnostics.report(
        Rule::feature_dropped, place_or_name(joint.servo->range, joint),
        concat(
            "the format unit has no zero of the servo of joint '", joint.name, "', whose ",
            entry.plan.conversion.linear() ? "zero is beyond what it holds" : "map stays that of the tables",
            "; make its tables with --servo-calibration"));
  }

  // The same numbers as of counts_within: a count c is within where zero + lowest <= c <= zero + highest. A
  // whole count's place among 2^-20 counts is the same whether the zero or the sum is rounded.
  std::string unit_row(const ServoEntry& entry) const {
    const PlannedServo& plan = entry.plan;
    const ServoConversion& conversion = plan.conversion;
    const bool moves = takes_zeros(entry);
    const bool bounded = moves && std::isfinite(plan.lower) && std::isfinite(plan.upper);
    double low = 0, high = 0;  // counts, from the zero
    if (bounded) {
      const double factor = conversion.terms.front().counts;
      low = std::ldexp(std::min(factor * plan.lower, factor * plan.upper) - kCountTolerance, kZeroPlaces);
      high = std::ldexp(std::max(factor * plan.lower, factor * plan.upper) + kCountTolerance, kZeroPlaces);
    }
    const auto whole_number = [](double value) {
      constexpr double kFar = 0x1p60;
      return static_cast<std::int64_t>(std::clamp<double>(value, -kFar, kFar));
    };
    return fill_template(kUnitRow,
                         {{"ZERO", int64_literal(moves ? zero_of(entry) : 0)},
                          {"LOWEST", int64_literal(whole_number(std::ceil(low)))},
                          {"HIGHEST", int64_literal(whole_number(std::floor(high)))},
                          {"REST", int64_literal(entry.position.rest)},
                          {"FIRST", int32_literal(conversion.first)},
                          {"LAST", int32_literal(conversion.last)},
                          {"MOVES", moves ? "1" : "0"},
                          {"BOUNDED", bounded ? "1" : "0"},
                          {"WIDE", std::abs(conversion.zero) > std::ldexp(1.0, kUsualZeroBits) ? "1" : "0"},
                          {"WHOLE", bounded && !conversion.coupled() && is_within(plan) ? "1" : "0"},
                          {"WRAPS", conversion.wraps ? "1" : "0"},
                          {"JOINT", c_comment(joint_of(entry).name)}});
  }

  // Whether the servo reads what its joint's limits ask for; else its tables were made with a warning.
  static bool is_within(const PlannedServo& plan) {
    const CountRange wanted = counts_within(plan.conversion, plan.lower, plan.upper);
    return wanted.low >= plan.conversion.first && wanted.high <= plan.conversion.last;
  }

  void add_bounds(TemplateValues& values) const {
    const std::vector<TableWrite> writes = table_writes(table_);
    std::size_t count = 0;
    for (std::size_t i = 0; i < writes.size(); ++i) {
      const int bound = bound_in(*writes[i].step.setting.target);
      if (bound == 0) continue;
      values["BOUND_ROWS"] += concat("  {", i, "U, ", bound, "U},\n");
      ++count;
    }
    if (count == 0) values["BOUND_ROWS"] = "  {0U, 0U},\n";  // C has no arrays without elements
    values["BOUND_COUNT"] = concat(std::max<std::size_t>(count, 1));
  }

  ServoFormatContext& context_;
  const ServoTable& table_;
};

}  // namespace

std::vector<OutputFile> print_servo_unit(ServoFormatContext& context) {
  const CTableSizes sizes = measure_c_tables(context.table);
  // The format c has reported it.
  if (!too_large_for_c(context.table, sizes).empty()) return {};
  if (context.table.entries.size() > kMostServos) {
    context.diagnostics.report(
        Rule::servo_incomplete, context.model.name_range,
        concat("robot '", context.model.name, "' has more servos than the file of a unit can hold"));
    return {};
  }
  return UnitPrinter(context).run(sizes);
}

}  // namespace romas
