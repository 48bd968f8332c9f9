// The inputs of a call, folders searched, and the project that they belong to.
#include <algorithm>
#include <filesystem>
#include <set>

#include "driver/find_inputs.h"
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

}  // namespace

driver::ProjectSettings read_inputs(const OptionValues& values, Invocation& to) {
  const driver::FolderSearch search = folder_search(values, input_format(values));
  ProjectSearch projects(values);
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
      projects.add(input);
      continue;
    }
    const auto [files, unreadable] = driver::find_inputs(input, search);
    to.unreadable.insert(to.unreadable.end(), unreadable.begin(), unreadable.end());
    if (files.empty() && unreadable.empty()) to.unreadable.push_back(no_description(input, search));
    for (const std::string& file : files) add(file, false);
    projects.add_folder(input, files);
  }
  for (const char* name : {"include", "exclude"})
    if (values.given(name) && !to.of_folder)
      throw UsageError{
          concat("--", name, " tells which files of a folder are read, and no input is a folder")};
  return projects.read();
}

}  // namespace romas::tool
