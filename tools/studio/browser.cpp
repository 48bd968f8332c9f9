#include "tools/studio/browser.h"

#include <sys/wait.h>

#include <cstdlib>
#include <thread>

#include "support/child_process.h"

namespace romas::studio {

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value != nullptr && *value != '\0';
}

}  // namespace

void open_browser(const std::string& address) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return;
  constexpr int kNowhere = -1;  // what it says would stand between our own lines
  if (const auto child = start_child({"xdg-open", address}, kNowhere))
    std::thread([child = *child] { ::waitpid(child, nullptr, 0); }).detach();
}

}  // namespace romas::studio
