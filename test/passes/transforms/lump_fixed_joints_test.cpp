#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/model/verify.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using test::ModelMaker;
using test::run_pass;
using test::RunResult;
using ::testing::IsEmpty;

RunResult lump(Model& model, const std::string& mode = "all") {
  return run_pass(lump_fixed_joints, model, {{"mode", mode}});
}

// base <- (fixed, 1 m up) tool, and a finger that moves in the tool.
ModelMaker robot() {
  ModelMaker maker;
  maker.link("base", 2, 0.02, 0.02, 0.02);
  maker.link("tool", 3, 0.03, 0.02, 0.02);
  maker.link("finger", 1, 0.03, 0.02, 0.02);
  maker.joint("mount", JointType::fixed, "base", "tool").origin = ModelMaker::at(0, 0, 1);
  maker.joint("grip", JointType::prismatic, "tool", "finger").origin = ModelMaker::at(0.1, 0, 0);
  maker.done();
  return maker;
}

TEST(LumpFixedJoints, theLinkBecomesAFrameAndPartOfItsParent) {
  auto maker = robot();
  Model& model = maker.model();
  EXPECT_TRUE(lump(model).changed);
  EXPECT_THAT(verify_model(model), IsEmpty());
  ASSERT_EQ(model.links.size(), 2U);
  ASSERT_EQ(model.joints.size(), 1U);
  EXPECT_EQ(model.joints[0].parent.name, "base");
  EXPECT_EQ(model.joints[0].origin.evaluate().p, Vector3(0.1, 0, 1));
  ASSERT_EQ(model.frames.size(), 1U);
  EXPECT_EQ(model.frames[0].name, "tool");
  EXPECT_EQ(model.frames[0].kind, Frame::Origin::lumped_link);
  EXPECT_EQ(model.frames[0].link.name, "base");
  EXPECT_EQ(model.frames[0].origin.evaluate().p, Vector3(0, 0, 1));
  // Two bodies 1 m apart: 2 kg and 3 kg.
  const SpatialInertia sum = model.links[0].inertial->spatial();
  EXPECT_EQ(sum.mass, 5);
  EXPECT_DOUBLE_EQ(sum.com.z(), 0.6);
  EXPECT_DOUBLE_EQ(sum.tensor(0, 0), 0.05 + 2 * 0.36 + 3 * 0.16);
  EXPECT_DOUBLE_EQ(sum.tensor(2, 2), 0.04);
}

TEST(LumpFixedJoints, masslessTakesOnlyFramesAndTouchesNoInertia) {
  auto maker = robot();
  Model& model = maker.model();
  EXPECT_FALSE(lump(model, "massless").changed);
  EXPECT_FALSE(lump(model, "none").changed);
  model.links[1].inertial = maker.inertial(0, 0, 0, 0);
  model.links[0].inertial->mass = model.number(2, "2.0");
  EXPECT_TRUE(lump(model, "massless").changed);
  EXPECT_EQ(model.links.size(), 2U);
  EXPECT_EQ(model.links[0].inertial->mass.text(), "2.0");
}

TEST(LumpFixedJoints, aSingleInertiaKeepsItsDigits) {
  auto maker = robot();
  Model& model = maker.model();
  model.links[0].inertial.reset();
  model.links[1].inertial->mass = model.number(3, "3.00");
  lump(model);
  EXPECT_EQ(model.links[0].inertial->mass.text(), "3.00");
  EXPECT_EQ(model.links[0].inertial->spatial().com, Vector3(0, 0, 1));
}

