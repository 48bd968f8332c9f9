// Protects the promise of outputs: all of them, or none and nothing left behind.
#include "support/files/output_set.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

class OutputSetTest : public testing::Test {
 protected:
  OutputSetTest() : folder_(fs::path(testing::TempDir()) / concat("romas-outputs-", ::getpid())) {
    fs::create_directories(folder_);
    std::ofstream(folder_ / "old") << "old";
  }
  ~OutputSetTest() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string content(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::recursive_directory_iterator(folder_), {}));
  }

  fs::path folder_;
};

TEST_F(OutputSetTest, writesTextsAndCopies) {
  OutputSet outputs;
  const std::string large(200'000, 'x');
  std::ofstream(folder_ / "large") << large;
  EXPECT_TRUE(outputs.add(path("a/b.txt"), "text"));
  EXPECT_TRUE(outputs.add_copy(path("a/c/large"), path("large")));
  EXPECT_TRUE(outputs.add_copy(path("a/c/large"), path("large"))) << "the same copy";
  EXPECT_TRUE(outputs.add_copy(path("large"), path("large"))) << "it lies there already";
  EXPECT_FALSE(outputs.add_copy(path("a/c/large"), path("old")));
  EXPECT_FALSE(outputs.add(path("a/./b.txt"), "other"));
  EXPECT_FALSE(outputs.commit());
  EXPECT_EQ(content("a/b.txt"), "text");
  EXPECT_EQ(content("a/c/large"), large);
  EXPECT_EQ(content("large"), large);
}

TEST_F(OutputSetTest, replacingKeepsPermissionsAndLinks) {
  fs::permissions(folder_ / "old", fs::perms::owner_read | fs::perms::owner_write | fs::perms::owner_exec);
  fs::create_symlink("old", folder_ / "link");
  OutputSet outputs;
  EXPECT_TRUE(outputs.replace(path("link"), "new"));
  EXPECT_FALSE(outputs.replace(path("old"), "newer")) << "the same file";
  EXPECT_FALSE(outputs.commit());
  EXPECT_EQ(content("old"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(fs::status(folder_ / "old").permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::owner_exec);
}

TEST_F(OutputSetTest, readOnlyFilesAreNotReplaced) {
  std::ofstream(folder_ / "other") << "other";
  fs::permissions(folder_ / "old", fs::perms::owner_read);
  OutputSet outputs;
  outputs.replace(path("other"), "new");
  outputs.replace(path("old"), "new");
  const auto failure = outputs.commit();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->reason, "it is read-only");
  EXPECT_EQ(content("old"), "old");
  EXPECT_EQ(content("other"), "other");
  EXPECT_EQ(files(), 2U);
}

TEST_F(OutputSetTest, foldersMadeForNothingAreRemoved) {
  fs::create_directory(folder_ / "there");
  const std::size_t before = files();
  for (const std::string& wrong :
       {path("old/file"), path(std::string(300, 'x')), path(std::string(300, 'x') + "/file")}) {
    OutputSet outputs;
    outputs.add(path("a/b/c"), "text");
    outputs.add(path("there/d/e"), "text");
    outputs.add(wrong, "text");
    const auto failure = outputs.commit();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->path, wrong);
    EXPECT_EQ(files(), before);
  }
}

// The second file of these is found to be a folder when everything else has its name already.
TEST_F(OutputSetTest, whatWasReplacedComesBack) {
  const std::size_t before = files();
  OutputSet outputs;
  outputs.add(path("old"), "new");
  outputs.add(path("fresh"), "text");
  outputs.add(path("a"), "text");
  outputs.add(path("a/b"), "text");
  const auto failure = outputs.commit();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->path, path("a"));
  EXPECT_EQ(content("old"), "old");
  EXPECT_FALSE(fs::exists(folder_ / "fresh"));
  EXPECT_EQ(files(), before);
}

TEST_F(OutputSetTest, nothingElseIsLeftAfterSuccess) {
  const std::size_t before = files();
  OutputSet outputs;
  outputs.add(path("old"), "new");
  EXPECT_FALSE(outputs.commit());
  EXPECT_EQ(content("old"), "new");
  EXPECT_EQ(files(), before);
}

