// The tests that descriptions in the language hold of their robots.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "driver/stages/compile.h"
#include "support/shown/render_services.h"

namespace romas::driver {

struct TestedInput {
  // The findings of the input, compiled without targets, and behind them those of its tests.
  std::vector<CompileResult> results;
  std::vector<TestCase> tests;
  // False if the input has errors, so that its tests were not run, or if its format has no tests.
  bool ran = false;
};

// Checks an input, and runs its tests if it has no errors. `pipelines`: those of the request.
TestedInput run_tests(const Input& input, const CompileRequest& request, const Pipelines& pipelines);

// Returns a line for each test, and how many failed, for people.
std::string print_tests(std::span<const TestCase> tests);

}  // namespace romas::driver
