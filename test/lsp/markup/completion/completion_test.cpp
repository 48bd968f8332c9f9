// Completion and hovers: texts with a cursor mark '|', lists of items as text.
#include "lsp/markup/completion/completion.h"

#include <gtest/gtest.h>

#include <random>

#include "ir/format/sdf.h"
#include "ir/format/sdf_words.h"
#include "support/text/text.h"
#include "test/lsp/markup/cursor.h"

namespace romas::markup {
namespace {

CompletionFacts some_facts() {
  CompletionFacts facts;
  facts.packages = {"arm_description", "gripper"};
  facts.files = [](std::string_view folder) -> std::vector<std::string> {
    if (folder == "package://arm_description/") return {"meshes/", "arm.urdf"};
    if (folder == "package://arm_description/meshes/") return {"base.stl"};
    return {};
  };
  facts.keys = [](std::string_view expression) -> std::vector<std::string> {
    if (expression == "config") return {"joints"};
    if (expression == "config['joints']") return {"elbow", "wrist"};
    return {};
  };
  return facts;
}

std::vector<CompletionItem> items_at(std::string marked) {
  const Cursor cursor = cursor_in(std::move(marked));
  const Tree tree = parse(cursor.text);
  CompletionFacts facts = some_facts();
  add_names(tree, facts);
  return complete(tree, cursor.offset, facts);
}

// The labels, in their order.
std::string labels(const std::string& marked, std::string_view beginning = {}) {
  std::string out;
  for (const CompletionItem& item : items_at(marked))
    if (item.label.starts_with(beginning)) out += (out.empty() ? "" : " ") + item.label;
  return out;
}

// The text after an item was taken, as plain text or as a snippet.
std::string taken(const std::string& marked, std::string_view label, bool as_snippet = false) {
  std::string text = cursor_in(marked).text;
  for (const CompletionItem& item : items_at(marked)) {
    if (item.label != label) continue;
    const std::string& insert = as_snippet ? item.snippet : item.plain;
    return text.replace(item.replace.begin, item.replace.size(), insert);
  }
  return "no such item";
}

std::string hover_at(const std::string& marked) {
  const Cursor cursor = cursor_in(marked);
  const Tree tree = parse(cursor.text);
  CompletionFacts facts;
  add_names(tree, facts);
  const auto hover = hover_name(tree, cursor.offset, facts);
  return hover ? concat(hover->range.of(cursor.text), ": ", hover->text) : "none";
}

TEST(Completion, VersionsThatBroughtSomething) {
  const auto of_sdf = [](std::string inside) {
    return hover_at(concat("<sdf version='1.9'><model name='m'>", inside, "</model></sdf>"));
  };
  const auto since = [](const std::string& hover) {
    const std::size_t at = hover.find("since version ");
    return at == std::string::npos ? std::string("from the beginning")
                                   : hover.substr(at, hover.find("\n", at) - at);
  };
  const std::string shape = "<link name='l'><visual name='v'><geometry>";
  EXPECT_EQ(since(of_sdf(shape + "<cap|sule/></geometry></visual></link>")), "since version 1.8");
  EXPECT_EQ(since(of_sdf(shape + "<cy|linder/></geometry></visual></link>")), "from the beginning");
  EXPECT_EQ(since(of_sdf(shape + "<cap|sule")), "since version 1.8") << "half typed";
  EXPECT_EQ(since(of_sdf("<link name='l'><pose rel|ative_to='m'/></link>")), "since version 1.7");
  EXPECT_EQ(since(of_sdf("<joint name='j'><axis><mi|mic/></axis></joint>")), "since version 1.11");
  // An element inside a newer one is as new.
  EXPECT_EQ(since(of_sdf("<joint name='j'><axis><mimic><multi|plier/></mimic></axis></joint>")),
            "since version 1.11");
  EXPECT_EQ(since(of_sdf("<joint name='j'><axis><li|mit/></axis></joint>")), "from the beginning");
  EXPECT_EQ(since(hover_at("<robot><joint><origin quat|_xyzw=''/></joint></robot>")), "since version 1.1");
  EXPECT_EQ(since(hover_at("<robot><joint><origin r|py=''/></joint></robot>")), "from the beginning");
  EXPECT_EQ(since(hover_at("<mujoco><worldbody><b|ody/></worldbody></mujoco>")), "from the beginning");
  EXPECT_EQ(since(hover_at("<mujoco><worldbody><fr|ame/></worldbody></mujoco>")), "since version 3.1.0");
  EXPECT_EQ(since(hover_at("<mujoco><worldbody><body><fr|ame/></body></worldbody></mujoco>")),
            "since version 3.1.0");
  EXPECT_EQ(since(hover_at("<mujoco><worldbody><body grav|comp='1'/></worldbody></mujoco>")),
            "since version 2.3.1");
  EXPECT_EQ(since(hover_at("<mujoco><asset><material><lay|er/></material></asset></mujoco>")),
            "since version 3.2.5");
  EXPECT_EQ(since(hover_at("<mujoco><actuator><dcmotor na|me='a'/></actuator></mujoco>")),
            "since version 3.7.0");
}

TEST(Completion, ElementsOfUrdf) {
  EXPECT_EQ(labels("<robot><link name='a'><|</link></robot>"), "inertial visual collision");
  EXPECT_EQ(labels("<robot><link name='a'><inertial/><vi|</link></robot>"), "visual collision");
  EXPECT_EQ(labels("<robot><link><visual><geometry>|</geometry></visual></link></robot>"),
            "box cylinder sphere capsule ellipsoid mesh");
  EXPECT_EQ(labels("<robot><link><visual><geometry><box size='1 1 1'/>|</geometry></visual></link></robot>"),
            "");
  EXPECT_EQ(
      labels("<robot><|"),
      "link joint material frame loop_joint force_element transmission sensor ros2_control gazebo /robot");
  EXPECT_EQ(labels("|"), "robot");
}

TEST(Completion, SnippetsHoldWhatIsRequiredOrUsual) {
  EXPECT_EQ(
      taken("<robot><jo|\n<link/></robot>", "joint", true),
      "<robot><joint name=\"$1\" type=\"${2|revolute,continuous,prismatic,fixed,floating,planar|}\">\n"
      "  <origin xyz=\"${3:0 0 0}\" rpy=\"${4:0 0 0}\"/>\n"
      "  <parent link=\"$5\"/>\n  <child link=\"$6\"/>\n  <axis xyz=\"${7:0 0 1}\"/>\n"
      "  <limit lower=\"$8\" upper=\"$9\" effort=\"$10\" velocity=\"$11\"/>$0\n</joint>\n<link/></robot>");
  EXPECT_EQ(taken("<|", "robot", true), "<robot name=\"$1\">$0</robot>");
  EXPECT_EQ(taken("<robot><link><inertial>|</inertial></link></robot>", "mass"),
            "<robot><link><inertial><mass value=\"\"/></inertial></link></robot>");
  EXPECT_EQ(taken("<robot><li| name='a'/></robot>", "link"), "<robot><link name='a'/></robot>");
}

TEST(Completion, OrderIsByUse) {
  // Elements that stand in elements like this one come first, then the order of the format.
  EXPECT_EQ(labels("<robot><material name='r'/><material name='g'/><link name='a'/><|", "").substr(0, 19),
            "material link joint");
  const std::string robot =
      "<robot><link name='a'/><link name='b'/><link name='c'/>"
      "<joint name='j' type='fixed'><parent link='a'/><child link='c'/></joint>";
  EXPECT_EQ(labels(robot + "<joint name='k'><parent link='|'/></joint></robot>"), "c a b");
  EXPECT_EQ(labels(robot + "<joint name='k'><child link='|'/></joint></robot>"), "a b c") << "c has a joint";
}

TEST(Completion, Attributes) {
  EXPECT_EQ(labels("<robot><joint |"), "name type");
  EXPECT_EQ(labels("<robot><joint name='a' |>"), "type");
  EXPECT_EQ(labels("<robot><joint na|>"), "name type");
  EXPECT_EQ(labels("<robot><joint name='a'|>"), "");
  EXPECT_EQ(taken("<robot><joint ty|", "type", true),
            "<robot><joint type=\"${1|revolute,continuous,prismatic,fixed,floating,planar|}\"");
  EXPECT_EQ(taken("<robot><joint ty|='fixed'/>", "type"), "<robot><joint type='fixed'/>");
  EXPECT_EQ(labels("<robot><joint><limit lower='0' |/></joint></robot>"),
            "upper effort velocity acceleration deceleration jerk");
}

TEST(Completion, WordsAndNames) {
  const std::string robot =
      "<robot><link name='a'/><link name='b'/><joint name='j' type='revolute'/><joint name='f' "
      "type='fixed'/>";
  EXPECT_EQ(labels("<robot><joint type='|'/></robot>"),
            "revolute continuous prismatic fixed floating planar");
  EXPECT_EQ(labels("<robot><joint type=|"), "revolute continuous prismatic fixed floating planar");
  EXPECT_EQ(labels(robot + "<joint name='k'><parent link='|'/></joint></robot>"), "b a");
  EXPECT_EQ(labels(robot + "<joint name='k' type='revolute'><mimic joint='|"), "j");
  EXPECT_EQ(labels(robot + "<gazebo reference='|'/>"), "b f a j");
  EXPECT_EQ(labels(robot + "<ros2_control><joint name='|'/>"), "j");
  EXPECT_EQ(taken(robot + "<gazebo reference='zz|z'/>", "b"), robot + "<gazebo reference='b'/>");
  EXPECT_EQ(labels("<robot><link><visual><material name='|'/></visual></link><material name='red'/></robot>"),
            "red");
}

TEST(Completion, GazeboTransmissionsControlDrake) {
  EXPECT_EQ(labels("<robot><gazebo reference='a'><mu|</gazebo></robot>", "mu"), "mu1 mu2");
  EXPECT_EQ(labels("<robot><gazebo><selfCollide>|</selfCollide></gazebo></robot>"), "true false");
  EXPECT_EQ(labels("<robot><gazebo><sensor><camera><|</camera></sensor></gazebo></robot>", "i"), "image");
  EXPECT_EQ(labels("<robot><ros2_control><|"), "hardware joint sensor gpio /ros2_control");
  EXPECT_EQ(labels("<robot><ros2_control name='a' type='|'/>"), "system actuator sensor");
  EXPECT_EQ(labels("<robot><transmission><joint><|</joint></transmission>", "h"), "hardwareInterface");
  EXPECT_NE(labels("<robot><force_element><|</force_element>"), "");
  EXPECT_EQ(labels("<robot><drake:joint type='x'><screw|</drake:joint></robot>", "screw"),
            "screw_thread_pitch");
}

TEST(Completion, Xacro) {
  const std::string root = "<robot xmlns:xacro='x'>";
  const std::string macro =
      root +
      "<xacro:property name='width' value='1'/><xacro:arg name='side' default='left'/>"
      "<xacro:macro name='arm' params='prefix length:=2 *origin'><link name='${prefix}a'/></xacro:macro>";
  EXPECT_EQ(taken(macro + "<xacro:a|", "xacro:arm", true),
            macro + "<xacro:arm prefix=\"$1\">\n  $0\n</xacro:arm>");
  EXPECT_EQ(labels(macro + "<xacro:arm |/>"), "prefix length");
  EXPECT_EQ(labels(root + "<xacro:include |"), "filename ns optional");
  EXPECT_EQ(labels(root + "<xacro:include optional='|'"), "true false");
  EXPECT_EQ(labels(macro + "<link name='${wi|}'/>", "wi"), "width");
  EXPECT_EQ(labels(macro + "<link name='${math.co|}'/>", "co"), "comb copysign cos cosh");
  EXPECT_EQ(taken(macro + "<link name='${co|'/>", "cos", true), macro + "<link name='${cos($1)'/>");
  EXPECT_EQ(labels(macro + "<link name='$(f|'/>"), "arg cwd dirname env eval find optenv");
  EXPECT_EQ(taken(macro + "<a b='$(find gri|)'/>", "gripper"), macro + "<a b='$(find gripper)'/>");
  EXPECT_EQ(labels(macro + "<a b='$(arg |)'/>"), "side");
  EXPECT_EQ(labels(root + "<a b=\"${config['|']}\"/>"), "joints");
  EXPECT_EQ(labels(root + "<a b=\"${config['joints']['e|\"/>"), "elbow wrist");
  // Parameters come before properties; every format's elements stand in macros.
  const std::string inside = root + "<xacro:macro name='m' params='size *body'>";
  EXPECT_EQ(labels(inside + "<link name='${|}'/></xacro:macro>").substr(0, 4), "size");
  EXPECT_EQ(labels(inside + "<inert|</xacro:macro>", "inert"), "inertia inertial");
  EXPECT_EQ(labels(inside + "<link><ine|</link></xacro:macro>", "ine"), "inertial");
  EXPECT_EQ(labels(inside + "<joint><xacro:if value='1'><mi|</xacro:if></joint></xacro:macro>", "mi"),
            "mimic");
  EXPECT_EQ(labels(inside + "<xacro:insert_block name='|'/></xacro:macro>"), "body");
}

TEST(Completion, MacrosHaveTheWholeFormat) {
  const std::string inside = "<robot xmlns:xacro='x'><xacro:macro name='m' params=''>";
  EXPECT_EQ(taken(inside + "<link|</xacro:macro>", "link"), inside + "<link name=\"\"></link></xacro:macro>");
  EXPECT_EQ(taken(inside + "<mas|</xacro:macro>", "mass"), inside + "<mass value=\"\"/></xacro:macro>");
  EXPECT_EQ(labels(inside + "<limit low|/></xacro:macro>", "low"), "lower");
  EXPECT_EQ(labels(inside + "<joint><limit low|/></joint></xacro:macro>", "low"), "lower");
  EXPECT_EQ(labels(inside + "<xacro:if value='1'><gaz|</xacro:if></xacro:macro>", "gaz"), "gazebo");
  EXPECT_EQ(labels(inside + "<gazebo><selfCollide>|</selfCollide></gazebo></xacro:macro>"), "true false");
  EXPECT_EQ(labels("<robot xmlns:xacro='x'><unknown><|</unknown></robot>", "li"), "");
  // A root that is no root of its format: a part of a document.
  EXPECT_EQ(labels("<model><joint><axis><|</axis></joint></model>", "li"), "limit");
}

TEST(Completion, Files) {
  const std::string mesh = "<robot><link><visual><geometry><mesh filename='";
  EXPECT_EQ(labels(mesh + "|'/>"), "package:// model:// file://");
  EXPECT_EQ(labels(mesh + "package://|'/>"), "arm_description/ gripper/");
  EXPECT_EQ(taken(mesh + "package://arm_description/me|sh'/>", "meshes/"),
            mesh + "package://arm_description/meshes/sh'/>");
  EXPECT_EQ(labels(mesh + "package://arm_description/meshes/|"), "base.stl");
}

TEST(Completion, EndTagsAndComments) {
  EXPECT_EQ(taken("<robot><link name='a'></|\n</robot>", "/link"), "<robot><link name='a'></link>\n</robot>");
  EXPECT_EQ(labels("<robot><link><visual></|"), "/visual /link /robot");
  EXPECT_EQ(taken("<robot><link></li|nk></robot>", "/link"), "<robot><link></link></robot>");
  EXPECT_EQ(labels("<robot><!-- romas: |--></robot>"), "ignore");
  EXPECT_EQ(labels("<robot><!-- romas: ignore inertia-tri| --></robot>", "inertia-tri"), "inertia-triangle");
  EXPECT_EQ(labels("<robot><!-- a comment |--></robot>"), "");
}

TEST(Completion, SdfBlocksAndAssemblies) {
  EXPECT_EQ(labels("<sdf><model name='a'><joint name='j' type='fixed'><|</joint></model></sdf>", "p"),
            "parent pose physics");
  EXPECT_EQ(labels("<sdf><model><link name='a'/><joint><parent>|</parent></joint></model></sdf>"), "a world");
  EXPECT_EQ(labels("<sdf><model><link><gravity>|</gravity></link></model></sdf>"), "true false");
  EXPECT_EQ(labels("<sdf><model><link><collision><surface><friction><ode><|"),
            "mu mu2 fdir1 slip1 slip2 /ode");
  EXPECT_EQ(labels("<sdf><model><link><pose rotation_format='|'/>"), "euler_rpy quat_xyzw");
  EXPECT_EQ(labels("<sdf><model><link><sensor><imu><angular_velocity><x><noise><|", "bias"),
            "bias_mean bias_stddev");
  EXPECT_EQ(labels("<Block><contactPoints><contact type='|'/></contactPoints></Block>"), "joint assembly");
  EXPECT_EQ(labels("<Assembly><Part joint|/></Assembly>", "joint"), "jointType");
}

TEST(Completion, FormatsFromOutside) {
  struct Srdf : Vocabulary {
    std::vector<ElementWord> children(Path path) const override {
      if (path.empty()) return {{"robot", "what a robot can do", Occurs::required}};
      if (path.size() > 1) return {};
      return {{"group", "joints and links", Occurs::many}};
    }
    std::vector<AttributeWord> attributes(Path /*path*/) const override { return {}; }
    bool holds_text(Path /*path*/) const override { return false; }
    std::string_view text_words(Path /*path*/) const override { return {}; }
    std::vector<ElementWord> everywhere() const override { return {}; }
  } srdf;
  CompletionFacts facts;
  facts.vocabulary = &srdf;
  const Tree tree = parse("<robot><");
  const auto items = complete(tree, 8, facts);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].label, "group");
}

