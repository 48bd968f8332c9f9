// Findings in texts that are expanded. A finding gets the place that was written, notes on the chain that led
// there and on where its values come from. The same finding at the same written place through another chain
// is an instance of it, not a second finding.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/findings/diagnostic.h"
#include "support/sources/source_manager.h"

namespace romas {

// Turns fixes that no edit of the text can make into notes that say what is meant.
void turn_fixes_into_notes(Diagnostic& diagnostic);

class FindingInstances {
 public:
  explicit FindingInstances(const SourceManager& sources) : sources_(sources) {}

  const SourceManager& sources() const { return sources_; }
  // Makes the ranges of a finding plain, and adds its notes. Returns true if it is one more instance of an
  // earlier finding, which finish() then names. `in_full`: its notes are wanted even then, and where the rule
  // is off.
  bool merge(Diagnostic& diagnostic, bool in_full);
  // Makes the ranges of a suppression plain. Returns false for one that another reading of the same text has
  // shown already.
  bool take_suppression(Suppression& suppression);
  // Names the instances of a finding, and turns fixes that no edit of the text can make into notes.
  void finish(Diagnostic& diagnostic) const;

 private:
  using Chain = std::vector<const SourceStep*>;  // from the inside out
  // The message of another chain at the same place, and the innermost step of that chain.
  struct Cause {
    const SourceStep* step = nullptr;
    std::string message;
  };
  // A finding through any number of chains.
  struct Finding {
    Chain chain;                            // of the first
    std::vector<std::size_t> notes;         // on each shown step of it: indices of the diagnostic's notes
    std::size_t level = 0;                  // of the chain, where the second one differs
    std::vector<const SourceStep*> others;  // the steps of some other chains at that level
    std::size_t count = 1;                  // of chains
    std::vector<FixIt> fixes;               // of the first
    bool fixes_agree = true;
    std::string message, kind;  // of the first
    std::vector<Cause> causes;  // of others that are not of this kind (finding_groups.h)
  };
  // All findings of a rule at a written place.
  struct Place {
    std::vector<std::size_t> findings;  // in the order of the first chain; indices of findings_
    std::map<const SourceStep*, std::size_t> reported;  // how many each chain has
  };
  using Key = std::tuple<Rule, FileId, std::uint32_t, std::uint32_t, std::string>;

  Chain chain_of(FileId file) const;
  void add_notes(Diagnostic& diagnostic, SourceRange seen, Finding& finding) const;
  void add_chain_notes(Diagnostic& diagnostic, Finding& finding) const;
  void add_origin_notes(Diagnostic& diagnostic, SourceRange seen) const;
  void move_to_origin(FixIt& fix) const;
  void write_notes_plainly(Diagnostic& diagnostic, FileId seen) const;
  static void add_instance(Finding& finding, const Chain& chain, const Diagnostic& diagnostic);
  bool begins_literally(SourceRange seen) const;
  bool can_edit(const Diagnostic& diagnostic, const Finding* finding) const;
  std::string instances_text(const Finding& finding) const;
  std::string place_text(SourceRange range, FileId from) const;

  const SourceManager& sources_;
  std::vector<Finding> findings_;
  std::map<Key, Place> places_;
  std::set<std::pair<FileId, std::uint32_t>> suppressions_;  // where their comments begin
};

}  // namespace romas
