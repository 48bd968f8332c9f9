// Protects: loops in several threads do all of their work, and end when their caller no longer wants it.
#include "driver/host/worker_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "driver/several/compile_inputs.h"
#include "support/process/stop.h"
#include "support/text/text.h"
#include "test/driver/driver_helpers.h"

namespace romas::driver {
namespace {

constexpr std::size_t kThreads = 4;

// Work that ends at a stop point alone.
[[noreturn]] void work_until_stopped() {
  for (;;) {
    stop_point();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(WorkerThreads, doAllOfTheWork) {
  for (const std::size_t threads : {std::size_t{0}, std::size_t{1}, kThreads}) {
    std::vector<std::atomic<int>> done(100);
    run_in_threads(done.size(), threads, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
}

TEST(WorkerThreads, endWhenTheCallerStops) {
  const auto caller = std::this_thread::get_id();
  for (const bool joins_in : {false, true}) {
    // The caller works for long, or has nothing left to do and waits for the others.
    std::atomic<std::size_t> begun = 0;
    const Stoppable stoppable([&] {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      return begun >= kThreads - 1;
    });
    EXPECT_THROW(run_in_threads(1000, kThreads,
                                [&](std::size_t) {
                                  const bool is_caller = std::this_thread::get_id() == caller;
                                  if (is_caller && !joins_in) {
                                    while (begun < kThreads - 1) std::this_thread::yield();
                                    return;
                                  }
                                  ++begun;
                                  work_until_stopped();
                                }),
                 Stopped);
    EXPECT_LT(begun, 1000U);
  }
}

TEST(WorkerThreads, carryTheEndOfOneToAll) {
  EXPECT_THROW(run_in_threads(1000, kThreads,
                              [&](std::size_t i) {
                                if (i == 0) throw Stopped();
                                work_until_stopped();
                              }),
               Stopped);
}

TEST(WorkerThreads, compileNoFurtherInputOnceStopped) {
  std::vector<Input> inputs;
  SourceManager::Texts given;
  for (int i = 0; i < 100; ++i) {
    const std::string name = concat("r", i, ".urdf");
    inputs.emplace_back(name);
    given[SourceManager::file_key(name)] = "<robot name='r'><link name='l'/></robot>";
  }
  const CompileRequest request = test::emitting({"urdf"});
  std::atomic<std::size_t> taken = 0;
  const Stoppable stoppable([&] { return taken >= 10; });
  EXPECT_THROW(compile_inputs(inputs, request, test::pipelines_of(request), &given, kThreads,
                              [&](std::size_t, const CompileResult&) {
                                if (++taken > 10) work_until_stopped();
                              }),
               Stopped);
  EXPECT_LT(taken, inputs.size());
}

}  // namespace
}  // namespace romas::driver
