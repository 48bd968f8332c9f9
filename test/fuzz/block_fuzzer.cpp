// Reads arbitrary bytes as Block XML. A model that is read without an error must print in the core form, and
// be read again as the same model.
#include "test/fuzz/fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas::fuzzing;
  const Reading first(romas::parse_block, std::string(reinterpret_cast<const char*>(data), size));
  if (!first.good()) return 0;
  for (const romas::Model& model : first.result.models) check_core_form(model);
  return 0;
}
