// The plain reader and the XML parser read the same from every plain text. A text that is not well-formed is
// not plain.
#include "frontend/xml/reader/plain_xml.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "support/text/text.h"
#include "test/corpus.h"
#include "test/frontend/xml/what_is_read.h"

namespace romas {
namespace {

using test::what_is_read;

// Everything that is plain, in few bytes.
constexpr std::string_view kDense =
    "\xEF\xBB\xBF<?xml version=\"1.0\" encoding='utf-8' standalone=\"no\" ?>\r\n<!-- \xC3\xA4-b -->\r<?p "
    "q='?' ?>\n"
    "<a:b  x = 'p\"&apos;' y=\"1\t2\r\n3&#10;\">\r\n t &lt;&#x1F600; \xF0\x9F\x98\x80]] >\r"
    "<!-- romas: ignore effort-zero --><c-1 z=\"\"/> <![CDATA[ [x] ]\r\n]]>u&amp;"
    "<d.e\n><?r?><f/>\xEF\xBB\xBF\xEF\xBF\xBD</d.e\t>v<!-- ]]>-></a:b --></a:b >\n<!----><?s t?> \n";

bool is_read_alike(std::string_view text) {
  return what_is_read(text, XmlParser::fastest) == what_is_read(text, XmlParser::xerces);
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> xml_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    const std::string ending = entry.path().extension().string();
    if (entry.is_regular_file() &&
        (ending == ".urdf" || ending == ".sdf" || ending == ".xml" || ending == ".xacro"))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::filesystem::path> all_xml_files() {
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& folder :
       {test::corpus_folder(), std::filesystem::path(test::source_path("examples")),
        std::filesystem::path(test::source_path("test"))}) {
    const auto some = xml_files(folder);
    files.insert(files.end(), some.begin(), some.end());
  }
  return files;
}

using std::string_view_literals::operator""sv;  // NOLINT(misc-unused-using-decls): the literals below
// Pieces that XML is made of, and pieces that it must not hold.
constexpr std::array kPieces = {"<"sv,
                                ">"sv,
                                "/"sv,
                                "&"sv,
                                ";"sv,
                                "\""sv,
                                "'"sv,
                                "="sv,
                                "]]>"sv,
                                "<!--"sv,
                                "-->"sv,
                                "--"sv,
                                "<?"sv,
                                "?>"sv,
                                "<![CDATA["sv,
                                "<a>"sv,
                                "</a>"sv,
                                "<a/>"sv,
                                "&lt;"sv,
                                "&#38;"sv,
                                "&#x0;"sv,
                                "&#13;"sv,
                                "&#xD800;"sv,
                                "&no;"sv,
                                "&amp"sv,
                                " x=''"sv,
                                " x='"sv,
                                ":"sv,
                                "xmlns:"sv,
                                "xml"sv,
                                "\xFF"sv,
                                "\xC3\xA4"sv,
                                "\xED\xA0\x80"sv,
                                "\xEF\xBF\xBE"sv,
                                "\xEF\xBB\xBF"sv,
                                "\xF0\x9F\x98\x80"sv,
                                "\0"sv,
                                "\x01"sv,
                                "\x7F"sv,
                                "\xC2\x85"sv,
                                "\r"sv,
                                "\r\n"sv,
                                "\t"sv,
                                " "sv,
                                "\v"sv,
                                "<!DOCTYPE a>"sv,
                                "<?xml version='1.0'?>"sv,
                                "]"sv,
                                "-"sv,
                                "."sv,
                                "1"sv,
                                "<!"sv,
                                "\xE2\x80\xA8"sv,
                                "&#9;"sv,
                                "<b c='&#10;'>"sv,
                                "</b>"sv};

// The text with one to three pieces taken out, put in, doubled or flipped.
std::string mutated(std::string text, std::mt19937& random) {
  const auto any = [&](std::size_t count) { return std::size_t{random()} % count; };
  const std::size_t changes = 1 + any(3);
  for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = any(text.size());
    switch (any(4)) {
      case 0: text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1U << any(8))); break;
      case 1: text.erase(at, 1 + any(8)); break;
      case 2: text.insert(at, kPieces[any(kPieces.size())]); break;
      default: text.insert(any(text.size()), text.substr(at, 1 + any(30))); break;
    }
  }
  return text;
}

TEST(PlainXml, readsWhatTheParserReads) {
  ASSERT_TRUE(is_plain_xml(kDense));
  EXPECT_EQ(what_is_read(kDense, XmlParser::fastest), what_is_read(kDense, XmlParser::xerces));
  // White space in front of the declaration is read past.
  for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
    const std::string late = mark + "\n \t<?xml version='1.0'?>\n<a><b c='1'/></a>";
    EXPECT_TRUE(is_plain_xml(late));
    EXPECT_EQ(what_is_read(late, XmlParser::fastest), what_is_read(late, XmlParser::xerces));
    EXPECT_NE(what_is_read(late, XmlParser::xerces).find("<b"), std::string::npos);
  }
}

