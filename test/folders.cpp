#include "test/folders.h"

#include "support/text/text.h"

namespace romas::test {

std::string source_path(std::string_view file) { return concat(ROMAS_SOURCE_DIR, "/", file); }

std::string corpus_path() { return ROMAS_CORPUS; }

}  // namespace romas::test
