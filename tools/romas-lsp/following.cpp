// Follows the editor's open texts and the changes on the disk, and publishes the findings that result.
#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "lsp/features/robots/robot_model.h"
#include "lsp/features/shown/diagnostics.h"
#include "support/text/text.h"
#include "tools/romas-lsp/session.h"

namespace romas::lsp {

void Session::did_open(const DidOpenTextDocumentParams& parameters) {
  workspace_->documents().open(parameters.textDocument);
  publish_later();
}

void Session::did_change(const DidChangeTextDocumentParams& parameters) {
  workspace_->documents().change(parameters, workspace_->encoding());
  publish_later();
}

void Session::did_save(const DocumentParams& parameters) {
  if (path_of_uri(parameters.textDocument.uri).ends_with(".romas.yaml")) workspace_->forget_projects();
  start_index();
  publish_later();
}

void Session::did_close(const DocumentParams& parameters) {
  workspace_->documents().close(parameters.textDocument.uri);
  tokens_.erase(parameters.textDocument.uri);
  told_models_.erase(parameters.textDocument.uri);
  publish_later();
}

void Session::did_change_watched_files(const DidChangeWatchedFilesParams&) {
  workspace_->forget_projects();
  start_index();
  publish_later();
}

void Session::did_change_folders(const DidChangeWorkspaceFoldersParams& parameters) {
  std::vector<std::string> folders = workspace_->folders();
  for (const WorkspaceFolder& gone : parameters.event.removed) std::erase(folders, path_of_uri(gone.uri));
  for (const WorkspaceFolder& come : parameters.event.added) {
    const std::string path = path_of_uri(come.uri);
    if (!path.empty() && std::ranges::find(folders, path) == folders.end()) folders.push_back(path);
  }
  workspace_->set_folders(std::move(folders));
  workspace_->forget_projects();
  start_index();
  publish_later();
}

// As long as the last reading took: who types gets findings at rest, small robots get them at once.
void Session::publish_later() {
  constexpr std::chrono::milliseconds kLongest(200);
  publish_at_ = Clock::now() + std::min(last_time_, kLongest);
}

// A change that arrives meanwhile has it done again.
void Session::publish() {
  publish_at_.reset();
  const auto start = Clock::now();
  try {
    LongWork shown(progress_, nullptr, "Checking robots", progress_after_);
    const auto is_unwanted = asked_at_arrivals([this] { return has_waiting_change(); });
    const Stoppable work([&, is_unwanted]() mutable {
      shown.go_on();
      return is_unwanted();
    });
    tell_findings();
    if (tells_models_) tell_models();
    watch_baselines();
  } catch (const Stopped&) {  // who sent the change begins it again
  }
  last_time_ = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

// Baselines have any name and may lie anywhere: each is watched once it is known that it counts.
void Session::watch_baselines() {
  if (!watches_files_) return;
  for (const auto& [file, project] : workspace_->projects()) {
    if (project.baseline.empty()) continue;
    const std::filesystem::path path = SourceManager::file_key(project.baseline);
    if (!watched_baselines_.insert(path.string()).second) continue;
    Json pattern = path.string();
    if (relative_patterns_)
      pattern = {{"baseUri", uri_of_path(path.parent_path().string())},
                 {"pattern", path.filename().string()}};
    watch(concat("baseline ", watched_baselines_.size()), pattern);
  }
}

void Session::watch(const std::string& id, const Json& pattern) {
  const Json options = {{"watchers", Json::array({{{"globPattern", pattern}}})}};
  const Json registration = {
      {"id", id}, {"method", "workspace/didChangeWatchedFiles"}, {"registerOptions", options}};
  send_request("client/registerCapability", {{"registrations", Json::array({registration})}});
}

void Session::tell_findings() {
  const auto readings = workspace_->open_readings();
  const auto findings = findings_by_file(readings);
  std::map<std::string, PublishDiagnosticsParams> now;  // by URI
  for (const auto& [key, document] : workspace_->documents().all())
    now[document.uri] = {document.uri, document.version, {}};
  for (const auto& [key, list] : findings) {
    PublishDiagnosticsParams& of_file = now[workspace_->documents().uri(key)];
    of_file.uri = workspace_->documents().uri(key);
    of_file.diagnostics = diagnostics_of(*workspace_, list, readings);
  }
  for (const auto& [key, found] : project_findings(*workspace_)) {
    PublishDiagnosticsParams& of_file = now[workspace_->documents().uri(key)];
    of_file.uri = workspace_->documents().uri(key);
    of_file.diagnostics.insert(of_file.diagnostics.end(), found.begin(), found.end());
  }
  // A client that pulls the diagnostics of its documents gets none published.
  if (pulls_)
    for (const auto& [key, document] : workspace_->documents().all()) now.erase(document.uri);
  for (auto& [uri, text] : published_)
    if (!now.contains(uri)) now[uri] = {uri, std::nullopt, {}};
  for (const auto& [uri, parameters] : now) {
    const Json json = write_json(parameters);
    const auto known = published_.find(uri);
    const bool is_empty = parameters.diagnostics.empty() && !workspace_->documents().find_uri(uri);
    if (known == published_.end() ? !is_empty : known->second != json)
      send_notification("textDocument/publishDiagnostics", json);
    if (is_empty)
      published_.erase(uri);
    else
      published_[uri] = json;
  }
}

// The active robot of each document. A text with errors changes nothing yet: romas.model has no robot of it.
void Session::tell_models() {
  for (const auto& [key, document] : workspace_->documents().all()) {
    const auto readings = workspace_->readings_of(key);
    const bool is_robot = !readings.empty() && readings.front()->is_meaningful() &&
                          readings.front()->result().status == driver::CompileStatus::ok;
    const auto [known, is_new] =
        told_models_.try_emplace(document.uri, is_robot ? readings.front() : nullptr);
    if (is_new || !is_robot || same_models(known->second, readings.front())) continue;
    known->second = readings.front();
    send_notification("romas/modelChanged", {{"uri", document.uri}});
  }
}

void Session::start_index() {
  stop_index_ = forget_index_ = true;
  if (indexing_.joinable()) indexing_.join();
  stop_index_ = forget_index_ = false;
  {
    const std::lock_guard lock(mutex_);
    is_searching_ = !workspace_->folders().empty();
    index_.reset();
    if (!is_searching_) index_.emplace();
  }
  if (workspace_->folders().empty()) return;
  if (!settings_.has_threads) return make_index(workspace_->folders());
  indexing_ = std::thread([this, folders = workspace_->folders()] { make_index(folders); });
}

void Session::make_index(const std::vector<std::string>& folders) {
  std::map<std::string, ProjectRequest> projects;
  driver::ProjectFiles project_files;
  IndexWork work;
  work.request_of = [&](const std::string& path) -> const ProjectRequest& {
    const std::string& file = project_files.of(path);
    const auto found = projects.find(file);
    return found != projects.end() ? found->second : projects.emplace(file, request_of_(file)).first->second;
  };
  work.go_on = [this] { return !stop_index_.load(); };
  work.cache = settings_.cache;
  const Stoppable stoppable([this] { return stop_index_.load(); });
  const Json token = progress_.begin(nullptr, "Looking through the workspace", true);
  std::optional<std::uint32_t> told;
  work.progress = [&](std::size_t done, std::size_t all) {
    const auto percentage = static_cast<std::uint32_t>(100 * done / std::max<std::size_t>(all, 1));
    if (std::exchange(told, percentage) == percentage) return;
    progress_.report(token, percentage, concat(done, " of ", all, " files"));
  };
  bool is_told = false, is_whole = false;
  work.found = [&](RootIndex found) {
    is_told = true;
    is_whole = !stop_index_;
    progress_.end(token);
    if (!is_whole) return;
    const std::lock_guard lock(mutex_);
    index_ = std::move(found);
    is_searching_ = false;
    arrived_.notify_one();
  };
  // A complete index is kept also if the session ends. An index that is to be made anew is not.
  work.may_keep = [&] { return is_whole && !forget_index_.load(); };
  try {
    index_roots(folders, work);
  } catch (const std::exception&) {  // the editor goes on without it
    if (!is_told) progress_.end(token);
    end_search();
  }
}

void Session::end_search() {
  const std::lock_guard lock(mutex_);
  is_searching_ = false;
  arrived_.notify_one();
}

void Session::look_through() {
  constexpr std::chrono::milliseconds kBetween(10);
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (!is_searching_) break;
      arrived_.wait_for(lock, kBetween);
    }
    stop_point();
  }
  take_index();
}

void Session::take_index() {
  std::optional<RootIndex> made;
  {
    const std::lock_guard lock(mutex_);
    made = std::exchange(index_, std::nullopt);
  }
  if (!made) return;
  workspace_->set_roots(std::move(*made));
  publish_later();
  ask_again();
}

void Session::ask_again() {
  if (pulls_ && refreshes_pulls_) send_request("workspace/diagnostic/refresh");
  for (const std::string& method : refreshes_) send_request(method);
}

}  // namespace romas::lsp
