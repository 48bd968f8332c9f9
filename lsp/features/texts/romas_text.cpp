#include "lsp/features/texts/romas_text.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "frontend/block/library.h"
#include "frontend/frontend.h"
#include "frontend/language/words/library.h"
#include "frontend/servo/device_files.h"
#include "lsp/language/names.h"
#include "lsp/language/signatures.h"
#include "lsp/markup/changes/units.h"
#include "lsp/reading/written_paths.h"
#include "support/files/files.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

namespace fs = std::filesystem;

// Reads for a feature: findings are left to the compiler.
class QuietReader {
 public:
  explicit QuietReader(const Workspace& workspace, FrontendOptions options)
      : texts_(workspace.documents().texts()),
        options_(std::move(options)),
        context_{sources_, diagnostics_, options_, files_read_} {
    sources_.read_instead(texts_.get());
  }

  FrontendContext& context() { return context_; }
  std::optional<std::string> text(const std::string& path) {
    SourceManager::ReadError problem;
    const FileId file = sources_.read_file(path, problem, options_.max_input);
    return file == 0 ? std::nullopt : std::optional(std::string(sources_.text(file)));
  }

 private:
  std::shared_ptr<const SourceManager::Texts> texts_;
  SourceManager sources_;
  DiagnosticEngine diagnostics_;
  FrontendOptions options_;
  std::vector<std::string> files_read_;
  FrontendContext context_;
};

// Finds the file of an import as the compiler does, in the importing file's folder first.
std::optional<std::string> find_import(const Document& document, const FrontendOptions& options,
                                       std::string_view written) {
  if (written.find("://") != std::string_view::npos) {
    auto found = written_path(written, file_search(document.path, options));
    return found && path_exists(*found) ? std::move(found) : std::nullopt;
  }
  const fs::path path(written);
  if (path.is_absolute()) return path_exists(path.string()) ? std::optional(path.string()) : std::nullopt;
  std::vector<std::string> folders = {fs::path(document.path).parent_path().string()};
  folders.insert(folders.end(), options.import_paths.begin(), options.import_paths.end());
  for (const std::string& folder : folders)
    if (const std::string found = (fs::path(folder) / path).string(); path_exists(found)) return found;
  return std::nullopt;
}

std::vector<std::string> blocks_of(const std::string& path, QuietReader reader) {
  BlockLibrary library(reader.context());
  library.load(path);
  std::vector<std::string> ids;
  for (const Block& block : library.model().blocks) ids.push_back(block.id);
  return ids;
}

}  // namespace

bool is_romas(const Document& document) {
  const FrontendInfo* format = detect_frontend(document.path, document.text);
  return format != nullptr && format->name == "romas";
}

typing::TextFacts romas_facts(Workspace& workspace, const View& view) {
  const Document& document = *view.document;
  const driver::CompileRequest& request = workspace.project_of(document.path).request;
  const FrontendOptions& options = request.input.frontend;
  typing::TextFacts facts;
  facts.import = [&](std::string_view written) -> std::optional<std::string> {
    if (const auto text = language::library_text(written)) return std::string(*text);
    const auto path = find_import(document, options, written);
    return path && is_file(*path) ? QuietReader(workspace, options).text(*path) : std::nullopt;
  };
  facts.blocks = [&](std::string_view written) {
    const auto path = find_import(document, options, written);
    return path ? blocks_of(*path, QuietReader(workspace, options)) : std::vector<std::string>();
  };
  facts.files = [search = file_search(document.path, options)](std::string_view folder) {
    return files_in(folder, search);
  };
  facts.servo_families = [] {
    std::vector<std::string> names;
    for (const std::string_view name : embedded_servo_families()) names.emplace_back(name);
    return names;
  };
  facts.servo_devices = [&](std::string_view family) {
    QuietReader reader(workspace, options);
    const std::vector<std::string> wanted = {std::string(family)};
    std::vector<std::string> names;
    for (const ServoDevice& device :
         read_servo_devices(request.servos.devices, reader.context(), wanted).devices)
      names.push_back(device.name);
    return names;
  };
  return facts;
}

std::optional<SignatureHelp> romas_signature_help(Workspace& workspace, const View& view, Position position) {
  const typing::TextFacts facts = romas_facts(workspace, view);
  const typing::Names names(view.document->text, facts);
  const TextPositions positions(view.document->text, workspace.encoding());
  const auto found = typing::call_at(names, static_cast<std::uint32_t>(positions.offset(position)));
  if (!found) return std::nullopt;
  SignatureHelp help;
  help.activeSignature = static_cast<std::uint32_t>(found->signature);
  if (found->parameter) help.activeParameter = static_cast<std::uint32_t>(*found->parameter);
  for (const typing::Signature& signature : found->signatures) {
    SignatureInformation& shown = help.signatures.emplace_back();
    shown.label = signature.label;
    shown.documentation = MarkupContent{"plaintext", signature.documentation};
    for (const typing::Signature::Parameter& parameter : signature.parameters)
      shown.parameters.push_back({parameter.label, std::nullopt});
  }
  return help;
}

