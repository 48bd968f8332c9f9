#include "backends/from_mjcf.h"

#include <algorithm>
#include <array>

#include "ir/analysis/joint_chains.h"
#include "ir/entity.h"
#include "ir/format/mjcf_words.h"
#include "support/text.h"

namespace romas {

namespace {

// Words that say nothing which the model does not say too: names and zeros of MJCF's own, groups of a viewer,
// the force of an actuator (the joint's effort) and what it acts as (its interface), and whether a range
// holds.
constexpr auto kSaidElsewhere = std::to_array<std::string_view>(
    {mjcf::kActuatorOrder, "name", "ref", "group", "forcerange", "forcelimited", "ctrllimited", "actlimited",
     "limited", "gaintype", "biastype"});

void report_words(const Model& model, TargetContext& context, std::string_view target) {
  for (const Extension& extension : model.extensions) {
    context.changes.allow_at(extension.range);
    const bool word = extension.kind == Extension::Kind::attribute;
    if (word && std::ranges::find(kSaidElsewhere, extension.name) != kSaidElsewhere.end()) continue;
    context.diagnostics.report(
        Rule::feature_dropped, extension.range,
        word ? concat(target, " has no place for the word '", extension.name, "' of MJCF")
             : concat(target, " has no place for <", extension.name, "> of MJCF"));
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
            "link '", link.name, "' stands between joint '", model.joint(tree.parent_joint(LinkId(i))).name,
            "' and the next one of its body and has no inertial: Gazebo drops it and everything below it"));
  }
}

}  // namespace

void report_losses_from_mjcf(const Model& model, TargetContext& context, std::string_view target) {
  if (model.layout.format != "mjcf") return;
  report_massless_links(model, context);
  report_words(model, context, target);
}

}  // namespace romas
