#include "lsp/features/shown/completion.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "frontend/frontend.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/features/texts/mjcf_files.h"
#include "lsp/features/texts/romas_text.h"
#include "lsp/features/texts/yaml_text.h"
#include "lsp/language/completion.h"
#include "lsp/markup/completion/completion.h"
#include "lsp/markup/completion/function_call.h"
#include "lsp/markup/tree/place.h"
#include "lsp/reading/package_names.h"
#include "lsp/reading/written_paths.h"
#include "lsp/yaml/yaml_keys.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

CompletionItemKind item_kind(markup::ItemKind kind) {
  switch (kind) {
    case markup::ItemKind::element:
    case markup::ItemKind::end_tag: return CompletionItemKind::Class;
    case markup::ItemKind::attribute: return CompletionItemKind::Field;
    case markup::ItemKind::value: return CompletionItemKind::EnumMember;
    case markup::ItemKind::name: return CompletionItemKind::Reference;
    case markup::ItemKind::macro: return CompletionItemKind::Method;
    case markup::ItemKind::property: return CompletionItemKind::Variable;
    case markup::ItemKind::function: return CompletionItemKind::Function;
    case markup::ItemKind::file: return CompletionItemKind::File;
    case markup::ItemKind::folder: return CompletionItemKind::Folder;
    case markup::ItemKind::key: return CompletionItemKind::Property;
    case markup::ItemKind::rule:
    case markup::ItemKind::constant: return CompletionItemKind::Constant;
    case markup::ItemKind::keyword: return CompletionItemKind::Keyword;
    case markup::ItemKind::unit: return CompletionItemKind::Unit;
    case markup::ItemKind::module: return CompletionItemKind::Module;
  }
  return CompletionItemKind::Text;
}

template <class Store>
void add_entities(const Store& store, std::vector<std::string>& names) {
  for (const auto& entity : store)
    if (!entity.name.empty()) names.push_back(entity.name);
}

// Whether "$(find " or "package://" stands on the line in front of an offset.
bool names_package(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_end = before.find_last_of("\r\n");
  const std::string_view line = line_end == std::string_view::npos ? before : before.substr(line_end + 1);
  return line.find("find ") != std::string_view::npos || line.find("package:") != std::string_view::npos;
}

// The names and files that completion can offer for a document, from its robots, its text and its folder.
class OfferedFacts {
 public:
  OfferedFacts(Workspace& workspace, const View& view, const markup::Tree& tree)
      : search_(file_search(view.document->path,
                            workspace.project_of(view.document->path).request.input.frontend)) {
    const FrontendInfo* format = detect_frontend(view.document->path, view.document->text);
    facts_.is_xacro = format != nullptr && format->name == "xacro";
    if ((format != nullptr && format->name == "srdf") || is_srdf_name(view.document->path))
      facts_.vocabulary = &markup::vocabulary(markup::Format::srdf);
    add_names(tree, facts_);
    for (const auto& reading : view.readings) add_reading(*reading, view.key);
    if (markup::is_mjcf(tree)) add_mjcf(view, tree);
    facts_.files = [this](std::string_view folder) { return files_in(folder, search_); };
    if (facts_.is_xacro)
      facts_.keys = [this, &view, &tree](std::string_view expression) {
        return yaml_keys(view.readings, tree, search_, expression);
      };
  }

  const markup::CompletionFacts& get() const { return facts_; }
  // Looking for packages takes time, so that it is done only where one is being named.
  void add_packages() { facts_.packages = package_names(search_); }

 private:
  void add_mjcf(const View& view, const markup::Tree& tree) {
    const markup::MjcfSettings settings = mjcf_settings(view, tree);
    facts_.mesh_folder = settings.folder(mjcf::Folder::meshes);
    facts_.texture_folder = settings.folder(mjcf::Folder::textures);
    search_.source_folder = std::filesystem::path(main_file(view)).parent_path().string();
    for (const auto& reading : view.readings)
      for (const PartName* name : mjcf_names(view, *reading))
        facts_.names[std::string(name->kind)].insert(name->name);
  }
  void add_reading(const Reading& reading, const std::string& key) {
    for (const Model& model : reading.models()) {
      add_entities(model.links, facts_.links);
      add_entities(model.joints, facts_.joints);
      add_entities(model.frames, facts_.frames);
      add_entities(model.materials, facts_.materials);
      for (const Block& block : model.blocks) facts_.blocks.push_back(block.id);
      for (const Joint& joint : model.joints)
        if (moves(joint.type)) facts_.moving_joints.push_back(joint.name);
    }
    // Macros, properties and arguments of the other files.
    if (!facts_.is_xacro) return;
    for (const auto& [other, file] : reading.files()) {
      if (other == key || !seen_.insert(other).second) continue;
      const std::string_view text = reading.sources().text(file);
      if (!markup::is_xml(text)) continue;
      add_names(markup::parse(text), facts_);
    }
  }

