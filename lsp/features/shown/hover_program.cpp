#include "lsp/features/shown/hover_program.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "frontend/language/typing/manual.h"
#include "lsp/features/places/navigation.h"
#include "lsp/features/texts/markdown.h"
#include "lsp/features/texts/markup_text.h"
#include "lsp/features/texts/mjcf_files.h"
#include "lsp/features/texts/romas_text.h"
#include "lsp/language/names.h"
#include "lsp/markup/changes/units.h"
#include "lsp/markup/completion/completion.h"
#include "lsp/markup/tree/place.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

constexpr std::size_t kShownLines = 8;

std::string_view kind_name(ProgramName::Kind kind) {
  switch (kind) {
    case ProgramName::Kind::property: return "property";
    case ProgramName::Kind::parameter: return "parameter";
    case ProgramName::Kind::block: return "block";
    case ProgramName::Kind::argument: return "argument";
    case ProgramName::Kind::macro: return "macro";
  }
  return "name";
}

// "arm.xacro:12"
std::string place_text(const SourceManager& sources, SourceRange range) {
  const SourceRange written = sources.written(range);
  const std::string name(sources.name(written.file));
  return concat(in_words(std::filesystem::path(name).filename().string()), ":",
                sources.line_column(written.start()).line);
}

// "called at arm.xacro:40", for a value in a macro or block; empty for other values.
std::string chain_text(const SourceManager& sources, SourceRange at) {
  const SourceStep* step = sources.expansions().step(at.file);
  if (step == nullptr || step->kind == SourceStep::Kind::include) return {};
  return concat(" — ", step->kind == SourceStep::Kind::macro_call ? "called at " : "inserted at ",
                place_text(sources, step->place));
}

// "`left`"; of a quantity of the Romas language "0.25 m = 250 mm".
std::string value_text(const ProgramValue& value, const SourceManager& sources) {
  const bool is_language = !markup::is_xml(sources.text(sources.written(value.at).file));
  const auto quantity = is_language ? markup::unit_text(value.text) : std::nullopt;
  return quantity ? in_words(markup::describe(*quantity)) : in_code(value.text);
}

// Values in the order of their instances, a line each; equal lines once.
std::string list_values(const std::vector<ProgramValueAt>& values) {
  std::vector<std::string> lines;
  for (const ProgramValueAt& value : values) {
    const SourceManager& sources = value.reading->sources();
    std::string line = concat("\n- ", value_text(*value.value, sources));
    if (value.value->from.valid()) line += concat(", from ", place_text(sources, value.value->from));
    line += chain_text(sources, value.value->at);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  }
  std::string all;
  for (std::size_t i = 0; i < std::min(kShownLines, lines.size()); ++i) all += lines[i];
  if (lines.size() > kShownLines) all += concat("\n- and ", lines.size() - kShownLines, " more");
  return all;
}

// "- takes `prefix`, `length` (`0.2`), `*origin`"
std::string list_parameters(const SourceManager& sources, SourceRange definition) {
  const markup::Tree tree = markup::parse(sources.text(definition.file));
  const markup::NodeId element = markup::innermost(tree, {definition.begin, definition.end});
  if (element == markup::kNone || tree.nodes[element].kind != markup::NodeKind::element ||
      tree.name(element) != "xacro:macro")
    return {};
  std::vector<std::string> parameters;
  for (const markup::MacroFact::Parameter& parameter : markup::macro_of(tree, element).parameters)
    parameters.push_back(concat(
        in_code(parameter.name),
        parameter.default_value ? concat(" (", in_code(*parameter.default_value), ")") : std::string()));
  return concat("\n- takes ", parameters.empty() ? "no parameters" : join(parameters, ", "));
}

std::string stale_note(const View& view) {
  return view.is_stale ? "\n\n*from before the last edits: the text has no meaning now*" : "";
}

// At how many places something is called, without its end tags.
std::string count_calls(const std::vector<ProgramNameAt>& uses) {
  std::set<std::pair<std::string, std::uint32_t>> calls;
  for (const ProgramNameAt& use : uses)
    if (is_call(use.reading->sources(), *use.name))
      calls.emplace(use.reading->key(use.name->use.file), use.name->use.begin);
  return concat("\n- called at ", calls.size(), calls.size() == 1 ? " place" : " places");
}

