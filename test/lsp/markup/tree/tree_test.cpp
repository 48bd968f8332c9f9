// The tolerant reader: broken texts, and the same tree as the compiler's reader for whole ones.
#include "lsp/markup/tree/tree.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <random>
#include <sstream>

#include "frontend/xml/text/xml_limits.h"
#include "support/text/text.h"
#include "test/corpus.h"
#include "test/lsp/markup/tree_checks.h"

namespace romas::markup {
namespace {

std::string tree_of(std::string_view text) {
  EXPECT_EQ(test::problem_of(text), "") << text;
  return test::print(parse(text));
}

TEST(MarkupTree, WholeElements) {
  EXPECT_EQ(tree_of("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b '>'>]><a x = '1'\n y=\"2\"><!-- c --><b/>t"
                    "<![CDATA[<x>]]></a >"),
            "instruction '<?xml version='1.0'?>'\n"
            "doctype '<!DOCTYPE a [<!ENTITY b '>'>]>'\n"
            "<a x=[1] y=[2]> ended\n"
            "  comment '<!-- c -->'\n"
            "  <b/>\n"
            "  text 't'\n"
            "  section '<![CDATA[<x>]]>'\n");
}

TEST(MarkupTree, HalfTypedStartTagsSwallowNothing) {
  EXPECT_EQ(tree_of("<r><jo\n<link name='b'></link></r>"), "<r> ended\n  <jo…\n  <link name=[b]> ended\n");
  EXPECT_EQ(tree_of("<r><joint na\n<link/></r>"), "<r> ended\n  <joint na…\n  <link/>\n");
  EXPECT_EQ(tree_of("<r><\n<link/></r>"), "<r> ended\n  <…\n  <link/>\n");
  // Its end tag comes, so that only its '>' is missing.
  EXPECT_EQ(tree_of("<r><joint name='a'\n<origin/></joint></r>"),
            "<r> ended\n  <joint name=[a]… ended\n    <origin/>\n");
  EXPECT_EQ(tree_of("<r><a <b <c/></r>"), "<r> ended\n  <a…\n  <b…\n  <c/>\n");
}

TEST(MarkupTree, EndTags) {
  EXPECT_EQ(tree_of("<r><a><b></a></b></r>"), "<r> ended\n  <a> ended\n    <b>\n  end tag '</b>'\n");
  EXPECT_EQ(tree_of("<r><a></"), "<r>\n  <a>\n    end tag '</'…\n");
  EXPECT_EQ(tree_of("<r><a></a</r>"), "<r> ended\n  <a> ended\n");
  EXPECT_EQ(tree_of("</x>"), "end tag '</x>'\n");
}

TEST(MarkupTree, Values) {
  EXPECT_EQ(tree_of("<r><a n=\"x>\n<b/></r>"), "<r> ended\n  <a n=[x]?>\n    <b/>\n");
  EXPECT_EQ(tree_of("<a n=\"x/>"), "<a n=[x]?/>\n");
  EXPECT_EQ(tree_of("<a n=\"\n m='1'/>"), "<a n=[]? m=[1]/>\n");
  EXPECT_EQ(tree_of("<a n= m='>' o=5 p = '' q==\"2\"/>"), "<a n=[m] =[>] o=[5] p=[] q= [2]/>\n");
}

TEST(MarkupTree, PiecesWithoutEnds) {
  EXPECT_EQ(tree_of("<a><!-- b</a>"), "<a>\n  comment '<!-- b</a>'…\n");
  EXPECT_EQ(tree_of("<a><![CDATA[ b</a>"), "<a>\n  section '<![CDATA[ b</a>'…\n");
  EXPECT_EQ(tree_of("<a><?pi b\n</a>"), "<a> ended\n  instruction '<?pi b'…\n");
  EXPECT_EQ(tree_of("<!DOCTYPE a [ >\n<a/>"), "doctype '<!DOCTYPE a [ >'…\n<a/>\n");
  EXPECT_EQ(tree_of("<a>1 < 2</a>"), "<a> ended\n  text '1 '\n  <…\n  text ' 2'\n");
}

TEST(MarkupTree, DeepTextsAreFlatBeyondTheLimit) {
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "<a>";
  const Tree tree = parse(deep);
  EXPECT_TRUE(tree.too_deep);
  EXPECT_EQ(tree.parents(2999).size(), kMaxXmlDepth);
  EXPECT_FALSE(parse(deep.substr(0, 3 * kMaxXmlDepth)).too_deep);
  EXPECT_EQ(test::problem_of(deep), "");
}

std::string contents(const std::filesystem::path& path) {
  std::stringstream all;
  all << std::ifstream(path, std::ios::binary).rdbuf();
  return all.str();
}

std::vector<std::filesystem::path> corpus_texts() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::corpus_folder())) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".urdf" || extension == ".xacro" || extension == ".sdf" || extension == ".xml" ||
        extension == ".srdf" || extension == ".dae")
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

