#include "tools/romas-lsp/hosted.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#include <unistd.h>

#include <memory>
#include <utility>

namespace romas::lsp {

namespace {

std::unique_ptr<Session> hosted;

}  // namespace

void host_session(SessionSettings settings, int output) {
  hosted = std::make_unique<Session>(std::move(settings), STDIN_FILENO, output);
}

}  // namespace romas::lsp

// Takes the content of a message of the client; null: none has come, and something may be due. Returns the
// milliseconds after which something will be due, -1 if nothing will, and -2 - S when the session has ended
// with status S.
extern "C" EMSCRIPTEN_KEEPALIVE int romas_take(const char* content) {
  auto& session = *romas::lsp::hosted;
  if (content != nullptr) session.arrive(content);
  const auto due = session.take_waiting();
  if (const auto status = session.exit_status()) return -2 - *status;
  return due ? static_cast<int>(due->count()) : -1;
}
#endif
