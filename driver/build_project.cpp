#include "driver/build_project.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "support/child_process.h"
#include "support/signals.h"
#include "support/text.h"

namespace romas::driver {

namespace {

std::filesystem::path build_folder(const std::string& folder) {
  return std::filesystem::path(folder) / "build";
}

// Runs a program with its output appended to a file. Returns its exit status, or -1 if it could not be
// started.
int run_program(const std::vector<std::string>& words, const std::string& log) {
  const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  ForwardedSignals signals;
  const auto child = start_child(words, output);
  if (output >= 0) ::close(output);
  if (!child) return -1;
  signals.send_to(*child);
  int status = 0;
  while (::waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  return exit_status_of(status);
}

}  // namespace

std::vector<BuildStep> build_steps(const std::string& folder) {
  const std::string build = build_folder(folder).string();
  return {{{"cmake", "-S", folder, "-B", build, "-DCMAKE_BUILD_TYPE=Release"}, "configure"},
          {{"cmake", "--build", build, "--parallel"}, "compile"}};
}

std::string built_program(const std::string& folder) {
  return (build_folder(folder) / "controller").string();
}

bool build_project(const std::string& folder, std::string& program, std::string& problem) {
  const std::filesystem::path build = build_folder(folder);
  std::error_code ignored;
  std::filesystem::create_directories(build, ignored);
  const std::string log = (build / "build.log").string();
  std::filesystem::remove(log, ignored);
  for (const BuildStep& step : build_steps(folder)) {
    const int status = run_program(step.words, log);
    if (status == -1) problem = "cannot run cmake; install it, or build the project elsewhere";
    if (status > 0)
      problem = concat("cmake could not ", step.what, " the project; its output is in '", log, "'");
    if (status != 0) return false;
  }
  program = built_program(folder);
  return true;
}

}  // namespace romas::driver
