#include "lsp/features/formatting.h"

#include "frontend/frontend.h"
#include "lsp/reading.h"

namespace romas::lsp {

std::vector<TextEdit> format_document(const Document& document, PositionEncoding encoding) {
  const FrontendInfo* format = detect_frontend(document.path, document.text);
  if (format == nullptr || format->name != "romas") return {};
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

}  // namespace romas::lsp
