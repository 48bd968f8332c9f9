#include "backends/controller/controller.h"

#include <algorithm>
#include <cmath>

#include "backends/controller/model_data.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/no_limit.h"
#include "support/text/escape.h"
#include "support/text/template.h"
#include "support/text/text.h"

namespace romas {

namespace {

struct ControlInfo {
  ControlKind kind;
  std::string_view name;
  std::string_view hold;  // seconds that the loop's test waits at the target
  std::string_view lag;   // m that a link may be from its path in the paths' test
  std::string_view summary;
};
constexpr std::array kControls = {
    ControlInfo{ControlKind::pd, "pd", "6", "0.2",
                "Joint PD: springs and dampers, without a model. Gravity makes the joints sag by what their "
                "springs give way."},
    ControlInfo{ControlKind::pid, "pid", "12", "0.1",
                "Joint PID with anti-windup: the integral takes over gravity and friction."},
    ControlInfo{ControlKind::gravity, "gravity", "6", "0.05",
                "Joint PD, with the robot's weight carried by its model."},
    ControlInfo{ControlKind::computed_torque, "computed-torque", "2", "0.02",
                "Computed torque: inverse dynamics takes the robot's inertia and weight away, a PD "
                "controller moves what is left."},
    ControlInfo{ControlKind::impedance, "impedance", "4", "0.02",
                "Joint impedance: joints that follow their targets, and yield to a hand as springs do."},
    ControlInfo{ControlKind::cartesian, "cartesian", "6", "0.02",
                "Cartesian impedance: a link is held in space by springs and dampers; joints that are left "
                "over keep a posture."},
};
const ControlInfo& control_info(ControlKind kind) {
  return *std::find_if(kControls.begin(), kControls.end(),
                       [&](const ControlInfo& info) { return info.kind == kind; });
}

// The last part of a namespace, for CMake.
std::string last_part(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return std::string(colon == std::string_view::npos ? name : name.substr(colon + 1));
}

std::string limit_text(const std::optional<Number>& number) {
  return number ? format_double(number->value()) : "–";
}

std::string joint_table(const Model& model, const KinematicTree& tree, const ControllerRequest& request) {
  std::string table =
      "| joint | type | lower | upper | effort | velocity | damping | friction "
      "|\n|---|---|---|---|---|---|---|---|\n";
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    if (!is_independent(model, joint, request)) continue;
    const JointLimit limit = effective_limit(joint);
    const auto first = [](const std::vector<Number>& numbers) {
      return numbers.empty() ? std::optional<Number>() : numbers.front();
    };
    const std::optional<Number> damping = joint.dynamics ? first(joint.dynamics->damping) : std::nullopt;
    const std::optional<Number> friction = joint.dynamics ? first(joint.dynamics->friction) : std::nullopt;
    table +=
        concat("| ", markdown_text(joint.name), " | ", to_string(joint.type), " | ", limit_text(limit.lower),
               " | ", limit_text(limit.upper), " | ", limit_text(limit.effort), " | ",
               limit_text(limit.velocity), " | ", limit_text(damping), " | ", limit_text(friction), " |\n");
  }
  return table;
}

// Which variables of a joint are distances.
std::vector<bool> slides_of(JointType type) {
  switch (type) {
    case JointType::prismatic: return {true};
    case JointType::planar: return {true, true, false};
    case JointType::floating: return {true, true, true, false, false, false};
    case JointType::ball: return {false, false, false};
    case JointType::universal: return {false, false};
    default: return {false};
  }
}

// A row of kThresholds in robot.hpp, and where its numbers come from. docs/when-it-goes-wrong.md has the
// defaults. Steps of a servo's readings count where they are coarser: velocities that are finer than a step
// of the position add up to it.
std::string threshold_row(const Joint& joint, bool slides, const ReadingNoise* servo) {
  constexpr double kAssumedVelocity = 10;
  const JointLimit limit = effective_limit(joint);
  const double given = limit.velocity ? limit.velocity->value() : 0;
  const bool known = given > 0 && std::isfinite(given);
  double tracking = slides ? 0.02 : 0.05;
  std::string_view reason = slides ? "tracking 0.02 m" : "tracking 0.05 rad";
  if (known && 0.05 * given > tracking) tracking = 0.05 * given, reason = "tracking 0.05 s of it";
  const bool bounded = limit.lower && limit.upper && joint.type != JointType::continuous;
  const double part = bounded ? 0.1 * (limit.upper->value() - limit.lower->value()) : 0;
  if (part > 0 && part < tracking) tracking = part, reason = "tracking a tenth of the range";
  const double slack = slides ? 0.0005 : 0.0087, noise = slides ? 0.0001 : 0.0005,
               velocity_noise = slides ? 0.005 : 0.02;
  std::string readings = slides ? "0.0005, 0.0001, 0.005" : "0.0087, 0.0005, 0.02", steps;
  if (servo != nullptr && (servo->position > noise || servo->velocity > velocity_noise)) {
    readings = concat(about(std::max(slack, servo->position)), ", ", about(std::max(noise, servo->position)),
                      ", ", about(std::max(velocity_noise, servo->velocity)));
    steps = concat(", noise two steps of ", c_comment(servo->device));
  }
  return concat("    {", slides ? "true" : "false", ", ", known ? given : kAssumedVelocity, ", ", readings,
                ", ", tracking, "},  // ", c_comment(joint.name),
                known ? ": velocity of the description, " : ": velocity assumed, ", reason, steps, "\n");
}

// The rows of all velocity variables, in their order.
std::string thresholds(const Model& model, const KinematicTree& tree, const ControllerRequest& request) {
  std::string rows;
  for (int i = 0; request.floating_base && i < 6; ++i)
    rows += "    romas::kUnsupervised,  // the base has no motor\n";
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    if (!is_independent(model, joint, request)) continue;
    const auto servo = request.noise.find(id);
    for (const bool slides : slides_of(joint.type))
      rows += threshold_row(joint, slides, servo == request.noise.end() ? nullptr : &servo->second);
  }
  return rows;
}

