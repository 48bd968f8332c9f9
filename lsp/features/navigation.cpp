#include "lsp/features/navigation.h"

#include <algorithm>
#include <set>
#include <tuple>

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

std::vector<ProgramNameAt> program_names_at(const Workspace& workspace, const View& view, Position position) {
  std::vector<ProgramNameAt> names;
  for (const auto& reading : view.readings) {
    const FileId file = reading->file(view.key);
    if (file == 0) continue;
    const std::size_t offset = workspace.offset_in(*reading, *view.document, position);
    for (const ProgramName* name : reading->program().at(file, offset)) names.push_back({reading, name});
  }
  return names;
}

std::vector<ProgramNameAt> program_uses_at(const Workspace& workspace, const View& view, Position position) {
  std::vector<ProgramNameAt> uses;
  std::set<std::tuple<const Reading*, FileId, std::uint32_t>> definitions;
  for (const ProgramNameAt& name : program_names_at(workspace, view, position))
    if (definitions.emplace(name.reading.get(), name.name->definition.file, name.name->definition.begin)
            .second)
      for (const ProgramName* use : name.reading->program().of(name.name->definition))
        uses.push_back({name.reading, use});
  return uses;
}

std::vector<ProgramValueAt> program_values_at(const Workspace& workspace, const View& view,
                                              Position position) {
  std::vector<ProgramValueAt> values;
  for (const auto& reading : view.readings) {
    const FileId file = reading->file(view.key);
    if (file == 0) continue;
    const std::size_t offset = workspace.offset_in(*reading, *view.document, position);
    for (const ProgramValue* value : reading->program().values_at(file, offset))
      values.push_back({reading, value});
  }
  return values;
}

std::vector<Location> definition(const Workspace& workspace, const View& view, Position position) {
  std::set<Location> found;
  for (const ProgramNameAt& name : program_names_at(workspace, view, position))
    found.insert(workspace.location(*name.reading, name.name->definition));
  if (!found.empty()) return {found.begin(), found.end()};
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
  if (found.empty())
    for (const ProgramValueAt& value : program_values_at(workspace, view, position))
      if (value.value->from.valid()) found.insert(workspace.location(*value.reading, value.value->from));
  return {found.begin(), found.end()};
}

std::vector<Location> references(const Workspace& workspace, const View& view, Position position,
                                 bool with_definition) {
  std::set<Location> found;
  const std::vector<ProgramNameAt> program = program_uses_at(workspace, view, position);
  for (const ProgramNameAt& use : program)
    if (with_definition || !use.name->is_definition())
      found.insert(workspace.location(*use.reading, use.name->use));
  if (!program.empty()) return {found.begin(), found.end()};
  for (const NameAt& name : names_at(workspace, view, position))
    for (const NameUse* use : name.reading->names().of(name.use->thing))
      if (with_definition || !use->is_definition) found.insert(workspace.location(*name.reading, use->range));
  return {found.begin(), found.end()};
}

std::vector<DocumentHighlight> highlight(const Workspace& workspace, const View& view, Position position) {
  std::vector<DocumentHighlight> found;
  std::set<Range> seen;
  const auto add = [&](const Location& location, bool is_definition) {
    if (location.uri == view.document->uri && seen.insert(location.range).second)
      found.push_back(
          {location.range, is_definition ? DocumentHighlightKind::Write : DocumentHighlightKind::Read});
  };
  const std::vector<ProgramNameAt> program = program_uses_at(workspace, view, position);
  for (const ProgramNameAt& use : program)
    add(workspace.location(*use.reading, use.name->use), use.name->is_definition());
  if (program.empty())
    for (const NameAt& name : names_at(workspace, view, position))
      for (const NameUse* use : name.reading->names().of(name.use->thing))
        add(workspace.location(*name.reading, use->range), use->is_definition);
  std::sort(found.begin(), found.end(),
            [](const DocumentHighlight& a, const DocumentHighlight& b) { return a.range < b.range; });
  return found;
}

}  // namespace romas::lsp
