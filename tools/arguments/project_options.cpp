#include "tools/arguments/project_options.h"

#include <filesystem>
#include <set>

namespace romas::tool {

namespace fs = std::filesystem;

namespace {

// Throws UsageError if a folder of the files belongs to another project, since nothing tells which project
// counts for which robot.
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

// Returns the file of --project, or an empty path for --no-project. Returns nullopt if the inputs decide.
std::optional<std::string> given_project(const OptionValues& values) {
  const std::string path = values.text("project");
  if (values.given("project") && path.empty()) throw UsageError{"--project needs a file"};
  if (!path.empty() && values.on("no-project"))
    throw UsageError{"--project and --no-project exclude each other"};
  if (path.empty() && !values.on("no-project")) return std::nullopt;
  return path;
}

}  // namespace

ProjectSearch::ProjectSearch(const OptionValues& values) : given_(given_project(values)) {}

void ProjectSearch::add(const std::string& input) {
  if (given_) return;
  // Many inputs lie in few folders.
  if (!folders_.insert(fs::path(input).parent_path().string()).second) return;
  const std::string found = driver::find_project_file(input);
  if (!found_.empty() && !found.empty() && found != found_)
    throw UsageError{concat("the inputs belong to two projects, '", found_, "' and '", found,
                            "'; name one with --project, or call romasc for each")};
  if (!found.empty()) found_ = found;
}

void ProjectSearch::add_folder(const std::string& folder, const Strings& files) {
  if (given_) return;
  add((fs::path(folder) / "-").string());
  check_project_below(folder, found_, files);
}

driver::ProjectSettings ProjectSearch::read() const {
  const std::string path = given_.value_or(found_);
  if (path.empty()) return {};
  std::string problem;
  auto project = driver::read_project_file(path, problem);
  if (!project) throw UsageError{problem};
  return std::move(*project);
}

driver::ProjectSettings read_project(const OptionValues& values) {
  ProjectSearch projects(values);
  for (const std::string& input : values.list("input")) projects.add(driver::input_of_word(input).file);
  return projects.read();
}

}  // namespace romas::tool
