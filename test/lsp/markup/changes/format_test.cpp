// Formatting: what changes, and that nothing else does.
#include "lsp/markup/changes/format.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "frontend/frontend.h"
#include "lsp/markup/tree/lexer.h"
#include "test/corpus.h"

namespace romas::markup {
namespace {

std::string formatted(std::string_view text) {
  const Tree tree = parse(text);
  return apply_edits(text, format(tree));
}

// The tokens without white space between tags and in them.
std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> found;
  Lexer lexer(text);
  markup::Token token;
  while (lexer.next(token)) {
    const std::string_view said = token.range.of(text);
    if (token.kind == TokenKind::space) continue;
    if (token.kind == TokenKind::text && std::ranges::all_of(said, is_space)) continue;
    found.emplace_back(said);
  }
  return found;
}

Model model_of(const std::string& text, bool& good) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  FrontendResult result = parse_urdf(sources.add_text("/nonexistent/text", text), context);
  good = !result.models.empty();
  return good ? std::move(result.models.front()) : Model();
}

TEST(MarkupFormat, Indentation) {
  EXPECT_EQ(
      formatted("<?xml version='1.0'?><r><a   x = '1'\t/>\n\n\n\n      <b><c/></b> <!-- here -->\n<!-- d "
                "-->\n<e></e></r>\n"),
      "<?xml version='1.0'?>\n<r>\n  <a x='1'/>\n\n  <b>\n    <c/>\n  </b> <!-- here -->\n  <!-- d -->\n"
      "  <e></e>\n</r>\n");
}

TEST(MarkupFormat, TextIsLeftAlone) {
  for (const std::string_view same :
       {"<r>\n  <a>  text <b> x </b>\n <c/></a>\n</r>", "<r>\n  <a><![CDATA[ x ]]> <b/></a>\n</r>",
        "<r xml:space='preserve'> <a> <b/></a></r>", "<r>\n  <!-- a\n b -->\n</r>",
        "<r>\n  <a x='1\n  2'/>\n</r>", "\xEF\xBB\xBF<?xml version='1.0'?>\n<r/>", "<r>\n  <a/>\n",
        "<r><a></r>", "text <r><a/></r>", "<r><a/>", ""})
    EXPECT_EQ(formatted(same), same);
  EXPECT_EQ(formatted("<r xml:space='preserve'> <a xml:space='default'><b/></a></r>"),
            "<r xml:space='preserve'> <a xml:space='default'><b/></a></r>");
}

TEST(MarkupFormat, AttributesBreakWhereTheLineIsLongOrTheAuthorDidSo) {
  const std::string longer(60, 'x');
  EXPECT_EQ(formatted("<r><a b='" + longer + "' c='" + longer + "'/></r>"),
            "<r>\n  <a b='" + longer + "'\n      c='" + longer + "'/>\n</r>");
  EXPECT_EQ(formatted("<r><a b='1'\nc='2' d='3'/></r>"), "<r>\n  <a b='1'\n      c='2'\n      d='3'/>\n</r>");
  EXPECT_EQ(formatted("<r>\r\n<a/>\r\n</r>"), "<r>\r\n  <a/>\r\n</r>");
}

TEST(MarkupFormat, RangesHoldTheEdits) {
  const std::string text = "<r>\n<a/>\n<b/>\n</r>";
  const Tree tree = parse(text);
  EXPECT_EQ(apply_edits(text, format(tree, {8, 9})), "<r>\n<a/>\n  <b/>\n</r>");
}

TEST(MarkupFormat, DeepTextsDoNotFillTheMemory) {
  std::string text;
  for (int i = 0; i < 900; ++i) text += "<a>";
  for (int i = 0; i < 200'000; ++i) text += "<b/>";
  for (int i = 0; i < 900; ++i) text += "</a>";
  const Tree tree = parse(text);
  EXPECT_TRUE(format(tree).empty());
}

TEST(MarkupFormat, TheCompilerReadsTheSameOfTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  std::size_t models = 0, changed = 0;
  for (const auto& path : test::corpus_files("urdf", ".urdf")) {
    std::stringstream all;
    all << std::ifstream(path, std::ios::binary).rdbuf();
    const std::string text = all.str();
    const std::string once = formatted(text);
    EXPECT_EQ(tokens(once), tokens(text)) << path;
    EXPECT_EQ(formatted(once), once) << path;
    changed += once != text ? 1 : 0;
    bool good = false, still_good = false;
    Model before = model_of(text, good), after = model_of(once, still_good);
    EXPECT_EQ(good, still_good) << path;
    // These are kept as they were written.
    before.extensions.clear();
    after.extensions.clear();
    EXPECT_TRUE(before == after) << path;
    models += good ? 1 : 0;
  }
  EXPECT_GT(models, 20U);
  EXPECT_GT(changed, 20U);
}

TEST(MarkupFormat, RandomTexts) {
  static constexpr std::string_view kPieces[] = {"<a>",
                                                 "</a>",
                                                 "<b x='1'>",
                                                 "</b>",
                                                 "<c  y = \"2\"\n z='3' />",
                                                 "  ",
                                                 "\n",
                                                 "\n\n",
                                                 "<!-- c -->",
                                                 "t",
                                                 "<![CDATA[x]]>",
                                                 "<?p?>",
                                                 "<",
                                                 "\r\n"};
  std::mt19937 random(4);
  std::size_t changed = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = i % 2 == 0 ? "<r>" : "";
    for (int n = static_cast<int>(random() % 14); n >= 0; --n) text += kPieces[random() % std::size(kPieces)];
    if (i % 2 == 0) text += "</r>";
    const std::string once = formatted(text);
    ASSERT_EQ(tokens(once), tokens(text)) << text;
    ASSERT_EQ(formatted(once), once) << text;
    changed += once != text ? 1 : 0;
  }
  EXPECT_GT(changed, 500U);
}

}  // namespace
}  // namespace romas::markup
