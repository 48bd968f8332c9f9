// Protects: a run under a Capture writes nothing, keeps everything, and is not mixed with runs of other
// threads.
#include "support/process/capture.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "support/files/output_set.h"
#include "support/process/standard_streams.h"
#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

TEST(Capture, keepsTextsOfTheStreams) {
  EXPECT_EQ(Capture::current(), nullptr);
  Capture capture;
  EXPECT_EQ(write_standard_output("a"), 0);
  EXPECT_EQ(write_standard_error("b"), 0);
  EXPECT_EQ(write_standard_output("c"), 0);
  EXPECT_FALSE(shows_standard_error());
  const Capture::Kept kept = capture.take();
  EXPECT_EQ(kept.output, "ac");
  EXPECT_EQ(kept.error, "b");
}

TEST(Capture, keepsFilesAndCopies) {
  const fs::path folder = fs::path(testing::TempDir()) / concat("romas-capture-", ::getpid());
  fs::create_directories(folder);
  std::ofstream(folder / "source") << "12345";
  const std::string path = (folder / "new" / "file").string();
  Capture capture;
  OutputSet files;
  files.add(path, "text");
  files.add("-", "shown");
  files.add_copy(path + ".copy", (folder / "source").string());
  EXPECT_FALSE(files.commit());
  OutputSet wrong;
  wrong.add(path + ".other", "is not kept either");
  wrong.add_copy(path + ".copy", (folder / "source").string(), 4);
  const auto failure = wrong.commit();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->path, path + ".copy");
  const Capture::Kept kept = capture.take();
  EXPECT_EQ(kept.output, "shown");
  ASSERT_EQ(kept.files.size(), 2U);
  EXPECT_EQ(kept.files[0].path, path);
  EXPECT_EQ(kept.files[0].content, "text");
  EXPECT_EQ(kept.files[1].content, "12345");
  EXPECT_FALSE(fs::exists(folder / "new"));
  fs::remove_all(folder);
}

TEST(Capture, isOfItsThread) {
  const Capture outer;
  std::vector<std::string> texts(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < texts.size(); ++i)
      threads.emplace_back([&texts, i] {
        EXPECT_EQ(Capture::current(), nullptr);
        Capture capture;
        for (int k = 0; k < 100; ++k) write_standard_output(concat(i));
        texts[i] = capture.take().output;
      });
  }
  for (std::size_t i = 0; i < texts.size(); ++i)
    EXPECT_EQ(texts[i], std::string(100, static_cast<char>('0' + i)));
  EXPECT_EQ(Capture::current(), &outer);
}

TEST(Capture, isSharedWithThreadsThatWorkForIt) {
  Capture capture;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&capture] {
        const Capture::Share share(&capture);
        for (int k = 0; k < 100; ++k) write_standard_error("x");
      });
  }
  EXPECT_EQ(capture.take().error, std::string(800, 'x'));
}

}  // namespace
}  // namespace romas
