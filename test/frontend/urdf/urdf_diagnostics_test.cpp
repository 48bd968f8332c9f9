// Every diagnostic of the URDF frontend, at its exact place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "test/corpus.h"
#include "test/urdf_helpers.h"

namespace romas {
namespace {

using test::UrdfReading;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> findings(const std::string& inside) {
  return UrdfReading("<robot name='r' xmlns:drake='http://drake.mit.edu'>\n" + inside + "\n</robot>")
      .findings();
}
std::vector<std::string> in_joint(const std::string& inside) {
  return findings(
      "<link name='a'/><link name='b'/><joint name='j' type='revolute'><parent link='a'/><child "
      "link='b'/>\n" +
      inside + "\n</joint>");
}

TEST(UrdfDiagnostics, robot) {
  EXPECT_THAT(UrdfReading("<robot/>").findings(),
              ElementsAre("error RM1012@1:1 the robot has no name; write <robot name=\"…\">"));
  EXPECT_THAT(UrdfReading("<sdf/>").findings(),
              ElementsAre("error RM1028@1:2 the root element is <sdf>; a URDF file has <robot>"));
  EXPECT_THAT(UrdfReading("").findings(), ElementsAre(StartsWith("error RM1001@1:1 the file is empty")));
  EXPECT_THAT(
      UrdfReading("<robot name='r' version='2.0'/>").findings(),
      ElementsAre("error RM1016@1:26 the version '2.0' is not one of 1.0, 1.1, 1.2; did you mean '1.0'?"));
}

TEST(UrdfDiagnostics, unknownElementsAndAttributesSuggestTheNearest) {
  const UrdfReading r(
      "<robot name='r'>\n<link name='a'>\n<inertail></inertail>\n</link><lnk name='b'/></robot>");
  EXPECT_THAT(r.findings(),
              ElementsAre("warning RM1002@3:2 <link> has no element <inertail>; did you mean <inertial>?",
                          "warning RM1002@4:9 <robot> has no element <lnk>; did you mean <link>?"));
  const auto diagnostics = r.diagnostics.sorted();
  ASSERT_EQ(diagnostics[0].fixes.size(), 2U) << "both tags";
  EXPECT_EQ(r.sources.text(diagnostics[0].fixes[1].range), "inertail");
  EXPECT_EQ(diagnostics[0].fixes[1].replacement, "inertial");
  EXPECT_THAT(in_joint("<limit effort='1' velocity='1' uper='1'/>"),
              ElementsAre("warning RM1003@3:32 <limit> has no attribute 'uper'; did you mean 'upper'?"));
  EXPECT_THAT(in_joint("<limit effort='1' velocity='1' current='1'/>"),
              ElementsAre("warning RM1003@3:32 <limit> has no attribute 'current'"));
  // Words of one program are one finding, a misspelt one is its own.
  EXPECT_THAT(in_joint("<limit current='1' effort='1' gear='2' velocity='1' uper='1' heat='3'/>"),
              ElementsAre("warning RM1003@3:8 <limit> has no attributes 'current', 'gear' and 'heat'",
                          "warning RM1003@3:53 <limit> has no attribute 'uper'; did you mean 'upper'?"));
  EXPECT_THAT(findings("stray"),
              ElementsAre("warning RM1002@2:1 text 'stray' is inside <robot>, which may hold only elements"));
}

TEST(UrdfDiagnostics, otherVocabulariesAreKeptQuietly) {
  EXPECT_THAT(findings("<mujoco><compiler/></mujoco><drake:collision_filter_group/><gazebo><plugin "
                       "name='p'><x>1</x></plugin></gazebo>"),
              IsEmpty());
  EXPECT_THAT(
      findings("<transmission name='t' type='pr2_mechanism_model/PR2GripperTransmission'><gap_joint "
               "name='g' L0='1'/><actuator name='m'><drake:gear_ratio value='2'/></actuator></transmission>"),
      IsEmpty());
  EXPECT_THAT(findings("<transmission name='t'><type> </type><joint name='g'/></transmission>"),
              ::testing::Contains(
                  "warning RM1711@2:1 transmission 't' has no <type>, without which ROS does not load it"));
  EXPECT_THAT(UrdfReading("<robot xmlns:xacro='http://ros.org/wiki/xacro' name='r'/>").findings(), IsEmpty())
      << "a leftover declaration";
}

// Other XML tools refuse such files; each prefix is named once.
TEST(UrdfDiagnostics, prefixesThatNothingDeclares) {
  EXPECT_THAT(
      UrdfReading("<robot name='r'>\n<link name='a' b:c='1'/><b:d/><e:f b:c='1' xml:lang='ko'/></robot>")
          .findings(),
      ElementsAre("warning RM1003@2:16 the prefix 'b' is not declared; declare it in the root element with "
                  "xmlns:b=\"…\"",
                  "warning RM1002@2:32 the prefix 'e' is not declared; declare it in the root element with "
                  "xmlns:e=\"…\""));
  EXPECT_THAT(
      UrdfReading(
          "<robot name='r'>\n<link name='a'/><gazebo xmlns:b='b'><b:d><b:e/></b:d></gazebo><b:f/></robot>")
          .findings(),
      ElementsAre(StartsWith("warning RM1002@2:64 the prefix 'b'")));
}

TEST(UrdfDiagnostics, unexpandedXacro) {
  EXPECT_THAT(findings("<xacro:property name='p' value='1'/>"),
              ElementsAre(StartsWith("error RM1004@2:2 <xacro:property> is left for xacro")));
  EXPECT_THAT(findings("<link name='${ns}a'/>"),
              ElementsAre(StartsWith("error RM1004@2:13 '${ns}' is left")));
  EXPECT_THAT(in_joint("<origin xyz='$(arg x) 0 0'/>"),
              ElementsAre(StartsWith("error RM1004@3:14 '$(arg x)' is left")));
  EXPECT_THAT(findings("<transmission><type>${t}</type></transmission>"),
              ElementsAre(StartsWith("error RM1004@2:21 '${t}'")));
  EXPECT_THAT(
      UrdfReading("<robot xmlns:x='http://www.ros.org/wiki/xacro' name='r'><x:arg/></robot>").findings(),
      ElementsAre(StartsWith("error RM1004@1:58 ")));
  EXPECT_THAT(findings("<!-- ${comment} --><gazebo><plugin>$(find p)</plugin></gazebo>"), IsEmpty());
}

TEST(UrdfDiagnostics, numbers) {
  EXPECT_THAT(in_joint("<origin xyz='1 2,5 3'/>"),
              ElementsAre("error RM1005@3:16 '2,5' is not a number; write the decimal point as '.'"));
  EXPECT_THAT(in_joint("<origin xyz='0.1m 0 0'/>"),
              ElementsAre("error RM1005@3:14 '0.1m' is not a number; write the number without 'm'"));
  EXPECT_THAT(
      in_joint("<origin xyz='0, 0 0'/>"),
      ElementsAre("error RM1005@3:14 '0,' is not a number; numbers are separated by spaces, without commas"));
  EXPECT_THAT(in_joint("<origin xyz='nan 0 0'/>"),
              ElementsAre("error RM1005@3:14 'nan' is not a number; every number of a robot must be finite"));
  EXPECT_THAT(
      in_joint("<origin xyz='0 -Inf 0'/>"),
      ElementsAre("error RM1005@3:16 '-Inf' is not a number; every number of a robot must be finite"));
  EXPECT_THAT(
      in_joint("<origin xyz='0 0 -0x1F'/>"),
      ElementsAre("error RM1005@3:18 '-0x1F' is not a number; hexadecimal numbers are not read, write -31"));
  EXPECT_THAT(
      in_joint("<origin xyz='0 0 0x1.8p3'/>"),
      ElementsAre("error RM1005@3:18 '0x1.8p3' is not a number; numbers are written in decimal digits"));
  EXPECT_THAT(in_joint("<origin xyz='1e999 0 0'/>"),
              ElementsAre(StartsWith("error RM1005@3:14 '1e999' is not a number: it is beyond the range")));
  EXPECT_THAT(in_joint("<origin xyz='0 0'/>"), ElementsAre("error RM1015@3:14 'xyz' takes 3 numbers, not 2"));
  EXPECT_THAT(in_joint("<origin xyz='0 0 0 9'/>"),
              ElementsAre("error RM1015@3:20 'xyz' takes 3 numbers, not 4"));
  EXPECT_THAT(in_joint("<origin xyz=''/>"), ElementsAre("error RM1015@3:14 'xyz' takes 3 numbers, not none"));
  EXPECT_THAT(in_joint("<limit effort='1 2' velocity='1'/>"),
              ElementsAre("error RM1015@3:18 'effort' takes 1 number, not 2"));
  EXPECT_THAT(
      findings("<link name='a'><origin rpy='0 0 1 9'/></link>"),
      ElementsAre(StartsWith("warning RM1002@2:17"), "error RM1015@2:35 'rpy' takes 3 numbers, not 4"))
      << "URDF of 2009";
}

TEST(UrdfDiagnostics, missingParts) {
  EXPECT_THAT(findings("<link/>"), ElementsAre("error RM1014@2:1 link has no attribute 'name'"));
  EXPECT_THAT(findings("<link name='a'><visual/></link>"),
              ElementsAre("error RM1013@2:16 <visual> in link 'a' has no <geometry>"));
  EXPECT_THAT(
      findings("<link name='a'><collision><geometry/></collision></link>"),
      ElementsAre(
          "error RM1013@2:27 <geometry> in link 'a' has none of <box>, <cylinder>, <sphere>, <mesh>"));
  EXPECT_THAT(findings("<link name='a'><inertial><mass value='1'/></inertial></link>"),
              ElementsAre("error RM1013@2:16 <inertial> in link 'a' has no <inertia>"));
  EXPECT_THAT(findings("<link name='a'><visual><geometry><mesh/></geometry></visual></link>"),
              ElementsAre("error RM1014@2:34 <mesh> in link 'a' has no attribute 'filename'"));
  EXPECT_THAT(
      findings("<joint name='j' type='fixed'/>"),
      ElementsAre("error RM1013@2:1 joint 'j' has no <parent>", "error RM1013@2:1 joint 'j' has no <child>"));
  EXPECT_THAT(in_joint("<mimic/>"),
              ElementsAre("error RM1014@3:1 <mimic> in joint 'j' has no attribute 'joint'"));
  EXPECT_THAT(
      findings("<sensor name='s'><parent/></sensor>"),
      ElementsAre("error RM1014@2:18 <parent> of sensor 's' has neither the attribute 'link' nor 'joint'"));
}

// Parts of links and joints that the documents of URDF require, each left out once.
TEST(UrdfDiagnostics, whatLinksNeed) {
  const auto in_link = [](const std::string& inside) {
    return findings(concat("<link name='a'>", inside, "</link>"));
  };
  const auto shape = [&](const std::string& text) {
    return in_link(concat("<visual><geometry>", text, "</geometry></visual>"));
  };
  const auto one = [](const std::string& message) { return ElementsAre(HasSubstr(message)); };
  const std::string inertia = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";
  EXPECT_THAT(in_link(concat("<inertial>", inertia, "</inertial>")), one("in link 'a' has no <mass>"));
  EXPECT_THAT(in_link(concat("<inertial><mass/>", inertia, "</inertial>")),
              one("<mass> in link 'a' has no attribute 'value'"));
  for (const std::string axes : {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}) {
    std::string without = inertia;
    without.erase(without.find(axes), axes.size() + 4);
    EXPECT_THAT(in_link(concat("<inertial><mass value='1'/>", without, "</inertial>")),
                one(concat("<inertia> in link 'a' has no attribute '", axes, "'")));
  }
  EXPECT_THAT(shape("<box/>"), one("<box> in link 'a' has no attribute 'size'"));
  EXPECT_THAT(shape("<box size='1 2'/>"), one("'size' takes 3 numbers, not 2"));
  EXPECT_THAT(shape("<cylinder radius='1'/>"), one("<cylinder> in link 'a' has no attribute 'length'"));
  EXPECT_THAT(shape("<cylinder length='1'/>"), one("<cylinder> in link 'a' has no attribute 'radius'"));
  EXPECT_THAT(shape("<sphere/>"), one("<sphere> in link 'a' has no attribute 'radius'"));
  EXPECT_THAT(findings("<material name='m'><color rgba='1 0 0'/></material>"),
              one("'rgba' takes 4 numbers, not 3"));
  EXPECT_THAT(in_link("<geometry><sphere radius='1'/></geometry>"), one("<link> has no element <geometry>"));
}

TEST(UrdfDiagnostics, whatJointsNeed) {
  EXPECT_THAT(findings("<joint type='fixed'><parent link='a'/><child link='b'/></joint>"),
              ElementsAre(HasSubstr("joint has no attribute 'name'")));
  EXPECT_THAT(findings("<joint name='j'><parent link='a'/><child link='b'/></joint>"),
              ElementsAre(HasSubstr("joint 'j' has no attribute 'type'")));
  EXPECT_THAT(findings("<joint name='j' type='fixed'><parent/><child/></joint>"),
              ElementsAre(HasSubstr("<parent> in joint 'j' has no attribute 'link'"),
                          HasSubstr("<child> in joint 'j' has no attribute 'link'")));
  EXPECT_THAT(in_joint("<safety_controller k_position='1'/>"),
              ElementsAre(HasSubstr("<safety_controller> in joint 'j' has no attribute 'k_velocity'")));
  // The outline of a robot, as lectures print it.
  EXPECT_THAT(findings("<link> ... </link><joint> .... </joint>"),
              testing::UnorderedElementsAre(
                  HasSubstr("link has no attribute 'name'"), HasSubstr("joint has no attribute 'name'"),
                  HasSubstr("joint has no attribute 'type'"), HasSubstr("joint has no <parent>"),
                  HasSubstr("joint has no <child>"), HasSubstr("text '...' is inside <link>"),
                  HasSubstr("text '....' is inside <joint>")));
  EXPECT_THAT(
      UrdfReading("<robot name>\n<link name>\n</link>\n</robot>").findings(),
      ElementsAre(StartsWith("error RM1001@1:8 '=' and a value in quotes are expected after 'name'"),
                  StartsWith("error RM1001@2:7 '=' and a value in quotes are expected after 'name'")));
}

// The elements that Drake adds.
TEST(UrdfDiagnostics, whatLoopsAndForcesNeed) {
  const auto loop = [](const std::string& attributes, const std::string& inside) {
    return findings(
        concat("<link name='a'/><link name='b'/><loop_joint ", attributes, ">", inside, "</loop_joint>"));
  };
  const std::string links = "<link1 link='a'/><link2 link='b'/>";
  EXPECT_THAT(loop("name='l' type='continuous'", links), IsEmpty()) << "origins and axis may be left out";
  EXPECT_THAT(loop("type='continuous'", links), ElementsAre(HasSubstr("loop joint has no attribute 'name'")));
  EXPECT_THAT(loop("name='l'", links), ElementsAre(HasSubstr("loop joint 'l' has no attribute 'type'")));
  EXPECT_THAT(loop("name='l' type='hinge'", links),
              ElementsAre(HasSubstr("the type 'hinge' is not one of continuous, revolute, prismatic")));
  EXPECT_THAT(loop("name='l' type='continuous'", "<link1/>"),
              ElementsAre(HasSubstr("loop joint 'l' has no <link2>"),
                          HasSubstr("<link1> in loop joint 'l' has no attribute 'link'")));
  EXPECT_THAT(loop("name='l' type='continuous'", links + "<dynamics damping='1'/>"),
              ElementsAre(HasSubstr("<loop_joint> has no element <dynamics>")));

  const auto missing = [](const std::string& attributes, const std::string& inside = "") {
    std::vector<std::string> names;
    for (const std::string& finding :
         findings(concat("<link name='a'/><force_element ", attributes, ">", inside, "</force_element>")))
      names.push_back(finding.substr(finding.find("has no ") + 7));
    return names;
  };
  EXPECT_THAT(missing("type='LinearSpringDamper'", "<link1 link='a'/><link2 link='a'/>"),
              ElementsAre("attribute 'name'"));
  EXPECT_THAT(missing("name='s' type='LinearSpringDamper'", "<link1 link='a'/><link2 link='a'/>"), IsEmpty());
  EXPECT_THAT(missing("name='s' type='LinearSpringDamper'", "<link1/>"),
              ElementsAre("<link2>", "attribute 'link'"));
  const std::string origin = "<origin>, which Drake requires";
  EXPECT_THAT(missing("name='w' type='Wing'"), ElementsAre("<parent>", "<profile>", "<chord>", "<span>",
                                                           "<stall_angle>", "<nominal_speed>", origin));
  EXPECT_THAT(missing("name='t' type='Thrust'"),
              ElementsAre("<parent>", "<direction>", "<scaleFactor>", origin));
  EXPECT_THAT(
      missing("name='t' type='Thrust'",
              "<parent link='a'/><origin xyz='0 0 0'/><direction xyz='0 0 1'/><scaleFactor value='2'/>"),
      IsEmpty())
      << "limits may be left out";
}

// A generator writes its own words everywhere; a misspelt one is a mistake each time.
TEST(UrdfDiagnostics, aForeignWordIsToldOnce) {
  EXPECT_THAT(findings("<link name='a'><blob/></link>\n<link name='b'><blob/></link><blob/>"),
              ElementsAre("warning RM1002@2:17 <link> has no element <blob>",
                          "warning RM1002@3:31 <robot> has no element <blob>"));
  EXPECT_THAT(findings("<link name='a' blob='1'/>\n<link name='b' blob='2'/>"),
              ElementsAre("warning RM1003@2:16 <link> has no attribute 'blob'"));
  EXPECT_THAT(findings("<link name='a'><visua1/></link>\n<link name='b'><visua1/></link>").size(), 2U);
}

TEST(UrdfDiagnostics, repeatedElementsSayWhichCounts) {
  const UrdfReading r(
      "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent link='a'/><child "
      "link='b'/>\n<parent "
      "link='c'/></joint></robot>");
  EXPECT_THAT(r.findings(),
              ElementsAre("warning RM1017@2:1 a second <parent> in <joint>; only the first is used"));
  EXPECT_EQ(r.model().joints[0].parent.name, "a");
  EXPECT_THAT(
      findings("<link name='a'><visual><geometry><box size='1 1 1'/><sphere "
               "radius='1'/></geometry></visual></link>"),
      ElementsAre("warning RM1017@2:53 <sphere> besides <box> in <geometry>; only the first is used"));
}

TEST(UrdfDiagnostics, versions) {
  const auto with_version = [](const std::string& version, const std::string& inside) {
    return UrdfReading(
               concat("<robot name='r'", version, ">\n<link name='a'/><link name='b'/>", inside, "</robot>"))
        .findings();
  };
  const std::string quaternion =
      "\n<joint name='j' type='fixed'><parent link='a'/><child link='b'/><origin quat_xyzw='0 0 0 "
      "1'/></joint>";
  EXPECT_THAT(with_version("", quaternion),
              ElementsAre("warning RM1045@3:73 'quat_xyzw' in <origin> needs version 1.1, but the file gives "
                          "none; readers of 1.0 skip or misread it"));
  EXPECT_THAT(with_version(" version='1.1'", quaternion), IsEmpty());
  EXPECT_THAT(
      with_version(" version='1.0'", quaternion),
      ElementsAre("error RM1006@3:73 'quat_xyzw' in <origin> needs version 1.1, but the file says 1.0"));
  const std::string capsule =
      "\n<link name='c'><collision><geometry><capsule radius='1' length='1'/></geometry></collision></link>";
  EXPECT_THAT(with_version(" version='1.0'", capsule),
              ElementsAre("error RM1006@3:38 <capsule> needs version 1.1, but the file says 1.0"));
  const std::string jerk =
      "\n<joint name='j' type='revolute'><parent link='a'/><child link='b'/><limit effort='1' velocity='1' "
      "jerk='1'/></joint>";
  EXPECT_THAT(with_version(" version='1.1'", jerk),
              ElementsAre(StartsWith("error RM1006@3:99 'jerk' in <limit> needs version 1.2")));
  EXPECT_THAT(with_version(" version='1.2'", jerk), IsEmpty());
}

TEST(UrdfDiagnostics, jointTypes) {
  EXPECT_THAT(findings("<joint name='j' type='revolut'><parent link='a'/><child link='b'/></joint>"),
              ElementsAre(AllOf(StartsWith("error RM1016@2:23 the type 'revolut' is not one of"),
                                HasSubstr("did you mean 'revolute'?"))));
  EXPECT_THAT(findings("<joint name='j' type='ball'><parent link='a'/><child link='b'/></joint>"),
              ElementsAre(HasSubstr("<drake:joint type=\"ball\">")));
  EXPECT_THAT(findings("<drake:joint name='j' type='ball'><parent link='a'/><child link='b'/></drake:joint>"),
              IsEmpty());
  EXPECT_THAT(
      findings("<drake:joint name='j' type='curvilinear'><parent link='a'/><child link='b'/></drake:joint>"),
      ElementsAre(StartsWith("warning RM1022@2:29 joint type 'curvilinear'")));
}

TEST(UrdfDiagnostics, dialects) {
  EXPECT_THAT(
      findings(
          "<link name='a'/><joint name='j' type='fixed'><parent link='world'/><child link='a'/></joint>"),
      ElementsAre(StartsWith("warning RM1021@2:60 the parent link 'world'")));
  EXPECT_THAT(findings("<joint name='j' type='planar'><parent link='a'/><child link='b'/><dynamics "
                       "damping='1 2 3'/></joint>"),
              ElementsAre(StartsWith("warning RM1023@2:85 'damping' has 3 values")));
  EXPECT_THAT(findings("<joint name='j' type='planar'><parent link='a'/><child link='b'/><dynamics "
                       "damping='1 2'/></joint>"),
              ElementsAre("error RM1015@2:85 'damping' takes 1 number (in Drake's dialect 3), not 2"));
  EXPECT_THAT(findings("<link name='a'><visual><geometry><box size='1 1 1'/></geometry><material/>"
                       "</visual></link>"),
              ElementsAre(StartsWith("warning RM1604@2:64 ")));
  EXPECT_THAT(findings("<link name='a'><visual><geometry><box size='1 1 1'/></geometry><material "
                       "name=''/></visual></link>"),
              IsEmpty());
  EXPECT_THAT(findings("<material><color rgba='1 1 1 1'/></material>"),
              ElementsAre(StartsWith("warning RM1604@2:1 the material has no name")));
  EXPECT_THAT(findings("<force_element name='f'><torsional_spring stiffness='$x'/></force_element>"),
              ElementsAre(StartsWith("warning RM1002@2:26 ")));
  // Each kind once.
  EXPECT_THAT(findings("<force_element name='f'><spring/></force_element><force_element "
                       "name='g'><spring/></force_element><force_element name='h'><magnet/></force_element>"),
              ElementsAre(StartsWith("warning RM1002@2:26 force element type 'spring' is not one of "),
                          StartsWith("warning RM1002@2:124 force element type 'magnet' is not one of ")));
  EXPECT_THAT(findings("<gazebo reference='a'><mu1>x</mu1><gravity>maybe</gravity></gazebo>"),
              ElementsAre("error RM1005@2:28 'x' is not a number",
                          "error RM1016@2:44 <gravity> takes true or false, not 'maybe'"));
}

// One text for each rule that the frontend can report, with nothing else to report.
TEST(UrdfDiagnostics, everyRule) {
  const std::string links = "<link name='a'/><link name='b'/>";
  const std::string joint = links + "<joint name='j' type='planar'><parent link='a'/><child link='b'/>";
  std::string deep;
  for (int i = 0; i < 1001; ++i) deep += "<x>";
  const std::vector<std::pair<Rule, std::string>> texts = {
      {Rule::unknown_element, "<lnk/>"},
      {Rule::unknown_attribute, "<link name='a' color='red'/>"},
      {Rule::unexpanded_xacro, "<link name='${n}'/>"},
      {Rule::bad_number, joint + "<axis xyz='x 0 0'/></joint>"},
      {Rule::missing_element, "<link name='a'><visual/></link>"},
      {Rule::missing_attribute, "<link/>"},
      {Rule::wrong_count, joint + "<axis xyz='0 0'/></joint>"},
      {Rule::bad_value, "<ros2_control name='c' type='robot'/>"},
      {Rule::repeated_element, joint + "<parent link='b'/></joint>"},
      {Rule::input_limit, deep},
      {Rule::implicit_world,
       "<link name='b'/><joint name='j' type='fixed'><parent link='world'/><child link='b'/></joint>"},
      {Rule::foreign_joint_type,
       links + "<d:joint xmlns:d='d' name='j' type='x'><parent link='a'/><child link='b'/></d:joint>"},
      {Rule::foreign_value_count, joint + "<dynamics damping='1 2 3'/></joint>"},
      {Rule::material_unnamed, "<material/>"},
      {Rule::xml_malformed, "<link name='a'>"},
      {Rule::bad_encoding, "\xFF"},
  };
  const auto only = [](Rule rule, const std::string& text) {
    const auto diagnostics = UrdfReading(text).diagnostics.sorted();
    ASSERT_EQ(diagnostics.size(), 1U) << text;
    EXPECT_EQ(rule_info(diagnostics[0].rule).slug, rule_info(rule).slug) << text;
  };
  for (const auto& [rule, inside] : texts) only(rule, "<robot name='r'>" + inside + "</robot>");
  only(Rule::robot_name, "<robot/>");
  only(Rule::no_robot, "<sdf/>");
  only(Rule::version_feature,
       "<robot name='r' version='1.0'><link name='a'><collision><geometry><capsule radius='1' "
       "length='1'/></geometry></collision></link></robot>");
}

TEST(UrdfDiagnostics, suppressionCommentsSilenceWhatFollows) {
  EXPECT_THAT(findings("<!-- romas: ignore unknown-element -->\n<link name='a'>\n<x/>\n</link><y/>"),
              ElementsAre(StartsWith("warning RM1002@5:9 <robot> has no element <y>")));
}

TEST(UrdfDiagnostics, malformedTextsYieldNoModel) {
  const UrdfReading r("<robot name='r'>\n<link name='a'/>\n<link name='b'>");
  EXPECT_TRUE(r.result.malformed);
  EXPECT_TRUE(r.result.models.empty());
}

TEST(UrdfDiagnostics, acceptsTheCorpus) {
  ROMAS_NEEDS_CORPUS();
  const auto files = test::corpus_files("urdf", ".urdf");
  EXPECT_EQ(files.size(), 50U);
  for (const auto& path : files) EXPECT_THAT(UrdfReading(path).findings(Severity::error), IsEmpty()) << path;
}

// The lines that EXPECTED.md names, as far as the frontend alone can see what is wrong there.
TEST(UrdfDiagnostics, findsWhatIsWrongInTheInvalidFiles) {
  ROMAS_NEEDS_CORPUS();
  const std::map<std::string, std::vector<std::uint32_t>> expected = {
      {"atlas-visual-without-geometry", {846}},
      {"bracket-in-number", {9}},
      {"broken-markup", {10, 11}},
      {"husky-empty", {1}},
      {"husky-unexpanded-optenv", {97}},
      {"inertial-without-inertia", {6, 11, 16, 21}},
      {"joint-type-ball", {5}},
      {"mass-not-a-number", {4, 17}},
      {"mesh-without-filename", {99, 2297, 3146}},
      {"not-xml", {1}},
      {"open-manipulator-x-no-robot-name", {7}},
      {"three-links-one-joint", {1, 24}},
      {"vector-wrong-length", {4, 5, 14}},
      {"xml-declaration-typo", {1}},
  };
  for (const auto& [name, lines] : expected)
    EXPECT_EQ(UrdfReading(test::corpus_folder() / "urdf-invalid" / (name + ".urdf")).error_lines(), lines)
        << name;
  const auto burger =
      UrdfReading(test::corpus_folder() / "urdf-invalid" / "turtlebot3-burger-unexpanded.urdf").error_lines();
  for (const std::uint32_t line : {6U, 7U, 50U, 52U, 53U, 54U}) EXPECT_THAT(burger, testing::Contains(line));
  const auto generated =
      UrdfReading(test::corpus_folder() / "urdf-invalid" / "xsd-generated.urdf").error_lines();
  for (const std::uint32_t line : {3U, 20U}) EXPECT_THAT(generated, testing::Contains(line));
}

}  // namespace
}  // namespace romas
