#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ir/analysis/tree/bounds.h"
#include "test/folders.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::ModelMaker;
using test::slugs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A link of 1 kg in a cube of 0.2 m, which has 1/150 kg m² about every axis. Change it and look what
// check-bodies says.
class Body {
 public:
  Body() {
    maker_.link("arm", 1, 0.007, 0.007, 0.007);
    inertial().origin_range = maker_.next_range();
    collide(Box{{0.2, 0.2, 0.2}});
  }
  Link& link() { return maker_.model().links[0]; }
  Inertial& inertial() { return *link().inertial; }
  Body& collide(const Shape& shape, const TransformExpr& origin = {}) {
    Collision collision;
    collision.geometry.shape = shape;
    collision.origin = origin;
    link().collisions.push_back(collision);
    return *this;
  }
  Body& show(const Shape& shape, const TransformExpr& origin = {}) {
    Visual visual;
    visual.geometry.shape = shape;
    visual.origin = origin;
    link().visuals.push_back(visual);
    return *this;
  }
  Body& inertia(double ixx, double iyy, double izz, double mass = 1) {
    const SourceRange range = inertial().inertia.range;
    inertial().inertia = {ixx, 0, 0, iyy, 0, izz, range};
    inertial().mass = mass;
    return *this;
  }
  Body& com(double x, double y, double z) {
    inertial().origin = ModelMaker::at(x, y, z);
    return *this;
  }
  std::vector<Diagnostic> findings(MeshSizes* meshes = nullptr) {
    DiagnosticEngine diagnostics;
    CheckContext context{diagnostics, {}};
    context.inputs.meshes = meshes;
    check_bodies(maker_.model(), context);
    return diagnostics.sorted();
  }
  std::vector<std::string> slugs(MeshSizes* meshes = nullptr) {
    std::vector<std::string> result;
    for (const Diagnostic& diagnostic : findings(meshes))
      result.emplace_back(rule_info(diagnostic.rule).slug);
    return result;
  }

 private:
  ModelMaker maker_;
};

TEST(CheckBodies, soundBodiesPass) {
  EXPECT_THAT(Body().slugs(), IsEmpty());
  EXPECT_THAT(Body().inertia(0.06, 0.06, 0.06).slugs(), IsEmpty());  // 9 times: motors and hollow parts
  EXPECT_THAT(Body().inertia(7e-5, 7e-5, 7e-5, 0.01).slugs(), IsEmpty());
  EXPECT_THAT(Body().com(0.1, -0.1, 0.1).slugs(), IsEmpty());
  EXPECT_THAT(Body().com(0, 0, 0.12).slugs(), IsEmpty());
}

TEST(CheckBodies, tooMuchInertia) {
  Body body;
  body.inertia(0.02, 0.1, 0.09);
  const auto found = body.findings();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::inertia_implausible);
  EXPECT_EQ(found[0].message,
            "the inertia of link 'arm' is implausible: 0.1 kg m² with 1 kg is 15 times that of its shapes "
            "filled with this mass, 0.00667 kg m²");
  EXPECT_EQ(found[0].range, SourceRange(body.inertial().inertia.range));
}

TEST(CheckBodies, shapesAreAddedWhereTheyStand) {
  // Two cubes far apart: the moment is that of their distance.
  const auto pair = [](double moment) {
    return Body()
        .collide(Box{{0.2, 0.2, 0.2}}, ModelMaker::at(2, 0, 0))
        .com(1, 0, 0)
        .inertia(0.01, moment, moment)
        .slugs();
  };
  EXPECT_THAT(pair(9), IsEmpty());
  EXPECT_THAT(pair(11), ElementsAre("inertia-implausible"));
  // A rod along z, turned to lie along x.
  const auto rod = [](double roll) {
    Body body;
    body.link().collisions.clear();
    return body.show(Cylinder{0.01, 2}, ModelMaker::at(0, 0, 0, roll, 0, 0)).com(0, 0.9, 0).slugs();
  };
  EXPECT_THAT(rod(1.5707963267948966), IsEmpty());
  EXPECT_THAT(rod(0), ElementsAre("com-outside-geometry"));
}

