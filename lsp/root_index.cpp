#include "lsp/root_index.h"

#include <algorithm>
#include <set>
#include <utility>

#include "driver/find_inputs.h"
#include "driver/load.h"
#include "driver/xacro_roots.h"
#include "frontend/frontend.h"

namespace romas::lsp {

namespace {

// The keys of the files that the robot of an input reads, its own first.
std::vector<std::string> files_read(const driver::Input& input, const ProjectRequest& project) {
  const driver::CompileRequest request = driver::request_for(input, project.request);
  SourceManager sources;
  DiagnosticEngine diagnostics;
  diagnostics.see_instances_of(sources);
  std::vector<std::string> read;
  std::string printed;
  driver::Stage stage{sources, diagnostics, read, printed};
  const driver::LoadedText text = driver::load(input.file, request.input, stage);
  std::vector<std::string> keys;
  if (text.file == 0) return keys;
  driver::parse(input.file, text.file, request.input, true, stage);
  for (FileId file = 1; file <= sources.file_count(); ++file)
    keys.push_back(SourceManager::file_key(std::string(sources.name(file))));
  return keys;
}

bool may_read_others(const std::string& path) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(path, error);
  if (file == 0) return false;
  const FrontendInfo* format = detect_frontend(path, sources.text(file));
  return format != nullptr && format->name != "urdf";
}

}  // namespace

RootIndex index_roots(const std::vector<std::string>& folders,
                      const std::function<const ProjectRequest&(const std::string& path)>& request_of,
                      const std::function<bool()>& go_on) {
  RootIndex index;
  std::set<std::string> seen;
  const auto add = [&](const driver::Input& input) {
    if (!go_on() || !seen.insert(driver::label(input)).second) return;
    for (const std::string& key : files_read(input, request_of(input.file)))
      if (key != SourceManager::file_key(input.file)) index.roots_of[key].push_back(input);
  };
  for (const std::string& folder : folders) {
    std::vector<driver::Input> inputs;
    std::set<std::string> projects;
    for (const std::string& file : driver::find_inputs(folder, {}).files) {
      if (!go_on()) return index;
      ++index.files;
      if (projects.insert(driver::find_project_file(file)).second)
        for (const driver::Input& root : request_of(file).roots) add(root);
      if (!may_read_others(file)) continue;
      driver::Input input(file);
      input.found = true;
      inputs.push_back(std::move(input));
    }
    if (inputs.empty()) continue;
    const driver::CompileRequest request = request_of(inputs.front().file).request;
    for (const driver::Input& root : driver::find_xacro_roots(inputs, request, 1).inputs) add(root);
  }
  return index;
}

}  // namespace romas::lsp
