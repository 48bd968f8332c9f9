#include "support/process/stack.h"

#ifndef __EMSCRIPTEN__
#include <pthread.h>
#endif

#include <cstdint>

#include "support/process/thread_state.h"

#ifdef __EMSCRIPTEN__
extern "C" std::uintptr_t emscripten_stack_get_end();
#endif

namespace romas {

namespace {

// The lowest address that the running thread's stack may reach; 0 where the system does not tell.
#ifdef __EMSCRIPTEN__
std::uintptr_t stack_end() { return emscripten_stack_get_end(); }
#else
std::uintptr_t stack_end() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  std::size_t size = 0;
  std::size_t guard = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0 &&
                     pthread_attr_getguardsize(&attributes, &guard) == 0;
  pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<std::uintptr_t>(lowest) + guard : 0;
}
#endif

}  // namespace

std::size_t stack_left() {
  ROMAS_THREAD_STATE const std::uintptr_t end = stack_end();
  const auto here = reinterpret_cast<std::uintptr_t>(
      __builtin_frame_address(0));  // no local variable: sanitizers move those
  return here > end ? here - end : 0;
}

}  // namespace romas
