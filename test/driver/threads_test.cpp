// The driver is called from several threads at once, under ThreadSanitizer in `./x test full`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "driver/cache/result_cache.h"
#include "driver/several/compile_inputs.h"
#include "support/text/text.h"
#include "test/driver/driver_helpers.h"
#include "test/folders.h"

namespace romas {
namespace {

// Inputs of every format, some of which import others.
const std::vector<std::string>& inputs() {
  static const std::vector<std::string> kInputs = [] {
    std::vector<std::string> paths;
    for (const char* path :
         {"examples/six-axis/six-axis.assembly.xml", "examples/six-axis/arm.block.xml",
          "examples/cell/cell.romas", "examples/cell/table.urdf", "examples/arms/ur5.romas",
          "examples/arms/dh.romas", "examples/open-manipulator-x/open-manipulator-x.romas",
          "examples/six-axis/shapes", "test/frontend/sdf/Inputs/frames.sdf", "docs/first-look/arm.urdf"})
      paths.push_back(test::source_path(path));
    return paths;
  }();
  return kInputs;
}

// All that a program can ask for in one call.
driver::CompileRequest request() {
  driver::CompileRequest request = test::emitting({"urdf", "sdf", "romas", "json", "tree", "dot", "cpp"});
  request.verify.outputs = true;
  request.emit.code.kernels = {KernelKind::fk, KernelKind::rnea};
  request.passes.statistics = true;
  request.input.frontend.package_paths = {test::source_path("examples")};
  return request;
}

std::vector<std::string> one_after_the_other() {
  const driver::CompileRequest asked = request();
  const driver::Pipelines pipelines = test::pipelines_of(asked);
  std::vector<std::string> printed;
  for (const std::string& input : inputs())
    printed.push_back(test::print_result(driver::compile(input, asked, pipelines)));
  return printed;
}

// Threads that know nothing of each other, as in an editor's server.
TEST(Threads, callTheDriverAtOnce) {
  std::vector<std::vector<std::string>> printed(4);
  std::vector<std::thread> threads;
  threads.reserve(printed.size());
  for (auto& mine : printed) threads.emplace_back([&mine] { mine = one_after_the_other(); });
  for (std::thread& thread : threads) thread.join();
  const std::vector<std::string> expected = one_after_the_other();
  for (const auto& mine : printed) EXPECT_EQ(mine, expected);
}

// The threads of the driver itself.
TEST(Threads, shareTheInputsOfOneCall) {
  const driver::CompileRequest asked = request();
  const std::vector<std::string>& names = inputs();
  std::vector<std::string> printed(names.size());
  driver::compile_inputs(
      {names.begin(), names.end()}, asked, test::pipelines_of(asked), nullptr, 4,
      [&](std::size_t i, driver::CompileResult result) { printed[i] = test::print_result(result); });
  EXPECT_EQ(printed, one_after_the_other());
}

// One cache for all threads: empty at first, so that two of them may write an entry at once, then full.
TEST(Threads, shareOneCache) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / concat("romas-thread-cache-", ::getpid());
  std::filesystem::remove_all(folder);
  std::string problem;
  driver::ResultCache cache(
      driver::CacheFolder::open(folder.string(), driver::CacheFolder::kDefaultBound, problem), "o", nullptr);
  ASSERT_EQ(problem, "");
  const driver::CompileRequest asked = test::emitting({"tree", "urdf"});
  const driver::Pipelines pipelines = test::pipelines_of(asked);
  std::vector<std::string> expected;
  for (const std::string& input : inputs())
    expected.push_back(test::print_result(driver::compile(input, asked, pipelines)));
  for (int round = 0; round < 2; ++round) {
    std::vector<std::vector<std::string>> printed(4);
    std::vector<std::thread> threads;
    threads.reserve(printed.size());
    for (auto& mine : printed)
      threads.emplace_back([&] {
        for (const std::string& input : inputs())
          mine.push_back(test::print_result(cache.compile(input, asked, pipelines)));
      });
    for (std::thread& thread : threads) thread.join();
    for (const auto& mine : printed) EXPECT_EQ(mine, expected) << "round " << round;
  }
  EXPECT_EQ(cache.finish(), "");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace romas
