#include "ir/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/random_robot.h"

namespace romas {
namespace {

using test::ModelMaker;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> messages(const Model& a, const Model& b, const CompareOptions& options = {}) {
  std::vector<std::string> result;
  for (const ModelDifference& difference : compare_models(a, b, options).differences)
    result.push_back(message_of(difference));
  return result;
}

// Returns the messages of the comparison between a robot of three links in a row and a changed copy of it.
template <class Change>
std::vector<std::string> after(Change change) {
  ModelMaker maker;
  for (const char* name : {"base", "arm", "hand"}) maker.link(name, 2, 0.02, 0.02, 0.02);
  maker.joint("shoulder", JointType::revolute, "base", "arm").origin = ModelMaker::at(0, 0, 1);
  maker.joint("elbow", JointType::revolute, "arm", "hand").origin = ModelMaker::at(1, 0, 0);
  maker.done();
  Model changed = maker.model();
  change(changed);
  changed.rebuild_index();
  return messages(maker.model(), changed);
}

TEST(CompareModels, theSameRobotHasNoDifference) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    test::RandomRobot robot(seed);
    EXPECT_THAT(messages(robot.model(), robot.model()), IsEmpty());
  }
}

TEST(CompareModels, howThingsAreWrittenDoesNotMatter) {
  EXPECT_THAT(after([](Model& model) {
                model.joints[0].origin = TransformExpr(model.joints[0].origin.evaluate());
                model.joints[0].axis->xyz = {0, 0, 2};
                std::swap(model.links[0], model.links[2]);
                std::swap(model.joints[0], model.joints[1]);
              }),
              IsEmpty());
}

TEST(CompareModels, eachDifferenceIsNamedOnce) {
  EXPECT_THAT(after([](Model& model) { model.name = "other"; }),
              ElementsAre("robot 'robot': name 'robot' → 'other'"));
  EXPECT_THAT(after([](Model& model) { model.joints[0].type = JointType::continuous; }),
              ElementsAre("joint 'shoulder': type 'revolute' → 'continuous'"));
  EXPECT_THAT(after([](Model& model) {
                model.joints[0].axis->xyz = {0, 1, 0};
              }),
              ElementsAre("joint 'shoulder': axis 0 0 1 → 0 1 0"));
  EXPECT_THAT(after([](Model& model) { model.joints[0].limit->lower = -2; }),
              ElementsAre("joint 'shoulder': limit lower -1 rad → -2 rad"));
  EXPECT_THAT(after([](Model& model) { model.joints[0].limit->effort.reset(); }),
              ElementsAre("joint 'shoulder': limit effort 10 N m → none"));
  EXPECT_THAT(after([](Model& model) {
                model.joints[0].dynamics = JointDynamics{{0.5}, {}, {}};
              }),
              ElementsAre("joint 'shoulder': dynamics damping none → 0.5 N m s/rad"));
  EXPECT_THAT(after([](Model& model) {
                model.joints[1].mimic = JointMimic{{"shoulder", {}, {}}, Number(2), {}, {}};
              }),
              ElementsAre("joint 'elbow': mimic joint none → 'shoulder'",
                          "joint 'elbow': mimic multiplier none → 2"));
}

TEST(CompareModels, valuesThatSayNothingAreNoDifference) {
  EXPECT_THAT(after([](Model& model) {
                model.joints[0].dynamics = JointDynamics{{0}, {0}, {}};
                model.joints[1].origin = TransformExpr(model.joints[1].origin.evaluate());
              }),
              IsEmpty());
}

TEST(CompareModels, anOriginSaysWhatMovesWithIt) {
  EXPECT_THAT(after([](Model& model) { model.joints[0].origin = ModelMaker::at(0, 0, 1.5); }),
              ElementsAre("joint 'shoulder': origin z 1 m → 1.5 m: moves 2 links"));
  EXPECT_THAT(after([](Model& model) { model.joints[1].origin = ModelMaker::at(1, 0.25, -1); }),
              ElementsAre("joint 'elbow': origin yz 0 0 m → 0.25 -1 m: moves 1 link"));
}

