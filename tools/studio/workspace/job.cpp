#include "tools/studio/workspace/job.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "support/process/child_process.h"

namespace romas::studio {

namespace {

constexpr std::size_t kMostLogBytes = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = 4096;
constexpr int kNotStarted = 127;  // as a shell says it

#ifdef __EMSCRIPTEN__
int open_process(pid_t) { return -1; }  // WebAssembly has one process
#else
// Debian 12's libc has no function for it.
int open_process(pid_t process) { return static_cast<int>(::syscall(SYS_pidfd_open, process, 0)); }
#endif

void watch(int epoll, int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = descriptor;
  ::epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

void close_descriptor(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

std::string_view to_string(JobState state) {
  switch (state) {
    case JobState::running: return "running";
    case JobState::done: return "done";
    case JobState::failed: return "failed";
    case JobState::cancelled: return "cancelled";
  }
  return "failed";
}

Job::Job(std::vector<Command> commands)
    : commands_(std::move(commands)), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  start_next();
}

Job::~Job() {
  if (child_) {
    signal(SIGKILL);
    ::waitpid(*child_, nullptr, 0);
  }
  close_pipe();
  close_descriptor(ended_);
  close_descriptor(epoll_);
}

void Job::start_next() {
  if (next_ == commands_.size()) {
    state_ = JobState::done;
    return;
  }
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) == 0) {
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    child_ = start_child(commands_[next_++], ends[1]);
    ::close(ends[1]);
  }
  pipe_ = ends[0];
  if (child_) ended_ = open_process(*child_);
  if (!child_ || ended_ < 0) {
    if (child_) {
      signal(SIGKILL);
      ::waitpid(*child_, nullptr, 0);
      child_.reset();
    }
    state_ = JobState::failed;
    exit_status_ = kNotStarted;
    close_pipe();
    return;
  }
  watch(epoll_, pipe_);
  watch(epoll_, ended_);
}

bool Job::proceed() {
  if (state_ != JobState::running) return false;
  const bool more = read_output();
  if (!has_ended()) return more;
  read_output();  // the output from before its end
  close_pipe();   // programs that it left running go on unheard
  if (!part_.empty()) add_line(std::exchange(part_, {}));
  if (cancelled_)
    state_ = JobState::cancelled;
  else if (exit_status_ != 0)
    state_ = JobState::failed;
  else
    start_next();
  return true;
}

void Job::cancel() {
  if (state_ != JobState::running) return;
  // The second time in earnest.
  signal(cancelled_ ? SIGKILL : SIGTERM);
  cancelled_ = true;
}

// A bound on what is read at once: a program that writes without end must not keep the studio from answering.
bool Job::read_output() {
  std::array<char, 16384> buffer{};
  bool more = false;
  for (int i = 0; i < 16 && pipe_ >= 0; ++i) {
    const ssize_t count = ::read(pipe_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    if (count == 0) {
      close_pipe();
      break;
    }
    add_text({buffer.data(), static_cast<std::size_t>(count)});
    more = true;
  }
  return more;
}

bool Job::has_ended() {
  if (!child_) return false;
  int status = 0;
  if (::waitpid(*child_, &status, WNOHANG) != *child_) return false;
  child_.reset();
  close_descriptor(ended_);
  exit_status_ = exit_status_of(status);
  return true;
}

void Job::add_text(std::string_view text) {
  for (const char c : text) {
    if (c == '\n' || part_.size() == kLongestLine) add_line(std::exchange(part_, {}));
    if (c != '\n' && c != '\r') part_.push_back(c);
  }
}

void Job::add_line(std::string line) {
  bytes_ += line.size();
  lines_.push_back(std::move(line));
  while (bytes_ > kMostLogBytes || lines_.size() > kMostLogBytes / 64) {
    bytes_ -= lines_.front().size();
    lines_.pop_front();
    ++first_line_;
  }
}

void Job::close_pipe() { close_descriptor(pipe_); }

void Job::signal(int number) const {
  if (child_) ::kill(-*child_, number);
}

}  // namespace romas::studio
