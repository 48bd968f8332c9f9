// Requests, each of them a feature of lsp/features.
#include <utility>

#include "lsp/features/edits/code_actions.h"
#include "lsp/features/edits/formatting.h"
#include "lsp/features/edits/rename.h"
#include "lsp/features/places/document_links.h"
#include "lsp/features/places/navigation.h"
#include "lsp/features/places/symbols.h"
#include "lsp/features/shown/diagnostics.h"
#include "lsp/features/shown/hover.h"
#include "tools/romas-lsp/errors.h"
#include "tools/romas-lsp/session.h"

namespace romas::lsp {

const Document& Session::document_of(const TextDocumentIdentifier& document) const {
  const Document* open = workspace_->documents().find_uri(document.uri);
  if (open == nullptr) throw ResponseError{kInvalidParams, "'" + document.uri + "' is not open"};
  return *open;
}

View Session::view_of(const TextDocumentIdentifier& document) {
  return workspace_->view(document_of(document));
}

Json Session::hover(const TextDocumentPositionParams& parameters) {
  return write_json(lsp::hover(*workspace_, view_of(parameters.textDocument), parameters.position));
}

Json Session::definition(const TextDocumentPositionParams& parameters) {
  return write_json(lsp::definition(*workspace_, view_of(parameters.textDocument), parameters.position));
}

Json Session::references(const ReferenceParams& parameters) {
  look_through();
  return write_json(lsp::references(*workspace_, view_of(parameters.textDocument), parameters.position,
                                    parameters.context.includeDeclaration));
}

Json Session::highlight(const TextDocumentPositionParams& parameters) {
  return write_json(lsp::highlight(*workspace_, view_of(parameters.textDocument), parameters.position));
}

Json Session::document_symbols(const DocumentParams& parameters) {
  return write_json(lsp::document_symbols(*workspace_, view_of(parameters.textDocument)));
}

Json Session::workspace_symbols(const WorkspaceSymbolParams& parameters) {
  look_through();
  return write_json(lsp::workspace_symbols(*workspace_, parameters.query));
}

Json Session::code_actions(const CodeActionParams& parameters) {
  CodeActionRequest request{parameters.range, parameters.context.only.value_or(std::vector<std::string>()),
                            document_changes_, creates_files_, annotates_edits_};
  return write_json(lsp::code_actions(*workspace_, view_of(parameters.textDocument), request));
}

Json Session::prepare_rename(const TextDocumentPositionParams& parameters) {
  look_through();
  auto result = lsp::prepare_rename(*workspace_, view_of(parameters.textDocument), parameters.position);
  if (const auto* refusal = std::get_if<CannotRename>(&result))
    throw ResponseError{kRequestFailed, refusal->reason};
  return write_json(std::get<PrepareRenameResult>(result));
}

Json Session::rename(const RenameParams& parameters) {
  look_through();
  auto result = lsp::rename(*workspace_, view_of(parameters.textDocument), parameters.position,
                            parameters.newName, annotates_edits_);
  if (const auto* refusal = std::get_if<CannotRename>(&result))
    throw ResponseError{kRequestFailed, refusal->reason};
  const Renamed& renamed = std::get<Renamed>(result);
  if (!renamed.left.empty())
    send_notification("window/showMessage", {{"type", 2}, {"message", renamed.left}});
  return write_json(edit_of(*workspace_, renamed, document_changes_));
}

Json Session::document_links(const DocumentParams& parameters) {
  return write_json(lsp::document_links(*workspace_, view_of(parameters.textDocument)));
}

Json Session::pull_diagnostics(const DocumentParams& parameters) {
  const Document* document = workspace_->documents().find_uri(parameters.textDocument.uri);
  FullDocumentDiagnosticReport report;
  if (document != nullptr) {
    const std::string key = SourceManager::file_key(document->path);
    const auto readings = workspace_->checked_readings(key);
    report.items = diagnostics_of(*workspace_, findings_by_file(readings)[key], readings);
    const auto projects = project_findings(*workspace_);
    if (const auto found = projects.find(key); found != projects.end())
      report.items.insert(report.items.end(), found->second.begin(), found->second.end());
  }
  return write_json(report);
}

}  // namespace romas::lsp
