// The frontend of the Romas language.
#include "frontend/frontend.h"
#include "frontend/language/program/program.h"
#include "frontend/language/words/encoding.h"
#include "frontend/robot_tests.h"
#include "support/text/text.h"

namespace romas {

namespace {

bool check_size(FileId file, FrontendContext& context) {
  const std::size_t size = context.sources.text(file).size();
  if (size <= context.options.max_input) return true;
  context.diagnostics.report(
      Rule::input_limit, {file, 0, 1},
      concat("the text has ", size, " bytes, more than the limit of ", context.options.max_input));
  return false;
}

}  // namespace

FrontendResult parse_romas(FileId file, FrontendContext& context) {
  FrontendResult result;
  if (!check_size(file, context) || !language::check_encoding(file, context.sources, context.diagnostics)) {
    result.malformed = true;
    return result;
  }
  return language::Program(context).run(file);
}

std::vector<RobotTest> test_romas(FileId file, FrontendContext& context) {
  std::vector<RobotTest> tests;
  if (check_size(file, context) && language::check_encoding(file, context.sources, context.diagnostics))
    language::Program(context, &tests).run(file);
  return tests;
}

}  // namespace romas
