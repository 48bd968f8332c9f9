#include "tools/studio/workspace/examples.h"

#include <array>
#include <filesystem>
#include <string_view>

namespace romas::studio {

namespace fs = std::filesystem;

namespace {

// In the order of the start page: the assembly first, then robots of growing difficulty.
constexpr std::array<std::string_view, 6> kExamples = {
    "six-axis/six-axis.assembly.xml",
    "arms/panda.romas",
    "open-manipulator-x/open-manipulator-x.romas",
    "quadruped/quadruped.romas",
    "humanoid/humanoid.romas",
    "workspace/src/picker_cell/urdf/cell.urdf.xacro",
};

// The folders of an installed program, and of one in the build folder of its sources.
constexpr std::array<std::string_view, 2> kFolders = {"../share/doc/romas/examples", "../../examples"};

}  // namespace

std::vector<std::string> find_examples(const std::string& program) {
  std::vector<std::string> found;
  const fs::path beside = fs::path(program).parent_path();
  for (const std::string_view folder : kFolders) {
    for (const std::string_view example : kExamples) {
      std::error_code ignored;
      const fs::path path = (beside / folder / example).lexically_normal();
      if (fs::is_regular_file(path, ignored)) found.push_back(path.string());
    }
    if (!found.empty()) break;
  }
  return found;
}

}  // namespace romas::studio
