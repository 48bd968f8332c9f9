// Protects equality of entities: all their content is compared, and their places in the source are not.
#include "ir/values/provenance.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "ir/model/model.h"

namespace romas {
namespace {

// Comparing a place of a model with a range of the source would always be true for one of the two meanings:
// it does not compile.
template <class A, class B>
concept Comparable = requires(const A& a, const B& b) {
  a == b;
};
static_assert(Comparable<SourceRange, SourceRange>);
static_assert(!Comparable<Provenance, SourceRange>);

TEST(Provenance, isNoPartOfWhatIsSaid) {
  Joint here;
  here.name = "elbow";
  here.limit = JointLimit{.lower = Number(-1), .upper = Number(1), .range = SourceRange{1, 10, 20}};
  here.range = SourceRange{1, 0, 100};
  Joint there = here;
  there.range = SourceRange{2, 7, 9};
  there.name_range = SourceRange{2, 8, 9};
  there.limit->range = {};
  EXPECT_EQ(here, there);
  there.limit->jerk = Number(3);
  EXPECT_FALSE(here == there);
}

TEST(Provenance, isTheRangeThatItWasMadeOf) {
  const Provenance place = SourceRange{3, 4, 5};
  const SourceRange& range = place;
  EXPECT_EQ(range, (SourceRange{3, 4, 5}));
  EXPECT_TRUE(place.valid());
  EXPECT_FALSE(Provenance().valid());
}

}  // namespace
}  // namespace romas
