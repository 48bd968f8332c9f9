#include "lsp/markup/changes/layout.h"

#include <gtest/gtest.h>

#include <string>

#include "lsp/markup/changes/inertial_element.h"

namespace romas::markup {
namespace {

NodeId named(const Tree& tree, std::string_view name) {
  for (NodeId id = 0; id < tree.nodes.size(); ++id)
    if (tree.nodes[id].kind == NodeKind::element && tree.name(id) == name) return id;
  return kNone;
}

const std::vector<NewLine> kLines = {{0, "<x>"}, {1, "<y/>"}, {0, "</x>"}};

std::string before(const std::string& text, std::string_view name) {
  const Tree tree = parse(text);
  return apply_edits(text, {put_before(tree, named(tree, name), kLines)});
}
std::string behind(const std::string& text, std::string_view name) {
  const Tree tree = parse(text);
  return apply_edits(text, {put_behind(tree, named(tree, name), kLines)});
}

TEST(Layout, takesTheIndentationOfTheText) {
  EXPECT_EQ(before("<a>\n    <b/>\n</a>", "b"), "<a>\n    <x>\n        <y/>\n    </x>\n    <b/>\n</a>");
  EXPECT_EQ(behind("<a>\n\t<b/>\n</a>", "b"), "<a>\n\t<b/>\n\t<x>\n\t\t<y/>\n\t</x>\n</a>");
  EXPECT_EQ(behind("<a>\r\n <b/>\r\n</a>", "b"), "<a>\r\n <b/>\r\n <x>\r\n  <y/>\r\n </x>\r\n</a>");
}

TEST(Layout, staysInOneLine) {
  EXPECT_EQ(before("<a><b/></a>", "b"), "<a><x><y/></x><b/></a>");
  EXPECT_EQ(behind("<a>\n  <c/><b/>\n</a>", "b"), "<a>\n  <c/><b/><x><y/></x>\n</a>");
}

// If the parent shows no step, two blanks are one.
TEST(Layout, hasAStepOfItsOwn) {
  EXPECT_EQ(before("<a>\n<b/>\n</a>", "b"), "<a>\n<x>\n  <y/>\n</x>\n<b/>\n</a>");
}

TEST(InertialElement, knowsWhatItHolds) {
  const auto is_plain = [](const std::string& text) {
    const Tree tree = parse(text);
    return is_plain_inertial(tree, named(tree, "inertial"));
  };
  EXPECT_TRUE(is_plain("<inertial><origin/><mass value='1'/><inertia/></inertial>"));
  EXPECT_TRUE(is_plain("<inertial><pose>0</pose><mass>1</mass><inertia><ixx>1</ixx></inertia></inertial>"));
  EXPECT_FALSE(is_plain("<inertial auto='true'><mass>1</mass></inertial>"));
  EXPECT_FALSE(is_plain("<inertial><!-- weighed --><mass value='1'/></inertial>"));
  EXPECT_FALSE(is_plain("<inertial><density>1</density></inertial>"));
  EXPECT_FALSE(is_plain("<inertial>text<mass value='1'/></inertial>"));
}

TEST(InertialElement, readsTheMass) {
  const auto mass = [](const std::string& text, Format format) {
    const Tree tree = parse(text);
    const auto found = mass_of(tree, named(tree, "inertial"), format);
    return found ? std::string(found->text) : "none";
  };
  EXPECT_EQ(mass("<inertial><mass value=' 2.50 '/></inertial>", Format::urdf), "2.50");
  EXPECT_EQ(mass("<inertial><mass> 2e0 </mass></inertial>", Format::sdf), "2e0");
  EXPECT_EQ(mass("<inertial><mass value='${m}'/></inertial>", Format::urdf), "none");
  EXPECT_EQ(mass("<inertial/>", Format::urdf), "none");
}

// Rounding errors are no numbers of a description.
TEST(InertialElement, writesNoNoise) {
  SpatialInertia body{2, {0, 1e-17, 0.1}, Matrix3::Identity()};
  body.tensor(0, 1) = body.tensor(1, 0) = -1e-18;
  body.tensor(2, 2) = 0.1 + 0.2;
  std::string text;
  for (const NewLine& line : inertial_lines(body, "2", Format::urdf)) text += line.text;
  EXPECT_EQ(text,
            "<inertial><origin xyz=\"0 0 0.1\"/><mass value=\"2\"/>"
            "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"0.3\"/></inertial>");
}

}  // namespace
}  // namespace romas::markup
