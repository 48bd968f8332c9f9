#include "tools/romasc/collect_results.h"

#include <algorithm>
#include <new>
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
  try {
    append_next();
  } catch (const std::bad_alloc&) {
    return;  // it waits for more memory, with all behind it
  }
}

std::vector<CompileResult> ResultCollector::finish() {
  append_next();
  return std::move(results_);
}

void ResultCollector::append_next() {
  for (auto next = waiting_.find(next_); next != waiting_.end(); next = waiting_.find(++next_)) {
    append(next->second);
    waiting_.erase(next);
  }
}

// If memory does not suffice, the result stays as it is, but for what was shown.
void ResultCollector::append(CompileResult& result) {
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
  const auto& known = last.tally.rules();
  const bool same_rules =
      std::ranges::all_of(result.tally.rules(), [&](const auto& rule) { return known.contains(rule.first); });
  if (!same_rules) {
    Tally sum = last.tally;
    sum.add(result.tally);
    last.shown.reserve(last.shown.size() + result.shown.size());
    last.tally = std::move(sum);
  } else {
    last.shown.reserve(last.shown.size() + result.shown.size());
    last.tally.add(result.tally);
  }
  last.shown += result.shown;
  last.status = std::max(last.status, result.status);
}

}  // namespace romas::tool