TEST(CheckBodies, theLargerOfCollisionsAndVisualsCounts) {
  EXPECT_THAT(Body().inertia(0.1, 0.1, 0.09).slugs(), ElementsAre("inertia-implausible"));
  EXPECT_THAT(Body().inertia(0.1, 0.1, 0.09).show(Sphere{0.5}).slugs(), IsEmpty());
  EXPECT_THAT(Body().com(0.5, 0, 0).slugs(), ElementsAre("com-outside-geometry"));
  EXPECT_THAT(Body().com(0.5, 0, 0).show(Sphere{0.5}).slugs(), IsEmpty());
}

TEST(CheckBodies, nothingIsSaidOfWhatIsUnknown) {
  EXPECT_THAT(Body().inertia(0.1, 0.1, 0.09).show(Mesh{"a.stl", {}, {}}).slugs(), IsEmpty());
  EXPECT_THAT(Body().com(9, 0, 0).show(Mesh{"a.stl", {}, {}}).slugs(), IsEmpty());
  EXPECT_THAT(Body().inertia(0.1, 0.1, 0.09).collide(Sphere{0}).slugs(), IsEmpty());
  Body bare;
  bare.link().collisions.clear();
  EXPECT_THAT(bare.com(9, 0, 0).slugs(), IsEmpty());
  // A visual alone may be a mark, and says where the link is, not how much of it.
  bare.show(Box{{0.01, 0.01, 0.01}});
  EXPECT_THAT(bare.slugs(), ElementsAre("com-outside-geometry"));
  EXPECT_THAT(bare.com(0, 0, 0).slugs(), IsEmpty());
}

TEST(CheckBodies, gyrationRadius) {
  Body bare;
  bare.link().collisions.clear();
  EXPECT_THAT(bare.inertia(1, 1, 0.9, 0.3).slugs(), IsEmpty());
  bare.inertia(1, 1, 0.9, 0.04);
  const auto found = bare.findings();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message,
            "the inertia of link 'arm' is implausible: 1 kg m² with 0.04 kg has a gyration radius of 5 m, "
            "but links of robots stay below 2 m");
  EXPECT_THAT(bare.show(Box{{20, 1, 1}}).slugs(), IsEmpty());  // the jib of a crane
}

TEST(CheckBodies, meshesCountAsTheBoxesAroundThem) {
  MeshSizes meshes(
      {}, [](const std::string&) { return BoundingBox(Vector3(-0.1, -0.1, 0.9), Vector3(0.1, 0.1, 1.1)); });
  const std::string file = test::source_path("CMakeLists.txt");  // any that exists: its size is said above
  Body body;
  body.link().collisions.clear();
  body.collide(Mesh{file, {}, {}});
  EXPECT_THAT(body.com(0, 0, 1).slugs(&meshes), IsEmpty());
  EXPECT_THAT(body.com(0, 0, 0).slugs(&meshes), ElementsAre("com-outside-geometry"));
  EXPECT_THAT(body.com(0, 0, 1).inertia(0.1, 0.1, 0.09).slugs(&meshes), ElementsAre("inertia-implausible"));
  EXPECT_THAT(body.slugs(), IsEmpty());
}

TEST(CheckBodies, comOutside) {
  Body body;
  body.com(0, 0, 0.5);
  const auto found = body.findings();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message,
            "the centre of mass of link 'arm' lies 0.4 m outside the box around its shapes, which measures "
            "0.346 m from corner to corner");
  EXPECT_EQ(found[0].range, SourceRange(body.inertial().origin_range));
}

TEST(CheckBodies, collisionsAloneMayBePartial) {
  EXPECT_THAT(Body().com(0, 0, 0.25).slugs(), IsEmpty());
  EXPECT_THAT(Body().com(0, 0, 0.25).show(Sphere{0.1}).slugs(), ElementsAre("com-outside-geometry"));
}

TEST(CheckBodies, theLargestDoubles) {
  const double huge = std::numeric_limits<double>::max();
  EXPECT_THAT(Body().inertia(huge, huge, huge, 1e-300).slugs(), ElementsAre("inertia-implausible"));
  EXPECT_THAT(Body().inertia(1, 1, 0.9, huge).slugs(), IsEmpty());
  EXPECT_THAT(Body().com(huge, huge, 0).slugs(), ElementsAre("com-outside-geometry"));
  EXPECT_THAT(Body().collide(Sphere{1}, ModelMaker::at(huge, -huge, huge)).slugs(), IsEmpty());
  EXPECT_THAT(Body().inertia(-1, -1, -1).slugs(), IsEmpty());
}

