// Findings for services that show them beside the text: GitLab's code quality, reviewdog, and whatever reads
// JUnit's reports of tests.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/shown/diagnostic_render.h"

namespace romas {

// One input and what was found in it. Also inputs without findings count: they are tests that pass.
struct CheckedInput {
  std::string name;                          // of the test: the file, or the root of a project
  std::string_view file;                     // as it was given
  const DiagnosticReport* report = nullptr;  // null: nothing was found
  std::string_view fault;                    // why romasc itself could not finish; empty: it could
};

// A code quality report of GitLab: an array with an object for each finding. The fingerprint of a finding
// does not change when lines are inserted elsewhere, and no two findings of a report have the same.
std::string render_gitlab(std::span<const CheckedInput> inputs, const RenderOptions& options);
// Reviewdog's diagnostic format, one object (rdjson). Columns count bytes.
std::string render_rdjson(std::span<const CheckedInput> inputs, const RenderOptions& options);
// JUnit's XML: a test for each input, which fails if it has errors. Other findings stand in its output.
std::string render_junit(std::span<const CheckedInput> inputs, const RenderOptions& options);

// A test that a description holds of its robot.
struct TestCase {
  std::string group, name;            // the robot, and what it calls the test
  std::string file;                   // as it was given
  std::vector<std::string> failures;  // "arm.romas:4:12: …"; none: it passed
};
// JUnit's XML of them, in which each group of a file is a class.
std::string render_junit(std::span<const TestCase> tests);

}  // namespace romas
