// docs/passes.md has a section on every pass, and every kernel pass a test. (That its table is fresh is
// checked with the other generated parts of the docs.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "passes/kernel/lowering/kernel_passes.h"
#include "passes/pass/pass.h"
#include "support/text/text.h"
#include "test/folders.h"

namespace romas {
namespace {

TEST(PassDocumentation, everyPassHasASection) {
  std::ifstream file(test::source_path("docs/passes.md"));
  std::ostringstream page;
  page << file.rdbuf();
  for (const PassInfo& pass : all_passes())
    EXPECT_THAT(page.str(), ::testing::HasSubstr(concat("\n### ", pass.name, "\n")));
  for (const KernelPassInfo& pass : all_kernel_passes())
    EXPECT_THAT(page.str(), ::testing::HasSubstr(concat("\n### ", pass.name, "\n")));
}

TEST(PassDocumentation, everyKernelPassHasATestOnATextAndIsRunAlone) {
  for (const KernelPassInfo& pass : all_kernel_passes()) {
    std::ifstream file(test::source_path(concat("test/passes/kernel/", pass.name, ".test")));
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_THAT(text.str(), ::testing::HasSubstr(concat(".kernel --passes='kernel(", pass.name, ")'")));
  }
}

}  // namespace
}  // namespace romas
