// Reads arbitrary bytes as URDF. A model that is read without an error must be printed, read again as the
// same model, and printed as the same text.
#include "test/fuzz/fuzzing.h"

namespace {

std::string print(const romas::Model& model) {
  romas::DiagnosticEngine diagnostics;
  const romas::TargetOptions options;
  romas::TargetContext context{diagnostics, options};
  return emit_urdf(model, context);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas::fuzzing;
  const Reading first(romas::parse_urdf, std::string(reinterpret_cast<const char*>(data), size));
  if (!first.good()) return 0;
  const std::string once = print(first.result.models.front());
  const Reading second(romas::parse_urdf, once);
  require(second.good(), "what was printed cannot be read", once);
  require(second.result.models.front() == first.result.models.front(), "what was printed is another model",
          once);
  require(print(second.result.models.front()) == once, "printing twice changes the text", once);
  return 0;
}