TEST(CompareModels, numbersAreRoundedToWhatDiffers) {
  EXPECT_THAT(after([](Model& model) { model.joints[0].limit->lower = -1.0000123456; }),
              ElementsAre("joint 'shoulder': limit lower -1 rad → -1.000012 rad"));
}

TEST(CompareModels, masses) {
  EXPECT_THAT(after([](Model& model) { model.links[1].inertial->mass = 4; }),
              ElementsAre("link 'arm': mass 2 kg → 4 kg"));
  EXPECT_THAT(after([](Model& model) { model.links[1].inertial->inertia.ixx = 0.04; }),
              ElementsAre("link 'arm': inertia ixx 0.02 kg m² → 0.04 kg m²"));
  ModelMaker maker;
  maker.link("base", 2, 0.02, 0.02, 0.02);
  maker.done();
  Model heavier = maker.model();
  heavier.links[0].inertial->mass = 5;
  EXPECT_THAT(compare_models(maker.model(), heavier).effects,
              ElementsAre("mass of the whole robot 2 kg → 5 kg"));
}

TEST(CompareModels, differentTrees) {
  const auto found = after([](Model& model) { model.links[2].name = model.joints[1].child.name = "hands"; });
  EXPECT_THAT(found, ElementsAre("link 'hand': removed", "link 'hands': added",
                                 "joint 'elbow': child 'hand' → 'hands'"));
}

TEST(CompareModels, anotherParentLeavesTheChildWhereItIsOrMovesIt) {
  EXPECT_THAT(after([](Model& model) {
                model.joints[1].parent.name = "base";
                model.joints[1].origin = ModelMaker::at(1, 0, 1);
              }),
              ElementsAre("joint 'elbow': parent 'arm' → 'base': it stays where it is"));
  EXPECT_THAT(after([](Model& model) { model.joints[1].parent.name = "base"; }),
              ElementsAre("joint 'elbow': parent 'arm' → 'base': moves 1 link"));
}

TEST(CompareModels, lumpedLinksAreFound) {
  auto maker = test::two_links(JointType::fixed);
  Model lumped = maker.model();
  test::run_pass(lump_fixed_joints, lumped);
  const auto found = messages(maker.model(), lumped);
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found, ::testing::Contains("link 'arm': removed"));
  EXPECT_THAT(found, ::testing::Contains("joint 'shoulder': removed"));
  EXPECT_THAT(found, ::testing::Contains(HasSubstr("link 'base': mass")));
}

// A link with two shapes of each kind, and the same after a change.
std::vector<std::string> after_shapes(const std::function<void(Link&)>& change) {
  ModelMaker maker;
  Link& link = maker.link("base", 1, 0.1, 0.1, 0.1);
  for (const double size : {0.1, 0.2}) {
    link.visuals.push_back({{}, ModelMaker::at(size, 0, 0), {Box{{size, size, size}}, {}}, {}, {}});
    link.collisions.push_back({{}, ModelMaker::at(0, size, 0), {Sphere{size}, {}}, {}});
  }
  maker.done();
  Model changed = maker.model();
  change(changed.links[0]);
  changed.rebuild_index();
  return messages(maker.model(), changed);
}

// A property of a shape that only one of two formats can express does not keep the shape from being found.
TEST(CompareModels, shapesAreFoundByWhatBothFormatsSay) {
  ModelMaker maker;
  Link& link = maker.link("base", 1, 0.1, 0.1, 0.1);
  for (const double place : {1, 2, 3})
    link.collisions.push_back({{}, ModelMaker::at(place, 0, 0), {Sphere{0.1}, {}}, {}});
  for (std::uint32_t i = 0; i < 3; ++i) {
    Extension word;
    word.owner = {EntityKind::link, Slot::collision, 0, 0, i};
    word.kind = Extension::Kind::attribute;
    word.name = "solref";
    word.text = "0.01 1";
    maker.model().extensions.push_back(word);
  }
  maker.done();
  Model changed = maker.model();
  changed.extensions.clear();
  changed.links[0].collisions.erase(changed.links[0].collisions.begin());
  changed.rebuild_index();
  CompareOptions options;
  options.a.format = "mjcf";
  options.b.format = "urdf";
  EXPECT_THAT(messages(maker.model(), changed, options), ElementsAre("link 'base': collision 1 removed"));
}

