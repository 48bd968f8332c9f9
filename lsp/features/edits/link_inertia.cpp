// The inertia of a link from its shapes, which are filled with one density.
#include <algorithm>
#include <array>
#include <cmath>

#include "ir/analysis/mass/physical_inertia.h"
#include "ir/analysis/mass/solids.h"
#include "lsp/features/edits/offers.h"
#include "lsp/markup/changes/inertial_element.h"
#include "lsp/reading/mesh_files.h"
#include "passes/checks/welded_bodies.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr double kDensity = 1000;  // kg/m³, that of water: plastics and mixed parts are near it

bool is_body(const SpatialInertia& body) {
  return body.mass > 0 && std::isfinite(body.mass) && body.com.allFinite() && body.tensor.allFinite() &&
         is_positive_definite(body.tensor);
}

bool same_body(const SpatialInertia& a, const SpatialInertia& b) {
  return a.mass == b.mass && a.com == b.com && a.tensor == b.tensor;
}

class LinkInertia {
 public:
  LinkInertia(const OfferContext& context, markup::NodeId element) : context_(context), element_(element) {}

  void offer(std::vector<Offer>& offers) {
    const auto inertials = context_.children(element_, "inertial");
    if (inertials.size() > 1) return;
    inertial_ = inertials.empty() ? markup::kNone : inertials.front();
    const markup::Node& node = context_.tree().nodes[element_];
    const bool at_link = context_.selected.end <= node.start_end;
    const bool at_inertial =
        inertial_ != markup::kNone && context_.tree().nodes[inertial_].range.contains(context_.selected);
    if ((!at_link && !at_inertial) || !is_literal(context_.tree(), element_)) return;
    links_ = entities_at(context_, node.range.begin, &Model::links);
    if (links_.empty() || !is_wanted() || !find_solid()) return;
    add(scaled_to_mass(solid_, solid_.mass * kDensity), {}, offers);
    if (inertial_ == markup::kNone) return;
    const auto mass = markup::mass_of(context_.tree(), inertial_, context_.format());
    if (mass && mass->value > 0) add(scaled_to_mass(solid_, mass->value), mass->text, offers);
  }

 private:
  // The link has no inertia, or one that a rule finds fault with; and nothing but the inertia is replaced.
  bool is_wanted() {
    for (const Finding& finding : context_.findings)
      if (is_about(finding)) answers_.push_back(finding);
    if (inertial_ == markup::kNone) return true;
    if (!markup::is_plain_inertial(context_.tree(), inertial_)) return false;
    const bool is_incomplete =
        std::ranges::all_of(links_, [](const auto& owned) { return !owned.entity->inertial; });
    return is_incomplete || !answers_.empty() || has_placeholder();
  }

  bool is_about(const Finding& finding) const {
    constexpr std::array kAbsent = {Rule::inertial_missing, Rule::inertials_absent};
    constexpr std::array kWrong = {Rule::inertia_placeholder, Rule::inertia_implausible, Rule::inertia_zero,
                                   Rule::inertia_triangle, Rule::inertia_not_positive_definite};
    const markup::Range place = OfferContext::place_of(finding);
    const auto is_one_of = [&](const auto& rules) {
      return std::ranges::find(rules, finding.diagnostic->rule) != rules.end();
    };
    if (inertial_ == markup::kNone)
      return is_one_of(kAbsent) && context_.tree().nodes[element_].start_tag().contains(place);
    return is_one_of(kWrong) && context_.tree().nodes[inertial_].range.contains(place);
  }

  // The same placeholder in several links is one finding, at the first of them.
  bool has_placeholder() const {
    return std::ranges::all_of(links_, [&](const auto& owned) {
      if (!owned.entity->inertial || !is_placeholder(owned.entity->inertial->inertia)) return false;
      const auto& found = owned.reading->result().report.diagnostics;
      return std::ranges::any_of(owned.model->links, [&](const Link& link) {
        return link.inertial && link.inertial->inertia.ixx == owned.entity->inertial->inertia.ixx &&
               std::ranges::any_of(found, [&](const romas::Diagnostic& diagnostic) {
                 return diagnostic.rule == Rule::inertia_placeholder &&
                        diagnostic.range == SourceRange(link.inertial->inertia.range);
               });
      });
    });
  }

