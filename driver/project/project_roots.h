// `roots:` of .romas.yaml: which xacro files are robots, and with which arguments.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/project/settings_file.h"
#include "driver/request/input.h"

namespace romas::driver {

// The roots that the value of the key says. `file` was read from `path`, and names of files begin at its
// folder. A file that does not exist, arguments for a file that is not xacro, a root that is there twice and
// a name that two roots have are faults of the file (SettingsFile::attempt).
std::vector<Input> read_roots(SettingsFile& file, const YamlNode& value, const std::string& path);

// The roots that stand for the files of a project.
class ProjectRoots {
 public:
  ProjectRoots() = default;
  // `with_arguments`: the command line gives arguments.
  explicit ProjectRoots(const std::vector<Input>& roots, bool with_arguments = false);

  // Returns the roots that take the place of an input, with the name by which it calls the file. Returns none
  // if the input stands for itself. A file that is named together with arguments on the command line stands
  // for itself.
  std::vector<Input> of(const Input& input) const;
  // The root that has this label (input.h) where it is taken; nothing: none has.
  std::optional<Input> find(const std::string& label) const;

 private:
  std::map<std::string, std::vector<Input>> by_file_;  // by SourceManager::file_key
  bool with_arguments_ = false;
};

}  // namespace romas::driver
