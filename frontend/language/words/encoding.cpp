#include "frontend/language/words/encoding.h"

#include "support/text/text.h"

namespace romas::language {

bool check_encoding(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics) {
  const std::string_view text = sources.text(file);
  const auto at = [&](std::size_t offset) {
    return SourceRange{file, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset + 1)};
  };
  if (const auto wrong = find_invalid_utf8(text)) {
    diagnostics.report(Rule::bad_encoding, at(*wrong),
                       "this byte is not UTF-8; texts of the language are UTF-8");
    return false;
  }
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    diagnostics.report(Rule::bad_encoding, at(zero), "the text holds a NUL character");
    return false;
  }
  return true;
}

}  // namespace romas::language
