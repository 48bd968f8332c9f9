#include "lsp/workspace/workspace.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>
#include <utility>

#include "driver/project/beside_robots.h"
#include "frontend/frontend.h"
#include "frontend/language/words/library.h"
#include "frontend/xml/words/package_manifest.h"
#include "lsp/markup/tree/tree.h"
#include "lsp/reading/file_stamp.h"
#include "lsp/yaml/yaml_documents.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// <mujocoinclude>, which other files of MJCF include.
bool is_mjcf_fragment(std::string_view text) {
  constexpr std::string_view kRoot = "mujocoinclude";
  if (text.find(kRoot) == std::string_view::npos) return false;
  const markup::Tree tree = markup::parse(text);
  return tree.root() != markup::kNone && tree.name(tree.root()) == kRoot;
}

}  // namespace

Workspace::Workspace(RequestOfProject request_of) : request_of_(std::move(request_of)) {}

const ProjectRequest& Workspace::project_of(const std::string& path) {
  const std::string file = driver::find_project_file(path);
  const auto [project, is_new] = projects_.try_emplace(file);
  if (is_new || has_other_baseline(file, project->second)) {
    const std::int64_t begin = file_time_now();
    project->second = request_of_(file);
    const auto stamp = stamp_of(project->second.baseline);
    const bool is_settled = !stamp || !may_have_changed(*stamp, begin, file_time_now());
    baselines_[file] = is_settled ? stamp : FileStamp{};
  }
  return project->second;
}

// Whether the baseline of a project is another one than when the project was read.
bool Workspace::has_other_baseline(const std::string& file, const ProjectRequest& project) const {
  return !project.baseline.empty() && baselines_.at(file) != stamp_of(project.baseline);
}

void Workspace::forget_projects() {
  projects_.clear();
  paired_.clear();
  closed_symbols_.forget();
  for (auto& [label, kept] : readings_) kept.newest.reset();
}

bool Workspace::is_description(const std::string& path, std::string_view text) {
  return detect_frontend(path, text) != nullptr;
}

std::shared_ptr<const Reading> Workspace::read(const driver::Input& input, const std::string& servo_map) {
  Kept& kept =
      readings_[servo_map.empty() ? driver::label(input) : concat(driver::label(input), "\n", servo_map)];
  const auto texts = documents_.texts();
  if (kept.newest && kept.newest->is_current(*texts)) return kept.newest;
  const ProjectRequest& project = project_of(input.file);
  const auto newest = std::make_shared<Reading>(paired(input, project), project, texts, servo_map);
  if (!newest->is_sound() && kept.sound) newest->look_back(kept.sound, project);
  kept.newest = newest;
  if (newest->is_sound())
    kept.sound = newest;
  else if (newest->before_mistakes())
    kept.sound = newest->before_mistakes();
  if (kept.sound && kept.sound->is_meaningful()) kept.meaningful = kept.sound;
  return kept.newest;
}

std::shared_ptr<const Reading> Workspace::read_once(const driver::Input& input) {
  return std::make_shared<const Reading>(input, project_of(input.file), documents_.texts());
}

// Robots of other open documents that read a file, although the disk may not say so yet. All of them are read
// for this: what was asked before must not decide. A file of definitions, or one with errors, makes no robot.
std::vector<driver::Input> Workspace::open_readers(const std::string& key) {
  std::vector<driver::Input> readers;
  for (const auto& entry : documents_.all()) {
    const std::string& other = entry.first;
    const Document& document = entry.second;
    if (other == key || is_yaml_name(other) || roots_.roots_of.contains(other)) continue;
    const FrontendInfo* format = detect_frontend(document.path, document.text);
    if (format == nullptr || format->name == "urdf") continue;  // it reads no further files
    const auto& roots = project_of(document.path).roots;
    if (std::ranges::any_of(
            roots, [&](const driver::Input& root) { return SourceManager::file_key(root.file) == other; }))
      continue;  // it is read as its project says
    const auto reading = read(document.path);
    if (reading->is_meaningful() && !reading->semantics() && reading->file(key) != 0)
      readers.push_back(reading->input());
  }
  return readers;
}

