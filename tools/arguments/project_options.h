// The project that the inputs of a call belong to.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "driver/project/project_file.h"
#include "tools/arguments/option_values.h"

namespace romas::tool {

// All inputs of a call share one project: a baseline or a list of warnings for some of them only would be
// surprising. --project names it, --no-project says that there is none, else the inputs decide. Two projects
// are a UsageError.
class ProjectSearch {
 public:
  explicit ProjectSearch(const OptionValues& values);

  void add(const std::string& input);
  // A folder and the inputs that were found in it.
  void add_folder(const std::string& folder, const Strings& files);
  // Its settings; empty ones if there is none.
  driver::ProjectSettings read() const;

 private:
  std::optional<std::string> given_;
  std::string found_;
  std::set<std::string> folders_;  // that were looked at
};

// The settings for the inputs of the command line, none of which is a folder.
driver::ProjectSettings read_project(const OptionValues& values);

}  // namespace romas::tool
