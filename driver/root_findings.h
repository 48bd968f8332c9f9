// Findings in texts that several robots of a run read: macros that two of them include, and one file that is
// expanded with other arguments.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "driver/compile.h"

namespace romas::driver {

// Of the same finding at the same written place in several results that are roots (CompileResult::is_root)
// the first one stays. It says which robots have it, where others read the text, too, and do not. A fix that
// one of them does not want becomes a note. The tallies of the results count all that is left; a file without
// a finding of its own is not sound if another one tells what it has, too.
void merge_findings_of_roots(std::vector<CompileResult>& results);

// The texts that the roots among some results read. The results must live as long, and stay as they are.
class RootTexts {
 public:
  explicit RootTexts(const std::vector<CompileResult>& results);

  // The key (SourceManager::file_key) of a file of results[i]; empty if it is none that the robot reads.
  const std::string& key(std::size_t i, FileId file) const;
  bool reads(std::size_t i, const std::string& key) const { return files_[i].contains(key); }
  // Whether the fixes of a finding of results[i] are right for all roots: whoever reads the text that is
  // changed wants the same.
  bool suit(std::size_t i, const Diagnostic& diagnostic) const;

 private:
  const std::vector<CompileResult>& results_;
  std::vector<std::map<std::string, FileId>> files_;  // of each result, by key; empty for others than roots
  std::vector<std::map<FileId, std::string>> keys_;
};

}  // namespace romas::driver
