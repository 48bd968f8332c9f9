#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <vector>

#include "support/files/files.h"
#include "support/text/text.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"

namespace romas::tool {

int run_view(int argc, char** argv) {
  const std::filesystem::path self = program_path();
  std::string studio = (self.parent_path() / "romas-studio").string();
  std::vector<char*> arguments = {studio.data()};
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) != "--view") arguments.push_back(argv[i]);
  arguments.push_back(nullptr);
  if (!self.empty()) ::execv(studio.c_str(), arguments.data());
  const std::string_view why = self.empty() || errno == ENOENT
                                   ? "it is not beside romasc; ./x studio builds it"
                                   : "the system cannot start it";
  return say(concat("romasc: error: --view needs '", studio, "': ", why, "\n"), kFiles);
}

}  // namespace romas::tool
