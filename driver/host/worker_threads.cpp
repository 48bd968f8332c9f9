#include "driver/host/worker_threads.h"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "support/process/capture.h"

namespace romas::driver {

namespace {

// Bytes. The deepest nesting of inputs (brackets, elements) takes a part of this.
constexpr std::size_t kStack = std::size_t{8} << 20U;

struct Queue {
  const std::function<void(std::size_t)>& work;
  const std::size_t count;
  Capture* const capture = Capture::current();
  std::atomic<std::size_t> next = 0;

  void run() {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  }
};

// Threads of the C library, because the stack size of std::thread cannot be set.
class Threads {
 public:
  Threads(std::size_t count, Queue& queue) {
    threads_.reserve(count);
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0) return;
    if (::pthread_attr_setstacksize(&attributes, kStack) == 0) {
      pthread_t thread{};
      while (threads_.size() < count && ::pthread_create(&thread, &attributes, &Threads::start, &queue) == 0)
        threads_.push_back(thread);
    }
    ::pthread_attr_destroy(&attributes);
  }
  ~Threads() {
    for (const pthread_t thread : threads_) ::pthread_join(thread, nullptr);
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  bool empty() const { return threads_.empty(); }

 private:
  static void* start(void* queue) {
    auto& work = *static_cast<Queue*>(queue);
    const Capture::Share share(work.capture);
    work.run();
    return nullptr;
  }
  std::vector<pthread_t> threads_;
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
  const Threads others(join_in && wanted > 0 ? wanted - 1 : wanted, queue);
  if (join_in || others.empty()) queue.run();
}

}  // namespace romas::driver