std::vector<InlayHint> romas_parameter_hints(Workspace& workspace, const View& view, Range range) {
  const typing::TextFacts facts = romas_facts(workspace, view);
  const typing::Names names(view.document->text, facts);
  const TextPositions positions(view.document->text, workspace.encoding());
  std::vector<InlayHint> hints;
  for (const typing::ParameterHint& hint : typing::parameter_hints(names)) {
    const Position place = positions.position(hint.offset);
    if (place >= range.start && place <= range.end)
      hints.push_back({place, concat(hint.name, ":"), InlayHintKind::Parameter, std::nullopt, false, true});
  }
  return hints;
}

std::vector<InlayHint> romas_degree_hints(const Workspace& workspace, const View& view, Range range) {
  constexpr std::size_t kShown = 3;                      // of one expression in different instances
  std::map<std::size_t, std::vector<std::string>> ends;  // by the end of the expression
  for (const auto& reading : view.readings) {
    const FileId file = reading->file(view.key);
    if (file == 0) continue;
    const std::string_view was = reading->sources().text(file);
    const MovedOffsets moved(was, view.document->text);
    std::uint32_t behind = 0, last = 0;  // the end of the outermost expression so far, and its begin
    for (const ProgramValue* value :
         reading->program().values_in({file, 0, static_cast<std::uint32_t>(was.size())})) {
      const bool is_inner = value->at.begin < behind && !(value->at.begin == last && value->at.end == behind);
      const std::string_view written = was.substr(value->at.begin, value->at.end - value->at.begin);
      const auto quantity = markup::unit_text(value->text);
      const bool says_it = written.find('(') == std::string_view::npos && !written.ends_with(" rad");
      if (is_inner || !quantity || quantity->unit != markup::Unit::radian) continue;
      behind = value->at.end;
      last = value->at.begin;
      if (says_it || quantity->value == 0 || written.ends_with(" deg")) continue;
      std::vector<std::string>& known = ends[moved(value->at.end)];
      std::string text = markup::in_degrees({{}, quantity->value, markup::Unit::radian});
      if (std::ranges::find(known, text) == known.end()) known.push_back(std::move(text));
    }
  }
  const TextPositions positions(view.document->text, workspace.encoding());
  std::vector<InlayHint> hints;
  for (auto& [end, texts] : ends) {
    const Position place = positions.position(end);
    const bool has_more = texts.size() > kShown;
    texts.resize(std::min(texts.size(), kShown));
    if (place >= range.start && place <= range.end)
      hints.push_back({place, concat("= ", join(texts, " | "), has_more ? " | …" : ""), std::nullopt,
                       std::nullopt, true, false});
  }
  return hints;
}

std::optional<SymbolKind> symbol_kind(language::Definition::Kind kind) {
  using Kind = language::Definition::Kind;
  switch (kind) {
    case Kind::module: return SymbolKind::Module;
    case Kind::function: return SymbolKind::Function;
    case Kind::param:
    case Kind::value: return SymbolKind::Variable;
    case Kind::robot:
    case Kind::type:
    case Kind::assembly: return SymbolKind::Class;
    case Kind::link: return SymbolKind::Struct;
    case Kind::joint: return SymbolKind::Event;
    case Kind::block:
    case Kind::frame:
    case Kind::sensor:
    case Kind::spring:
    case Kind::wing:
    case Kind::thrust:
    case Kind::instance:
    case Kind::exposed:
    case Kind::other: return SymbolKind::Object;
    case Kind::material: return SymbolKind::Constant;
    case Kind::test: return SymbolKind::Method;
    default: return std::nullopt;
  }
}

std::vector<DocumentSymbol> romas_symbols(const Workspace& workspace, const View& view, bool with_robots) {
  const typing::SourceText text(view.document->text);
  const TextPositions positions(view.document->text, workspace.encoding());
  std::vector<DocumentSymbol> symbols;
  std::uint32_t root = language::Outline::kNone;  // the piece of the last symbol
  for (const language::Definition& definition : text.definitions) {
    const auto kind = symbol_kind(definition.kind);
    if (!kind || (!with_robots && definition.kind == language::Definition::Kind::robot)) continue;
    const language::Outline::Piece& piece = text.outline.pieces[definition.piece];
    DocumentSymbol symbol;
    symbol.name = definition.name.empty() ? "(no name)" : definition.name;
    symbol.detail = std::string(language::describe(definition.kind));
    symbol.kind = *kind;
    symbol.range = positions.range(text.outline.begin_of(piece), text.outline.end_of(piece));
    symbol.selectionRange = positions.range(definition.begin, definition.end);
    if (piece.parent == language::Outline::kNone) {
      root = definition.piece;
      symbols.push_back(std::move(symbol));
    } else if (text.outline.root_of(definition.piece) == root && !symbols.empty()) {
      symbols.back().children.push_back(std::move(symbol));
    }
  }
  return symbols;
}

}  // namespace romas::lsp
