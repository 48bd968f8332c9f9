// Fixes of findings, applied to the open file as `romasc --fix` applies them.
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "support/files/output_set.h"
#include "support/text/text.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

namespace {

namespace fs = std::filesystem;

Refusal changed_meanwhile() { return {"stale", "the file has changed since it was read"}; }

// Why the fixes of this finding cannot be applied to the file alone; nothing: they can.
std::optional<Refusal> refuse_finding(const driver::CompileResult& result, std::size_t finding,
                                      const std::string& key) {
  if (finding >= result.report.diagnostics.size())
    return Refusal{"no-finding", "there is no finding of this number"};
  const Diagnostic& diagnostic = result.report.diagnostics[finding];
  if (diagnostic.fixes.empty()) return Refusal{"no-fix", "this finding has no fix"};
  for (const FixIt& fix : diagnostic.fixes) {
    const std::string_view name = result.sources->name(fix.range.file);
    if (SourceManager::file_key(std::string(name)) != key)
      return Refusal{"other-file", concat("the fix changes '", name, "'; open that file to fix it")};
    if (result.sources->text(fix.range.file) != result.sources->original_text(fix.range.file))
      return Refusal{"not-utf-8", concat("'", name, "' is not UTF-8; only UTF-8 files are changed")};
  }
  return std::nullopt;
}

// The text of a file as it was read; nothing if it was not.
std::optional<std::string_view> text_read(const driver::CompileResult& result, const std::string& key) {
  for (FileId id = 1; id <= result.sources->file_count(); ++id)
    if (SourceManager::file_key(std::string(result.sources->name(id))) == key)
      return result.sources->original_text(id);
  return std::nullopt;
}

}  // namespace

std::vector<driver::Input> Workspace::robots_of_open_file() const {
  const driver::Input& open = document_->input;
  std::vector<driver::Input> robots = project_roots_of(open.file);
  const auto found = std::find_if(robots.begin(), robots.end(), [&](const driver::Input& root) {
    return driver::label(root) == driver::label(open);
  });
  if (found == robots.end()) return {open};
  std::rotate(robots.begin(), found, found + 1);
  return robots;
}

std::optional<Refusal> Workspace::begin_fixing(std::optional<std::size_t> finding, bool guesses,
                                               Fixing& fixing) {
  if (!document_) return Refusal{"nothing-open", "no file is open"};
  if (assembly_ && !assembly_->saved())
    return Refusal{"not-saved", "the assembly is not saved; save it first, then fix the file"};
  const std::string key = SourceManager::file_key(document_->input.file);
  const auto resolved = roots_.resolve(key);
  if (!resolved) return Refusal{"outside", "the file is outside the folders that the studio may see"};
  std::error_code ignored;
  if (!fs::is_regular_file(*resolved, ignored)) return Refusal{"no-file", "only a regular file can be fixed"};
  if (finding)
    if (auto refusal = refuse_finding(document_->result, *finding, key)) return refusal;
  const auto known = text_read(document_->result, key);
  if (!known || text_on_disk(*resolved, max_input()) != known) return changed_meanwhile();
  fixing.path = *resolved;
  fixing.revision = revision_;
  fixing.outcome = std::make_shared<driver::FixOutcome>();
  fixing.work = [inputs = robots_of_open_file(), request = task().request, pipelines = pipelines_,
                 outcome = fixing.outcome, finding, guesses] {
    const auto compile_texts = [&](const std::vector<std::size_t>& which, const SourceManager::Texts& texts) {
      std::vector<driver::CompileResult> results;
      results.reserve(which.size());
      for (const std::size_t i : which)
        results.push_back(driver::compile(inputs[i], request, pipelines, &texts));
      return results;
    };
    std::vector<std::size_t> all(inputs.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<std::string> files(inputs.size(), inputs.front().file);
    std::vector<driver::CompileResult> results = compile_texts(all, {});
    if (!finding)
      *outcome = driver::fix(files, std::move(results), guesses, compile_texts);
    else if (*finding < results.front().report.diagnostics.size())  // else the file has just changed
      *outcome = driver::fix_finding(files, std::move(results), *finding, compile_texts);
  };
  return std::nullopt;
}

std::optional<Refusal> Workspace::write_fixes(const Fixing& fixing) {
  if (settings_.read_only) return Refusal{"read-only", "romas-studio was started with --read-only"};
  if (fixing.revision != revision_) return changed_meanwhile();
  // The fixes were made for the text that was read, so the file must still have that text.
  const auto known = text_read(document_->result, SourceManager::file_key(document_->input.file));
  if (!known || text_on_disk(fixing.path, max_input()) != known) return changed_meanwhile();
  OutputSet out;
  std::string clash;
  fixing.outcome->texts.place(out, clash);  // there is no other output
  const auto failure = out.commit();
  if (!failure) return std::nullopt;
  return Refusal{"not-written", concat("cannot write '", failure->path, "': ", failure->reason)};
}

}  // namespace romas::studio
