// Protects Boxed: it is used like std::optional, and copies share nothing.
#include "support/bytes/boxed.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace romas {
namespace {

static_assert(sizeof(Boxed<std::string>) == sizeof(void*));

TEST(Boxed, isAbsentUntilItIsGivenAValue) {
  Boxed<std::string> box;
  EXPECT_FALSE(box);
  EXPECT_EQ(box.value_or("none"), "none");
  box = std::string("a");
  ASSERT_TRUE(box.has_value());
  EXPECT_EQ(*box, "a");
  EXPECT_EQ(box->size(), 1U);
  EXPECT_EQ(box.emplace(3, 'b'), "bbb");
  box.reset();
  EXPECT_FALSE(box);
  box = std::optional<std::string>("c");
  EXPECT_EQ(box.value_or("none"), "c");
  box = std::nullopt;
  EXPECT_FALSE(box);
  EXPECT_FALSE(Boxed<std::string>(std::optional<std::string>()));
}

TEST(Boxed, copiesShareNothing) {
  Boxed<std::string> box = std::string("a");
  Boxed<std::string> copy = box;
  copy->push_back('b');
  EXPECT_EQ(*box, "a");
  box = copy;
  EXPECT_EQ(*box, "ab");
  const Boxed<std::string>& same = box;
  box = same;  // itself
  EXPECT_EQ(*box, "ab");
  const Boxed<std::string> moved = std::move(copy);
  EXPECT_EQ(*moved, "ab");
}

TEST(Boxed, equalityIsThatOfTheValues) {
  const Boxed<std::string> none, a = std::string("a"), also_a = std::string("a"), b = std::string("b");
  EXPECT_TRUE(none == Boxed<std::string>());
  EXPECT_TRUE(a == also_a);
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(a == none);
  EXPECT_FALSE(none == a);
}

}  // namespace
}  // namespace romas
