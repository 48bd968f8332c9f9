#include "lsp/yaml/yaml_cursor.h"

#include <gtest/gtest.h>

#include "support/text/text.h"

namespace romas::lsp {
namespace {

// "a/b=wo" in a value of the key b, "a/wo" where a key stands in a: the cursor at '|'.
std::string at(std::string text) {
  const std::size_t offset = text.find('|');
  text.erase(offset, 1);
  const YamlCursor cursor = yaml_cursor(text, static_cast<std::uint32_t>(offset));
  if (cursor.in_comment) return "comment";
  const std::string path = join(cursor.path, "/");
  return concat(path, cursor.in_value ? "=" : "/", cursor.word.of(text));
}

TEST(YamlCursor, standsInBlocks) {
  EXPECT_EQ(at("|"), "/");
  EXPECT_EQ(at("joi|"), "/joi");
  EXPECT_EQ(at("joints:\n  el|bow:\n    id: 1\n"), "joints/elbow");
  EXPECT_EQ(at("joints:\n  elbow:\n    id: 1|\n"), "joints/elbow/id=1");
  EXPECT_EQ(at("joints:\n  elbow:\n    |\n"), "joints/elbow/");
  EXPECT_EQ(at("joints:\n  elbow:\n    id: 1\n  |"), "joints/");
  EXPECT_EQ(at("joints:\n  elbow:\n    id: 1\n\n|"), "/");
  EXPECT_EQ(at("a:\n  b: 1\nc: |"), "c=");
  EXPECT_EQ(at("a: 'te|xt'"), "a=text");
}

TEST(YamlCursor, standsInLists) {
  EXPECT_EQ(at("joints:\n  - el|"), "joints/-=el");
  EXPECT_EQ(at("joints:\n- a\n- |"), "joints/-=");
  EXPECT_EQ(at("joints:\n- a\nother: |"), "other=");
  EXPECT_EQ(at("roots:\n  - file: arm.xacro\n    na|"), "roots/-/na");
  EXPECT_EQ(at("roots:\n  - file: |arm.xacro"), "roots/-/file=arm.xacro");
}

TEST(YamlCursor, standsInBrackets) {
  EXPECT_EQ(at("a: [one, t|"), "a/-=t");
  EXPECT_EQ(at("a: {id: 1, mo|"), "a/mo");
  EXPECT_EQ(at("a: {id: 1, mode: |}"), "a/mode=");
  EXPECT_EQ(at("a: {id: 1}\nb|"), "/b");
  EXPECT_EQ(at("joints:\n  elbow: {id: 1, couple: {sh|"), "joints/elbow/couple/sh");
  EXPECT_EQ(at("a: [\n  one,\n  t|"), "a/-=t");
  EXPECT_EQ(at("a: [x]\nb:\n  c|"), "b/c");
}

TEST(YamlCursor, knowsComments) {
  EXPECT_EQ(at("a: 1 # te|xt"), "comment");
  EXPECT_EQ(at("# te|xt"), "comment");
  EXPECT_EQ(at("# text\na|"), "/a");
  EXPECT_EQ(at("a: b#|c"), "a=b#c");
  EXPECT_EQ(at("a: te|xt # more"), "a=text");
}

// Nothing in them is a key, whatever it looks like.
TEST(YamlCursor, knowsTextsOfSeveralLines) {
  for (const char* text :
       {"a: |-\n  key: |\nb: 1", "a: >\n  one\n  t|wo", "a: one\n  t|wo", "a: 'one\n  key: t|wo'\nb: 1",
        "a: \"one\n  |", "a:\n  - >-\n    key: |", "- |-\n  te|xt", "a: |-\n  one\n\n  # t|wo"}) {
    std::string marked = text;
    // The first '|' is the sign of a text where another one follows.
    if (const std::size_t last = marked.rfind('|'); marked.find('|') != last) {
      const YamlCursor cursor = yaml_cursor(marked.erase(last, 1), static_cast<std::uint32_t>(last));
      EXPECT_TRUE(cursor.in_comment) << text;
    } else {
      EXPECT_EQ(at(marked), "comment") << text;
    }
  }
  EXPECT_EQ(at("a: >\n  text: x\nb|"), "/b");
  EXPECT_EQ(at("a:\n  b: 'one\n    two'\n  c|"), "a/c");
  EXPECT_EQ(at("a:\n  - >\n    text\n  - t|"), "a/-=t");
  EXPECT_EQ(at("a: x\n---\n|"), "/");
}

TEST(YamlCursor, looksBehindAnchorsAndTags) {
  EXPECT_EQ(at("a: &one\n  b|"), "a/b");
  EXPECT_EQ(at("a: &one {b: 1, c|"), "a/c");
  EXPECT_EQ(at("a: &one !!str te|xt"), "a=text");
  EXPECT_EQ(at("a:\n  - &one b: 1\n    c|"), "a/-/c");
  EXPECT_EQ(at("a:\n  <<: *one\n  b|"), "a/b");
  EXPECT_EQ(at("a: &o|ne"), "comment");
  EXPECT_EQ(at("a: *o|ne"), "comment");
  EXPECT_EQ(at("- *o|ne"), "comment");
  EXPECT_EQ(at("a: '*|.xacro'"), "a=*.xacro");
}

TEST(YamlCursor, survivesBrokenTexts) {
  for (const char* text : {"a: ]|", "a: }}|", "a: [}|", "- - - |", "a: \"|", "{|", "]|", ":|", "a:\n\t|",
                           "}\n}\n|", "a: &|", "- &|", "a: & !|", "&|", "a: >|", "- - &x|"})
    at(text);
}

}  // namespace
}  // namespace romas::lsp
