#include "tools/romasc/fixes.h"

#include <algorithm>

#include "support/text.h"

namespace romas::tool {

namespace {

// A rule is cut off after so many findings, and what it keeps back comes in the next round.
constexpr int kMostRounds = 50;

std::string count_of(std::size_t count, std::string_view what, std::string_view plural) {
  return concat(count, " ", count == 1 ? what : plural);
}

bool has_errors(const CompileResult& result) { return result.status != CompileStatus::ok; }

}  // namespace

Fixer::Fixer(const Invocation& invocation)
    : unsafe_(invocation.fix_unsafe), dry_(invocation.fix == FixMode::dry_run), inputs_(invocation.inputs) {
  for (const std::string& input : inputs_) files_[SourceManager::file_key(input)].name = input;
}

// The first text of standard input has no name of its own.
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

std::vector<std::size_t> Fixer::readers(const std::vector<CompileResult>& results,
                                        const std::set<std::string>& keys) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (reads_any(results[i], keys)) found.push_back(i);
  return found;
}

void Fixer::read_texts(const std::vector<CompileResult>& results) {
  for (const CompileResult& result : results) {
    for (FileId id = 1; id <= result.sources->file_count(); ++id) {
      const auto found = files_.find(key(result, id));
      if (found == files_.end()) continue;
      File& file = found->second;
      const std::string_view text = result.sources->original_text(id);
      if (!file.read) file.text = EditedText(std::string(text));
      file.read = true;
      // What changes while it is read is somebody else's at the moment.
      if (file.text.original() != text) file.kept = "the file has just changed";
      if (result.sources->text(id) != text) file.kept = "the file is not UTF-8";
    }
  }
  if (const auto standard_input = files_.find("-");
      standard_input != files_.end() && standard_input->second.read)
    texts_["-"] = standard_input->second.text.text();  // it can be read once
}

std::string Fixer::why_not(const std::string& key) const {
  const auto file = files_.find(key);
  return file == files_.end() ? "only files named on the command line are changed" : file->second.kept;
}

// All fixes of a finding, or none of them.
void Fixer::choose(const CompileResult& result, const Diagnostic& diagnostic,
                   std::map<std::string, Chosen>& chosen) {
  std::vector<std::pair<Chosen*, TextEdit>> edits;
  bool fresh = false;
  for (const FixIt& fix : diagnostic.fixes) {
    const std::string& file = key(result, fix.range.file);
    const std::string_view text = result.sources->text(fix.range.file);
    if (!applicable(fix) || !why_not(file).empty() || fix.range.begin > fix.range.end ||
        fix.range.end > text.size())
      return;
    TextEdit edit = with_blank_line(text, {fix.range.begin, fix.range.end, fix.replacement});
    Chosen& others = chosen[file];
    const EditSet::Fit fit = others.edits.fit(edit);
    if (fit == EditSet::Fit::conflicts) return;
    fresh = fresh || fit == EditSet::Fit::fits;
    edits.emplace_back(&others, std::move(edit));
  }
  if (!fresh) return;
  ++edits.front().first->fixes;
  for (auto& [others, edit] : edits)
    if (others->edits.fit(edit) == EditSet::Fit::fits) others->edits.add(std::move(edit));
}

std::map<std::string, Fixer::File> Fixer::apply_round(const std::vector<CompileResult>& results) {
  std::map<std::string, Chosen> chosen;
  for (const CompileResult& result : results)
    for (const Diagnostic& diagnostic : result.report.diagnostics)
      if (!diagnostic.fixes.empty()) choose(result, diagnostic, chosen);
  std::map<std::string, File> changed;
  for (auto& [key, fixes] : chosen) {
    if (fixes.edits.empty()) continue;
    File& file = files_.at(key);
    changed.emplace(key, file);
    file.text.apply(fixes.edits.take());
    file.fixes += fixes.fixes;
    texts_[key] = file.text.text();
  }
  return changed;
}

void Fixer::run(std::vector<CompileResult>& results, const Compile& compile) {
  read_texts(results);
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<bool> sound;
    sound.reserve(results.size());
    for (const CompileResult& result : results) sound.push_back(!has_errors(result));
    std::map<std::string, File> changed = apply_round(results);
    if (changed.empty()) break;
    std::set<std::string> keys;
    for (const auto& [key, file] : changed) keys.insert(key);
    compile(readers(results, keys), results);
    // Files behind new errors get back the text that they had, until there are none.
    while (!keys.empty()) {
      std::set<std::string> harmed;
      for (std::size_t i = 0; i < results.size(); ++i)
        for (const auto& [key, file] : changed)
          if (sound[i] && has_errors(results[i]) && keys.contains(key) && reads_any(results[i], {key}))
            harmed.insert(key);
      if (harmed.empty()) break;
      const std::vector<std::size_t> again = readers(results, harmed);
      for (const std::string& key : harmed) {
        keys.erase(key);
        File& file = files_.at(key) = std::move(changed.at(key));
        file.kept = "errors would follow";
        texts_[key] = file.text.text();
      }
      compile(again, results);
    }
  }
  count_skipped(results);
}

void Fixer::count_skipped(const std::vector<CompileResult>& results) {
  for (const CompileResult& result : results) {
    for (const Diagnostic& diagnostic : result.report.diagnostics) {
      if (diagnostic.fixes.empty()) continue;
      if (!std::all_of(diagnostic.fixes.begin(), diagnostic.fixes.end(),
                       [&](const FixIt& fix) { return applicable(fix); })) {
        ++guesses_;
        continue;
      }
      for (const FixIt& fix : diagnostic.fixes) {
        const std::string reason = why_not(key(result, fix.range.file));
        if (reason.empty()) continue;
        ++skipped_[concat(" in '", result.sources->name(fix.range.file), "': ", reason)];
        break;
      }
    }
  }
}

bool Fixer::place(OutputSet& outputs, std::string& clash) const {
  for (const auto& [key, file] : files_) {
    if (key == "-" && file.read) outputs.add("-", file.text.text());
    if (key == "-" || !file.text.changed() || outputs.replace(key, file.text.text())) continue;
    clash = file.name;
    return false;
  }
  return true;
}

std::string Fixer::diff() const {
  std::string out;
  std::set<std::string> done;
  for (const std::string& input : inputs_) {
    const auto file = files_.find(SourceManager::file_key(input));
    if (file == files_.end() || !done.insert(file->first).second) continue;
    out += unified_diff(input == "-" ? "<stdin>" : input, file->second.text);
  }
  return out;
}

std::string Fixer::summary() const {
  std::size_t fixes = 0;
  std::size_t changed = 0;
  for (const auto& [key, file] : files_) {
    fixes += file.text.changed() ? file.fixes : 0;
    changed += file.text.changed() ? 1 : 0;
  }
  std::string out;
  if (changed > 0)
    out += concat("romasc: ", count_of(fixes, "fix", "fixes"),
                  dry_ ? " would be applied in " : " applied in ", count_of(changed, "file", "files"), "\n");
  for (const auto& [where, count] : skipped_)
    out += concat("romasc: ", count_of(count, "fix", "fixes"), " not applied", where, "\n");
  if (guesses_ > 0)
    out += concat("romasc: ", count_of(guesses_, "fix that guesses was", "fixes that guess were"),
                  " not applied; look at ", guesses_ == 1 ? "it" : "them", " with --fix-dry-run=unsafe\n");
  return out;
}

}  // namespace romas::tool
