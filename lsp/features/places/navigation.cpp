#include "lsp/features/places/navigation.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "lsp/features/places/document_links.h"
#include "lsp/features/places/plugin_library.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/markup/tree/place.h"

namespace romas::lsp {

namespace {

Range range_in(const Workspace& workspace, const YamlNames& yaml, const YamlName& name) {
  return TextPositions(yaml.text, workspace.encoding()).range(name.begin, name.end);
}

// Adds the definitions that the name under a position of a YAML file has in the robots that the file belongs
// to.
void add_yaml_names(const Workspace& workspace, const View& view, Position position,
                    std::vector<NameAt>& names) {
  const std::size_t offset = TextPositions(view.yaml->text, workspace.encoding()).offset(position);
  for (const YamlName& name : view.yaml->names) {
    if (offset < name.begin || offset > name.end) continue;
    for (const auto& reading : view.named_robots)
      for (const NameUse& use : reading->names().all())
        if (use.is_definition && use.thing.kind == name.kind && use.thing.name == name.name)
          names.push_back({reading, &use, range_in(workspace, *view.yaml, name)});
  }
}

}  // namespace

std::vector<NameAt> names_at(const Workspace& workspace, const View& view, Position position) {
  std::vector<NameAt> names;
  for (const auto& reading : view.readings) {
    const FileId file = reading->file(view.key);
    if (file == 0) continue;
    const std::size_t offset = workspace.offset_in(*reading, *view.document, position);
    for (const NameUse* use : reading->names().at(file, offset))
      names.push_back({reading, use, workspace.location(*reading, use->range).range});
  }
  if (view.yaml) add_yaml_names(workspace, view, position, names);
  return names;
}

std::vector<YamlPlace> yaml_places_of(Workspace& workspace, const Reading& reading, const NamedThing& thing) {
  std::vector<YamlPlace> places;
  for (const auto& yaml : workspace.yaml_files()) {
    const auto is_it = [&](const YamlName& name) {
      return name.kind == thing.kind && name.name == thing.name;
    };
    if (std::ranges::none_of(yaml->names, is_it) || !share_of(*yaml, reading).is_most()) continue;
    for (const YamlName& name : yaml->names)
      if (is_it(name)) places.push_back({yaml, name});
  }
  return places;
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

void add_readings(std::vector<std::shared_ptr<const Reading>>& readings,
                  const std::vector<std::shared_ptr<const Reading>>& more) {
  for (const auto& reading : more) {
    const bool known = std::ranges::any_of(readings, [&](const auto& other) {
      return driver::label(other->input()) == driver::label(reading->input());
    });
    if (!known) readings.push_back(reading);
  }
}

std::vector<std::shared_ptr<const Reading>> related_readings(
    Workspace& workspace, std::vector<std::shared_ptr<const Reading>> readings) {
  const auto add = [&](const std::vector<std::shared_ptr<const Reading>>& more) {
    add_readings(readings, more);
  };
  std::set<std::string> seen;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const auto reading = readings[i];
    const std::string own = SourceManager::file_key(reading->input().file);
    for (const auto& [key, file] : reading->files()) {
      if (reading->semantics() && key != own) add(workspace.readings_of(key));
      if (seen.insert(key).second) add(workspace.semantics_about(key));
    }
  }
  return readings;
}

namespace {

using Readings = std::vector<std::shared_ptr<const Reading>>;

// `reading` and all others of the workspace that read the file of a place with the same text.
Readings readers_of(Workspace& workspace, const std::shared_ptr<const Reading>& reading, SourceRange place) {
  Readings readers = {reading};
  const std::string& key = reading->key(place.file);
  if (key.empty()) return readers;
  add_readings(readers, workspace.every_reading_of(key));
  const std::string_view text = reading->sources().text(place.file);
  std::erase_if(readers, [&](const auto& other) {
    const FileId file = other->file(key);
    return file == 0 || other->sources().text(file) != text;
  });
  return readers;
}

// The thing of a name in its own reading, and what all other readings call by the same name at the place of
// its definition.
std::vector<std::pair<std::shared_ptr<const Reading>, NamedThing>> same_in_others(Workspace& workspace,
                                                                                  const NameAt& name) {
  std::vector<std::pair<std::shared_ptr<const Reading>, NamedThing>> things = {
      {name.reading, name.use->thing}};
  const NameUse* definition = name.reading->names().definition(name.use->thing);
  if (definition == nullptr) return things;
  const std::string& key = name.reading->key(definition->range.file);
  for (const auto& other :
       related_readings(workspace, readers_of(workspace, name.reading, definition->range))) {
    const FileId file = other->file(key);
    if (file == 0 || other == name.reading) continue;
    for (const NameUse* use : other->names().at(file, definition->range.begin))
      if (use->is_definition && use->range.begin == definition->range.begin &&
          use->thing.kind == name.use->thing.kind && use->thing.name == name.use->thing.name)
        things.emplace_back(other, use->thing);
  }
  return things;
}

// Returns the places that refer to the definition of a name of the program under a position, in all robots
// that read the file of the definition. Empty if there is no such name.
std::set<Location> program_references(Workspace& workspace, const View& view, Position position,
                                      bool with_definition) {
  std::set<Location> found;
  std::set<std::pair<std::string, std::uint32_t>> seen;
  for (const ProgramNameAt& name : program_names_at(workspace, view, position)) {
    const SourceRange definition = name.name->definition;
    const std::string& key = name.reading->key(definition.file);
    if (!seen.emplace(key, definition.begin).second) continue;
    for (const auto& reading : readers_of(workspace, name.reading, definition)) {
      SourceRange there = definition;
      if (reading != name.reading) there.file = reading->file(key);
      for (const ProgramName* use : reading->program().of(there))
        if (with_definition || !use->is_definition()) found.insert(workspace.location(*reading, use->use));
    }
  }
  return found;
}

// The Block that the blockId of a part of an assembly names, and the target that builds the library of a
// plugin.
void add_block_or_library(const Workspace& workspace, const View& view, Position position,
                          std::set<Location>& found) {
  if (!is_markup(*view.document)) return;
  const MarkupText text(*view.document, workspace.encoding());
  const markup::Place place = markup::place_at(text.tree, text.offset(position));
  if (place.attribute == markup::kNone) return;
  const markup::Attribute& attribute = text.tree.attributes[place.attribute];
  const std::string_view name = attribute.name.of(text.tree.text), id = attribute.value.of(text.tree.text);
  if (name == "filename" && place.node != markup::kNone && text.tree.name(place.node) == "plugin")
    if (const auto target = target_of_library(workspace, id)) found.insert(*target);
  if (name != "blockId") return;
  for (const auto& reading : view.readings)
    for (const Model& model : reading->models())
      for (const Block& block : model.blocks)
        if (block.id == id && block.id_range.valid())
          found.insert(workspace.location(*reading, block.id_range));
}

}  // namespace

std::vector<Location> definition(Workspace& workspace, const View& view, Position position) {
  std::set<Location> found;
  add_block_or_library(workspace, view, position, found);
  for (const ProgramNameAt& name : program_names_at(workspace, view, position))
    found.insert(workspace.location(*name.reading, name.name->definition));
  std::erase_if(found, [](const Location& location) { return location.uri.empty(); });
  if (!found.empty()) return {found.begin(), found.end()};
  for (const NameAt& name : names_at(workspace, view, position)) {
    if (name.use->is_definition) {
      const SourceRange from = name.use->value_from;
      found.insert(workspace.location(*name.reading, from.valid() ? from : name.use->range));
      continue;
    }
    for (const NameUse* use : name.reading->names().of(name.use->thing))
      if (use->is_definition) found.insert(workspace.location(*name.reading, use->range));
  }
  if (found.empty())
    for (const ProgramValueAt& value : program_values_at(workspace, view, position))
      if (value.value->from.valid()) found.insert(workspace.location(*value.reading, value.value->from));
  if (found.empty())
    for (const DocumentLink& link : document_links(workspace, view))
      if (link.range.start <= position && position <= link.range.end) found.insert({link.target, {}});
  return {found.begin(), found.end()};
}

std::vector<Location> references(Workspace& workspace, const View& view, Position position,
                                 bool with_definition) {
  if (!program_names_at(workspace, view, position).empty()) {
    std::set<Location> places = program_references(workspace, view, position, with_definition);
    std::erase_if(places, [](const Location& location) { return location.uri.empty(); });
    return {places.begin(), places.end()};
  }
  std::set<Location> found;
  std::set<std::pair<std::shared_ptr<const Reading>, NamedThing>> seen;
  for (const NameAt& name : names_at(workspace, view, position)) {
    if (seen.contains({name.reading, name.use->thing})) continue;  // it is the same as one before
    for (const auto& [reading, thing] : same_in_others(workspace, name)) {
      if (!seen.emplace(reading, thing).second) continue;
      for (const NameUse* use : reading->names().of(thing))
        if (with_definition || !use->is_definition) found.insert(workspace.location(*reading, use->range));
      for (const YamlPlace& place : yaml_places_of(workspace, *reading, thing))
        found.insert(
            {workspace.documents().uri(place.yaml->key), range_in(workspace, *place.yaml, place.name)});
    }
  }
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
  if (view.yaml)
    for (const NameAt& name : names_at(workspace, view, position))
      for (const YamlName& same : view.yaml->names)
        if (same.kind == name.use->thing.kind && same.name == name.use->thing.name)
          add({view.document->uri, range_in(workspace, *view.yaml, same)}, false);
  std::sort(found.begin(), found.end(),
            [](const DocumentHighlight& a, const DocumentHighlight& b) { return a.range < b.range; });
  return found;
}

}  // namespace romas::lsp
