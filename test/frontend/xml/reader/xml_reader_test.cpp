// The located element tree: its content, and that every range is exactly the bytes of its piece.
#include "frontend/xml/reader/xml_reader.h"

#include <gtest/gtest.h>

#include <thread>

#include "frontend/xml/schema/schema_reader.h"
#include "support/text/text.h"
#include "test/corpus.h"

namespace romas {
namespace {

struct Reading {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FileId file = 0;
  std::optional<XmlElement> root;

  explicit Reading(std::string text) {
    file = sources.add_text("test.xml", std::move(text));
    root = read_xml_tree(file, sources, diagnostics);
  }
  std::string_view text(SourceRange range) const { return sources.text(range); }
  // "RM1001@2:5 message" of every diagnostic
  std::vector<std::string> findings() const {
    std::vector<std::string> result;
    for (const Diagnostic& d : diagnostics.sorted()) {
      const LineColumn at = sources.line_column(d.range.start());
      result.push_back(concat(rule_info(d.rule).id(), '@', at.line, ':', at.column, ' ', d.message));
    }
    return result;
  }
  std::vector<std::string> places() const {
    std::vector<std::string> result;
    for (const std::string& finding : findings()) result.push_back(finding.substr(0, finding.find(' ')));
    return result;
  }
};

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// Long values are cut between characters.
TEST(SchemaReader, quotesWholeCharacters) {
  const std::string longest(60, 'a'), before(59, 'a');
  EXPECT_EQ(quote(longest), "'" + longest + "'");
  EXPECT_EQ(quote(longest + "b"), "'" + longest + "…'");
  EXPECT_EQ(quote(before + "é"), "'" + before + "…'");
  EXPECT_EQ(quote(before + "한글"), "'" + before + "…'");
}

TEST(XmlReader, rangesAreTheBytesThatSayIt) {
  const Reading r(
      "<?xml version=\"1.0\"?>\r\n<!-- \xC3\xA4 -->\r\n<a  x = 'p' y=\"1 2\"\r\n>\r\n  text &lt; "
      "\xF0\x9F\x98\x80\r\n  <!-- c --><b:c z=\"\"/> <d> e "
      "</d ></a >");
  ASSERT_TRUE(r.root) << r.findings().front();
  EXPECT_EQ(r.text(r.root->range).substr(0, 4), "<a  ");
  EXPECT_EQ(r.text(r.root->range).substr(r.text(r.root->range).size() - 5), "</a >");
  EXPECT_EQ(r.text(r.root->end_name_range), "a");
  EXPECT_EQ(r.text(r.root->start_tag), "<a  x = 'p' y=\"1 2\"\r\n>");
  ASSERT_EQ(r.root->attributes.size(), 2U);
  EXPECT_EQ(r.text(r.root->attributes[0].range), "x = 'p'");
  EXPECT_EQ(r.text(r.root->attributes[1].name_range), "y");
  EXPECT_EQ(r.text(r.root->attributes[1].value.range), "1 2");
  EXPECT_EQ(r.text(r.root->attributes[1].value.part(2, 1)), "2");
  EXPECT_EQ(r.root->text.text, "text < \xF0\x9F\x98\x80");
  EXPECT_EQ(r.text(r.root->text.range), "text &lt; \xF0\x9F\x98\x80");
  ASSERT_EQ(r.root->children.size(), 2U);
  EXPECT_EQ(r.root->children[0].prefix(), "b");
  EXPECT_EQ(r.root->children[0].local_name(), "c");
  EXPECT_EQ(r.text(r.root->children[0].range), "<b:c z=\"\"/>");
  EXPECT_EQ(r.root->children[1].text.text, "e");
  EXPECT_TRUE(r.root->children[1].text.literal);
  EXPECT_EQ(r.text(r.root->children[1].range), "<d> e </d >");
  ASSERT_EQ(r.root->comments.size(), 1U);
  EXPECT_EQ(r.root->comments[0].text, " c ");
  EXPECT_EQ(r.root->comments[0].before, 0U);
}

TEST(XmlReader, resolvesReferencesAndWhiteSpaceInValues) {
  const Reading r("<a b=\"1&amp;2&#10;3\t4\n5&#x1F600;\"><![CDATA[<x>]]> &gt;</a>");
  ASSERT_TRUE(r.root);
  EXPECT_EQ(r.root->attributes[0].value.text, "1&2\n3 4 5\xF0\x9F\x98\x80");
  EXPECT_FALSE(r.root->attributes[0].value.literal);
  EXPECT_EQ(r.text(r.root->attributes[0].value.part(0, 1)), "1&amp;2&#10;3\t4\n5&#x1F600;");
  EXPECT_EQ(r.root->text.text, "<x> >");
}

TEST(XmlReader, followsTheTextPastDoctypeInstructionsAndByteOrderMark) {
  const Reading r(
      "\xEF\xBB\xBF<?xml version=\"1.0\"?><!DOCTYPE a [ <!ELEMENT a ANY> ]><?p <q>?><a><?r s?><b/></a><!-- z "
      "-->");
  ASSERT_TRUE(r.root) << r.findings().front();
  EXPECT_EQ(r.root->name, "a");
  ASSERT_EQ(r.root->comments.size(), 1U);
  EXPECT_TRUE(r.root->comments[0].instruction);
  EXPECT_EQ(r.root->comments[0].text, "r s");
  EXPECT_EQ(r.text(r.root->children.at(0).range), "<b/>");
}

TEST(XmlReader, readsPastBlanksInFrontOfTheDeclaration) {
  for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
    // Plain text, and text that only the XML parser reads.
    for (const std::string doctype : {"", "<!DOCTYPE a>"}) {
      const Reading r(concat(mark, "\n \t<?xml version='1.0'?>\n", doctype, "<a><b c='1'/></a>"));
      ASSERT_TRUE(r.root) << testing::PrintToString(r.findings());
      EXPECT_THAT(r.findings(), ElementsAre(StartsWith("RM1029@2:3 white space comes before")));
      EXPECT_EQ(r.text(r.root->children.at(0).range), "<b c='1'/>");
      EXPECT_EQ(r.text(r.root->children[0].attributes.at(0).range), "c='1'");
      const auto diagnostics = r.diagnostics.sorted();
      ASSERT_EQ(diagnostics.at(0).fixes.size(), 1U);
      EXPECT_FALSE(diagnostics[0].fixes[0].guess);
      EXPECT_EQ(r.text(diagnostics[0].fixes[0].range), "\n \t");
      EXPECT_EQ(diagnostics[0].fixes[0].replacement, "");
    }
  }
  // The declaration still says the encoding, and its mistakes are still found.
  const Reading latin("\n<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xE4'/>");
  ASSERT_TRUE(latin.root);
  EXPECT_EQ(latin.root->attributes[0].value.text, "\xC3\xA4");
  EXPECT_THAT(Reading(" <?xml verison='1.0'?><a/>").places(), ElementsAre("RM1029@1:2", "RM1001@1:8"));
  EXPECT_THAT(Reading(" <?xml version='1.1'?><a/>").places(), ElementsAre("RM1029@1:2", "RM1001@1:17"));
  // Blanks alone, and an instruction whose name only begins like that, are no fault.
  EXPECT_THAT(Reading(" <a/>").findings(), testing::IsEmpty());
  EXPECT_THAT(Reading(" <?xml-stylesheet href='x'?><a/>").findings(), testing::IsEmpty());
}

TEST(XmlReader, readsOtherEncodings) {
  const Reading latin("<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xE4'>\xFC</a>");
  ASSERT_TRUE(latin.root);
  EXPECT_EQ(latin.root->attributes[0].value.text, "\xC3\xA4");
  EXPECT_EQ(latin.root->text.text, "\xC3\xBC");
  EXPECT_THAT(std::string(latin.sources.text(latin.file)),
              StartsWith("<?xml version='1.0' encoding='UTF-8'?>"));

  const std::string ascii = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a b=\"c\"/>";
  std::string little = "\xFF\xFE", big = "\xFE\xFF";
  for (const char c : ascii) {
    little += c;
    little += '\0';
    big += '\0';
    big += c;
  }
  for (const std::string& text : {little, big}) {
    const Reading r(text);
    ASSERT_TRUE(r.root);
    EXPECT_EQ(r.text(r.root->attributes[0].range), "b=\"c\"");
  }
}

TEST(XmlReader, reportsBytesThatAreNotTheEncoding) {
  EXPECT_THAT(Reading("<a>\n  \xE4</a>").findings(),
              ElementsAre(StartsWith("RM1019@2:3 the byte 0xE4 is not UTF-8 here")));
  EXPECT_THAT(Reading("<?xml version='1.0' encoding='ascii'?><a>\xC3\xA4</a>").findings(),
              ElementsAre(StartsWith("RM1019@1:42 ")));
  EXPECT_THAT(Reading(std::string("<a>\0</a>", 8)).findings(),
              ElementsAre(StartsWith("RM1019@1:4 the file has a NUL byte")));
  EXPECT_THAT(Reading("<?xml version='1.0' encoding='Shift_JIS'?><a/>").findings(),
              ElementsAre(StartsWith("RM1019@1:31 romasc does not read the encoding 'Shift_JIS'")));
  EXPECT_THAT(Reading("<?xml version='1.0' encoding='UTF-16'?><a/>").findings(),
              ElementsAre(StartsWith("RM1019@1:31 the XML declaration says UTF-16")));
  EXPECT_THAT(Reading(std::string("\xFF\xFE<\0\x00\xD8", 6)).findings(), ElementsAre(StartsWith("RM1019@")));
}

TEST(XmlReader, saysWhyATextIsMalformed) {
  EXPECT_THAT(Reading("").findings(), ElementsAre(StartsWith("RM1001@1:1 the file is empty")));
  EXPECT_THAT(Reading(" \n ").findings(), ElementsAre(StartsWith("RM1001@1:1 the file is empty")));
  EXPECT_THAT(Reading("<!-- only -->").findings(),
              ElementsAre(StartsWith("RM1001@1:14 the text ends without a root element")));
  EXPECT_THAT(Reading("plain\ntext").findings(), ElementsAre(HasSubstr("is this an XML file?")));
  EXPECT_THAT(Reading("<a>\n<b>\n</a>\n<c>").findings(),
              ElementsAre("RM1001@2:1 '<b>' is not closed; end the tag with '/>', or write '</b>'",
                          "RM1001@4:1 the root element is closed above; only comments can follow it"));
  EXPECT_THAT(Reading("<a>\n<b>\n</c>\n</a>").findings(),
              ElementsAre("RM1001@3:3 '</c>' does not close '<b>'; write '</b>'"));
  EXPECT_THAT(Reading("<a>\n<b>").findings(),
              ElementsAre("RM1001@2:4 the text ends, but '<b>' is not closed"));
  EXPECT_THAT(Reading("<a>\n<b c='1").findings(),
              ElementsAre(StartsWith("RM1001@2:4 the value of the attribute 'c' has no closing quote")));
  EXPECT_THAT(Reading("<a b='1' c='2' b='3'/>").findings(),
              ElementsAre("RM1001@1:16 the attribute 'b' occurs twice in '<a>'; remove one"));
  EXPECT_THAT(Reading("<a b='1'c='2'/>").findings(),
              ElementsAre(StartsWith("RM1001@1:9 white space is missing")));
  EXPECT_THAT(Reading("<a b=1/>").findings(), ElementsAre(HasSubstr("must be in quotes: b=\"1\"")));
  EXPECT_THAT(Reading("<a b='<'/>").findings(),
              ElementsAre(StartsWith("RM1001@1:7 the value of the attribute 'b' contains '<'")));
  EXPECT_THAT(Reading("<a>x & y</a>").findings(),
              ElementsAre(StartsWith("RM1001@1:6 '&' begins a reference")));
  EXPECT_THAT(Reading("<a>&nbsp;</a>").findings(),
              ElementsAre(StartsWith("RM1001@1:4 the entity '&nbsp;' is not one of")));
  EXPECT_THAT(Reading("<a/><b/>").findings(),
              ElementsAre(StartsWith("RM1001@1:5 the root element is closed above")));
  EXPECT_THAT(Reading("<!-- x --><?xml version='1.0'?><a/>").findings(),
              ElementsAre(HasSubstr("must be the very first thing")));
  EXPECT_THAT(Reading("<?xml verison='1.0'?><a/>").findings(),
              ElementsAre(StartsWith("RM1001@1:7 the XML declaration has 'verison'")));
  EXPECT_THAT(Reading("<?xml version='1.1'?><a b='&#1;'/>").findings(),
              ElementsAre(StartsWith("RM1001@1:16 the text is declared as XML 1.1")));
  EXPECT_THAT(Reading("<a><!-- x -- y --></a>").findings(), ElementsAre(HasSubstr("'--' is not allowed")));
}

// One mistake is one error, at the tag that is mistaken.
TEST(XmlReader, tellsNoConsequences) {
  // Each text with its only error.
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"<sdf>\n<model>\n  <link name='a'/>\n  <link n  </model>\n</sdf>", "4:3 the tag '<link>' has no '>'"},
      {"<sdf>\n<model>\n  <po\n</model>\n</sdf>", "3:3 the tag '<po>' has no '>'"},
      {"<a>\n  <b c='1/>\n  <b c='2'/>\n</a>", "2:6 the value of the attribute 'c' has no closing quote"},
      {"<a>\n  <b c='1 d='2'/>\n</a>", "2:6 the value of the attribute 'c' has no closing quote"},
      {"<a>\n  <b c=1' d='2'/>\n</a>", "2:8 the value of the attribute 'c' must be in quotes"},
      {"<a>\n  <b c'1' d='2'/>\n</a>", "2:6 '=' is missing between 'c' and its value"},
      {"<a>\n  < c='1'/>\n</a>", "2:3 the name of the element is missing after '<'"},
      {"<a>\n  < b c='1'/>\n</a>", "2:3 white space stands between '<' and 'b'; remove it"},
      {"<a>\n  b c='1'>\n    <d/>\n  </b>\n</a>", "2:3 '<' is missing before 'b'"},
      {"<a>\n  <b>x/b>\n</a>", "2:7 '<' is missing before '/b'"},
      {"<a>\n  <b>x<b>\n</a>", "2:7 '<b>' begins inside '<b>'; write '</b>' to close that"},
      {"<a>\n  <b>x</b\n</a>", "2:7 the end tag '</b' has no '>'"},
      {"<a>\n  <b>x\n  <c/>\n</a>", "2:7 '<b>' is not closed; write '</b>' after its text"},
      {"<a>\n  <b>\n    <d/>\n  <c/>\n</a>", "4:3 '<b>' is not closed before this '<c>'; write '</b>'"},
      {"<a>\n  <b>\n    <b>\n    <b>\n    </b>\n  </b>\n</a>",
       "3:5 '<b>' is not closed; end the tag with '/>', or write '</b>'"},
      {"<a>\n    <d/>\n  </b>\n</a>", "2:5 the start tag of '</b>' is missing before this '<d>'"},
      {"<a>\n  <d/>\n  </b>\n</a>", "3:5 '</b>' closes no open element; remove it, or open its element"},
      {"<robot>\n  <jont>\n    <d/>\n  </joint>\n</robot>",
       "2:4 '<jont>' is closed by '</joint>'; write '<joint>'"},
      {"  <b/>\n  <b/>\n</a>", "1:3 the start tag of '</a>' is missing before this '<b>'"},
      {"<a>\n  <!-- x --\n  <b/>\n  <!-- y -->\n</a>", "2:10 the comment has no '-->'"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_THAT(Reading(text).findings(), ElementsAre("RM1001@" + message)) << text;
}

// Nothing is read behind the first mistake, wherever the parser stumbles.
TEST(XmlReader, buildsUpToTheFirstMistake) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  std::string read;
  XmlSink sink;
  sink.child = [&](XmlElement& child) { read += child.name; };
  const FileId file = sources.add_text("t", "<r>\n  <a/>\n  <b>\n    <x/>\n  <c/>\n  <d/>\n</r>");
  EXPECT_FALSE(read_xml(file, sources, diagnostics, sink));
  EXPECT_EQ(read, "a");
}

