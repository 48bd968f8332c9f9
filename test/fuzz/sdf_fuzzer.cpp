// Reads arbitrary bytes as SDF, and prints as URDF what could be read. No text may crash, hang or take
// memory.
#include "test/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas::fuzzing;
  const Reading read(romas::parse_sdf, std::string(reinterpret_cast<const char*>(data), size));
  if (!read.good()) return 0;
  romas::DiagnosticEngine diagnostics;
  const romas::TargetOptions options;
  romas::TargetContext context{diagnostics, options};
  const std::string text = emit_urdf(read.result.models.front(), context);
  require(!text.empty(), "a model that prints nothing", text);
  return 0;
}
