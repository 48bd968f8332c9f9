// All that the workspace writes: the assembly, the robot in other formats, fixes of findings as `romasc
// --fix` applies them, and drafts, which keep unsaved work across runs. It also starts the user's editor.
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "backends/target.h"
#include "driver/several/compile_inputs.h"
#include "ir/packages/relative_paths.h"
#include "support/files/output_set.h"
#include "support/process/child_process.h"
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

std::optional<Refusal> Workspace::refuse_writing(const std::string& path, std::string_view ending,
                                                 std::string& resolved) {
  if (settings_.read_only) return Refusal{"read-only", "romas-studio was started with --read-only"};
  const auto found = roots_.resolve(path);
  std::error_code ignored;
  // A resolved path that is a link leads to a file that does not exist, and that may lie outside.
  if (!found || fs::is_symlink(*found, ignored))
    return Refusal{"outside", "the file would be outside the folders that the studio may see"};
  resolved = *found;
  const std::string name = fs::path(resolved).filename().string();
  if (name.starts_with('.') || name.size() <= ending.size() || !to_lower(name).ends_with(ending))
    return Refusal{"bad-name", concat("the name of the file must end in ", ending)};
  return std::nullopt;
}

std::optional<Refusal> Workspace::write(std::vector<OutputFile> files, bool replace, const std::string& own) {
  // Files that the open document was read from are not replaced by mistake.
  const auto& read = document_->result.files_read;
  OutputSet out;
  for (OutputFile& file : files) {
    const std::string& resolved = file.path;
    const bool is_read = std::any_of(read.begin(), read.end(), [&](const std::string& known) {
      return known != own && SourceManager::file_key(known) == resolved;
    });
    if (is_read) return Refusal{"is-read", concat("the open robot is made from '", resolved, "'")};
    std::error_code ignored;
    const bool exists = fs::exists(resolved, ignored);
    if (exists && !replace) return Refusal{"exists", concat("'", resolved, "' already exists")};
    if (exists)
      out.replace(resolved, std::move(file.text));
    else
      out.add(resolved, std::move(file.text));
  }
  const auto failure = out.commit();
  if (!failure) return std::nullopt;
  return Refusal{"not-written", concat("cannot write '", failure->path, "': ", failure->reason)};
}

Undertaking Workspace::save_assembly(const std::string& path, bool replace) {
  if (auto refusal = write_assembly(path, replace)) return refused(std::move(*refusal));
  keep_draft();
  auto reading = std::make_shared<Reading>(begin_reading_text());
  return {reading->work, [this, reading]() -> std::optional<Refusal> {
            finish_reading(std::move(*reading));  // whatever was opened meanwhile: the file is written
            return std::nullopt;
          }};
}

std::optional<Refusal> Workspace::write_assembly(const std::string& path, bool replace) {
  if (!assembly_) return Refusal{"no-assembly", "no assembly is open"};
  const auto bench = workbench();
  if (bench && bench->parts.empty()) return Refusal{"empty", "the assembly has no part yet"};
  const std::string before = assembly_->path();
  if (path.empty() && before.empty()) return Refusal{"no-name", "the assembly has no file yet"};
  std::string resolved;
  // A file of the command line has the name that it was given there.
  const std::string asked = path.empty() ? SourceManager::file_key(before) : path;
  if (auto refusal = refuse_writing(asked, ".xml", resolved)) return refusal;
  // Its own file is replaced without a question, unless another program changed it meanwhile.
  const bool is_own = !before.empty() && SourceManager::file_key(before) == resolved;
  const auto& known = assembly_->saved_text();
  if (is_own && text_on_disk(resolved, max_input()) == known) replace = true;
  const std::string own = task().input.file;  // a new one has a name, too, but no file
  if (auto refusal = write({{resolved, assembly_->state().text}}, replace, own)) return refusal;
  // Blocks from its former folder are still those that it is made of.
  if (!is_own && shelf().with_neighbours)
    settings_.request.input.frontend.libraries.push_back(folder_of(SourceManager::file_key(before)));
  assembly_->set_saved(is_own ? before : resolved);
  return std::nullopt;
}

Workspace::Task Workspace::translation(const std::string& target, std::size_t robot,
                                       const std::string& output_folder) const {
  const auto& models = document_->result.models;
  Task task = this->task();
  task.request.emit.targets = {target};
  task.request.emit.output_folder = output_folder;
  if (models.size() > 1) task.request.input.robot = models[robot].name;
  return task;
}

Undertaking Workspace::translate(const std::string& target, std::size_t robot,
                                 const std::shared_ptr<driver::CompileResult>& translated) {
  if (!document_) return refused({"nothing-open", "no file is open"});
  const TargetInfo* row = find_target(target);
  if (row == nullptr) return refused({"no-target", concat("'", target, "' is no format that romasc writes")});
  if (document_->result.status != driver::CompileStatus::ok)
    return refused({"refused", "a robot with errors cannot be translated; Problems lists them"});
  if (robot >= document_->result.models.size())
    return refused({"no-robot", "the file has no robot of this number"});
  Task task = translation(target, robot, {});
  if (row->options.contains(TargetOption::report_format))
    task.request.emit.words[TargetOption::report_format] = {"text"};
  return compile_then(std::move(task), [translated](driver::CompileResult result) -> std::optional<Refusal> {
    if (result.status != driver::CompileStatus::ok || result.files.empty())
      return Refusal{"refused", "the robot cannot be written in this format", std::move(result)};
    *translated = std::move(result);
    return std::nullopt;
  });
}

