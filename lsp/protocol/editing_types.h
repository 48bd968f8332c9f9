// Types of the protocol for what is typed and how a text is shown: completion, signatures, folding, colours,
// hints, tokens, hierarchies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "lsp/protocol/feature_types.h"

namespace romas::lsp {

// --- Completion and signatures ---

enum class CompletionItemKind : std::uint8_t {
  Text = 1,
  Method,
  Function,
  Constructor,
  Field,
  Variable,
  Class,
  Interface,
  Module,
  Property,
  Unit,
  Value,
  Enum,
  Keyword,
  Snippet,
  Color,
  File,
  Reference,
  Folder,
  EnumMember,
  Constant,
  Struct,
  Event,
  Operator,
  TypeParameter
};
enum class InsertTextFormat : std::uint8_t { PlainText = 1, Snippet };

struct CompletionItem {
  std::string label;
  CompletionItemKind kind = CompletionItemKind::Text;
  std::optional<MarkupContent> documentation;
  std::string sortText, filterText;
  InsertTextFormat insertTextFormat = InsertTextFormat::PlainText;
  TextEdit textEdit;
};
ROMAS_LSP_MEMBERS(CompletionItem, member("label", &T::label), member("kind", &T::kind),
                  member("documentation", &T::documentation), member("sortText", &T::sortText),
                  member("filterText", &T::filterText), member("insertTextFormat", &T::insertTextFormat),
                  member("textEdit", &T::textEdit));

struct CompletionList {
  bool isIncomplete = false;
  std::vector<CompletionItem> items;
};
ROMAS_LSP_MEMBERS(CompletionList, member("isIncomplete", &T::isIncomplete), member("items", &T::items));

struct ParameterInformation {
  std::string label;
  std::optional<MarkupContent> documentation;
};
ROMAS_LSP_MEMBERS(ParameterInformation, member("label", &T::label),
                  member("documentation", &T::documentation));

struct SignatureInformation {
  std::string label;
  std::optional<MarkupContent> documentation;
  std::vector<ParameterInformation> parameters;
};
ROMAS_LSP_MEMBERS(SignatureInformation, member("label", &T::label),
                  member("documentation", &T::documentation), member("parameters", &T::parameters));

struct SignatureHelp {
  std::vector<SignatureInformation> signatures;
  std::uint32_t activeSignature = 0;
  std::optional<std::uint32_t> activeParameter;
};
ROMAS_LSP_MEMBERS(SignatureHelp, member("signatures", &T::signatures),
                  member("activeSignature", &T::activeSignature),
                  member("activeParameter", &T::activeParameter));

// --- The structure of a text ---

struct FoldingRange {
  std::uint32_t startLine = 0;
  std::optional<std::uint32_t> startCharacter;
  std::uint32_t endLine = 0;
  std::optional<std::uint32_t> endCharacter;
  std::optional<std::string> kind;
};
ROMAS_LSP_MEMBERS(FoldingRange, member("startLine", &T::startLine),
                  member("startCharacter", &T::startCharacter), member("endLine", &T::endLine),
                  member("endCharacter", &T::endCharacter), member("kind", &T::kind));

struct SelectionRangeParams {
  TextDocumentIdentifier textDocument;
  std::vector<Position> positions;
};
ROMAS_LSP_MEMBERS(SelectionRangeParams, member("textDocument", &T::textDocument),
                  member("positions", &T::positions));

// Ranges from the smallest to the largest; JSON nests each in the one before it as its "parent".
struct SelectionRange {
  std::vector<Range> growing;
};
template <>
struct JsonValue<SelectionRange> {
  static Json write(const SelectionRange& value) {
    Json inner;
    for (auto range = value.growing.rbegin(); range != value.growing.rend(); ++range) {
      Json outer = {{"range", write_json(*range)}};
      if (!inner.is_null()) outer["parent"] = std::move(inner);
      inner = std::move(outer);
    }
    return inner;
  }
};

struct LinkedEditingRanges {
  std::vector<Range> ranges;
};
ROMAS_LSP_MEMBERS(LinkedEditingRanges, member("ranges", &T::ranges));

struct FormattingOptions {
  std::uint32_t tabSize = 2;
  bool insertSpaces = true;
};
ROMAS_LSP_MEMBERS(FormattingOptions, member("tabSize", &T::tabSize),
                  member("insertSpaces", &T::insertSpaces));

struct FormattingParams {
  TextDocumentIdentifier textDocument;
  FormattingOptions options;
};
ROMAS_LSP_MEMBERS(FormattingParams, member("textDocument", &T::textDocument), member("options", &T::options));

struct RangeFormattingParams {
  TextDocumentIdentifier textDocument;
  Range range;
  FormattingOptions options;
};
ROMAS_LSP_MEMBERS(RangeFormattingParams, member("textDocument", &T::textDocument), member("range", &T::range),
                  member("options", &T::options));

// --- Colours ---

// Each part from 0 to 1.
struct Color {
  double red = 0, green = 0, blue = 0, alpha = 1;
};
ROMAS_LSP_MEMBERS(Color, member("red", &T::red), member("green", &T::green), member("blue", &T::blue),
                  member("alpha", &T::alpha));

struct ColorInformation {
  Range range;
  Color color;
};
ROMAS_LSP_MEMBERS(ColorInformation, member("range", &T::range), member("color", &T::color));

struct ColorPresentationParams {
  TextDocumentIdentifier textDocument;
  Color color;
  Range range;
};
ROMAS_LSP_MEMBERS(ColorPresentationParams, member("textDocument", &T::textDocument),
                  member("color", &T::color), member("range", &T::range));

struct ColorPresentation {
  std::string label;
  TextEdit textEdit;
};
ROMAS_LSP_MEMBERS(ColorPresentation, member("label", &T::label), member("textEdit", &T::textEdit));

// --- Hints, lenses, tokens ---

// A document and a range of it.
struct RangeParams {
  TextDocumentIdentifier textDocument;
  Range range;
};
ROMAS_LSP_MEMBERS(RangeParams, member("textDocument", &T::textDocument), member("range", &T::range));

enum class InlayHintKind : std::uint8_t { Type = 1, Parameter };

struct InlayHint {
  Position position;
  std::string label;
  std::optional<InlayHintKind> kind;
  std::optional<std::string> tooltip;
  bool paddingLeft = true, paddingRight = false;
};
ROMAS_LSP_MEMBERS(InlayHint, member("position", &T::position), member("label", &T::label),
                  member("kind", &T::kind), member("tooltip", &T::tooltip),
                  member("paddingLeft", &T::paddingLeft), member("paddingRight", &T::paddingRight));

struct Command {
  std::string title, command;
  Json arguments;
};
ROMAS_LSP_MEMBERS(Command, member("title", &T::title), member("command", &T::command),
                  member("arguments", &T::arguments));

struct CodeLens {
  Range range;
  Command command;
};
ROMAS_LSP_MEMBERS(CodeLens, member("range", &T::range), member("command", &T::command));

struct SemanticTokens {
  std::vector<std::uint32_t> data;  // five numbers each: lines and units from the last one, size, kind, marks
};
ROMAS_LSP_MEMBERS(SemanticTokens, member("data", &T::data));

struct TokensDeltaParams {
  TextDocumentIdentifier textDocument;
  std::string previousResultId;
};
ROMAS_LSP_MEMBERS(TokensDeltaParams, member("textDocument", &T::textDocument),
                  member("previousResultId", &T::previousResultId));

// --- Hierarchies ---

// An item of a call hierarchy or a type hierarchy: both have the same members.
struct HierarchyItem {
  std::string name;
  SymbolKind kind = SymbolKind::Object;
  std::optional<std::string> detail;
  std::string uri;
  Range range, selectionRange;
};
ROMAS_LSP_MEMBERS(HierarchyItem, member("name", &T::name), member("kind", &T::kind),
                  member("detail", &T::detail), member("uri", &T::uri), member("range", &T::range),
                  member("selectionRange", &T::selectionRange));

struct HierarchyParams {
  HierarchyItem item;
};
ROMAS_LSP_MEMBERS(HierarchyParams, member("item", &T::item));

struct CallHierarchyIncomingCall {
  HierarchyItem from;
  std::vector<Range> fromRanges;
};
ROMAS_LSP_MEMBERS(CallHierarchyIncomingCall, member("from", &T::from), member("fromRanges", &T::fromRanges));

struct CallHierarchyOutgoingCall {
  HierarchyItem to;
  std::vector<Range> fromRanges;
};
ROMAS_LSP_MEMBERS(CallHierarchyOutgoingCall, member("to", &T::to), member("fromRanges", &T::fromRanges));

}  // namespace romas::lsp
