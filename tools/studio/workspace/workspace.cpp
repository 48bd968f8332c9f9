#include "tools/studio/workspace/workspace.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "driver/several/compile_inputs.h"
#include "ir/packages/relative_paths.h"

namespace romas::studio {

namespace {

// The folder of a file, by a name that can be opened.
std::string own_folder(const std::string& file) {
  std::string folder = folder_of(file);
  return folder.empty() ? "." : folder;
}

// Returns the input that a name means, as driver::label spells it.
driver::Input input_named(const WorkspaceSettings& settings, const std::string& name) {
  if (auto root = settings.project_roots.find(name)) return std::move(*root);
  const auto& given = settings.inputs;
  const bool is_given = std::find(given.begin(), given.end(), name) != given.end();
  driver::Input input = is_given ? driver::input_of_word(name) : driver::Input(name);
  std::vector<driver::Input> roots = settings.project_roots.of(input);
  return roots.empty() ? input : std::move(roots.front());
}

// The folders of what the command line names; without any, the current folder.
std::vector<std::string> root_folders(const WorkspaceSettings& settings) {
  std::vector<std::string> folders = settings.roots;
  for (const std::string& input : settings.inputs)
    folders.push_back(own_folder(input_named(settings, input).file));
  const FrontendOptions& frontend = settings.request.input.frontend;
  for (const std::string& library : frontend.libraries) {
    std::error_code ignored;
    folders.push_back(std::filesystem::is_directory(library, ignored) ? library : own_folder(library));
  }
  folders.insert(folders.end(), frontend.package_paths.begin(), frontend.package_paths.end());
  for (const SearchPlace& place : frontend.places.packages)
    if (place.kind == SearchPlace::Kind::tree) folders.push_back(place.path);
  if (folders.empty()) folders.emplace_back(".");
  return folders;
}

// Whether a path is a pipe, a terminal or a socket: reading it may wait.
bool is_device(const std::string& path) {
  std::error_code ignored;
  const auto kind = std::filesystem::status(path, ignored).type();
  return kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::directory &&
         kind != std::filesystem::file_type::not_found;
}

// Returns the files whose change or appearance may change the picture.
std::vector<std::string> files_behind(const Workspace::Document& document, const FrontendOptions& options) {
  std::vector<std::string> paths = document.result.files_read;
  paths.push_back(document.input.file);
  paths.insert(paths.end(), options.libraries.begin(), options.libraries.end());
  for (const MeshRow& row : document.meshes.rows()) {
    if (row.found) paths.push_back(row.path);
    paths.insert(paths.end(), row.tried.begin(), row.tried.end());
  }
  return paths;
}

}  // namespace

Undertaking refused(Refusal refusal) {
  auto kept = std::make_shared<Refusal>(std::move(refusal));
  return {nullptr, [kept] { return std::optional(std::move(*kept)); }};
}

Refusal stale() { return {"stale", "something else was opened or changed meanwhile"}; }

Workspace::Workspace(WorkspaceSettings settings, driver::Pipelines pipelines)
    : settings_(std::move(settings)),
      pipelines_(std::move(pipelines)),
      roots_(root_folders(settings_)),
      preferences_(read_preferences(settings_.preferences_file)),
      views_(read_views(views_file(settings_.preferences_file))),
      draft_place_(std::make_unique<DraftPlace>(settings_.preferences_file, settings_.read_only)),
      draft_(read_draft(draft_place_->file())),
      revision_(settings_.first_revision) {
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
  // Changes of a file before it is watched are not reported, so it is read again if it may have changed.
  constexpr int kMostTimes = 3;
  for (int times = 0; times < kMostTimes; ++times) {
    Reading reading = begin_reading(path);
    reading.work();
    take(reading.input, std::move(*reading.result), reading.start);
    if (!outdated_) break;
  }
  take_assembly();
  ++revision_;
}

Workspace::Reading Workspace::begin_reading(const std::string& path) {
  return begin_task({input_of(path), settings_.request, {}});
}

Workspace::Reading Workspace::begin_task(Task task) {
  Reading reading;
  reading.had_changes = watch_->take_changes();  // whatever happened before is read now
  reading.input = task.input;
  reading.start = FileWatch::Clock::now();
  reading.changes = revision_ - times_followed_;
  reading.result = std::make_shared<driver::CompileResult>();
  reading.work = [task = std::move(task), pipelines = pipelines_, result = reading.result] {
    *result = compile(task, pipelines);
  };
  return reading;
}

bool Workspace::finish_reading(Reading&& reading) {
  if (reading.changes != revision_ - times_followed_) {
    outdated_ = true;  // changes reported when the reading began are not yet read
    return false;
  }
  if (reading.shelf) {
    keep_shelf(std::move(*reading.shelf));
    show_assembly(std::move(*reading.result), reading.start);
  } else {
    take(reading.input, std::move(*reading.result), reading.start);
    take_assembly();
  }
  if (reading.is_again) ++times_followed_;
  ++revision_;
  return true;
}

std::optional<Workspace::Reading> Workspace::begin_following() {
  const bool has_changed = watch_->take_changes();
  if (!(has_changed || outdated_) || !document_) return std::nullopt;
  outdated_ = false;
  // The text of a pipe is gone once it is read, and nobody knows when more comes.
  if (is_device(document_->input.file)) return std::nullopt;
  Reading reading = assembly_ && !is_changed_elsewhere()
                        ? begin_reading_text()
                        : begin_task({document_->input, settings_.request, {}});
  reading.is_again = true;
  return reading;
}

std::optional<Workspace::Reading> Workspace::look_in(const std::string& folder) {
  auto& known = settings_.request.input.frontend.package_paths;
  if (std::find(known.begin(), known.end(), folder) == known.end()) known.push_back(folder);
  outdated_ = true;
  return begin_following();
}

void Workspace::take(const driver::Input& input, driver::CompileResult result,
                     FileWatch::Clock::time_point start) {
  Document next;
  next.input = input;
  next.result = std::move(result);
  const bool is_again = document_ && driver::label(document_->input) == driver::label(input);
  if (is_again && next.result.status != driver::CompileStatus::ok) {
    if (document_->last_good)
      next.last_good = std::move(document_->last_good);
    else if (document_->result.status == driver::CompileStatus::ok)
      next.last_good = std::move(document_->result);
  }
  // Files of packages are looked for whether or not checks do so: the page draws them.
  next.search = driver::RobotFiles(input.file, settings_.request.input.frontend, true).search();
  if (document_) next.meshes = MeshTable::after(document_->meshes);
  if (next.shown().status == driver::CompileStatus::ok)
    for (const Model& model : next.shown().models) next.meshes.add_all(model, next.search);
  document_ = std::move(next);
  outdated_ = watch_->watch(files_behind(*document_, settings_.request.input.frontend), start);
  other_.reset();
}

bool Workspace::is_input(const std::string& path) const {
  return std::find(settings_.inputs.begin(), settings_.inputs.end(), path) != settings_.inputs.end();
}

bool Workspace::may_wait_for(const std::string& path, const std::string& resolved) const {
  return !is_input(path) && is_device(resolved);
}

std::optional<std::string> Workspace::resolve_input(const std::string& path) const {
  const auto& examples = settings_.examples;
  const bool known = is_input(path) || std::find(examples.begin(), examples.end(), path) != examples.end();
  if (known) return path;
  const auto root = settings_.project_roots.find(path);
  if (!root) return roots_.resolve(path);
  return roots_.resolve(SourceManager::file_key(root->file)) ? std::optional(path) : std::nullopt;
}

driver::Input Workspace::input_of(const std::string& name) const { return input_named(settings_, name); }

Undertaking Workspace::unless_stale(Undertaking undertaking) {
  undertaking.finish = [this, began = revision_,
                        finish = std::move(undertaking.finish)]() -> std::optional<Refusal> {
    return revision_ == began ? finish() : stale();
  };
  return undertaking;
}

Refusal Workspace::drop(const Reading& reading, Refusal refusal) {
  outdated_ = outdated_ || reading.had_changes;
  return refusal;
}

Undertaking Workspace::compare_with(const std::string& path) {
  const auto not_comparable = [](std::string why) { return Refusal{"not-comparable", std::move(why)}; };
  if (!document_) return refused(not_comparable("no file is open"));
  Task task = this->task();
  const driver::Input other = input_of(path);
  if (assembly_ && !assembly_->saved() &&
      SourceManager::file_key(other.file) == SourceManager::file_key(task.input.file))
    return refused(not_comparable("the assembly is not saved; its file cannot be read beside it"));
  struct Found {
    driver::Comparison comparison;
    std::string problem;
  };
  auto found = std::make_shared<Found>();
  auto work = [found, other, task = std::move(task)] {
    driver::Comparison& comparison = found->comparison;
    if (!driver::compare({task.input, other}, task.request, {}, 1, comparison, found->problem, &task.texts))
      return;
    found->problem = comparison.not_comparable;
    for (const driver::CompileResult& result : comparison.results)
      if (result.status != driver::CompileStatus::ok) found->problem = "one of the two files has errors";
  };
  auto finish = [this, found, path, other, not_comparable]() -> std::optional<Refusal> {
    other_.reset();
    if (!found->problem.empty()) return not_comparable(found->problem);
    FileSearch search = driver::RobotFiles(other.file, settings_.request.input.frontend, true).search();
    document_->meshes.add_all(found->comparison.results[1].models[0], search);
    other_ = std::make_unique<OtherRobot>(path, std::move(found->comparison), std::move(search));
    return std::nullopt;
  };
  return unless_stale({std::move(work), std::move(finish)});
}

Undertaking Workspace::compile_then(Task task,
                                    std::function<std::optional<Refusal>(driver::CompileResult)> finish) {
  auto result = std::make_shared<driver::CompileResult>();
  return unless_stale({[task = std::move(task), result] { *result = compile(task); },
                       [result, finish = std::move(finish)] { return finish(std::move(*result)); }});
}

driver::CompileResult Workspace::compile(const Task& task) {
  driver::Pipelines pipelines;
  std::string error;
  if (driver::make_pipelines(task.request, pipelines, error)) return compile(task, pipelines);
  driver::CompileResult result;
  result.status = driver::CompileStatus::internal_error;
  result.shown = error;
  return result;
}

bool Workspace::set_preferences(const Preferences& preferences, std::string& error) {
  preferences_ = preferences;
  if (settings_.read_only || settings_.preferences_file.empty()) return true;
  return write_preferences(settings_.preferences_file, preferences, error);
}

std::string Workspace::view_of(const std::string& robot) const {
  const auto found = views_.find(robot);
  return found == views_.end() ? std::string() : found->second;
}

std::optional<Refusal> Workspace::keep_view(const std::string& robot, const std::string& text) {
  if (robot.size() + text.size() > kLargestView)
    return Refusal{"large", concat("at most ", kLargestView, " bytes are kept for a robot")};
  if (text.empty())
    views_.erase(robot);
  else if (views_.contains(robot) || views_.size() < kMostViews)
    views_[robot] = text;
  else
    return Refusal{"full", concat("views are kept for at most ", kMostViews, " robots; '",
                                  views_file(settings_.preferences_file), "' has them")};
  if (settings_.read_only || settings_.preferences_file.empty()) return std::nullopt;
  std::string error;
  if (write_views(views_file(settings_.preferences_file), views_, error)) return std::nullopt;
  return Refusal{"not-written", error};
}

}  // namespace romas::studio