// The part of robot.hpp about a robot whose joints follow from each other in loops.
constexpr std::string_view kTree = R"(using Robot = Whole;

// Whether a position can be reached: a tree reaches all of them.
inline bool reaches(const double* /*q*/) { return true; }
)";
constexpr std::string_view kLoops =
    R"(using Robot = romas::IndependentRobot<Whole>;  // its joints that move by themselves; loops hold the others

// Whether the loops reach a position, stand far enough from their dead centres, and have all joints within their limits.
inline bool reaches(const double* q) { return Robot{}.reaches(q); }
)";

// An example for --target within the joints' limits.
std::string example_target(const Model& model, const KinematicTree& tree, const ControllerRequest& request) {
  std::vector<std::string> numbers;
  const auto identity = [&](int zeros) {
    numbers.insert(numbers.end(), static_cast<std::size_t>(zeros), "0");
    numbers.emplace_back("1");
  };
  if (request.floating_base) identity(6);
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    if (!is_independent(model, joint, request)) continue;
    if (joint.type == JointType::ball || joint.type == JointType::floating) {
      identity(position_count(joint.type) - 1);
      continue;
    }
    double number = 0.3;
    const JointLimit limit = effective_limit(joint);
    if (limit.upper) number = std::min(number, limit.upper->value());
    if (limit.lower) number = std::max(number, limit.lower->value());
    numbers.insert(numbers.end(), static_cast<std::size_t>(position_count(joint.type)),
                   format_double(number));
  }
  return join(numbers, ",");
}

// The part of the README about paths.
std::string path_readme(const ControllerRequest& request) {
  if (request.path_tip.empty()) return {};
  return concat(
      "\n## Along a path\n\n`build/follow_path` moves link ", markdown_text(request.path_tip_name),
      " along a straight line or a circle, by inverse kinematics in closed form: each pose by the position "
      "of "
      "the joints that is nearest to the one before. Where a pose is out of reach, or could only be reached "
      "by a jump, the joints rest, and the program says so. `src/path.hpp` has the speed; "
      "`romas::PathFollower` takes any other path.\n\n"
      "    build/follow_path --line 0,0,-0.1\n"
      "    build/follow_path --circle 0.05,0 --log circle.csv\n");
}

// The path of a template's output; nothing for templates of other kinds of control, and for those of paths
// where no link follows one.
std::optional<std::string> place_of(const EmbeddedFile& file, const ControllerRequest& request) {
  constexpr std::array<std::string_view, 4> kTests = {"loop_converges.cpp", "model_agrees.cpp",
                                                      "model_data.hpp", "path_follows.cpp"};
  constexpr std::array<std::string_view, 3> kPaths = {"follow_path.cpp", "path.hpp", "path_follows.cpp"};
  constexpr std::array<std::string_view, 2> kTop = {"CMakeLists.txt", "README.md"};
  constexpr std::array<std::string_view, 3> kOfBoth = {"motion.hpp", "program.hpp", "robot.hpp"};
  constexpr std::string_view kRos2 = "ros2/";
  const bool ros2 = request.host == ControllerHost::ros2;
  std::string_view name = name_of_template(file);
  const auto among = [&](const auto& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (name.starts_with(kRos2)) {
    if (!ros2) return std::nullopt;
    name.remove_prefix(kRos2.size());
    return concat(name.ends_with("pp") ? "src/" : name.ends_with(".yaml") ? "config/" : "", name);
  }
  if (name.starts_with("control/"))
    return name == concat("control/", to_string(request.control), ".hpp")
               ? std::optional<std::string>("src/controller.hpp")
               : std::nullopt;
  if (ros2) return among(kOfBoth) ? std::optional(concat("src/", name)) : std::nullopt;
  if (request.path_tip.empty() && among(kPaths)) return std::nullopt;
  if (among(kTop)) return std::string(name);
  return concat(among(kTests) ? "test/" : "src/", name);
}

}  // namespace

