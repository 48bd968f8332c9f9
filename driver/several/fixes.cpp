#include "driver/several/fixes.h"

#include <algorithm>
#include <optional>
#include <set>

#include "driver/several/root_findings.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

// Upper bound of the rounds. The number of findings of a rule is limited, so that further ones come in later
// rounds.
constexpr int kMostFixRounds = 50;

constexpr const char* kHarmful = "errors would follow";

std::string count_of(std::size_t count, std::string_view what, std::string_view plural) {
  return concat(count, " ", count == 1 ? what : plural);
}

bool has_errors(const CompileResult& result) { return result.status != CompileStatus::ok; }

}  // namespace

class Fixer {
 public:
  Fixer(const std::vector<std::string>& inputs, std::vector<CompileResult> results, bool guesses,
        std::optional<std::size_t> only, const CompileTexts& compile)
      : guesses_(guesses), only_(only), compile_(compile) {
    out_.results = std::move(results);
    out_.texts.inputs_ = inputs;
    for (const std::string& input : inputs) files()[SourceManager::file_key(input)].name = input;
  }

  FixOutcome run();

 private:
  using File = FixedTexts::File;
  struct Chosen {
    EditSet edits;
    std::vector<std::string> fixes;  // as name() names them
  };

  std::map<std::string, File>& files() { return out_.texts.files_; }
  // Tells the fix of a finding from others, wherever it is in the text.
  std::string name(const CompileResult& result, const Diagnostic& diagnostic);
  bool applicable(const FixIt& fix) const { return !fix.guess || guesses_; }
  const std::string& key(const CompileResult& result, FileId file);
  bool reads_any(const CompileResult& result, const std::set<std::string>& keys);
  // The inputs whose compilation reads one of the files.
  std::vector<std::size_t> readers(const std::set<std::string>& keys);
  void read_texts();
  void compile_again(const std::vector<std::size_t>& inputs);
  // Applies fixes that do not conflict to the texts. Returns the previous state of the changed files.
  std::map<std::string, File> apply_round();
  void choose(const CompileResult& result, const Diagnostic& diagnostic,
              std::map<std::string, Chosen>& chosen);
  // Restores files whose changes caused errors in inputs without errors, until there are no such errors. The
  // fixes of such a file are then tried one at a time, and a single one that causes errors is refused.
  void take_back_harmful(std::map<std::string, File> changed, const std::vector<bool>& sound);
  std::string why_not(const std::string& key);
  void count_skipped();

  const bool guesses_;
  const std::optional<std::size_t> only_;  // of the findings of the first result; nothing: all of all results
  const CompileTexts& compile_;
  std::map<std::string, std::string> keys_;                // by name
  SourceManager::Texts texts_;                             // texts to compile in place of the files
  std::map<std::string, std::vector<std::string>> round_;  // the fixes of this round by file
  std::set<std::string> one_at_a_time_;                    // files
  std::set<std::string> refused_;                          // fixes
  FixOutcome out_;
};

// The text of standard input, named <stdin>, has the key of the input "-".
const std::string& Fixer::key(const CompileResult& result, FileId file) {
  std::string name(result.sources->name(file));
  if (name == "<stdin>") name = "-";
  const auto [known, fresh] = keys_.try_emplace(name);
  if (fresh) known->second = SourceManager::file_key(name);
  return known->second;
}

bool Fixer::reads_any(const CompileResult& result, const std::set<std::string>& keys) {
  for (FileId file = 1; file <= result.sources->file_count(); ++file)
    if (keys.contains(key(result, file))) return true;
  return false;
}

std::vector<std::size_t> Fixer::readers(const std::set<std::string>& keys) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < out_.results.size(); ++i)
    if (reads_any(out_.results[i], keys)) found.push_back(i);
  return found;
}

void Fixer::read_texts() {
  for (const CompileResult& result : out_.results) {
    for (FileId id = 1; id <= result.sources->file_count(); ++id) {
      const auto found = files().find(key(result, id));
      if (found == files().end()) continue;
      File& file = found->second;
      const std::string_view text = result.sources->original_text(id);
      if (!file.read) file.text = EditedText(std::string(text));
      file.read = true;
      // The file changed between two readings: another program is writing it.
      if (file.text.original() != text) file.kept = "the file has just changed";
      if (result.sources->text(id) != text) file.kept = "the file is not UTF-8";
    }
  }
  if (const auto standard_input = files().find("-");
      standard_input != files().end() && standard_input->second.read)
    texts_["-"] = standard_input->second.text.text();  // standard input can be read only once
}

