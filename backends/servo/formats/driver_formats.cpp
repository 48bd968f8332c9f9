// --servo-format=dynamixel_hardware and lerobot: what public drivers read.
#include <algorithm>
#include <array>
#include <cmath>

#include "backends/servo/c/templates.h"
#include "backends/servo/table/formats.h"
#include "ir/analysis/motion/safety_bounds.h"
#include "support/text/escape.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas {

namespace {

SourceRange place_of(const Joint& joint) {
  return joint.servo->range.valid() ? joint.servo->range : joint.name_range;
}

// The control items that dynamixel_hardware sets from a joint's parameters, and our names of their registers.
constexpr std::array<std::pair<KnownRegister, std::string_view>, 5> kRos2Items = {{
    {KnownRegister::profile_velocity, "Profile_Velocity"},
    {KnownRegister::profile_acceleration, "Profile_Acceleration"},
    {KnownRegister::p_gain, "Position_P_Gain"},
    {KnownRegister::i_gain, "Position_I_Gain"},
    {KnownRegister::d_gain, "Position_D_Gain"},
}};

// Interfaces of ros2_control by which the driver moves a joint.
enum class Ros2Command : std::uint8_t { position, velocity };

std::string_view to_string(Ros2Command command) {
  switch (command) {
    case Ros2Command::position: return "position";
    case Ros2Command::velocity: return "velocity";
  }
  return {};
}

Ros2Command command_of(ServoMode mode) {
  return controlled_by(mode) == ServoAspect::velocity ? Ros2Command::velocity : Ros2Command::position;
}

// The driver assumes that a joint's position is the servo's angle from its centre; any other scale is
// reported.
void report_unsaid_scale(ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  const Joint& joint = context.model.joints[plan.joint];
  const ServoConversion& conversion = plan.conversion;
  const double straight = conversion.counts_per_turn / (2 * 3.14159265358979323846);
  if (conversion.linear() && !conversion.coupled() &&
      std::abs(conversion.terms.front().counts - straight) <= 1e-6 * straight &&
      std::abs(conversion.zero - static_cast<double>(plan.device->centre)) <= 0.5)
    return;
  context.diagnostics.report(
      Rule::feature_dropped, place_of(joint),
      concat("dynamixel_hardware takes the position of joint '", joint.name, "' as the servo's angle from ",
             plan.device->centre, ": a transmission must give its ", stated_figures(context, entry)));
}

// The driver sets each joint's gains and profile, and one mode for all of them; the rest is told.
bool is_said(const Servo& servo, const ServoValue& value) {
  switch (value.property) {
    case ServoProperty::id:
    case ServoProperty::bus:
    case ServoProperty::baud:
    case ServoProperty::zero:  // report_unsaid_scale
    case ServoProperty::gear:
    case ServoProperty::offset:
    case ServoProperty::counts_per_turn:
    case ServoProperty::tolerance:
    case ServoProperty::map_error:
    case ServoProperty::p_gain:
    case ServoProperty::i_gain:
    case ServoProperty::d_gain: return true;
    // Registers of a time, which the driver does not ask the servo to understand so.
    case ServoProperty::profile_velocity:
    case ServoProperty::profile_acceleration: return !servo.flag(ServoProperty::time_profile);
    case ServoProperty::time_profile: return !servo.flag(ServoProperty::time_profile);
    case ServoProperty::direction: return servo_direction(servo) == ServoDirection::forward;
    case ServoProperty::mode:
      return servo_mode(servo) == ServoMode::position || servo_mode(servo) == ServoMode::velocity;
    default: return false;
  }
}

void report_unsaid_properties(ServoFormatContext& context, const Joint& joint) {
  std::vector<std::string_view> names;
  for (const ServoValue& value : joint.servo->values)
    if (!is_said(*joint.servo, value)) names.push_back(servo_property_info(value.property).name);
  if (names.empty()) return;
  context.diagnostics.report(
      Rule::feature_dropped, place_of(joint),
      concat("dynamixel_hardware cannot express settings of the servo of joint '", joint.name,
             "': ", join(names, ", "), "; write them to the servo before, or use the format ros2"));
}

std::string ros2_parameter(std::string_view indentation, std::string_view name, std::string_view value) {
  return concat(indentation, "<param name=\"", name, "\">", value, "</param>\n");
}

std::string ros2_joint(ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  const Joint& joint = context.model.joints[plan.joint];
  report_unsaid_scale(context, entry);
  report_unsaid_properties(context, joint);
  std::string registers, limits;
  const bool times = joint.servo->flag(ServoProperty::time_profile);
  for (const ServoSetting& setting : plan.running)
    for (const auto& [ours, theirs] : kRos2Items)
      if (setting.target->known == ours && !(times && theirs.starts_with("Profile")))
        registers += ros2_parameter("      ", theirs, concat(setting.value));
  const Ros2Command command = command_of(servo_mode(*joint.servo));
  const bool commanded = controlled_by(servo_mode(*joint.servo)) != ServoAspect::current &&
                         controlled_by(servo_mode(*joint.servo)) != ServoAspect::pwm;
  if (command == Ros2Command::position && std::isfinite(plan.lower))
    limits = ros2_parameter("        ", "min", concat(plan.lower)) +
             ros2_parameter("        ", "max", concat(plan.upper));
  return fill_servo_template(
      "ros2_joint.urdf.in",
      {{"ABOUT", stated_figures(context, entry)},
       {"JOINT", escape_xml_attribute(joint.name)},
       {"ID", concat(plan.id)},
       {"REGISTERS", std::move(registers)},
       {"COMMAND", !commanded ? std::string()
                              : concat("      <command_interface name=\"", to_string(command), "\">\n",
                                       limits, "      </command_interface>\n")}});
}

// The servos of one bus that the driver knows, as <ros2_control>, and their joints as items of a YAML list.
struct Ros2Bus {
  std::string element, joints;
};

Ros2Bus ros2_bus(ServoFormatContext& context, std::size_t bus) {
  Ros2Bus result;
  std::string rows;
  std::int64_t baud = 0;
  for (const ServoEntry& entry : context.table.entries) {
    if (entry.bus != bus || leaves_out_second(context, entry, "dynamixel_hardware")) continue;
    const Joint& joint = context.model.joints[entry.plan.joint];
    if (entry.plan.family->protocol != ServoProtocol::dynamixel2) {
      context.diagnostics.report(Rule::feature_dropped, place_of(joint),
                                 concat("dynamixel_hardware cannot drive the ", entry.plan.family->name,
                                        " servo of joint '", joint.name, "', which was left out"));
      continue;
    }
    if (baud != 0 && entry.plan.baud != 0 && baud != entry.plan.baud)
      context.diagnostics.report(
          Rule::feature_dropped, place_of(joint),
          concat("one bus has one speed: the servo of joint '", joint.name, "' runs at ", baud,
                 " instead of ", entry.plan.baud, " bits a second"));
    if (baud == 0) baud = entry.plan.baud;
    rows += ros2_joint(context, entry);
    result.joints += concat("      - ", yaml_text(joint.name), "\n");
  }
  if (rows.empty()) return result;
  const std::string& name = context.table.buses[bus];
  result.element = fill_servo_template(
      "ros2_bus.urdf.in",
      {{"BUS", escape_xml_attribute(name.empty() ? context.table.name : name)},
       // Buses are often named after their port.
       {"PORT", name.starts_with("/") ? escape_xml_text(name) : "/dev/ttyUSB0"},
       {"BAUD_RATE", baud == 0 ? std::string() : ros2_parameter("      ", "baud_rate", concat(baud))},
       {"JOINTS", std::move(rows)}});
  return result;
}

}  // namespace

