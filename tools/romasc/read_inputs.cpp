// The inputs of a call, folders searched, and the project that they belong to.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "driver/inputs/find_inputs.h"
#include "driver/project/project_roots.h"
#include "driver/request/revisions.h"
#include "tools/romasc/read_options.h"

namespace romas::tool {

namespace fs = std::filesystem;

namespace {

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
  search.format = values.on("reformat") || values.on("test") ? "romas" : format;
  search.include = patterns(values, "include");
  for (PathPattern& pattern : patterns(values, "exclude")) search.exclude.add(std::move(pattern));
  search.output = values.output();
  if (search.format == "auto")
    for (const char* pattern : {"*.yaml", "*.yml"}) search.beside.push_back(*PathPattern::parse(pattern));
  return search;
}

std::string no_description(const std::string& folder, const driver::FolderSearch& search) {
  return concat("cannot read '", folder,
                "': it is a folder without a robot description in it or below; descriptions are ",
                search.format == "auto" ? concat("files named ", driver::description_extensions(),
                                                 ", and XML files with a robot's root element")
                                        : concat("here files of the format ", search.format),
                "; hidden files and those that .gitignore, --include and --exclude leave out do not count");
}

}  // namespace

namespace {

// Puts the roots of the project file in the place of their files.
class RootInputs {
 public:
  RootInputs(const driver::ProjectSettings& project, bool with_arguments)
      : project_(project), roots_(project.roots, with_arguments) {}

  void replace(std::vector<driver::Input>& inputs, bool compares) const {
    if (project_.roots.empty()) return;
    std::vector<driver::Input> all;
    for (driver::Input& input : inputs) {
      std::vector<driver::Input> roots = roots_.of(input);
      for (driver::Input& root : roots) root.revision = input.revision;
      if (compares && roots.size() > 1) throw UsageError{which_of(input.file, roots)};
      if (roots.empty()) roots.push_back(std::move(input));
      std::move(roots.begin(), roots.end(), std::back_inserter(all));
    }
    inputs = std::move(all);
  }

  // Adds the roots below a folder whose files were not found there: nothing says that they are to be left
  // out.
  void add_missing(const std::string& folder, std::vector<driver::Input>& inputs) const {
    std::set<std::string> known;
    for (const driver::Input& input : inputs) known.insert(SourceManager::file_key(input.file));
    std::string below = SourceManager::file_key(folder);
    if (!below.ends_with('/')) below += '/';
    for (const driver::Input& root : project_.roots) {
      const std::string key = SourceManager::file_key(root.file);
      if (!key.starts_with(below) || !known.insert(key).second) continue;
      driver::Input input(root.file);
      input.found = true;
      inputs.push_back(std::move(input));
    }
  }

 private:
  std::string which_of(const std::string& file, const std::vector<driver::Input>& roots) const {
    return concat("'", project_.path, "' has ", roots.size(), " roots of '", file,
                  "': ", join(roots, ", ", [](const driver::Input& root) { return in_quotes(label(root)); }),
                  "; choose one, as in: romasc --compare '", file, " NAME:=VALUE' …");
  }

  const driver::ProjectSettings& project_;
  driver::ProjectRoots roots_;
};

}  // namespace

driver::ProjectSettings read_inputs(const OptionValues& values, Invocation& to) {
  const driver::FolderSearch search = folder_search(values, input_format(values));
  ProjectSearch projects(values);
  Strings given = values.list("input");
  bool compares = values.given("compare");
  if (compares && given.size() == 1 && driver::is_revision_here(given.front())) {
    to.comparison.revision = given.front();
    given = {"."};
    compares = false;
  }
  to.of_folder = !compares && std::any_of(given.begin(), given.end(), is_folder);
  to.parts_found = to.of_folder && search.include.empty();
  std::set<std::string> known;  // a file that is named and lies in a folder that is named is one input
  const auto add = [&](driver::Input input) {
    const bool fresh = !to.of_folder || known.insert(fs::path(input.file).lexically_normal().string()).second;
    if (fresh || !input.found) to.inputs.push_back(std::move(input));
  };
  if (compares) {
    std::ranges::transform(given, std::back_inserter(to.inputs), driver::input_of_word);
    if (const std::string problem = driver::take_revisions(to.inputs); !problem.empty())
      throw UsageError{problem};
    for (const driver::Input& input : to.inputs) projects.add(input.file);
  }
  for (const std::string& word : compares ? Strings() : given) {
    if (!to.of_folder || !is_folder(word)) {
      add(driver::input_of_word(word));
      projects.add(driver::input_of_word(word).file);
      continue;
    }
    const driver::FoundInputs found = driver::find_inputs(word, search);
    to.unreadable.insert(to.unreadable.end(), found.unreadable.begin(), found.unreadable.end());
    if (found.files.empty() && found.unreadable.empty())
      to.unreadable.push_back(no_description(word, search));
    to.parameter_files.insert(to.parameter_files.end(), found.beside.begin(), found.beside.end());
    for (const std::string& file : found.files) {
      driver::Input input(file);
      input.found = true;
      add(std::move(input));
    }
    projects.add_folder(word, found.files);
  }
  for (const char* name : {"include", "exclude"})
    if (values.given(name) && !to.of_folder)
      throw UsageError{
          concat("--", name, " tells which files of a folder are read, but no input is a folder")};
  driver::ProjectSettings project = projects.read();
  if (values.on("reformat")) return project;
  const RootInputs roots(project, !values.list("define").empty());
  if (to.parts_found && !values.given("exclude"))
    for (const std::string& word : given)
      if (is_folder(word)) roots.add_missing(word, to.inputs);
  roots.replace(to.inputs, compares);
  return project;
}

}  // namespace romas::tool
