// A baseline: findings that were there when it was written are not reported. A finding is known by its rule,
// its file, and the text of its line, so that it may move. Errors by nature are never known.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "support/diagnostic.h"

namespace romas::driver {

class Baseline {
 public:
  // Nothing where the file cannot be read or is malformed; `problem` says why, with the place.
  static std::optional<Baseline> read(const std::string& path, std::string& problem);
  // That holds what was found.
  static Baseline of(const std::string& path, const std::vector<CompileResult>& results);

  // Compile with these: what options make an error is a warning until without_known() knows whether it is
  // new.
  static SeverityPolicy undecided(SeverityPolicy severities);
  // The result of an input without the known findings; the new ones are what the severities make of them.
  CompileResult without_known(CompileResult result, const SeverityPolicy& severities);
  // After without_known: a line on entries of the files looked at that no longer occur, or nothing.
  std::string summary() const;

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
