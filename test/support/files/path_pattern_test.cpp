// Protects the patterns of .gitignore, --include, --exclude and per-file-ignores, one rule of them each.
// test/driver/host/git_ignore_test.cpp holds them against git.
#include "support/files/path_pattern.h"

#include <gtest/gtest.h>

namespace romas {
namespace {

bool matches(std::string_view pattern, std::string_view path, bool is_folder = false) {
  const auto parsed = PathPattern::parse(pattern);
  return parsed && parsed->matches(path, is_folder);
}

TEST(PathPattern, aNameMatchesInAnyFolder) {
  EXPECT_TRUE(matches("arm.urdf", "arm.urdf"));
  EXPECT_TRUE(matches("arm.urdf", "a/b/arm.urdf"));
  EXPECT_FALSE(matches("arm.urdf", "a/arm.urdf.bak"));
  EXPECT_FALSE(matches("arm.urdf", "arm.urdf/b"));
  EXPECT_TRUE(matches("*.urdf", "a/b.urdf"));
}

TEST(PathPattern, aPathBeginsAtTheBase) {
  EXPECT_TRUE(matches("/arm.urdf", "arm.urdf"));
  EXPECT_FALSE(matches("/arm.urdf", "a/arm.urdf"));
  EXPECT_TRUE(matches("a/arm.urdf", "a/arm.urdf"));
  EXPECT_FALSE(matches("a/arm.urdf", "b/a/arm.urdf"));
  EXPECT_FALSE(matches("a/*", "a/b/c")) << "a star ends at a slash";
}

TEST(PathPattern, twoStarsAreFolders) {
  for (const std::string_view path : {"x", "a/x", "a/b/x"}) EXPECT_TRUE(matches("**/x", path)) << path;
  for (const std::string_view path : {"a/x", "a/b/x", "a/b/c/x"})
    EXPECT_TRUE(matches("a/**/x", path)) << path;
  EXPECT_FALSE(matches("**/x", "ax"));
  EXPECT_FALSE(matches("a/**/x", "ax"));
  EXPECT_TRUE(matches("a/**", "a/b/c"));
  EXPECT_FALSE(matches("a/**", "a", true));
  EXPECT_FALSE(matches("a/b**c", "a/b/c")) << "others are one star";
}

TEST(PathPattern, aSlashAtTheEndMeansFolders) {
  EXPECT_TRUE(matches("build/", "a/build", true));
  EXPECT_FALSE(matches("build/", "a/build", false));
}

TEST(PathPattern, setsAndLiteralCharacters) {
  EXPECT_TRUE(matches("[a-c]?.urdf", "bx.urdf"));
  EXPECT_FALSE(matches("[!a-c].urdf", "b.urdf"));
  EXPECT_TRUE(matches("[]-]", "]"));
  EXPECT_TRUE(matches("[[:digit:]x]", "7"));
  EXPECT_TRUE(matches("\\*", "*"));
  EXPECT_FALSE(matches("\\*", "a"));
  EXPECT_TRUE(matches("\\#a", "#a"));
  EXPECT_TRUE(matches("\\!a", "!a"));
  EXPECT_FALSE(matches("[a", "[a")) << "a set without an end matches nothing";
  EXPECT_FALSE(matches("a/[^b]c", "a//c"));
}

TEST(PathPattern, blanksAndComments) {
  for (const std::string_view line : {"", "   ", "# a", "!", "/", "\r"})
    EXPECT_FALSE(PathPattern::parse(line)) << line;
  EXPECT_TRUE(matches("a  ", "a"));
  EXPECT_TRUE(matches("a\\ ", "a "));
  EXPECT_TRUE(matches("a\r", "a"));
  EXPECT_TRUE(PathPattern::parse("!a")->negated());
}

TEST(PathPattern, aFolderCoversWhatIsBelow) {
  const auto covers = [](std::string_view pattern, std::string_view path) {
    return PathPattern::parse(pattern)->covers(path);
  };
  EXPECT_TRUE(covers("vendor", "a/vendor/b/c.urdf"));
  EXPECT_TRUE(covers("vendor/", "vendor/c.urdf"));
  EXPECT_FALSE(covers("vendor/", "vendor"));
  EXPECT_FALSE(covers("/vendor", "a/vendor/c.urdf"));
}

TEST(PathPattern, manyStarsTakeNoTime) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", std::string(2000, 'a')));
}

TEST(PathPatterns, theLastMatchDecides) {
  const PathPatterns patterns = PathPatterns::read("\xef\xbb\xbf*.urdf\n!arm.urdf\n# a comment\nold/\n");
  EXPECT_EQ(patterns.decide("leg.urdf", false), true);
  EXPECT_EQ(patterns.decide("arm.urdf", false), false);
  EXPECT_EQ(patterns.decide("old", true), true);
  EXPECT_EQ(patterns.decide("arm.sdf", false), std::nullopt);
}

}  // namespace
}  // namespace romas
