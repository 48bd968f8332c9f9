// Protects the places of texts that are expanded: an instance is the text itself for every question about
// lines and names, and knows the chain that led to it.
#include "support/sources/expansions.h"

#include <gtest/gtest.h>

#include "support/sources/source_manager.h"

namespace romas {
namespace {

class ExpansionsTest : public testing::Test {
 protected:
  SourceStep& call(SourceRange place) {
    return expansions().add_step({SourceStep::Kind::macro_call, place, {macros_, 0, 5}, "arm", "name:=left"});
  }
  Expansions& expansions() { return sources_.expansions(); }

  SourceManager sources_;
  FileId main_ = sources_.add_text("main.xacro", "<a/>\n<b/>\n<c/>\n");
  FileId macros_ = sources_.add_text("macros.xacro", "<m>\n  <link/>\n</m>\n");
};

TEST_F(ExpansionsTest, anInstanceIsTheTextItself) {
  const FileId seen = expansions().instance(macros_, call({main_, 0, 4}));
  EXPECT_NE(seen, macros_);
  EXPECT_EQ(sources_.name(seen), "macros.xacro");
  EXPECT_EQ(sources_.text(SourceRange{seen, 6, 13}), "<link/>");
  EXPECT_EQ(sources_.line_column({seen, 6}).line, 2U);
  EXPECT_EQ(sources_.line_column({seen, 6}).column, 3U);
  EXPECT_EQ(sources_.line_text(seen, 2), "  <link/>");
  EXPECT_EQ(sources_.written({seen, 6, 13}), (SourceRange{macros_, 6, 13}));
  EXPECT_EQ(sources_.file_count(), 2U);
}

TEST_F(ExpansionsTest, onePairOfTextAndStepIsOneInstance) {
  const SourceStep& first = call({main_, 0, 4});
  const SourceStep& second = call({main_, 5, 9});
  EXPECT_EQ(expansions().instance(macros_, first), expansions().instance(macros_, first));
  EXPECT_NE(expansions().instance(macros_, first), expansions().instance(macros_, second));
  EXPECT_NE(expansions().instance(macros_, first), expansions().instance(main_, first));
}

TEST_F(ExpansionsTest, aChainIsFollowedThroughItsPlaces) {
  const SourceStep& outer = call({main_, 0, 4});
  const SourceStep& inner = call({expansions().instance(macros_, outer), 6, 13});
  const FileId seen = expansions().instance(macros_, inner);
  EXPECT_EQ(expansions().step(seen), &inner);
  EXPECT_EQ(expansions().step(inner.place.file), &outer);
  EXPECT_EQ(expansions().step(outer.place.file), nullptr);
  EXPECT_EQ(expansions().step(main_), nullptr);
}

TEST_F(ExpansionsTest, originsAreFoundByTheRangeAroundThem) {
  expansions().add_origin({{main_, 12, 13}, "c", {macros_, 0, 1}});
  expansions().add_origin({{main_, 2, 3}, "a", {macros_, 1, 2}});
  ASSERT_EQ(expansions().origins({main_, 0, 10}).size(), 1U);
  EXPECT_EQ(expansions().origins({main_, 0, 10})[0]->name, "a");
  // Further ones are found, too, after the first question.
  expansions().add_origin({{main_, 6, 7}, "b", {macros_, 2, 3}});
  const auto found = expansions().origins({main_, 0, 20});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1]->name, "b");
  EXPECT_TRUE(expansions().origins({macros_, 0, 20}).empty());
}

TEST_F(ExpansionsTest, occurrencesAreThoseOfTheInnermostElement) {
  for (int i = 0; i < 3; ++i) {
    const FileId seen = expansions().instance(macros_, call({main_, 0, 4}));
    expansions().add_element({seen, 0, 18});
    if (i > 0) expansions().add_element({seen, 6, 13});
  }
  EXPECT_EQ(expansions().occurrences({macros_, 6, 13}), 2U);
  EXPECT_EQ(expansions().occurrences({macros_, 7, 8}), 2U);
  EXPECT_EQ(expansions().occurrences({macros_, 1, 2}), 3U);
  EXPECT_EQ(expansions().occurrences({macros_, 14, 15}), 3U);
  EXPECT_EQ(expansions().occurrences({main_, 0, 4}), 0U);
}

TEST_F(ExpansionsTest, keptTextsStay) {
  std::vector<std::string_view> kept;
  kept.reserve(20'001);
  for (int i = 0; i < 20'000; ++i) kept.push_back(expansions().keep(std::to_string(i)));
  kept.push_back(expansions().keep(std::string(100'000, 'x')));
  for (int i = 0; i < 20'000; ++i) EXPECT_EQ(kept[static_cast<std::size_t>(i)], std::to_string(i));
  EXPECT_EQ(kept.back().find_first_not_of('x'), std::string_view::npos);
  EXPECT_TRUE(expansions().keep("").empty());
}

}  // namespace
}  // namespace romas
