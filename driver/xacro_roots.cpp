#include "driver/xacro_roots.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "frontend/frontend.h"
#include "support/source_manager.h"
#include "support/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

bool is_xacro(const std::string& path) {
  const FrontendInfo* frontend = detect_frontend(path, "");
  return frontend != nullptr && frontend->name == "xacro";
}

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

// The names of the files in the includes of a text: "arm.xacro" of filename="$(find arm)/urdf/arm.xacro".
std::set<std::string> included_names(std::string_view text) {
  constexpr std::string_view kInclude = ":include", kFile = "filename=";
  std::set<std::string> names;
  for (std::size_t at = text.find(kInclude); at != std::string_view::npos; at = text.find(kInclude, at)) {
    at += kInclude.size();
    const std::string_view tag = text.substr(at, text.find('>', at) - at);
    const std::size_t file = tag.find(kFile);
    if (file == std::string_view::npos || file + kFile.size() >= tag.size()) continue;
    const std::string_view value = tag.substr(file + kFile.size() + 1);
    const std::string_view path = value.substr(0, value.find(tag[file + kFile.size()]));
    names.emplace(path.substr(path.rfind('/') + 1));  // the whole path where it has no '/'
  }
  return names;
}

}  // namespace

std::vector<std::string> without_included(std::vector<std::string> files) {
  std::set<std::string> parts;
  for (const std::string& file : files) {
    if (!is_xacro(file)) continue;
    SourceManager sources;
    SourceManager::ReadError error;  // told when the file is read
    const FileId text = sources.read_file(file, error);
    if (text == 0) continue;
    std::set<std::string> names = included_names(sources.text(text));
    names.erase(name_of(file));  // a file that includes itself is told
    parts.merge(names);
  }
  std::erase_if(files,
                [&](const std::string& file) { return is_xacro(file) && parts.contains(name_of(file)); });
  return files;
}

}  // namespace romas::driver
