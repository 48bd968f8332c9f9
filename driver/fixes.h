// Fixes of findings are applied to texts in memory and everything is looked at again, until no fix is left.
// What becomes of the fixed texts is the caller's decision.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "support/edited_text.h"
#include "support/output_set.h"

namespace romas::driver {

// The texts of the inputs, as they were and as they are to be.
class FixedTexts {
 public:
  // The changed files in their places; the text of standard input goes to standard output, changed or not.
  // Returns false, and which file it is, if something else is to be written there.
  bool place(OutputSet& outputs, std::string& clash) const;
  // Of all changed texts, in the order of the inputs.
  std::string unified_diffs() const;
  // "romasc: 3 fixes applied in 2 files", and what was not applied and why; lines, or nothing.
  // `applied`: the texts were written; else they only would be.
  std::string summary(bool applied) const;

 private:
  friend class Fixer;
  struct File {
    std::string name;  // as given
    EditedText text{std::string()};
    std::size_t fixes = 0;  // that were applied
    bool read = false;      // the text is there
    std::string kept;       // why there are no fixes any more; empty: there may be
  };
  std::vector<std::string> inputs_;
  std::map<std::string, File> files_;           // by SourceManager::file_key
  std::size_t guesses_ = 0;                     // fixes that guess, and were not applied
  std::map<std::string, std::size_t> skipped_;  // other fixes that were not applied, by " in 'FILE': REASON"
};

struct FixOutcome {
  std::vector<CompileResult> results;           // of the fixed texts, in the order of the inputs
  std::map<std::size_t, CompileResult> before;  // what the inputs with fixes had been, by input
  FixedTexts texts;
};

// Gives up the fixed texts: the results are again what they had been.
void restore(std::map<std::size_t, CompileResult> before, std::vector<CompileResult>& results);

// Compiles some inputs, by index, with `texts` in the place of files; returns their results in that order.
using CompileTexts = std::function<std::vector<CompileResult>(const std::vector<std::size_t>& inputs,
                                                              const SourceManager::Texts& texts)>;

// `results` are those of the inputs as they are. Only files that are inputs are changed, libraries and
// imports among them; one that has another encoding than UTF-8 stays as it is. Of two fixes that get into
// each other's way the first is applied, and the other one if the text that this makes still asks for it. A
// file without errors that would get some keeps the text that it had. `guesses`: also fixes that are not what
// the author must have meant.
FixOutcome fix(const std::vector<std::string>& inputs, std::vector<CompileResult> results, bool guesses,
               const CompileTexts& compile);

}  // namespace romas::driver
