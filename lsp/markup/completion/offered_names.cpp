#include "lsp/markup/completion/offered_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ir/words/ros2_control_parameters.h"
#include "support/text/text.h"

namespace romas::markup {

namespace {

// Libraries of plugins that robots use: of gazebo_plugins, gazebo_ros_control and ros_gz's Gazebo, in the
// order in which robots have them.
constexpr std::string_view kGazeboPlugins =
    "libgazebo_ros_control.so libgazebo_ros2_control.so libgazebo_ros_camera.so libgazebo_ros_ray_sensor.so "
    "libgazebo_ros_imu_sensor.so libgazebo_ros_diff_drive.so libgazebo_ros_joint_state_publisher.so "
    "libgazebo_ros_p3d.so libgazebo_ros_laser.so libgazebo_ros_imu.so libgazebo_ros_openni_kinect.so "
    "libgazebo_ros_planar_move.so libgazebo_ros_skid_steer_drive.so libgazebo_ros_ackermann_drive.so "
    "libgazebo_ros_bumper.so libgazebo_ros_gps_sensor.so libgazebo_ros_range.so libgazebo_ros_force.so "
    "libgazebo_ros_ft_sensor.so libgazebo_ros_vacuum_gripper.so libgazebo_ros_wheel_slip.so "
    "gz_ros2_control-system gz-sim-joint-state-publisher-system gz-sim-joint-trajectory-controller-system "
    "gz-sim-joint-position-controller-system gz-sim-joint-controller-system gz-sim-diff-drive-system "
    "gz-sim-sensors-system gz-sim-imu-system gz-sim-contact-system gz-sim-force-torque-system "
    "gz-sim-navsat-system gz-sim-odometry-publisher-system gz-sim-pose-publisher-system "
    "gz-sim-ackermann-steering-system gz-sim-physics-system gz-sim-user-commands-system "
    "gz-sim-scene-broadcaster-system";

}  // namespace

std::vector<std::string> by_use(const CompletionContext& context, std::vector<std::string> names, bool once) {
  const Tree& tree = context.tree;
  const NodeId here = context.place.node;
  const bool is_attribute = context.place.attribute != kNone;
  std::map<std::string_view, std::uint32_t> mentions;  // their last begins in front of the cursor
  std::set<std::string_view> taken;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree.nodes[id].kind != NodeKind::element || id == here) continue;
    if (once && !is_attribute && here != kNone && tree.name(id) == tree.name(here))
      taken.insert(trim(tree.nodes[id].content().of(tree.text)));
    for_each_attribute(tree, id, [&](const Attribute& attribute) {
      const std::string_view value = attribute.value.of(tree.text);
      if (attribute.value.begin < context.offset) mentions[value] = attribute.value.begin;
      const bool is_same =
          once && is_attribute && here != kNone && tree.name(id) == tree.name(here) &&
          attribute.name.of(tree.text) == tree.attributes[context.place.attribute].name.of(tree.text) &&
          tree.nodes[id].parent != kNone && tree.nodes[here].parent != kNone &&
          tree.name(tree.nodes[id].parent) == tree.name(tree.nodes[here].parent);
      if (is_same) taken.insert(value);
    });
  }
  const auto rank = [&](const std::string& name) {
    const auto found = mentions.find(name);
    const std::uint32_t distance = found == mentions.end() ? context.offset : context.offset - found->second;
    return std::pair(taken.contains(name), distance);
  };
  std::ranges::stable_sort(names, {}, rank);
  return names;
}

std::vector<std::string> control_drivers() {
  std::vector<std::string> found;
  for (const ros2_control::Parameter& parameter : ros2_control::kParameters)
    if (!parameter.plugin.empty() && (found.empty() || found.back() != parameter.plugin))
      found.emplace_back(parameter.plugin);
  return found;
}

std::vector<std::string> gazebo_plugins(const CompletionContext& context) {
  const Tree& tree = context.tree;
  std::vector<std::string> found;
  const auto add_new = [&](std::string_view name) {
    if (!name.empty() && std::ranges::find(found, name) == found.end()) found.emplace_back(name);
  };
  for (NodeId id = 0; id < tree.nodes.size(); ++id)
    if (id != context.place.node && tree.nodes[id].kind == NodeKind::element && tree.name(id) == "plugin")
      add_new(tree.value(id, "filename"));
  for (const romas::Token& word : split_words(kGazeboPlugins)) add_new(word.text);
  return found;
}

std::string_view joint_around(const CompletionContext& context) {
  const std::vector<NodeId>& path = context.place.path;
  const auto joint = std::find_if(path.rbegin(), path.rend(), [&](NodeId id) {
    const std::string_view name = context.tree.name(id);
    return name.substr(name.find(':') + 1) == "joint";
  });
  return joint == path.rend() ? std::string_view() : context.tree.value(*joint, "name");
}

bool names_child(const CompletionContext& context) {
  return context.place.node != kNone && context.tree.name(context.place.node) == "child";
}

}  // namespace romas::markup
