#include "driver/several/root_findings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "support/findings/finding_instances.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

using Results = std::vector<CompileResult>;

// Identifies a finding in all robots that have it: the n-th of its rule at a written place.
struct WrittenPlace {
  Rule rule;
  std::string file;
  std::uint32_t begin, end;
  std::size_t nth;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
  friend auto operator<=>(const WrittenPlace&, const WrittenPlace&) = default;
};

bool is_same_fix(const FixIt& a, const FixIt& b) {
  return a.range.begin == b.range.begin && a.range.end == b.range.end && a.replacement == b.replacement &&
         a.guess == b.guess;
}

// The argument that a finding of Rule::xacro_unused_argument without a place is about.
std::string unread_argument(const Diagnostic& diagnostic) {
  // A finding that options make an error has kept its robot from being written, so it is always reported.
  if (diagnostic.rule != Rule::xacro_unused_argument || diagnostic.severity == Severity::error ||
      diagnostic.range.valid())
    return {};
  return diagnostic.subject;
}

// Whether a robot that has this text at all has the fix, too.
bool wants(const CompileResult& result, FileId file, Rule rule, const FixIt& fix) {
  // The main file is always there, so its elements need not be counted.
  constexpr FileId kMain = 1;
  const SourceRange place{file, fix.range.begin, fix.range.end};
  const auto count = [&] {
    return result.occurrences ? result.occurrences(place) : result.sources->expansions().occurrences(place);
  };
  if (file != kMain && count() == 0) return true;
  return std::ranges::any_of(result.report.diagnostics, [&](const Diagnostic& other) {
    return other.rule == rule && std::ranges::any_of(other.fixes, [&](const FixIt& offered) {
             return offered.range.file == file && is_same_fix(offered, fix);
           });
  });
}

class Merger {
 public:
  explicit Merger(Results& results) : results_(results), texts_(results), shared_(results.size()) {}

  void run() {
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (results_[i].is_root && results_[i].report.sources != nullptr) roots_.push_back(i);
    if (roots_.size() > 1) {
      turn_unsuitable_fixes();
      drop_read_arguments();
      gather_unfetched();
      for (const std::size_t i : roots_) collect(i);
      for (const auto& [place, found] : places_) say_which(place, found);
      drop_repeated();
    }
    count();
  }

 private:
  struct Found {
    std::size_t result = 0, index = 0;  // of the first one
    std::vector<std::size_t> results;   // that have it
  };

  void turn_unsuitable_fixes() {
    std::vector<Diagnostic*> unsuitable;
    for (const std::size_t i : roots_)
      for (Diagnostic& diagnostic : results_[i].report.diagnostics)
        if (!diagnostic.fixes.empty() && !texts_.suit(i, diagnostic)) unsuitable.push_back(&diagnostic);
    for (Diagnostic* diagnostic : unsuitable) turn_fixes_into_notes(*diagnostic);
  }

  // An argument of the command line is for all robots: it is reported only if none of them takes it, and
  // once.
  void drop_read_arguments() {
    std::map<std::string, std::vector<std::size_t>> without;
    for (const std::size_t i : roots_)
      for (const Diagnostic& diagnostic : results_[i].report.diagnostics)
        if (const std::string argument = unread_argument(diagnostic); !argument.empty())
          without[argument].push_back(i);
    for (const auto& [argument, those] : without)
      for (const std::size_t i : those)
        if (those.size() < roots_.size() || i != those.front())
          std::erase_if(results_[i].report.diagnostics, [&wanted = argument](const Diagnostic& diagnostic) {
            return unread_argument(diagnostic) == wanted;
          });
  }

  // Models of Fuel that nobody has fetched are one matter of this machine: the first finding names the
  // others.
  void gather_unfetched() {
    std::optional<std::pair<std::size_t, std::size_t>> first;
    std::vector<std::string> others;
    for (const std::size_t i : roots_) {
      std::vector<Diagnostic> kept;
      for (Diagnostic& diagnostic : results_[i].report.diagnostics) {
        if (diagnostic.rule == Rule::import_missing && !diagnostic.subject.empty()) {
          if (first) {
            others.push_back(concat(in_quotes(diagnostic.subject), " in ", in_quotes(results_[i].file)));
            shared_[i][{diagnostic.rule, diagnostic.severity}] = 0;
            continue;
          }
          first = {i, kept.size()};
        }
        kept.push_back(std::move(diagnostic));
      }
      results_[i].report.diagnostics = std::move(kept);
    }
    if (others.empty()) return;
    constexpr std::size_t kMost = 5;
    const std::size_t more = others.size() - std::min(others.size(), kMost);
    others.resize(others.size() - more);
    if (more > 0) others.push_back(concat(more, " more"));
    Diagnostic& told = results_[first->first].report.diagnostics[first->second];
    told.notes.push_back({told.range, concat("likewise ", join_last(others, " and "))});
  }

