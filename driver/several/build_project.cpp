#include "driver/several/build_project.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "driver/host/run_program.h"
#include "support/files/files.h"
#include "support/process/child_process.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

std::filesystem::path build_folder(const std::string& folder) {
  return std::filesystem::path(folder) / "build";
}

bool can_run(const std::string& program) { return run_program({program, "--version"}, kNowhere) == 0; }

// CMake says much where nothing is wrong: its output goes to a log.
bool build_controller(const std::string& folder, std::string& made, std::string& problem) {
  const std::filesystem::path build = build_folder(folder);
  std::error_code ignored;
  std::filesystem::create_directories(build, ignored);
  const std::string log = (build / "build.log").string();
  std::filesystem::remove(log, ignored);
  for (const BuildStep& step : build_steps(folder)) {
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    const int status = run_program(step.words, output);
    if (output >= 0) ::close(output);
    if (status == -1) problem = "cannot run cmake; install it, or build the project elsewhere";
    if (status > 0)
      problem = concat("cmake could not ", step.what, " the project; its output is in '", log, "'");
    if (status != 0) return false;
  }
  made = built_program(folder);
  return true;
}

// The package's own script runs the compiler. It speaks where something is wrong alone, so it is heard.
bool build_package(const std::string& folder, std::string& made, std::string& problem) {
  const std::string script = (std::filesystem::path(folder) / "build_kernels.py").string();
  const int status = run_program({"python3", script}, STDERR_FILENO);
  if (status == -1) problem = "cannot run python3; install it, or run build_kernels.py elsewhere";
  if (status > 0)
    problem = concat("the package in '", folder, "' was written, but its modules were not compiled");
  made = folder;
  return status == 0;
}

struct Builder {
  std::string_view target;
  bool (*build)(const std::string& folder, std::string& made, std::string& problem);
};
constexpr std::array kBuilders = {Builder{"controller", build_controller}, Builder{"python", build_package}};

const Builder* find_builder(std::string_view target) {
  const auto* found = std::find_if(kBuilders.begin(), kBuilders.end(),
                                   [&](const Builder& builder) { return builder.target == target; });
  return found == kBuilders.end() ? nullptr : found;
}

}  // namespace

std::vector<BuildStep> build_steps(const std::string& folder) {
  const std::string build = build_folder(folder).string();
  BuildStep configure{{"cmake", "-S", folder, "-B", build, "-DCMAKE_BUILD_TYPE=Release"}, "configure"};
  // A folder that was configured before keeps its generator. CMake's own choice needs make.
  const bool is_new = !path_exists((build_folder(folder) / "CMakeCache.txt").string());
  if (is_new && !can_run("make") && can_run("ninja"))
    configure.words.insert(configure.words.end(), {"-G", "Ninja"});
  return {std::move(configure), {{"cmake", "--build", build, "--parallel"}, "compile"}};
}

std::string built_program(const std::string& folder) {
  return (build_folder(folder) / "controller").string();
}

bool can_build(std::string_view target) { return find_builder(target) != nullptr; }

bool build_project(std::string_view target, const std::string& folder, std::string& made,
                   std::string& problem) {
  const Builder* builder = find_builder(target);
  return builder != nullptr && builder->build(folder, made, problem);
}

}  // namespace romas::driver
