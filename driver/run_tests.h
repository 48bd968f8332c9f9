// The tests that descriptions in the language hold of their robots.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "support/render_services.h"

namespace romas::driver {

struct TestedInput {
  // What is found in the input as it is compiled without targets, and behind it what its tests found.
  std::vector<CompileResult> results;
  std::vector<TestCase> tests;
  // The input has errors, so that its tests were not run, or it is of a format that has none.
  bool ran = false;
};

// Checks an input, and runs its tests if it has no errors. `pipelines`: those of the request.
TestedInput run_tests(const Input& input, const CompileRequest& request, const Pipelines& pipelines);

// For people: a line for each test, and how many failed.
std::string print_tests(std::span<const TestCase> tests);

}  // namespace romas::driver