std::string ros2_safety(const ServoFormatContext& context) {
  const bool any = std::ranges::any_of(context.table.entries, [&](const ServoEntry& entry) {
    return safety_bounds(context.model.joints[entry.plan.joint]).has_value();
  });
  if (!any) return {};
  return "    # Applies the <safety_controller> elements of the robot's description.\n"
         "    enforce_command_limits: true\n";
}

std::vector<OutputFile> print_servo_dynamixel_hardware(ServoFormatContext& context) {
  const ServoTable& table = context.table;
  std::string buses, joints;
  for (std::size_t bus = 0; bus < table.buses.size(); ++bus) {
    const Ros2Bus printed = ros2_bus(context, bus);
    buses += printed.element;
    joints += printed.joints;
  }
  if (joints.empty()) return {};
  return {{table.name + "_dynamixel_hardware.urdf",
           fill_servo_template("ros2_control.urdf.in", {{"BANNER", escape_xml_text(context.banner)},
                                                        {"ROBOT", escape_xml_attribute(context.model.name)},
                                                        {"BUSES", std::move(buses)}})},
          {table.name + "_dynamixel_hardware_controllers.yaml",
           fill_servo_template("controllers.yaml.in", {{"BANNER", context.banner},
                                                       {"SAFETY", ros2_safety(context)},
                                                       {"JOINTS", std::move(joints)}})}};
}

