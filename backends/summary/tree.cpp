// The default output: one screen a robot, for people.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "backends/target.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/no_limit.h"
#include "support/math/functions.h"
#include "support/text/escape.h"
#include "support/text/text.h"

namespace romas {

namespace {

constexpr std::size_t kTreeLines = 60;  // of a summary; the rest is counted

// At most six significant digits: a summary is for reading.
std::string rounded(double value) {
  if (value == 0) return "0";
  const double scale = math::pow(10.0, 5 - std::floor(math::log10(std::abs(value))));
  const double rounded = std::round(value * scale) / scale;
  return format_double(std::isfinite(rounded) ? rounded : round_to_digits(value, 6));
}

std::string plural(std::size_t count, std::string_view noun) {
  return concat(count, " ", noun, count == 1 ? "" : "s");
}

std::string joint_counts(const Model& model) {
  std::array<std::size_t, 10> counts{};
  std::size_t mimics = 0;
  for (const Joint& joint : model.joints) {
    ++counts[static_cast<std::size_t>(joint.type)];
    if (joint.mimic) ++mimics;
  }
  std::vector<std::string> kinds;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) kinds.push_back(concat(counts[i], " ", to_string(static_cast<JointType>(i))));
  std::string text = join(kinds, ", ");
  if (mimics > 0) text += concat(", of them ", mimics, " mimic");
  return text;
}

// Number of independent velocity variables: mimic joints do not count.
int degrees_of_freedom(const Model& model) {
  int total = 0;
  for (const Joint& joint : model.joints)
    if (!joint.mimic) total += dof(joint.type);
  return total;
}

std::string mass_line(const Model& model) {
  double mass = 0;
  std::size_t without = 0;
  for (const Link& link : model.links) {
    if (link.inertial) {
      mass += link.inertial->mass.value();
    } else if (!link.implicit) {
      ++without;
    }
  }
  std::string text = concat(rounded(mass), " kg");
  if (without > 0) text += concat(" (", plural(without, "link"), " without inertial)");
  return text;
}

std::string limit_text(const Joint& joint) {
  const JointLimit limit = effective_limit(joint);
  if (!limit.lower || !limit.upper) return {};
  const double lower = limit.lower->value();
  const double upper = limit.upper->value();
  if (joint.type == JointType::prismatic) return concat(" ", rounded(lower), " .. ", rounded(upper), " m");
  constexpr double kDegrees = 180 / std::numbers::pi;
  // Upper bound of magnitudes that are shown as angles.
  constexpr double kLargestAngle = 1e6;
  if (std::max(std::abs(lower), std::abs(upper)) > kLargestAngle)
    return concat(" ", rounded(lower), " .. ", rounded(upper), " rad");
  const auto degrees = [](double radians) {
    return format_double(std::round(radians * kDegrees * 10) / 10 + 0.0);
  };
  return concat(" ", degrees(lower), "° .. ", degrees(upper), "°");
}

std::string joint_text(const Joint& joint) {
  if (joint.type == JointType::fixed) return concat("fixed ", one_line(joint.name));
  std::string text = concat(
      joint.type == JointType::foreign ? one_line(joint.foreign_type) : std::string(to_string(joint.type)),
      " ", one_line(joint.name), limit_text(joint));
  if (joint.mimic) text += concat(" mimics ", one_line(joint.mimic->joint.name));
  return text;
}

// One line a link: branches drawn, the joint that leads to it behind its name.
std::string tree_lines(const Model& model, const KinematicTree& tree) {
  std::string out;
  std::size_t lines = 0;
  std::vector<bool> last_at_depth;  // for each depth on the way, whether the branch there ends
  for (const LinkId link : tree.order()) {
    if (lines++ == kTreeLines) {
      out += concat("    … and ", plural(tree.order().size() - kTreeLines, "more link"), "\n");
      break;
    }
    const auto depth = static_cast<std::size_t>(tree.depth(link));
    last_at_depth.resize(depth);
    std::string indent;
    // Only the innermost branches are drawn, because deep chains would leave the screen.
    constexpr std::size_t kDrawn = 24;
    const JointId joint = tree.parent_joint(link);
    if (joint) {
      const auto siblings = tree.child_joints(tree.parent_link(link));
      last_at_depth[depth - 1] = siblings.back() == joint;
      const std::size_t first = depth > kDrawn ? depth - kDrawn : 0;
      if (first > 0) indent = concat("[", first, "] ");
      for (std::size_t i = first; i + 1 < depth; ++i) indent += last_at_depth[i] ? "   " : "│  ";
      indent += last_at_depth[depth - 1] ? "└─ " : "├─ ";
    }
    out += concat("  ", indent, one_line(model.link(link).name),
                  joint ? concat("  (", joint_text(model.joint(joint)), ")") : std::string(), "\n");
  }
  return out;
}

}  // namespace

std::string emit_tree(const Model& model, TargetContext&) {
  const KinematicTree tree(model);
  std::string out = concat("robot ", one_line(model.name), "\n");
  const auto row = [&](std::string_view title, const std::string& text) {
    out += concat("  ", title, std::string(9 - title.size(), ' '), text, "\n");
  };
  row("links", std::to_string(model.links.size()));
  row("joints", model.joints.empty() ? "0" : concat(model.joints.size(), ": ", joint_counts(model)));
  const std::string_view open = model.loop_joints.empty() ? "" : " of the open tree";
  row("freedom",
      concat(plural(static_cast<std::size_t>(degrees_of_freedom(model)), "degree"), " of freedom", open));
  row("mass", mass_line(model));
  if (!model.parts.empty())
    row("modules",
        concat(plural(model.parts.size(), "part"), " of ", plural(model.blocks.size(), "different Block")));
  if (!model.loop_joints.empty()) row("loops", plural(model.loop_joints.size(), "loop joint"));
  out += "\n";
  return out + tree_lines(model, tree);
}

}  // namespace romas
