// Launch files of ROS: their arguments, the commands that call xacro, and the launch files that they include.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romas::driver {

// Texts have the substitutions of launch files in XML: $(find PACKAGE), $(var ARGUMENT), $(dirname). A part
// that is only known at run time is $(unknown REASON), in files of Python, too.
struct LaunchTexts {
  using Arguments = std::vector<std::pair<std::string, std::string>>;
  struct Command {
    std::string text;  // as a shell gets it: "xacro $(find arm)/urdf/arm.xacro prefix:=$(var prefix)"
    std::uint32_t line = 0;
  };
  struct Include {
    std::string file;
    Arguments arguments;
  };
  std::map<std::string, std::string, std::less<>> defaults;  // of the arguments that have one
  std::vector<Command> commands;
  std::vector<Include> includes;
  // Calls of xacro in functions of other files, which stand in `commands` as the calls of these functions
  // make them: file and line.
  std::set<std::pair<std::string, std::uint32_t>> followed;
};

// Returns the text of a file that a launch file names, with substitutions, and sets its path.
using FindLaunchText =
    std::function<std::optional<std::string>(const std::string& written, std::string& path)>;

// Reads a launch file in XML, YAML or Python, by the ending of its name. Other files, and those that cannot
// be read, have no texts. `find`: for modules that a file in Python imports; empty: none are read.
LaunchTexts read_launch_texts(const std::string& path, const FindLaunchText& find = {});
// Reads the text of one in Python.
LaunchTexts read_python_launch(const std::string& path, std::string_view text, const FindLaunchText& find);

// The command that gives a file of xacro these arguments.
std::string xacro_command(std::string_view file, const LaunchTexts::Arguments& arguments);

}  // namespace romas::driver
