// Protects the table of SDF: every written element is a row marked as written, every such row is written by
// some robot, and the reader accepts all of them without a finding.
#include "ir/format/sdf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "frontend/xml/reader/xml_reader.h"
#include "support/text/text.h"

namespace romas {
namespace {

using sdf::Child;
using sdf::Reading;
using sdf::Writing;

// A robot that says everything for which SDF has a word.
constexpr std::string_view kRobot = R"(<robot name="all" xmlns:drake="http://drake.mit.edu">
<material name="paint"><color rgba="1 0 0 1"/><texture filename="paint.png"/></material>
<link name="base">
  <inertial><origin xyz="0 0 1"/><mass value="1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  <visual><origin xyz="1 0 0"/><geometry><box size="1 2 3"/></geometry><material name="paint"/></visual>
  <collision><origin xyz="1 0 0"/><geometry><cylinder radius="1" length="2"/></geometry></collision>
  <collision><geometry><sphere radius="1"/></geometry></collision>
  <collision><geometry><drake:capsule radius="1" length="2"/></geometry></collision>
  <collision><geometry><drake:ellipsoid a="1" b="2" c="3"/></geometry></collision>
  <collision><geometry><mesh filename="base.stl" scale="1 1 2"/></geometry></collision>
</link>
<link name="a"/><link name="b"/><link name="c"/><link name="d"/>
<joint name="hinge" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="2" velocity="3"/><dynamics damping="1" friction="2"/></joint>
<joint name="copy" type="revolute"><parent link="base"/><child link="b"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="2" velocity="3"/><mimic joint="hinge"/></joint>
<drake:joint name="screw" type="screw"><parent link="base"/><child link="c"/><axis xyz="0 0 1"/>
  <drake:screw_thread_pitch value="0.1"/></drake:joint>
<drake:joint name="cross" type="universal"><parent link="base"/><child link="d"/>
  <dynamics damping="1 2"/></drake:joint>
<transmission name="drive" type="SimpleTransmission"><joint name="hinge"/>
  <actuator name="motor"><drake:rotor_inertia value="0.1"/></actuator></transmission>
<drake:frame name="tip" link="a" xyz="0 0 1" rpy="0 0 0"/>
<sensor name="eye" type="camera" update_rate="30"><parent link="a"/><origin xyz="0 0 1"/>
  <camera><image width="640" height="480" format="RGB8" hfov="1" near="0.1" far="9"/></camera></sensor>
<sensor name="scan" type="ray"><parent link="a"/><ray>
  <horizontal samples="9" resolution="1" min_angle="-1" max_angle="1"/>
  <vertical samples="9" resolution="1" min_angle="-1" max_angle="1"/></ray></sensor>
<gazebo><static>true</static><plugin name="p" filename="libp.so"/><self_collide>true</self_collide>
  <allow_auto_disable>true</allow_auto_disable><enable_wind>true</enable_wind><gripper name="hand"/></gazebo>
<gazebo reference="base"><mu1>1</mu1><mu2>1</mu2><fdir1>1 0 0</fdir1><kp>1</kp><kd>1</kd><maxVel>1</maxVel>
  <minDepth>1</minDepth><maxContacts>1</maxContacts><selfCollide>true</selfCollide><gravity>true</gravity>
  <dampingFactor>0.1</dampingFactor><laserRetro>1</laserRetro><material>Gazebo/Red</material>
  <light name="lamp" type="point"/><projector name="beam"/><audio_sink/><audio_source/><battery name="cell"/>
  <particle_emitter name="smoke" type="box"/><plugin name="q" filename="libq.so"/>
  <kinematic>false</kinematic><must_be_base_link>false</must_be_base_link><enable_wind>true</enable_wind>
</gazebo>
<gazebo reference="hinge"><stopCfm>1</stopCfm><stopErp>1</stopErp><cfmDamping>true</cfmDamping>
  <implicitSpringDamper>true</implicitSpringDamper><fudgeFactor>1</fudgeFactor>
  <provideFeedback>true</provideFeedback><springStiffness>1</springStiffness>
  <springReference>1</springReference>
  <sensor name="force" type="force_torque"><force_torque><frame>child</frame></force_torque></sensor></gazebo>
</robot>)";

struct Written {
  explicit Written(std::string_view version) {
    FrontendContext context{sources, diagnostics, frontend_options, files_read};
    FrontendResult parsed = parse_urdf(sources.add_text("all.urdf", std::string(kRobot)), context);
    for (Joint& joint : parsed.models.at(0).joints)  // URDF has no place for these
      if (joint.limit) joint.limit->stiffness = joint.limit->dissipation = Number(1);
    TargetOptions options;
    options.words[TargetOption::sdf_version] = {std::string(version)};
    TargetContext target{diagnostics, options};
    file = sources.add_text("all.sdf", emit_sdf(parsed.models.at(0), target));
    tree = read_xml_tree(file, sources, diagnostics);
  }

  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions frontend_options;
  std::vector<std::string> files_read;
  FileId file = 0;
  std::optional<XmlElement> tree;
};

// The place at which the table has the children of an element.
std::string place_of(std::string_view place, std::string_view name) {
  std::string way = concat(place, "/", name);
  const bool is_place = std::any_of(std::begin(sdf::kChildren), std::end(sdf::kChildren),
                                    [&](const Child& child) { return child.parent == way; });
  if (is_place || sdf::is_in_sensor(place)) return way;
  return std::string(name == "axis2" ? "axis" : name);
}

// visit(place, name) of everything below an element.
template <class Visit>
void walk(const XmlElement& element, const std::string& place, const Visit& visit) {
  for (const XmlElement& child : element.children) {
    visit(place, child.name);
    // An element that is copied as it was written has children that the table does not name.
    const sdf::Child* row = sdf::find_child(place, child.name);
    if (row == nullptr || row->reading != Reading::kept || child.name == "sensor")
      walk(child, place_of(place, child.name), visit);
  }
}

TEST(SdfTable, saysWhatIsWritten) {
  std::set<std::string> seen;
  for (const std::string_view version : {"1.9", "1.11"}) {
    const Written written(version);
    ASSERT_TRUE(written.tree);
    walk(*written.tree, "sdf", [&](std::string_view place, std::string_view name) {
      EXPECT_TRUE(sdf::is_written(place, name)) << place << " > " << name;
      seen.insert(concat(place, " > ", name));
    });
  }
  for (const Child& child : sdf::kChildren)
    if (child.writing == Writing::written) {
      EXPECT_TRUE(seen.contains(concat(child.parent, " > ", child.name)))
          << "never written: " << child.parent << " > " << child.name;
    }
}

// Every child that is written is read or kept. SDF wants the file of a material's script, which the model
// does not have.
TEST(SdfTable, readsWhatIsWritten) {
  for (const Child& child : sdf::kChildren) {
    if (child.writing == Writing::unwritten || (child.parent == "script" && child.name == "uri")) continue;
    EXPECT_TRUE(child.reading == Reading::read || child.reading == Reading::kept)
        << child.parent << " > " << child.name;
  }
}

TEST(SdfTable, theReaderKnowsWhatIsWritten) {
  Written written("1.11");
  DiagnosticEngine diagnostics;
  FrontendContext context{written.sources, diagnostics, written.frontend_options, written.files_read};
  const FrontendResult read = parse_sdf(written.file, context);
  ASSERT_EQ(read.models.size(), 1U);
  for (const Diagnostic& finding : diagnostics.sorted())
    EXPECT_NE(rule_info(finding.rule).slug, rule_info(Rule::unknown_element).slug) << finding.message;
}

TEST(SdfTable, hasEachChildOnce) {
  std::set<std::string> seen;
  for (const Child& child : sdf::kChildren)
    EXPECT_TRUE(seen.insert(concat(child.parent, " > ", child.name)).second)
        << child.parent << " > " << child.name;
}

}  // namespace
}  // namespace romas
