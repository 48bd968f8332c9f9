#include "tools/studio/workspace/workspace.h"

#include <filesystem>
#include <utility>

#include "driver/compile_inputs.h"

namespace romas::studio {

namespace {

std::string folder_of(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

// The folders of what the command line names; without any, the current folder.
std::vector<std::string> root_folders(const WorkspaceSettings& settings) {
  std::vector<std::string> folders = settings.roots;
  for (const std::string& input : settings.inputs) folders.push_back(folder_of(input));
  const FrontendOptions& frontend = settings.request.input.frontend;
  for (const std::string& library : frontend.libraries) {
    std::error_code ignored;
    folders.push_back(std::filesystem::is_directory(library, ignored) ? library : folder_of(library));
  }
  folders.insert(folders.end(), frontend.package_paths.begin(), frontend.package_paths.end());
  if (folders.empty()) folders.emplace_back(".");
  return folders;
}

// What may change the picture when it changes, or when it appears.
std::vector<std::string> files_behind(const Workspace::Document& document, const FrontendOptions& options) {
  std::vector<std::string> paths = document.result.files_read;
  paths.push_back(document.path);
  paths.insert(paths.end(), options.libraries.begin(), options.libraries.end());
  for (const MeshRow& row : document.meshes.rows()) {
    if (row.found) paths.push_back(row.path);
    paths.insert(paths.end(), row.tried.begin(), row.tried.end());
  }
  return paths;
}

}  // namespace

Workspace::Workspace(WorkspaceSettings settings, driver::Pipelines pipelines)
    : settings_(std::move(settings)),
      pipelines_(std::move(pipelines)),
      roots_(root_folders(settings_)),
      preferences_(read_preferences(settings_.preferences_file)),
      draft_(read_draft(draft_file(settings_.preferences_file))) {
  if (!settings_.inputs.empty()) open(settings_.inputs.front());
}

std::optional<Workspace> Workspace::make(WorkspaceSettings settings, std::string& error) {
  settings.request.emit.targets = {"json"};
  settings.request.emit.robots_optional = true;
  driver::Pipelines pipelines;
  if (!driver::make_pipelines(settings.request, pipelines, error)) return std::nullopt;
  return Workspace(std::move(settings), std::move(pipelines));
}

void Workspace::open(const std::string& path) {
  // Nobody tells of what happens to a file before it is watched.
  constexpr int kMostTimes = 3;
  for (int times = 0; times < kMostTimes; ++times) {
    read(path);
    if (!outdated_) break;
  }
  take_assembly();
  ++revision_;
}

bool Workspace::take_file_changes() {
  if (!watch_->take_changes() || !document_) return false;
  if (assembly_ && !is_changed_elsewhere())
    reload_assembly();
  else
    open(std::string(document_->path));
  return true;
}

void Workspace::read(const std::string& path) {
  watch_->take_changes();  // whatever happened before is read now
  const FileWatch::Clock::time_point start = FileWatch::Clock::now();
  driver::compile_inputs(
      {path}, settings_.request, pipelines_, nullptr, 1,
      [&](std::size_t, driver::CompileResult result) { take(path, std::move(result), start); });
}

void Workspace::take(const std::string& path, driver::CompileResult result,
                     FileWatch::Clock::time_point start) {
  Document next;
  next.path = path;
  next.result = std::move(result);
  if (document_ && document_->path == path && next.result.status != driver::CompileStatus::ok) {
    if (document_->last_good)
      next.last_good = std::move(document_->last_good);
    else if (document_->result.status == driver::CompileStatus::ok)
      next.last_good = std::move(document_->result);
  }
  // Files of packages are looked for whether or not checks do so: the page draws them.
  next.search = driver::RobotFiles(path, settings_.request.input.frontend, true).search();
  if (document_) next.meshes = MeshTable::after(document_->meshes);
  if (next.shown().status == driver::CompileStatus::ok)
    for (const Model& model : next.shown().models) next.meshes.add_all(model, next.search);
  document_ = std::move(next);
  outdated_ = watch_->watch(files_behind(*document_, settings_.request.input.frontend), start);
}

bool Workspace::set_preferences(const Preferences& preferences, std::string& error) {
  preferences_ = preferences;
  if (settings_.read_only || settings_.preferences_file.empty()) return true;
  return write_preferences(settings_.preferences_file, preferences, error);
}

}  // namespace romas::studio
