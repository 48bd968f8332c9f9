// A round trip through URDF changes nothing that a reader can see, and a second one changes no byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/corpus.h"
#include "test/urdf_helpers.h"

namespace romas {
namespace {

using test::print_urdf;
using test::UrdfReading;
using testing::HasSubstr;
using testing::Not;

void expect_same(const std::string& text) {
  const UrdfReading first(text);
  EXPECT_EQ(print_urdf(first.model()), text);
}

TEST(UrdfRoundTrip, keepsOrderCommentsAndForeignContent) {
  expect_same(R"(<?xml version="1.0"?>
<!-- before -->
<robot name="r" xmlns:drake="http://drake.mit.edu">
  <gazebo>
    <static>true</static>
    <!-- in between -->
    <plugin name="p" filename="f">
        <a>1 &lt; 2</a>
    </plugin>
    <static>false</static>
  </gazebo>
  <joint name="j" type="revolute" other="x">
    <child link="b"/>
    <!-- the parent -->
    <parent link="a"/>
    <axis xyz="0 0 1.0" rpy="0 0 0"/>
    <limit lower="-1e0" effort="10." velocity="1" drake:acceleration="2"/>
    <drake:thing/>
    <origin/>
  </joint>
  <!--
    two lines
  -->
  <link name="b"/>
  <cable/>
  <link name="a" type="t">
    <collision>
      <geometry>
        <box size="1 1 1"/>
      </geometry>
      <verbose value="1"/>
    </collision>
    <visual name="">
      <material name=""/>
      <geometry>
        <mesh filename="a&quot;b.stl">
          <drake:declare_convex/>
        </mesh>
      </geometry>
    </visual>
    <inertial>
      <mass value="1"/>
      <!-- heavy -->
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
  </link>
  <?instruction x?>
</robot>
<!-- after -->
)");
}

TEST(UrdfRoundTrip, keepsTheDialectOfDrake) {
  expect_same(R"(<?xml version="1.0"?>
<robot name="r" version="1.2" xmlns:d="http://drake.mit.edu">
  <link name="a">
    <collision>
      <origin xyz="0 0 1" quat_xyzw="0 0 0 1"/>
      <geometry>
        <d:ellipsoid a="1" b="2" c="3"/>
      </geometry>
    </collision>
  </link>
  <link name="b"/>
  <d:joint name="j" type="screw">
    <parent link="a"/>
    <child link="b"/>
    <d:screw_thread_pitch value="0.04"/>
  </d:joint>
  <d:joint name="k" type="curvilinear">
    <parent link="b"/>
    <child link="c"/>
    <d:curves>
      <d:line_segment length="1"/>
    </d:curves>
  </d:joint>
  <link name="c"/>
</robot>
)");
}

TEST(UrdfRoundTrip, keepsFramesLoopsAndForces) {
  expect_same(R"(<?xml version="1.0"?>
<robot name="r" version="1.2">
  <link name="a"/>
  <link name="b"/>
  <frame name="f" link="a" xyz="1 2 3"/>
  <loop_joint name="l" type="continuous">
    <link1 link="a" xyz="1 0 0"/>
    <link2 link="b">
      <origin rpy="0 0 1"/>
    </link2>
    <axis xyz="0 1 0"/>
  </loop_joint>
  <force_element name="s" type="LinearSpringDamper">
    <link2 link="b"/>
    <link1 link="a"/>
    <damping value="3"/>
    <rest_length value="1"/>
  </force_element>
  <force_element name="n">
    <linear_spring_damper rest_length="1">
      <link1 link="a"/>
      <link2 link="b"/>
    </linear_spring_damper>
  </force_element>
  <force_element name="t" type="Thrust">
    <parent link="b"/>
    <origin xyz="0 0 0"/>
    <direction xyz="0 0 1"/>
    <scaleFactor value="5"/>
    <limits value="-1 1"/>
  </force_element>
  <force_element name="w" type="Wing">
    <parent link="a"/>
    <profile value="flat plate"/>
    <chord value="1"/>
    <span value="2"/>
    <stall_angle value="12"/>
    <nominal_speed value="10"/>
  </force_element>
</robot>
)");
}

TEST(UrdfRoundTrip, keepsControlAndSensors) {
  expect_same(R"(<?xml version="1.0"?>
<robot name="r">
  <link name="a"/>
  <transmission name="t">
    <type>x/Simple</type>
    <actuator name="m">
      <mechanicalReduction unit="1">50</mechanicalReduction>
      <hardwareInterface a="1">E</hardwareInterface>
      <role/>
    </actuator>
    <joint name="j">
      <hardwareInterface a="2">E</hardwareInterface>
      <offset>0.5</offset>
    </joint>
    <mechanicalReduction unit="2">50.0</mechanicalReduction>
  </transmission>
  <sensor name="s" type="camera">
    <parent link="a"/>
    <camera>
      <image/>
    </camera>
    <imu x="1"/>
  </sensor>
  <ros2_control name="c" type="system" extra="1">
    <hardware/>
    <joint name="j">
      <state_interface name="velocity">
        <param name="x" type="int">1</param>
      </state_interface>
      <command_interface name="position">
        <param name="min" type="double">-1</param>
        <param name="max"/>
      </command_interface>
      <param name="k" type="string">2</param>
    </joint>
    <gpio name="g"/>
  </ros2_control>
</robot>
)");
}

TEST(UrdfRoundTrip, escapesValues) {
  const UrdfReading r("<robot name='a&amp;&lt;&gt;&quot;&#10;&#9;b'/>");
  EXPECT_EQ(print_urdf(r.model()),
            "<?xml version=\"1.0\"?>\n<robot name=\"a&amp;&lt;&gt;&quot;&#10;&#9;b\"/>\n");
}

TEST(UrdfRoundTrip, keepsStrayTextWithAllItsRuns) {
  const UrdfReading r(
      "<?i j?><robot name='r'>one &amp; <link name='a'/><![CDATA[<two>]]><!-- c -->three</robot>");
  const std::string once = print_urdf(r.model());
  EXPECT_THAT(once, HasSubstr("one &amp; &lt;two&gt;three"));
  EXPECT_TRUE(UrdfReading(once).model() == r.model());
  EXPECT_EQ(print_urdf(UrdfReading(once).model()), once);
}

TEST(UrdfRoundTrip, doesNotWriteTheGroundThatNobodyDeclared) {
  const UrdfReading r(
      "<robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='world'/><child "
      "link='a'/></joint></robot>");
  EXPECT_THAT(print_urdf(r.model()), Not(HasSubstr("<link name=\"world\"")));
}

TEST(UrdfRoundTrip, theCorpusComesBack) {
  ROMAS_NEEDS_CORPUS();
  for (const auto& path : test::corpus_files("urdf", ".urdf")) {
    const UrdfReading first(path);
    const std::string once = print_urdf(first.model());
    const UrdfReading second(once);
    EXPECT_TRUE(second.model() == first.model()) << path;
    EXPECT_EQ(print_urdf(second.model()), once) << path;
  }
}

// --- models that come from elsewhere -----------------------------------------------------------------------

Model two_links(JointType type) {
  Model model;
  model.name = "r";
  model.links.resize(2);
  model.links[0].name = "a";
  model.links[1].name = "b";
  Joint joint;
  joint.name = "j";
  joint.type = type;
  joint.parent.name = "a";
  joint.child.name = "b";
  model.joints.push_back(joint);
  model.rebuild_index();
  return model;
}

std::vector<Rule> rules(const DiagnosticEngine& diagnostics) {
  std::vector<Rule> found;
  for (const Diagnostic& d : diagnostics.sorted()) found.push_back(d.rule);
  return found;
}

TEST(UrdfLegalize, jointsOfTheDialect) {
  DiagnosticEngine diagnostics;
  Model model = two_links(JointType::screw);
  model.joints[0].screw_pitch = Number(0.5);
  const std::string text = print_urdf(model, {}, &diagnostics);
  EXPECT_THAT(text, HasSubstr("<robot name=\"r\" xmlns:drake=\"http://drake.mit.edu\">"));
  EXPECT_THAT(text, HasSubstr("<drake:joint name=\"j\" type=\"screw\">"));
  EXPECT_THAT(text, HasSubstr("<drake:screw_thread_pitch value=\"0.5\"/>"));
  EXPECT_THAT(rules(diagnostics), testing::ElementsAre(Rule::joint_type_unsupported));
  EXPECT_EQ(UrdfReading(text).model().joints[0].type, JointType::screw);
}

TEST(UrdfLegalize, framesBecomeLinks) {
  DiagnosticEngine diagnostics;
  diagnostics.policy().apply("pedantic");
  Model model = two_links(JointType::fixed);
  Frame contact;
  contact.name = "a";  // taken by a link
  contact.link.name = "b";
  contact.kind = Frame::Origin::contact;
  Frame written = contact;
  written.name = "tool";
  written.kind = Frame::Origin::written;
  model.frames = {contact, written};
  const std::string text = print_urdf(model, {}, &diagnostics);
  EXPECT_THAT(text, HasSubstr("<link name=\"a_\"/>"));
  EXPECT_THAT(text, HasSubstr("<joint name=\"a_joint\" type=\"fixed\">"));
  EXPECT_THAT(text, HasSubstr("<joint name=\"tool_joint\" type=\"fixed\">"));
  EXPECT_THAT(text, Not(HasSubstr("<frame")));
  EXPECT_THAT(rules(diagnostics), testing::ElementsAre(Rule::value_approximated, Rule::value_approximated));
}

TEST(UrdfLegalize, namesNoVersionThatOlderReadersReject) {
  Model model = two_links(JointType::fixed);
  model.links[0].collisions.resize(1);
  model.links[0].collisions[0].geometry.shape = Capsule{1., 1.};
  EXPECT_THAT(print_urdf(model), HasSubstr("<robot name=\"r\">"));
  model.joints[0].origin = TransformExpr::XyzQuaternion{std::nullopt, {0., 0., 0.6, 0.8}};
  EXPECT_THAT(print_urdf(model),
              testing::AllOf(HasSubstr("<robot name=\"r\">"), HasSubstr("<origin rpy=\"0 0 1.287002217586"),
                             Not(HasSubstr("quat_xyzw"))));
  model.joints[0].origin = TransformExpr::XyzQuaternion{std::nullopt, {0., 0., 0., 1.}};
  EXPECT_THAT(print_urdf(model), Not(HasSubstr("<origin")));
  model.version = "1.1";
  EXPECT_THAT(print_urdf(model), testing::AllOf(HasSubstr("<robot name=\"r\" version=\"1.1\">"),
                                                HasSubstr("<origin quat_xyzw=\"0 0 0 1\"/>")))
      << "the author chose a version that has it";
  const UrdfReading silent(
      "<robot name='r'><link name='a'><collision><origin quat_xyzw='0 0 0.6 0.8'/><geometry><box size='1 1 "
      "1'/></geometry></collision></link></robot>");
  EXPECT_THAT(print_urdf(silent.model()), HasSubstr("<origin quat_xyzw=\"0 0 0.6 0.8\"/>"))
      << "what a URDF file says stays";
}

TEST(UrdfLegalize, reportsWhatIsLost) {
  DiagnosticEngine diagnostics;
  diagnostics.policy().apply("pedantic");
  Model model = two_links(JointType::fixed);
  model.gravity = Number3{0., 0., -9.81};
  Visual visual;
  visual.geometry.shape = Ellipsoid{{1., 2., 3.}};
  model.links[0].visuals.push_back(visual);
  visual.geometry.shape = Sphere{1.};
  visual.material = MaterialUse{};
  model.links[0].visuals.push_back(visual);
  const std::string text = print_urdf(model, {}, &diagnostics);
  EXPECT_THAT(text, Not(HasSubstr("ellipsoid")));
  EXPECT_THAT(text, HasSubstr("<material name=\"a_material\"/>"));
  EXPECT_THAT(rules(diagnostics), testing::UnorderedElementsAre(Rule::feature_dropped, Rule::feature_dropped,
                                                                Rule::value_approximated));
}

TEST(UrdfTarget, rebasesPathsAndCarriesTheBanner) {
  const UrdfReading r(
      "<robot name='r'><link name='a'><visual><geometry><mesh "
      "filename='m/a.stl'/></geometry></visual></link></robot>");
  TargetOptions options;
  options.source_folder = "/x/in";
  options.output_folder = "/x/out";
  options.banner = "made by a test";
  EXPECT_THAT(print_urdf(r.model(), options),
              testing::AllOf(HasSubstr("filename=\"../in/m/a.stl\""),
                             HasSubstr("?>\n<!-- made by a test -->\n<robot")));
}

}  // namespace
}  // namespace romas
