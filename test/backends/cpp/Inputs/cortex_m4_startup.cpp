// The start of a Cortex-M4 before that of newlib: vectors at address 0 (linked with
// --section-start=.vectors=0), and the FPU switched on.
#include <cstdint>

extern "C" void _start();

namespace {

[[noreturn]] void stop() {
  while (true) __asm__ volatile("wfi");
}

[[noreturn]] void reset() {
  // CPACR: coprocessors 10 and 11, the FPU.
  auto* const access_control = reinterpret_cast<volatile std::uint32_t*>(0xE000ED88U);
  *access_control = *access_control | 0xF00000U;
  __asm__ volatile("dsb\nisb");
  _start();
  stop();
}

struct Vectors {
  std::uint32_t stack;
  void (*handlers[15])();
};
[[gnu::section(".vectors"), gnu::used]] const Vectors vectors = {0x00400000U,
                                                                 {reset, stop, stop, stop, stop, stop}};

}  // namespace