TEST_F(OutputSetTest, afterAFailureNothingHasChanged) {
  const std::size_t before = files();
  OutputSet outputs;
  outputs.add(path("old"), "new");
  outputs.add_copy(path("copy"), path("none"));
  const auto failure = outputs.commit();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->path, path("copy"));
  EXPECT_EQ(failure->reason, concat("'", path("none"), "' cannot be read"));
  EXPECT_EQ(content("old"), "old");
  EXPECT_EQ(files(), before);
}

TEST_F(OutputSetTest, oneFileHasManyPaths) {
  fs::create_symlink(".", folder_ / "here");
  OutputSet outputs;
  EXPECT_TRUE(outputs.add(path("a/./b"), "text"));
  EXPECT_FALSE(outputs.add(path("x/../a/b"), "text"));
  EXPECT_FALSE(outputs.add_copy(path("a//b"), path("old")));
  EXPECT_TRUE(outputs.add_copy(path("copy"), path("old")));
  EXPECT_TRUE(outputs.add_copy(path("./copy"), path("old"))) << "the same copy";
  EXPECT_FALSE(outputs.add(path("copy"), "text"));
  EXPECT_TRUE(outputs.add(path("here/old"), "text"));
  EXPECT_FALSE(outputs.replace(path("old"), "text")) << "the same file behind a link";
  EXPECT_TRUE(outputs.add("-", "one"));
  EXPECT_TRUE(outputs.add("-", "two")) << "standard output takes all";
}

// Names and their temporary files: neither may be too long for the other.
TEST_F(OutputSetTest, namesMayBeAsLongAsTheyCanBe) {
  OutputSet outputs;
  const std::string longest(255, 'x');
  outputs.add(path(longest), "text");
  EXPECT_FALSE(outputs.commit());
  EXPECT_EQ(content(longest), "text");
}

// A process that was killed leaves temporary files, and in a container the next one has its number.
TEST_F(OutputSetTest, temporaryFilesOfOthersAreNoObstacle) {
  for (int i = 0; i < 20; ++i) {
    std::ofstream(folder_ / concat(".romasc-", ::getpid(), "-", i, ".tmp")) << "theirs";
    std::ofstream(folder_ / concat(".romasc-", ::getpid(), "-", i, ".old")) << "theirs";
  }
  const std::size_t before = files();
  OutputSet outputs;
  outputs.add(path("old"), "new");
  outputs.add(path("fresh"), "text");
  EXPECT_FALSE(outputs.commit());
  EXPECT_EQ(content("old"), "new");
  EXPECT_EQ(files(), before + 1);
}

TEST_F(OutputSetTest, onlyRegularFilesAreCopiedAndNoMoreThanAllowed) {
  std::ofstream(folder_ / "large") << std::string(100, 'x');
  const std::size_t before = files();
  for (const auto& [source, most, reason] :
       {std::tuple(path("large"), 99, std::string("its source has grown beyond the limit for input files")),
        std::tuple(std::string("/dev/zero"), 99, std::string("'/dev/zero' cannot be read"))}) {
    OutputSet outputs;
    outputs.add_copy(path("copy"), source, static_cast<std::uint64_t>(most));
    const auto failure = outputs.commit();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->reason, reason);
    EXPECT_EQ(files(), before);
  }
  OutputSet outputs;
  outputs.add_copy(path("copy"), path("large"), 100);
  EXPECT_FALSE(outputs.commit());
}

// Four times as many files take about four times as long to add, and not sixteen times.
TEST_F(OutputSetTest, addingManyFilesIsLinear) {
  const auto seconds = [&](int count) {
    OutputSet outputs;
    const std::clock_t start = std::clock();
    for (int i = 0; i < count; ++i) {
      EXPECT_TRUE(outputs.add(path(concat("text", i)), ""));
      EXPECT_TRUE(outputs.add_copy(path(concat("copy", i)), path("old")));
      EXPECT_TRUE(outputs.replace(path(concat("replaced", i)), ""));
    }
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  seconds(100);
  const double few = seconds(1500);
  EXPECT_LT(seconds(6000), 9 * few);
}

}  // namespace
}  // namespace romas