  // The collisions where all of them are known, else the visuals: the same body in every robot.
  bool find_solid() {
    for (const bool use_collisions : {true, false}) {
      const auto elements = context_.children(element_, use_collisions ? "collision" : "visual");
      std::optional<SpatialInertia> common;
      bool is_known = !elements.empty();
      for (const auto& owned : links_) {
        const auto body = use_collisions ? filled(owned, owned.entity->collisions, elements.size())
                                         : filled(owned, owned.entity->visuals, elements.size());
        is_known = is_known && body && (!common || same_body(*common, *body));
        common = body;
      }
      if (!is_known) continue;
      solid_ = *common;
      shapes_ = concat(use_collisions ? "collision" : "visual", elements.size() == 1 ? " shape" : " shapes");
      return true;
    }
    return false;
  }

  // Returns the sum of the bodies of all shapes. Returns nullopt if the model has fewer shapes than are
  // `written`, because it did not understand some of them, or if a shape has no known body.
  template <class Shapes>
  std::optional<SpatialInertia> filled(const OwnedEntity<Link>& owned, const Shapes& shapes,
                                       std::size_t written) {
    if (shapes.size() != written) return std::nullopt;
    SpatialInertia sum;
    for (const auto& shape : shapes) {
      const auto body = solid_of(owned, shape.geometry.shape);
      if (!body || !is_body(*body)) return std::nullopt;
      sum = sum + body->expressed_in(shape.origin.evaluate());
    }
    return is_body(sum) ? std::optional(sum) : std::nullopt;
  }

  std::optional<SpatialInertia> solid_of(const OwnedEntity<Link>& owned, const Shape& shape) {
    const auto* mesh = std::get_if<Mesh>(&shape);
    if (mesh == nullptr) return solid(shape, 1);
    const std::string& root = owned.reading->input().file;
    const auto facts = context_.workspace.mesh_files().find(
        *mesh, file_search(root, context_.workspace.project_of(root).request.input.frontend));
    return facts && facts->solid ? std::optional(scaled_along_axes(*facts->solid, scale_of(*mesh)))
                                 : std::nullopt;
  }

  // `mass` as it is written; empty: that of the body.
  void add(const SpatialInertia& body, std::string_view mass, std::vector<Offer>& offers) const {
    if (!is_body(body)) return;
    constexpr int kDigits = 12;
    const std::string computed = format_double(round_to_digits(body.mass, kDigits));
    const auto lines =
        markup::inertial_lines(body, mass.empty() ? std::string_view(computed) : mass, context_.format());
    markup::Edit edit;
    if (inertial_ != markup::kNone) {
      edit = {context_.tree().nodes[inertial_].range, markup::laid_out(context_.tree(), inertial_, lines)};
    } else {
      // In front of the first shape.
      markup::NodeId first = markup::kNone;
      for (const char* name : {"collision", "visual"})
        for (const markup::NodeId shape : context_.children(element_, name)) first = std::min(first, shape);
      edit = markup::put_before(context_.tree(), first, lines);
    }
    offers.push_back({mass.empty()
                          ? concat("write the inertia of the ", shapes_, " at ", kDensity,
                                   " kg/m³: ", about(body.mass), " kg")
                          : concat("write the inertia of the ", shapes_, " for its mass, ", mass, " kg"),
                      context_.file_edits({edit}),
                      answers_,
                      {}});
  }

  const OfferContext& context_;
  markup::NodeId element_, inertial_ = markup::kNone;
  std::vector<OwnedEntity<Link>> links_;
  std::vector<Finding> answers_;
  SpatialInertia solid_;  // of density 1
  std::string shapes_;    // "collision shapes"
};

}  // namespace

void offer_inertia(const OfferContext& context, std::vector<Offer>& offers) {
  const markup::Format format = context.format();
  if (format != markup::Format::urdf && format != markup::Format::sdf) return;
  const markup::NodeId link = context.element_around("link");
  if (link != markup::kNone && context.tree().nodes[link].has_end_tag)
    LinkInertia(context, link).offer(offers);
}

}  // namespace romas::lsp
