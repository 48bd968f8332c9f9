#include "lsp/features/formatting.h"

#include <algorithm>

#include "frontend/frontend.h"
#include "lsp/features/markup_text.h"
#include "lsp/markup/format.h"
#include "lsp/reading.h"

namespace romas::lsp {

namespace {

std::vector<TextEdit> format_language(const Document& document, PositionEncoding encoding) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text(document.path, document.text);
  const auto formatted = reformat_romas(file, sources, diagnostics);
  if (!formatted || *formatted == document.text) return {};
  // The run of bytes that differs: marks elsewhere in the text stay where they are.
  const std::string_view was = document.text;
  const MovedOffsets moved(was, *formatted);
  const std::size_t begin = moved.prefix(), end = was.size() - moved.suffix();
  return {{TextPositions(was, encoding).range(begin, end),
           formatted->substr(begin, formatted->size() - moved.suffix() - begin)}};
}

std::vector<TextEdit> format_markup(const Document& document, PositionEncoding encoding,
                                    const FormattingOptions& options, const std::optional<Range>& within) {
  const MarkupText text(document, encoding);
  constexpr std::uint32_t kWidest = 16;  // columns of a step
  markup::FormatOptions style;
  style.indent = options.insertSpaces ? std::string(std::min(options.tabSize, kWidest), ' ') : "\t";
  const markup::Range whole{0, static_cast<std::uint32_t>(document.text.size())};
  const markup::Range bytes =
      within ? markup::Range{text.offset(within->start), text.offset(within->end)} : whole;
  std::vector<TextEdit> edits;
  for (const markup::Edit& edit : markup::format(text.tree, bytes, style))
    edits.push_back({text.range(edit.range), edit.text});
  return edits;
}

}  // namespace

std::vector<TextEdit> format_document(const Document& document, PositionEncoding encoding,
                                      const FormattingOptions& options, const std::optional<Range>& within) {
  const FrontendInfo* format = detect_frontend(document.path, document.text);
  if (format != nullptr && format->name == "romas") return format_language(document, encoding);
  return is_markup(document) ? format_markup(document, encoding, options, within) : std::vector<TextEdit>();
}

}  // namespace romas::lsp
