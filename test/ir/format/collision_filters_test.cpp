// Pairs of links in elements that say which do not collide.
#include "ir/format/collision_filters.h"

#include <gtest/gtest.h>

#include <memory>

#include "test/random_robot.h"

namespace romas {
namespace {

// A group of these links, which ignores these groups.
ForeignElement group(const std::string& name, const std::vector<std::string>& links,
                     const std::vector<std::string>& ignored) {
  ForeignElement element{std::string(kDrakeFilterGroup), {{"name", name}}, {}, {}};
  for (const std::string& link : links)
    element.children.push_back({"drake:member", {{"link", link}}, {}, {}});
  for (const std::string& other : ignored)
    element.children.push_back({"drake:ignored_collision_filter_group", {{"name", other}}, {}, {}});
  return element;
}

Model robot_with(int links, const std::vector<ForeignElement>& elements) {
  test::ModelMaker maker("robot");
  for (int i = 0; i < links; ++i) maker.link(concat("l", i));
  for (const ForeignElement& element : elements) {
    Extension extension;
    extension.name = element.name;
    extension.tree = std::make_shared<const ForeignElement>(element);
    maker.model().extensions.push_back(std::move(extension));
  }
  return maker.done();
}

TEST(CollisionFilters, pairsOfGroups) {
  const Model model = robot_with(4, {group("a", {"l0", "l1"}, {"b", "b"}), group("b", {"l1", "l2"}, {"a"})});
  const ExcludedPairs found = excluded_pairs(model);
  ASSERT_EQ(found.pairs.size(), 3U);  // 0-1, 0-2, 1-2: each once, and no link with itself
  EXPECT_EQ(found.pairs[0].a, LinkId(0));
  EXPECT_EQ(found.pairs[0].b, LinkId(1));
  EXPECT_EQ(found.pairs[2].extension, 0U);
  EXPECT_TRUE(found.in_part.empty());
  EXPECT_FALSE(found.too_many);
}

TEST(CollisionFilters, nameWhatIsNotThere) {
  const Model model = robot_with(2, {group("a", {"l0", "l1", "l2"}, {"a", "c"}),
                                     {"exclude", {{"body1", "l0"}, {"body2", "l9"}}, {}, {}}});
  const ExcludedPairs found = excluded_pairs(model);
  EXPECT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.in_part, (std::vector<std::uint32_t>{0, 1}));
}

// Short files can ask for any number of pairs, and of steps that find none.
TEST(CollisionFilters, areBounded) {
  std::vector<std::string> all;
  for (int i = 0; i < 1500; ++i) all.push_back(concat("l", i));
  const ExcludedPairs square = excluded_pairs(robot_with(1500, {group("a", all, {"a"})}));
  EXPECT_TRUE(square.too_many);
  EXPECT_LE(square.pairs.size(), kMostExcludedPairs);
  const std::vector<std::string> often(2000, "a");
  EXPECT_TRUE(excluded_pairs(robot_with(1500, {group("a", all, {}), group("b", {"l0"}, often)})).too_many);
}

}  // namespace
}  // namespace romas
