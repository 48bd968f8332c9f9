#include "lsp/features/places/symbols.h"

#include <algorithm>
#include <set>
#include <utility>

#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/entity.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/features/texts/romas_text.h"
#include "lsp/features/texts/yaml_text.h"
#include "lsp/markup/tree/structure.h"

namespace romas::lsp {

namespace {

constexpr std::size_t kMostSymbols = 500;

// Builds the outline of one robot from the leaves to the root, so that depth takes no stack.
class Outline {
 public:
  Outline(const Workspace& workspace, const View& view, const Reading& reading, const Model& model)
      : reading_(reading),
        model_(model),
        file_(reading.file(view.key)),
        tree_(model),
        positions_(view.document->text, workspace.encoding()),
        moved_(reading.sources().text(file_), view.document->text) {}

  DocumentSymbol robot() {
    std::vector<std::vector<DocumentSymbol>> children(model_.links.size());  // of links
    DocumentSymbol robot;
    robot.name = model_.name.empty() ? "robot" : model_.name;
    robot.kind = SymbolKind::Class;
    robot.detail = concat(model_.links.size(), " links, ", model_.joints.size(), " joints");
    robot.range = robot.selectionRange = whole();
    if (const auto range = here(model_.range)) robot.range = *range;
    if (const auto range = here(model_.name_range)) robot.selectionRange = *range;
    const auto& order = tree_.order();
    for (auto link = order.rbegin(); link != order.rend(); ++link) add_link(*link, children, robot.children);
    for (std::size_t i = 0; i < model_.links.size(); ++i)
      if (!tree_.reached(LinkId(i)))
        if (auto symbol = link_symbol(LinkId(i))) robot.children.push_back(std::move(*symbol));
    add_materials(robot.children);
    std::sort(robot.children.begin(), robot.children.end(), by_place);
    if (!contains(robot.range, robot.selectionRange)) robot.selectionRange = robot.range;
    return robot;
  }

 private:
  static bool by_place(const DocumentSymbol& a, const DocumentSymbol& b) { return a.range < b.range; }
  static bool contains(const Range& outer, const Range& inner) {
    return outer.start <= inner.start && inner.end <= outer.end;
  }

  // The place in this document; nothing if it is in another one, or is seen for the second time.
  std::optional<Range> here(SourceRange range) const {
    const SourceRange written = reading_.sources().written(range);
    if (!range.valid() || written.file != file_) return std::nullopt;
    return positions_.range(moved_(written.begin), moved_(written.end));
  }
  Range whole() const { return positions_.range(0, reading_.sources().text(file_).size()); }

  std::optional<DocumentSymbol> symbol(const std::string& name, std::string detail, SymbolKind kind,
                                       SourceRange range, SourceRange name_range) const {
    const auto all = here(range);
    if (!all) return std::nullopt;
    DocumentSymbol symbol;
    symbol.name = name.empty() ? "(no name)" : name;
    symbol.detail = std::move(detail);
    symbol.kind = kind;
    symbol.range = symbol.selectionRange = *all;
    if (const auto place = here(name_range); place && contains(*all, *place)) symbol.selectionRange = *place;
    return symbol;
  }
  std::optional<DocumentSymbol> link_symbol(LinkId id) const {
    const Link& link = model_.link(id);
    return symbol(link.name, "link", SymbolKind::Struct, link.range, link.name_range);
  }

  static std::vector<DocumentSymbol> only(DocumentSymbol symbol) {
    std::vector<DocumentSymbol> symbols;
    symbols.push_back(std::move(symbol));
    return symbols;
  }