TEST(MarkupTree, CorpusIsReadAsByTheCompiler) {
  ROMAS_NEEDS_CORPUS();
  const auto files = corpus_texts();
  EXPECT_GT(files.size(), 100U);
  for (const auto& path : files) EXPECT_EQ(test::problem_of(contents(path)), "") << path;
}

// A random document, well-formed unless it is cut afterwards.
std::string random_text(std::mt19937& random) {
  static constexpr std::string_view kPieces[] = {"<a>",         "</a>",       "<b x='1'>",
                                                 "</b>",        "<c/>",       "<d y=\"a>b\" z='\"'/>",
                                                 "text &amp; ", "<!-- < -->", "<![CDATA[<]]>",
                                                 "\n  ",        "<?p q?>",    "<",
                                                 "</",          "<a ",        "x=",
                                                 "\"",          "'",          ">",
                                                 "/>",          "<!",         "<!--",
                                                 "<joint na",   "&#65;",      "é"};
  std::string text;
  for (int i = static_cast<int>(random() % 30); i >= 0; --i) text += kPieces[random() % std::size(kPieces)];
  return text;
}

TEST(MarkupTree, RandomTexts) {
  std::mt19937 random(1);
  for (int i = 0; i < 5'000; ++i) {
    const std::string text = random_text(random);
    ASSERT_EQ(test::problem_of(text), "") << text;
  }
}

TEST(MarkupTree, CutAndEditedCorpus) {
  ROMAS_NEEDS_CORPUS();
  std::mt19937 random(2);
  std::size_t count = 0;
  for (const auto& path : corpus_texts()) {
    std::string text = contents(path);
    if (text.size() > 20'000 || text.empty() || ++count > 60) continue;
    for (std::size_t cut = 0; cut < text.size(); cut += 997)
      ASSERT_EQ(test::problem_of(std::string_view(text).substr(0, cut)), "") << path << " cut at " << cut;
    for (int edit = 0; edit < 20; ++edit) {
      const std::size_t at = random() % text.size();
      text.replace(at, random() % 4, random_text(random).substr(0, random() % 6));
      ASSERT_EQ(test::problem_of(text), "") << path;
      if (text.empty()) break;
    }
  }
}

// Texts that make a reader with a search in it slow.
TEST(MarkupTree, HostileTextsTakeLinearTime) {
  for (const std::string_view piece :
       {"<a", "<a>", "</a>", "<a \"", "<a '\"", "<?", "<!", "<!DOCTYPE a '", "<a b", "<a></b>", "<", "<!--",
        "<a b=\"c' d='e\" ", "<a <b></a>", "&"}) {
    std::string text = "<r><a>";
    while (text.size() < 2'000'000) text += piece;
    const auto begin = std::chrono::steady_clock::now();
    const Tree tree = parse(text);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(taken.count(), 5) << piece;
    EXPECT_LT(tree.nodes.size(), 2'100'000U);
  }
}

}  // namespace
}  // namespace romas::markup
