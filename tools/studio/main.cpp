// romas-studio: argv, and what it asks for.
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
#include "tools/studio/options.h"
#include "tools/studio/page.h"
#include "tools/studio/serving.h"

namespace romas::studio {

int fail(std::string_view message, int code) {
  write_standard_error(concat("romas-studio: error: ", message, "\n"));
  return code;
}

namespace {

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
