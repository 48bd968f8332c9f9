// The content of the model after a URDF file was read: every field, and nothing that the file does not say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "test/urdf_helpers.h"

namespace romas {
namespace {

using test::UrdfReading;

TEST(UrdfModel, links) {
  const UrdfReading r(R"(<robot name="r" version="1.2"><link name="a">
    <inertial><origin xyz="1 2 3"/><mass value="0.50"/><inertia ixx="1" ixy="2" ixz="3" iyy="4" iyz="5" izz="6"/></inertial>
    <visual name="v"><origin rpy="0 0 1"/><geometry><mesh filename="m.stl" scale="1 1 -1"/></geometry><material name="red"/></visual>
    <visual><geometry><cylinder radius="1" length="2"/></geometry><material><color rgba="1 0 0 1"/><texture filename="t.png"/></material></visual>
    <collision><geometry><capsule radius="1" length="2"/></geometry></collision>
    <collision><origin quat_xyzw="0 0 0 1"/><geometry><drake:ellipsoid a="1" b="2" c="3"/></geometry></collision></link></robot>)");
  const Link& link = r.model().links.at(0);
  EXPECT_EQ(r.model().version, "1.2");
  EXPECT_EQ(r.sources.text(link.name_range), "a");
  ASSERT_TRUE(link.inertial);
  EXPECT_EQ(link.inertial->mass.text(), "0.50") << "the spelling stays";
  EXPECT_EQ(link.inertial->inertia.iyz.value(), 5);
  ASSERT_EQ(link.visuals.size(), 2U);
  EXPECT_EQ(link.visuals[0].name, "v");
  EXPECT_EQ(std::get<Mesh>(link.visuals[0].geometry.shape).scale->at(2).value(), -1);
  EXPECT_EQ(link.visuals[0].material->name, "red");
  EXPECT_FALSE(link.visuals[0].material->color);
  EXPECT_TRUE(link.visuals[1].origin.absent());
  EXPECT_FALSE(link.visuals[1].material->name);
  EXPECT_EQ(link.visuals[1].material->texture->filename, "t.png");
  EXPECT_EQ(std::get<Capsule>(link.collisions.at(0).geometry.shape).length.value(), 2);
  EXPECT_NE(link.collisions.at(1).origin.get_if<TransformExpr::XyzQuaternion>(), nullptr);
  EXPECT_EQ(std::get<Ellipsoid>(link.collisions.at(1).geometry.shape).radii[1].value(), 2);
}

// Angles are about fixed axes, in radians; what an origin leaves out is zero.
TEST(UrdfModel, originsAreTranslationsAndFixedAngles) {
  const UrdfReading r(R"(<robot name="r"><link name="a">
    <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><origin xyz="1 2 3"/><geometry><sphere radius="1"/></geometry></visual>
    <collision><origin rpy="0.3 -0.5 0.7"/><geometry><sphere radius="1"/></geometry></collision>
    <collision><geometry><sphere radius="1"/></geometry></collision></link><link name="b"/>
    <joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="1 2 3" rpy="0.3 -0.5 0.7"/></joint></robot>)");
  const Link& link = r.model().links.at(0);
  const auto expect_pose = [](const TransformExpr& origin, const Vector3& p, const Matrix3& R) {
    EXPECT_EQ(origin.evaluate().p, p);
    EXPECT_LE((origin.evaluate().R - R).cwiseAbs().maxCoeff(), 1e-15);
  };
  const Matrix3 turned =
      (Eigen::AngleAxisd(0.7, Vector3::UnitZ()) * Eigen::AngleAxisd(-0.5, Vector3::UnitY()) *
       Eigen::AngleAxisd(0.3, Vector3::UnitX()))
          .toRotationMatrix();
  expect_pose(link.inertial->origin, Vector3::Zero(), Matrix3::Identity());
  expect_pose(link.visuals.at(0).origin, Vector3(1, 2, 3), Matrix3::Identity());
  expect_pose(link.collisions.at(0).origin, Vector3::Zero(), turned);
  expect_pose(link.collisions.at(1).origin, Vector3::Zero(), Matrix3::Identity());
  expect_pose(r.model().joints.at(0).origin, Vector3(1, 2, 3), turned);
}

TEST(UrdfModel, joints) {
  const UrdfReading r(R"(<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
    <joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin/><axis xyz="0 0 1"/>
      <calibration rising="1" falling="2" reference_position="3"/><dynamics damping="1" friction="2"/>
      <limit lower="-1" upper="1" effort="2" velocity="3" drake:acceleration="4" jerk="5"/><mimic joint="k" multiplier="2" offset="1"/>
      <safety_controller soft_lower_limit="-1" soft_upper_limit="1" k_position="2" k_velocity="3"/></joint>
    <drake:joint name="k" type="screw"><parent link="b"/><child link="c"/><drake:screw_thread_pitch value="0.04"/></drake:joint></robot>)");
  const Joint& joint = r.model().joints.at(0);
  EXPECT_EQ(joint.type, JointType::revolute);
  EXPECT_EQ(joint.parent.id, r.model().find_link("a"));
  EXPECT_FALSE(joint.origin.absent()) << "<origin/> was written";
  EXPECT_EQ(joint.limit->acceleration->value(), 4);
  EXPECT_EQ(joint.limit->jerk->value(), 5);
  EXPECT_FALSE(joint.limit->deceleration);
  EXPECT_EQ(joint.mimic->joint.id, r.model().find_joint("k"));
  EXPECT_EQ(joint.safety_controller->k_velocity->value(), 3);
  EXPECT_EQ(joint.calibration->falling->value(), 2);
  EXPECT_EQ(joint.dynamics->friction.at(0).value(), 2);
  const Joint& screw = r.model().joints.at(1);
  EXPECT_TRUE(screw.dialect);
  EXPECT_EQ(screw.type, JointType::screw);
  EXPECT_EQ(screw.screw_pitch->value(), 0.04);
}

TEST(UrdfModel, loopsForcesAndFrames) {
  const UrdfReading r(
      R"(<robot name="r"><link name="a"/><link name="b"/><frame name="f" link="b" xyz="1 2 3"/>
    <loop_joint name="l" type="continuous"><link1 link="a" xyz="1 0 0" rpy="0 0 1"/><link2 link="b"><origin xyz="0 1 0"/></link2><axis xyz="0 1 0"/></loop_joint>
    <force_element name="s" type="LinearSpringDamper"><link1 link="a" xyz="0 0 1"/><link2 link="b"/><rest_length value="1"/><stiffness value="2"/></force_element>
    <force_element name="n"><linear_spring_damper rest_length="1" damping="3"><link1 link="a"/><link2 link="b"/></linear_spring_damper></force_element>
    <force_element name="w" type="Wing"><parent link="a"/><origin xyz="0 0 0"/><profile value="NACA0012"/><chord value="1"/><span value="2"/><stall_angle value="12"/>
      <nominal_speed value="10"/></force_element>
    <force_element name="t" type="Thrust"><parent link="b"/><origin xyz="0 0 0"/><direction xyz="0 0 1"/><scaleFactor value="5"/><limits value="-1 1"/></force_element></robot>)");
  const Model& m = r.model();
  EXPECT_EQ(m.frames.at(0).link.id, m.find_link("b"));
  EXPECT_FALSE(m.loop_joints.at(0).link1.origin_is_element);
  EXPECT_TRUE(m.loop_joints.at(0).link2.origin_is_element);
  EXPECT_EQ(m.loop_joints.at(0).link2.origin.evaluate().p.y(), 1);
  const auto& spring = std::get<LinearSpringDamper>(m.force_elements.at(0).force);
  EXPECT_EQ(spring.stiffness->value(), 2);
  EXPECT_FALSE(spring.damping);
  EXPECT_TRUE(std::get<LinearSpringDamper>(m.force_elements.at(1).force).nested);
  EXPECT_EQ(std::get<Wing>(m.force_elements.at(2).force).profile, "NACA0012");
  EXPECT_EQ(std::get<Thrust>(m.force_elements.at(3).force).limits->at(0).value(), -1);
}

TEST(UrdfModel, controlAndSensors) {
  const UrdfReading r(
      R"(<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
    <transmission name="t"><type>x/Simple</type><joint name="j"><hardwareInterface>E</hardwareInterface><hardwareInterface>P</hardwareInterface><role>r</role><offset>0.5</offset>
      </joint><actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>
    <gazebo reference="a"><mu1>0.2</mu1><kp value="1e5"/><selfCollide>1</selfCollide><material>Gazebo/Red</material><fdir1>1 0 0</fdir1><plugin name="p"/></gazebo>
    <sensor name="s" type="ray" id="7" update_rate="20"><parent link="a"/><origin xyz="0 0 1"/><ray><horizontal samples="100" max_angle="1.5"/></ray></sensor>
    <sensor name="c" type="camera"><parent joint="j"/><camera><image width="640" format="RGB8"/></camera></sensor>
    <ros2_control name="c" type="system"><hardware><plugin>p/P</plugin><param name="port">/dev/x</param></hardware>
      <joint name="j"><command_interface name="position"><param name="min">-1</param></command_interface><state_interface name="velocity"/><param name="k">2</param></joint>
      <gpio name="g"/></ros2_control></robot>)");
  const Model& m = r.model();
  const Transmission& t = m.transmissions.at(0);
  EXPECT_EQ(t.type, "x/Simple");
  EXPECT_EQ(t.joints.at(0).hardware_interfaces.size(), 2U);
  EXPECT_EQ(t.joints[0].offset->value(), 0.5);
  EXPECT_EQ(t.actuators.at(0).mechanical_reduction->value(), 50);
  const Gazebo& g = m.gazebos.at(0);
  EXPECT_EQ(g.link, m.find_link("a"));
  ASSERT_EQ(g.values.size(), 5U);
  EXPECT_TRUE(g.values[1].is_attribute);
  EXPECT_EQ(std::get<bool>(g.values[2].value), true);
  EXPECT_EQ(g.values[2].spelling, "1");
  EXPECT_EQ(std::get<std::string>(g.values[3].value), "Gazebo/Red");
  EXPECT_EQ(m.extensions.at(0).name, "plugin");
  EXPECT_EQ(m.sensors.at(0).ray->horizontal->samples->value(), 100);
  EXPECT_EQ(m.sensors.at(1).camera->format, "RGB8");
  EXPECT_EQ(m.sensors.at(1).parent_joint->id, m.find_joint("j"));
  const Ros2Control& c = m.ros2_controls.at(0);
  EXPECT_EQ(c.hardware_parameters.at(0).value, "/dev/x");
  EXPECT_EQ(c.components.at(0).command_interfaces.at(0).parameters.at(0).value, "-1");
  EXPECT_EQ(c.components.at(1).kind, Ros2Component::Kind::gpio);
}

TEST(UrdfModel, theGroundOfDrakesDialectIsALinkThatNobodyWrote) {
  const UrdfReading r(
      "<robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='world'/><child "
      "link='a'/></joint></robot>");
  EXPECT_TRUE(r.model().link(r.model().find_link("world")).implicit);
  EXPECT_TRUE(r.model().joints[0].parent.id.valid());
  const UrdfReading declared(
      "<robot name='r'><link name='world'/><link name='a'/><joint name='j' type='fixed'><parent "
      "link='world'/><child link='a'/></joint></robot>");
  EXPECT_EQ(declared.model().links.size(), 2U);
  EXPECT_FALSE(declared.model().links[0].implicit);
}

TEST(UrdfModel, readsEveryWayOfWritingText) {
  const UrdfReading r(
      "\xEF\xBB\xBF<?xml version='1.0'?>\r\n<robot name='\xC3\xA4&amp;&#x1F600;'>\r\n<link "
      "name='a&lt;b'/>\r\n</robot>\r\n");
  EXPECT_EQ(r.model().name, "\xC3\xA4&\xF0\x9F\x98\x80");
  EXPECT_EQ(r.model().links.at(0).name, "a<b");
}

}  // namespace
}  // namespace romas
