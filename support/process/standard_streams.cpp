#include "support/process/standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "support/process/capture.h"

namespace romas {

void open_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
    // This descriptor is the lowest free one. The access mode is inverted, so that uses still fail.
    if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
      return;  // without /dev/null there is nothing better
  }
}

int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) return errno;
      // Another process has made this pipe non-blocking; we wait for its reader.
      struct pollfd room {
        fd, POLLOUT, 0
      };
      ::poll(&room, 1, -1);
      continue;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_standard_output(std::string_view text) {
  Capture* const capture = Capture::current();
  if (capture == nullptr) return write_all(STDOUT_FILENO, text);
  capture->add_output(text);
  return 0;
}

int write_standard_error(std::string_view text) {
  Capture* const capture = Capture::current();
  if (capture == nullptr) return write_all(STDERR_FILENO, text);
  capture->add_error(text);
  return 0;
}

bool shows_standard_error() { return Capture::current() == nullptr && ::isatty(STDERR_FILENO) != 0; }

}  // namespace romas
