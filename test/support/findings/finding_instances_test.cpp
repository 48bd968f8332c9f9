// Protects findings in texts that are expanded: one finding for one written place, with the chain that leads
// there, and fixes only where an edit of the text does what every instance wants.
#include "support/findings/finding_instances.h"

#include <gtest/gtest.h>

#include <array>

#include "support/shown/diagnostic_render.h"
#include "support/text/text.h"

namespace romas {
namespace {

using testing::Test;

class FindingInstancesTest : public Test {
 protected:
  FindingInstancesTest() { engine_.see_instances_of(sources_); }

  // The macro's text as a call at a line of the main file sees it.
  FileId call(std::uint32_t line, const std::string& name) {
    const std::uint32_t begin = sources_.line_start(main_, line);
    return expansions().instance(macros_, expansions().add_step({SourceStep::Kind::macro_call,
                                                                 {main_, begin, begin + 4},
                                                                 {macros_, 0, 15},
                                                                 "arm",
                                                                 concat("name:=", name, "\nparent:=base")}));
  }
  SourceRange find(FileId seen, std::string_view text) const {
    const auto begin = static_cast<std::uint32_t>(sources_.text(seen).find(text));
    return {seen, begin, static_cast<std::uint32_t>(begin + text.size())};
  }
  Expansions& expansions() { return sources_.expansions(); }
  static std::string notes(const Diagnostic& diagnostic) {
    return join(diagnostic.notes, "\n", [](const DiagnosticNote& note) { return note.message; });
  }

  SourceManager sources_;
  DiagnosticEngine engine_;
  FileId main_ = sources_.add_text("main.xacro", "<a1/>\n<a2/>\n<a3/>\n<a4/>\n<a5/>\n<a6/>\n<a7/>\n<a8/>\n");
  FileId macros_ =
      sources_.add_text("macros.xacro", "<m name='arm'>\n<mass value=\"${m}\" unit=\"kg\"/>\n</m>\n");
};

TEST_F(FindingInstancesTest, aFindingHasTheWrittenPlaceAndTheChain) {
  engine_.report(Rule::bad_value, find(call(2, "left"), "<mass"), "bad");
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].range, find(macros_, "<mass"));
  EXPECT_EQ(notes(found[0]), "in macro 'arm', called with name:=left parent:=base\ncalled here");
  EXPECT_EQ(found[0].notes[0].range, (SourceRange{macros_, 0, 15}));
  EXPECT_EQ(found[0].notes[1].range, (SourceRange{main_, 6, 10}));
}

TEST_F(FindingInstancesTest, theSameFindingThroughOtherChainsIsOne) {
  for (std::uint32_t line = 1; line <= 8; ++line)
    engine_.report(Rule::bad_value, find(call(line, concat("n", line)), "<mass"), concat("bad ", line));
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(engine_.error_count(), 1U);
  EXPECT_EQ(engine_.reported(Rule::bad_value), 8U);
  EXPECT_EQ(found[0].message, "bad 1");
  EXPECT_EQ(
      found[0].notes[1].message,
      "called here; and at 2:1 (n2), 3:1 (n3), 4:1 (n4), 5:1 (n5), 6:1 (n6) and 2 more, the same finding");
}

TEST_F(FindingInstancesTest, twoFindingsAtAPlaceStayTwoInEveryChain) {
  for (std::uint32_t line = 1; line <= 3; ++line) {
    const FileId seen = call(line, "x");
    engine_.report(Rule::bad_value, find(seen, "<mass"), "first");
    engine_.report(Rule::bad_value, find(seen, "<mass"), "second");
  }
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].message, "first");
  EXPECT_EQ(found[1].message, "second");
}

TEST_F(FindingInstancesTest, otherRulesAndOtherPlacesAreOtherFindings) {
  const FileId first = call(1, "x");
  const FileId second = call(2, "x");
  engine_.report(Rule::bad_value, find(first, "<mass"), "a");
  engine_.report(Rule::bad_number, find(second, "<mass"), "b");
  engine_.report(Rule::bad_value, find(second, "unit"), "c");
  EXPECT_EQ(engine_.sorted().size(), 3U);
}

TEST_F(FindingInstancesTest, theLevelWhereChainsPartIsNamed) {
  const FileId left = call(1, "left");
  const FileId right = call(2, "right");
  for (const FileId outer : {left, right}) {
    const FileId inner = expansions().instance(
        macros_, expansions().add_step(
                     {SourceStep::Kind::macro_call, find(outer, "unit"), {macros_, 0, 15}, "inner", {}}));
    engine_.report(Rule::bad_value, find(inner, "<mass"), "bad");
  }
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(notes(found[0]),
            "in macro 'inner'\ncalled here\nin macro 'arm', called with name:=left parent:=base\n"
            "called here; and at 2:1 (right), the same finding");
}

