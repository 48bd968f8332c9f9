// Signals that end the process from outside (Ctrl-C, kill, a terminal that is closed, a limit of time): what
// is half done is finished or taken back first, and the process still ends by that signal.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <span>

namespace romas {

// The signals that are meant here.
std::span<const int> ending_signals();

// Writing to a pipe that nobody reads, or more than a file may hold (ulimit -f), is an error from now on, and
// no longer the end.
void report_write_errors();

// While it lives these signals wait, but for windows. For the only thread of a process, and one at a time.
class HeldSignals {
 public:
  // What is done when a signal comes through a window. It may call nothing but what is safe in handlers of
  // signals.
  using CleanUp = void (*)(void* data);
  HeldSignals(CleanUp clean_up, void* data);
  // A signal that has waited ends the process here.
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  // For what may take long, or for ever: a signal that comes or has waited cleans up and ends the process at
  // once. The data of the clean-up must not change meanwhile.
  class Window {
   public:
    explicit Window(const HeldSignals& held);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
  };

 private:
  sigset_t before_{};
};

// While it lives these signals go to a group of other processes; afterwards the process ends by the first of
// them.
class ForwardedSignals {
 public:
  ForwardedSignals();  // they wait until the group is known
  void send_to(pid_t group);
  ~ForwardedSignals();
  ForwardedSignals(const ForwardedSignals&) = delete;
  ForwardedSignals& operator=(const ForwardedSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace romas
