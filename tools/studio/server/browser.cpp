#include "tools/studio/server/browser.h"

#include <cstdlib>

#include "support/process/child_process.h"

namespace romas::studio {

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value != nullptr && *value != '\0';
}

}  // namespace

void open_browser(const std::string& address) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return;
  start_unattended({"xdg-open", address});  // its output would mix with our own lines
}

}  // namespace romas::studio
