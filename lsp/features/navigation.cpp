#include "lsp/features/navigation.h"

#include <algorithm>
#include <set>

namespace romas::lsp {

namespace {

// Where the text of a name in an expansion was written, if it came whole from one other place.
std::optional<SourceRange> origin_of(const Reading& reading, const NameUse& use) {
  const auto origins = reading.sources().expansions().origins(use.seen_as);
  if (origins.size() != 1 || !origins.front()->from.valid()) return std::nullopt;
  const SourceRange from = reading.sources().written(origins.front()->from);
  return from == use.range ? std::nullopt : std::optional(from);
}

}  // namespace

std::vector<NameAt> names_at(const Workspace& workspace, const View& view, Position position) {
  std::vector<NameAt> names;
  for (const auto& reading : view.readings) {
    const FileId file = reading->file(view.key);
    if (file == 0) continue;
    const std::size_t offset = workspace.offset_in(*reading, *view.document, position);
    for (const NameUse* use : reading->names().at(file, offset)) names.push_back({reading, use});
  }
  return names;
}

std::vector<Location> definition(const Workspace& workspace, const View& view, Position position) {
  std::set<Location> found;
  for (const NameAt& name : names_at(workspace, view, position)) {
    if (name.use->is_definition) {
      if (const auto origin = origin_of(*name.reading, *name.use))
        found.insert(workspace.location(*name.reading, *origin));
      else
        found.insert(workspace.location(*name.reading, name.use->range));
      continue;
    }
    for (const NameUse* use : name.reading->names().of(name.use->thing))
      if (use->is_definition) found.insert(workspace.location(*name.reading, use->range));
  }
  return {found.begin(), found.end()};
}

std::vector<Location> references(const Workspace& workspace, const View& view, Position position,
                                 bool with_definition) {
  std::set<Location> found;
  for (const NameAt& name : names_at(workspace, view, position))
    for (const NameUse* use : name.reading->names().of(name.use->thing))
      if (with_definition || !use->is_definition) found.insert(workspace.location(*name.reading, use->range));
  return {found.begin(), found.end()};
}

std::vector<DocumentHighlight> highlight(const Workspace& workspace, const View& view, Position position) {
  std::vector<DocumentHighlight> found;
  std::set<Range> seen;
  for (const NameAt& name : names_at(workspace, view, position))
    for (const NameUse* use : name.reading->names().of(name.use->thing)) {
      const Location location = workspace.location(*name.reading, use->range);
      if (location.uri != view.document->uri || !seen.insert(location.range).second) continue;
      found.push_back(
          {location.range, use->is_definition ? DocumentHighlightKind::Write : DocumentHighlightKind::Read});
    }
  std::sort(found.begin(), found.end(),
            [](const DocumentHighlight& a, const DocumentHighlight& b) { return a.range < b.range; });
  return found;
}

}  // namespace romas::lsp
