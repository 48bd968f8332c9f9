// Programs that run beside the studio, one after another: the commands of a build, or a controller.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace romas::studio {

enum class JobState : std::uint8_t { running, done, failed, cancelled };
std::string_view to_string(JobState state);

class Job {
 public:
  using Command = std::vector<std::string>;

  // Starts the first command; each further one starts when the one before has ended with status 0.
  explicit Job(std::vector<Command> commands);
  // Ends what still runs, and waits for it.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // Readable when proceed() has something to do.
  int descriptor() const { return epoll_; }
  // Reads what has been written so far and starts the next command where one has ended. Never waits. True if
  // there are new lines or another state.
  bool proceed();
  // Ends the present command and all that it started. The state changes when it has ended.
  void cancel();

  JobState state() const { return state_; }
  // Why it failed: the exit status of the command that failed; 127 if it could not be started.
  int exit_status() const { return exit_status_; }

  // The lines that the commands have written. If there are very many, only the last ones are kept:
  // `first_line()` counts those that were dropped.
  const std::deque<std::string>& lines() const { return lines_; }
  std::size_t first_line() const { return first_line_; }

 private:
  void start_next();
  bool read_output();
  bool has_ended();
  void add_text(std::string_view text);
  void add_line(std::string line);
  void close_pipe();
  void signal(int number) const;

  std::vector<Command> commands_;
  std::size_t next_ = 0;
  JobState state_ = JobState::running;
  int exit_status_ = 0;
  bool cancelled_ = false;
  int epoll_ = -1;
  int pipe_ = -1;   // the command's output
  int ended_ = -1;  // becomes readable when the command has ended
  std::optional<pid_t> child_;
  std::deque<std::string> lines_;
  std::size_t first_line_ = 0;
  std::size_t bytes_ = 0;
  std::string part_;  // of a line that is not complete
};

}  // namespace romas::studio
