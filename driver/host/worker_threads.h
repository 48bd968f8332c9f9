// A parallel loop.
#pragma once

#include <cstddef>
#include <functional>

namespace romas::driver {

// Calls work(0) to work(count - 1), each once, in up to `threads` threads, and returns when all are done. If
// a thread cannot be started, the others do its work. Every call has enough stack for the deepest nesting of
// inputs, whatever the limit of the main thread. `work` may throw Stopped, and nothing else: then nothing
// more is begun, and Stopped is thrown when all threads have ended. A Stoppable of the caller holds for all
// threads and is asked in the caller's alone.
void run_in_threads(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

}  // namespace romas::driver
