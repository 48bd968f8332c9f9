#include "driver/build_project.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <vector>

#include "support/signals.h"
#include "support/text.h"

namespace romas::driver {

namespace {

// How children start: with the signal handling that a shell gives them, and in a group of their own, to which
// signals to this process are forwarded. Programs in that group must not read from the terminal.
class ChildSettings {
 public:
  explicit ChildSettings(const std::string& log) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0644);
    ::posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : {SIGPIPE, SIGXFSZ}) ::sigaddset(&signals, signal);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~ChildSettings() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  ChildSettings(const ChildSettings&) = delete;
  ChildSettings& operator=(const ChildSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// Runs a program with its output appended to a file. Returns its exit status, or -1 if it could not be
// started. A signal that ends this process also ends the program and its children.
int run(std::vector<std::string> words, const std::string& log) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const ChildSettings settings(log);
  ForwardedSignals signals;
  pid_t child = 0;
  if (::posix_spawnp(&child, arguments[0], settings.actions(), settings.attributes(), arguments.data(),
                     environ) != 0)
    return -1;
  signals.send_to(child);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
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
  if (!step({"cmake", "-S", folder, "-B", build.string(), "-DCMAKE_BUILD_TYPE=Release"}, "configure"))
    return false;
  if (!step({"cmake", "--build", build.string(), "--parallel"}, "compile")) return false;
  program = (build / "controller").string();
  return true;
}

}  // namespace romas::driver
