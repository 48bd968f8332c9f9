// Findings in texts that several robots of a run read: macros that two of them include, and one file that is
// expanded with other arguments.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "driver/stages/result.h"

namespace romas::driver {

// Merges findings of results that are roots (CompileResult::is_root). If several have the same finding at the
// same written place, only the first one keeps it. A note on it names the robots that have the finding, if
// others read the text and do not have it. A fix that does not suit one of the robots becomes a note. The
// tallies of the results count the findings that are left. A file whose findings are all kept by other
// results does not count as sound.
void merge_findings_of_roots(std::vector<CompileResult>& results);

// The texts that the roots among some results read. The results must live as long, and stay as they are.
class RootTexts {
 public:
  explicit RootTexts(const std::vector<CompileResult>& results);

  // The key (SourceManager::file_key) of a file of results[i]; empty if it is none that the robot reads.
  const std::string& key(std::size_t i, FileId file) const;
  bool reads(std::size_t i, const std::string& key) const { return files_[i].contains(key); }
  // Whether the fixes of a finding of results[i] are right for all roots: all that read the changed text have
  // the same fixes.
  bool suit(std::size_t i, const Diagnostic& diagnostic) const;

 private:
  const std::vector<CompileResult>& results_;
  std::vector<std::map<std::string, FileId>> files_;  // of each result, by key; empty for others than roots
  std::vector<std::map<FileId, std::string>> keys_;
};

}  // namespace romas::driver
