// --servo-format=firmware: NAME_driver.h and NAME_driver.c, which speak to the servos of the tables of `c`.
// The text that is the same for every robot stands in backends/servo/templates.
#include <algorithm>
#include <array>

#include "backends/servo/c/c_laid_frames.h"
#include "backends/servo/c/c_rows.h"
#include "backends/servo/c/firmware_plan.h"
#include "backends/servo/c/templates.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kLeastValues = 4;  // of an answer: those of a register
constexpr std::size_t kLargestPacket = 160;
constexpr double kAnswerDelay = 5000;  // us: what a servo and a line take beside the bytes
// Of a packet: its header, instruction and checksum; what each servo adds at most, stuffed.
constexpr std::size_t kFrame = 16, kMember = 13;
constexpr std::size_t kIdentifier = 4;  // bytes of a CAN frame's identifier, at most

constexpr std::string_view kStepRow =
    "  {@VALUE@U, @ADDRESS@U, @READ@U, @SIZE@U, @PERSISTENT@U, @BOUND@U}, /* @JOINT@: @WHAT@ */\n";
constexpr std::string_view kDriveRow =
    "  {@FILL@U, @FIRST@U, @EXPECTS@U, @OFFS@U, @RECOVERIES@U, @SETTINGS@U, @ONS@U, @GOAL@, @GOAL_SIZE@U, "
    "@STATE_SIZE@U, @GOAL_WRITE@U, @GOAL_READ@U,\n   @STATE@U, @HARDWARE@U, @WATCHDOG@U, @WATCHDOG_VALUE@, "
    "@WATCHDOG_UNIT@U, @PACKET_ERRORS@U, @GOAL_BULK@U, @STATE_BULK@U, @GOAL_GROUP@U, @STATE_GROUP@U}, "
    "/* @JOINT@ */\n";

constexpr std::string_view kCanBuses = R"(
 * On a CAN bus both carry frames: the identifier, low byte first, in 2 bytes of 11 bits or 4 bytes of 29 bits, then the
 * data. `write` sends one frame. `read` gives frames whose data is filled up to 8 bytes, and none with an identifier of
 * the other length.)";

class FirmwarePrinter {
 public:
  FirmwarePrinter(const ServoFormatContext& context, DriverPlan plan)
      : context_(context), plan_(std::move(plan)) {}

  std::vector<OutputFile> run(const CTableSizes& sizes) {
    const std::string& name = context_.table.name;
    TemplateValues values = {{"BANNER", c_comment(context_.banner)},
                             {"ROBOT", c_comment(context_.model.name)},
                             {"NAME", name},
                             {"MACRO", upper_case(name)},
                             {"INDEX", std::string(sizes.index.name)},
                             {"BUS_COUNT", concat(context_.table.buses.size())}};
    add_sizes(values);
    for (const DrivenServo& servo : plan_.servos) add_rows(values, servo);
    values["STEP_COUNT"] = concat(steps_);
    add_laid(values);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kParts = {
        {{"FLASH", "flash.c.in"},
         {"PACKETS", "packets.c.in"},
         {"EXCHANGE", "driver_exchange.c.in"},
         {"SETUP", "driver_setup.c.in"},
         {"LIFE", "driver_life.c.in"},
         {"CYCLE", "driver_cycle.c.in"},
         {"SUPERVISE", "driver_supervise.c.in"}}};
    for (const auto& [hole, path] : kParts) values[std::string(hole)] = fill_servo_template(path, values);
    return {{name + "_driver.h", fill_servo_template("driver.h.in", values)},
            {name + "_driver.c", fill_servo_template("driver.c.in", values)}};
  }

 private:
  void add_step_rows(TemplateValues& values, const DrivenServo& servo, const std::string& joint) {
    for (const auto* steps : {&servo.expects, &servo.offs, &servo.recoveries, &servo.settings, &servo.ons})
      for (const DriverStep& step : *steps) {
        values["STEP_ROWS"] += fill_template(kStepRow, {{"VALUE", concat(step.value)},
                                                        {"ADDRESS", concat(step.address)},
                                                        {"READ", concat(step.read)},
                                                        {"SIZE", concat(step.size)},
                                                        {"PERSISTENT", step.persistent ? "1" : "0"},
                                                        {"BOUND", concat(step.bound)},
                                                        {"JOINT", joint},
                                                        {"WHAT", c_comment(step.what)}});
        ++steps_;
      }
  }

