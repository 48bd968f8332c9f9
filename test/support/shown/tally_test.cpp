// Protects the numbers at the end of a run.
#include "support/shown/tally.h"

#include <gtest/gtest.h>

namespace romas {
namespace {

DiagnosticReport report(const std::vector<std::pair<Rule, Severity>>& findings) {
  DiagnosticReport report;
  for (const auto& [rule, severity] : findings) {
    report.diagnostics.emplace_back();
    report.diagnostics.back().rule = rule;
    report.diagnostics.back().severity = severity;
  }
  return report;
}

const std::pair kError(Rule::bad_number, Severity::error);
const std::pair kWarning(Rule::velocity_zero, Severity::warning);
const std::pair kNote(Rule::effort_zero, Severity::note);

std::string line_of(const std::vector<DiagnosticReport>& reports, std::size_t files) {
  Tally tally;
  for (const DiagnosticReport& one : reports) tally.add(one);
  return counts_line(tally, files);
}

TEST(Tally, oneFileNeedsNoFiles) {
  EXPECT_EQ(line_of({}, 1), "");
  EXPECT_EQ(line_of({report({kError})}, 1), "1 error\n");
  EXPECT_EQ(line_of({report({kWarning, kError, kWarning, kNote, kError})}, 1),
            "2 errors, 2 warnings, 1 note\n");
}

TEST(Tally, filesWithAndWithoutFindings) {
  EXPECT_EQ(line_of({report({kError}), report({}), report({kWarning, kWarning})}, 99),
            "1 error, 2 warnings in 2 of 99 files (97 sound)\n");
  EXPECT_EQ(line_of({report({kNote}), report({kNote})}, 2), "2 notes in 2 of 2 files\n");
  EXPECT_EQ(line_of({report({}), report({})}, 2), "");
}

TEST(Tally, findingsThatWereNotKeptCount) {
  DiagnosticReport many = report({kWarning, kWarning});
  many.omitted[Rule::velocity_zero] = 40;
  EXPECT_EQ(line_of({many}, 1), "42 warnings\n");
}

TEST(Tally, aProblemOfTheRunBelongsToNoFile) {
  Tally tally;
  tally.add_run_problem(report({{Rule::unwritable_file, Severity::error}}));
  EXPECT_EQ(counts_line(tally, 5), "1 error\n");
  tally.add(report({kWarning}));
  EXPECT_EQ(counts_line(tally, 5), "1 error, 1 warning in 1 of 5 files (4 sound)\n");
}

TEST(Tally, partsAddUp) {
  Tally part;
  part.add(report({kError, kWarning}));
  Tally fault;
  fault.add_fault();
  Tally all;
  all.add(part);
  all.add(part);
  all.add(fault);
  EXPECT_EQ(counts_line(all, 4), "3 errors, 2 warnings in 3 of 4 files (1 sound)\n");
}

TEST(Tally, theMostFrequentRuleComesFirst) {
  Tally tally;
  tally.add(report({kError, kWarning, kWarning}));
  tally.add(report({kWarning}));
  EXPECT_EQ(statistics_table(tally),
            "findings   files  id      rule           severity\n"
            "       3       2  RM1209  velocity-zero  warning\n"
            "       1       1  RM1005  bad-number     error\n");
  EXPECT_EQ(statistics_json(tally),
            "[\n"
            "  {\"id\": \"RM1209\", \"rule\": \"velocity-zero\", \"severity\": \"warning\", \"findings\": 3, "
            "\"files\": 2},\n"
            "  {\"id\": \"RM1005\", \"rule\": \"bad-number\", \"severity\": \"error\", \"findings\": 1, "
            "\"files\": 1}\n"
            "]\n");
  EXPECT_EQ(statistics_table(Tally()), "");
}

}  // namespace
}  // namespace romas
