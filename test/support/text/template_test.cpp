// Protects generated files against unfilled holes, and descriptions against being mistaken for holes.
#include "support/text/template.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace romas {
namespace {

TEST(Template, everyHoleGetsItsValue) {
  EXPECT_EQ(fill_template("int @NAME@_x[@COUNT_2@]; @ROW@@ROW@\n",
                          {{"NAME", "arm"}, {"COUNT_2", "3"}, {"ROW", "r"}}),
            "int arm_x[3]; rr\n");
  EXPECT_EQ(fill_template("", {}), "");
}

TEST(Template, aHoleAloneOnItsLineStandsForWholeLines) {
  EXPECT_EQ(fill_template("{\n@ROWS@\n};\n", {{"ROWS", "1,\n2,\n"}}), "{\n1,\n2,\n};\n");
  EXPECT_EQ(fill_template("{\n@ROWS@\n};\n", {{"ROWS", ""}}), "{\n};\n");
  EXPECT_EQ(fill_template("@ROWS@\n", {{"ROWS", "one"}}), "one\n") << "the line ends once";
  EXPECT_EQ(fill_template("@ROWS@ \n", {{"ROWS", ""}}), " \n") << "something else stands on the line";
  EXPECT_EQ(fill_template("x@ROWS@\n", {{"ROWS", ""}}), "x\n");
  EXPECT_EQ(fill_template("@A@\n@A@\nx", {{"A", "a\n"}}), "a\na\nx");
  EXPECT_EQ(fill_template("@A@@B@\nx", {{"A", "a\n"}, {"B", ""}}), "a\n\nx") << "two holes on one line";
}

TEST(Template, aHoleWithoutAValueIsOurFault) {
  try {
    fill_template("static @TYPE@ @NAME@;", {{"TYPE", "int"}});
    FAIL() << "a hole stayed open";
  } catch (const std::logic_error& fault) {
    EXPECT_STREQ(fault.what(), "no value for @NAME@ of a template");
  }
}

TEST(Template, whatIsNoHoleStays) {
  EXPECT_EQ(fill_template("a@b @ c@D@ @small@ @@", {{"D", "d"}}), "a@b @ cd @small@ @@");
}

TEST(Template, valuesAreNotTemplates) {
  EXPECT_EQ(fill_template("/* @NAME@ */", {{"NAME", "@NAME@ @OTHER@"}}), "/* @NAME@ @OTHER@ */");
}

TEST(Template, filesAreFoundByTheirPath) {
  constexpr std::array kFiles = {EmbeddedFile{"a.h.in", "1"}, EmbeddedFile{"b/a.h.in", "2"}};
  EXPECT_EQ(embedded_file(kFiles, "b/a.h.in").text, "2");
  EXPECT_EQ(name_of_template(kFiles[1]), "b/a.h");
  EXPECT_THROW(embedded_file(kFiles, "c.h.in"), std::logic_error);
}

}  // namespace
}  // namespace romas
