// The inputs of a call, folders searched, and the project that they belong to.
#include <algorithm>
#include <filesystem>
#include <set>

#include "driver/find_inputs.h"
#include "frontend/frontend.h"
#include "tools/romasc/read_options.h"

namespace romas::tool {

namespace fs = std::filesystem;

namespace {

std::string input_format(const OptionValues& values) {
  std::string format = values.text("input-format", "auto");
  if (format == "auto" || find_frontend(format) != nullptr) return format;
  throw UsageError{concat("--input-format=", format, ": must be one of auto, ",
                          join(all_frontends(), ", ", &FrontendInfo::name),
                          did_you_mean(format, all_frontends(), &FrontendInfo::name))};
}

bool is_folder(const std::string& input) {
  std::error_code ignored;
  return input != "-" && fs::is_directory(input, ignored);
}

// The patterns of --include or --exclude.
std::vector<PathPattern> patterns(const OptionValues& values, const char* name) {
  std::vector<PathPattern> found;
  for (const std::string& glob : values.list(name)) {
    auto pattern = PathPattern::parse(glob);
    if (!pattern || pattern->negated())
      throw UsageError{
          concat("--", name, "=", glob, ": must be a pattern of paths, as in --", name, "='old_*.urdf'")};
    found.push_back(std::move(*pattern));
  }
  return found;
}

driver::FolderSearch folder_search(const OptionValues& values, const std::string& format) {
  driver::FolderSearch search;
  search.format = values.on("reformat") ? "romas" : format;
  search.include = patterns(values, "include");
  for (PathPattern& pattern : patterns(values, "exclude")) search.exclude.add(std::move(pattern));
  search.output = values.output();
  return search;
}

std::string no_description(const std::string& folder, const driver::FolderSearch& search) {
  return concat("cannot read '", folder,
                "': it is a folder, and no robot description lies in it or below; descriptions are ",
                search.format == "auto" ? concat("files named ", driver::description_extensions(),
                                                 ", and XML files with a robot's root element")
                                        : concat("here files of the format ", search.format),
                "; hidden files and what .gitignore, --include and --exclude leave out do not count");
}

// The project file of an input: nothing may tell in a folder of many robots which project counts for which.
void check_project_below(const std::string& folder, const std::string& project, const Strings& files) {
  std::set<fs::path> folders;
  for (const std::string& file : files) folders.insert(fs::path(file).parent_path());
  for (const fs::path& below : folders) {
    const std::string found = driver::find_project_file((below / "-").string());
    if (!found.empty() && found != project)
      throw UsageError{
          concat("below '", folder, "' lies another project, '", found,
                 "'; name one with --project, leave its folder out with --exclude, or call romasc for "
                 "each")};
  }
}

// All inputs of a call share one project: a baseline or a list of warnings for some of them only would be
// surprising.
class ProjectSearch {
 public:
  void add(const std::string& input) {
    const std::string found = driver::find_project_file(input);
    if (!path_.empty() && !found.empty() && found != path_)
      throw UsageError{concat("the inputs belong to two projects, '", path_, "' and '", found,
                              "'; name one with --project, or call romasc for each")};
    if (!found.empty()) path_ = found;
  }
  void add_folder(const std::string& folder, const Strings& files) {
    add((fs::path(folder) / "-").string());
    check_project_below(folder, path_, files);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// What --project and --no-project say; nothing if the inputs decide.
std::optional<std::string> given_project(const OptionValues& values) {
  const std::string path = values.text("project");
  if (values.given("project") && path.empty()) throw UsageError{"--project needs a file"};
  if (!path.empty() && values.on("no-project"))
    throw UsageError{"--project and --no-project exclude each other"};
  if (path.empty() && !values.on("no-project")) return std::nullopt;
  return path;
}

driver::ProjectSettings read_settings(const std::string& path) {
  if (path.empty()) return {};
  std::string problem;
  auto project = driver::read_project_file(path, problem);
  if (!project) throw UsageError{problem};
  return std::move(*project);
}

}  // namespace

driver::ProjectSettings read_inputs(const OptionValues& values, Invocation& to) {
  const std::optional<std::string> project = given_project(values);
  to.request.input.format = input_format(values);
  const driver::FolderSearch search = folder_search(values, to.request.input.format);
  ProjectSearch projects;
  const Strings given = values.list("input");
  to.of_folder = !values.given("compare") && std::any_of(given.begin(), given.end(), is_folder);
  std::set<std::string> known;  // a file that is named and lies in a folder that is named is one input
  const auto add = [&](const std::string& file, bool named) {
    const bool fresh = !to.of_folder || known.insert(fs::path(file).lexically_normal().string()).second;
    if (fresh || named) to.inputs.push_back(file);
  };
  for (const std::string& input : given) {
    if (!to.of_folder || !is_folder(input)) {
      add(input, true);
      if (!project) projects.add(input);
      continue;
    }
    const auto [files, unreadable] = driver::find_inputs(input, search);
    to.unreadable.insert(to.unreadable.end(), unreadable.begin(), unreadable.end());
    if (files.empty() && unreadable.empty()) to.unreadable.push_back(no_description(input, search));
    for (const std::string& file : files) add(file, false);
    if (!project) projects.add_folder(input, files);
  }
  for (const char* name : {"include", "exclude"})
    if (values.given(name) && !to.of_folder)
      throw UsageError{
          concat("--", name, " tells which files of a folder are read, and no input is a folder")};
  return read_settings(project.value_or(projects.path()));
}

}  // namespace romas::tool
