// --servo-format=ros2: <ros2_control> for dynamixel_hardware_interface, the driver of the maker. Its servos
// are <gpio> elements whose parameters are items of the control table by the maker's names. The form is that
// of open_manipulator_x_position.ros2_control.xacro in ROBOTIS-GIT/open_manipulator.
#include <algorithm>
#include <cmath>

#include "backends/servo/c/templates.h"
#include "backends/servo/table/formats.h"
#include "backends/servo/table/linear_system.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

std::string parameter(std::string_view indentation, std::string_view name, std::string_view value) {
  return concat(indentation, "<param name=\"", escape_xml_attribute(name), "\">", escape_xml_text(value),
                "</param>\n");
}

// What the interface of a joint is called, what the servo's item for it, and what it reads beside position
// and velocity.
struct Interfaces {
  std::string_view joint, goal;
};
Interfaces interfaces_of(ServoAspect aspect) {
  switch (aspect) {
    case ServoAspect::velocity: return {"velocity", "Goal Velocity"};
    case ServoAspect::current: return {"effort", "Goal Current"};
    case ServoAspect::position:
    case ServoAspect::pwm: break;
  }
  return {"position", "Goal Position"};
}

class RobotisBus {
 public:
  RobotisBus(ServoFormatContext& context, std::size_t bus) : context_(context), bus_(bus) {}

  // Empty if the bus has no servo for the driver.
  std::string run(std::string& positions) {
    choose();
    if (mine_.empty()) return {};
    std::string joints, servos, gripper;
    for (std::size_t i = 0; i < mine_.size(); ++i) {
      const Joint& joint = joint_of(i);
      const Interfaces names = interfaces_of(controlled_by(servo_mode(*joint.servo)));
      joints += concat(
          "    <joint name=\"", escape_xml_attribute(joint.name), "\">\n      <command_interface name=\"",
          names.joint, "\"/>\n      <state_interface name=\"position\"/>\n",
          "      <state_interface name=\"velocity\"/>\n      <state_interface name=\"effort\"/>\n",
          "    </joint>\n");
      if (names.joint == "position")
        positions += concat("      - ", yaml_text(joint.name), "\n");
      else
        lose(i, concat("the controller moves positions: joint '", joint.name, "' is not among its joints"));
      servos += servo(i, names);
      grip(i, gripper);
      zero(i);
    }
    std::vector<double> to_servos = matrix();
    auto to_joints = inverse(to_servos, mine_.size());
    if (!to_joints) {
      lose(0, "the gears of the servos depend on each other: the transmissions were left straight");
      to_servos.assign(to_servos.size(), 0);
      for (std::size_t i = 0; i < mine_.size(); ++i) to_servos[i * mine_.size() + i] = 1;
      to_joints = to_servos;
    }
    const std::string& name = context_.table.buses[bus_];
    return fill_servo_template(
        "robotis_bus.urdf.in",
        {{"BUS", escape_xml_attribute(name.empty() ? context_.table.name : name)},
         // Buses are often named after their port.
         {"PORT", name.starts_with("/") ? escape_xml_text(name) : "/dev/ttyUSB0"},
         {"BAUD_RATE", baud_ == 0 ? std::string() : parameter("      ", "baud_rate", concat(baud_))},
         {"COUNT", concat(mine_.size())},
         {"TO_JOINTS", rows(*to_joints)},
         {"TO_SERVOS", rows(to_servos)},
         {"GRIPPER", std::move(gripper)},
         {"JOINTS", std::move(joints)},
         {"SERVOS", std::move(servos)}});
  }

 private:
  const Joint& joint_of(std::size_t i) const { return context_.model.joints[mine_[i]->plan.joint]; }

  void lose(const Joint& joint, std::string message) {
    context_.diagnostics.report(Rule::feature_dropped,
                                joint.servo->range.valid() ? joint.servo->range : joint.name_range,
                                std::move(message));
  }
  void lose(std::size_t i, std::string message) { lose(joint_of(i), std::move(message)); }

  void choose() {
    for (const ServoEntry& entry : context_.table.entries) {
      if (entry.bus != bus_ || leaves_out_second(context_, entry, "ros2")) continue;
      if (entry.plan.family->protocol != ServoProtocol::dynamixel2) {
        const Joint& joint = context_.model.joints[entry.plan.joint];
        lose(joint, concat("dynamixel_hardware_interface cannot drive the ", entry.plan.family->name,
                           " servo of joint '", joint.name, "', which was left out"));
        continue;
      }
      if (baud_ == 0) baud_ = entry.plan.baud;
      mine_.push_back(&entry);
    }
  }

  // Everything that is written before the first move, by the maker's names.
  std::string servo(std::size_t i, const Interfaces& names) {
    const PlannedServo& plan = mine_[i]->plan;
    std::string text =
        concat("    <gpio name=\"dxl", i + 1, "\"> <!-- joint ", xml_comment(joint_of(i).name), " -->\n",
               parameter("      ", "type", "dxl"), parameter("      ", "ID", concat(plan.id)));
    text += concat("      <command_interface name=\"", names.goal, "\"/>\n",
                   "      <state_interface name=\"Present Position\"/>\n",
                   "      <state_interface name=\"Present Velocity\"/>\n");
    if (plan.device->find(KnownRegister::present_current) != nullptr)
      text += "      <state_interface name=\"Present Current\"/>\n";
    for (const auto* settings : {&plan.persistent, &plan.running})
      for (const ServoSetting& setting : *settings)
        text +=
            parameter("      ", setting.target->label.empty() ? setting.target->name : setting.target->label,
                      concat(setting.value));
    return text + "    </gpio>\n";
  }

