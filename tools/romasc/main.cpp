// romasc: argv, files, exit code.
#include <exception>
#include <new>

#include "support/process/standard_streams.h"
#include "tools/romasc/console.h"
#include "tools/romasc/invocation.h"
#include "tools/romasc/process.h"
#include "tools/romasc/run.h"

namespace romas::tool {
namespace {

int run(int argc, char** argv) {
  std::string error;
  const auto invocation = parse_command_line(argc, argv, error);
  if (!invocation) return usage_error(error);
  switch (invocation->action) {
    case Action::print: return print(invocation->print, kSuccess);
    case Action::compare: return run_compare(*invocation);
    case Action::reformat: return run_reformat(*invocation);
    case Action::test: return run_test(*invocation);
    case Action::init: return run_init(*invocation);
    case Action::view: return run_view(argc, argv);
    case Action::compile: break;
  }
  return run_compile(*invocation);
}

}  // namespace
}  // namespace romas::tool

int main(int argc, char** argv) {
  romas::tool::prepare_process();
  try {
    return romas::tool::run(argc, argv);
  } catch (const std::bad_alloc&) {
    romas::write_standard_error(
        "romasc: error: there is not enough memory; 'ulimit -v' shows the limit of this process\n");
    return romas::tool::kFiles;
  } catch (const std::exception& problem) {
    for (const std::string_view part : {"romasc: internal error: ", problem.what(), "\n"})
      romas::write_standard_error(part);
    return romas::tool::kInternal;
  }
}
