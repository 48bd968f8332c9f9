// The files that the page may have written: the assembly, and the open robot in another format.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "backends/target.h"
#include "driver/several/compile_inputs.h"
#include "ir/packages/relative_paths.h"
#include "support/files/output_set.h"
#include "support/text/text.h"
#include "tools/studio/workspace/workspace.h"

namespace romas::studio {

namespace {

namespace fs = std::filesystem;

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

}  // namespace romas::studio
