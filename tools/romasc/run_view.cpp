#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <vector>

#include "support/text.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"

namespace romas::tool {

int run_view(int argc, char** argv) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::string studio = (self.parent_path() / "romas-studio").string();
  std::vector<char*> arguments = {studio.data()};
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) != "--view") arguments.push_back(argv[i]);
  arguments.push_back(nullptr);
  if (!error) ::execv(studio.c_str(), arguments.data());
  const std::string_view why = error || errno == ENOENT ? "it is not beside romasc; ./x studio builds it"
                                                        : "the system cannot start it";
  return say(concat("romasc: error: --view needs '", studio, "': ", why, "\n"), kFiles);
}

}  // namespace romas::tool
