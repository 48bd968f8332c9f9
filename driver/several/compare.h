// Two inputs: do they describe the same robot, and what differs?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "driver/stages/compile.h"
#include "ir/compare/compare.h"

namespace romas::driver {

struct CompareRequest {
  double tolerance = 1e-9;
  std::vector<Aspect> aspects;  // empty: all
  bool match_structure = false;
  std::string revision;  // all robots of the working folder are compared with those of it; empty: two inputs
};

struct Comparison {
  std::vector<CompileResult> results;  // of both inputs
  // Why the inputs were not compared: one of them has no robot, or several. Empty if they were compared, or
  // have errors.
  std::string not_comparable;
  CompareRequest request;
  // Ranges of a and b are in the sources of the first and second result.
  ModelComparison found;
};

// The compile request's targets are not emitted. `texts` replace the files of their names; null: none.
// Returns false, and why in `error`, for faulty pipeline text.
bool compare(const std::vector<Input>& two_inputs, CompileRequest request, const CompareRequest& wanted,
             unsigned threads, Comparison& comparison, std::string& error,
             const SourceManager::Texts* texts = nullptr);

// The same of two results that are there already, in comparison.results, with comparison.request.
void compare_results(const std::vector<Input>& two_inputs, Comparison& comparison);

// The differences for people: by entity, with the places where they stand; "the same robot" if there are
// none.
std::string print_comparison(const Comparison& comparison);
// The same for programs; docs/comparing.md describes the members.
std::string print_comparison_as_json(const Comparison& comparison);
// Workflow commands of GitHub: an annotation at each place in the second file, else in the first.
std::string print_comparison_for_github(const Comparison& comparison);

}  // namespace romas::driver