std::string Fixer::why_not(const std::string& key) {
  const auto file = files().find(key);
  return file == files().end() ? "only files named on the command line are changed" : file->second.kept;
}

std::string Fixer::name(const CompileResult& result, const Diagnostic& diagnostic) {
  std::string name = concat(rule_info(diagnostic.rule).slug, "\n", diagnostic.message);
  for (const FixIt& fix : diagnostic.fixes)
    name += concat("\n", key(result, fix.range.file), "\n", fix.replacement);
  return name;
}

// Chooses all fixes of a finding, or none of them.
void Fixer::choose(const CompileResult& result, const Diagnostic& diagnostic,
                   std::map<std::string, Chosen>& chosen) {
  std::vector<std::pair<Chosen*, TextEdit>> edits;
  bool fresh = false;
  std::string name = this->name(result, diagnostic);
  if (refused_.contains(name)) return;
  for (const FixIt& fix : diagnostic.fixes) {
    const std::string& file = key(result, fix.range.file);
    const std::string_view text = result.sources->text(fix.range.file);
    if (!applicable(fix) || !why_not(file).empty() || fix.range.begin > fix.range.end ||
        fix.range.end > text.size())
      return;
    TextEdit edit = with_blank_line(text, {fix.range.begin, fix.range.end, fix.replacement});
    Chosen& others = chosen[file];
    if (one_at_a_time_.contains(file) && !others.fixes.empty()) return;
    const EditSet::Fit fit = others.edits.fit(edit);
    if (fit == EditSet::Fit::conflicts) return;
    fresh = fresh || fit == EditSet::Fit::fits;
    edits.emplace_back(&others, std::move(edit));
  }
  if (!fresh) return;
  edits.front().first->fixes.push_back(std::move(name));
  for (auto& [others, edit] : edits)
    if (others->edits.fit(edit) == EditSet::Fit::fits) others->edits.add(std::move(edit));
}

std::map<std::string, Fixer::File> Fixer::apply_round() {
  std::map<std::string, Chosen> chosen;
  if (only_) {
    choose(out_.results.front(), out_.results.front().report.diagnostics.at(*only_), chosen);
  } else {
    const RootTexts texts(out_.results);
    for (std::size_t i = 0; i < out_.results.size(); ++i)
      for (const Diagnostic& diagnostic : out_.results[i].report.diagnostics)
        if (!diagnostic.fixes.empty() && texts.suit(i, diagnostic))
          choose(out_.results[i], diagnostic, chosen);
  }
  std::map<std::string, File> changed;
  round_.clear();
  for (auto& [key, fixes] : chosen) {
    if (fixes.edits.empty()) continue;
    File& file = files().at(key);
    changed.emplace(key, file);
    file.text.apply(fixes.edits.take());
    file.fixes += fixes.fixes.size();
    round_[key] = std::move(fixes.fixes);
    texts_[key] = file.text.text();
  }
  return changed;
}

void Fixer::compile_again(const std::vector<std::size_t>& inputs) {
  for (const std::size_t input : inputs) out_.before.try_emplace(input, std::move(out_.results[input]));
  std::vector<CompileResult> fresh = compile_(inputs, texts_);
  for (std::size_t i = 0; i < inputs.size(); ++i) out_.results[inputs[i]] = std::move(fresh[i]);
}

void Fixer::take_back_harmful(std::map<std::string, File> changed, const std::vector<bool>& sound) {
  while (!changed.empty()) {
    std::set<std::string> harmed;
    for (std::size_t i = 0; i < out_.results.size(); ++i)
      for (const auto& [key, file] : changed)
        if (sound[i] && has_errors(out_.results[i]) && reads_any(out_.results[i], {key})) harmed.insert(key);
    if (harmed.empty()) return;
    const std::vector<std::size_t> again = readers(harmed);
    for (const std::string& key : harmed) {
      File& file = files().at(key) = std::move(changed.at(key));
      const std::vector<std::string>& tried = round_.at(key);
      if (tried.empty())
        file.kept = kHarmful;
      else if (tried.size() == 1)
        refused_.insert(tried.front());
      else
        one_at_a_time_.insert(key);
      texts_[key] = file.text.text();
      changed.erase(key);
    }
    compile_again(again);
  }
}

