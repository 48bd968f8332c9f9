#include "support/process/signals.h"

#include <array>
#include <atomic>
#include <cerrno>

namespace romas {

namespace {

constexpr std::array kEndingSignals = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};

// Global, because signal handlers take no data.
std::atomic<HeldSignals::CleanUp> clean_up_function = nullptr;
std::atomic<void*> clean_up_data = nullptr;
std::atomic<pid_t> forward_group = 0;
std::atomic<int> forwarded_signal = 0;

sigset_t ending_set() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : kEndingSignals) ::sigaddset(&set, signal);
  return set;
}

// Ignored signals stay ignored, as nohup requires.
void handle_ending_signals(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_mask = ending_set();
  for (const int signal : kEndingSignals) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN)
      ::sigaction(signal, &action, nullptr);
  }
}

// Ends the process as if nobody had handled the signal.
void end_by(int signal) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  sigset_t only;
  ::sigemptyset(&only);
  ::sigaddset(&only, signal);
  ::raise(signal);
  ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

void clean_up_and_end(int signal) {
  const int error = errno;
  if (const auto clean_up = clean_up_function.load(); clean_up != nullptr) clean_up(clean_up_data.load());
  end_by(signal);
  errno = error;
}

void forward(int signal) {
  const int error = errno;
  int none = 0;
  forwarded_signal.compare_exchange_strong(none, signal);
  if (const pid_t group = forward_group.load(); group > 0) ::kill(-group, signal);
  errno = error;
}

}  // namespace

void report_write_errors() {
  struct sigaction action {};
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &action, nullptr);
  ::sigaction(SIGXFSZ, &action, nullptr);
}

HeldSignals::HeldSignals(CleanUp clean_up, void* data) {
  const sigset_t set = ending_set();
  ::pthread_sigmask(SIG_BLOCK, &set, &before_);
  clean_up_data = data;
  clean_up_function = clean_up;
  handle_ending_signals(clean_up_and_end);
}

HeldSignals::~HeldSignals() {
  handle_ending_signals(SIG_DFL);
  clean_up_function = nullptr;
  clean_up_data = nullptr;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

HeldSignals::Window::Window(const HeldSignals& held) {
  ::pthread_sigmask(SIG_SETMASK, &held.before_, nullptr);
}

HeldSignals::Window::~Window() {
  const sigset_t set = ending_set();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

ForwardedSignals::ForwardedSignals() {
  const sigset_t set = ending_set();
  ::pthread_sigmask(SIG_BLOCK, &set, &before_);
  forwarded_signal = 0;
  handle_ending_signals(forward);
}

void ForwardedSignals::send_to(pid_t group) {
  forward_group = group;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

ForwardedSignals::~ForwardedSignals() {
  handle_ending_signals(SIG_DFL);
  forward_group = 0;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  if (const int signal = forwarded_signal.load(); signal != 0) end_by(signal);
}

}  // namespace romas