TEST(Completion, Hovers) {
  EXPECT_EQ(hover_at("<robot><joint><li|mit/></joint></robot>"),
            "limit: how far, hard and fast the joint can move\n\nsee http://wiki.ros.org/urdf/XML/joint");
  EXPECT_EQ(hover_at("<robot><joint><limit eff|ort='1'/></joint></robot>"),
            "effort: N m or N\n\nmay be left out\n\nsee http://wiki.ros.org/urdf/XML/joint");
  EXPECT_EQ(
      hover_at("<robot><joint><limit low|er='1'/></joint></robot>"),
      "lower: radians or metres\n\nmay be left out; 0 by default\n\nsee http://wiki.ros.org/urdf/XML/joint");
  EXPECT_EQ(hover_at("<robot><joint><limit jerk|='1'/></joint></robot>"),
            "jerk: rad/s³ or m/s³\n\nsince version 1.2\n\na dialect's, which may write it with a prefix"
            "\n\nmay be left out\n\nsee http://wiki.ros.org/urdf/XML/joint");
  EXPECT_EQ(hover_at("<sdf><model><link><inertial><m|ass/></inertial></link></model></sdf>"),
            "mass: kilograms; 1 by default\n\nsee http://sdformat.org/spec?elem=link");
  EXPECT_EQ(hover_at("<robot xmlns:xacro='x'><xacro:mac|ro/></robot>"),
            "xacro:macro: elements that are inserted wherever the macro is called"
            "\n\nsee https://github.com/ros/xacro/wiki");
  EXPECT_EQ(hover_at("<robot xmlns:xacro='x'><xacro:macro na|me='a'/></robot>").substr(0, 6), "name: ");
  EXPECT_EQ(hover_at("<robot><link></li|nk></robot>"),
            "link: a rigid body\n\nsee http://wiki.ros.org/urdf/XML/link");
  EXPECT_EQ(hover_at("<robot><unkno|wn/></robot>"), "none");
}

