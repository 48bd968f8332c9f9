// check-blocks: contacts whose rotAxis points into the shape of their Block (RM1824). Blocks without a shape
// that can be read are not judged, nor contacts that stand away from its surface.
#include <algorithm>
#include <array>

#include "ir/assembly/assembly.h"
#include "ir/packages/file_search.h"
#include "passes/pass/pass_functions.h"
#include "support/text/text.h"

namespace romas {

namespace {

// Steps from a contact along its rotAxis (m) at which the shape is asked for: from the rounding of
// coordinates to what a contact is away from its surface.
constexpr std::array kSteps = {1e-5, 1e-4, 1e-3, 3e-3};

// Whether the shape is in front of the contact and not behind it, at some step, and never the other way
// around.
bool points_inwards(std::span<const double> windings) {
  const auto inside = [](double winding) { return std::abs(winding) > 0.5; };
  bool inwards = false, outwards = false;
  for (std::size_t i = 0; i + 1 < windings.size(); i += 2) {
    const bool before = inside(windings[i]), behind = inside(windings[i + 1]);
    inwards = inwards || (before && !behind);
    outwards = outwards || (behind && !before);
  }
  return inwards && !outwards;
}

std::string_view opposite(SignedAxis axis) {
  return to_string(static_cast<SignedAxis>(static_cast<unsigned>(axis) ^ 1U));
}

void check_contacts(const Block& block, const CheckContext& context) {
  const FileLookup lookup = look_up_file(block_file(block, block.shape->file), *context.inputs.files);
  if (lookup.outcome != FileLookup::Outcome::found) return;
  const RigidTransform X_sb = block.shape->pose.evaluate().inverse();
  std::vector<Vector3> points;
  for (const Contact& contact : block.contacts) {
    const RigidTransform X_sc = X_sb * contact.pose.evaluate();
    for (const double step : kSteps)
      for (const double sign : {1.0, -1.0})
        points.push_back(X_sc * Vector3(sign * step * unit_vector(contact.rot_axis)));
  }
  const std::vector<double> windings = context.inputs.windings(lookup.path, points);
  if (windings.size() != points.size()) return;
  for (std::size_t i = 0; i < block.contacts.size(); ++i) {
    const Contact& contact = block.contacts[i];
    if (!points_inwards(std::span(windings).subspan(2 * kSteps.size() * i, 2 * kSteps.size()))) continue;
    context.diagnostics.report(Rule::contact_axis_inwards,
                               contact.range.valid() ? SourceRange(contact.range) : SourceRange(block.range),
                               concat("the rotAxis '", to_string(contact.rot_axis), "' of contact ", i,
                                      " points into the Block '", block.name.empty() ? block.id : block.name,
                                      "'; write '", opposite(contact.rot_axis), "' to point out of it"));
  }
}

}  // namespace

void check_block_contacts(const Model& model, const CheckContext& context) {
  if (context.inputs.files == nullptr || !context.inputs.windings ||
      !context.diagnostics.enabled(Rule::contact_axis_inwards))
    return;
  for (const Block& block : model.blocks)
    if (block.shape && !block.contacts.empty() && !context.diagnostics.in_doubt(block.range))
      check_contacts(block, context);
}

}  // namespace romas