TEST(LumpFixedJoints, whatSomethingRefersToStays) {
  const auto kept = [](const auto& change) {
    auto maker = robot();
    change(maker.model());
    maker.done();
    const RunResult result = lump(maker.model());
    return !result.changed &&
           result.statistics.contains("fixed joints kept because something depends on them");
  };
  EXPECT_FALSE(kept([](Model&) {}));
  EXPECT_TRUE(kept([](Model& model) {
    model.sensors.resize(1);
    model.sensors[0].parent_joint = JointRef{"mount", {}, {}};
  }));
  EXPECT_TRUE(kept([](Model& model) {
    model.transmissions.resize(1);
    model.transmissions[0].joints.resize(1);
    model.transmissions[0].joints[0].joint.name = "mount";
  }));
  EXPECT_TRUE(kept([](Model& model) {
    model.gazebos.resize(1);
    model.gazebos[0].reference = "mount";
  }));
  EXPECT_TRUE(kept([](Model& model) {
    model.ros2_controls.resize(1);
    model.ros2_controls[0].components.resize(1);
    model.ros2_controls[0].components[0].name = "mount";
  }));
  EXPECT_TRUE(kept([](Model& model) {
    model.extensions.push_back(
        {{EntityKind::joint, Slot::self, 0, 0, 0}, Extension::Kind::element, "x", "<x/>", {}});
  }));
  EXPECT_TRUE(kept([](Model& model) {
    model.gazebos.resize(1);
    model.gazebos[0].reference = "tool";
    model.extensions.push_back(
        {{EntityKind::gazebo, Slot::self, 0, 0, 0}, Extension::Kind::element, "sensor", "<sensor/>", {}});
  }));
  EXPECT_TRUE(kept([](Model& model) { model.links[0].name = model.joints[0].parent.name = "world"; }));
  EXPECT_TRUE(kept([](Model& model) { model.links[1].inertial->mass = -1; }));
  EXPECT_TRUE(kept([](Model& model) {
    model.frames.push_back({"tool", {"base", {}, {}}, {}, Frame::Origin::written, {}, {}});
  }));
  EXPECT_TRUE(kept([](Model& model) { model.joints[0].origin = ModelMaker::at(1e300, 0, 0); }));
  EXPECT_TRUE(kept([](Model& model) {
    model.force_elements.push_back({"wing", Wing{{"tool", {}, {}}, {}, "", {}, {}, {}, {}}, {}, {}});
  }));
}

TEST(LumpFixedJoints, placesFollow) {
  auto maker = robot();
  Model& model = maker.model();
  Visual visual;
  visual.geometry.shape = Sphere{1};
  visual.origin = ModelMaker::at(0, 0, 0.5);
  model.links[0].visuals = {visual};
  model.links[1].visuals = {visual, visual};
  model.extensions.push_back({{EntityKind::link, Slot::visual_origin, 0, 1, 1},
                              Extension::Kind::attribute,
                              "note",
                              "second visual of tool",
                              {}});
  model.extensions.push_back(
      {{EntityKind::link, Slot::self, 0, 1, 0}, Extension::Kind::attribute, "type", "tool", {}});
  model.extensions.push_back({{EntityKind::link, Slot::mass, 0, 1, 0},
                              Extension::Kind::attribute,
                              "unit",
                              "kg",
                              maker.next_range()});
  model.extensions.push_back(
      {{EntityKind::link, Slot::self, 0, 2, 0}, Extension::Kind::attribute, "type", "finger", {}});
  model.layout.comments = {"inside of tool"};
  model.layout.children[Place{}] = {{LayoutItem::Kind::entity, EntityKind::link, Slot::self, 1},
                                    {LayoutItem::Kind::entity, EntityKind::link, Slot::self, 0}};
  model.layout.children[Place{EntityKind::link, Slot::self, 0, 1, 0}] = {
      {LayoutItem::Kind::slot, EntityKind::link, Slot::visual, 0},
      {LayoutItem::Kind::comment, EntityKind::link, Slot::self, 0}};
  model.layout.children[Place{EntityKind::link, Slot::self, 0, 0, 0}] = {
      {LayoutItem::Kind::slot, EntityKind::link, Slot::visual, 0}};
  const RunResult result = lump(model);
  EXPECT_THAT(verify_model(model), IsEmpty());

  ASSERT_EQ(model.links[0].visuals.size(), 3U);
  EXPECT_EQ(model.links[0].visuals[2].origin.evaluate().p, Vector3(0, 0, 1.5));
  ASSERT_EQ(model.extensions.size(), 3U);
  EXPECT_EQ(model.extensions[0].owner, (Place{EntityKind::link, Slot::visual_origin, 0, 0, 2}));
  EXPECT_EQ(model.extensions[1].owner, (Place{EntityKind::frame, Slot::self, 0, 0, 0}));
  EXPECT_EQ(model.extensions[2].owner, (Place{EntityKind::link, Slot::self, 0, 1, 0}));
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_EQ(result.diagnostics[0].rule, Rule::feature_dropped);
  EXPECT_EQ(result.diagnostics[0].message,
            "'unit' in the inertial of link 'tool' is lost: the link is lumped into its parent");

  // The comment of the lumped link stands where the link stood; the new frame is listed.
  const auto& items = model.layout.children.at(Place{});
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0].kind, LayoutItem::Kind::comment);
  EXPECT_EQ(items[1].entity, EntityKind::link);
  EXPECT_EQ(items[2].entity, EntityKind::frame);
  EXPECT_EQ(model.layout.children.at(Place{EntityKind::link, Slot::self, 0, 0, 0}).size(), 3U);
}