// A round number is a placeholder where it does not fit the shapes, or where none are known, the mass.
TEST(CheckBodies, placeholders) {
  EXPECT_THAT(Body().inertia(0.01, 0.01, 0.01).slugs(), IsEmpty());
  EXPECT_THAT(Body().inertia(0.1, 0.1, 0.1).slugs(), ElementsAre("inertia-placeholder"));
  EXPECT_THAT(Body().inertia(1e-6, 1e-6, 1e-6).slugs(), ElementsAre("inertia-placeholder"));
  const auto without_shapes = [](double value, double mass = 1) {
    Body body;
    body.link().collisions.clear();
    return body.inertia(value, value, value, mass).slugs();
  };
  for (const double value : {1., 0.1, 1e-6, 1e-9})
    EXPECT_THAT(without_shapes(value), ElementsAre("inertia-placeholder")) << value;
  // 10 cm, 1 cm.
  for (const double value : {0.01, 1e-4, 0.11}) EXPECT_THAT(without_shapes(value), IsEmpty()) << value;
  EXPECT_THAT(without_shapes(1, 0), IsEmpty());  // what it lacks is a mass
  Body jib;
  jib.link().collisions.clear();
  EXPECT_THAT(jib.inertia(1, 1, 1, 0.04).show(Box{{20, 1, 1}}).slugs(), IsEmpty());
}

// An arm with links of its own inertia, each with a camera of this tensor at a fixed joint.
std::vector<Diagnostic> camera_findings(double own, double of_camera, int links) {
  ModelMaker maker;
  maker.link("base");
  for (int i = 0; i < links; ++i) {
    const std::string arm = concat("arm", i), camera = concat("camera", i);
    maker.link(arm, 2, own, own, own * 1.5);
    maker.link(camera, 0.01, of_camera, of_camera, of_camera);
    maker.joint(concat("joint", i), JointType::revolute, i == 0 ? "base" : concat("arm", i - 1), arm);
    maker.joint(concat("mount", i), JointType::fixed, arm, camera).origin = ModelMaker::at(0, 0, 0.1);
  }
  return test::findings(check_bodies, maker.model());
}

TEST(CheckBodies, aTemplateIsOneFinding) {
  EXPECT_EQ(camera_findings(0.02, 0.01, 1).front().message,
            "the inertia of link 'camera0' is 0.01 kg m² about every axis; that looks like a placeholder");
  EXPECT_EQ(camera_findings(0.02, 0.01, 2).front().message,
            "the inertia of link 'camera0' and 1 more link is 0.01 kg m² about every axis; that looks like a "
            "placeholder");
  const auto found = camera_findings(0.02, 0.01, 3);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(
      found[0].message,
      "the inertia of link 'camera0' and 2 more links is 0.01 kg m² about every axis; that looks like a "
      "placeholder");
}

// Ten times the moments of what is wrong hide it.
TEST(CheckBodies, aHeavyBodyHidesWhatIsFixedToIt) {
  EXPECT_THAT(camera_findings(0.11, 0.01, 3), IsEmpty());
  EXPECT_EQ(camera_findings(0.09, 0.01, 3).size(), 1U);
}

TEST(CheckBodies, aHeavyBodyHidesACentreOfMass) {
  const auto findings_with = [](double mass) {
    ModelMaker maker;
    maker.link("body", mass, 0.2, 0.2, 0.3);
    Link& sensor = maker.link("sensor", 0.01, 2e-6, 2e-6, 3e-6);
    sensor.inertial->origin = ModelMaker::at(0.5, 0, 0);
    Visual visual;
    visual.geometry.shape = Box{{0.02, 0.02, 0.02}};
    sensor.visuals = {visual};
    maker.joint("mount", JointType::fixed, "body", "sensor");
    return slugs(check_bodies, maker);
  };
  EXPECT_THAT(findings_with(0.5), ElementsAre("com-outside-geometry"));
  EXPECT_THAT(findings_with(1), IsEmpty());
}

}  // namespace
}  // namespace romas
