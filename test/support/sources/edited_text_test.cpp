// Protects files that --fix changes: edits that overlap are never both applied, and the diff says exactly
// what was done.
#include "support/sources/edited_text.h"

#include <gtest/gtest.h>

#include <random>

#include "support/text/text.h"

namespace romas {
namespace {

TEST(EditSet, takesWhatDoesNotOverlap) {
  EditSet edits;
  edits.add({5, 8, "x"});
  EXPECT_EQ(edits.fit({5, 8, "x"}), EditSet::Fit::present);
  EXPECT_EQ(edits.fit({5, 8, "y"}), EditSet::Fit::conflicts);
  EXPECT_EQ(edits.fit({7, 9, ""}), EditSet::Fit::conflicts);
  EXPECT_EQ(edits.fit({4, 6, ""}), EditSet::Fit::conflicts);
  EXPECT_EQ(edits.fit({0, 20, ""}), EditSet::Fit::conflicts);
  EXPECT_EQ(edits.fit({6, 7, ""}), EditSet::Fit::conflicts);
  EXPECT_EQ(edits.fit({8, 9, ""}), EditSet::Fit::fits);
  EXPECT_EQ(edits.fit({2, 5, ""}), EditSet::Fit::fits);
}

TEST(EditSet, insertionsKeepAwayFromBorders) {
  EditSet edits;
  edits.add({5, 8, "x"});
  edits.add({12, 12, ";"});
  for (const std::size_t at : {5U, 6U, 8U})
    EXPECT_EQ(edits.fit({at, at, ";"}), EditSet::Fit::conflicts) << at;
  for (const std::size_t at : {4U, 9U, 13U}) EXPECT_EQ(edits.fit({at, at, ";"}), EditSet::Fit::fits) << at;
  EXPECT_EQ(edits.fit({12, 12, ";"}), EditSet::Fit::present);
  EXPECT_EQ(edits.fit({12, 12, ","}), EditSet::Fit::conflicts);
  EXPECT_EQ(edits.fit({12, 14, ""}), EditSet::Fit::conflicts);
  EXPECT_EQ(edits.fit({13, 14, ""}), EditSet::Fit::fits);
}

TEST(WithBlankLine, takesALineAlongThatHoldsNothingElse) {
  const std::string text = "a\r\n  <b/> \r\n<c/><d/>\n";
  EXPECT_EQ(with_blank_line(text, {5, 9, ""}), (TextEdit{3, 12, ""}));
  EXPECT_EQ(with_blank_line(text, {12, 16, ""}), (TextEdit{12, 16, ""})) << "something else stands there";
  EXPECT_EQ(with_blank_line(text, {5, 9, "x"}), (TextEdit{5, 9, "x"}));
  EXPECT_EQ(with_blank_line("  x", {2, 3, ""}), (TextEdit{2, 3, ""})) << "without an end of the line";
  EXPECT_EQ(with_blank_line("x\ny", {0, 1, ""}), (TextEdit{0, 2, ""}));
}

TEST(EditedText, roundsAddUp) {
  EditedText text("one two three");
  text.apply({{0, 3, "1"}, {8, 13, "3"}});
  EXPECT_EQ(text.text(), "1 two 3");
  text.apply({{0, 1, "ONE"}, {2, 5, ""}});
  EXPECT_EQ(text.text(), "ONE  3");
  const std::vector<TextEdit> edits = {{0, 3, "ONE"}, {4, 7, ""}, {8, 13, "3"}};
  EXPECT_EQ(text.edits(), edits);
  EXPECT_EQ(text.original(), "one two three");
}

TEST(EditedText, whatIsTakenBackIsNoChange) {
  EditedText text("abc");
  text.apply({{3, 3, "d"}});
  text.apply({{3, 4, ""}});
  EXPECT_FALSE(text.changed());
  EXPECT_TRUE(text.edits().empty());
  EXPECT_EQ(unified_diff("f", text), "");
}

// Applies a diff as patch does, trusting nothing but the hunks' own numbers.
std::string patched(const std::string& original, const std::string& diff) {
  const auto lines_of = [](std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      lines.emplace_back(text.substr(0, end));
      text.remove_prefix(end);
    }
    return lines;
  };
  const std::vector<std::string> old_lines = lines_of(original);
  const std::vector<std::string> lines = lines_of(diff);
  std::vector<std::string> result;
  std::size_t at = 0;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    std::string content = line.substr(1);
    if (i + 1 < lines.size() && lines[i + 1].starts_with('\\')) content.pop_back();
    if (line.starts_with('@')) {
      std::size_t begin = 0, count = 1, new_begin = 0;
      const std::string range = line.substr(4, line.find(' ', 4) - 4);
      begin = std::stoul(range);
      if (const auto comma = range.find(','); comma != std::string::npos)
        count = std::stoul(range.substr(comma + 1));
      new_begin = std::stoul(line.substr(line.find('+') + 1));
      for (; at < begin - (count > 0 ? 1 : 0); ++at) result.push_back(old_lines.at(at));
      EXPECT_EQ(result.size() + 1, new_begin + (line.find(",0 @@") != std::string::npos ? 1 : 0)) << diff;
    } else if (line.starts_with('+')) {
      result.push_back(content);
    } else if (line.starts_with('-') || line.starts_with(' ')) {
      EXPECT_EQ(old_lines.at(at), content) << diff;
      if (line.starts_with(' ')) result.push_back(content);
      ++at;
    } else {
      EXPECT_TRUE(line.starts_with('\\')) << line;
    }
  }
  for (; at < old_lines.size(); ++at) result.push_back(old_lines[at]);
  std::string text;
  for (const std::string& line : result) text += line;
  return text;
}

