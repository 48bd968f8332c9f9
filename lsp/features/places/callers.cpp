#include "lsp/features/places/callers.h"

#include <algorithm>
#include <filesystem>

#include "lsp/features/texts/romas_text.h"
#include "lsp/markup/tree/place.h"

namespace romas::lsp {

namespace {

SourceRange in_file(FileId file, markup::Range bytes) { return {file, bytes.begin, bytes.end}; }

std::optional<Caller> macro_around(const markup::Tree& tree, SourceRange place) {
  markup::NodeId id = markup::innermost(tree, {place.begin, place.end});
  while (id != markup::kNone && tree.name(id) != "xacro:macro") id = tree.nodes[id].parent;
  const markup::Attribute* name = id == markup::kNone ? nullptr : tree.attribute(id, "name");
  if (name == nullptr) return std::nullopt;
  return Caller{in_file(place.file, tree.nodes[id].range), in_file(place.file, name->value),
                std::string(name->value.of(tree.text)), SymbolKind::Function};
}

std::optional<Caller> definition_around(const typing::SourceText& text, SourceRange place) {
  using Kind = language::Definition::Kind;
  const language::Outline& outline = text.outline;
  // A place at the very begin of a statement is in it.
  for (std::uint32_t id = outline.piece_at(place.begin + 1); id != language::Outline::kNone;
       id = outline.pieces[id].parent)
    for (const language::Definition& found : text.definitions) {
      const bool calls = found.kind == Kind::module || found.kind == Kind::function ||
                         found.kind == Kind::robot || found.kind == Kind::assembly;
      if (found.piece != id || !calls) continue;
      const language::Outline::Piece& piece = outline.pieces[id];
      return Caller{{place.file, outline.begin_of(piece), outline.end_of(piece)},
                    {place.file, found.begin, found.end},
                    found.name,
                    symbol_kind(found.kind).value_or(SymbolKind::Function)};
    }
  return std::nullopt;
}

}  // namespace

Callers::Text::Text(std::string_view text) {
  if (markup::is_xml(text))
    tree = markup::parse(text);
  else
    program.emplace(text);
}

const Callers::Text& Callers::of(const Reading& reading, FileId file) {
  const std::pair<const Reading*, FileId> key(&reading, file);
  auto known = texts_.find(key);
  if (known == texts_.end()) known = texts_.emplace(key, Text(reading.sources().text(file))).first;
  return known->second;
}

const markup::Tree* Callers::tree(const Reading& reading, FileId file) {
  const Text& text = of(reading, file);
  return text.tree ? &*text.tree : nullptr;
}

std::optional<Caller> Callers::around(const Reading& reading, SourceRange place) {
  const Text& text = of(reading, place.file);
  return text.tree ? macro_around(*text.tree, place) : definition_around(*text.program, place);
}

Caller Callers::file(const Reading& reading, SourceRange place) {
  const Text& text = of(reading, place.file);
  const markup::NodeId root = text.tree ? text.tree->root() : markup::kNone;
  if (root == markup::kNone) {
    const std::filesystem::path path(reading.sources().name(place.file));
    return {place, place, path.filename().string(), SymbolKind::File};
  }
  const std::string_view name = text.tree->value(root, "name");
  return {in_file(place.file, text.tree->nodes[root].range), in_file(place.file, text.tree->nodes[root].name),
          std::string(name.empty() ? text.tree->name(root) : name), SymbolKind::Class};
}

}  // namespace romas::lsp
