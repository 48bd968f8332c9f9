#include "lsp/reading/reading.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "driver/request/pipelines.h"

namespace romas::lsp {
namespace {

// A robot on the disk, and how it is read.
class ReadingOfFile : public testing::Test {
 protected:
  ReadingOfFile() {
    std::filesystem::create_directories(folder_);
    std::string error;
    EXPECT_TRUE(driver::make_pipelines(project_.request, project_.pipelines, error)) << error;
  }
  ~ReadingOfFile() override { std::filesystem::remove_all(folder_); }
  void write(std::string_view name) const {
    std::ofstream(file_, std::ios::binary) << "<robot name='r'><link name='" << name << "'/></robot>";
  }
  Reading read() const { return Reading(driver::Input(file_), project_, texts_); }

  const std::string folder_ = testing::TempDir() + "romas_reading_of_file";
  const std::string file_ = folder_ + "/arm.urdf";
  ProjectRequest project_;
  std::shared_ptr<const SourceManager::Texts> texts_ = std::make_shared<const SourceManager::Texts>();
};

// The times of files tick: a second text of the same size may come with the same time.
TEST_F(ReadingOfFile, doesNotTrustAFileThatHasJustChanged) {
  write("base");
  const auto time = std::filesystem::last_write_time(file_);
  const Reading reading = read();
  write("tool");
  std::filesystem::last_write_time(file_, time);
  EXPECT_FALSE(reading.is_current(*texts_));
  EXPECT_EQ(read().models().at(0).links.at(0).name, "tool");
}

TEST_F(ReadingOfFile, trustsAFileThatRests) {
  write("base");
  const auto before = std::filesystem::last_write_time(file_) - std::chrono::hours(1);
  std::filesystem::last_write_time(file_, before);
  const Reading reading = read();
  EXPECT_TRUE(reading.is_current(*texts_));
  EXPECT_TRUE(reading.is_current(SourceManager::Texts()));
  write("tool");
  EXPECT_FALSE(reading.is_current(*texts_));
}

}  // namespace
}  // namespace romas::lsp
