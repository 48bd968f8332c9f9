// --fix: the fixes of findings are applied to texts in memory and everything is looked at again, until no fix
// is left; then the files are written, or shown as a diff.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/edited_text.h"
#include "support/output_set.h"
#include "tools/romasc/compile.h"
#include "tools/romasc/invocation.h"

namespace romas::tool {

// Only files that the command line names are changed, libraries and imports among them; one that has another
// encoding than UTF-8 stays as it is. Of two fixes that get into each other's way the first is applied, and
// the other one if the text that this makes still asks for it. A file without errors that would get some
// keeps the text that it had.
class Fixer {
 public:
  // Compiles some of the inputs anew.
  using Compile =
      std::function<void(const std::vector<std::size_t>& inputs, std::vector<CompileResult>& results)>;

  explicit Fixer(const Invocation& invocation);

  // What stands for the files; give it to every compilation.
  const SourceManager::Texts& texts() const { return texts_; }

  // `results` are those of the inputs as they are, in their order; afterwards those of the fixed texts.
  void run(std::vector<CompileResult>& results, const Compile& compile);

  // The files as they shall be; standard input goes to standard output.
  // Returns false, and which file it is, if an output of the run lies there.
  bool place(OutputSet& outputs, std::string& clash) const;
  std::string diff() const;
  // "romasc: 3 fixes applied in 2 files", and what was not applied and why; lines, or nothing.
  std::string summary() const;

 private:
  struct File {
    std::string name;  // as given
    EditedText text{std::string()};
    std::size_t fixes = 0;  // that were applied
    bool read = false;      // the text is there
    std::string kept;       // why there are no fixes any more; empty: there may be
  };

  bool applicable(const FixIt& fix) const { return !fix.guess || unsafe_; }
  const std::string& key(const CompileResult& result, FileId file);
  bool reads_any(const CompileResult& result, const std::set<std::string>& keys);
  std::vector<std::size_t> readers(const std::vector<CompileResult>& results,
                                   const std::set<std::string>& keys);
  void read_texts(const std::vector<CompileResult>& results);
  // Applies what fits together to the texts; returns the files that changed, as they were.
  std::map<std::string, File> apply_round(const std::vector<CompileResult>& results);
  struct Chosen {
    EditSet edits;
    std::size_t fixes = 0;
  };
  void choose(const CompileResult& result, const Diagnostic& diagnostic,
              std::map<std::string, Chosen>& chosen);
  std::string why_not(const std::string& key) const;
  void count_skipped(const std::vector<CompileResult>& results);

  const bool unsafe_;
  const bool dry_;
  const std::vector<std::string>& inputs_;
  std::map<std::string, std::string> keys_;  // by name
  std::map<std::string, File> files_;        // by key
  SourceManager::Texts texts_;
  std::size_t guesses_ = 0;                     // that were not applied
  std::map<std::string, std::size_t> skipped_;  // other fixes that were not applied, by "in FILE: REASON"
};

}  // namespace romas::tool
