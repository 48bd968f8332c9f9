#include "lsp/root_index.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "driver/find_inputs.h"
#include "driver/load.h"
#include "driver/xacro_roots.h"
#include "frontend/frontend.h"

namespace romas::lsp {

namespace {

struct FilesRead {
  std::vector<std::string> keys;  // the file of the input first
  bool has_semantics = false;     // it is an SRDF; the files of the robot are there, too
};

std::vector<std::string> keys_of(const SourceManager& sources) {
  std::vector<std::string> keys;
  keys.reserve(sources.file_count());
  for (FileId file = 1; file <= sources.file_count(); ++file)
    keys.push_back(SourceManager::file_key(std::string(sources.name(file))));
  return keys;
}

FilesRead files_read(const driver::Input& input, const ProjectRequest& project) {
  if (is_srdf_name(input.file)) {
    const driver::CompileResult result = driver::compile(input, project.request, project.pipelines);
    return {keys_of(*result.sources), result.semantics.has_value()};
  }
  const driver::CompileRequest request = driver::request_for(input, project.request);
  SourceManager sources;
  DiagnosticEngine diagnostics;
  diagnostics.see_instances_of(sources);
  std::vector<std::string> read;
  std::string printed;
  driver::Stage stage{sources, diagnostics, read, printed};
  const driver::LoadedText text = driver::load(input.file, request.input, stage);
  if (text.file == 0) return {};
  driver::parse(input.file, text.file, request.input, true, stage);
  return {keys_of(sources), false};
}

const FrontendInfo* format_of(const std::string& path) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error);
  return file == 0 ? nullptr : detect_frontend(path, sources.text(file));
}

std::vector<std::string> yaml_files_in(const std::string& folder) {
  driver::FolderSearch search;
  search.format = "any";
  for (const char* pattern : {"*.yaml", "*.yml"}) search.include.push_back(*PathPattern::parse(pattern));
  std::vector<std::string> keys;
  for (const std::string& file : driver::find_inputs(folder, search).files)
    keys.push_back(SourceManager::file_key(file));
  return keys;
}

}  // namespace

RootIndex index_roots(const std::vector<std::string>& folders,
                      const std::function<const ProjectRequest&(const std::string& path)>& request_of,
                      const std::function<bool()>& go_on) {
  RootIndex index;
  std::set<std::string> seen;
  const auto add = [&](const driver::Input& input) {
    if (!go_on() || !seen.insert(driver::label(input)).second) return;
    const FilesRead read = files_read(input, request_of(input.file));
    index.named.push_back(input);
    for (const std::string& key : read.keys) {
      if (read.has_semantics) index.semantics_of[key].push_back(input);
      if (key != SourceManager::file_key(input.file) && !read.has_semantics)
        index.roots_of[key].push_back(input);
    }
  };
  for (const std::string& folder : folders) {
    std::vector<driver::Input> inputs;
    std::set<std::string> projects;
    for (const std::string& file : driver::find_inputs(folder, {}).files) {
      if (!go_on()) return index;
      ++index.files;
      if (projects.insert(driver::find_project_file(file)).second)
        for (const driver::Input& root : request_of(file).roots) add(root);
      const FrontendInfo* format = format_of(file);
      if (format == nullptr) continue;
      driver::Input input(file);
      input.found = true;
      if (format->name == "urdf") {  // it reads no further files
        index.named.push_back(std::move(input));
        continue;
      }
      inputs.push_back(std::move(input));
    }
    std::ranges::move(yaml_files_in(folder), std::back_inserter(index.yaml_files));
    if (inputs.empty()) continue;
    const driver::CompileRequest request = request_of(inputs.front().file).request;
    for (const driver::Input& root : driver::find_xacro_roots(inputs, request, 1).inputs) add(root);
  }
  return index;
}

}  // namespace romas::lsp