// The definition whose name begins at an offset, or in quotes that begin there; null: there is none.
const language::Definition* definition_at(const typing::SourceText& text, std::uint32_t begin) {
  const auto found = std::ranges::find_if(text.definitions, [&](const language::Definition& definition) {
    return definition.begin == begin || (definition.is_quoted && definition.begin + 1 == begin);
  });
  return found == text.definitions.end() ? nullptr : &*found;
}

// "**module** `leg(side: real, long = 25 cm)`", of a definition in the Romas language, and what the comment
// above it says. Empty: in another one.
std::string heading_in_romas(const SourceManager& sources, SourceRange definition) {
  const std::string_view written = sources.text(definition.file);
  if (markup::is_xml(written)) return {};
  const typing::SourceText text(written);
  const language::Definition* found = definition_at(text, definition.begin);
  if (found == nullptr) return {};
  using Kind = language::Definition::Kind;
  std::string signature = found->name;
  if (found->kind == Kind::module || found->kind == Kind::function || !found->formals.empty())
    signature +=
        concat("(", join(found->formals, ", ", [](const auto& formal) { return formal.text(); }), ")");
  if (!found->type.empty()) signature += concat(found->kind == Kind::function ? " -> " : ": ", found->type);
  const bool has_source = found->kind == Kind::instance || found->kind == Kind::import;
  const std::string documentation = language::documentation_of(text.outline, *found);
  return concat("**", describe(found->kind), "** ", in_code(signature),
                has_source ? concat(" of ", in_code(join(found->path, "."))) : "",
                found->version.empty() ? "" : concat(", version ", found->version, " or a later one"), "\n",
                documentation.empty() ? "" : concat("\n", documentation, "\n"));
}

}  // namespace

std::string documentation_in_romas(const SourceManager& sources, SourceRange definition) {
  const std::string_view written = sources.text(definition.file);
  if (markup::is_xml(written)) return {};
  const typing::SourceText text(written);
  const language::Definition* found = definition_at(text, definition.begin);
  return found == nullptr ? std::string() : language::documentation_of(text.outline, *found);
}

std::optional<Hover> hover_program_name(const Workspace& workspace, const View& view, Position position) {
  const std::vector<ProgramNameAt> names = program_names_at(workspace, view, position);
  if (names.empty()) return std::nullopt;
  const ProgramNameAt& first = names.front();
  const SourceManager& sources = first.reading->sources();
  std::string text = heading_in_romas(sources, sources.written(first.name->definition));
  if (text.empty()) text = concat("**", kind_name(first.name->kind), "** ", in_code(first.name->name), "\n");
  std::vector<ProgramValueAt> values = program_values_at(workspace, view, position);
  // In the Romas language, a name is an expression of its own or none. The expression around it has another
  // value.
  if (is_romas(*view.document))
    std::erase_if(values,
                  [&](const ProgramValueAt& value) { return value.value->at.end != first.name->use.end; });
  if (first.name->kind == ProgramName::Kind::macro) {
    text += list_parameters(sources, sources.written(first.name->definition));
    text += count_calls(program_uses_at(workspace, view, position));
  } else if (!first.name->is_definition()) {
    text += list_values(values);
  }
  text += concat("\n- defined at ", place_text(sources, first.name->definition));
  return Hover{{"markdown", text + stale_note(view)},
               workspace.location(*first.reading, first.name->use).range};
}

std::optional<Hover> hover_value(const Workspace& workspace, const View& view, Position position) {
  const std::vector<ProgramValueAt> values = program_values_at(workspace, view, position);
  if (values.empty()) return std::nullopt;
  const ProgramValueAt& first = values.front();
  const SourceRange written = first.reading->sources().written(first.value->at);
  std::string text = concat("**value** of ", in_code(first.reading->sources().text(written)), "\n");
  return Hover{{"markdown", text + list_values(values) + stale_note(view)},
               workspace.location(*first.reading, written).range};
}

std::optional<Hover> hover_number(const Workspace& workspace, const View& view, Position position) {
  if (!is_markup(*view.document)) return std::nullopt;
  const MarkupText text(*view.document, workspace.encoding());
  const bool in_degrees =
      !markup::is_mjcf(text.tree) || mjcf_settings(view, text.tree).degrees.value_or(true);
  const auto number = markup::number_at(text.tree, text.offset(position), in_degrees);
  if (!number) return std::nullopt;
  return Hover{{"plaintext", markup::describe(*number)}, text.range(number->range)};
}

}  // namespace romas::lsp
