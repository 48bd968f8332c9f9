// Protects finding entities by name: the first of several is found, and after a change of the
// store no index outside of it is returned.
#include "ir/model/name_index.h"

#include <gtest/gtest.h>

#include <string>

#include "support/text/text.h"

namespace romas {
namespace {

struct Named {
  std::string name;
};

TEST(NameIndex, findsTheFirstOfEachName) {
  std::vector<Named> store;
  store.reserve(5000);
  for (int i = 0; i < 5000; ++i) store.push_back({concat("n", i % 3000)});
  NameIndex index;
  EXPECT_EQ(index.find(store, "n0"), NameIndex::kNone) << "before it was built";
  index.build(store);
  for (std::uint32_t i = 0; i < 3000; ++i) ASSERT_EQ(index.find(store, concat("n", i)), i);
  EXPECT_EQ(index.find(store, "n3000"), NameIndex::kNone);
  EXPECT_EQ(index.find(store, ""), NameIndex::kNone);
  index.build(std::vector<Named>());
  EXPECT_EQ(index.find(std::vector<Named>(), "n0"), NameIndex::kNone);
}

TEST(NameIndex, aStoreThatShrankIsSafe) {
  std::vector<Named> store = {{"a"}, {"b"}, {"c"}};
  NameIndex index;
  index.build(store);
  store.pop_back();
  store[0].name = "d";
  EXPECT_EQ(index.find(store, "c"), NameIndex::kNone);
  EXPECT_EQ(index.find(store, "a"), NameIndex::kNone);
  EXPECT_EQ(index.find(store, "b"), 1U);
}

}  // namespace
}  // namespace romas