  // Puts a link with all below it under the joint above it, and that joint under its parent link, or under
  // the robot if the parent is in another text or the nesting becomes too deep.
  void add_link(LinkId id, std::vector<std::vector<DocumentSymbol>>& children,
                std::vector<DocumentSymbol>& top) {
    auto link = link_symbol(id);
    std::vector<DocumentSymbol> below = std::move(children[id.index()]);
    std::sort(below.begin(), below.end(), by_place);
    const JointId above = tree_.parent_joint(id);
    std::optional<DocumentSymbol> joint;
    // A joint that MJCF makes up has no place of its own.
    const bool is_made_up = above && model_.layout.format == "mjcf" &&
                            SourceRange(model_.joint(above).range) == SourceRange(model_.link(id).range);
    if (above && !is_made_up) {
      const Joint& entity = model_.joint(above);
      joint = symbol(entity.name, concat(to_string(entity.type), " joint"), SymbolKind::Event, entity.range,
                     entity.name_range);
    }
    if (link) link->children = std::exchange(below, {});
    std::vector<DocumentSymbol> both = link ? only(std::move(*link)) : std::move(below);
    if (joint) {
      joint->children = std::move(both);
      both = only(std::move(*joint));
    }
    const LinkId parent = tree_.parent_link(id);
    const bool parent_here = parent && here(model_.link(parent).range).has_value();
    auto& to = parent_here && static_cast<std::size_t>(tree_.depth(id)) % kDeepestOutline != 0
                   ? children[parent.index()]
                   : top;
    std::move(both.begin(), both.end(), std::back_inserter(to));
  }

  void add_materials(std::vector<DocumentSymbol>& to) const {
    for (const Material& material : model_.materials)
      if (auto entry =
              symbol(material.name, "material", SymbolKind::Constant, material.range, material.name_range))
        to.push_back(std::move(*entry));
  }

  const Reading& reading_;
  const Model& model_;
  FileId file_;
  KinematicTree tree_;
  TextPositions positions_;
  MovedOffsets moved_;
};

SymbolKind symbol_kind(markup::SymbolKind kind) {
  switch (kind) {
    case markup::SymbolKind::robot: return SymbolKind::Class;
    case markup::SymbolKind::link: return SymbolKind::Struct;
    case markup::SymbolKind::joint: return SymbolKind::Event;
    case markup::SymbolKind::macro: return SymbolKind::Function;
    case markup::SymbolKind::property: return SymbolKind::Variable;
    case markup::SymbolKind::other: break;
  }
  return SymbolKind::Object;
}

DocumentSymbol symbol_of(const markup::Symbol& from, const MarkupText& text) {
  DocumentSymbol symbol;
  symbol.name = from.name;
  symbol.detail = from.detail;
  symbol.kind = symbol_kind(from.kind);
  symbol.range = text.range(from.range);
  symbol.selectionRange = text.range(from.selection);
  return symbol;
}

// Elements with names, for a text that no robot is made of: half typed, or a part of a robot.
std::vector<DocumentSymbol> outline_of_text(const Workspace& workspace, const View& view) {
  const MarkupText text(*view.document, workspace.encoding());
  const std::vector<markup::Symbol> found = markup::symbols(text.tree);
  std::vector<DocumentSymbol> symbols;
  std::vector<std::size_t> depth(found.size(), 0);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].parent < i) depth[i] = depth[found[i].parent] + 1;
  // Children first, so that a symbol is complete when it moves into its parent.
  std::vector<std::vector<DocumentSymbol>> children(found.size());
  for (std::size_t i = found.size(); i-- > 0;) {
    DocumentSymbol symbol = symbol_of(found[i], text);
    std::reverse(children[i].begin(), children[i].end());
    symbol.children = std::move(children[i]);
    const bool has_parent = found[i].parent < i && depth[i] % kDeepestOutline != 0;
    (has_parent ? children[found[i].parent] : symbols).push_back(std::move(symbol));
  }
  std::reverse(symbols.begin(), symbols.end());
  return symbols;
}

