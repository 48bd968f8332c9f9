// A baseline: a list of findings that are not reported again. A finding is identified by its rule, its file
// and the text of its line, so that it may move. Errors by nature are never part of a baseline.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/stages/result.h"
#include "support/findings/diagnostic.h"

namespace romas::driver {

class Baseline {
 public:
  // Reads a baseline. Returns nullopt if the file cannot be read or is malformed; `problem` says why, with
  // the place.
  static std::optional<Baseline> read(const std::string& path, std::string& problem);
  // The baseline of all findings in these results.
  static Baseline of(const std::string& path, const std::vector<CompileResult>& results);

  // The severities to compile with. A rule that options make an error is a warning until without_known() has
  // separated the known findings from the new ones.
  static SeverityPolicy undecided(SeverityPolicy severities);
  // The result of an input without its known findings. The new ones get their severities from `severities`.
  CompileResult without_known(CompileResult result, const SeverityPolicy& severities);
  // A line on entries that no longer occur in the files of this run, or nothing. Call after without_known().
  std::string summary() const;

  // Accepts a finding of a result as known, once more than before.
  void accept(const CompileResult& result, const Diagnostic& diagnostic);

  // JSON; one line a finding, in the order of files and rules.
  std::string text() const;

 private:
  struct Key {
    std::string file;  // from the folder of the baseline
    std::string rule;
    std::string fingerprint;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy takes its 0 for a pointer
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Entry {
    std::size_t count = 0;  // in one compilation
    std::string message;    // of the first one, for people
    std::size_t occurred = 0;
  };

  explicit Baseline(const std::string& path);
  std::string file_from_here(const std::string& file) const;
  Key key(const CompileResult& result, const Diagnostic& diagnostic) const;

  std::string path_;
  std::string folder_;  // absolute
  std::map<Key, Entry> entries_;
  std::set<std::string> files_;  // that were read in this run
};

}  // namespace romas::driver
