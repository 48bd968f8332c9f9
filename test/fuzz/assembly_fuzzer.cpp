// Reads arbitrary bytes as Assembly XML, with the Blocks of the six-axis example as the library. A model that
// is read without an error must print in the core form, and be read again as the same model.
#include "test/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas::fuzzing;
  romas::FrontendOptions options;
  options.libraries = {ROMAS_SOURCE_DIR "/examples/six-axis/arm.block.xml"};
  const Reading first(romas::parse_assembly, std::string(reinterpret_cast<const char*>(data), size), options);
  if (!first.good()) return 0;
  for (const romas::Model& model : first.result.models) check_core_form(model);
  return 0;
}
