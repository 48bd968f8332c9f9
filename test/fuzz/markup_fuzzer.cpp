// Reads arbitrary bytes as XML that is being edited. Every byte must have its token, every offset its place,
// and a well-formed text the tree of the compiler's reader.
#include "test/fuzz/fuzzing.h"
#include "test/lsp/markup/tree_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romas;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string problem = test::problem_of(text);
  fuzzing::require(problem.empty(), "the tolerant reader is wrong", problem);
  return 0;
}
