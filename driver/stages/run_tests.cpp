#include "driver/stages/run_tests.h"

#include <algorithm>

#include "driver/inputs/read_input.h"
#include "frontend/robot_tests.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

std::string place_of(SourceRange range, const SourceManager& sources) {
  const auto at = sources.line_column(range.start());
  return concat(sources.name(range.file), ':', at.line, ':', at.column);
}

TestCase case_of(const RobotTest& test, const std::string& file, const SourceManager& sources) {
  TestCase shown{test.robot, test.name, file, {}};
  for (const RobotTest::Failure& failure : test.failures)
    shown.failures.push_back(concat(place_of(failure.range, sources), ": ", failure.message));
  return shown;
}

// Keeps only errors, which come from tests: the check of the input has already reported all other findings.
CompileResult errors_alone(ReadInput read, const Input& input) {
  CompileResult result;
  result.sources = std::move(read.sources);
  result.file = input.file;
  result.label = label(input);
  result.report = {result.sources.get(), read.diagnostics->sorted(), read.diagnostics->omitted()};
  std::erase_if(result.report.diagnostics,
                [](const Diagnostic& finding) { return finding.severity != Severity::error; });
  result.of_an_input = false;
  if (!result.report.diagnostics.empty()) result.status = CompileStatus::errors;
  return result;
}

}  // namespace

TestedInput run_tests(const Input& input, const CompileRequest& request, const Pipelines& pipelines) {
  TestedInput tested;
  tested.results.push_back(compile(input, request, pipelines));
  const CompileResult& checked = tested.results.front();
  if (checked.status != CompileStatus::ok || checked.format != "romas") return tested;
  const CompileRequest own = request_for(input, request);
  ReadInput read = load_input(input, own, nullptr);
  if (read.text.file == 0) return tested;
  Stage stage = read.stage();
  FrontendOptions options = own.input.frontend;
  place_arguments(input, options, stage.sources);
  const ImportReader imports = import_reader(stage.sources);
  FrontendContext context{stage.sources, stage.diagnostics, options, stage.files_read, &imports};
  for (const RobotTest& test : test_romas(read.text.file, context))
    if (own.input.robot.empty() || own.input.robot == test.robot)
      tested.tests.push_back(case_of(test, input.file, stage.sources));
  read.diagnostics->finish_suppressions();
  tested.ran = true;
  tested.results.push_back(errors_alone(std::move(read), input));
  return tested;
}

std::string print_tests(std::span<const TestCase> tests) {
  std::string text;
  std::size_t failed = 0;
  for (const TestCase& test : tests) {
    failed += test.failures.empty() ? 0 : 1;
    text += concat(test.failures.empty() ? "passed  " : "FAILED  ", test.group, ": ", test.name, '\n');
  }
  if (tests.empty()) return "no tests\n";
  return concat(text, tests.size(), tests.size() == 1 ? " test, " : " tests, ",
                failed == 0 ? std::string("all passed") : concat(failed, " failed"), '\n');
}

}  // namespace romas::driver