TEST_F(FindingInstancesTest, aDeepChainIsShortened) {
  FileId seen = call(1, "x");
  for (int i = 0; i < 50; ++i)
    seen = expansions().instance(
        macros_, expansions().add_step(
                     {SourceStep::Kind::include, find(seen, i % 2 == 0 ? "unit" : "kg"), {}, {}, {}}));
  engine_.report(Rule::bad_value, find(seen, "<mass"), "bad");
  const auto found = engine_.sorted();
  EXPECT_LE(found[0].notes.size(), 12U);
  EXPECT_EQ(found[0].notes.back().range.file, main_);
  EXPECT_NE(found[0].notes.back().message.find("more around it"), std::string::npos);
}

TEST_F(FindingInstancesTest, valuesSayWhereTheyComeFrom) {
  const FileId seen = call(1, "x");
  expansions().add_origin({find(seen, "${m}"), "value", {main_, 0, 5}});
  engine_.report(Rule::bad_value, find(seen, "${m}"), "on the value");
  engine_.report(Rule::bad_number, find(seen, "<mass value=\"${m}\" unit=\"kg\"/>"), "on the element");
  engine_.report(Rule::wrong_count, find(seen, "kg"), "on another value");
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].notes.at(0).message, "value comes from here");
  EXPECT_EQ(found[0].notes.at(0).range, (SourceRange{main_, 0, 5}));
  EXPECT_EQ(found[1].notes.at(0).message, "value comes from here");
  EXPECT_EQ(notes(found[2]).find("comes from"), std::string::npos);
}

TEST_F(FindingInstancesTest, noteInAnotherInstanceSaysWhichOne) {
  const FileId first = call(1, "x");
  const FileId second = call(2, "y");
  engine_.report(Rule::duplicate_name, find(second, "<mass"), "twice")
      .note(find(first, "<mass"), "the first is here");
  EXPECT_EQ(engine_.sorted()[0].notes[0].message, "the first is here (called at main.xacro:1:1)");
  EXPECT_EQ(engine_.sorted()[0].notes[0].range, find(macros_, "<mass"));
}

TEST_F(FindingInstancesTest, aFixThatEveryInstanceWantsStays) {
  for (std::uint32_t line = 1; line <= 2; ++line) {
    const FileId seen = call(line, "x");
    expansions().add_element(find(seen, "<mass value=\"${m}\" unit=\"kg\"/>"));
    engine_.report(Rule::bad_value, find(seen, "kg"), "bad").fix(find(seen, "kg"), "g");
  }
  ASSERT_EQ(engine_.sorted()[0].fixes.size(), 1U);
  EXPECT_EQ(engine_.sorted()[0].fixes[0].range, find(macros_, "kg"));
}

TEST_F(FindingInstancesTest, aFixThatInstancesDisagreeOnIsANote) {
  for (std::uint32_t line = 1; line <= 2; ++line) {
    const FileId seen = call(line, "x");
    expansions().add_element(find(seen, "<mass value=\"${m}\" unit=\"kg\"/>"));
    engine_.report(Rule::bad_value, find(seen, "kg"), "bad").fix(find(seen, "kg"), concat("g", line));
  }
  EXPECT_TRUE(engine_.sorted()[0].fixes.empty());
  EXPECT_NE(notes(engine_.sorted()[0]).find("the text here should be 'g1'"), std::string::npos);
}

TEST_F(FindingInstancesTest, aFixThatNotEveryInstanceWantsIsANote) {
  for (std::uint32_t line = 1; line <= 2; ++line) {
    const FileId seen = call(line, "x");
    expansions().add_element(find(seen, "<mass value=\"${m}\" unit=\"kg\"/>"));
    if (line == 1) engine_.report(Rule::bad_value, find(seen, "kg"), "bad").fix(find(seen, "kg"), "g");
  }
  EXPECT_TRUE(engine_.sorted()[0].fixes.empty());
}

TEST_F(FindingInstancesTest, aFixOfComputedTextIsANote) {
  const FileId seen = call(1, "x");
  engine_.report(Rule::bad_value, find(seen, "${m}"), "bad").fix(find(seen, "${m}"), "1");
  EXPECT_TRUE(engine_.sorted()[0].fixes.empty());
}

TEST_F(FindingInstancesTest, doubtsAndSuppressionsAreThoseOfTheWrittenPlace) {
  engine_.report(Rule::bad_value, find(call(1, "x"), "<mass"), "bad");
  EXPECT_TRUE(engine_.in_doubt(find(call(2, "y"), "<mass")));
  engine_.add_suppression({{"unknown-element"}, find(macros_, "<m"), find(macros_, "<mass value=\"${m}\"")});
  engine_.report(Rule::unknown_element, find(call(3, "z"), "value"), "unknown");
  EXPECT_EQ(engine_.sorted().size(), 1U);  // the error alone
}

