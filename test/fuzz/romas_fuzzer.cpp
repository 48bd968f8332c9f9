// Reads arbitrary bytes as the Romas language. A model that is read without an error must be printed, read
// again as an equal model, and printed as the same text.
#include "test/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas::fuzzing;
  const Reading first(romas::parse_romas, std::string(reinterpret_cast<const char*>(data), size));
  require(!first.result.malformed || first.diagnostics.has_errors(), "malformed without an error", {});
  if (!first.good()) return 0;
  for (const romas::Model& model : first.result.models) check_core_form(model);
  return 0;
}