FixOutcome Fixer::run() {
  read_texts();
  for (int round = 0; round < (only_ ? 1 : kMostFixRounds); ++round) {
    std::vector<bool> sound;
    sound.reserve(out_.results.size());
    for (const CompileResult& result : out_.results) sound.push_back(!has_errors(result));
    std::map<std::string, File> changed = apply_round();
    if (changed.empty()) break;
    std::set<std::string> keys;
    for (const auto& [key, file] : changed) keys.insert(key);
    compile_again(readers(keys));
    take_back_harmful(std::move(changed), sound);
  }
  if (!only_) count_skipped();
  return std::move(out_);
}

void Fixer::count_skipped() {
  const RootTexts texts(out_.results);
  for (std::size_t i = 0; i < out_.results.size(); ++i) {
    const CompileResult& result = out_.results[i];
    for (const Diagnostic& diagnostic : result.report.diagnostics) {
      // A fix that does not suit all robots that read the text becomes a note of the finding
      // (root_findings.h).
      if (diagnostic.fixes.empty() || !texts.suit(i, diagnostic)) continue;
      if (!std::all_of(diagnostic.fixes.begin(), diagnostic.fixes.end(),
                       [&](const FixIt& fix) { return applicable(fix); })) {
        ++out_.texts.guesses_;
        continue;
      }
      for (const FixIt& fix : diagnostic.fixes) {
        std::string reason = why_not(key(result, fix.range.file));
        if (reason.empty() && refused_.contains(name(result, diagnostic))) reason = kHarmful;
        if (reason.empty()) continue;
        ++out_.texts.skipped_[concat(" in '", result.sources->name(fix.range.file), "': ", reason)];
        break;
      }
    }
  }
}

bool FixedTexts::place(OutputSet& outputs, std::string& clash) const {
  for (const auto& [key, file] : files_) {
    if (key == "-" && file.read) outputs.add("-", file.text.text());
    if (key == "-" || !file.text.changed() || outputs.replace(key, file.text.text())) continue;
    clash = file.name;
    return false;
  }
  return true;
}

std::size_t FixedTexts::fixes() const {
  std::size_t count = 0;
  for (const auto& [key, file] : files_) count += file.text.changed() ? file.fixes : 0;
  return count;
}

std::size_t FixedTexts::changed() const {
  std::size_t count = 0;
  for (const auto& [key, file] : files_) count += file.text.changed() ? 1 : 0;
  return count;
}

const EditedText* FixedTexts::find(const std::string& key) const {
  const auto found = files_.find(key);
  return found == files_.end() ? nullptr : &found->second.text;
}

std::string FixedTexts::unified_diffs() const {
  std::string out;
  std::set<std::string> done;
  for (const std::string& input : inputs_) {
    const auto file = files_.find(SourceManager::file_key(input));
    if (file == files_.end() || !done.insert(file->first).second) continue;
    out += unified_diff(input == "-" ? "<stdin>" : input, file->second.text);
  }
  return out;
}

std::string FixedTexts::summary(bool applied) const {
  std::string out;
  if (changed() > 0)
    out += concat("romasc: ", count_of(fixes(), "fix", "fixes"),
                  applied ? " applied in " : " would be applied in ", count_of(changed(), "file", "files"),
                  "\n");
  for (const auto& [where, count] : skipped_)
    out += concat("romasc: ", count_of(count, "fix", "fixes"), " not applied", where, "\n");
  if (guesses_ > 0)
    out += concat("romasc: ", count_of(guesses_, "fix that guesses was", "fixes that guess were"),
                  " not applied; look at ", guesses_ == 1 ? "it" : "them", " with --fix-dry-run=unsafe\n");
  return out;
}

void restore(std::map<std::size_t, CompileResult>&& before, std::vector<CompileResult>& results) {
  for (auto& [input, result] : before) results[input] = std::move(result);
}

FixOutcome fix(const std::vector<std::string>& inputs, std::vector<CompileResult> results, bool guesses,
               const CompileTexts& compile) {
  return Fixer(inputs, std::move(results), guesses, {}, compile).run();
}

FixOutcome fix_finding(const std::vector<std::string>& inputs, std::vector<CompileResult> results,
                       std::size_t finding, const CompileTexts& compile) {
  return Fixer(inputs, std::move(results), true, finding, compile).run();
}

}  // namespace romas::driver