TEST(CompareModels, theSidesOfABallAreItsCentreAlone) {
  ModelMaker maker;
  for (const char* name : {"base", "arm"}) maker.link(name, 2, 0.02, 0.02, 0.02);
  maker.joint("shoulder", JointType::revolute, "base", "arm");
  LoopJoint loop;
  loop.name = "pin";
  loop.type = JointType::ball;
  loop.link1.link.name = "base";
  loop.link2.link.name = "arm";
  maker.model().loop_joints.push_back(loop);
  maker.done();
  const auto turned = [&](JointType type, const TransformExpr& origin) {
    Model was = maker.model();
    was.loop_joints[0].type = type;
    Model is = was;
    is.loop_joints[0].link2.origin = origin;
    is.rebuild_index();
    return messages(was, is);
  };
  const TransformExpr quarter(RigidTransform{rotation_about(Vector3::UnitZ(), 1.5), Vector3::Zero()});
  EXPECT_THAT(turned(JointType::ball, quarter), IsEmpty());
  EXPECT_THAT(turned(JointType::revolute, quarter), ElementsAre(HasSubstr("link2 origin")));
  EXPECT_THAT(turned(JointType::ball, ModelMaker::at(1, 0, 0)), ElementsAre(HasSubstr("link2 origin x")));
}

TEST(CompareModels, shapesAreComparedAndTheirOrderDoesNotMatter) {
  EXPECT_THAT(after_shapes([](Link& link) {
                std::swap(link.visuals[0], link.visuals[1]);
                std::swap(link.collisions[0], link.collisions[1]);
              }),
              IsEmpty());
  EXPECT_THAT(after_shapes([](Link& link) { link.collisions.pop_back(); }),
              ElementsAre("link 'base': collision 2 removed"));
  EXPECT_THAT(after_shapes([](Link& link) { link.collisions[1].geometry.shape = Sphere{1}; }),
              ElementsAre("link 'base': collision 2 geometry radius 0.2 m → 1 m"));
  EXPECT_THAT(after_shapes([](Link& link) { link.visuals[0].geometry.shape = Sphere{1}; }),
              ElementsAre("link 'base': visual 1 geometry 'box' → 'sphere'"));
  EXPECT_THAT(after_shapes([](Link& link) {
                MaterialUse red;
                red.color = Color{{1, 0, 0, 1}, {}};
                link.visuals[0].material = red;
              }),
              ElementsAre("link 'base': visual 1 material color none → 1 0 0 1"));
}

TEST(CompareModels, oneAspectAlone) {
  auto maker = test::two_links();
  Model changed = maker.model();
  changed.joints[0].limit =
      JointLimit{.lower = Number(-9), .upper = Number(9), .effort = Number(1234), .velocity = Number(5)};
  changed.links[0].inertial->mass = 77;
  const auto of = [&](Aspect aspect) {
    CompareOptions options;
    options.aspects = {aspect};
    return messages(maker.model(), changed, options);
  };
  EXPECT_THAT(of(Aspect::dynamics), ::testing::Contains(HasSubstr("mass")));
  EXPECT_THAT(of(Aspect::dynamics), ::testing::Contains(HasSubstr("limit effort")));
  EXPECT_THAT(of(Aspect::dynamics), ::testing::Not(::testing::Contains(HasSubstr("limit lower"))));
  EXPECT_THAT(of(Aspect::kinematics), ::testing::Contains(HasSubstr("limit lower")));
  EXPECT_THAT(of(Aspect::visual), IsEmpty());
}