std::vector<driver::Input> Workspace::inputs_of(const std::string& key) {
  std::vector<driver::Input> inputs;
  const auto has = [&](const driver::Input& input) {
    return std::any_of(inputs.begin(), inputs.end(),
                       [&](const driver::Input& other) { return label(other) == label(input); });
  };
  const Document* document = documents_.find_key(key);
  const std::string path = document != nullptr ? document->path : key;
  for (const driver::Input& root : project_of(path).roots)
    if (SourceManager::file_key(root.file) == key && !has(root)) inputs.push_back(root);
  if (const auto found = roots_.roots_of.find(key); found != roots_.roots_of.end())
    for (const driver::Input& root : found->second)
      if (!has(root)) inputs.push_back(root);
  for (const driver::Input& reader : open_readers(key))
    if (!has(reader)) inputs.push_back(reader);
  // A part of a xacro robot means nothing by itself; a model or a Block that others read does. A closed file
  // is known only by its name, so data that a robot reads is not taken for a robot.
  const FrontendInfo* format =
      detect_frontend(path, document != nullptr ? document->text : std::string_view());
  const bool is_robot = format != nullptr || (document != nullptr && !is_yaml_name(key));
  const bool is_part = format != nullptr &&
                       (format->name == "xacro" || (document != nullptr && is_mjcf_fragment(document->text)));
  if (is_robot && (inputs.empty() || !is_part))
    if (!has(driver::Input(path))) inputs.insert(inputs.begin(), driver::Input(path));
  if (const auto active = active_roots_.find(key); active != active_roots_.end())
    std::stable_partition(inputs.begin(), inputs.end(),
                          [&](const driver::Input& input) { return label(input) == active->second; });
  return inputs;
}

std::vector<std::shared_ptr<const Reading>> Workspace::readings_of(const std::string& key) {
  const Document* document = documents_.find_key(key);
  if (document != nullptr && !is_description(document->path, document->text)) {
    // A file that made sense before is being typed in.
    const auto known = readings_.find(driver::label(driver::Input(document->path)));
    if (known == readings_.end() || !known->second.meaningful) return {};
  }
  return readers_of(key, kMostRoots);
}

std::vector<std::shared_ptr<const Reading>> Workspace::every_reading_of(const std::string& key) {
  return readers_of(key, std::numeric_limits<std::size_t>::max());
}

std::vector<std::shared_ptr<const Reading>> Workspace::readers_of(const std::string& key, std::size_t most) {
  const Document* document = documents_.find_key(key);
  std::vector<std::shared_ptr<const Reading>> readings;
  std::vector<driver::Input> inputs = inputs_of(key);
  if (inputs.size() > most) inputs.resize(most);
  for (const driver::Input& input : inputs) {
    auto reading = read(input);
    const bool is_own = SourceManager::file_key(input.file) == key;
    if (is_own || reading->file(key) != 0) readings.push_back(std::move(reading));
  }
  // No robot reads it any more: it counts by itself.
  if (readings.empty() && document != nullptr && !is_yaml_name(key)) readings.push_back(read(document->path));
  return readings;
}

std::vector<std::shared_ptr<const Reading>> Workspace::checked_readings(const std::string& key) {
  const Document* document = documents_.find_key(key);
  if (document == nullptr || yaml_document(key, document->text) != YamlDocument::servo_map)
    return is_yaml_name(key) ? checked_readings_of_yaml(key, document) : readings_of(key);
  std::vector<driver::Input>& robots = servo_robots_[key];
  // A text that cannot be read is about the robots that it was about.
  if (const auto yaml = yaml_of(key)) {
    robots.clear();
    for (const auto& reading : robots_of(*yaml)) robots.push_back(reading->input());
  }
  std::vector<std::shared_ptr<const Reading>> readings;
  for (const driver::Input& robot : robots) readings.push_back(read(robot, key));
  if (readings.empty())
    readings.push_back(std::make_shared<const Reading>(driver::Input(), project_of(document->path),
                                                       documents_.texts(), key));
  return readings;
}

