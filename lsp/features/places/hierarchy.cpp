#include "lsp/features/places/hierarchy.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ir/analysis/tree/kinematic_tree.h"
#include "lsp/features/places/callers.h"
#include "lsp/features/places/navigation.h"
#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

using ReadingPointer = std::shared_ptr<const Reading>;

HierarchyItem item_at(const Workspace& workspace, const Reading& reading, SourceRange whole, SourceRange name,
                      std::string text, SymbolKind kind) {
  const Location all = workspace.location(reading, whole);
  HierarchyItem item;
  item.name = std::move(text);
  item.kind = kind;
  item.uri = all.uri;
  item.range = all.range;
  item.selectionRange = workspace.location(reading, name).range;
  return item;
}

// The place of an item in one robot that reads its file.
struct Place {
  ReadingPointer reading;
  FileId file;
  std::size_t offset;
};
std::vector<Place> places_of(Workspace& workspace, const HierarchyItem& item,
                             const std::vector<ReadingPointer>& readings) {
  std::vector<Place> places;
  const std::string key = key_of_uri(item.uri);
  const Document* document = workspace.documents().find_key(key);
  for (const ReadingPointer& reading : readings) {
    const FileId file = reading->file(key);
    if (file == 0) continue;
    const Position position = item.selectionRange.start;
    const std::size_t offset =
        document != nullptr
            ? workspace.offset_in(*reading, *document, position)
            : TextPositions(reading->sources().text(file), workspace.encoding()).offset(position);
    places.push_back({reading, file, offset});
  }
  return places;
}

std::vector<Place> places_of(Workspace& workspace, const HierarchyItem& item) {
  const std::string key = key_of_uri(item.uri);
  return key.empty() ? std::vector<Place>() : places_of(workspace, item, workspace.readings_of(key));
}

// --- macros, modules and functions ---

HierarchyItem item_of(const Workspace& workspace, const Reading& reading, const Caller& caller) {
  return item_at(workspace, reading, caller.whole, caller.name, caller.text, caller.kind);
}

// Returns the item of the definition that a name refers to.
HierarchyItem callee_item(const Workspace& workspace, const Reading& reading, const ProgramName& name,
                          Callers& callers) {
  const SourceRange at = name.definition;
  const auto found = callers.around(reading, at);
  return item_of(
      workspace, reading,
      {found ? found->whole : at, at, std::string(name.name), found ? found->kind : SymbolKind::Function});
}

// Instances of one written name may have different names.
using ItemKey = std::tuple<std::string, Range, std::string>;
ItemKey key_of(const HierarchyItem& item) { return {item.uri, item.selectionRange, item.name}; }

// The arguments of a call: side="left" length="0.3"; of the Romas language what is in its brackets.
std::string arguments_of(const Reading& reading, const ProgramName& call, Callers& callers) {
  const SourceRange at = reading.sources().written(call.use);
  const std::string_view text = reading.sources().text(at.file);
  if (const markup::Tree* tree = callers.tree(reading, at.file)) {
    const markup::NodeId element = markup::innermost(*tree, {at.begin, at.end});
    if (element == markup::kNone) return {};
    std::vector<std::string> given;
    markup::for_each_attribute(*tree, element, [&](const markup::Attribute& attribute) {
      given.emplace_back(attribute.range().of(text));
    });
    return join(given, " ");
  }
  if (at.end >= text.size() || text[at.end] != '(') return {};
  std::size_t depth = 0, end = at.end;
  for (; end < text.size(); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && --depth == 0) break;
  }
  return std::string(trim(text.substr(at.end + 1, end - at.end - 1)));
}

// Ranges by what they lead to, each once.
struct Grouped {
  std::vector<std::pair<HierarchyItem, std::vector<Range>>> items;
  std::map<ItemKey, std::size_t> known;
  std::set<std::pair<std::size_t, Range>> seen;

  // `arguments`: what is given at this place.
  void add(HierarchyItem item, Range range, const std::string& arguments) {
    const auto [entry, fresh] = known.try_emplace(key_of(item), items.size());
    if (fresh) items.emplace_back(std::move(item), std::vector<Range>());
    if (!seen.emplace(entry->second, range).second) return;
    auto& [there, ranges] = items[entry->second];
    ranges.push_back(range);
    constexpr std::size_t kShown = 5;  // calls
    if (arguments.empty() || ranges.size() > kShown + 1) return;
    if (ranges.size() == kShown + 1) return void(there.detail = concat(there.detail.value_or(""), " | …"));
    there.detail = there.detail ? concat(*there.detail, " | ", arguments) : arguments;
  }
};

// --- links ---

HierarchyItem link_item(const Workspace& workspace, const Reading& reading, const Model& model, LinkId id) {
  const Link& link = model.link(id);
  HierarchyItem item =
      item_at(workspace, reading, link.range, link.name_range, link.name, SymbolKind::Struct);
  item.detail = model.name;
  return item;
}

