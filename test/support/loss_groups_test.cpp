// Losses of one kind are one finding for people; everything else stays as it was reported.
#include "support/loss_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace romas {
namespace {

using testing::ElementsAre;

std::vector<std::string> lines(std::span<const Diagnostic> diagnostics) {
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : diagnostics) {
    texts.push_back(concat(diagnostic.range.begin, " ", diagnostic.message));
    for (const DiagnosticNote& note : diagnostic.notes)
      texts.push_back(concat("  ", note.range.begin, " ", note.message));
  }
  return texts;
}

// A loss of an axis, by the joint's name; its place is `at`.
Diagnostic lost(std::uint32_t at, const std::string& joint, Rule rule = Rule::feature_dropped) {
  return {rule, Severity::warning, {1, at, at + 1}, concat("no axis for '", joint, "'"), {}, {}};
}

TEST(LossGroups, oneOfAKindStays) {
  EXPECT_FALSE(group_losses({}));
  const std::vector<Diagnostic> different = {lost(1, "a"), lost(2, "b", Rule::value_approximated),
                                             lost(3, "a", Rule::axis_not_unit),
                                             lost(4, "b", Rule::axis_not_unit)};
  EXPECT_FALSE(group_losses(different)) << "rules are kept apart, and other rules are not grouped";
}

TEST(LossGroups, furtherOnesBecomeNotes) {
  const std::vector<Diagnostic> two = {lost(1, "a"), lost(5, "x", Rule::axis_not_unit), lost(7, "b")};
  EXPECT_THAT(lines(group_losses(two).value()), ElementsAre("1 no axis for 'a'; 1 more of this kind",
                                                            "  7 no axis for 'b'", "5 no axis for 'x'"));
}

TEST(LossGroups, threeAreShownAndTheOthersCounted) {
  std::vector<Diagnostic> many;
  for (std::uint32_t i = 0; i < 4; ++i) many.push_back(lost(i, concat("joint ", i)));
  EXPECT_THAT(lines(group_losses(many).value()),
              ElementsAre("0 no axis for 'joint 0'; 3 more of this kind", "  1 no axis for 'joint 1'",
                          "  2 no axis for 'joint 2'", "  3 no axis for 'joint 3'"));
  many.push_back(lost(4, "e"));
  EXPECT_EQ(group_losses(many)->front().notes.back().message,
            "1 more is not shown; --loss-report=FILE lists all");
  many.push_back(lost(5, "f"));
  EXPECT_EQ(group_losses(many)->front().notes.back().message,
            "2 more are not shown; --loss-report=FILE lists all");
}

TEST(LossGroups, errorsAndWarningsStayApart) {
  std::vector<Diagnostic> mixed = {lost(1, "a"), lost(2, "b")};
  mixed[1].severity = Severity::error;
  EXPECT_FALSE(group_losses(mixed));
}

TEST(LossGroups, kindsHaveNeitherNamesNorNumbers) {
  EXPECT_EQ(kind_of_loss("loop 'l' is open: its sides are 0.25e-3 m apart"),
            kind_of_loss("loop 'it's odd (4)' is open: its sides are 12 m apart"));
  EXPECT_EQ(kind_of_loss("'a' is written in Drake's dialect, not '1.0'"),
            "'' is written in Drake's dialect, not ''");
  EXPECT_NE(kind_of_loss("<slip1> of <ode>"), kind_of_loss("<slip2> of <ode>"));
  EXPECT_EQ(kind_of_loss("an open 'quote"), "an open 'quote");
  EXPECT_EQ(kind_of_loss(""), "");
  EXPECT_EQ(kind_of_loss("'"), "'");
}

}  // namespace
}  // namespace romas
