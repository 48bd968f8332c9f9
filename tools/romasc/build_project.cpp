#include "tools/romasc/build_project.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "support/text.h"

namespace romas::tool {

namespace {

// Runs a program with its output appended to a file. Its exit status, or -1 if it could not be started.
int run(std::vector<std::string> words, const std::string& log) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int problem = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

bool build_project(const std::string& folder, std::string& program, std::string& problem) {
  const std::filesystem::path build = std::filesystem::path(folder) / "build";
  std::error_code ignored;
  std::filesystem::create_directories(build, ignored);
  const std::string log = (build / "build.log").string();
  std::filesystem::remove(log, ignored);
  const auto step = [&](std::vector<std::string> words, std::string_view what) {
    const int status = run(std::move(words), log);
    if (status == -1) problem = "cannot run cmake; install it, or build the project elsewhere";
    if (status > 0) problem = concat("cmake could not ", what, " the project; its output is in '", log, "'");
    return status == 0;
  };
  if (!step({"cmake", "-S", folder, "-B", build.string(), "-DCMAKE_BUILD_TYPE=Release"}, "configure")) return false;
  if (!step({"cmake", "--build", build.string(), "--parallel"}, "compile")) return false;
  program = (build / "controller").string();
  return true;
}

}  // namespace romas::tool
