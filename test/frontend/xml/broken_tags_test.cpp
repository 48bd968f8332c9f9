// Every tag of a text is broken in every way that people break tags, one at a time. If fixes are offered, the
// text with all of them is well-formed.
#include <gtest/gtest.h>

#include <algorithm>

#include "frontend/xml/reader/xml_reader.h"
#include "support/sources/edited_text.h"
#include "support/text/text.h"

namespace romas {
namespace {

struct TagReading {
  std::vector<TextEdit> fixes;
  std::vector<std::string> messages;
  bool well_formed = false;
};

TagReading read_tags(const std::string& text) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file = sources.add_text("tags.xml", text);
  TagReading result;
  result.well_formed = read_xml_tree(file, sources, diagnostics).has_value();
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    result.messages.push_back(diagnostic.message);
    for (const FixIt& fix : diagnostic.fixes)
      result.fixes.push_back({fix.range.begin, fix.range.end, fix.replacement});
  }
  std::sort(result.fixes.begin(), result.fixes.end());
  return result;
}

std::string with_fixes(const std::string& text) {
  EditedText edited(text);
  edited.apply(read_tags(text).fixes);
  return edited.text();
}

// A tag as it stands in a text, from < to >.
struct BrokenTag {
  std::size_t begin, end;
  std::string name;
  bool closes, empty;
};

std::vector<BrokenTag> tags_of(const std::string& text) {
  std::vector<BrokenTag> tags;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    if (text[at + 1] == '!' || text[at + 1] == '?') continue;
    const std::size_t end = text.find('>', at) + 1;
    const bool closes = text[at + 1] == '/';
    const std::size_t begin = at + (closes ? 2 : 1);
    tags.push_back({at, end, text.substr(begin, text.find_first_of(" />\n", begin) - begin), closes,
                    text[end - 2] == '/'});
  }
  return tags;
}

std::vector<std::string> ways_to_break(const BrokenTag& tag, const std::string& text) {
  const std::string& n = tag.name;
  std::string upper = n;
  upper[0] = static_cast<char>(std::toupper(upper[0]));
  if (tag.closes)
    return {"</ " + n + ">",
            "< /" + n + ">",
            "<\n/\n" + n + ">",
            "</\t" + n + "\n>",
            "</" + n,
            "</" + n + " ",
            "/" + n + ">",
            "<" + n + ">",
            "<" + n + "/>",
            "<\\" + n + ">",
            "</" + n + "/>",
            "</" + n + n + ">",
            "</" + n + " " + n + ">",
            "</" + n + " x>",
            "</" + n + " name=\"x\">",
            "</" + n + " name='a>b'>",
            "</x " + n + ">",
            "</x name=\"" + n + "\">",
            "</" + n + "x>",
            "</" + n.substr(1) + ">",
            "</" + upper + ">",
            "</" + n + ">>",
            "<</" + n + ">",
            "<//" + n + ">",
            "</" + n + ";>",
            "</" + n + "\">",
            "</" + n + "&>",
            "</>",
            "</ >",
            "</",
            "<>",
            "</1" + n + ">",
            "</-" + n + ">",
            "</" + n + "\xC3\xA9>",
            "</\xC3\xA9>",
            "</" + n + "></" + n + ">",
            "</x></" + n + ">",
            "</" + n + "></x>",
            "",
            "</robot>",
            "</link>",
            "</ link>",
            "</ robot>"};
  const std::string inside = text.substr(tag.begin + 1, tag.end - tag.begin - 2 - (tag.empty ? 1 : 0));
  const std::string close = tag.empty ? "/>" : ">";
  std::string upper_inside = inside;
  upper_inside[0] = upper[0];
  return {"< " + inside + close,
          "<" + inside,
          "<" + inside + " ",
          inside + close,
          "<" + inside + (tag.empty ? ">" : "/>"),
          "<" + inside + "//>",
          "<" + inside + "/ >",
          "<" + inside + ">>",
          "<<" + inside + close,
          "</" + inside + close,
          "<" + n + inside + close,
          "<" + n + " " + inside + close,
          "<" + inside + " " + n + close,
          "<" + inside + " x=1" + close,
          "<" + inside + " x=\"1\"y=\"2\"" + close,
          "<" + inside + " x=\"1\" x=\"2\"" + close,
          "<" + inside + " x=\"1" + close,
          "<" + inside + " x=\"<\"" + close,
          "<" + inside + " x=\"a & b\"" + close,
          "<" + inside + " x=\"&nbsp;\"" + close,
          "<" + inside + "," + close,
          "<" + inside + ";" + close,
          "<" + inside + "\"" + close,
          "<1" + inside + close,
          "<-" + inside + close,
          "<" + upper_inside + close,
          "<x" + inside + close,
          "<" + inside.substr(1) + close,
          "<" + inside + close + "<" + inside + close,
          "",
          "<" + close};
}