namespace {

// LeRobot counts degrees from the middle of the range, and applies no drive_mode to them.
void report_lerobot_losses(ServoFormatContext& context, const ServoEntry& entry) {
  const PlannedServo& plan = entry.plan;
  const Joint& joint = context.model.joints[plan.joint];
  const auto lose = [&](std::string message) {
    context.diagnostics.report(Rule::feature_dropped, place_of(joint), std::move(message));
  };
  if (plan.conversion.coupled())
    lose(concat("a calibration of LeRobot has one joint a servo: the couplings of joint '", joint.name,
                "' were left out"));
  const double middle = static_cast<double>(plan.counts.low + plan.counts.high) / 2;
  if (std::abs(middle - plan.conversion.zero) > 1)
    lose(concat("LeRobot counts degrees from the middle of the range, ", middle, " counts: joint '",
                joint.name, "' is at 0 at ", stated_number(plan.conversion.zero), ", which is ",
                short_number((plan.conversion.zero - middle) / plan.conversion.counts_per_turn * 360),
                " degrees there"));
  const ServoTurning turning = turning_of(entry);
  if (turning == ServoTurning::reversed_by_table || turning == ServoTurning::reversed_by_both)
    lose(concat("LeRobot does not reverse degrees: joint '", joint.name,
                "' turns against its servo, and its degrees change their sign"));
}

// LeRobot writes the offset in the register's own form, and ends with an error where that has too few bits.
bool takes_offset(ServoFormatContext& context, const ServoEntry& entry, std::int64_t offset) {
  const Joint& joint = context.model.joints[entry.plan.joint];
  const ServoValue* said = joint.servo->find(ServoProperty::homing_offset);
  const ServoRegister* target = nullptr;
  for (const ServoSetting& setting : entry.plan.persistent)
    if (said != nullptr && setting.target->name == "homing_offset") target = setting.target;
  if (target == nullptr || target->encoding != ServoEncoding::sign_magnitude) return true;
  const std::int64_t most = (std::int64_t{1} << target->sign_bit) - 1;
  if (std::abs(offset) <= most) return true;
  context.diagnostics.report(Rule::target_refuses,
                             said->range.valid() ? SourceRange(said->range) : place_of(joint),
                             concat("LeRobot takes homing offsets from ", -most, " to ", most, " for a ",
                                    entry.plan.device->name, ", and rejects a calibration with ", offset,
                                    " for joint '", joint.name, "'; turn the horn, and calibrate anew"));
  return false;
}

std::int64_t drive_mode_of(const PlannedServo& plan) {
  for (const ServoSetting& setting : plan.persistent)
    if (setting.target->known == KnownRegister::drive_mode) return setting.value;
  return 0;
}

}  // namespace

// A calibration in LeRobot's form. drive_mode is what the register of a DYNAMIXEL holds, and 0 of a FEETECH.
// Ranges are readings.
std::vector<OutputFile> print_servo_lerobot(ServoFormatContext& context) {
  JsonWriter json;
  json.begin_object();
  bool any = false;
  for (const ServoEntry& entry : context.table.entries) {
    const PlannedServo& plan = entry.plan;
    const Joint& joint = context.model.joints[plan.joint];
    if (leaves_out_second(context, entry, "lerobot")) continue;
    if (plan.family->protocol != ServoProtocol::dynamixel2 &&
        plan.family->protocol != ServoProtocol::feetech) {
      context.diagnostics.report(Rule::feature_dropped, place_of(joint),
                                 concat("LeRobot has no calibration of the ", plan.family->name,
                                        " servo of joint '", joint.name, "', which was left out"));
      continue;
    }
    const std::int64_t offset = joint.servo->whole(ServoProperty::homing_offset).value_or(0);
    if (!takes_offset(context, entry, offset)) return {};
    any = true;
    report_lerobot_losses(context, entry);
    json.key(joint.name);
    json.begin_object();
    json.field("id", plan.id);
    json.field("drive_mode", drive_mode_of(plan));
    json.field("homing_offset", offset);
    json.field("range_min", plan.counts.low);
    json.field("range_max", plan.counts.high);
    json.end_object();
  }
  json.end_object();
  if (!any) return {};
  return {{context.table.name + "_lerobot.json", json.take()}};
}

}  // namespace romas
