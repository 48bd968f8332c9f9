#include "backends/from_mjcf.h"

#include <algorithm>
#include <array>

#include "ir/analysis/motion/keyframes.h"
#include "ir/analysis/tree/joint_chains.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Words that say nothing which the model does not say too: names and zeros of MJCF's own, groups of a viewer,
// the force of an actuator (the joint's effort) and what it acts as (its interface), and whether a range
// holds.
constexpr auto kSaidElsewhere = std::to_array<std::string_view>(
    {mjcf::kActuatorOrder, mjcf::kOfRos2Control, "name", "ref", "group", "forcerange", "forcelimited",
     "ctrllimited", "actlimited", "limited", "gaintype", "biastype"});

// Words of a sensor of MJCF that its sensor in the Model says: what it is called, where it is, what it sees.
constexpr auto kSaidBySensor =
    std::to_array<std::string_view>({"name", "class", "site", "objtype", "objname", "pos", "quat",
                                     "axisangle", "xyaxes", "zaxis", "euler", "mode", "fovy", "resolution"});

// Reports the other words of a sensor, such as noise, and the contacts that a touch sensor counts.
void report_sensor(const Model& model, const Extension& extension, TargetContext& context,
                   std::string_view target) {
  const std::string& name = model.sensors[extension.owner.index].name;
  for (const auto& [word, value] : extension.tree->attributes)
    if (std::ranges::find(kSaidBySensor, word) == kSaidBySensor.end() && parse_double(value) != 0)
      context.diagnostics.report(
          Rule::feature_dropped, extension.range,
          concat(target, " has no place for the word '", word, "' of sensor '", name, "' in MJCF"));
  if (extension.name == "touch")
    context.diagnostics.report(Rule::value_approximated, extension.range,
                               concat("sensor '", name, "' counts all contacts of its link in ", target,
                                      ", but in MJCF only those within its site"));
}

void report_words(const Model& model, TargetContext& context, std::string_view target) {
  for (const Extension& extension : model.extensions) {
    if (mjcf::is_of_plugin(extension)) continue;
    if (extension.owner.kind == EntityKind::sensor && extension.tree != nullptr) {
      report_sensor(model, extension, context, target);
      continue;
    }
    context.changes.allow_at(extension.range);
    const bool word = extension.kind == Extension::Kind::attribute;
    if (word && std::ranges::find(kSaidElsewhere, extension.name) != kSaidElsewhere.end()) continue;
    context.diagnostics.report(
        Rule::feature_dropped, extension.range,
        word ? concat(target, " has no place for the word '", extension.name, "' of MJCF")
             : concat(target, " has no place for <", extension.name, "> of MJCF",
                      is_keyframe(model, extension) ? "; --emit=srdf makes a state of its positions" : ""));
  }
}

void report_massless_links(const Model& model, TargetContext& context) {
  const KinematicTree tree(model);
  const std::vector<bool> between = links_between_joints(model, tree);
  for (std::size_t i = 0; i < between.size(); ++i) {
    if (!between[i]) continue;
    const Link& link = model.links[i];
    context.diagnostics.report(
        Rule::inertial_missing, name_place(link),
        concat(
            "link '", link.name, "' is between joint '", model.joint(tree.parent_joint(LinkId(i))).name,
            "' and the next one of its body and has no inertial: Gazebo drops it and everything below it"));
  }
}

}  // namespace

std::vector<bool> said_by_ros2_control(const Model& model) {
  std::vector<bool> said(model.transmissions.size(), false);
  for (const Extension& extension : model.extensions)
    if (extension.name == mjcf::kOfRos2Control && extension.owner.kind == EntityKind::transmission)
      said[extension.owner.index] = true;
  return said;
}

void report_losses_from_mjcf(const Model& model, TargetContext& context, std::string_view target) {
  if (model.layout.format != "mjcf") return;
  report_massless_links(model, context);
  report_words(model, context, target);
}

}  // namespace romas
