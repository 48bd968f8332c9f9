// A record knows all that was asked of the disk, and sees any change of it.
#include "support/files/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/sources/source_manager.h"
#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  FilesTest() : folder_(fs::path(testing::TempDir()) / concat("romas-files-", ::getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "inner");
    write("a", "one");
  }
  ~FilesTest() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  // Whether all that was asked has the same answer now.
  static bool holds(const FileRecord& record) {
    for (const FileRecord::Fact& fact : record.facts())
      if (FileRecord::answer(fact.question, fact.about) != fact.answer) return false;
    return true;
  }
  template <class Work>
  static FileRecord record(Work work) {
    FileRecord record;
    const Recording recording(&record);
    work();
    return record;
  }
  FileId read(const std::string& name, std::uint64_t most = 1000) {
    SourceManager::ReadError error;
    return sources_.read_file(path(name), error, most);
  }

  fs::path folder_;
  SourceManager sources_;
};

TEST_F(FilesTest, seeWhatPathsAre) {
  EXPECT_TRUE(is_file(path("a")));
  EXPECT_TRUE(is_folder(path("inner")));
  EXPECT_FALSE(path_exists(path("b")));
  const FileRecord asked = record([&] {
    path_kind(path("a"));
    path_kind(path("b"));
  });
  EXPECT_EQ(asked.facts().size(), 2U);
  EXPECT_TRUE(holds(asked));
  write("b", "");  // what was not there is there
  EXPECT_FALSE(holds(asked));
  fs::remove(path("b"));
  EXPECT_TRUE(holds(asked));
  fs::remove(path("a"));
  EXPECT_FALSE(holds(asked));
  fs::create_directory(path("a"));
  EXPECT_FALSE(holds(asked));
}

TEST_F(FilesTest, seeContents) {
  const FileRecord asked = record([&] { EXPECT_NE(read("a"), 0U); });
  EXPECT_TRUE(asked.complete());
  EXPECT_TRUE(holds(asked));
  write("a", "two");
  EXPECT_FALSE(holds(asked));
  write("a", "one");
  EXPECT_TRUE(holds(asked));
}

TEST_F(FilesTest, seeThatAFileCannotBeRead) {
  const FileRecord absent = record([&] { EXPECT_EQ(read("b"), 0U); });
  EXPECT_TRUE(absent.complete() && holds(absent));
  write("b", "1");
  EXPECT_FALSE(holds(absent));
  const FileRecord large = record([&] { EXPECT_EQ(read("a", 2), 0U); });
  EXPECT_TRUE(large.complete() && holds(large));
  write("a", "1");
  EXPECT_FALSE(holds(large));
  const FileRecord folder = record([&] { EXPECT_EQ(read("inner"), 0U); });
  EXPECT_TRUE(folder.complete() && holds(folder));
  fs::remove(path("inner"));
  EXPECT_FALSE(holds(folder));
}

TEST_F(FilesTest, seeWhatIsInFolders) {
  const FileRecord asked = record([&] { EXPECT_EQ(list_folder(folder_.string()).entries.size(), 2U); });
  EXPECT_TRUE(holds(asked));
  write("a", "two");  // only names and kinds count
  EXPECT_TRUE(holds(asked));
  fs::rename(path("a"), path("b"));
  EXPECT_FALSE(holds(asked));
  fs::remove(path("b"));
  fs::create_directory(path("a"));
  EXPECT_FALSE(holds(asked));
  EXPECT_TRUE(list_folder(path("none")).error);
}

TEST_F(FilesTest, listFoldersByName) {
  for (const char* name : {"c", "b", "d"}) write(name, "");
  std::string names;
  for (const FolderListing::Entry& entry : list_folder(folder_.string()).entries) names += entry.name + " ";
  EXPECT_EQ(names, "a b c d inner ");
}

TEST_F(FilesTest, CanonicalPathsAreThoseOfTheStandardLibrary) {
  fs::create_directory_symlink(folder_ / "inner", folder_ / "way");
  fs::create_symlink("nowhere", folder_ / "loose");
  write("inner/b", "two");
  write("gone (deleted)", "three");
  for (const char* name : {"a", "inner/b", "way/b", "way/../a", "way/", "way/./none/../b", "none", "way/none",
                           "inner//b", "loose", "a/none", "gone (deleted)", ""}) {
    std::error_code error;
    const fs::path wanted = fs::weakly_canonical(fs::absolute(path(name)), error);
    EXPECT_EQ(canonical_path(path(name)),
              error ? fs::absolute(path(name)).lexically_normal().string() : wanted.string())
        << name;
  }
}

TEST_F(FilesTest, seeLinksAndVariables) {
  fs::create_symlink(path("a"), path("link"));
  write("b", "one");
  ::setenv("ROMAS_FILES_TEST", "1", 1);  // NOLINT(concurrency-mt-unsafe)
  const FileRecord asked = record([&] {
    EXPECT_EQ(canonical_path(path("link")), fs::canonical(path("a")).string());
    EXPECT_TRUE(is_same_file(path("a"), path("link")));
    EXPECT_EQ(environment_variable("ROMAS_FILES_TEST"), "1");
  });
  EXPECT_TRUE(holds(asked));
  ::setenv("ROMAS_FILES_TEST", "", 1);  // NOLINT(concurrency-mt-unsafe)
  EXPECT_FALSE(holds(asked));
  EXPECT_EQ(environment_variable("ROMAS_FILES_TEST"), "");
  ::unsetenv("ROMAS_FILES_TEST");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(environment_variable("ROMAS_FILES_TEST"), std::nullopt);
  const FileRecord links = record([&] { canonical_path(path("link")); });
  fs::remove(path("link"));
  fs::create_symlink(path("b"), path("link"));
  EXPECT_FALSE(holds(links));
}

// Streams have no answer that could be compared, and neither has what changes meanwhile.
TEST_F(FilesTest, giveUpWhereNothingCanBeCompared) {
  ::mkfifo(path("pipe").c_str(), 0600);
  EXPECT_TRUE(record([&] { read("pipe"); }).complete());  // it was not read
  EXPECT_FALSE(record([&] {
                 SourceManager::ReadError error;
                 sources_.read_file("/dev/null", error);
               }).complete());
  EXPECT_FALSE(record([&] {
                 read("a");
                 write("a", "two");
                 read("a");
               }).complete());
  const SourceManager::Texts texts{{SourceManager::file_key(path("a")), "text"}};
  sources_.read_instead(&texts);
  EXPECT_FALSE(record([&] { read("a"); }).complete());
}

TEST_F(FilesTest, recordOnlyWhatIsAskedMeanwhile) {
  FileRecord outer;
  FileRecord inner;
  {
    const Recording recording(&outer);
    path_kind(path("a"));
    {
      const Recording within(&inner);
      path_kind(path("b"));
      const Recording nothing(nullptr);
      path_kind(path("c"));
    }
    path_kind(path("a"));
    path_kind(path("d"));
  }
  path_kind(path("e"));
  EXPECT_EQ(outer.facts().size(), 2U);
  EXPECT_EQ(inner.facts().size(), 1U);
}

}  // namespace
}  // namespace romas