TEST(XmlReader, findsFurtherMistakes) {
  const Reading r("<a>\n<b x='1'//>\n<c></d>\n<e y=2 z=3/>\n</a>");
  EXPECT_THAT(r.places(), ElementsAre("RM1001@2:10", "RM1001@3:6", "RM1001@4:6"));
}

TEST(XmlReader, mistakesComeWithFixes) {
  const Reading r("<a><b x='1'//><c></d></a>");
  const auto diagnostics = r.diagnostics.sorted();
  ASSERT_EQ(diagnostics.size(), 2U);
  ASSERT_EQ(diagnostics[0].fixes.size(), 1U);
  EXPECT_EQ(r.text(diagnostics[0].fixes[0].range), "/");
  EXPECT_EQ(diagnostics[0].fixes[0].replacement, "");
  ASSERT_EQ(diagnostics[1].fixes.size(), 1U);
  EXPECT_EQ(r.text(diagnostics[1].fixes[0].range), "d");
  EXPECT_EQ(diagnostics[1].fixes[0].replacement, "c");
}

TEST(XmlReader, neverExpandsEntities) {
  const Reading bomb("<!DOCTYPE a [<!ENTITY b \"xxxx\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>");
  EXPECT_THAT(bomb.findings(), ElementsAre(HasSubstr("entities of a DOCTYPE are not expanded")));
  const Reading external("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]><a c=\"&b;\"/>");
  EXPECT_THAT(external.findings(), ElementsAre(HasSubstr("'&b;'")));
  EXPECT_TRUE(Reading("<!DOCTYPE a SYSTEM \"http://localhost/a.dtd\"><a/>").root);
  // A bracket in a value, a comment or an instruction ends no declaration.
  const Reading brackets(
      "<!DOCTYPE a SYSTEM '[>' [<!ENTITY b \"]>\"><!-- ]> '\n --><?p ]>?><!ELEMENT a ANY>]\n><a><b/></a>");
  ASSERT_TRUE(brackets.root) << testing::PrintToString(brackets.findings());
  EXPECT_THAT(brackets.findings(), testing::IsEmpty());
  EXPECT_EQ(brackets.text(brackets.root->start_tag), "<a>");
  EXPECT_EQ(brackets.text(brackets.root->children[0].range), "<b/>");
  EXPECT_TRUE(Reading("<!DOCTYPE a SYSTEM \"a>b\"><a/>").root);
  EXPECT_TRUE(Reading("<!DOCTYPE\n\xC3\xA4 [] ><a/>").root);
  // Not ended, or with something in it that no declaration has: what the parser steps over must be what the
  // builder steps over.
  for (const std::string text :
       {"<!DOCTYPE a [<!ENTITY b \"]>", "<!DOCTYPE a [<!ENTITY b \"]\"><a/>", "<!DOCTYPE a",
        "<!DOCTYPE a [ ]", "<!DOCTYPE", "<!DOCTYPE<?p >?>\n<a/>", "<!DOCTYPE a <?p >?>\n<a/>",
        "<!DOCTYPE a [] <b> ><a/>", "<!DOCTYPE><a/>", "<!DOCTYPE 1><a/>"})
    EXPECT_THAT(
        Reading(text).findings(),
        ElementsAre(HasSubstr("RM1001@1:1 the document type declaration that begins here is malformed")))
        << text;
}