std::vector<HierarchyItem> related_links(Workspace& workspace, const HierarchyItem& item, bool parents) {
  std::vector<HierarchyItem> items;
  std::set<ItemKey> seen;
  for (const Place& place : places_of(workspace, item))
    for (const NameUse* use : place.reading->names().at(place.file, place.offset)) {
      if (use->thing.kind != NameKind::link || use->thing.name != item.name) continue;
      const Model* robot = place.reading->model(use->thing.robot);
      const LinkId link = robot != nullptr ? robot->find_link(use->thing.name) : LinkId();
      if (!link) continue;
      const Model& model = *robot;
      const KinematicTree tree(model);
      const auto add = [&](LinkId other) {
        if (!other || !model.link(other).name_range.valid()) return;
        HierarchyItem related = link_item(workspace, *place.reading, model, other);
        if (seen.insert(key_of(related)).second) items.push_back(std::move(related));
      };
      if (parents) {
        add(tree.parent_link(link));
        continue;
      }
      for (std::size_t i = 0; i < model.links.size(); ++i)
        if (tree.reached(LinkId(i)) && tree.parent_link(LinkId(i)) == link) add(LinkId(i));
    }
  return items;
}

}  // namespace

std::vector<HierarchyItem> prepare_calls(const Workspace& workspace, const View& view, Position position) {
  std::vector<HierarchyItem> items;
  std::set<ItemKey> seen;
  Callers callers;
  for (const ProgramNameAt& name : program_names_at(workspace, view, position)) {
    if (name.name->kind != ProgramName::Kind::macro) continue;
    HierarchyItem item = callee_item(workspace, *name.reading, *name.name, callers);
    if (seen.insert(key_of(item)).second) items.push_back(std::move(item));
  }
  return items;
}

std::vector<CallHierarchyIncomingCall> incoming_calls(Workspace& workspace, const HierarchyItem& item) {
  Grouped calls;
  Callers callers;
  const std::string key = key_of_uri(item.uri);
  if (key.empty()) return {};
  for (const Place& place : places_of(workspace, item, workspace.every_reading_of(key)))
    for (const ProgramName* macro : place.reading->program().at(place.file, place.offset)) {
      if (macro->kind != ProgramName::Kind::macro) continue;
      for (const ProgramName* use : place.reading->program().of(macro->definition)) {
        if (!is_call(place.reading->sources(), *use)) continue;
        const auto caller = callers.around(*place.reading, use->use);
        calls.add(
            item_of(workspace, *place.reading, caller ? *caller : callers.file(*place.reading, use->use)),
            workspace.location(*place.reading, use->use).range, arguments_of(*place.reading, *use, callers));
      }
    }
  std::vector<CallHierarchyIncomingCall> result;
  for (auto& [from, ranges] : calls.items) result.push_back({std::move(from), std::move(ranges)});
  return result;
}

std::vector<CallHierarchyOutgoingCall> outgoing_calls(Workspace& workspace, const HierarchyItem& item) {
  Grouped calls;
  Callers callers;
  for (const Place& place : places_of(workspace, item)) {
    const Reading& reading = *place.reading;
    const auto at = static_cast<std::uint32_t>(place.offset);
    const auto caller = callers.around(reading, {place.file, at, at});
    for (const ProgramName* use : reading.program().all()) {
      if (use->kind != ProgramName::Kind::macro || use->use.file != place.file ||
          !is_call(reading.sources(), *use))
        continue;
      // A call outside of all macros belongs to the file, not to a macro.
      const auto around = callers.around(reading, use->use);
      if (around.has_value() != caller.has_value() || (around && around->name != caller->name)) continue;
      calls.add(callee_item(workspace, reading, *use, callers), workspace.location(reading, use->use).range,
                arguments_of(reading, *use, callers));
    }
  }
  std::vector<CallHierarchyOutgoingCall> result;
  for (auto& [to, ranges] : calls.items) result.push_back({std::move(to), std::move(ranges)});
  return result;
}

std::vector<HierarchyItem> prepare_links(const Workspace& workspace, const View& view, Position position) {
  if (std::vector<HierarchyItem> modules = prepare_calls(workspace, view, position); !modules.empty())
    return modules;
  std::vector<HierarchyItem> items;
  std::set<ItemKey> seen;
  for (const NameAt& name : names_at(workspace, view, position)) {
    if (name.use->thing.kind != NameKind::link) continue;
    const Model* robot = name.reading->model(name.use->thing.robot);
    const LinkId link = robot != nullptr ? robot->find_link(name.use->thing.name) : LinkId();
    if (!link || !robot->link(link).name_range.valid()) continue;
    HierarchyItem item = link_item(workspace, *name.reading, *robot, link);
    if (seen.insert(key_of(item)).second) items.push_back(std::move(item));
  }
  return items;
}

std::vector<HierarchyItem> parent_links(Workspace& workspace, const HierarchyItem& item) {
  if (item.kind == SymbolKind::Struct) return related_links(workspace, item, true);
  std::vector<HierarchyItem> items;
  for (CallHierarchyOutgoingCall& call : outgoing_calls(workspace, item))
    if (item.kind != SymbolKind::Module || call.to.kind == SymbolKind::Module)
      items.push_back(std::move(call.to));
  return items;
}

std::vector<HierarchyItem> child_links(Workspace& workspace, const HierarchyItem& item) {
  if (item.kind == SymbolKind::Struct) return related_links(workspace, item, false);
  std::vector<HierarchyItem> items;
  for (CallHierarchyIncomingCall& call : incoming_calls(workspace, item))
    items.push_back(std::move(call.from));
  return items;
}

}  // namespace romas::lsp
