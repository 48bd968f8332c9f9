#include "lsp/features/hierarchy.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ir/analysis/kinematic_tree.h"
#include "lsp/features/navigation.h"
#include "lsp/markup/place.h"
#include "lsp/markup/tree.h"

namespace romas::lsp {

namespace {

using ReadingPointer = std::shared_ptr<const Reading>;

markup::Range bytes_of(SourceRange range) { return {range.begin, range.end}; }

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

// Where an item was, in each robot that reads its file.
struct Place {
  ReadingPointer reading;
  FileId file;
  std::size_t offset;
};
std::vector<Place> places_of(Workspace& workspace, const HierarchyItem& item) {
  std::vector<Place> places;
  const std::string key = key_of_uri(item.uri);
  if (key.empty()) return places;
  const Document* document = workspace.documents().find_key(key);
  for (const ReadingPointer& reading : workspace.readings_of(key)) {
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

// --- macros ---

// Texts as trees, each once.
class Trees {
 public:
  const markup::Tree& of(const Reading& reading, FileId file) {
    const auto [entry, fresh] = trees_.try_emplace({&reading, file});
    if (fresh) entry->second = markup::parse(reading.sources().text(file));
    return entry->second;
  }

 private:
  std::map<std::pair<const Reading*, FileId>, markup::Tree> trees_;
};

// The element that defines the macro around a place; kNone outside of macros.
markup::NodeId macro_around(const markup::Tree& tree, SourceRange place) {
  markup::NodeId id = markup::innermost(tree, bytes_of(place));
  while (id != markup::kNone && tree.name(id) != "xacro:macro") id = tree.nodes[id].parent;
  return id;
}

HierarchyItem macro_item(const Workspace& workspace, const Reading& reading, const ProgramName& name,
                         Trees& trees) {
  const SourceRange at = name.definition;
  const markup::Tree& tree = trees.of(reading, at.file);
  const markup::NodeId element = macro_around(tree, at);
  const SourceRange whole = element == markup::kNone ? at
                                                     : SourceRange{at.file, tree.nodes[element].range.begin,
                                                                   tree.nodes[element].range.end};
  return item_at(workspace, reading, whole, at, std::string(name.name), SymbolKind::Function);
}

bool is_in_end_tag(const markup::Tree& tree, SourceRange use) {
  const std::size_t tag = tree.text.substr(0, use.begin).rfind('<');
  return tag != std::string_view::npos && tree.text.substr(tag + 1).starts_with('/');
}

// What a call stands in: a macro, or the root of its file.
HierarchyItem caller_of(const Workspace& workspace, const Reading& reading, SourceRange use, Trees& trees) {
  const markup::Tree& tree = trees.of(reading, use.file);
  const auto range = [&](markup::Range bytes) { return SourceRange{use.file, bytes.begin, bytes.end}; };
  if (const markup::NodeId macro = macro_around(tree, use); macro != markup::kNone) {
    const markup::Attribute* name = tree.attribute(macro, "name");
    const markup::Node& node = tree.nodes[macro];
    if (name != nullptr)
      return item_at(workspace, reading, range(node.range), range(name->value),
                     std::string(name->value.of(tree.text)), SymbolKind::Function);
  }
  const markup::NodeId root = tree.root();
  if (root == markup::kNone)
    return item_at(workspace, reading, use, use, std::string(reading.sources().name(use.file)),
                   SymbolKind::File);
  const std::string_view name = tree.value(root, "name");
  return item_at(workspace, reading, range(tree.nodes[root].range), range(tree.nodes[root].name),
                 std::string(name.empty() ? tree.name(root) : name), SymbolKind::Class);
}

// Instances of one written name may have different names.
using ItemKey = std::tuple<std::string, Range, std::string>;
ItemKey key_of(const HierarchyItem& item) { return {item.uri, item.selectionRange, item.name}; }

// Ranges by what they lead to, each once.
struct Grouped {
  std::vector<std::pair<HierarchyItem, std::vector<Range>>> items;
  std::map<ItemKey, std::size_t> known;
  std::set<std::pair<std::size_t, Range>> seen;

  void add(HierarchyItem item, Range range) {
    const auto [entry, fresh] = known.try_emplace(key_of(item), items.size());
    if (fresh) items.emplace_back(std::move(item), std::vector<Range>());
    if (seen.emplace(entry->second, range).second) items[entry->second].second.push_back(range);
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
  Trees trees;
  for (const ProgramNameAt& name : program_names_at(workspace, view, position)) {
    if (name.name->kind != ProgramName::Kind::macro) continue;
    HierarchyItem item = macro_item(workspace, *name.reading, *name.name, trees);
    if (seen.insert(key_of(item)).second) items.push_back(std::move(item));
  }
  return items;
}

std::vector<CallHierarchyIncomingCall> incoming_calls(Workspace& workspace, const HierarchyItem& item) {
  Grouped calls;
  Trees trees;
  for (const Place& place : places_of(workspace, item))
    for (const ProgramName* macro : place.reading->program().at(place.file, place.offset)) {
      if (macro->kind != ProgramName::Kind::macro) continue;
      for (const ProgramName* use : place.reading->program().of(macro->definition)) {
        if (use->is_definition() || is_in_end_tag(trees.of(*place.reading, use->use.file), use->use))
          continue;
        calls.add(caller_of(workspace, *place.reading, use->use, trees),
                  workspace.location(*place.reading, use->use).range);
      }
    }
  std::vector<CallHierarchyIncomingCall> result;
  for (auto& [from, ranges] : calls.items) result.push_back({std::move(from), std::move(ranges)});
  return result;
}

std::vector<CallHierarchyOutgoingCall> outgoing_calls(Workspace& workspace, const HierarchyItem& item) {
  Grouped calls;
  Trees trees;
  for (const Place& place : places_of(workspace, item)) {
    const markup::Tree& tree = trees.of(*place.reading, place.file);
    const auto at = static_cast<std::uint32_t>(place.offset);
    const markup::NodeId macro = macro_around(tree, {place.file, at, at});
    const markup::Range inside = macro == markup::kNone
                                     ? markup::Range{0, static_cast<std::uint32_t>(tree.text.size())}
                                     : tree.nodes[macro].range;
    for (const ProgramName* use : place.reading->program().all()) {
      if (use->kind != ProgramName::Kind::macro || use->is_definition() || use->use.file != place.file ||
          !inside.contains(bytes_of(use->use)) || is_in_end_tag(tree, use->use))
        continue;
      // What a file calls outside of its macros is not what the macros call.
      if (macro_around(tree, use->use) != macro) continue;
      calls.add(macro_item(workspace, *place.reading, *use, trees),
                workspace.location(*place.reading, use->use).range);
    }
  }
  std::vector<CallHierarchyOutgoingCall> result;
  for (auto& [to, ranges] : calls.items) result.push_back({std::move(to), std::move(ranges)});
  return result;
}

std::vector<HierarchyItem> prepare_links(const Workspace& workspace, const View& view, Position position) {
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
  return related_links(workspace, item, true);
}

std::vector<HierarchyItem> child_links(Workspace& workspace, const HierarchyItem& item) {
  return related_links(workspace, item, false);
}

}  // namespace romas::lsp
