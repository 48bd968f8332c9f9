#include "driver/several/destinations.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <unordered_set>

#include "backends/target.h"
#include "support/text/text.h"

namespace romas::driver {

namespace fs = std::filesystem;

namespace {

// A path as a word of a makefile: spaces, '#' and '$' escaped.
std::string make_word(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ' || c == '#' || c == '\\') out.push_back('\\');
    if (c == '$') out.push_back('$');
    out.push_back(c);
  }
  return out;
}

// Distinct paths, in the order in which they are added.
class PathList {
 public:
  void add(const std::string& path) {
    if (!path.empty() && known_.insert(path).second) paths_.push_back(path);
  }
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  std::vector<std::string> paths_;
  std::unordered_set<std::string> known_;
};

// The first target that satisfies a predicate; empty if none does.
template <class Predicate>
std::string first_target(const std::vector<std::string>& targets, Predicate holds) {
  const auto found = std::find_if(targets.begin(), targets.end(),
                                  [&](const std::string& name) { return holds(*find_target(name)); });
  return found == targets.end() ? std::string() : *found;
}

// Whether a path looks like a file of a programming language: no folder is named so.
bool is_name_of_code(const std::string& path) {
  constexpr std::array<std::string_view, 13> kEndings = {".h",  ".hh",  ".hpp", ".hxx", ".c",  ".cc", ".cpp",
                                                         ".js", ".mjs", ".cjs", ".ts",  ".py", ".cu"};
  return std::ranges::find(kEndings, fs::path(path).extension().string()) != kEndings.end();
}

// Summaries may follow each other on one screen; files may not.
std::string why_not_on_one_screen(std::size_t inputs, const std::vector<std::string>& targets, bool summary) {
  const bool summaries = summary || targets == std::vector<std::string>{"tree"};
  if (inputs * targets.size() > 1 && !summaries) return "several outputs need -o FOLDER";
  return targets.size() > 1 ? "several targets need -o FOLDER" : "";
}

}  // namespace

bool Destinations::make(const std::string& output, std::size_t inputs,
                        const std::vector<std::string>& targets, bool summary, Destinations& destinations,
                        std::string& error) {
  const bool several = inputs * targets.size() > 1;
  destinations.path_ = output.empty() ? "-" : output;
  const std::string& path = destinations.path_;
  const std::string project =
      first_target(targets, [](const TargetInfo& target) { return target.writes_folder(); });
  if (!project.empty() && (path == "-" || path.ends_with(".hpp"))) {
    error = concat("--emit=", project, " writes a folder: name it with -o");
    return false;
  }
  if (path == "-") {
    error = why_not_on_one_screen(inputs, targets, summary);
    return error.empty();
  }
  // Code is named after its robot, so it goes to a folder unless a name like its own is given.
  const std::string code = first_target(
      targets, [](const TargetInfo& target) { return target.is_code() && !target.writes_folder(); });
  const std::string_view extension = code.empty() ? std::string_view() : find_target(code)->extension;
  std::error_code ignored;
  const bool folder_of_several = several || !project.empty();
  const bool is_there = path.ends_with('/') || fs::is_directory(path, ignored);
  const bool is_named = path.ends_with(extension) || (extension == ".js" && path.ends_with(".mjs"));
  destinations.is_folder_ = folder_of_several || !is_named || is_there;
  const bool is_file = fs::exists(path, ignored) && !fs::is_directory(path, ignored);
  const bool looks_like_file = !folder_of_several && !is_there && !code.empty() && is_name_of_code(path);
  if (destinations.is_folder_ && (is_file || looks_like_file))
    error = concat("-o ", path,
                   several            ? std::string(": several outputs need a folder")
                   : !project.empty() ? concat(": --emit=", project, " writes a folder")
                                      : concat(": generated code needs a folder or a name in ", extension),
                   is_file ? ", but this is a file" : "");
  destinations.folder_ = destinations.is_folder_ ? path : fs::path(path).parent_path().string();
  if (destinations.folder_.empty()) destinations.folder_ = ".";
  return error.empty();
}

std::string Destinations::file() const {
  return is_folder_ || standard_output() ? std::string() : fs::path(path_).filename().string();
}

std::string Destinations::path_for(const OutputFile& file) const {
  if (is_folder_) return (fs::path(path_) / file.path).string();
  return file.beside ? (fs::path(path_).parent_path() / file.path).string() : path_;
}

namespace {

// The same for all spellings of one file's path.
std::string canonical(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(path, error);
  return error ? path : found.string();
}

}  // namespace

void Destinations::protect(const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (input != "-") protected_.insert(canonical(input));
}

bool Destinations::place(std::vector<CompileResult>& results, OutputSet& outputs, std::string& error) const {
  std::set<std::string> shared;
  for (CompileResult& result : results) {
    for (OutputFile& file : result.files) {
      const std::string path = path_for(file);
      if (file.shared && !shared.insert(path).second) continue;
      if (path != "-" && !protected_.empty() && protected_.contains(canonical(path))) {
        error = concat("the output '", path,
                       "' is an input of this run; give it another place, or --force to replace the input");
        return false;
      }
      if (outputs.add(path, std::move(file.text))) continue;
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

void Destinations::place_dependencies(const DependencyRequest& request,
                                      const std::vector<CompileResult>& results, OutputSet& outputs) const {
  if (!request.enabled) return;
  PathList made;
  PathList read;
  for (const CompileResult& result : results) {
    for (const OutputFile& file : result.files) made.add(path_for(file));
    for (const std::string& path : result.files_read) read.add(path);
  }
  for (const std::string& path : request.settings) read.add(path);
  std::string text;
  for (const std::string& target : request.targets.empty() ? made.paths() : request.targets)
    text += concat(text.empty() ? "" : " ", make_word(target));
  text += ":";
  for (const std::string& path : read.paths()) text += concat(" \\\n  ", make_word(path));
  text += "\n";
  if (request.phony)
    for (const std::string& path : read.paths()) text += concat("\n", make_word(path), ":\n");
  const bool unnamed = made.paths().empty() || made.paths().front() == "-";
  const std::string fallback =
      unnamed ? "romasc.d" : fs::path(made.paths().front()).replace_extension(".d").string();
  outputs.add(request.path.empty() ? fallback : request.path, std::move(text));
}

}  // namespace romas::driver
