#include "lsp/protocol/message_text.h"

#include <gtest/gtest.h>

namespace romas::lsp {
namespace {

std::string readable(std::string text) {
  EXPECT_TRUE(make_readable(text));
  return text;
}

TEST(MessageText, hasNoHalvesOfPairs) {
  EXPECT_EQ(readable(R"(["\ud83d\uDE00"])"), R"(["\ud83d\uDE00"])");
  EXPECT_EQ(readable(R"(["a\ud83d"])"), R"(["a\uFFFD"])");
  EXPECT_EQ(readable(R"(["\ude00\ud83d"])"), R"(["\uFFFD\uFFFD"])");
  EXPECT_EQ(readable(R"(["\ud83d\ud83d\ude00"])"), R"(["\uFFFD\ud83d\ude00"])");
  EXPECT_EQ(readable(R"(["\\ud83d", "\"\ud83d\""])"), R"(["\\ud83d", "\"\uFFFD\""])");
  EXPECT_EQ(readable(R"(["\ud8"])"), R"(["\ud8"])");
}

TEST(MessageText, isUtf8) {
  EXPECT_EQ(readable("[\"\xED\xA0\xBD\xC3\xA4\xFF\"]"), "[\"\xEF\xBF\xBD\xC3\xA4\xEF\xBF\xBD\"]");
  EXPECT_EQ(readable("\xC3"), "\xEF\xBF\xBD");
}

TEST(MessageText, isNotNestedWithoutEnd) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  std::string deepest = nested(kDeepestMessage), deeper = nested(kDeepestMessage + 1);
  EXPECT_TRUE(make_readable(deepest));
  EXPECT_FALSE(make_readable(deeper));
  std::string many = "[" + nested(100) + "," + nested(100) + ",\"" + std::string(1000, '[') + "\"]";
  EXPECT_TRUE(make_readable(many));
}

}  // namespace
}  // namespace romas::lsp