// Macros apart from the tree of links.
void add_program(const Workspace& workspace, const View& view, std::vector<DocumentSymbol>& symbols) {
  const MarkupText text(*view.document, workspace.encoding());
  for (const markup::Symbol& macro : markup::symbols(text.tree))
    if (macro.kind == markup::SymbolKind::macro) symbols.push_back(symbol_of(macro, text));
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool matches(const std::string& name, const std::string& query) {
  std::size_t at = 0;
  for (const char c : name)
    if (at < query.size() && lower(c) == lower(query[at])) ++at;
  return at == query.size();
}

std::optional<SymbolKind> symbol_kind(NameKind kind) {
  switch (kind) {
    case NameKind::robot: return SymbolKind::Class;
    case NameKind::link: return SymbolKind::Struct;
    case NameKind::joint: return SymbolKind::Event;
    case NameKind::group: return SymbolKind::Namespace;
    default: return std::nullopt;  // names of less interest
  }
}

}  // namespace

std::vector<DocumentSymbol> document_symbols(const Workspace& workspace, const View& view) {
  std::vector<DocumentSymbol> symbols;
  for (const auto& reading : view.readings) {
    if (reading->file(view.key) == 0 || reading->semantics() || reading->is_broken()) continue;
    for (const Model& model : reading->models())
      symbols.push_back(Outline(workspace, view, *reading, model).robot());
    if (!symbols.empty()) break;  // other robots have the same text
  }
  if (is_romas(*view.document)) {
    std::vector<DocumentSymbol> program = romas_symbols(workspace, view, symbols.empty());
    std::ranges::move(program, std::back_inserter(symbols));
    return symbols;
  }
  if (is_yaml_name(view.key)) return yaml_symbols(workspace, view);
  if (!is_markup(*view.document)) return symbols;
  if (symbols.empty()) return outline_of_text(workspace, view);
  add_program(workspace, view, symbols);
  return symbols;
}

namespace {

std::string robot_name(const Reading& reading, std::uint32_t robot) {
  if (const Model* model = reading.model(robot)) return model->name;
  return reading.semantics() ? reading.semantics()->robot.text : std::string();
}

// All names in a robot that a search may find.
ClosedSymbols::Symbols symbols_in(const Workspace& workspace, const Reading& reading) {
  ClosedSymbols::Symbols symbols;
  for (const NameUse& use : reading.names().all()) {
    const auto kind = symbol_kind(use.thing.kind);
    if (!use.is_definition || !kind) continue;
    const bool is_robot = use.thing.kind == NameKind::robot;
    symbols.push_back({use.thing.name, *kind, workspace.location(reading, use.range),
                       is_robot ? std::nullopt : std::optional(robot_name(reading, use.thing.robot))});
  }
  for (const ProgramName* name : reading.program().all())
    if (name->kind == ProgramName::Kind::macro && name->is_definition())
      symbols.push_back({std::string(name->name), SymbolKind::Function,
                         workspace.location(reading, name->use), std::nullopt});
  return symbols;
}

}  // namespace

std::vector<SymbolInformation> workspace_symbols(Workspace& workspace, const std::string& query) {
  std::vector<SymbolInformation> found;
  std::set<std::pair<std::string, Location>> seen;
  const auto take = [&](const ClosedSymbols::Symbols& symbols) {
    for (const SymbolInformation& symbol : symbols)
      if (found.size() < kMostSymbols && matches(symbol.name, query) &&
          seen.emplace(symbol.name, symbol.location).second)
        found.push_back(symbol);
  };
  std::set<std::string> open;
  for (const auto& reading : workspace.open_readings()) {
    open.insert(reading->label());
    take(symbols_in(workspace, *reading));
  }
  for (const driver::Input& robot : workspace.robots_of_folders()) {
    if (found.size() >= kMostSymbols) break;
    const std::string label = driver::label(robot);
    if (open.contains(label)) continue;
    take(workspace.closed_symbols().of(
        label, [&] { return workspace.read_once(robot); },
        [&](const Reading& reading) { return symbols_in(workspace, reading); }));
  }
  return found;
}

}  // namespace romas::lsp
