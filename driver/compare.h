// Two inputs: do they describe the same robot?
#pragma once

#include <string>
#include <vector>

#include "driver/compile.h"
#include "ir/analysis/compare.h"

namespace romas::driver {

struct Comparison {
  std::vector<CompileResult> results;  // of both inputs
  // Why the inputs were not compared: one of them has no robot, or several. Empty if they were compared, or
  // have errors.
  std::string not_comparable;
  // Ranges of a and b are in the sources of the first and second result.
  std::vector<ModelDifference> differences;
};

// The request's targets are not emitted. Returns false, and why in `error`, for faulty pipeline text.
bool compare(const std::vector<std::string>& two_inputs, CompileRequest request, double tolerance,
             unsigned threads, Comparison& comparison, std::string& error);

// The differences for people, with the places where they stand; "the same robot" if there are none.
std::string print_comparison(const Comparison& comparison);

}  // namespace romas::driver
