// romas-studio as a server on this machine.
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <utility>

#include "support/process/standard_streams.h"
#include "support/text/text.h"
#include "tools/studio/page.h"
#include "tools/studio/server/browser.h"
#include "tools/studio/server/http_server.h"
#include "tools/studio/serving.h"

namespace romas::studio {
namespace {

// The signals that end the process are blocked and read from a descriptor instead: files that are being
// written and answers on their way are finished first.
int descriptor_of_ending_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) ::sigaddset(&set, signal);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  return ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

}  // namespace

int serve(Options options) {
  std::string error;
  auto workspace = Workspace::make(std::move(options.workspace), error);
  if (!workspace) return fail(error, kInternal);
  const int ending = descriptor_of_ending_signals();
  auto lasting = random_token();
  auto one_time = random_token();
  if (ending < 0 || !lasting || !one_time)
    return fail("the system gives no random numbers or descriptors", kSystem);
  Tokens tokens(*lasting, *one_time, Tokens::Clock::now());
  Api api(*workspace, tokens, embedded_studio_page());
  HttpServer server(api, {});
  if (!server.listen(options.port, error)) return fail(error, kSystem);
  const std::string address = concat("http://127.0.0.1:", server.port(), "/#");
  // A terminal is its user's own; the command line of a browser is not.
  write_standard_output(
      concat("romas-studio serves this page until Ctrl-C:\n  ", address, "token=", *lasting, "\n"));
  if (options.browser) open_browser(concat(address, "once=", *one_time));
  server.run_until_readable(ending);
  // Nobody waits for what nobody sees. A thread that reads has nothing to finish: only answers write.
  if (server.is_busy()) std::_Exit(kEnded);
  ::close(ending);
  return kEnded;
}

}  // namespace romas::studio
