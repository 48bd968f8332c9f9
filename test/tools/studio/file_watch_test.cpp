// Which changes of files count. Events of the system are there at once; nothing here waits.
#include "tools/studio/workspace/file_watch.h"

#include <gtest/gtest.h>
#include <poll.h>

#include "support/text/text.h"
#include "test/tools/studio/studio_helpers.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using studio::FileWatch;
using test::Folder;

class StudioFileWatch : public ::testing::Test {
 protected:
  StudioFileWatch() { folder.write("a.urdf", "1"); }
  void watch(std::vector<std::string> paths) {
    EXPECT_FALSE(watch_.watch(std::move(paths), FileWatch::Clock::now() + std::chrono::hours(1)));
    EXPECT_TRUE(watch_.complete());
    watch_.take_changes();
  }
  bool is_readable() const {
    pollfd poll{watch_.descriptor(), POLLIN, 0};
    return ::poll(&poll, 1, 0) == 1;
  }
  // Once, and not again.
  bool has_changed() {
    const bool changed = watch_.take_changes();
    EXPECT_FALSE(watch_.take_changes());
    EXPECT_FALSE(is_readable());
    return changed;
  }

  Folder folder;
  FileWatch watch_;
};

TEST_F(StudioFileWatch, savesInPlaceAndByRenamingCount) {
  watch({folder.path("a.urdf")});
  EXPECT_FALSE(has_changed());
  folder.write("a.urdf", "2");
  EXPECT_TRUE(is_readable());
  EXPECT_TRUE(has_changed());
  folder.write("a.urdf.new", "3");
  EXPECT_FALSE(has_changed());
  fs::rename(folder.path("a.urdf.new"), folder.path("a.urdf"));
  EXPECT_TRUE(has_changed());
  fs::rename(folder.path("a.urdf"), folder.path("a.urdf~"));
  EXPECT_TRUE(has_changed());
  folder.write("a.urdf", "4");
  EXPECT_TRUE(has_changed());
  fs::remove(folder.path("a.urdf"));
  EXPECT_TRUE(has_changed());
  fs::permissions(folder.path("a.urdf~"), fs::perms::none);
  EXPECT_FALSE(has_changed());
}

TEST_F(StudioFileWatch, aFileThatIsOpenedForReadingHasNotChanged) {
  watch({folder.path("a.urdf")});
  EXPECT_EQ(folder.read("a.urdf"), "1");
  EXPECT_FALSE(has_changed());
  fs::permissions(folder.path("a.urdf"), fs::perms::owner_read);
  EXPECT_TRUE(has_changed());
}

TEST_F(StudioFileWatch, otherFilesDoNotCount) {
  watch({folder.path("a.urdf")});
  folder.write("b.urdf", "1");
  fs::create_directory(folder.path("c"));
  EXPECT_FALSE(has_changed());
  watch({folder.path("b.urdf")});
  folder.write("a.urdf", "2");
  EXPECT_FALSE(has_changed());
}

TEST_F(StudioFileWatch, aFolderStandsForWhatLiesInIt) {
  folder.write("blocks/a.block.xml", "");
  watch({folder.path("blocks")});
  folder.write("blocks/new.block.xml", "");
  EXPECT_TRUE(has_changed());
  fs::remove(folder.path("blocks/a.block.xml"));
  EXPECT_TRUE(has_changed());
  fs::rename(folder.path("blocks"), folder.path("others"));
  EXPECT_TRUE(has_changed());
}

TEST_F(StudioFileWatch, filesThatAreNotThereAreAwaited) {
  watch({folder.path("x/y/a.stl")});
  fs::create_directory(folder.path("z"));
  EXPECT_FALSE(has_changed());
  fs::create_directories(folder.path("x/y"));
  EXPECT_TRUE(has_changed());
  watch({folder.path("x/y/a.stl")});
  folder.write("x/y/b.stl", "");
  EXPECT_FALSE(has_changed());
  folder.write("x/y/a.stl", "");
  EXPECT_TRUE(has_changed());
  fs::remove_all(folder.path("x"));
  EXPECT_TRUE(has_changed());
}

TEST_F(StudioFileWatch, linksAndWhatTheyLeadTo) {
  folder.write("there/a.stl", "1");
  fs::create_symlink(folder.path("there/a.stl"), folder.path("link.stl"));
  watch({folder.path("link.stl")});
  folder.write("there/a.stl", "2");
  EXPECT_TRUE(has_changed());
  fs::remove(folder.path("link.stl"));
  EXPECT_TRUE(has_changed());
}

// Between a reading and the watch nobody looks.
TEST_F(StudioFileWatch, whatChangedBeforeTheFirstWatchCounts) {
  const auto long_ago = FileWatch::Clock::now() - std::chrono::hours(1);
  EXPECT_TRUE(FileWatch().watch({folder.path("a.urdf")}, long_ago));
  EXPECT_TRUE(FileWatch().watch({folder.path("missing.urdf")}, long_ago));
  watch({folder.path("a.urdf")});
  EXPECT_FALSE(watch_.watch({folder.path("a.urdf")}, long_ago));  // it was watched all the time
}

TEST_F(StudioFileWatch, theHostMayTellOfAChange) {
  EXPECT_FALSE(watch_.take_changes());
  watch_.tell_change();
  EXPECT_TRUE(watch_.take_changes());
  EXPECT_FALSE(watch_.take_changes());
}

TEST_F(StudioFileWatch, tooManyFoldersAreSaid) {
  FileWatch watch(2);
  for (const char* name : {"x/a", "y/a", "z/a"}) folder.write(name, "");
  watch.watch({folder.path("x/a"), folder.path("y/a"), folder.path("x/b")}, FileWatch::Clock::now());
  EXPECT_TRUE(watch.complete());
  watch.watch({folder.path("x/a"), folder.path("y/a"), folder.path("z/a")}, FileWatch::Clock::now());
  EXPECT_FALSE(watch.complete());
  watch.take_changes();
  folder.write("x/a", "2");
  EXPECT_TRUE(watch.take_changes());
}

}  // namespace
}  // namespace romas
