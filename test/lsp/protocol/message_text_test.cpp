#include "lsp/protocol/message_text.h"

#include <gtest/gtest.h>

namespace romas::lsp {
namespace {

std::string readable(std::string text) {
  EXPECT_TRUE(make_readable(text));
  Json message = Json::parse(text, nullptr, false);
  restore_halves(message);
  return message.is_discarded() ? "discarded" : message.dump(-1, ' ', true);
}

// The text of a change, as a document gets it.
std::string edit_text(const std::string& text) {
  std::string content = R"({"params": {"contentChanges": [{"text": ")" + text + R"("}]}})";
  EXPECT_TRUE(make_readable(content));
  Json message = Json::parse(content);
  restore_halves(message);
  return message["params"]["contentChanges"][0]["text"];
}

TEST(MessageText, hasNoHalvesOfPairs) {
  EXPECT_EQ(readable(R"(["\ud83d\uDE00"])"), R"(["\ud83d\ude00"])");
  EXPECT_EQ(readable(R"(["a\ud83d"])"), R"(["a\ufffd"])");
  EXPECT_EQ(readable(R"(["\ude00\ud83d"])"), R"(["\ufffd\ufffd"])");
  EXPECT_EQ(readable(R"(["\ud83d\ud83d\ude00"])"), R"(["\ufffd\ud83d\ude00"])");
  EXPECT_EQ(readable(R"(["\\ud83d", "\"\ud83d\""])"), R"(["\\ud83d","\"\ufffd\""])");
  EXPECT_EQ(readable(R"(["\ud8"])"), "discarded");
  EXPECT_EQ(readable(R"(["\ufdd0", "\ud83d"])"), R"(["\ufdd0","\ufffd"])");
}

TEST(MessageText, KeepsHalvesThatEditsType) {
  EXPECT_EQ(edit_text(R"(a\ud83d12)"),
            "a\xED\xA0\xBD"
            "12");
  EXPECT_EQ(edit_text("\xED\xB8\x80"), "\xED\xB8\x80");
  EXPECT_EQ(edit_text(R"(\ud83d\ude00)"), "😀");
  EXPECT_EQ(edit_text(R"(\ufdd0 \ud83d)"), "\uFDD0 \uFFFD");
}

TEST(MessageText, isUtf8) {
  EXPECT_EQ(readable("[\"\xED\xA0\xBD\xC3\xA4\xFF\"]"), R"(["\ufffd\u00e4\ufffd"])");
  std::string cut = "\xC3";
  EXPECT_TRUE(make_readable(cut));
  EXPECT_EQ(cut, "\xEF\xBF\xBD");
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
