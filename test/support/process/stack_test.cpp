// Protects stack_left: it shrinks as calls go deeper, and every thread has its own.
#include "support/process/stack.h"

#include <gtest/gtest.h>
#include <pthread.h>

namespace romas {
namespace {

// Returns the stack that is left below a number of frames of at least a kilobyte each.
__attribute__((noinline)) std::size_t left_below(int frames) {
  volatile char frame[1024] = {};
  frame[frames % 1024] = 1;
  const std::size_t left = frames == 0 ? stack_left() : left_below(frames - 1);
  return left + static_cast<std::size_t>(frame[(frames + 1) % 1024]);
}

TEST(Stack, shrinksWithEveryFrame) {
  const std::size_t here = stack_left();
  EXPECT_GT(here, 64U * 1024U);
  EXPECT_LT(left_below(20), here - 20U * 1024U);
}

TEST(Stack, isThatOfTheThread) {
  constexpr std::size_t kSize = 256 * 1024;
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kSize), 0);
  std::size_t left = 0;
  pthread_t thread{};
  const auto measure = [](void* result) -> void* {
    *static_cast<std::size_t*>(result) = stack_left();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, measure, &left), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
  EXPECT_GT(left, kSize / 2);
  EXPECT_LE(left, kSize);
}

}  // namespace
}  // namespace romas
