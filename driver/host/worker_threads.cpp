#include "driver/host/worker_threads.h"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "support/process/capture.h"
#include "support/process/stop.h"

namespace romas::driver {

namespace {

// Bytes. The deepest nesting of inputs (brackets, elements) takes a part of this.
constexpr std::size_t kStack = std::size_t{8} << 20U;

struct Queue {
  const std::function<void(std::size_t)>& work;
  const std::size_t count;
  Capture* const capture = Capture::current();
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stopped = false;

  void run() {
    const Stoppable stoppable([this] { return stopped.load(); });
    try {
      for (std::size_t i = next++; i < count && !stopped; i = next++) work(i);
    } catch (const Stopped&) {
      stopped = true;
    }
  }
};

// Threads of the C library, because the stack size of std::thread cannot be set.
class Threads {
 public:
  Threads(std::size_t count, Queue& queue) : queue_(queue) {
    threads_.reserve(count);
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0) return;
    if (::pthread_attr_setstacksize(&attributes, kStack) == 0) {
      pthread_t thread{};
      while (threads_.size() < count && ::pthread_create(&thread, &attributes, &Threads::start, this) == 0)
        threads_.push_back(thread);
    }
    ::pthread_attr_destroy(&attributes);
  }
  ~Threads() {
    for (const pthread_t thread : threads_) ::pthread_join(thread, nullptr);
  }

  // Waits until the work is done. The wait is a stop point, as the others may work for long.
  void wait() {
    constexpr std::chrono::milliseconds kBetween(10);
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kBetween, [&] { return ended_ == threads_.size(); })) {
      if (queue_.stopped) continue;
      try {
        stop_point();
      } catch (const Stopped&) {
        queue_.stopped = true;
      }
    }
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  bool empty() const { return threads_.empty(); }

 private:
  static void* start(void* threads) {
    auto& mine = *static_cast<Threads*>(threads);
    {
      const Capture::Share share(mine.queue_.capture);
      mine.queue_.run();
    }
    const std::lock_guard lock(mine.mutex_);
    ++mine.ended_;
    mine.changed_.notify_one();
    return nullptr;
  }

  Queue& queue_;
  std::vector<pthread_t> threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t ended_ = 0;
};

bool main_stack_suffices() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_STACK, &limit) == 0 &&
         (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= kStack);
}

}  // namespace

void run_in_threads(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  Queue queue{work, count};
  const bool join_in = main_stack_suffices();
  const std::size_t wanted = std::min(threads, count);
  {
    Threads others(join_in && wanted > 0 ? wanted - 1 : wanted, queue);
    if (join_in || others.empty()) queue.run();
    others.wait();
  }
  if (queue.stopped) throw Stopped();
}

}  // namespace romas::driver
