// Reads the statements of arbitrary bytes by recursive descent and by ANTLR's parser. Both must accept the
// same ones, and build the same trees. A target of its own, because ANTLR is slow.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "test/frontend/language/same_trees.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string difference = romas::test::compare_trees(text).difference;
  if (difference.empty()) return 0;
  std::fprintf(stderr, "the trees differ\n%s\n", difference.c_str());
  std::abort();
}
