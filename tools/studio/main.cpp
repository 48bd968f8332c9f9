// romas-studio: argv, the address, and the server until it is ended.
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <utility>

#include "support/files/output_set.h"
#include "support/process/signals.h"
#include "support/process/standard_streams.h"
#include "support/shown/diagnostic_render.h"
#include "support/text/text.h"
#include "tools/studio/api/standalone.h"
#include "tools/studio/browser.h"
#include "tools/studio/options.h"
#include "tools/studio/page.h"
#include "tools/studio/server/http_server.h"

namespace romas::studio {
namespace {

enum ExitCode : int { kEnded = 0, kErrors = 1, kUsage = 2, kSystem = 3, kInternal = 70 };

int fail(std::string_view message, int code) {
  write_standard_error(concat("romas-studio: error: ", message, "\n"));
  return code;
}

// The signals that end the process are blocked and read from a descriptor instead: files that are being
// written and answers on their way are finished first.
int descriptor_of_ending_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) ::sigaddset(&set, signal);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  return ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

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

// --standalone: writes the page of the robot, in place of a server.
int write_page(Options options) {
  const std::string to = options.standalone;
  std::string error;
  auto workspace = Workspace::make(std::move(options.workspace), error);
  if (!workspace) return fail(error, kInternal);
  auto html = std::make_shared<std::string>();
  const Undertaking making = make_standalone(*workspace, 0, embedded_studio_page(), html);
  if (making.work) making.work();
  const auto refusal = making.finish();
  const driver::CompileResult& result =
      refusal && refusal->result ? *refusal->result : workspace->document()->result;
  write_standard_error(render_text(result.report, {.color = false, .error_limit = 0}) + result.shown);
  if (refusal) return fail(refusal->message, kErrors);
  OutputSet out;
  std::error_code ignored;
  const bool is_there = std::filesystem::exists(to, ignored);
  if (is_there ? !out.replace(to, std::move(*html)) : !out.add(to, std::move(*html))) return kInternal;
  if (const auto failure = out.commit())
    return fail(concat("cannot write '", failure->path, "': ", failure->reason), kSystem);
  return kEnded;
}

int run(int argc, char** argv) {
  std::string error;
  auto options = parse_command_line(argc, argv, error);
  if (!options) return fail(error, kUsage);
  if (options->action == Options::Action::serve) return serve(std::move(*options));
  if (options->action == Options::Action::standalone) return write_page(std::move(*options));
  return write_standard_output(options->print) == 0 ? kEnded : kSystem;
}

}  // namespace
}  // namespace romas::studio

int main(int argc, char** argv) {
  romas::open_standard_streams();
  romas::report_write_errors();
  try {
    return romas::studio::run(argc, argv);
  } catch (const std::exception& problem) {
    return romas::studio::fail(problem.what(), romas::studio::kInternal);
  }
}
