// The tests that a text of the language holds of its robots: they are run, and say what does not hold.
#pragma once

#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace romas {

struct RobotTest {
  struct Failure {
    SourceRange range;  // of the condition, or of what cannot be evaluated
    std::string message;
  };
  std::string robot;
  std::string name;   // as the test says
  SourceRange range;  // of its statement
  std::vector<Failure> failures;
};

// Runs the tests of all robots of a file, in the order in which they are made. Failed assertions are
// reported, too (assertion-failed). A file with errors outside of its tests gives none.
std::vector<RobotTest> test_romas(FileId file, FrontendContext& context);

}  // namespace romas
