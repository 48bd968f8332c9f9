#include "tools/romasc/collect_results.h"

#include <algorithm>
#include <utility>

#include "tools/romasc/console.h"

namespace romas::tool {

ResultCollector::ResultCollector(const Invocation& invocation, Progress& progress)
    : shows_(invocation.diagnostics_file.empty() && !is_document(invocation.format) &&
             invocation.fix == FixMode::none),
      roots_(Needs(invocation).roots),
      progress_(progress) {}

void ResultCollector::take(std::size_t i, CompileResult result) {
  const std::lock_guard lock(mutex_);
  waiting_.emplace(i, std::move(result));
  for (auto next = waiting_.find(next_); next != waiting_.end(); next = waiting_.find(++next_)) {
    append(std::move(next->second));
    waiting_.erase(next);
  }
}

void ResultCollector::append(CompileResult result) {
  held_ = held_ || (roots_ && result.is_root && !result.report.diagnostics.empty());
  if (shows_ && !held_ && !result.shown.empty()) {
    ok_ = progress_.interrupt(result.shown) && ok_;
    std::string().swap(result.shown);
  }
  if (results_.empty() || has_more_than_text(results_.back()) || has_more_than_text(result)) {
    results_.push_back(std::move(result));
    return;
  }
  CompileResult& last = results_.back();
  last.shown += result.shown;
  last.status = std::max(last.status, result.status);
  last.tally.add(result.tally);
}

}  // namespace romas::tool
