// A module of the Romas language in place of statements that are alike. Whether every robot that reads the
// text stays what it is, its text form tells: it is made before anything is offered.
#include <algorithm>
#include <utility>

#include "lsp/features/edits/offers.h"
#include "lsp/features/robots/same_robots.h"
#include "lsp/features/texts/romas_text.h"
#include "lsp/language/module_of_groups.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

std::vector<markup::Edit> edits_of_module(const typing::ModuleOfGroups& module) {
  std::vector<markup::Edit> edits = {module.definition};
  edits.insert(edits.end(), module.uses.begin(), module.uses.end());
  return edits;
}

// The module that leaves all robots as they are; nothing if there is none.
std::optional<typing::ModuleOfGroups> sound_module(Workspace& workspace, const View& view,
                                                   const typing::Names& names,
                                                   const std::vector<typing::StatementGroup>& groups) {
  auto module = typing::module_of_groups(names, groups);
  const bool is_sound = module && leave_robots_alone(workspace, view, edits_of_module(*module), "romas");
  return is_sound ? std::move(module) : std::nullopt;
}

}  // namespace

void offer_module(Workspace& workspace, const View& view, const Range& part, std::vector<Offer>& offers) {
  const std::string& text = view.document->text;
  const bool is_of_now = std::ranges::all_of(view.readings, [&](const auto& reading) {
    const FileId file = reading->file(view.key);
    return file != 0 && reading->sources().text(file) == text;
  });
  if (!is_of_now || view.readings.empty()) return;
  const TextPositions positions(text, workspace.encoding());
  const auto offset = [&](Position position) {
    return static_cast<std::uint32_t>(positions.offset(position));
  };
  const typing::TextFacts facts = romas_facts(workspace, view);
  const typing::Names names(text, facts);
  const auto equal = typing::equal_groups(names, {offset(part.start), offset(part.end)});
  if (!equal) return;
  const auto module = sound_module(workspace, view, names, equal->groups);
  if (!module) return;
  const auto line_of = [&](const typing::StatementGroup& group) {
    return positions.range(group.range.begin, group.range.begin).start.line;
  };
  const typing::StatementGroup& chosen = equal->groups[equal->selected];
  const language::Outline& outline = names.source().outline;
  const bool is_one = chosen.first == chosen.last;
  const std::string what =
      is_one ? std::string(outline.word(outline.pieces[chosen.first].first)) : std::string("statements");
  Offer offer;
  offer.shown.push_back(concat("the module '", module->name, "'"));
  std::vector<std::uint32_t> others;
  for (const typing::StatementGroup& group : equal->groups) {
    const bool is_chosen = &group == &chosen;
    if (!is_chosen) others.push_back(line_of(group));
    offer.shown.push_back(is_chosen ? concat(is_one ? "this " : "these ", what)
                                    : concat("the equal ", what, " in ", lines_of({line_of(group)})));
  }
  offer.title =
      concat("make a module '", module->name, "' of ", is_one ? "this " : "these ", what, " and the ",
             others.size() == 1 ? std::string(is_one ? "equal one" : "equal ones")
                                : concat(others.size(), is_one ? " equal ones" : " equal groups"),
             " in ", lines_of(others));
  for (const markup::Edit& edit : edits_of_module(*module))
    offer.edits.push_back({view.key, {positions.range(edit.range.begin, edit.range.end), edit.text}});
  offers.push_back(std::move(offer));
}

}  // namespace romas::lsp
