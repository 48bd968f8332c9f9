#include "driver/host/run_program.h"

#include <sys/wait.h>

#include <cerrno>

#include "support/process/child_process.h"
#include "support/process/signals.h"

namespace romas::driver {

int run_program(const std::vector<std::string>& words, int output) {
  ForwardedSignals signals;
  const auto child = start_child(words, output);
  if (!child) return -1;
  signals.send_to(*child);
  int status = 0;
  while (::waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  return exit_status_of(status);
}

}  // namespace romas::driver
