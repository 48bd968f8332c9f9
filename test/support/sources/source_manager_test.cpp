// Protects readers of files from waiting: what is no regular file is rejected at once, unless a person may
// have named it.
#include "support/sources/source_manager.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

class SourceManagerTest : public testing::Test {
 protected:
  SourceManagerTest() : folder_(fs::path(testing::TempDir()) / concat("romas-sources-", ::getpid())) {
    fs::create_directories(folder_);
    ::mkfifo(path("pipe").c_str(), 0600);
  }
  ~SourceManagerTest() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // "" if the file can be read.
  static std::string reason(const std::string& path,
                            SourceManager::Kinds kinds = SourceManager::Kinds::regular) {
    SourceManager sources;
    SourceManager::ReadError error;
    const FileId file = sources.read_file(path, error, 1000, kinds);
    EXPECT_EQ(file == 0, !error.reason.empty());
    return error.reason;
  }

  fs::path folder_;
};

TEST_F(SourceManagerTest, whatIsNoFileIsToldAtOnce) {
  EXPECT_EQ(reason(path("none")), "there is no such file");
  EXPECT_EQ(reason(folder_.string()), "it is a folder");
  EXPECT_EQ(reason(path("pipe")), "it is a pipe, not a file");
  EXPECT_EQ(reason("/dev/zero"), "it is a device, not a file");
  EXPECT_EQ(reason("/dev/zero", SourceManager::Kinds::streams), "it is a device, not a file");
  EXPECT_EQ(reason(folder_.string(), SourceManager::Kinds::streams), "it is a folder");
  EXPECT_EQ(reason("/dev/null"), "") << "an empty file";
}

// A pipe has no size: the limit holds for what comes.
TEST_F(SourceManagerTest, pipesAreReadWhereTheyMayBe) {
  const int both = ::open(path("pipe").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(both, 0);
  const std::string text(2000, 'x');
  ASSERT_EQ(::write(both, text.data(), text.size()), 2000);
  SourceManager sources;
  SourceManager::ReadError error;
  EXPECT_EQ(sources.read_file(path("pipe"), error, 1000, SourceManager::Kinds::streams), 0U);
  EXPECT_EQ(error.reason, "it is larger than 1000 bytes");
  EXPECT_TRUE(error.too_large);
  ::close(both);
}

TEST_F(SourceManagerTest, textsAreWhatFilesHold) {
  for (const std::size_t size : {0U, 1U, 4095U, 4096U, 100'000U}) {
    const std::string text(size, 'x');
    std::ofstream(folder_ / "file") << text;
    SourceManager sources;
    SourceManager::ReadError error;
    const FileId file = sources.read_file(path("file"), error, 100'000);
    ASSERT_EQ(file, 1U);
    EXPECT_EQ(sources.text(file), text);
  }
  SourceManager sources;
  SourceManager::ReadError error;
  EXPECT_EQ(sources.read_file(path("file"), error, 99'999), 0U);
  EXPECT_EQ(error.reason, "it has 100000 bytes, more than the limit of 99999");
}

}  // namespace
}  // namespace romas
