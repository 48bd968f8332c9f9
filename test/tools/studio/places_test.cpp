// Which entities a place in a text is about.
#include "tools/studio/scene/places.h"

#include <gmock/gmock.h>

#include <random>

namespace romas {
namespace {

using studio::EntitiesByPlace;
using studio::EntityAt;
using studio::EntityRanges;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

EntityRanges nested() {
  EntityRanges ranges;
  ranges.links = {{1, 10, 100}, {1, 20, 60}, {2, 20, 60}, {}};
  ranges.joints = {{1, 30, 40}, {1, 20, 60}};
  ranges.blocks = {{1, 200, 300}};
  return ranges;
}

TEST(StudioEntities, theSmallestAroundAPlaceCount) {
  const EntitiesByPlace entities(nested());
  EXPECT_THAT(entities.smallest_around({1, 12, 15}), ElementsAre(EntityAt{"link", 0}));
  EXPECT_THAT(entities.smallest_around({1, 35, 35}), ElementsAre(EntityAt{"joint", 0}));
  // One text made both.
  EXPECT_THAT(entities.smallest_around({1, 22, 25}), ElementsAre(EntityAt{"link", 1}, EntityAt{"joint", 1}));
  EXPECT_THAT(entities.smallest_around({1, 35, 45}), ElementsAre(EntityAt{"link", 1}, EntityAt{"joint", 1}));
  EXPECT_THAT(entities.smallest_around({1, 70, 75}), ElementsAre(EntityAt{"link", 0}));
  EXPECT_THAT(entities.smallest_around({2, 20, 60}), ElementsAre(EntityAt{"link", 2}));
  EXPECT_THAT(entities.smallest_around({1, 250, 250}), ElementsAre(EntityAt{"block", 0}));
  for (const SourceRange outside : {SourceRange{1, 5, 8}, SourceRange{1, 90, 110}, SourceRange{1, 150, 150},
                                    SourceRange{3, 30, 31}, SourceRange{}})
    EXPECT_THAT(entities.smallest_around(outside), IsEmpty()) << outside.begin;
}

// As a search of all of them would find it.
TEST(StudioEntities, areFoundAmongMany) {
  std::mt19937 random(5);
  for (int times = 0; times < 50; ++times) {
    EntityRanges ranges;
    for (int i = 0; i < 40; ++i) {
      const std::uint32_t begin = random() % 100;
      ranges.links.push_back({1 + static_cast<FileId>(random() % 2), begin,
                              begin + 1 + static_cast<std::uint32_t>(random() % 30)});
    }
    const EntitiesByPlace entities(ranges);
    for (std::uint32_t at = 0; at < 130; ++at) {
      const SourceRange place{1, at, at + static_cast<std::uint32_t>(random() % 5)};
      std::vector<std::size_t> expected;
      std::uint32_t size = 1000;
      for (std::size_t i = 0; i < ranges.links.size(); ++i) {
        const SourceRange& link = ranges.links[i];
        if (link.file != 1 || link.begin > place.begin || link.end < place.end) continue;
        if (link.end - link.begin < size) expected.clear(), size = link.end - link.begin;
        if (link.end - link.begin == size) expected.push_back(i);
      }
      std::vector<std::size_t> found;
      for (const EntityAt& entity : entities.smallest_around(place)) found.push_back(entity.index);
      EXPECT_THAT(found, ::testing::UnorderedElementsAreArray(expected)) << at;
    }
  }
}

TEST(StudioEntities, areNotMoreThanAnybodyReads) {
  EntityRanges ranges;
  ranges.links.assign(1000, {1, 0, 10});
  EXPECT_THAT(EntitiesByPlace(ranges).smallest_around({1, 5, 6}), SizeIs(EntitiesByPlace::kMost));
}

}  // namespace
}  // namespace romas