  FileSearch search_;
  std::set<std::string> seen_;
  markup::CompletionFacts facts_;
};

CompletionList list_of(const std::vector<markup::CompletionItem>& items, const TextPositions& positions,
                       bool snippets) {
  CompletionList list;
  std::size_t number = 0;
  for (const markup::CompletionItem& found : items) {
    CompletionItem item;
    item.label = found.label;
    item.kind = item_kind(found.kind);
    if (!found.documentation.empty()) item.documentation = MarkupContent{"plaintext", found.documentation};
    item.sortText = concat(100'000 + number++);
    const std::string& put = snippets ? found.snippet : found.plain;
    // Editors filter by the text in the range that is replaced.
    item.filterText = found.plain.starts_with('<') ? "<" + found.label : found.label;
    item.insertTextFormat = snippets ? InsertTextFormat::Snippet : InsertTextFormat::PlainText;
    item.textEdit = {positions.range(found.replace.begin, found.replace.end), put};
    list.items.push_back(std::move(item));
  }
  return list;
}

SignatureHelp help_of(const markup::FunctionCall& call) {
  SignatureHelp help;
  SignatureInformation& signature = help.signatures.emplace_back();
  signature.label = call.label;
  for (const std::string& parameter : call.parameters)
    signature.parameters.push_back({parameter, std::nullopt});
  if (call.parameter) help.activeParameter = static_cast<std::uint32_t>(*call.parameter);
  return help;
}

// Returns the signature of the macro that the element at a place calls. Returns nullopt if the element calls
// no known macro.
std::optional<SignatureHelp> help_of_macro(const markup::Tree& tree, const markup::Place& place,
                                           const markup::CompletionFacts& facts) {
  SignatureHelp help;
  for (const markup::MacroFact& macro : facts.macros) {
    if (tree.name(place.node) != concat("xacro:", macro.name)) continue;
    SignatureInformation signature{concat("xacro:", macro.name), std::nullopt, {}};
    for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
      const markup::MacroFact::Parameter& parameter = macro.parameters[i];
      const std::string label =
          parameter.default_value ? concat(parameter.name, ":=", *parameter.default_value) : parameter.name;
      signature.label += concat(" ", label);
      signature.parameters.push_back({label, std::nullopt});
      if (place.attribute != markup::kNone &&
          tree.attributes[place.attribute].name.of(tree.text) == parameter.name)
        help.activeParameter = static_cast<std::uint32_t>(i);
    }
    help.signatures.push_back(std::move(signature));
  }
  return help.signatures.empty() ? std::nullopt : std::optional(std::move(help));
}

}  // namespace

CompletionList completion(Workspace& workspace, const View& view, Position position, bool snippets) {
  const TextPositions positions(view.document->text, workspace.encoding());
  const auto offset = static_cast<std::uint32_t>(positions.offset(position));
  const auto found = [&]() -> std::vector<markup::CompletionItem> {
    if (is_romas(*view.document))
      return typing::complete(view.document->text, offset, romas_facts(workspace, view));
    if (is_yaml_name(view.key)) return complete_yaml(workspace, view, offset);
    if (!is_markup(*view.document)) return {};
    const markup::Tree tree = markup::parse(view.document->text);
    OfferedFacts facts(workspace, view, tree);
    if (names_package(view.document->text, offset)) facts.add_packages();
    return markup::complete(tree, offset, facts.get());
  };
  return list_of(found(), positions, snippets);
}

std::optional<SignatureHelp> signature_help(Workspace& workspace, const View& view, Position position) {
  if (is_romas(*view.document)) return romas_signature_help(workspace, view, position);
  if (!is_markup(*view.document)) return std::nullopt;
  const MarkupText text(*view.document, workspace.encoding());
  const std::uint32_t offset = text.offset(position);
  const OfferedFacts facts(workspace, view, text.tree);
  if (facts.get().is_xacro)
    if (const auto call = markup::function_call_at(text.tree, offset)) return help_of(*call);
  const markup::Place place = markup::place_at(text.tree, offset);
  const bool in_tag = place.where == markup::Where::attribute_name ||
                      place.where == markup::Where::attribute_value || place.where == markup::Where::in_tag;
  if (!in_tag || place.node == markup::kNone) return std::nullopt;
  return help_of_macro(text.tree, place, facts.get());
}

std::optional<Hover> hover_word(Workspace& workspace, const View& view, Position position) {
  if (!is_markup(*view.document)) return std::nullopt;
  const MarkupText text(*view.document, workspace.encoding());
  const OfferedFacts facts(workspace, view, text.tree);
  const auto word = markup::hover_name(text.tree, text.offset(position), facts.get());
  if (!word) return std::nullopt;
  return Hover{{"plaintext", word->text}, text.range(word->range)};
}

}  // namespace romas::lsp