TEST(UnifiedDiff, saysWhatChanged) {
  EditedText text("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15");
  text.apply({{0, 1, "one"}, {30, 32, "14!"}});
  ASSERT_EQ(text.text(), "one\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14!\n15");
  EXPECT_EQ(unified_diff("a.urdf", text),
            "--- a.urdf\n+++ a.urdf\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -11,5 +11,5 @@\n 11\n 12\n "
            "13\n-14\n+14!\n 15\n\\ No newline at end "
            "of file\n");
}

TEST(UnifiedDiff, leavesOutWhatChangesNothing) {
  EditedText text("a\nb\nc\n");
  text.apply({{0, 1, "a"}, {4, 5, "d"}});
  EXPECT_EQ(unified_diff("f", text), "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n b\n-c\n+d\n");
}

TEST(UnifiedDiff, namesAreQuotedWherePatchNeedsIt) {
  EditedText text("a");
  text.apply({{0, 1, "b"}});
  EXPECT_TRUE(unified_diff("my arm.urdf", text).starts_with("--- my arm.urdf\t\n+++ my arm.urdf\t\n"));
  EXPECT_TRUE(unified_diff("a\"\n.urdf", text).starts_with("--- \"a\\\"\\012.urdf\"\n"));
}

TEST(UnifiedDiff, rebuildsTheNewText) {
  std::mt19937 random(7);
  const auto below = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  for (int round = 0; round < 3000; ++round) {
    std::string original;
    for (std::size_t i = below(60); i > 0; --i) original += "ab\r\n\n\n"[below(5)];
    EditedText text(original);
    for (std::size_t rounds = 1 + below(2); rounds > 0; --rounds) {
      EditSet edits;
      for (std::size_t i = below(5); i > 0; --i) {
        const std::size_t begin = below(text.text().size());
        TextEdit edit{begin, std::min(begin + below(4), text.text().size()), {}};
        for (std::size_t k = below(3); k > 0; --k) edit.replacement += "xy\n"[below(2)];
        if (edits.fit(edit) == EditSet::Fit::fits && edit != TextEdit{begin, begin, {}}) edits.add(edit);
      }
      std::string expected = text.text();
      const std::vector<TextEdit> chosen = edits.take();
      for (auto edit = chosen.rbegin(); edit != chosen.rend(); ++edit)
        expected.replace(edit->begin, edit->end - edit->begin, edit->replacement);
      text.apply(chosen);
      ASSERT_EQ(text.text(), expected);
    }
    const std::string diff = unified_diff("f", text);
    ASSERT_EQ(diff.empty(), !text.changed());
    if (text.changed()) {
      ASSERT_EQ(patched(original, diff), text.text()) << diff;
    }
  }
}

}  // namespace
}  // namespace romas
