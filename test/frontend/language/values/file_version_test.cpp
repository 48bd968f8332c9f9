// Versions of files: which texts are one, and which version does for which.
#include "frontend/language/values/file_version.h"

#include <gtest/gtest.h>

namespace romas::language {
namespace {

std::string read(std::string_view text) {
  const auto version = parse_file_version(text, {});
  return version ? version->text() : "none";
}

bool does(std::string_view has, std::string_view needed) {
  return satisfies(parse_file_version(has, {}).value(), parse_file_version(needed, {}).value());
}

TEST(FileVersion, isOneToThreeWholeNumbers) {
  EXPECT_EQ(read("1"), "1.0.0");
  EXPECT_EQ(read("1.20"), "1.20.0");
  EXPECT_EQ(read("0.0.999999999"), "0.0.999999999");
  for (const char* wrong : {"", ".", "1.", ".1", "1..2", "1.2.3.4", "v1", "1.x", "01", "1.00", "-1", "+1",
                            " 1", "1 ", "1,2", "1e3", "1.2-beta", "1000000000", "\xd9\xa1"})
    EXPECT_EQ(read(wrong), "none") << wrong;
}

TEST(FileVersion, doesForTheSameFirstNumberAndNoLessInTheOthers) {
  EXPECT_TRUE(does("1.2.3", "1"));
  EXPECT_TRUE(does("1.2.3", "1.2.3"));
  EXPECT_TRUE(does("1.10", "1.9"));  // numbers, not texts
  EXPECT_TRUE(does("1.3.0", "1.2.9"));
  EXPECT_FALSE(does("1.2.3", "1.2.4"));
  EXPECT_FALSE(does("1.2.9", "1.3"));
  EXPECT_FALSE(does("2.0", "1.9"));
  EXPECT_FALSE(does("1.9", "2"));
}

}  // namespace
}  // namespace romas::language
