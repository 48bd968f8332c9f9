// The limit that URDF asks of a joint. Nothing is guessed: the numbers are 0, to be filled in.
#include <algorithm>

#include "lsp/features/edits/offers.h"
#include "lsp/markup/changes/layout.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

bool is_bounded(JointType type) { return type == JointType::revolute || type == JointType::prismatic; }

// A whole limit, behind the last element of the joint.
void offer_whole_limit(const OfferContext& context, markup::NodeId joint, std::vector<Finding> answers,
                       std::vector<Offer>& offers) {
  markup::NodeId last = markup::kNone;
  markup::for_each_child(context.tree(), joint, [&](markup::NodeId child) {
    if (context.tree().nodes[child].kind == markup::NodeKind::element) last = child;
  });
  if (last == markup::kNone) return;
  const markup::Edit edit = markup::put_behind(
      context.tree(), last, {{0, R"(<limit lower="0" upper="0" effort="0" velocity="0"/>)"}});
  offers.push_back({concat("add a limit of zeros to fill in; '", rule_info(Rule::limit_empty).slug,
                           "' is reported until it has bounds"),
                    context.file_edits({edit}),
                    std::move(answers),
                    {}});
}

// The attributes of a limit that are missing.
void offer_missing_parts(const OfferContext& context, markup::NodeId limit, std::vector<Finding> answers,
                         std::vector<Offer>& offers) {
  const markup::Node& node = context.tree().nodes[limit];
  if (node.attribute_count == 0) return;
  std::string added;
  std::vector<std::string> names;
  for (const char* name : {"effort", "velocity"})
    if (context.tree().attribute(limit, name) == nullptr) {
      added += concat(" ", name, "=\"0\"");
      names.push_back(concat(name, "=\"0\""));
    }
  if (names.empty()) return;
  // A limit with one of the two that is 0 is reported; with both it counts as unset.
  const Rule then = names.size() == 2    ? Rule::limits_unset
                    : names[0][0] == 'e' ? Rule::effort_zero
                                         : Rule::velocity_zero;
  const markup::Attribute& last = context.tree().attributes[node.first_attribute + node.attribute_count - 1];
  const std::uint32_t end = last.range().end;
  offers.push_back(
      {concat("add ", join(names, " and "), " to fill in, which '", rule_info(then).slug, "' is about"),
       context.file_edits({{{end, end}, added}}),
       std::move(answers),
       {}});
}

}  // namespace

void offer_limit(const OfferContext& context, std::vector<Offer>& offers) {
  if (context.format() != markup::Format::urdf) return;
  const markup::NodeId joint = context.element_around("joint");
  if (joint == markup::kNone || !context.tree().nodes[joint].has_end_tag ||
      !is_literal(context.tree(), joint))
    return;
  const markup::Node& node = context.tree().nodes[joint];
  const auto limits = context.children(joint, "limit");
  const markup::NodeId limit = limits.empty() ? markup::kNone : limits.front();
  const bool at_limit =
      limit != markup::kNone && context.tree().nodes[limit].range.contains(context.selected);
  if (limits.size() > 1 || (context.selected.end > node.start_end && !at_limit)) return;
  const auto joints = entities_at(context, node.range.begin, &Model::joints);
  if (joints.empty() || !std::ranges::all_of(joints, [](const auto& owned) {
        const Joint& of_robot = *owned.entity;
        return is_bounded(of_robot.type) &&
               (!of_robot.limit || !of_robot.limit->effort || !of_robot.limit->velocity);
      }))
    return;
  std::vector<Finding> answers;
  for (const Finding& finding : context.findings)
    if (finding.diagnostic->rule == Rule::limit_missing &&
        node.range.contains(OfferContext::place_of(finding)))
      answers.push_back(finding);
  if (limit == markup::kNone)
    offer_whole_limit(context, joint, std::move(answers), offers);
  else
    offer_missing_parts(context, limit, std::move(answers), offers);
}

}  // namespace romas::lsp