TEST_F(FindingInstancesTest, programsGetTheChainAsAStack) {
  engine_.report(Rule::bad_value, find(call(2, "left"), "<mass"), "bad");
  const DiagnosticReport report{&sources_, engine_.sorted(), {}};
  const std::string sarif = render_sarif({&report, 1}, "1", {});
  const std::size_t stack = sarif.find("\"stacks\"");
  ASSERT_NE(stack, std::string::npos);
  EXPECT_NE(sarif.find("called here", stack), std::string::npos);
  EXPECT_NE(render_github(report, {}).find("%0Amain.xacro:2: called here"), std::string::npos);
}

// The same rule at the same place may have another cause through another chain.
TEST_F(FindingInstancesTest, anotherCauseIsNamed) {
  engine_.report(Rule::mesh_missing, find(call(1, "left"), "<mass"), "files in the folder 'a' do not exist");
  engine_.report(Rule::mesh_missing, find(call(2, "right"), "<mass"), "files in the folder 'b' do not exist");
  engine_.report(Rule::mesh_missing, find(call(3, "third"), "<mass"), "files in the folder 'b' do not exist");
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(notes(found[0]),
            "in macro 'arm', called with name:=left parent:=base\n"
            "called here; and at 2:1 (right), 3:1 (third), the same finding\n"
            "seen from here, files in the folder 'b' do not exist");
  EXPECT_EQ(found[0].notes[2].range, (SourceRange{main_, 6, 10}));
}

// The name of an element is no cause.
TEST_F(FindingInstancesTest, namesOfInstancesAreNoCauses) {
  engine_.report(Rule::axis_not_unit, find(call(1, "left"), "<mass"), "the axis of joint 'left' is long");
  engine_.report(Rule::axis_not_unit, find(call(2, "right"), "<mass"), "the axis of joint 'right' is long");
  EXPECT_EQ(notes(engine_.sorted().at(0)),
            "in macro 'arm', called with name:=left parent:=base\n"
            "called here; and at 2:1 (right), the same finding");
}

// If a text is exactly one value, the fix edits that value; other places may take it, too.
TEST_F(FindingInstancesTest, aFixOfAValueIsMadeWhereItWasWritten) {
  const FileId file =
      sources_.add_text("l.xacro", "<a l='${lnk}'/><b l='${pre}_lnk'/><c l='${quoted}'/><d l='${made}'/>");
  const FileId yaml = sources_.add_text("l.yaml", "lnk: bse\nquoted: \"bse\"\nmade: ${x}bse\n");
  expansions().use();
  const auto origin = [&](std::string_view at, std::string_view from) {
    expansions().add_origin({find(file, at), "l", find(yaml, from)});
  };
  origin("${lnk}", "bse");
  origin("${pre}", "bse");
  origin("${quoted}", "\"bse\"");
  origin("${made}", "${x}bse");
  const auto fix_of = [&](std::string_view text, std::string replacement) {
    engine_.report(Rule::bad_value, find(file, text), "bad").fix(find(file, text), std::move(replacement));
    return engine_.sorted().back().fixes;
  };
  const std::vector<FixIt> plain = fix_of("${lnk}", "base");
  ASSERT_EQ(plain.size(), 1U);
  EXPECT_EQ(plain[0].range, find(yaml, "bse"));
  EXPECT_EQ(plain[0].replacement, "base");
  EXPECT_TRUE(plain[0].guess);
  EXPECT_TRUE(fix_of("${pre}_lnk", "base").empty());
  const std::vector<FixIt> quoted = fix_of("${quoted}", "base");
  ASSERT_EQ(quoted.size(), 1U);
  const std::uint32_t behind_quote = find(yaml, "\"bse\"").begin + 1;
  EXPECT_EQ(quoted[0].range, (SourceRange{yaml, behind_quote, behind_quote + 3}));
  EXPECT_TRUE(fix_of("${made}", "base").empty());
  EXPECT_TRUE(fix_of("${lnk}", "base: 1").empty());
}

// Instances that take different values have no edit in common.
TEST_F(FindingInstancesTest, aFixOfValuesThatDifferIsNone) {
  const FileId yaml = sources_.add_text("l.yaml", "a: 1\nb: 2\n");
  for (std::uint32_t line = 1; line <= 2; ++line) {
    const FileId seen = call(line, "x");
    expansions().add_origin({find(seen, "${m}"), "value", find(yaml, line == 1 ? "1" : "2")});
    engine_.report(Rule::bad_value, find(seen, "${m}"), "bad").fix(find(seen, "${m}"), "3");
  }
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].fixes.empty());
  EXPECT_EQ(found[0].notes.back().message, "the text here should be '3'");
}