TEST(BrokenTags, aFixedTextIsWellFormed) {
  const std::string text = R"(<?xml version="1.0"?>
<robot name="r">
  <!-- a link > 1 kg -->
  <link name="a"><inertial><mass value="1"/></inertial></link>
  <transmission name="t">
    <type>transmission_interface/SimpleTransmission</type>
    <joint name="j"><hardwareInterface>EffortJointInterface</hardwareInterface></joint>
  </transmission>
  <link
    name="b">
  </link>
  <a><a><a/></a></a>
</robot>
)";
  ASSERT_TRUE(read_tags(text).well_formed);
  std::size_t broken = 0, fixed = 0;
  for (const BrokenTag& tag : tags_of(text))
    for (const std::string& way : ways_to_break(tag, text)) {
      const std::string changed = text.substr(0, tag.begin) + way + text.substr(tag.end);
      const TagReading reading = read_tags(changed);
      if (reading.well_formed) continue;
      ++broken;
      if (reading.fixes.empty()) continue;
      ++fixed;
      const std::string after = with_fixes(changed);
      EXPECT_TRUE(read_tags(after).well_formed)
          << text.substr(tag.begin, tag.end - tag.begin) << "  became  " << way << "\n"
          << reading.messages.front() << "\n"
          << after;
    }
  EXPECT_GT(broken, 700U);
  EXPECT_GT(fixed, 200U);
}

// Word processors and input methods write other signs of markup. One fix replaces all of a tag.
TEST(BrokenTags, signsThatLookLikeThoseOfMarkup) {
  constexpr std::pair<const char*, const char*> kTags[] = {
      {"<link name=“a”/>", "<link name=\"a\"/>"},
      {"<link name=‘a’/>", "<link name='a'/>"},
      {"<link name=«a»/>", "<link name=\"a\"/>"},
      {"<link name=„a” id=“b c”/>", "<link name=\"a\" id=\"b c\"/>"},
      {"<link name=＂a＂/>", "<link name=\"a\"/>"},
      {"<link name=“a\"/>", "<link name=\"a\"/>"},
      {"<link name=\"a”/>", "<link name=\"a\"/>"},
      {"<link name=\"a” id=\"b\"/>", "<link name=\"a\" id=\"b\"/>"},
      {"<link name=“robot’s”/>", "<link name=\"robot’s\"/>"},
      {"<link name=\"“a”\" id=“b”/>", "<link name=\"“a”\" id=\"b\"/>"},
      {"<link name＝\"a\"/>", "<link name=\"a\"/>"},
      {"<link name=\"a\"／>", "<link name=\"a\"/>"},
      {"<link name=\"a\"/＞", "<link name=\"a\"/>"},
      {"<link／>", "<link/>"},
      {"<link name＝＂a＂／＞", "<link name=\"a\"/>"},
      {"＜link name=\"a\"></link>", "<link name=\"a\"></link>"},
      {"<link></link＞", "<link></link>"},
      {"<link>＜/link>", "<link></link>"},
      {"<link><／link>", "<link></link>"}};
  for (const auto& [written, meant] : kTags) {
    const auto in_robot = [](const std::string& tag) {
      return "<robot name=\"r\">\n  " + tag + "\n</robot>\n";
    };
    const TagReading reading = read_tags(in_robot(written));
    EXPECT_FALSE(reading.well_formed) << written;
    EXPECT_EQ(reading.messages.size(), 1U) << written;
    EXPECT_EQ(with_fixes(in_robot(written)), in_robot(meant));
  }
  EXPECT_EQ(read_tags("<robot name=“r” x></robot>").messages.front(),
            "'“' is a typographic quote; write '\"'");
  EXPECT_TRUE(read_tags("<robot name=“r” x></robot>").fixes.empty());
}

TEST(BrokenTags, endTagsAreNamedAfterTheirElement) {
  const auto message = [](const std::string& end) {
    return read_tags("<robot>\n  <link>\n  " + end + "\n</robot>").messages.front();
  };
  EXPECT_EQ(message("</li nk>"), "an end tag holds only its name; write '</link>'");
  EXPECT_EQ(message("< /link>"), "white space stands between '<' and '/link'; write '</link>'");
  for (const char* end : {"</li nk>", "< /link>", "< / link >"})
    EXPECT_EQ(with_fixes(std::string("<robot>\n  <link>\n  ") + end + "\n</robot>"),
              "<robot>\n  <link>\n  </link>\n</robot>");
}

}  // namespace
}  // namespace romas