TEST(CompareModels, whatAFormatCannotSayIsListed) {
  auto maker = test::two_links();
  Model with = maker.model();
  for (const char* name : {"first", "second"}) {
    Transmission transmission;
    transmission.name = name;
    with.transmissions.push_back(transmission);
  }
  CompareOptions options;
  options.a.format = "urdf";
  options.b.format = "sdf";
  const ModelComparison comparison = compare_models(with, maker.model(), options);
  EXPECT_THAT(comparison.differences, IsEmpty());
  ASSERT_EQ(comparison.not_compared.size(), 1U);
  EXPECT_EQ(comparison.not_compared[0].topic, Topic::transmission);
  EXPECT_EQ(comparison.not_compared[0].count, 2U);
  EXPECT_EQ(comparison.not_compared[0].format, "sdf");
  options.b.format = "urdf";
  EXPECT_EQ(compare_models(with, maker.model(), options).differences.size(), 2U);
}

TEST(CompareModels, aFrameMayBeAnEmptyLink) {
  auto maker = test::two_links();
  Model with_frame = maker.model();
  Frame frame;
  frame.name = "tcp";
  frame.link.name = "arm";
  frame.origin = ModelMaker::at(0, 0, 1);
  with_frame.frames.push_back(frame);
  with_frame.rebuild_index();
  EXPECT_THAT(messages(with_frame, maker.model()), ElementsAre("frame 'tcp': removed"));
  const auto as_link = [&](double z) {
    Model model = maker.model();
    Link link;
    link.name = "tcp";
    model.links.push_back(link);
    Joint joint;
    joint.name = "arm_to_tcp";
    joint.parent.name = "arm";
    joint.child.name = "tcp";
    joint.origin = ModelMaker::at(0, 0, z);
    model.joints.push_back(joint);
    model.rebuild_index();
    return model;
  };
  EXPECT_THAT(messages(with_frame, as_link(1)), IsEmpty());
  EXPECT_THAT(messages(as_link(1), with_frame), IsEmpty());
  EXPECT_FALSE(messages(with_frame, as_link(2)).empty());
}

TEST(CompareModels, renamedLinksAreMatchedByStructure) {
  ModelMaker maker;
  for (const char* name : {"base", "arm", "hand"}) maker.link(name, 2, 0.02, 0.02, 0.02);
  maker.joint("shoulder", JointType::revolute, "base", "arm").origin = ModelMaker::at(0, 0, 1);
  maker.joint("elbow", JointType::revolute, "arm", "hand").origin = ModelMaker::at(1, 0, 0);
  maker.model().joints[1].mimic = JointMimic{{"shoulder", {}, {}}, {}, {}, {}};
  maker.done();
  Model renamed = maker.model();
  for (Link& link : renamed.links) link.name = "x_" + link.name;
  for (Joint& joint : renamed.joints) {
    joint.name = "y_" + joint.name;
    joint.parent.name = "x_" + joint.parent.name;
    joint.child.name = "x_" + joint.child.name;
  }
  renamed.joints[1].mimic->joint.name = "y_shoulder";
  renamed.links[2].inertial->mass = 3;
  renamed.rebuild_index();
  CompareOptions options;
  options.match_structure = true;
  EXPECT_THAT(messages(maker.model(), renamed, options),
              ElementsAre("link 'base': renamed to 'x_base'", "link 'arm': renamed to 'x_arm'",
                          "link 'hand': renamed to 'x_hand'", "joint 'shoulder': renamed to 'y_shoulder'",
                          "joint 'elbow': renamed to 'y_elbow'", "link 'x_hand': mass 2 kg → 3 kg"));
}

TEST(CompareModels, theToleranceIsRelative) {
  const auto differ = [](double change, double tolerance) {
    auto maker = test::two_links();
    maker.model().joints[0].origin = ModelMaker::at(1000, 0, 0);
    Model far = maker.model();
    far.joints[0].origin = ModelMaker::at(1000 * (1 + change), 0, 0);
    CompareOptions options;
    options.tolerance = tolerance;
    return !compare_models(maker.model(), far, options).differences.empty();
  };
  EXPECT_FALSE(differ(1e-12, 1e-9));
  EXPECT_TRUE(differ(1e-7, 1e-9));
  EXPECT_FALSE(differ(1e-7, 1e-6));
}

}  // namespace
}  // namespace romas
