// Protects that romasc leaves out what git leaves out. git itself is the witness.
#include "driver/host/git_ignore.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "support/text/text.h"

namespace romas {
namespace {

namespace fs = std::filesystem;
using driver::GitIgnore;

// A repository in a folder of its own, with one case in each of its folders.
class GitIgnoreTest : public testing::Test {
 protected:
  void SetUp() override {
    if (run("git --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "git is not there";
    std::string name = (fs::temp_directory_path() / "romas-ignore-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = fs::canonical(name);
    ASSERT_EQ(git("init -q"), 0);
  }
  void TearDown() override {
    if (!root_.empty()) fs::remove_all(root_);
  }

  static int run(const std::string& command) {
    return std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe): a test has one thread
  }
  // git, without the settings of a user.
  int git(const std::string& arguments) const {
    return run(concat("cd '", root_.string(),
                      "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null git ", arguments));
  }

  void write(const std::string& path, const std::string& text = {}) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
    if (!path.ends_with(".gitignore") && !path.starts_with(".git/")) files_.push_back(path);
  }

  std::set<std::string> by_git() const {
    std::ofstream list(root_ / ".git" / "list");
    for (const std::string& file : files_) list << file << '\0';
    list.close();
    (void)git("check-ignore -z --no-index --stdin < .git/list > .git/ignored");
    std::ifstream ignored(root_ / ".git" / "ignored");
    std::set<std::string> found;
    for (std::string file; std::getline(ignored, file, '\0');) found.insert(file);
    return found;
  }

  // A file is left out if it or a folder that it lies in is.
  bool left_out(const std::string& file) const {
    GitIgnore ignore = GitIgnore::of(root_.string());
    for (std::size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1)) {
      const std::string folder = (root_ / file.substr(0, slash)).string();
      if (ignore.leaves_out(folder, true)) return true;
      ignore = ignore.below(folder);
    }
    return ignore.leaves_out((root_ / file).string(), false);
  }

  std::set<std::string> by_romasc() const {
    std::set<std::string> found;
    for (const std::string& file : files_)
      if (left_out(file)) found.insert(file);
    return found;
  }

  fs::path root_;
  std::vector<std::string> files_;
};

TEST_F(GitIgnoreTest, nestedFilesAndNegation) {
  write(".gitignore", "*.log\n/build/\n!keep.log\ngen/*\n!gen/arm.urdf\n");
  write("a/.gitignore", "!*.log\n/own.urdf\n");
  write("build/.gitignore", "!*\n");
  write(".git/info/exclude", "secret*\n");
  for (const char* file : {"x.log", "keep.log", "a/x.log", "a/b/x.log", "a/own.urdf", "a/b/own.urdf",
                           "build/arm.urdf", "a/build/arm.urdf", "gen/arm.urdf", "gen/leg.urdf",
                           "a/gen/leg.urdf", "secret.urdf", "a/secret/arm.urdf"})
    write(file);
  EXPECT_EQ(by_romasc(), by_git());
  EXPECT_TRUE(left_out("build/arm.urdf")) << "nothing in a folder that is left out is taken back";
  EXPECT_FALSE(left_out("a/x.log"));
}

TEST_F(GitIgnoreTest, linesOfManyKinds) {
  int number = 0;
  for (const char* text : {"a",
                           "/a",
                           "a/",
                           "a/b",
                           "/a/b",
                           "b",
                           "*",
                           "*/",
                           "!a",
                           "*\n!a/\n!a/**",
                           "**/b",
                           "a/**",
                           "a/**/b",
                           "**",
                           "?",
                           "[ab]",
                           "[!a]",
                           "[^a]",
                           "[a-b]x",
                           "[]]",
                           "[a",
                           "\\a",
                           "\\",
                           "a\\",
                           "#a",
                           "\\#a",
                           "!#a",
                           "\\!a",
                           "a ",
                           "a\\ ",
                           " a",
                           "a\r",
                           "*x",
                           "x*",
                           "*x*",
                           "[[:alpha:]]",
                           "[[:nonsense:]]",
                           "[a-]",
                           "[-a]",
                           "[\\]]",
                           "a/*/b",
                           "a/?/b",
                           "a/[/]b",
                           "a//",
                           "//a",
                           "./a",
                           "*.urdf",
                           "[[:digit:][:upper:]]",
                           "a\n!a",
                           "!a\na",
                           "/*\n!/a"}) {
    const std::string folder = concat("case", ++number, "/");
    write(folder + ".gitignore", concat(text, "\n"));
    for (const char* file :
         {"a/b/b", "a/c/b", "a/x", "b", "ax", "xa",       "#a",    "!a",      "a ",    " a",
          "]",     "-",     "[a",  "7", "A",  "arm.urdf", "c/d/a", "c/b/a/b", "c/a/b", "d\\"})
      write(folder + file);
  }
  EXPECT_EQ(by_romasc(), by_git());
}

TEST_F(GitIgnoreTest, randomPatterns) {
  std::mt19937 random(20261123);
  const auto one_of = [&](const std::vector<std::string>& words) { return words[random() % words.size()]; };
  // "**" stands only for whole names: what others mean differs between versions of git.
  const std::vector<std::string> names = {"a",  "b",    "*",    "**", "?",    "a*",
                                          "*b", "[ab]", "[!b]", "ab", "*a*b", "a?"};
  for (int number = 0; number < 300; ++number) {
    std::string text;
    for (std::size_t line = 0; line < 1 + random() % 3; ++line) {
      text += one_of({"", "", "", "!"}) + one_of({"", "", "/"}) + one_of(names);
      for (std::size_t name = random() % 3; name > 0; --name) text += concat("/", one_of(names));
      text += one_of({"", "", "/"}) + "\n";
    }
    const std::string folder = concat("case", number, "/");
    write(folder + ".gitignore", text);
    for (const char* file : {"c", "x/ab", "b/a", "a/ab/c", "a/b/a", "a/b/b/ab", "ab/a/c"})
      write(folder + file);
  }
  EXPECT_EQ(by_romasc(), by_git());
}

}  // namespace
}  // namespace romas
