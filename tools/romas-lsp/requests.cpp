// Requests, each of them a feature of lsp/features.
#include <utility>

#include "lsp/features/edits/code_actions.h"
#include "lsp/features/edits/formatting.h"
#include "lsp/features/edits/rename.h"
#include "lsp/features/places/document_links.h"
#include "lsp/features/places/hierarchy.h"
#include "lsp/features/places/navigation.h"
#include "lsp/features/places/structure.h"
#include "lsp/features/places/symbols.h"
#include "lsp/features/robots/commands.h"
#include "lsp/features/robots/comparison.h"
#include "lsp/features/robots/expansion.h"
#include "lsp/features/robots/robot_model.h"
#include "lsp/features/shown/completion.h"
#include "lsp/features/shown/diagnostics.h"
#include "lsp/features/shown/hover.h"
#include "lsp/features/shown/semantic_tokens.h"
#include "tools/romas-lsp/errors.h"
#include "tools/romas-lsp/session.h"

namespace romas::lsp {

namespace {

template <class Result>
Json result_or_failure(const std::variant<Result, CommandFailed>& made) {
  if (const auto* failed = std::get_if<CommandFailed>(&made))
    throw ResponseError{kRequestFailed, failed->reason};
  return write_json(std::get<Result>(made));
}

}  // namespace

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
  auto result = lsp::prepare_rename(*workspace_, view_of(parameters.textDocument), parameters.position,
                                    renames_by_parts_);
  if (const auto* refusal = std::get_if<CannotRename>(&result))
    throw ResponseError{kRequestFailed, refusal->reason};
  return write_json(std::get<PrepareRenameResult>(result));
}

Json Session::rename(const RenameParams& parameters) {
  look_through();
  auto result = lsp::rename(*workspace_, view_of(parameters.textDocument), parameters.position,
                            parameters.newName, {annotates_edits_, renames_by_parts_});
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

Json Session::format(const FormattingParams& parameters) {
  return write_json(format_document(document_of(parameters.textDocument), workspace_->encoding(),
                                    parameters.options, format_));
}

Json Session::format_range(const RangeFormattingParams& parameters) {
  return write_json(format_document(document_of(parameters.textDocument), workspace_->encoding(),
                                    parameters.options, format_, parameters.range));
}

Json Session::complete(const TextDocumentPositionParams& parameters) {
  return write_json(
      completion(*workspace_, view_of(parameters.textDocument), parameters.position, snippets_));
}

Json Session::signature_help(const TextDocumentPositionParams& parameters) {
  return write_json(lsp::signature_help(*workspace_, view_of(parameters.textDocument), parameters.position));
}

Json Session::folding_ranges(const DocumentParams& parameters) {
  return write_json(lsp::folding_ranges(document_of(parameters.textDocument), workspace_->encoding()));
}

Json Session::selection_ranges(const SelectionRangeParams& parameters) {
  return write_json(lsp::selection_ranges(document_of(parameters.textDocument), workspace_->encoding(),
                                          parameters.positions));
}

Json Session::linked_editing(const TextDocumentPositionParams& parameters) {
  return write_json(
      lsp::linked_editing(document_of(parameters.textDocument), workspace_->encoding(), parameters.position));
}

Json Session::document_colors(const DocumentParams& parameters) {
  return write_json(lsp::document_colors(document_of(parameters.textDocument), workspace_->encoding()));
}

Json Session::color_presentations(const ColorPresentationParams& parameters) {
  return write_json(lsp::color_presentations(parameters.color, parameters.range));
}

Json Session::inlay_hints(const RangeParams& parameters) {
  return write_json(
      lsp::inlay_hints(*workspace_, view_of(parameters.textDocument), parameters.range, hints_));
}

Json Session::keep_tokens(const std::string& uri, SemanticTokens tokens) {
  SentTokens& sent = tokens_[uri];
  sent = {std::to_string(next_tokens_++), std::move(tokens)};
  Json json = write_json(sent.tokens);
  json["resultId"] = sent.id;
  return json;
}

Json Session::tokens(const DocumentParams& parameters) {
  return keep_tokens(parameters.textDocument.uri,
                     semantic_tokens(*workspace_, view_of(parameters.textDocument)));
}

Json Session::tokens_delta(const TokensDeltaParams& parameters) {
  SemanticTokens now = semantic_tokens(*workspace_, view_of(parameters.textDocument));
  const auto known = tokens_.find(parameters.textDocument.uri);
  if (known == tokens_.end() || known->second.id != parameters.previousResultId)
    return keep_tokens(parameters.textDocument.uri, std::move(now));
  const Json edits = write_json(tokens_edits(known->second.tokens, now));
  keep_tokens(parameters.textDocument.uri, std::move(now));
  return {{"resultId", tokens_[parameters.textDocument.uri].id}, {"edits", edits}};
}

Json Session::tokens_in_range(const RangeParams& parameters) {
  return write_json(semantic_tokens(*workspace_, view_of(parameters.textDocument), parameters.range));
}

Json Session::prepare_calls(const TextDocumentPositionParams& parameters) {
  return write_json(lsp::prepare_calls(*workspace_, view_of(parameters.textDocument), parameters.position));
}

Json Session::incoming_calls(const HierarchyParams& parameters) {
  look_through();
  return write_json(lsp::incoming_calls(*workspace_, parameters.item));
}

Json Session::outgoing_calls(const HierarchyParams& parameters) {
  return write_json(lsp::outgoing_calls(*workspace_, parameters.item));
}

Json Session::prepare_links(const TextDocumentPositionParams& parameters) {
  return write_json(lsp::prepare_links(*workspace_, view_of(parameters.textDocument), parameters.position));
}

Json Session::parent_links(const HierarchyParams& parameters) {
  return write_json(lsp::parent_links(*workspace_, parameters.item));
}

Json Session::child_links(const HierarchyParams& parameters) {
  look_through();
  return write_json(lsp::child_links(*workspace_, parameters.item));
}

Json Session::code_lenses(const DocumentParams& parameters) {
  return write_json(lsp::code_lenses(*workspace_, view_of(parameters.textDocument), has_head_));
}

Json Session::execute_command(const ExecuteCommandParams& parameters) {
  CommandArgument argument;
  const bool has_argument = parameters.arguments && !parameters.arguments->empty();
  read_json(has_argument ? parameters.arguments->front() : Json(), argument, "params.arguments[0]");
  const View view = view_of({argument.uri});
  const auto given = [](const std::optional<std::string>& member, const char* name) {
    if (!member) throw ResponseError{kInvalidParams, concat("params.arguments[0]: '", name, "' is missing")};
    return *member;
  };
  const std::string& command = parameters.command;
  if (command == "romas.roots") return write_json(root_choices(view));
  if (command == "romas.selectRoot") {
    workspace_->select_root(view.key, given(argument.root, "root"));
    publish_later();
    ask_again();
    return write_json(root_choices(view_of({argument.uri})));
  }
  if (command == "romas.emit")
    return result_or_failure(emit_target(*workspace_, view, given(argument.target, "target")));
  if (command == "romas.expanded")
    return Json::array(
        {result_or_failure(expanded_text(*workspace_, view, argument.root, argument.position))});
  if (command == "romas.compare")
    return result_or_failure(compare_robots(*workspace_, view, given(argument.with, "with")));
  if (command == "romas.model") return result_or_failure(robot_model(*workspace_, view));
  throw ResponseError{kInvalidParams, "unknown command '" + command + "'"};
}

}  // namespace romas::lsp