// The robots that read the file as data, and the file itself with the robots that its names are of.
std::vector<std::shared_ptr<const Reading>> Workspace::checked_readings_of_yaml(const std::string& key,
                                                                                const Document* document) {
  std::vector<std::shared_ptr<const Reading>> readings = readers_of(key, kMostRoots);
  const bool is_parameters =
      document != nullptr && yaml_document(key, document->text) == YamlDocument::other && readings.empty();
  if (const auto yaml = is_parameters ? yaml_of(key) : nullptr; yaml && !yaml->names.empty())
    readings.push_back(read(document->path));
  return readings;
}

// An SRDF or a file of parameters with the robots that it is about.
driver::Input Workspace::paired(const driver::Input& input, const ProjectRequest& project) {
  if (!is_yaml_name(input.file) && !is_srdf_name(input.file)) return input;
  const auto [known, is_new] = paired_.try_emplace(input.file, input);
  if (is_new) {
    std::vector<driver::Input> roots = project.roots;
    roots.insert(roots.end(), roots_.named.begin(), roots_.named.end());
    driver::BesideRobots(project.request.input.frontend, roots).pair(known->second);
  }
  return known->second;
}

std::vector<std::shared_ptr<const Reading>> Workspace::semantics_about(const std::string& key) {
  std::map<std::string, driver::Input> inputs;
  if (const auto found = roots_.semantics_of.find(key); found != roots_.semantics_of.end())
    for (const driver::Input& input : found->second) inputs.emplace(label(input), input);
  // Open documents may be about it although the disk does not say so yet.
  for (const auto& [label, kept] : readings_)
    if (kept.newest && kept.newest->semantics() && kept.newest->file(key) != 0)
      inputs.emplace(label, kept.newest->input());
  std::vector<std::shared_ptr<const Reading>> readings;
  for (const auto& [label, input] : inputs) {
    auto reading = read(input);
    if (reading->semantics() && reading->file(key) != 0) readings.push_back(std::move(reading));
  }
  return readings;
}

std::shared_ptr<const YamlNames> Workspace::yaml_of(const std::string& key) {
  const Document* document = documents_.find_key(key);
  return yaml_files_.find(key, document != nullptr ? &document->text : nullptr);
}

std::vector<std::shared_ptr<const YamlNames>> Workspace::yaml_files() {
  std::set<std::string> keys(roots_.yaml_files.begin(), roots_.yaml_files.end());
  for (const auto& [key, document] : documents_.all())
    if (is_yaml_name(key)) keys.insert(key);
  std::vector<std::shared_ptr<const YamlNames>> files;
  for (const std::string& key : keys)
    if (auto yaml = yaml_of(key)) files.push_back(std::move(yaml));
  return files;
}

// The robots and SRDFs of the folders, those first whose path has most in common.
std::vector<driver::Input> Workspace::robots_near(const std::string& key) const {
  const auto common = [&](const driver::Input& input) {
    const std::string other = SourceManager::file_key(input.file);
    return std::ranges::mismatch(key, other).in1 - key.begin();
  };
  std::vector<driver::Input> robots = roots_.named;
  std::ranges::stable_sort(robots, std::ranges::greater(), common);
  constexpr std::size_t kMostTried = 32;
  if (robots.size() > kMostTried) robots.resize(kMostTried);
  return robots;
}

std::vector<std::shared_ptr<const Reading>> Workspace::robots_of(const YamlNames& yaml) {
  std::vector<std::shared_ptr<const Reading>> best;
  std::size_t most = 0;
  const auto take = [&](const std::shared_ptr<const Reading>& reading) {
    const NameShare share = share_of(yaml, *reading);
    if (!share.is_most() || share.known < most || share.known == 0) return;
    if (share.known > most) best.clear();
    most = share.known;
    if (best.size() < kMostRoots) best.push_back(reading);
  };
  std::vector<driver::Input> known;
  for (const auto& [label, kept] : readings_)
    if (kept.newest && kept.newest->servo_map().empty()) known.push_back(kept.newest->input());
  for (const driver::Input& input : known) take(read(input));
  if (!best.empty() || yaml.names.empty()) return best;
  for (const driver::Input& robot : robots_near(yaml.key)) take(read(robot));
  return best;
}

