#include <algorithm>

#include "driver/stages/run_tests.h"
#include "support/text/text.h"
#include "tools/romasc/console.h"
#include "tools/romasc/run.h"
#include "tools/romasc/write_outputs.h"

namespace romas::tool {

int run_test(const Invocation& invocation) {
  std::string error;
  driver::Pipelines pipelines;
  if (!make_pipelines(invocation.request, pipelines, error)) return usage_error(error);
  std::vector<CompileResult> results;
  std::vector<TestCase> tests;
  for (const driver::Input& input : invocation.inputs) {
    driver::TestedInput tested = driver::run_tests(input, invocation.request, pipelines);
    const CompileResult& checked = tested.results.front();
    if (checked.status == CompileStatus::ok && !tested.ran)
      return usage_error(concat("--test runs tests of the language, but '", input.file,
                                "' is a file of another format: ", checked.format));
    if (!tested.ran)
      tests.push_back(
          {driver::label(input), "the description", input.file, {"it has errors; its tests were not run"}});
    std::ranges::move(tested.results, std::back_inserter(results));
    std::ranges::move(tested.tests, std::back_inserter(tests));
  }
  add_unreadable(invocation, results);
  OutputSet outputs;
  if (!invocation.test_output.empty()) outputs.add(invocation.test_output, render_junit(tests));
  if (invocation.test_output != "-") outputs.add("-", driver::print_tests(tests));
  const bool failed = std::ranges::any_of(tests, [](const TestCase& test) { return !test.failures.empty(); });
  return write_outputs(outputs, results, invocation, std::max<int>(exit_code(results), failed ? kErrors : 0));
}

}  // namespace romas::tool