TEST(LumpFixedJoints, gazeboPropertiesOfLumpedShapesAreReported) {
  auto maker = robot();
  Model& model = maker.model();
  Gazebo gazebo;
  gazebo.reference = "tool";
  gazebo.values.push_back({GazeboProperty::mu1, Number(0.2), "", false, maker.next_range()});
  model.gazebos.push_back(gazebo);
  model.links[1].collisions.resize(1);
  maker.done();
  const RunResult result = lump(model);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_EQ(result.diagnostics[0].rule, Rule::feature_dropped);
  EXPECT_EQ(*model.gazebos[0].reference, "tool");
  EXPECT_THAT(test::slugs(check_references, model), IsEmpty()) << "the reference names the frame";
}

// As Gazebo does it: a body without gravity keeps the link that it becomes part of from falling.
TEST(LumpFixedJoints, gazeboPropertiesOfTheBodyGoToTheLinkThatTakesItIn) {
  auto maker = robot();
  Model& model = maker.model();
  model.links[1].collisions.resize(1);
  Gazebo gazebo;
  gazebo.reference = "tool";
  gazebo.values.push_back({GazeboProperty::gravity, false, "", false, maker.next_range()});
  model.gazebos.push_back(gazebo);
  maker.done();
  {
    Model alone = model;
    EXPECT_THAT(lump(alone).diagnostics, IsEmpty());
    ASSERT_EQ(alone.gazebos.size(), 1U);
    EXPECT_EQ(*alone.gazebos[0].reference, "base");
  }
  {
    Model mixed = model;
    mixed.gazebos[0].values.push_back({GazeboProperty::mu1, Number(0.2), "", false, maker.next_range()});
    EXPECT_EQ(lump(mixed).diagnostics.size(), 1U);  // mu1 alone
    ASSERT_EQ(mixed.gazebos.size(), 2U);
    EXPECT_EQ(*mixed.gazebos[0].reference, "tool");
    EXPECT_EQ(*mixed.gazebos[1].reference, "base");
    ASSERT_EQ(mixed.gazebos[1].values.size(), 1U);
    EXPECT_EQ(mixed.gazebos[1].values[0].property, GazeboProperty::gravity);
  }
  {
    Model contradicted = model;
    gazebo.reference = "base";
    gazebo.values[0].value = true;
    contradicted.gazebos.push_back(gazebo);
    contradicted.rebuild_index();
    const RunResult result = lump(contradicted);
    ASSERT_EQ(result.diagnostics.size(), 1U);
    EXPECT_EQ(result.diagnostics[0].message,
              "<gravity> of link 'tool' is lost: the link is lumped into 'base', which has another value");
  }
}

TEST(LumpFixedJoints, thrustsTurnWithTheirLinks) {
  auto maker = robot();
  Model& model = maker.model();
  model.joints[0].origin = ModelMaker::at(0, 0, 1, 0, 1.5707963267948966, 0);
  model.force_elements.push_back(
      {"jet", Thrust{{"tool", {}, {}}, ModelMaker::at(0, 0, 1), Number3{0, 0, 1}, {}, {}}, {}, {}});
  maker.done();
  lump(model);
  const Thrust& thrust = std::get<Thrust>(model.force_elements[0].force);
  EXPECT_EQ(*thrust.direction, (Number3{1, 0, 0}));
  EXPECT_EQ(thrust.origin.evaluate().p, Vector3(1, 0, 1));
  EXPECT_EQ(thrust.parent.name, "base");
}

TEST(LumpFixedJoints, partsFollowTheirLinks) {
  auto maker = robot();
  Model& model = maker.model();
  model.parts.resize(2);
  model.parts[0].link = model.find_link("tool");
  model.parts[0].joint = model.find_joint("mount");
  model.parts[1].link = model.find_link("finger");
  model.parts[1].joint = model.find_joint("grip");
  lump(model);
  EXPECT_EQ(model.parts[0].link, model.find_link("base"));
  EXPECT_FALSE(model.parts[0].joint);
  EXPECT_EQ(model.parts[1].link, model.find_link("finger"));
  EXPECT_EQ(model.parts[1].joint, model.find_joint("grip"));
}

TEST(LumpFixedJoints, brokenModelsSurvive) {
  ModelMaker maker;
  for (const char* name : {"a", "b", "c", "d", "d"}) maker.link(name);
  maker.joint("ab", JointType::fixed, "a", "b");
  maker.joint("ba", JointType::fixed, "b", "a");
  maker.joint("lost", JointType::fixed, "nowhere", "c");
  maker.joint("cd", JointType::fixed, "c", "d");
  maker.joint("ad", JointType::fixed, "a", "d");
  maker.done();
  for (const char* mode : {"massless", "all"}) {
    lump(maker.model(), mode);
    EXPECT_THAT(verify_model(maker.model()), IsEmpty());
  }
}

}  // namespace
}  // namespace romas