  // A name may not end a comment.
  static std::string xml_comment(std::string_view name) {
    std::string text = one_line(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
  }

  // The driver knows one gripper, whose stroke is linear in its servo's angle: the first prismatic joint with
  // ends. Angles are counted from the servo's middle.
  void grip(std::size_t i, std::string& gripper) {
    const Joint& joint = joint_of(i);
    const PlannedServo& plan = mine_[i]->plan;
    const ServoConversion& conversion = plan.conversion;
    const bool ends = !conversion.linear() || (std::isfinite(plan.lower) && std::isfinite(plan.upper));
    if (joint.type != JointType::prismatic || conversion.coupled() || !ends || gripper_) {
      if (!conversion.linear())
        lose(i, concat("dynamixel_hardware_interface maps one prismatic joint only: that of joint '",
                       joint.name, "' was left out, and its position is the servo's angle"));
      return;
    }
    if (conversion.places.size() > 2)
      lose(i,
           concat("dynamixel_hardware_interface takes the stroke of joint '", joint.name,
                  "' as linear in the servo's angle: the places between the ends of its map were left out"));
    gripper_ = i;
    const double low = conversion.linear() ? plan.lower : conversion.places.front().joint;
    const double high = conversion.linear() ? plan.upper : conversion.places.back().joint;
    const auto angle = [&](double at) {
      return concat((conversion.count_at(at) - static_cast<double>(plan.device->centre)) /
                    conversion.counts_per_turn * kFullTurn);
    };
    gripper = parameter("      ", "use_revolute_to_prismatic_gripper", "1") +
              parameter("      ", "revolute_to_prismatic_dxl", concat("dxl", i + 1)) +
              parameter("      ", "revolute_max", angle(high)) +
              parameter("      ", "revolute_min", angle(low)) +
              parameter("      ", "revolute_to_prismatic_joint", joint.name) +
              parameter("      ", "prismatic_max", concat(high)) +
              parameter("      ", "prismatic_min", concat(low));
  }

  // The driver counts angles from the servo's middle.
  void zero(std::size_t i) {
    const PlannedServo& plan = mine_[i]->plan;
    if (!plan.conversion.linear() || gripper_ == i ||
        std::abs(plan.conversion.zero - static_cast<double>(plan.device->centre)) <= 0.5)
      return;
    lose(i, concat("dynamixel_hardware_interface counts from ", plan.device->centre, ": that joint '",
                   joint_of(i).name, "' is at 0 at ", stated_number(plan.conversion.zero), " was left out"));
  }

  // Rad of each servo for one rad, or metre, of each joint; row by row.
  std::vector<double> matrix() {
    const std::size_t n = mine_.size();
    std::vector<double> rows(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      const ServoConversion& conversion = mine_[i]->plan.conversion;
      if (!conversion.linear() || gripper_ == i) {
        rows[i * n + i] = 1;
        continue;
      }
      for (const ServoConversion::Term& term : conversion.terms) {
        const auto column = std::find_if(mine_.begin(), mine_.end(), [&](const ServoEntry* entry) {
          return entry->plan.joint == term.joint;
        });
        const double radians = term.counts * kFullTurn / conversion.counts_per_turn;
        if (column == mine_.end())
          lose(i, concat("joint '", context_.model.joints[term.joint].name, "' turns the servo of joint '",
                         joint_of(i).name, "' too, but has no servo on its bus: the coupling was left out"));
        else
          rows[i * n + static_cast<std::size_t>(column - mine_.begin())] += radians;
      }
    }
    return rows;
  }

  std::string rows(const std::vector<double>& values) const {
    const std::size_t n = mine_.size();
    std::string text;
    for (std::size_t r = 0; r < n; ++r) {
      text += "        ";
      for (std::size_t c = 0; c < n; ++c) {
        const double value = values[r * n + c];
        const double whole = std::round(value);
        text += concat(std::abs(value - whole) < 1e-12 ? whole + 0.0 : value,
                       r + 1 == n && c + 1 == n ? "" : ", ");
      }
      text.erase(text.find_last_not_of(' ') + 1);
      text += "\n";
    }
    return text;
  }

  ServoFormatContext& context_;
  std::size_t bus_;
  std::vector<const ServoEntry*> mine_;
  std::int64_t baud_ = 0;
  std::optional<std::size_t> gripper_;
};

}  // namespace

std::vector<OutputFile> print_servo_ros2(ServoFormatContext& context) {
  const ServoTable& table = context.table;
  std::string buses, joints;
  for (std::size_t bus = 0; bus < table.buses.size(); ++bus) buses += RobotisBus(context, bus).run(joints);
  if (buses.empty()) return {};
  std::vector<OutputFile> files = {
      {table.name + "_ros2_control.urdf",
       fill_servo_template("ros2_control.urdf.in", {{"BANNER", escape_xml_text(context.banner)},
                                                    {"ROBOT", escape_xml_attribute(context.model.name)},
                                                    {"BUSES", std::move(buses)}})}};
  if (!joints.empty())
    files.push_back({table.name + "_controllers.yaml",
                     fill_servo_template("controllers.yaml.in", {{"BANNER", context.banner},
                                                                 {"SAFETY", ros2_safety(context)},
                                                                 {"JOINTS", std::move(joints)}})});
  return files;
}

}  // namespace romas
