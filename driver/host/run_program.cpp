#include "driver/host/run_program.h"

#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "support/files/files.h"
#include "support/process/capture.h"
#include "support/process/child_process.h"
#include "support/process/signals.h"
#include "support/text/text.h"

namespace romas::driver {

int run_program(const std::vector<std::string>& words, int output) {
  std::optional<ForwardedSignals> signals;
  if (Capture::current() == nullptr)
    signals.emplace();  // else they are the program's that has us as a library
  const auto child = start_child(words, output);
  if (!child) return -1;
  if (signals) signals->send_to(*child);
  int status = 0;
  while (::waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  return exit_status_of(status);
}

ProgramText text_of_program(const std::vector<std::string>& words, std::uint64_t max_bytes) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  if (file == nullptr) return {1, "a temporary file cannot be made"};
  ProgramText result{run_program(words, ::fileno(file.get())), {}};
  std::fseek(file.get(), 0, SEEK_END);
  const long size = std::ftell(file.get());
  if (size < 0 || static_cast<std::uint64_t>(size) > max_bytes) return result;
  result.text.resize(static_cast<std::size_t>(size));
  std::rewind(file.get());
  result.text.resize(std::fread(result.text.data(), 1, result.text.size(), file.get()));
  return result;
}

std::string own_program(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(program_path()).parent_path();
  for (const auto& path : {folder / name, folder.parent_path() / "libexec" / "romas" / name})
    if (is_file(path.string())) return path.string();
  return {};
}

std::string without_own_program(std::string_view name, std::string_view library) {
  return concat("this romasc comes without ", name, ", which the Debian package has, and a build with ",
                library, ", but no package for npm or Python");
}

}  // namespace romas::driver
