// Fixes of findings are applied to texts in memory, and the texts are compiled again, until no fix is left.
// The caller decides what becomes of the fixed texts.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "driver/stages/result.h"
#include "support/files/output_set.h"
#include "support/sources/edited_text.h"

namespace romas::driver {

// The texts of the inputs, as they were and as they are to be.
class FixedTexts {
 public:
  // Adds the changed files to the outputs, each under its own path. The text of standard input goes to
  // standard output, changed or not. Returns false, with the file in `clash`, if another output has that
  // path.
  bool place(OutputSet& outputs, std::string& clash) const;
  // How many fixes were applied to the changed texts, and how many texts are changed.
  std::size_t fixes() const;
  std::size_t changed() const;
  // Unified diffs of all changed texts, in the order of the inputs.
  std::string unified_diffs() const;
  // The text of a file by its SourceManager::file_key; null if it is none of the inputs.
  const EditedText* find(const std::string& key) const;
  // Lines for people, or nothing: "romasc: 3 fixes applied in 2 files", and which fixes were not applied and
  // why. `applied`: false for a dry run, which writes no texts.
  std::string summary(bool applied) const;

 private:
  friend class Fixer;
  struct File {
    std::string name;  // as given
    EditedText text{std::string()};
    std::size_t fixes = 0;  // that were applied
    bool read = false;      // the text is there
    std::string kept;       // why no further fixes are applied; empty: they may be
  };
  std::vector<std::string> inputs_;
  std::map<std::string, File> files_;           // by SourceManager::file_key
  std::size_t guesses_ = 0;                     // fixes that guess, and were not applied
  std::map<std::string, std::size_t> skipped_;  // other fixes that were not applied, by " in 'FILE': REASON"
};

struct FixOutcome {
  std::vector<CompileResult> results;           // of the fixed texts, in the order of the inputs
  std::map<std::size_t, CompileResult> before;  // of the original texts, where inputs were compiled again
  FixedTexts texts;
};

// Discards the fixed texts: the results are again those of the original texts.
void restore(std::map<std::size_t, CompileResult>&& before, std::vector<CompileResult>& results);

// Compiles some inputs, by index, with `texts` in the place of files; returns their results in that order.
using CompileTexts = std::function<std::vector<CompileResult>(const std::vector<std::size_t>& inputs,
                                                              const SourceManager::Texts& texts)>;

// Applies the fixes of findings. `results` are those of the original inputs. Only files that are inputs are
// changed, libraries and imports among them; a file in another encoding than UTF-8 is left as it is. If two
// fixes conflict, the first one is applied, and the other one follows if the changed text still has its
// finding. Fixes that cause errors in an input that had none are not applied: those of such a file are tried
// one at a time. `guesses`: also apply fixes that the author may not have meant.
FixOutcome fix(const std::vector<std::string>& inputs, std::vector<CompileResult> results, bool guesses,
               const CompileTexts& compile);

// The same for the fixes of one finding alone, by its index in the report of results[0]. They are applied
// whether or not they guess.
FixOutcome fix_finding(const std::vector<std::string>& inputs, std::vector<CompileResult> results,
                       std::size_t finding, const CompileTexts& compile);

}  // namespace romas::driver