TEST(XmlReader, takesAnyNumberOfPredefinedEntities) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "&lt;";
  const Reading r("<a b='" + text + "'/>");
  ASSERT_TRUE(r.root) << r.findings().front();
  EXPECT_EQ(r.root->attributes[0].value.text, std::string(100000, '<'));
}

TEST(XmlReader, limitsDepthAndAttributes) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_THAT(Reading(deep).findings(), ElementsAre(StartsWith("RM1018@1:3001 ")));
  std::string wide = "<a";
  for (int i = 0; i < 300; ++i) wide += concat(" b", i, "=''");
  EXPECT_THAT(Reading(wide + "/>").findings(), ElementsAre(StartsWith("RM1018@1:1 ")));
  std::string many = "<a><b>";
  for (int i = 0; i < 100000; ++i) many += "<c/>";
  EXPECT_THAT(Reading(many + "</b></a>").findings(),
              ElementsAre(StartsWith("RM1018@1:4 <b> holds more than 100000 elements")));
  EXPECT_TRUE(Reading("<a><!-- " + wide + "/> --></a>").root) << "a comment is no tag";
}

TEST(XmlReader, suppressionCommentsCoverTheNextElementAndLine) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FileId file =
      sources.add_text("t", "<a>\n<!-- romas: ignore velocity-zero -->\n\n<b>\n<c/>\n</b>\n<d/></a>");
  const auto root = read_xml_tree(file, sources, diagnostics);
  ASSERT_TRUE(root);
  diagnostics.report(Rule::velocity_zero, root->children[0].children[0].range, "covered");
  diagnostics.report(Rule::velocity_zero, root->children[1].range, "not covered");
  ASSERT_EQ(diagnostics.sorted().size(), 1U);
  EXPECT_EQ(diagnostics.sorted()[0].message, "not covered");
}

