#include "lsp/markup/changes/inertial_element.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "support/text/text.h"

namespace romas::markup {

namespace {

// Digits that are written: more are noise of the sums, fewer could leave a flat body without a tensor.
constexpr int kDigits = 12;
// Numbers that are smaller in relation to their neighbours are rounding errors of a sum.
constexpr double kNoise = 1e-12;

std::string written(double value, double scale) {
  return std::abs(value) <= kNoise * scale ? "0" : format_double(round_to_digits(value, kDigits));
}

struct Component {
  std::string_view name;
  int row, column;
};
constexpr std::array kComponents = {Component{"ixx", 0, 0}, Component{"ixy", 0, 1}, Component{"ixz", 0, 2},
                                    Component{"iyy", 1, 1}, Component{"iyz", 1, 2}, Component{"izz", 2, 2}};

// A length of the body: its centre of mass, or its radius of gyration.
double length_of(const SpatialInertia& body) {
  return std::max(body.com.cwiseAbs().maxCoeff(), std::sqrt(std::abs(body.tensor.trace()) / body.mass));
}

}  // namespace

std::optional<WrittenMass> mass_of(const Tree& tree, NodeId inertial, Format format) {
  std::optional<WrittenMass> mass;
  for_each_child(tree, inertial, [&](NodeId child) {
    if (tree.nodes[child].kind != NodeKind::element || tree.name(child) != "mass") return;
    const std::string_view text =
        trim(format == Format::sdf ? tree.nodes[child].content().of(tree.text) : tree.value(child, "value"));
    const auto value = parse_double(text);
    mass = value ? std::optional(WrittenMass{text, *value}) : std::nullopt;
  });
  return mass;
}

bool is_plain_inertial(const Tree& tree, NodeId inertial) {
  if (tree.nodes[inertial].attribute_count > 0) return false;
  bool is_plain = true;
  for_each_child(tree, inertial, [&](NodeId child) {
    constexpr std::array<std::string_view, 4> kKnown = {"origin", "pose", "mass", "inertia"};
    const Node& node = tree.nodes[child];
    is_plain = is_plain && node.kind == NodeKind::element && node.complete &&
               std::ranges::find(kKnown, tree.name(child)) != kKnown.end();
  });
  const NodeId end = tree.nodes[inertial].next;
  for (NodeId i = inertial; i < end; ++i)
    is_plain = is_plain && tree.nodes[i].kind != NodeKind::comment && tree.nodes[i].kind != NodeKind::end_tag;
  return is_plain;
}

std::vector<NewLine> inertial_lines(const SpatialInertia& body, std::string_view mass, Format format) {
  const bool is_sdf = format == Format::sdf;
  const double length = length_of(body), largest = body.tensor.cwiseAbs().maxCoeff();
  std::vector<NewLine> lines = {{0, "<inertial>"}};
  if (body.com.cwiseAbs().maxCoeff() > kNoise * length) {
    const std::string com = concat(written(body.com.x(), length), " ", written(body.com.y(), length), " ",
                                   written(body.com.z(), length));
    lines.push_back(
        {1, is_sdf ? concat("<pose>", com, " 0 0 0</pose>") : concat("<origin xyz=\"", com, "\"/>")});
  }
  lines.push_back({1, is_sdf ? concat("<mass>", mass, "</mass>") : concat("<mass value=\"", mass, "\"/>")});
  std::string inertia = "<inertia";
  if (is_sdf) lines.push_back({1, "<inertia>"});
  for (const Component& part : kComponents) {
    const std::string number = written(body.tensor(part.row, part.column), largest);
    if (is_sdf)
      lines.push_back({2, concat("<", part.name, ">", number, "</", part.name, ">")});
    else
      inertia += concat(" ", part.name, "=\"", number, "\"");
  }
  lines.push_back({1, is_sdf ? std::string("</inertia>") : inertia + "/>"});
  lines.push_back({0, "</inertial>"});
  return lines;
}

}  // namespace romas::markup
