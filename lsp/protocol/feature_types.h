// Types of the protocol for diagnostics, code actions, and what is where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "lsp/protocol/types.h"

namespace romas::lsp {

// --- Diagnostics and code actions ---

enum class DiagnosticSeverity : std::uint8_t { Error = 1, Warning, Information, Hint };
enum class DiagnosticTag : std::uint8_t { Unnecessary = 1, Deprecated };

struct DiagnosticRelatedInformation {
  Location location;
  std::string message;
};
ROMAS_LSP_MEMBERS(DiagnosticRelatedInformation, member("location", &T::location),
                  member("message", &T::message));

struct CodeDescription {
  std::string href;
};
ROMAS_LSP_MEMBERS(CodeDescription, member("href", &T::href));

struct Diagnostic {
  Range range;
  std::optional<DiagnosticSeverity> severity;
  Json code;
  std::optional<CodeDescription> codeDescription;
  std::optional<std::string> source;
  std::string message;
  std::optional<std::vector<DiagnosticTag>> tags;
  std::optional<std::vector<DiagnosticRelatedInformation>> relatedInformation;
  Json data;
};
ROMAS_LSP_MEMBERS(Diagnostic, member("range", &T::range), member("severity", &T::severity),
                  member("code", &T::code), member("codeDescription", &T::codeDescription),
                  member("source", &T::source), member("message", &T::message), member("tags", &T::tags),
                  member("relatedInformation", &T::relatedInformation), member("data", &T::data));

struct PublishDiagnosticsParams {
  std::string uri;
  std::optional<std::int32_t> version;
  std::vector<Diagnostic> diagnostics;
};
ROMAS_LSP_MEMBERS(PublishDiagnosticsParams, member("uri", &T::uri), member("version", &T::version),
                  member("diagnostics", &T::diagnostics));

struct FullDocumentDiagnosticReport {
  std::string kind = "full";
  std::vector<Diagnostic> items;
};
ROMAS_LSP_MEMBERS(FullDocumentDiagnosticReport, member("kind", &T::kind), member("items", &T::items));

struct CodeActionContext {
  std::vector<Diagnostic> diagnostics;
  std::optional<std::vector<std::string>> only;
};
ROMAS_LSP_MEMBERS(CodeActionContext, member("diagnostics", &T::diagnostics), member("only", &T::only));

struct CodeActionParams {
  TextDocumentIdentifier textDocument;
  Range range;
  CodeActionContext context;
};
ROMAS_LSP_MEMBERS(CodeActionParams, member("textDocument", &T::textDocument), member("range", &T::range),
                  member("context", &T::context));

struct CodeAction {
  std::string title, kind;
  std::optional<std::vector<Diagnostic>> diagnostics;
  std::optional<bool> isPreferred;
  WorkspaceEdit edit;
};
ROMAS_LSP_MEMBERS(CodeAction, member("title", &T::title), member("kind", &T::kind),
                  member("diagnostics", &T::diagnostics), member("isPreferred", &T::isPreferred),
                  member("edit", &T::edit));

// --- What is where ---

struct MarkupContent {
  std::string kind;  // "markdown" or "plaintext"
  std::string value;
};
ROMAS_LSP_MEMBERS(MarkupContent, member("kind", &T::kind), member("value", &T::value));

struct Hover {
  MarkupContent contents;
  std::optional<Range> range;
};
ROMAS_LSP_MEMBERS(Hover, member("contents", &T::contents), member("range", &T::range));

struct ReferenceContext {
  bool includeDeclaration = true;
};
ROMAS_LSP_MEMBERS(ReferenceContext, member("includeDeclaration", &T::includeDeclaration));

struct ReferenceParams {
  TextDocumentIdentifier textDocument;
  Position position;
  ReferenceContext context;
};
ROMAS_LSP_MEMBERS(ReferenceParams, member("textDocument", &T::textDocument), member("position", &T::position),
                  member("context", &T::context));

enum class DocumentHighlightKind : std::uint8_t { Text = 1, Read, Write };
struct DocumentHighlight {
  Range range;
  DocumentHighlightKind kind = DocumentHighlightKind::Text;
};
ROMAS_LSP_MEMBERS(DocumentHighlight, member("range", &T::range), member("kind", &T::kind));

enum class SymbolKind : std::uint8_t {
  File = 1,
  Module,
  Namespace,
  Package,
  Class,
  Method,
  Property,
  Field,
  Constructor,
  Enum,
  Interface,
  Function,
  Variable,
  Constant,
  String,
  Number,
  Boolean,
  Array,
  Object,
  Key,
  Nothing,  // "Null"
  EnumMember,
  Struct,
  Event,
  Operator,
  TypeParameter
};

inline constexpr std::size_t kDeepestOutline = 200;  // levels of symbols; deeper trees go on at their root
struct DocumentSymbol {
  std::string name;
  std::optional<std::string> detail;
  SymbolKind kind = SymbolKind::Object;
  Range range, selectionRange;
  std::vector<DocumentSymbol> children;
};
ROMAS_LSP_MEMBERS(DocumentSymbol, member("name", &T::name), member("detail", &T::detail),
                  member("kind", &T::kind), member("range", &T::range),
                  member("selectionRange", &T::selectionRange), member("children", &T::children));

struct SymbolInformation {
  std::string name;
  SymbolKind kind = SymbolKind::Object;
  Location location;
  std::optional<std::string> containerName;
};
ROMAS_LSP_MEMBERS(SymbolInformation, member("name", &T::name), member("kind", &T::kind),
                  member("location", &T::location), member("containerName", &T::containerName));

struct WorkspaceSymbolParams {
  std::string query;
};
ROMAS_LSP_MEMBERS(WorkspaceSymbolParams, member("query", &T::query));

struct RenameParams {
  TextDocumentIdentifier textDocument;
  Position position;
  std::string newName;
};
ROMAS_LSP_MEMBERS(RenameParams, member("textDocument", &T::textDocument), member("position", &T::position),
                  member("newName", &T::newName));

struct PrepareRenameResult {
  Range range;
  std::string placeholder;
};
ROMAS_LSP_MEMBERS(PrepareRenameResult, member("range", &T::range), member("placeholder", &T::placeholder));

}  // namespace romas::lsp