// Parsers are used again: whatever one read before, a text means what it means to a new one.
TEST(XmlReader, aParserThatWasUsedSaysWhatANewOneSays) {
  const std::vector<std::string> texts = {"<a><b c='1'>t</b></a>",
                                          "<a><b></a>",
                                          "<a b='1' b='2'/>",
                                          "<a>&no;</a>",
                                          "<!DOCTYPE a><a/>",
                                          "<a",
                                          "<a/><a/>",
                                          "<x:a x:b=''/>",
                                          "<?xml version='1.0' encoding='UTF-8'?><a>\n\n<c/></a>",
                                          "<a>" + std::string(5000, '<') + "</a>",
                                          "",
                                          "<a><![CDATA[ x ]]></a>"};
  const auto said = [](const std::string& text) {
    const Reading r(text);
    std::vector<std::string> all = r.findings();
    all.push_back(r.root ? concat(r.root->name, " ", r.root->attributes.size(), " ", r.root->children.size(),
                                  " ", r.root->text.text)
                         : "nothing");
    return all;
  };
  std::vector<std::vector<std::string>> by_new;
  for (const std::string& text : texts) std::thread([&] { by_new.push_back(said(text)); }).join();
  for (std::size_t first = 0; first < texts.size(); ++first) {
    for (std::size_t second = 0; second < texts.size(); ++second) {
      EXPECT_EQ(said(texts[first]), by_new[first]) << texts[first];
      EXPECT_EQ(said(texts[second]), by_new[second]) << texts[second] << " after " << texts[first];
    }
  }
}

// Every tag of every real file: the range of each name is its name, and a range begins with < and ends with
// >.
TEST(XmlReader, staysInStepWithTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  for (const auto& path : test::corpus_files("urdf", ".urdf")) {
    SourceManager sources;
    DiagnosticEngine diagnostics;
    SourceManager::ReadError error;
    const FileId file = sources.read_file(path.string(), error);
    const auto root = read_xml_tree(file, sources, diagnostics);
    ASSERT_TRUE(root) << path;
    const auto check = [&](const auto& self, const XmlElement& element) -> void {
      EXPECT_EQ(sources.text(element.name_range), element.name) << path;
      EXPECT_EQ(sources.text(element.range).front(), '<') << path;
      EXPECT_EQ(sources.text(element.range).back(), '>') << path;
      if (element.end_name_range.valid()) {
        EXPECT_EQ(sources.text(element.end_name_range), element.name) << path;
      }
      for (const XmlAttribute& a : element.attributes) {
        if (a.value.literal) {
          EXPECT_EQ(sources.text(a.value.range), a.value.text) << path;
        }
      }
      for (const XmlElement& child : element.children) self(self, child);
    };
    check(check, *root);
  }
}

}  // namespace
}  // namespace romas
