// Comments "romas: ignore SLUG" in texts of the language: each covers the next line of code (the line it
// ends, if code stands before it) and the whole of every statement that begins there.
#pragma once

#include <unordered_map>
#include <vector>

#include "support/findings/diagnostic.h"

namespace romas::language {

class SuppressionTracker {
 public:
  SuppressionTracker(FileId file, const SourceManager& sources, DiagnosticEngine& diagnostics)
      : file_(file), sources_(sources), diagnostics_(diagnostics) {}

  void comment(std::string_view text, SourceRange range, std::uint32_t line, bool behind_code);
  // Every token that is code, in order.
  void token(std::uint32_t line) {
    if (!waiting_.empty()) cover_waiting(line);
  }
  // A statement that begins in a line ends at an offset.
  void statement(std::uint32_t first_line, std::uint32_t end);
  // Hands all suppressions to the engine.
  void finish();

 private:
  void cover_line(std::size_t index, std::uint32_t line);
  void cover_waiting(std::uint32_t line);

  FileId file_;
  const SourceManager& sources_;
  DiagnosticEngine& diagnostics_;
  std::vector<Suppression> suppressions_;
  std::vector<std::size_t> waiting_;  // for the next line of code
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> by_line_;
};

}  // namespace romas::language
