// Formatting: what changes, and that nothing else does.
#include "lsp/markup/changes/format.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <utility>

#include "frontend/frontend.h"
#include "lsp/markup/tree/lexer.h"
#include "support/text/text.h"
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
  EXPECT_EQ(formatted("<r><a b='1'\nc='2'  d='3'/></r>"), "<r>\n  <a b='1'\n      c='2' d='3'/>\n</r>");
  EXPECT_EQ(formatted("<r>\r\n<a/>\r\n</r>"), "<r>\r\n  <a/>\r\n</r>");
  // A break that would not make the line fit is none.
  const std::string longest(130, 'x');
  EXPECT_EQ(formatted("<r><a b='1' c='" + longest + "' d='2'/></r>"),
            "<r>\n  <a b='1' c='" + longest + "'\n      d='2'/>\n</r>");
}

TEST(MarkupFormat, WidthAndBreaksAreOptions) {
  const std::string_view text = "<r>\n  <a b='1' c='2' d='3'/>\n</r>";
  const auto with = [&](FormatOptions options) {
    const Tree tree = parse(text);
    return apply_edits(text, format(tree, options));
  };
  EXPECT_EQ(with({"  ", 20, AttributeBreaks::fill}), "<r>\n  <a b='1' c='2'\n      d='3'/>\n</r>");
  EXPECT_EQ(with({"  ", 20, AttributeBreaks::each}), "<r>\n  <a b='1'\n      c='2'\n      d='3'/>\n</r>");
  EXPECT_EQ(with({"  ", 20, AttributeBreaks::keep}), text);
  EXPECT_EQ(with({"\t", 200, AttributeBreaks::fill}), "<r>\n\t<a b='1' c='2' d='3'/>\n</r>");
}

TEST(MarkupFormat, UsualBreaksOfTheAuthorStay) {
  for (const std::string_view same :
       {"<r>\n  <a b='1'\n     c='2'/>\n</r>", "<r>\n  <a b='1'\n    c='2'/>\n</r>",
        "<r>\n  <a b='1' c='2'\n      d='3' e='4'/>\n</r>", "<r>\n  <a\n    b='1'\n    c='2'\n  />\n</r>",
        "<r>\n  <a b='1' />\n  <c />\n</r>"})
    EXPECT_EQ(formatted(same), same);
  // They move with their tag.
  EXPECT_EQ(formatted("<r>\n <a b='1'\n    c='2'/>\n</r>"), "<r>\n  <a b='1'\n     c='2'/>\n</r>");
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

// The usual style, found line by line and without a tree: two blanks a level, one element a line, one blank
// between attributes, lines of at most 120 columns. False also for what this cannot judge.
class UsualStyle {
 public:
  bool holds(std::string_view text) {
    bool was_empty = true;
    for (const std::string_view line : split(text, '\n')) {
      const std::string_view content = trim(line);
      if (line.size() > 120 || line.find('\t') != std::string_view::npos || line.ends_with(' ')) return false;
      if (content.empty() && was_empty && line.data() + line.size() != text.data() + text.size())
        return false;
      was_empty = content.empty();
      if (!content.empty() && !takes(content, line.size() - content.size())) return false;
    }
    return depth_ == 0 && !in_tag_;
  }

 private:
  bool takes(std::string_view content, std::size_t column) {
    if (in_tag_) return takes_attributes(content, column);
    const bool is_end = content.starts_with("</");
    if (is_end && depth_-- == 0) return false;
    if (column != 2 * depth_ || !content.starts_with('<')) return false;
    if (content.starts_with("<!--"))
      return content.ends_with("-->") && content.find("-->") + 3 == content.size();
    if (content.starts_with("<?")) return content.ends_with("?>");
    if (content.starts_with("<!")) return false;
    if (is_end) return content.find_first_of(" <", 1) == std::string_view::npos;
    column_ = column;
    name_ = content.substr(1, content.find_first_of(" />") - 1);
    return takes_tag(content);
  }
  bool takes_attributes(std::string_view content, std::size_t column) {
    if (content == ">" || content == "/>") {
      if (column != column_) return false;
      in_tag_ = false;
      if (content == ">") ++depth_;
      return true;
    }
    const std::size_t step = column - column_;
    if (column < column_ || (step != 2 && step != 4 && step != name_.size() + 2)) return false;
    if (std::exchange(step_, step) != step && step_known_) return false;
    step_known_ = true;
    return takes_tag(content);
  }
  // The rest of a start tag, and behind it nothing or a text and the end tag.
  bool takes_tag(std::string_view content) {
    char quote = 0;
    for (std::size_t i = 0; i < content.size(); ++i) {
      const char c = content[i], next = i + 1 < content.size() ? content[i + 1] : '\0';
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == ' ' && (next == ' ' || next == '=' || next == '>')) {
        return false;
      } else if (c == '=' && next == ' ') {
        return false;
      } else if (c == '>') {
        in_tag_ = step_known_ = false;
        return takes_rest(content.substr(i + 1), i > 0 && content[i - 1] == '/');
      }
    }
    in_tag_ = true;
    return quote == 0;
  }
  bool takes_rest(std::string_view rest, bool is_empty) {
    if (rest.empty()) return depth_ += is_empty ? 0 : 1, true;
    const std::size_t end = rest.find('<');
    return !is_empty && end != std::string_view::npos && rest.substr(end) == "</" + std::string(name_) + ">";
  }

  std::size_t depth_ = 0, column_ = 0, step_ = 0;
  std::string_view name_;  // of the tag that is open
  bool in_tag_ = false, step_known_ = false;
};

TEST(MarkupFormat, TidyFilesOfTheCorpusStayAsTheyAre) {
  ROMAS_NEEDS_CORPUS();
  std::size_t tidy = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::corpus_folder())) {
    const std::string ending = entry.path().extension().string();
    if (!entry.is_regular_file() ||
        (ending != ".urdf" && ending != ".xacro" && ending != ".sdf" && ending != ".xml"))
      continue;
    std::stringstream all;
    all << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const std::string text = all.str();
    if (!UsualStyle().holds(text)) continue;
    EXPECT_EQ(formatted(text), text) << entry.path();
    ++tidy;
  }
  EXPECT_GT(tidy, 100U);
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
