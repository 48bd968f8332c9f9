// Reads arbitrary bytes as MJCF, and prints as MJCF what could be read, which must be read again. No text may
// crash, hang or take memory.
#include "test/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas::fuzzing;
  const Reading read(romas::parse_mjcf, std::string(reinterpret_cast<const char*>(data), size));
  if (!read.good()) return 0;
  romas::DiagnosticEngine diagnostics;
  const romas::TargetOptions options;
  romas::TargetContext context{diagnostics, options};
  const std::vector<romas::OutputFile> files = emit_mjcf(read.result.models.front(), context);
  if (diagnostics.has_errors()) return 0;
  require(!files.empty() && !files.front().text.empty(), "a model that prints nothing", "");
  const Reading again(romas::parse_mjcf, files.front().text);
  require(!again.result.malformed, "what was printed is no MJCF", files.front().text);
  return 0;
}
