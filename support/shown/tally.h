// How many findings there are: by severity, by rule, by file.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "support/shown/diagnostic_render.h"

namespace romas {

class Tally {
 public:
  struct Count {
    std::size_t findings = 0;
    std::size_t files = 0;  // that have one
  };

  using Found = std::map<std::pair<Rule, Severity>, std::size_t>;
  // All findings of one input, also those that were counted and not kept.
  static Found found_in(const DiagnosticReport& report);
  // How often an input has which finding; 0: it has one, which was counted with another input.
  void add(const Found& found);
  void add(const DiagnosticReport& report) { add(found_in(report)); }
  // An input whose check ended with a fault of romasc itself, which is an error without a rule.
  void add_fault();
  // A problem of the whole run, which belongs to no file.
  void add_run_problem(const DiagnosticReport& report);
  void add(const Tally& other);

  bool empty() const { return rules_.empty() && faults_ == 0; }
  std::size_t count(Severity severity) const;
  std::size_t files() const { return files_; }  // that have findings
  const std::map<std::pair<Rule, Severity>, Count>& rules() const { return rules_; }

 private:
  std::map<std::pair<Rule, Severity>, Count> rules_;
  std::size_t faults_ = 0;
  std::size_t files_ = 0;
};

// "3 errors, 12 warnings in 2 of 99 files (97 sound)"; of a single file without the files. Empty if there are
// no findings.
std::string counts_line(const Tally& tally, std::size_t files);

// A table of the rules, the most frequent first, for people and for programs.
std::string statistics_table(const Tally& tally);
std::string statistics_json(const Tally& tally);

}  // namespace romas