std::optional<ControllerHost> parse_controller_host(std::string_view text) {
  if (text == "program") return ControllerHost::program;
  if (text == "ros2") return ControllerHost::ros2;
  return std::nullopt;
}

std::vector<std::string> controller_host_names() { return {"program", "ros2"}; }

std::string_view to_string(ControlKind kind) { return control_info(kind).name; }

std::optional<ControlKind> parse_control_kind(std::string_view text) {
  for (const ControlInfo& info : kControls)
    if (info.name == text) return info.kind;
  return std::nullopt;
}

std::vector<std::string> control_kind_names() {
  std::vector<std::string> names;
  names.reserve(kControls.size());
  for (const ControlInfo& info : kControls) names.emplace_back(info.name);
  return names;
}

LinkId default_tip(const Model& model) {
  const KinematicTree tree(model);
  std::vector<int> movable(model.links.size(), 0);
  LinkId tip;
  for (const LinkId link : tree.order()) {
    if (const JointId joint = tree.parent_joint(link))
      movable[link.index()] =
          movable[tree.parent_link(link).index()] + (moves(model.joint(joint).type) ? 1 : 0);
    if (!tip || std::pair(movable[link.index()], tree.depth(link)) >=
                    std::pair(movable[tip.index()], tree.depth(tip)))
      tip = link;
  }
  return tip;
}

std::vector<OutputFile> emit_controller(const Model& model, const ControllerRequest& request) {
  const KinematicTree tree(model);
  const ControlInfo& control = control_info(request.control);
  const bool paths = !request.path_tip.empty();
  TemplateValues values = {
      {"TITLE", one_line(model.name)},
      {"TITLE_MARKDOWN", markdown_text(model.name)},
      {"TITLE_TEXT", c_string_inside(one_line(model.name))},
      {"ROBOT", request.robot_namespace},
      {"PROJECT", last_part(request.robot_namespace)},
      {"PACKAGE", concat(to_lower(last_part(request.robot_namespace)), "_controller")},
      {"TITLE_XML", escape_xml_text(one_line(model.name))},
      {"HEADER", request.header_name},
      {"TIP", request.tip},
      {"PATH_TIP", request.path_tip},
      {"TIP_TEXT", c_string_inside(one_line(request.path_tip_name))},
      {"PATH_LAG", std::string(control.lag)},
      {"PATH_PROGRAM", paths ? "add_executable(follow_path src/follow_path.cpp)\n"
                               "target_link_libraries(follow_path PRIVATE robot)\n"
                             : ""},
      {"TESTS", paths ? "loop_converges model_agrees path_follows" : "loop_converges model_agrees"},
      {"PATH_README", path_readme(request)},
      {"SAGS", request.control == ControlKind::pd ? "1" : "0"},
      {"HOLD", std::string(control.hold)},
      {"CONTROL_SUMMARY", std::string(control.summary)},
      {"LOOP_HEADERS", request.dependent.empty() ? "" : "#include <romas/independent_plant.hpp>\n"},
      {"CONTROLLED", std::string(request.dependent.empty() ? kTree : kLoops)},
      {"LOOPS_NOTE",
       request.dependent.empty() ? "" : "Loops of links hold the other joints, which follow from these.\n"},
      {"JOINT_TABLE", joint_table(model, tree, request)},
      {"THRESHOLDS", thresholds(model, tree, request)},
      {"EXAMPLE_TARGET", example_target(model, tree, request)},
  };
  values.merge(model_data_values(model, request));
  std::vector<OutputFile> files;
  for (const EmbeddedFile& file : embedded_controller_project())
    if (const auto path = place_of(file, request)) files.push_back({*path, fill_template(file.text, values)});
  for (const EmbeddedFile& file : embedded_runtime())
    if (file.path != "romas/eigen.hpp")
      files.push_back({concat("runtime/", file.path), std::string(file.text)});
  files.push_back({concat("model/", request.header_name), request.header});
  std::sort(files.begin(), files.end(),
            [](const OutputFile& a, const OutputFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace romas
