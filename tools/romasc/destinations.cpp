#include "tools/romasc/destinations.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_set>

#include "backends/target.h"
#include "support/text.h"

namespace romas::tool {

namespace fs = std::filesystem;

namespace {

// A robot's name as a file name: what could leave the folder or trouble a shell becomes '_'.
std::string file_stem(std::string_view robot) {
  std::string stem(robot.empty() ? "robot" : robot);
  for (char& c : stem)
    if (c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) <= 0x20 || c == 0x7f) c = '_';
  if (stem.front() == '.' || stem.front() == '-') stem.front() = '_';
  return stem;
}

// As make reads it: spaces, '#' and '$' escaped.
std::string make_word(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ' || c == '#' || c == '\\') out.push_back('\\');
    if (c == '$') out.push_back('$');
    out.push_back(c);
  }
  return out;
}

}  // namespace

bool Destinations::make(const Invocation& invocation, Destinations& destinations, std::string& error) {
  const bool several = invocation.inputs.size() * invocation.targets.size() > 1;
  destinations.path_ = invocation.output.empty() ? "-" : invocation.output;
  const auto project =
      std::find_if(invocation.targets.begin(), invocation.targets.end(),
                   [](const std::string& name) { return find_target(name)->emit_project != nullptr; });
  const bool has_project = project != invocation.targets.end();
  if (has_project && (destinations.path_ == "-" || destinations.path_.ends_with(".hpp"))) {
    error = concat("--emit=", *project, " writes a folder: name it with -o");
    return false;
  }
  if (destinations.path_ == "-") {
    // Summaries may follow each other on one screen; files may not.
    if (invocation.targets.size() > 1) error = "several targets need -o FOLDER";
    if (several && !invocation.default_target && invocation.targets != std::vector<std::string>{"tree"})
      error = "several outputs need -o FOLDER";
    return error.empty();
  }
  std::error_code ignored;
  // A header is named after its robot, so code goes to a folder unless the header's own name is given.
  const bool code = std::any_of(invocation.targets.begin(), invocation.targets.end(),
                                [](const std::string& name) { return find_target(name)->is_code; });
  destinations.is_folder_ = several || has_project || (code && !destinations.path_.ends_with(".hpp")) ||
                            destinations.path_.ends_with('/') ||
                            fs::is_directory(destinations.path_, ignored);
  if (destinations.is_folder_ && fs::exists(destinations.path_, ignored) &&
      !fs::is_directory(destinations.path_, ignored))
    error = concat("-o ", destinations.path_,
                   several       ? std::string(": several outputs need a folder")
                   : has_project ? concat(": --emit=", *project, " writes a folder")
                                 : std::string(": generated code needs a folder or a name in .hpp"),
                   ", and this is a file");
  destinations.folder_ =
      destinations.is_folder_ ? destinations.path_ : fs::path(destinations.path_).parent_path().string();
  if (destinations.folder_.empty()) destinations.folder_ = ".";
  return error.empty();
}

std::string Destinations::path_for(const Emitted& emitted) const {
  if (!is_folder_) return path_;
  if (!emitted.path.empty()) return (fs::path(path_) / emitted.path).string();
  return (fs::path(path_) / (file_stem(emitted.robot) + emitted.extension)).string();
}

bool Destinations::place(std::vector<CompileResult>& results, OutputSet& outputs, std::string& error) const {
  std::set<std::string> shared;
  for (CompileResult& result : results) {
    for (Emitted& emitted : result.emitted) {
      const std::string path = path_for(emitted);
      if (emitted.shared && !shared.insert(path).second) continue;
      if (outputs.add(path, std::move(emitted.text))) continue;
      error =
          is_folder_
              ? concat("two robots would be written to '", path, "'; give them different names or folders")
              : concat("'", path,
                       "' would have to hold several robots; choose one with --robot, or give a folder");
      return false;
    }
    for (const FileCopy& copy : result.copies) {
      if (outputs.add_copy(copy.target, copy.source, copy.max_bytes)) continue;
      error = concat("two different files would be written to '", copy.target,
                     "'; give the robots different folders");
      return false;
    }
  }
  return true;
}

void Destinations::place_dependencies(const Invocation& invocation, const std::vector<CompileResult>& results,
                                      OutputSet& outputs) const {
  if (!invocation.dependencies.enabled) return;
  std::vector<std::string> made;
  std::vector<std::string> read;
  std::unordered_set<std::string> known_made;
  std::unordered_set<std::string> known_read;
  for (const CompileResult& result : results) {
    for (const Emitted& emitted : result.emitted)
      if (std::string path = path_for(emitted); known_made.insert(path).second)
        made.push_back(std::move(path));
    for (const std::string& path : result.files_read)
      if (known_read.insert(path).second) read.push_back(path);
  }
  for (const std::string& path : {invocation.project_file, invocation.baseline})
    if (!path.empty() && known_read.insert(path).second) read.push_back(path);
  const auto& targets = invocation.dependencies.targets.empty() ? made : invocation.dependencies.targets;
  std::string text;
  for (const std::string& target : targets) text += concat(text.empty() ? "" : " ", make_word(target));
  text += ":";
  for (const std::string& path : read) text += concat(" \\\n  ", make_word(path));
  text += "\n";
  if (invocation.dependencies.phony)
    for (const std::string& path : read) text += concat("\n", make_word(path), ":\n");
  const std::string fallback = made.empty() || made.front() == "-"
                                   ? "romasc.d"
                                   : fs::path(made.front()).replace_extension(".d").string();
  outputs.add(invocation.dependencies.path.empty() ? fallback : invocation.dependencies.path,
              std::move(text));
}

}  // namespace romas::tool