std::optional<Refusal> Workspace::write_export(const std::string& path, std::string_view ending,
                                               std::string text, bool replace, Exported& exported) {
  if (auto refusal = refuse_writing(path, ending, exported.path)) return refusal;
  exported.bytes = text.size();
  return write({{exported.path, std::move(text)}}, replace, {});
}

Undertaking Workspace::export_robot(const std::string& target, std::size_t robot, const std::string& path,
                                    bool replace, const std::shared_ptr<Exported>& exported) {
  if (!document_) return refused({"nothing-open", "no file is open"});
  const TargetInfo* row = find_target(target);
  if (row == nullptr || row->writes_folder())
    return refused({"no-target", concat("'", target, "' is not a format that is written as one file")});
  if (auto refusal = refuse_writing(path, row->extension.substr(row->extension.rfind('.')), exported->path))
    return refused(std::move(*refusal));
  if (robot >= document_->result.models.size())
    return refused({"no-robot", "the file has no robot of this number"});
  Task task = translation(target, robot, folder_of(exported->path));
  // Further files, such as the functions to a header, have its name.
  task.request.emit.output_file = fs::path(exported->path).filename().string();
  return compile_then(
      std::move(task), [this, exported, replace](driver::CompileResult result) -> std::optional<Refusal> {
        if (result.status != driver::CompileStatus::ok || result.files.empty())
          return Refusal{"refused", "the robot cannot be written in this format", std::move(result)};
        std::vector<OutputFile> files = std::move(result.files);
        exported->bytes = files.front().text.size();
        exported->result = std::move(result);
        for (OutputFile& file : files)
          file.path = &file == files.data() ? exported->path
                                            : (fs::path(exported->path).parent_path() / file.path).string();
        return write(std::move(files), replace, {});
      });
}

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

void Workspace::keep_draft() {
  if (settings_.read_only) return;
  if (assembly_ && !assembly_->saved() && !assembly_->state().is_empty()) {
    if (!draft_place_->take()) return;
    const std::string& path = assembly_->path();
    write_draft(draft_place_->file(),
                {path.empty() ? path : SourceManager::file_key(path), assembly_->state().text,
                 assembly_->state().default_limit, libraries()});
    has_kept_draft_ = true;
  } else if (has_kept_draft_) {
    remove_draft(draft_place_->file());
    has_kept_draft_ = false;
  }
}

Undertaking Workspace::restore_draft() {
  if (!draft_) return refused({"no-draft", "there is no unsaved work of an earlier run"});
  driver::CompileRequest request = settings_.request;
  auto& known = request.input.frontend.libraries;
  for (const std::string& library : draft_->libraries) {
    const auto resolved = roots_.resolve(SourceManager::file_key(library));
    const auto same = [&](const std::string& path) { return SourceManager::file_key(path) == resolved; };
    if (resolved && std::none_of(known.begin(), known.end(), same)) known.push_back(*resolved);
  }
  const auto path = draft_->path.empty() ? std::nullopt : roots_.resolve(draft_->path);
  const auto saved = path ? text_on_disk(*path, max_input()) : std::nullopt;
  const std::string file = saved ? *path : std::string();
  const AssemblyDocument::State state{draft_->text, draft_->default_limit, -1};
  auto reading = std::make_shared<Reading>(begin_reading_text(file, state, request));
  auto finish = [this, reading, file, saved, state, began = revision_,
                 libraries = std::move(known)]() mutable -> std::optional<Refusal> {
    if (revision_ != began) return drop(*reading, stale());
    draft_.reset();
    settings_.request.input.frontend.libraries = std::move(libraries);
    const AssemblyDocument::State before{saved.value_or(AssemblyDocument::kEmptyText), state.default_limit,
                                         -1};
    assembly_.emplace(file, before);
    assembly_->change("restore", state);
    has_kept_draft_ = true;
    finish_reading(std::move(*reading));
    return std::nullopt;
  };
  return {reading->work, std::move(finish)};
}

std::optional<Refusal> Workspace::discard_draft() {
  if (!draft_) return Refusal{"no-draft", "there is no unsaved work of an earlier run"};
  draft_.reset();
  if (!settings_.read_only && !has_kept_draft_) remove_draft(draft_place_->file());
  return std::nullopt;
}

std::optional<Refusal> Workspace::open_in_editor(std::size_t source, std::size_t line) const {
  if (settings_.read_only)
    return Refusal{"read-only", "romas-studio was started with --read-only: it starts no editor"};
  if (!document_ || source >= document_->result.sources->file_count())
    return Refusal{"no-source", "no text of this number was read"};
  const std::string name(document_->result.sources->name(static_cast<FileId>(source) + 1));
  const std::string path = SourceManager::file_key(name);
  if (assembly_ && !assembly_->saved() && path == SourceManager::file_key(task().input.file))
    return Refusal{"not-saved", "the assembly is not saved; its file has another text, or there is none"};
  const auto& read = document_->result.files_read;
  const bool is_read = std::any_of(read.begin(), read.end(), [&](const std::string& file) {
    return SourceManager::file_key(file) == path;
  });
  std::error_code ignored;
  if (!is_read || !fs::is_regular_file(path, ignored))
    return Refusal{"no-file", concat("'", name, "' is not a file that the open robot was read from")};
  std::string problem;
  auto words = editor_words(settings_.editor, path, line, problem);
  if (!words) return Refusal{"no-editor", problem};
  const std::string program = words->front();
  if (start_unattended(std::move(*words))) return std::nullopt;
  return Refusal{"no-editor", concat("'", program, "' cannot be started")};
}

}  // namespace romas::studio
