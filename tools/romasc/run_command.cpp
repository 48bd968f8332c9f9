#include "support/process/capture.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"

namespace romas::tool {

int run_command(int argc, char** argv, const SourceManager::Texts* texts) {
  std::string error;
  auto invocation = parse_command_line(argc, argv, error);
  if (!invocation) return usage_error(error);
  invocation->texts = texts;
  if (Capture::current() != nullptr) {
    if (invocation->action == Action::view) return usage_error("--view works on the command line alone");
    if (invocation->build) return usage_error("--build works on the command line alone");
  }
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

}  // namespace romas::tool
