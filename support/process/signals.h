// Signals that end the process from outside (Ctrl-C, kill, a closed terminal, a time limit): work in progress
// is finished or undone first, and the process still ends by that signal.
#pragma once

#include <sys/types.h>

#include <csignal>

namespace romas {

// Makes writing to a closed pipe, or beyond the size limit of files (ulimit -f), an error instead of a signal
// that ends the process.
void report_write_errors();

// Blocks the signals that end the process during its lifetime, except in windows. For single-threaded
// processes; one object at a time.
class HeldSignals {
 public:
  // Called when a signal arrives in a window. It must be async-signal-safe.
  using CleanUp = void (*)(void* data);
  HeldSignals(CleanUp clean_up, void* data);
  // A pending signal ends the process here.
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  // For operations that may take long or block: a pending or new signal cleans up and ends the process at
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

// Forwards these signals to a process group during its lifetime; afterwards the process ends by the first of
// them.
class ForwardedSignals {
 public:
  ForwardedSignals();  // signals are pending until the group is known
  void send_to(pid_t group);
  ~ForwardedSignals();
  ForwardedSignals(const ForwardedSignals&) = delete;
  ForwardedSignals& operator=(const ForwardedSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace romas