// Every element of the table of SDF has words of meaning, and every row of words an element.
TEST(Completion, SdfHasWordsForEverything) {
  for (const sdf::Child& child : sdf::kChildren)
    EXPECT_NE(sdf::find_meaning(child.parent, child.name), nullptr) << child.parent << "/" << child.name;
  for (const sdf::ElementMeaning& row : sdf::kElementMeanings) {
    bool used = false;
    for (const sdf::Child& child : sdf::kChildren)
      used = used || sdf::find_meaning(child.parent, child.name) == &row;
    for (const sdf::SensorPart& part : sdf::kSensorParts)
      used = used || concat("sensor/", part.path).ends_with(concat('/', row.parent, '/', row.child));
    EXPECT_TRUE(used) << row.parent << "/" << row.child;
  }
}

// Whatever is typed where: items replace a range at the cursor, and nothing fails.
TEST(Completion, AnyPlaceOfBrokenTexts) {
  static constexpr std::string_view kPieces[] = {"<robot xmlns:xacro='x'>",
                                                 "<link name='a'>",
                                                 "</link>",
                                                 "<",
                                                 "</",
                                                 "<joint ",
                                                 "type=",
                                                 "\"",
                                                 "'",
                                                 ">",
                                                 "/>",
                                                 "<xacro:macro name='m' params='a *b'>",
                                                 "</xacro:macro>",
                                                 "${",
                                                 "}",
                                                 "$(find ",
                                                 "<!-- romas: ignore ",
                                                 "-->",
                                                 "<gazebo>",
                                                 "<sensor>",
                                                 "<sdf>",
                                                 "<model>",
                                                 "mimic joint=",
                                                 " ",
                                                 "x['",
                                                 "math."};
  std::mt19937 random(3);
  for (int i = 0; i < 3'000; ++i) {
    std::string text;
    for (int n = static_cast<int>(random() % 14); n >= 0; --n) text += kPieces[random() % std::size(kPieces)];
    const Tree tree = parse(text);
    CompletionFacts facts = some_facts();
    add_names(tree, facts);
    const auto offset = static_cast<std::uint32_t>(random() % (text.size() + 1));
    for (const CompletionItem& item : complete(tree, offset, facts)) {
      ASSERT_TRUE(item.replace.touches(offset)) << text << " at " << offset << ": " << item.label;
      ASSERT_FALSE(item.label.empty() || item.plain.empty() || item.snippet.empty()) << text;
    }
    hover_name(tree, offset, facts);
  }
}

}  // namespace
}  // namespace romas::markup
