#include "backends/controller/controller.h"

#include <algorithm>
#include <map>

#include "ir/analysis/kinematic_tree.h"
#include "support/embedded.h"
#include "support/escape.h"
#include "support/text.h"

namespace romas {

namespace {

struct ControlInfo {
  ControlKind kind;
  std::string_view name;
  std::string_view hold;  // seconds that the loop's test waits at the target
  std::string_view summary;
};
constexpr std::array kControls = {
    ControlInfo{ControlKind::pd, "pd", "6",
                "Joint PD: springs and dampers, without a model. Gravity makes the joints sag by what their "
                "springs give way."},
    ControlInfo{ControlKind::pid, "pid", "12",
                "Joint PID with anti-windup: the integral takes over gravity and friction."},
    ControlInfo{ControlKind::gravity, "gravity", "6",
                "Joint PD, with the robot's weight carried by its model."},
    ControlInfo{ControlKind::computed_torque, "computed-torque", "2",
                "Computed torque: inverse dynamics takes the robot's inertia and weight away, a PD "
                "controller moves what is left."},
    ControlInfo{ControlKind::impedance, "impedance", "4",
                "Joint impedance: joints that follow their targets, and yield to a hand as springs do."},
    ControlInfo{ControlKind::cartesian, "cartesian", "6",
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

using Values = std::map<std::string, std::string, std::less<>>;

// Replaces every @NAME@ that has a value.
std::string fill(std::string_view text, const Values& values) {
  std::string out;
  while (true) {
    const std::size_t begin = text.find('@');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('@', begin + 1);
    if (end == std::string_view::npos) return out.append(text);
    const auto value = values.find(text.substr(begin + 1, end - begin - 1));
    out.append(text.substr(0, begin));
    if (value == values.end()) {
      out += '@';
      text.remove_prefix(begin + 1);
    } else {
      out += value->second;
      text.remove_prefix(end + 1);
    }
  }
}

bool is_independent(const Joint& joint, const ControllerRequest& request) {
  return moves(joint.type) && (request.independent_mimics || !joint.mimic || !joint.mimic->joint.id);
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
    if (!is_independent(joint, request)) continue;
    const JointLimit none;
    const JointLimit& limit = joint.limit ? *joint.limit : none;
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

// Numbers for --target that the joints can reach.
std::string example_target(const Model& model, const KinematicTree& tree, const ControllerRequest& request) {
  std::vector<std::string> numbers;
  const auto identity = [&](int zeros) {
    numbers.insert(numbers.end(), static_cast<std::size_t>(zeros), "0");
    numbers.emplace_back("1");
  };
  if (request.floating_base) identity(6);
  for (const JointId id : tree.joint_order()) {
    const Joint& joint = model.joint(id);
    if (!is_independent(joint, request)) continue;
    if (joint.type == JointType::ball || joint.type == JointType::floating) {
      identity(position_count(joint.type) - 1);
      continue;
    }
    double number = 0.3;
    if (joint.limit && joint.limit->upper) number = std::min(number, joint.limit->upper->value());
    if (joint.limit && joint.limit->lower) number = std::max(number, joint.limit->lower->value());
    numbers.insert(numbers.end(), static_cast<std::size_t>(position_count(joint.type)),
                   format_double(number));
  }
  return join(numbers, ",");
}

// Where a template goes; nothing for those of other kinds of control.
std::optional<std::string> place_of(std::string_view path, ControlKind kind) {
  const std::string_view name = path.substr(0, path.size() - std::string_view(".in").size());
  if (name.starts_with("control/"))
    return name == concat("control/", to_string(kind), ".hpp")
               ? std::optional<std::string>("src/controller.hpp")
               : std::nullopt;
  if (name == "CMakeLists.txt" || name == "README.md") return std::string(name);
  return concat(name == "loop_converges.cpp" || name == "model_agrees.cpp" ? "test/" : "src/", name);
}

}  // namespace

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

std::vector<ProjectFile> emit_controller(const Model& model, const ControllerRequest& request) {
  const KinematicTree tree(model);
  const ControlInfo& control = control_info(request.control);
  const Values values = {
      {"TITLE", one_line(model.name)},
      {"TITLE_MARKDOWN", markdown_text(model.name)},
      {"TITLE_TEXT", c_string_inside(one_line(model.name))},
      {"ROBOT", request.robot_namespace},
      {"PROJECT", last_part(request.robot_namespace)},
      {"HEADER", request.header_name},
      {"TIP", request.tip},
      {"SAGS", request.control == ControlKind::pd ? "1" : "0"},
      {"HOLD", std::string(control.hold)},
      {"CONTROL_SUMMARY", std::string(control.summary)},
      {"JOINT_TABLE", joint_table(model, tree, request)},
      {"EXAMPLE_TARGET", example_target(model, tree, request)},
  };
  std::vector<ProjectFile> files;
  for (const EmbeddedFile& file : embedded_controller_project())
    if (const auto path = place_of(file.path, request.control))
      files.push_back({*path, fill(file.text, values)});
  for (const EmbeddedFile& file : embedded_runtime())
    if (file.path != "romas/eigen.hpp")
      files.push_back({concat("runtime/", file.path), std::string(file.text)});
  files.push_back({concat("model/", request.header_name), request.header});
  files.push_back({"test/model_data.hpp", print_model_data(model, request)});
  std::sort(files.begin(), files.end(),
            [](const ProjectFile& a, const ProjectFile& b) { return a.path < b.path; });
  return files;
}

std::string print_model_data(const Model& model, const ControllerRequest& request) {
  const KinematicTree tree(model);
  std::vector<int> index(model.links.size(), -1);
  for (std::size_t k = 0; k < tree.order().size(); ++k) index[tree.order()[k].index()] = static_cast<int>(k);
  std::string names, rows;
  const auto vector = [](const Vector3& v) { return concat("{", v.x(), ", ", v.y(), ", ", v.z(), "}"); };
  const auto matrix = [&](const Matrix3& A) {
    return concat("{", vector(A.row(0)), ", ", vector(A.row(1)), ", ", vector(A.row(2)), "}");
  };
  for (const LinkId id : tree.order()) {
    const Link& link = model.link(id);
    names += concat("    ", c_string(link.name), ",\n");
    std::string joint_text =
        "JointType::fixed, -1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, {1, 0, 0}, 0";
    std::string mimic_text = "-1, 1, 0";
    if (const JointId joint_id = tree.parent_joint(id)) {
      const Joint& joint = model.joint(joint_id);
      const RigidTransform X_PC = joint.origin.evaluate();
      joint_text =
          concat("JointType::", joint.type == JointType::foreign ? "fixed" : to_string(joint.type), ", ",
                 index[tree.parent_link(id).index()], ", ", matrix(X_PC.R), ", ", vector(X_PC.p), ", ",
                 vector(joint.axis_or_default()), ", ", joint.screw_pitch.value_or(0).value());
      // Along a chain of followers up to the joint that moves by itself.
      const Joint* leader = &joint;
      double multiplier = 1, offset = 0;
      for (std::size_t step = 0; step <= model.joints.size() && !request.independent_mimics &&
                                 !is_independent(*leader, request) && moves(leader->type);
           ++step) {
        offset += multiplier * leader->mimic->offset.value_or(0).value();
        multiplier *= leader->mimic->multiplier.value_or(1).value();
        leader = &model.joint(leader->mimic->joint.id);
      }
      if (leader != &joint)
        mimic_text = concat(index[leader->child.id.index()], ", ", multiplier, ", ", offset);
    }
    SpatialInertia inertia;
    if (link.inertial) inertia = link.inertial->spatial();
    rows += concat("    {", joint_text, ", ", inertia.mass, ", ", vector(inertia.com), ", ",
                   matrix(inertia.tensor), ", ", mimic_text, "},  // ", c_comment(link.name), "\n");
  }
  std::array<double, 3> g = {0, 0, -9.81};
  if (model.gravity)
    g = {(*model.gravity)[0].value(), (*model.gravity)[1].value(), (*model.gravity)[2].value()};
  if (request.gravity) g = *request.gravity;
  return concat(
      "// ", c_comment(model.name),
      " as data, for the textbook's algorithms (runtime/romas/reference.hpp). Units are SI; see "
      "romas::reference::Link.\n#pragma once\n\n"
      "#include <romas/reference_model.hpp>\n\nnamespace model_data {\n\nusing "
      "romas::reference::JointType;\n\nconstexpr int kLinks = ",
      tree.order().size(), ";\nconstexpr const char* kLinkNames[kLinks] = {\n", names,
      "};\n\n"
      "struct Row {\n  JointType type;\n  int parent;\n  double R[3][3], p[3], axis[3], pitch;  // the "
      "link's frame in its parent's at q = 0; the "
      "joint\n"
      "  double mass, com[3], inertia[3][3];         // about the centre of mass, along the link's axes\n"
      "  int mimic;\n  double multiplier, offset;\n};\nconstexpr Row kRows[kLinks] = {\n",
      rows,
      "};\n\ntemplate <class Model>\nbool fill(Model& model) {\n  for (const Row& row : kRows) {\n    "
      "romas::reference::Link<double> link;\n"
      "    link.type = row.type, link.parent = row.parent, link.pitch = row.pitch, link.mass = row.mass;\n"
      "    link.mimic = row.mimic, link.multiplier = row.multiplier, link.offset = row.offset;\n"
      "    for (int i = 0; i < 3; ++i) {\n      link.origin.p[i] = row.p[i], link.axis[i] = row.axis[i], "
      "link.com[i] = row.com[i];\n"
      "      for (int k = 0; k < 3; ++k) link.origin.R(i, k) = row.R[i][k], link.inertia(i, k) = "
      "row.inertia[i][k];\n    }\n"
      "    model.add_link(link);\n  }\n  model.set_floating_base(",
      request.floating_base ? "true" : "false", ");\n  model.set_gravity({", g[0], ", ", g[1], ", ", g[2],
      "});\n  return model.finish();\n}\n\n}  // namespace model_data\n");
}

}  // namespace romas
