#include "lsp/yaml/yaml_keys.h"

#include <algorithm>
#include <optional>
#include <set>
#include <variant>

#include "frontend/yaml/reader.h"
#include "lsp/reading/written_paths.h"
#include "support/text/characters.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// A name and the steps behind it: keys, and numbers of list items.
struct KeyPath {
  std::string_view name;
  std::vector<std::variant<std::string, std::size_t>> steps;
};

std::string_view take_word(std::string_view& rest) {
  const auto end = std::ranges::find_if_not(rest, is_word_character);
  const std::string_view word = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(word.size());
  return word;
}

// Returns nullopt for an expression that computes.
std::optional<KeyPath> parse_path(std::string_view expression) {
  KeyPath path;
  std::string_view rest = trim(expression);
  path.name = take_word(rest);
  if (path.name.empty()) return std::nullopt;
  while (!rest.empty()) {
    if (rest.front() == '.') {
      rest.remove_prefix(1);
      const std::string_view key = take_word(rest);
      if (key.empty()) return std::nullopt;
      path.steps.emplace_back(std::string(key));
      continue;
    }
    const std::size_t end = rest.find(']');
    if (rest.front() != '[' || end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = trim(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    const bool is_quoted = inside.size() >= 2 && (inside.front() == '\'' || inside.front() == '"') &&
                           inside.back() == inside.front();
    if (is_quoted) {
      path.steps.emplace_back(std::string(inside.substr(1, inside.size() - 2)));
    } else {
      const auto index = parse_integer(inside);
      if (!index || *index < 0) return std::nullopt;
      path.steps.emplace_back(static_cast<std::size_t>(*index));
    }
  }
  return path;
}

// A text of YAML as xacro reads it; nothing where it is malformed.
std::optional<YamlNode> read_all(std::string_view text) {
  SourceManager sources;
  DiagnosticEngine aside;
  const FileId file = sources.add_text("yaml", std::string(text));
  return read_yaml(file, sources, aside, Rule::bad_value, {}, YamlFeatures::all);
}

const YamlNode* node_at(const YamlNode& root, SourceRange place) {
  std::vector<const YamlNode*> open = {&root};
  while (!open.empty()) {
    const YamlNode* node = open.back();
    open.pop_back();
    if (node->range.begin == place.begin && node->range.end == place.end &&
        node->kind != YamlNode::Kind::scalar)
      return node;
    for (const YamlNode& item : node->items) open.push_back(&item);
    for (const YamlEntry& entry : node->entries) open.push_back(&entry.value);
  }
  return nullptr;
}

const YamlNode* step_into(const YamlNode* node, const std::variant<std::string, std::size_t>& step) {
  if (const auto* index = std::get_if<std::size_t>(&step))
    return *index < node->items.size() ? &node->items[*index] : nullptr;
  const YamlEntry* entry = node->find(std::get<std::string>(step));
  return entry == nullptr ? nullptr : &entry->value;
}

// The keys behind a path from a node, those of merged tables too.
void add_keys(const YamlNode* node, const KeyPath& path, std::set<std::string>& keys) {
  for (const auto& step : path.steps) {
    if (node == nullptr) return;
    node = step_into(node, step);
  }
  if (node == nullptr) return;
  for (const YamlEntry& entry : node->entries) {
    if (entry.key.kind != YamlNode::Kind::scalar) continue;
    if (entry.key.text == "<<" && !entry.key.quoted)
      for (const YamlEntry& merged : entry.value.entries) keys.insert(merged.key.text);
    else if (entry.key.text.find_first_of("'\"\\\n") == std::string::npos)
      keys.insert(entry.key.text);
  }
}

// Returns the places at which the tables were written that a name has as its values, in the instances of the
// reading.
std::set<std::pair<FileId, std::pair<std::uint32_t, std::uint32_t>>> tables_of(const Reading& reading,
                                                                               std::string_view name) {
  std::set<std::pair<FileId, std::pair<std::uint32_t, std::uint32_t>>> tables;
  for (const ProgramName* use : reading.program().all()) {
    if (use->name != name || use->is_definition()) continue;
    for (const ProgramValue* value : reading.program().values_in(use->use))
      if (!value->is_plain && value->from.valid()) {
        const SourceRange written = reading.sources().written(value->from);
        tables.insert({written.file, {written.begin, written.end}});
      }
  }
  return tables;
}

// "load_yaml('sizes.yaml')" in the value of the property that the text defines.
std::optional<std::string> loaded_file(const markup::Tree& tree, std::string_view name,
                                       const FileSearch& search) {
  for (markup::NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree.nodes[id].kind != markup::NodeKind::element || tree.name(id) != "xacro:property" ||
        tree.value(id, "name") != name)
      continue;
    const std::string_view value = tree.value(id, "value");
    const std::size_t call = value.find("load_yaml(");
    if (call == std::string_view::npos) continue;
    std::string_view rest = trim(value.substr(call + 10));
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"')) continue;
    const std::size_t end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos || rest.find(')', end) == std::string_view::npos) continue;
    return written_path(rest.substr(1, end - 1), search);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> yaml_keys(const std::vector<std::shared_ptr<const Reading>>& readings,
                                   const markup::Tree& tree, const FileSearch& search,
                                   std::string_view expression) {
  const auto path = parse_path(expression);
  if (!path) return {};
  std::set<std::string> keys;
  for (const auto& reading : readings)
    for (const auto& [file, place] : tables_of(*reading, path->name))
      if (const auto root = read_all(reading->sources().text(file)))
        add_keys(node_at(*root, {file, place.first, place.second}), *path, keys);
  if (keys.empty())
    if (const auto loaded = loaded_file(tree, path->name, search)) {
      SourceManager sources;
      SourceManager::ReadError error;
      const FileId file = sources.read_file(*loaded, error, YamlLimits().bytes);
      const auto root = file == 0 ? std::nullopt : read_all(sources.text(file));
      if (root) add_keys(&*root, *path, keys);
    }
  return {keys.begin(), keys.end()};
}

}  // namespace romas::lsp