  void collect(std::size_t i) {
    const CompileResult& result = results_[i];
    std::map<std::tuple<Rule, FileId, std::uint32_t, std::uint32_t>, std::size_t> counts;
    for (std::size_t k = 0; k < result.report.diagnostics.size(); ++k) {
      const Diagnostic& diagnostic = result.report.diagnostics[k];
      const SourceRange& at = diagnostic.range;
      const std::string& key = texts_.key(i, at.file);
      if (!at.valid() || key.empty()) continue;
      const std::size_t nth = counts[{diagnostic.rule, at.file, at.begin, at.end}]++;
      Found& found = places_[{diagnostic.rule, key, at.begin, at.end, nth}];
      if (found.results.empty()) {
        found.result = i;
        found.index = k;
      } else {
        repeated_[i].insert(k);
      }
      found.results.push_back(i);
    }
  }

  // Notes which robots have the finding, if others read the file and were understood, but do not have it.
  void say_which(const WrittenPlace& place, const Found& found) {
    std::vector<std::string> others;
    for (const std::size_t i : roots_)
      if (!std::ranges::binary_search(found.results, i) && !results_[i].unchecked &&
          texts_.reads(i, place.file))
        others.push_back(in_quotes(results_[i].label));
    if (others.empty()) return;
    constexpr std::size_t kMost = 3;
    std::vector<std::string> those;
    for (const std::size_t i : found.results) those.push_back(in_quotes(results_[i].label));
    const bool few = those.size() <= kMost || those.size() <= others.size();
    std::vector<std::string>& named = few ? those : others;
    const std::size_t more = named.size() - std::min(named.size(), kMost);
    named.resize(named.size() - more);
    if (more > 0) named.push_back(concat(more, " more"));
    Diagnostic& diagnostic = results_[found.result].report.diagnostics[found.index];
    std::string text = few ? concat("so it is in ", join_last(named, " and "), ", and not in ",
                                    others.size() == 1 ? others.front() : concat(others.size(), " others"),
                                    " with this text")
                           : concat("so it is in ", found.results.size(),
                                    " robots with this text, and not in ", join_last(named, " and "));
    if (std::ranges::find(diagnostic.notes, text, &DiagnosticNote::message) == diagnostic.notes.end())
      diagnostic.notes.push_back({diagnostic.range, std::move(text)});
  }

  void drop_repeated() {
    for (const auto& [i, indices] : repeated_) {
      std::vector<Diagnostic>& all = results_[i].report.diagnostics;
      for (const std::size_t k : indices) shared_[i][{all[k].rule, all[k].severity}] = 0;
      std::vector<Diagnostic> kept;
      for (std::size_t k = 0; k < all.size(); ++k)
        if (!indices.contains(k)) kept.push_back(std::move(all[k]));
      all = std::move(kept);
    }
  }

  // The roots of one file are one file.
  void count() {
    std::map<std::string, Tally::Found> by_file;
    std::map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      CompileResult& result = results_[i];
      if (!result.is_root || result.report.sources == nullptr) continue;
      Tally::Found& found = by_file[result.file];
      first.emplace(result.file, i);
      for (const auto& [rule, times] : Tally::found_in(result.report)) found[rule] += times;
      for (const auto& [rule, times] : shared_[i]) found[rule] += times;
      result.tally = Tally();
      result.counted = true;
    }
    for (const auto& [file, i] : first) results_[i].tally.add(by_file[file]);
  }

  Results& results_;
  const RootTexts texts_;
  std::vector<std::size_t> roots_;
  std::map<WrittenPlace, Found> places_;
  std::map<std::size_t, std::set<std::size_t>> repeated_;  // findings that another result tells
  std::vector<Tally::Found> shared_;                       // the rules of these
};

}  // namespace

void merge_findings_of_roots(std::vector<CompileResult>& results) { Merger(results).run(); }

RootTexts::RootTexts(const std::vector<CompileResult>& results)
    : results_(results), files_(results.size()), keys_(results.size()) {
  std::map<std::string, std::string> known;  // by name
  for (std::size_t i = 0; i < results.size(); ++i) {
    const CompileResult& result = results[i];
    if (!result.is_root || result.sources == nullptr) continue;
    const std::set<std::string_view> read(result.files_read.begin(), result.files_read.end());
    for (FileId file = 1; file <= result.sources->file_count(); ++file) {
      const std::string name(result.sources->name(file));
      if (!read.contains(name)) continue;
      const auto [key, fresh] = known.try_emplace(name);
      if (fresh) key->second = SourceManager::file_key(name);
      files_[i].emplace(key->second, file);
      keys_[i].emplace(file, key->second);
    }
  }
}

const std::string& RootTexts::key(std::size_t i, FileId file) const {
  static const std::string kNone;
  const auto found = keys_[i].find(file);
  return found == keys_[i].end() ? kNone : found->second;
}

bool RootTexts::suit(std::size_t i, const Diagnostic& diagnostic) const {
  return std::ranges::all_of(diagnostic.fixes, [&](const FixIt& fix) {
    const std::string& text = key(i, fix.range.file);
    for (std::size_t k = 0; k < results_.size(); ++k) {
      const auto file = files_[k].find(text);
      if (k != i && !results_[k].unchecked && file != files_[k].end() &&
          !wants(results_[k], file->second, diagnostic.rule, fix))
        return false;
    }
    return true;
  });
}

}  // namespace romas::driver
