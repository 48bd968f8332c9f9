// docs/passes.md has a section on every pass. (That its table is fresh is checked with the other generated
// parts of the docs.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "passes/pass.h"
#include "support/text.h"
#include "test/folders.h"

namespace romas {
namespace {

TEST(PassDocumentation, everyPassHasASection) {
  std::ifstream file(test::source_path("docs/passes.md"));
  std::ostringstream page;
  page << file.rdbuf();
  for (const PassInfo& pass : all_passes())
    EXPECT_THAT(page.str(), ::testing::HasSubstr(concat("\n### ", pass.name, "\n")));
}

}  // namespace
}  // namespace romas
