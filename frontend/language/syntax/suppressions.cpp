#include "frontend/language/syntax/suppressions.h"

#include <algorithm>

namespace romas::language {

void SuppressionTracker::comment(std::string_view text, SourceRange range, std::uint32_t line,
                                 bool behind_code) {
  text.remove_prefix(2);  // "//" or "/*"
  if (text.ends_with("*/")) text.remove_suffix(2);
  auto slugs = parse_suppression_comment(text);
  if (!slugs) return;
  suppressions_.push_back({std::move(*slugs), range, range});
  if (behind_code) {
    cover_line(suppressions_.size() - 1, line);
  } else {
    waiting_.push_back(suppressions_.size() - 1);
  }
}

void SuppressionTracker::cover_line(std::size_t index, std::uint32_t line) {
  SourceRange& covered = suppressions_[index].covered;
  covered.begin = std::min(covered.begin, sources_.line_start(file_, line));
  covered.end = std::max(covered.end, sources_.line_start(file_, line + 1));
  by_line_[line].push_back(index);
}

void SuppressionTracker::cover_waiting(std::uint32_t line) {
  for (const std::size_t index : waiting_) cover_line(index, line);
  waiting_.clear();
}

void SuppressionTracker::statement(std::uint32_t first_line, std::uint32_t end) {
  if (by_line_.empty()) return;
  const auto found = by_line_.find(first_line);
  if (found == by_line_.end()) return;
  for (const std::size_t index : found->second)
    suppressions_[index].covered.end = std::max(suppressions_[index].covered.end, end);
}

void SuppressionTracker::finish() {
  for (Suppression& suppression : suppressions_) diagnostics_.add_suppression(std::move(suppression));
  suppressions_.clear();
}

}  // namespace romas::language