std::vector<std::shared_ptr<const Reading>> Workspace::robots_of_package(const std::string& key) {
  const std::filesystem::path folder = std::filesystem::path(key).parent_path();
  std::filesystem::path package = folder;
  while (package.has_relative_path() && !read_package_name(package.string())) package = package.parent_path();
  if (!package.has_relative_path()) package = folder;
  std::vector<std::shared_ptr<const Reading>> readings;
  for (const driver::Input& input : roots_.named)
    if (readings.size() < kMostRoots &&
        SourceManager::file_key(input.file).starts_with(concat(package.string(), "/")))
      readings.push_back(read(input));
  return readings;
}

View Workspace::view(const Document& document) {
  View view;
  view.document = &document;
  view.key = SourceManager::file_key(document.path);
  for (auto& reading : readings_of(view.key)) {
    if (!reading->is_meaningful() || reading->is_broken()) {
      const auto& kept = readings_[driver::label(reading->input())];
      if (kept.meaningful && kept.meaningful->file(view.key) != 0) {
        reading = kept.meaningful;
        view.is_stale = true;
      }
    }
    view.readings.push_back(std::move(reading));
  }
  if (is_yaml_name(view.key)) view.yaml = yaml_of(view.key);
  if (view.yaml) view.named_robots = robots_of(*view.yaml);
  return view;
}

std::vector<std::shared_ptr<const Reading>> Workspace::open_readings() {
  std::map<std::string, std::shared_ptr<const Reading>> readings;
  for (const auto& [key, document] : documents_.all())
    for (auto& reading : checked_readings(key)) readings.emplace(reading->label(), reading);
  for (const auto& [key, document] : documents_.all())
    if (const auto yaml = is_yaml_name(key) ? yaml_of(key) : nullptr)
      for (auto& reading : robots_of(*yaml)) readings.emplace(reading->label(), reading);
  // Readings that no open document shows are forgotten, to free their memory.
  std::erase_if(readings_, [&](const auto& entry) { return !readings.contains(entry.first); });
  std::vector<std::shared_ptr<const Reading>> all;
  all.reserve(readings.size());
  for (auto& [label, reading] : readings) all.push_back(std::move(reading));
  return all;
}

std::size_t Workspace::offset_in(const Reading& reading, const Document& document, Position position) const {
  const std::size_t offset = TextPositions(document.text, encoding_).offset(position);
  const FileId file = reading.file(SourceManager::file_key(document.path));
  if (file == 0) return offset;
  return MovedOffsets(document.text, reading.sources().text(file))(offset);
}

Location Workspace::location(const Reading& reading, SourceRange range) const {
  const SourceRange written = reading.sources().written(range);
  const std::string& key = reading.key(written.file);
  const Document* document = documents_.find_key(key);
  const std::string_view was = reading.sources().text(written.file);
  const std::string_view is = document != nullptr ? std::string_view(document->text) : was;
  if (!places_ || places_->reading != reading.serial() || places_->file != written.file ||
      places_->texts != documents_.texts())
    places_.emplace(Places{reading.serial(), written.file, documents_.texts(), MovedOffsets(was, is),
                           TextPositions(is, encoding_)});
  const MovedOffsets& moved = places_->moved;
  const std::string_view name = reading.sources().name(written.file);
  const std::string path = language::is_library_file(name) ? library_files_.path_of(name, was) : key;
  return {document != nullptr ? document->uri
          : path.empty()      ? std::string()
                              : uri_of_path(path),
          places_->positions.range(moved(written.begin), moved(written.end))};
}

}  // namespace romas::lsp
