// A macro of xacro in place of elements that are alike. Whether every robot that reads the text stays what it
// is, its expansion tells: it is made before anything is offered.
#include <algorithm>

#include "lsp/features/edits/offers.h"
#include "lsp/features/robots/same_robots.h"
#include "lsp/markup/changes/macro_of_elements.h"
#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// The element whose start tag is selected or holds the cursor, or that is selected as a whole.
markup::NodeId selected_element(const OfferContext& context) {
  const markup::Tree& tree = context.tree();
  markup::Range selected = context.selected;
  while (selected.begin < selected.end && markup::is_space(tree.text[selected.begin])) ++selected.begin;
  while (selected.end > selected.begin && markup::is_space(tree.text[selected.end - 1])) --selected.end;
  const markup::NodeId id = markup::innermost(tree, selected);
  if (id == markup::kNone || tree.nodes[id].kind != markup::NodeKind::element) return markup::kNone;
  const markup::Node& node = tree.nodes[id];
  const bool is_whole = selected == node.range;
  return is_whole || node.start_tag().contains(selected) ? id : markup::kNone;
}

markup::NameSet macro_names(const View& view) {
  markup::NameSet names;
  for (const auto& reading : view.readings)
    for (const ProgramName* name : reading->program().all())
      if (name->kind == ProgramName::Kind::macro) names.emplace(name->name);
  return names;
}

std::vector<markup::Edit> edits_of_macro(const markup::MacroOfElements& macro) {
  std::vector<markup::Edit> edits = {macro.definition};
  edits.insert(edits.end(), macro.calls.begin(), macro.calls.end());
  return edits;
}

// The macro that leaves all expansions as they are; nothing if there is none.
std::optional<markup::MacroOfElements> sound_macro(const OfferContext& context,
                                                   const std::vector<markup::NodeId>& elements) {
  for (const bool as_texts : {false, true}) {
    auto macro = markup::macro_of_elements(context.tree(), elements, macro_names(context.view), as_texts);
    if (macro && leave_robots_alone(context.workspace, context.view, edits_of_macro(*macro), "expanded"))
      return macro;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> lines_of_elements(const OfferContext& context,
                                             const std::vector<markup::NodeId>& elements) {
  std::vector<std::uint32_t> lines;
  for (const markup::NodeId element : elements)
    lines.push_back(context.text.range(context.tree().nodes[element].range).start.line);
  return lines;
}

}  // namespace

void offer_macro(const OfferContext& context, std::vector<Offer>& offers) {
  const bool is_program = std::ranges::all_of(context.view.readings, [&](const auto& reading) {
    const FileId file = reading->file(context.view.key);
    return file != 0 && reading->sources().expansions().used() &&
           reading->sources().text(file) == context.view.document->text;
  });
  const markup::NodeId element = selected_element(context);
  if (!is_program || context.view.readings.empty() || element == markup::kNone) return;
  const auto elements = markup::elements_for_macro(context.tree(), element);
  if (elements.empty()) return;
  const auto macro = sound_macro(context, elements);
  if (!macro) return;
  const std::string tag = concat("<", context.tree().name(element), ">");
  std::vector<markup::NodeId> others = elements;
  std::erase(others, element);
  Offer offer;
  offer.title = concat("make a macro '", macro->name, "' of this ", tag, " and the ",
                       others.size() == 1 ? std::string("equal one") : concat(others.size(), " equal ones"),
                       " in ", lines_of(lines_of_elements(context, others)));
  offer.edits = context.file_edits(edits_of_macro(*macro));
  offer.shown.push_back(concat("the macro '", macro->name, "'"));
  for (const markup::NodeId each : elements)
    offer.shown.push_back(
        each == element ? concat("this ", tag)
                        : concat("the equal ", tag, " in ", lines_of(lines_of_elements(context, {each}))));
  offers.push_back(std::move(offer));
}

}  // namespace romas::lsp