TEST(PlainXml, readsEveryFileAsTheParserDoes) {
  std::size_t plain = 0, others = 0;
  for (const auto& path : all_xml_files()) {
    const std::string text = read_file(path);
    EXPECT_TRUE(is_read_alike(text)) << path;
    ++(is_plain_xml(text) ? plain : others);
  }
  EXPECT_GT(plain, 20 * others) << "few files are read without the XML parser";
}

TEST(PlainXml, refusesOrReadsMutationsAsTheParserDoes) {
  std::vector<std::string> texts = {std::string(kDense)};
  for (const auto& path : all_xml_files())
    if (std::filesystem::file_size(path) < 6000) texts.push_back(read_file(path));
  std::mt19937 random(1);  // the sequence is the same everywhere
  std::size_t plain = 0;
  constexpr std::size_t kMutations = 20'000;
  for (std::size_t i = 0; i < kMutations; ++i) {
    const std::string text = mutated(texts[i % 3 == 0 ? 0 : random() % texts.size()], random);
    if (!is_plain_xml(text)) continue;
    ++plain;
    ASSERT_TRUE(is_read_alike(text)) << text;
  }
  EXPECT_GT(plain, kMutations / 20);
}

TEST(PlainXml, leavesToTheParser) {
  for (const std::string_view text : {"",
                                      " ",
                                      "<a",
                                      "<a>",
                                      "<a></b>",
                                      "<a b='1' b='2'/>",
                                      "<a b='1'c='2'/>",
                                      "<a b=1/>",
                                      "<a b='<'/>",
                                      "<a>&b;</a>",
                                      "<a>&</a>",
                                      "<a>&#0;</a>",
                                      "<a>&#xD800;</a>",
                                      "<a>&#x110000;</a>",
                                      "<a>&#xFFFE;</a>",
                                      "<a>]]></a>",
                                      "<a>\x01</a>",
                                      "<a>\xEF\xBF\xBF</a>",
                                      "<a><!-- -- --></a>",
                                      "<a><!-- ---></a>",
                                      "<a/>b",
                                      "b<a/>",
                                      "<a/><b/>",
                                      "<!DOCTYPE a><a/>",
                                      "<?xml version='1.1'?><a/>",
                                      "<?xml encoding='UTF-8'?><a/>",
                                      "<?xml version='1.0' encoding='ascii'?><a/>",
                                      "<a><?xml?></a>",
                                      "<a><?Xml b?></a>",
                                      "<\xC3\xA4/>",
                                      "<a:/>",
                                      "<:a/>",
                                      "<a:b:c/>",
                                      "<a / >",
                                      "< a/>",
                                      "<a></ a>",
                                      "<a><![CDATA[</a>",
                                      "<1/>",
                                      "<a><!b></a>",
                                      "<a><b></a></b>",
                                      "<![CDATA[a]]><a/>"})
    EXPECT_FALSE(is_plain_xml(text)) << text;
}

TEST(PlainXml, leavesLimitsToTheParser) {
  std::string deep, wide = "<a";
  for (std::size_t i = 0; i < kMaxXmlDepth; ++i) deep += "<a>";
  std::string ends;
  for (std::size_t i = 0; i < kMaxXmlDepth; ++i) ends += "</a>";
  EXPECT_TRUE(is_plain_xml(deep + ends));
  EXPECT_TRUE(is_read_alike(deep + ends));
  EXPECT_FALSE(is_plain_xml(deep + "<b/>" + ends));
  for (std::size_t i = 0; i < kMaxPlainAttributes; ++i) wide += concat(" b", i, "=''");
  EXPECT_TRUE(is_plain_xml(wide + "/>"));
  EXPECT_TRUE(is_read_alike(wide + "/>"));
  EXPECT_FALSE(is_plain_xml(wide + " c=''/>"));
  std::string many = "<a><b>";
  for (std::size_t i = 0; i < kMaxXmlElements; ++i) many += "<c/>";
  EXPECT_TRUE(is_read_alike(many + "</b></a>"));
}

// The parser hands on long texts in pieces.
TEST(PlainXml, readsLongTextsAsTheParserDoes) {
  for (const std::string& piece : {std::string("x"), std::string(" "), std::string("\xF0\x9F\x98\x80"),
                                   std::string("\r\n"), std::string("&amp;")}) {
    std::string long_text = "a";
    while (long_text.size() < 3'000'000) long_text += piece;
    EXPECT_TRUE(is_read_alike(concat("<a b='", long_text, "'><c>", long_text, "</c>", long_text, "</a>")))
        << piece;
    EXPECT_TRUE(is_read_alike(concat("<a><![CDATA[", long_text, "]]><!--", long_text, "--></a>"))) << piece;
  }
}

}  // namespace
}  // namespace romas