  void add_rows(TemplateValues& values, const DrivenServo& servo) {
    const PlannedServo& plan = servo.entry->plan;
    const std::string& macro = values.at("MACRO");
    const std::string joint = c_comment(joint_of(servo).name);
    const bool dynamixel = speaks(servo, ServoProtocol::dynamixel2);
    const ServoRegister* hardware = dynamixel ? plan.device->find(KnownRegister::hardware_error) : nullptr;
    const ServoRegister* watchdog = dynamixel ? plan.device->find(KnownRegister::bus_watchdog) : nullptr;
    if (watchdog != nullptr && (watchdog->size != 1 || watchdog->unit < 1e-3)) watchdog = nullptr;
    const auto unit = watchdog == nullptr ? 0 : static_cast<std::int64_t>(watchdog->unit * 1000 + 0.5);
    const auto is_bulk = [](const std::vector<DriverGroup>& groups, std::size_t number) {
      return number > 0 && groups[number - 1].bulk ? "1" : "0";
    };
    TemplateValues row = {
        {"FILL", concat(servo.fill)},
        {"FIRST", concat(steps_)},
        {"EXPECTS", concat(servo.expects.size())},
        {"OFFS", concat(servo.offs.size())},
        {"RECOVERIES", concat(servo.recoveries.size())},
        {"SETTINGS", concat(servo.settings.size())},
        {"ONS", concat(servo.ons.size())},
        {"GOAL", concat(macro, "_", servo.goal ? upper_case(to_string(*servo.goal)) : "REGISTER_KINDS")},
        {"GOAL_SIZE", concat(servo.goal_size)},
        {"GOAL_WRITE", concat(speaks(servo, ServoProtocol::layout) ? servo.goal_address : 0)},
        {"GOAL_READ", concat(servo.goal_read)},
        {"STATE", concat(servo.state)},
        {"STATE_SIZE", concat(servo.state_size)},
        {"HARDWARE", concat(hardware == nullptr ? kNoDriverAddress : hardware->address)},
        {"WATCHDOG", concat(watchdog == nullptr ? kNoDriverAddress : watchdog->address)},
        {"WATCHDOG_UNIT", concat(unit)},
        // 0 without a watchdog; the macro is used in any case, so that no compiler calls it unused.
        {"WATCHDOG_VALUE",
         concat(macro, "_WATCHDOG_VALUE(", std::max<std::int64_t>(unit, 1), "U, ",
                watchdog == nullptr ? 0 : std::min<std::int64_t>(watchdog->highest, 127), "U)")},
        {"PACKET_ERRORS", concat(int{plan.family->packet_errors})},
        {"GOAL_BULK", is_bulk(plan_.goal_groups, servo.goal_group)},
        {"STATE_BULK", is_bulk(plan_.state_groups, servo.state_group)},
        {"GOAL_GROUP", concat(servo.goal_group)},
        {"STATE_GROUP", concat(servo.state_group)},
        {"JOINT", joint}};
    values["DRIVE_ROWS"] += fill_template(kDriveRow, row);
    add_step_rows(values, servo, joint);
  }

  void add_laid(TemplateValues& values) const {
    const auto on_can = [](const LaidExchange& exchange) { return exchange.sent.head() != 0; };
    values["CAN_BUSES"] = std::any_of(plan_.exchanges.begin(), plan_.exchanges.end(), on_can)
                              ? std::string(kCanBuses)
                              : std::string();
    values["LAID"] = "";
    if (plan_.exchanges.empty()) return;
    add_exchange_rows(values, plan_.exchanges, laid_packet_bytes(context_.model, context_.table));
    values["LAID_BITS"] = fill_servo_template("laid_bits.c.in", values);
    values["LAID_GET"] = fill_servo_template("laid_get.c.in", values);
    values["LAID_EXCHANGE"] = fill_servo_template("laid_exchange.c.in", values);
    values["LAID"] = fill_servo_template("driver_laid.c.in", values);
  }

  void add_sizes(TemplateValues& values) const {
    std::size_t state = kLeastValues, slowest = 0;
    for (const DrivenServo& servo : plan_.servos) {
      state = std::max(state, servo.state_size);
      const auto speed = static_cast<std::size_t>(line_speed(servo.entry->plan));
      if (servo.spoken_to && (slowest == 0 || speed < slowest)) slowest = speed;
    }
    const std::size_t laid = kIdentifier + longest_packet(plan_.exchanges);
    const std::size_t longest = std::max(kFrame + state + state / 3, laid);
    const std::size_t out =
        std::max(std::min(kLargestPacket, kFrame + kMember * (plan_.servos.size() + 1)), laid);
    constexpr double kBitsOfByte = 10, kMicroseconds = 1e6;
    const double bytes = static_cast<double>(out + longest) * kBitsOfByte * kMicroseconds;
    const std::int64_t watchdog = default_watchdog_ms(context_.table);
    values["WATCHDOG_MS"] = concat(watchdog);
    values["WATCHDOG_WHY"] = watchdog > 100 ? ": longer than one that is silent is asked" : "";
    values["VALUES"] = concat(state);
    values["LONGEST"] = concat(longest);
    values["OUT_SIZE"] = concat(out);
    values["OUT_FULL"] = concat(out - kMember - 2);
    values["IN_SIZE"] = concat(2 * longest);
    values["ANSWER_US"] =
        concat(static_cast<std::int64_t>(kAnswerDelay + bytes / static_cast<double>(slowest)));
  }

  const Joint& joint_of(const DrivenServo& servo) const {
    return context_.model.joints[servo.entry->plan.joint];
  }

  const ServoFormatContext& context_;
  const DriverPlan plan_;
  std::size_t steps_ = 0;  // rows
};

}  // namespace

std::vector<OutputFile> print_servo_firmware(ServoFormatContext& context) {
  const CTableSizes sizes = measure_c_tables(context.table);
  // The format c has reported it.
  if (!too_large_for_c(context.table, sizes).empty()) return {};
  DriverPlan plan = plan_driver(context);
  if (!plan.speaks_to_any()) return {};
  if (plan.step_count() > UINT16_MAX) {
    context.diagnostics.report(Rule::servo_incomplete, context.model.name_range,
                               concat("robot '", context.model.name,
                                      "' has more steps to start its servos than tables in C can hold"));
    return {};
  }
  return FirmwarePrinter(context, std::move(plan)).run(sizes);
}

}  // namespace romas