// A path that begins with what is computed is no spelling of the author's.
TEST_F(FindingInstancesTest, absolutePathsAreThoseThatAreWritten) {
  const FileId file = sources_.add_text(
      "m.xacro",
      "<a f='file://$(find p)/a.stl'/><b f='/opt/${n}.stl'/><c f='${m}'/><d v='/opt/m.stl'/>"
      "<e f='file:///$(find p)/e.stl'/>");
  expansions().use();
  engine_.report(Rule::mesh_absolute_path, find(file, "file://$(find p)/a.stl"), "a");
  engine_.report(Rule::mesh_absolute_path, find(file, "file:///$(find p)/e.stl"), "e");
  engine_.report(Rule::mesh_absolute_path, find(file, "/opt/${n}.stl"), "b");
  expansions().add_origin({find(file, "${m}"), "f", find(file, "/opt/m.stl")});
  engine_.report(Rule::mesh_absolute_path, find(file, "${m}"), "c");
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].message, "b");
  EXPECT_EQ(found[1].message, "c");
}

// A finding collected for a report of losses has its own chain each time.
TEST_F(FindingInstancesTest, collectedFindingsHaveTheirChains) {
  engine_.collect(Rule::feature_dropped);
  engine_.report(Rule::feature_dropped, find(call(1, "left"), "<mass"), "lost in 'left'");
  engine_.report(Rule::feature_dropped, find(call(2, "right"), "<mass"), "lost in 'right'");
  EXPECT_EQ(engine_.sorted().size(), 1U);
  ASSERT_EQ(engine_.collected().size(), 2U);
  EXPECT_EQ(notes(engine_.collected()[1]),
            "in macro 'arm', called with name:=right parent:=base\ncalled here");
}

// Values from a class are no expansion: a text with some means what it says, and its own findings keep their
// fixes.
TEST_F(FindingInstancesTest, aValueOfAClassNamesItsUsers) {
  const auto used_at = [&](std::uint32_t line) {
    const std::uint32_t begin = sources_.line_start(main_, line);
    const FileId seen = expansions().instance(
        macros_, expansions().add_step({SourceStep::Kind::class_use, {main_, begin, begin + 4}, {}, {}, {}}));
    expansions().add_element(find(seen, "<mass value=\"${m}\" unit=\"kg\"/>"));
    return seen;
  };
  const std::array<FileId, 2> uses = {used_at(2), used_at(5)};
  EXPECT_FALSE(expansions().used());
  engine_.report(Rule::bad_value, find(uses[0], "kg"), "bad first").suggest(find(uses[0], "kg"), "g");
  engine_.report(Rule::bad_value, find(uses[1], "kg"), "bad second").suggest(find(uses[1], "kg"), "g");
  engine_.report(Rule::bad_value, find(uses[0], "unit"), "of one alone").suggest(find(uses[0], "unit"), "u");
  engine_.report(Rule::bad_value, find(macros_, "mass"), "of the class").suggest(find(macros_, "mass"), "m");
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].message, "of the class");
  EXPECT_EQ(notes(found[0]), "");
  EXPECT_EQ(found[0].fixes.size(), 1U);
  EXPECT_EQ(notes(found[1]), "used here\nthe text here should be 'u'");
  EXPECT_EQ(found[1].fixes.size(), 0U);
  EXPECT_EQ(found[2].range, find(macros_, "kg"));
  EXPECT_EQ(notes(found[2]), "used here; and at 5:1, the same finding");
  EXPECT_EQ(found[2].notes[0].range, (SourceRange{main_, 6, 10}));
  EXPECT_EQ(found[2].fixes.size(), 1U);
}

// If a tag has several values, those count that the message names.
TEST_F(FindingInstancesTest, originsAreThoseThatTheMessageNames) {
  const FileId file = sources_.add_text("l.xacro", "<limit lower='${a}' effort='${b}'/> 1 2");
  expansions().use();
  expansions().add_origin({find(file, "${a}"), "lower", find(file, "1")});
  expansions().add_origin({find(file, "${b}"), "effort", find(file, "2")});
  engine_.report(Rule::effort_insufficient, find(file, "<limit lower='${a}' effort='${b}'/>"),
                 "its effort is 0");
  engine_.report(Rule::limit_inverted, find(file, "<limit lower='${a}' effort='${b}'/>"), "upside down");
  const auto found = engine_.sorted();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(notes(found[0]) + "; " + notes(found[1]),
            "effort comes from here; lower comes from here\neffort comes from here");
}

}  // namespace
}  // namespace romas
