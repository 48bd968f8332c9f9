// The types of the Language Server Protocol 3.17 that romas-lsp reads and writes, under the protocol's names.
// Positions count lines from 0, and within a line code units of the agreed encoding (positions.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "lsp/protocol/json_members.h"

namespace romas::lsp {

// A value that is null in JSON.
using Null = std::nullptr_t;
template <>
struct JsonValue<Null> {
  static void read(const Json& /*json*/, Null& /*value*/, const std::string& /*path*/) {}
  static Json write(Null /*value*/) { return nullptr; }
};

struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend auto operator<=>(const Position&, const Position&) = default;
};
ROMAS_LSP_MEMBERS(Position, member("line", &T::line), member("character", &T::character));

struct Range {
  Position start, end;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend auto operator<=>(const Range&, const Range&) = default;
};
ROMAS_LSP_MEMBERS(Range, member("start", &T::start), member("end", &T::end));

struct Location {
  std::string uri;
  Range range;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend auto operator<=>(const Location&, const Location&) = default;
};
ROMAS_LSP_MEMBERS(Location, member("uri", &T::uri), member("range", &T::range));

// --- Documents ---

struct TextDocumentIdentifier {
  std::string uri;
};
ROMAS_LSP_MEMBERS(TextDocumentIdentifier, member("uri", &T::uri));

struct VersionedTextDocumentIdentifier {
  std::string uri;
  std::int32_t version = 0;
};
ROMAS_LSP_MEMBERS(VersionedTextDocumentIdentifier, member("uri", &T::uri), member("version", &T::version));

struct OptionalVersionedTextDocumentIdentifier {
  std::string uri;
  Json version;  // null: the document is not open
};
template <>
struct JsonValue<OptionalVersionedTextDocumentIdentifier> {
  static Json write(const OptionalVersionedTextDocumentIdentifier& value) {
    return {{"uri", value.uri}, {"version", value.version}};
  }
};

struct TextDocumentItem {
  std::string uri, languageId;
  std::int32_t version = 0;
  std::string text;
};
ROMAS_LSP_MEMBERS(TextDocumentItem, member("uri", &T::uri), member("languageId", &T::languageId),
                  member("version", &T::version), member("text", &T::text));

struct DidOpenTextDocumentParams {
  TextDocumentItem textDocument;
};
ROMAS_LSP_MEMBERS(DidOpenTextDocumentParams, member("textDocument", &T::textDocument));

struct TextDocumentContentChangeEvent {
  std::optional<Range> range;  // absent: the text is the whole document
  std::string text;
};
ROMAS_LSP_MEMBERS(TextDocumentContentChangeEvent, member("range", &T::range), member("text", &T::text));

struct DidChangeTextDocumentParams {
  VersionedTextDocumentIdentifier textDocument;
  std::vector<TextDocumentContentChangeEvent> contentChanges;
};
ROMAS_LSP_MEMBERS(DidChangeTextDocumentParams, member("textDocument", &T::textDocument),
                  member("contentChanges", &T::contentChanges));

// Parameters of didClose, didSave, documentSymbol, diagnostic and others.
struct DocumentParams {
  TextDocumentIdentifier textDocument;
};
ROMAS_LSP_MEMBERS(DocumentParams, member("textDocument", &T::textDocument));

// Parameters of hover, definition, documentHighlight, prepareRename.
struct TextDocumentPositionParams {
  TextDocumentIdentifier textDocument;
  Position position;
};
ROMAS_LSP_MEMBERS(TextDocumentPositionParams, member("textDocument", &T::textDocument),
                  member("position", &T::position));

// --- Edits ---

struct TextEdit {
  Range range;
  std::string newText;
  std::optional<std::string> annotationId = {};  // in WorkspaceEdit::changeAnnotations
};
ROMAS_LSP_MEMBERS(TextEdit, member("range", &T::range), member("newText", &T::newText),
                  member("annotationId", &T::annotationId));

// The description of an edit, for a client that shows it before it is made.
struct ChangeAnnotation {
  std::string label;
  bool needsConfirmation = true;
};
ROMAS_LSP_MEMBERS(ChangeAnnotation, member("label", &T::label),
                  member("needsConfirmation", &T::needsConfirmation));

struct TextDocumentEdit {
  OptionalVersionedTextDocumentIdentifier textDocument;
  std::vector<TextEdit> edits;
};
ROMAS_LSP_MEMBERS(TextDocumentEdit, member("textDocument", &T::textDocument), member("edits", &T::edits));

struct CreateFile {
  std::string kind = "create";
  std::string uri;
};
ROMAS_LSP_MEMBERS(CreateFile, member("kind", &T::kind), member("uri", &T::uri));

// One of the two, as the client can.
struct WorkspaceEdit {
  std::optional<std::map<std::string, std::vector<TextEdit>>> changes;
  std::optional<std::vector<std::variant<CreateFile, TextDocumentEdit>>> documentChanges;
  std::optional<std::map<std::string, ChangeAnnotation>> changeAnnotations;
};
ROMAS_LSP_MEMBERS(WorkspaceEdit, member("changes", &T::changes),
                  member("documentChanges", &T::documentChanges),
                  member("changeAnnotations", &T::changeAnnotations));

}  // namespace romas::lsp
