// check-geometry and check-materials.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::ModelMaker;
using test::slugs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> shape_slugs(const Shape& shape) {
  ModelMaker maker;
  Visual visual;
  visual.geometry.shape = shape;
  Collision collision;
  collision.geometry.shape = Sphere{1};
  Link& link = maker.link("base");
  link.visuals.push_back(visual);
  link.collisions.push_back(collision);
  return slugs(check_geometry, maker);
}

TEST(CheckGeometry, sizes) {
  for (const Shape& good : {Shape(Box{{1, 2, 3}}), Shape(Sphere{1}), Shape(Cylinder{1, 2}),
                            Shape(Capsule{1, 2}), Shape(Ellipsoid{{1, 2, 3}}), Shape(Mesh{"a.stl", {}, {}}),
                            Shape(Mesh{"a.stl", Number3{1, -1, 1}, {}})})
    EXPECT_THAT(shape_slugs(good), IsEmpty());
  for (const Shape& bad :
       {Shape(Box{{0, 1, 3}}), Shape(Sphere{0}), Shape(Cylinder{1, -2}), Shape(Capsule{0, 2}),
        Shape(Ellipsoid{{1, 2, 0}}), Shape(Mesh{"a.stl", Number3{1, 0, 1}, {}})})
    EXPECT_THAT(shape_slugs(bad), ElementsAre("size-nonpositive"));
  EXPECT_EQ(shape_slugs(Box{{0, 0, 0}}).size(), 1U);  // one mistake
}

TEST(CheckGeometry, whatIsSeenCanBeTouched) {
  ModelMaker maker;
  Visual visual;
  visual.geometry.shape = Sphere{1};
  maker.link("base").visuals.push_back(visual);
  maker.link("frame");
  const auto found = findings(check_geometry, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::visual_without_collision);
  EXPECT_EQ(found[0].range, SourceRange(maker.model().links[0].name_range));
}

// Several points are corners of a foot to Drake; a single one, or one that is only seen, is a mistake.
TEST(CheckGeometry, contactPoints) {
  ModelMaker maker;
  Collision point;
  point.geometry.shape = Sphere{0};
  Link& foot = maker.link("foot");
  for (int corner = 0; corner < 4; ++corner) foot.collisions.push_back(point);
  EXPECT_THAT(slugs(check_geometry, maker), ElementsAre("contact-point"));
  Visual seen;
  seen.geometry.shape = Sphere{0};
  foot.visuals.push_back(seen);
  EXPECT_THAT(slugs(check_geometry, maker), ElementsAre("size-nonpositive", "contact-point"));
  foot.collisions.resize(1);
  EXPECT_THAT(slugs(check_geometry, maker), ElementsAre("size-nonpositive", "size-nonpositive"));
}

TEST(CheckGeometry, collisionsToo) {
  ModelMaker maker;
  Collision collision;
  collision.geometry.shape = Sphere{0};
  collision.geometry.range = maker.next_range();
  maker.link("base").collisions.push_back(collision);
  const auto found = findings(check_geometry, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "the sphere of a collision of link 'base' has radius 0");
  EXPECT_EQ(found[0].range, SourceRange(collision.geometry.range));
}

TEST(CheckGeometry, namesEachRadiusOfAnEllipsoid) {
  constexpr std::array<std::string_view, 3> kRadii = {"radius x -2", "radius y -2", "radius z -2"};
  for (std::size_t i = 0; i < kRadii.size(); ++i) {
    ModelMaker maker;
    Collision collision;
    Ellipsoid ellipsoid{{1, 1, 1}};
    ellipsoid.radii[i] = -2;
    collision.geometry.shape = ellipsoid;
    maker.link("base").collisions.push_back(collision);
    const auto found = findings(check_geometry, maker.model());
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].message, concat("the ellipsoid of a collision of link 'base' has ", kRadii[i]));
  }
}

Color color(double r, double g, double b) { return {{r, g, b, 1}, {}}; }

// A model whose robot defines 'red', and whose only visual uses a material like this.
ModelMaker with_material(const MaterialUse& use) {
  ModelMaker maker;
  Material red;
  red.name = "red";
  red.color = color(1, 0, 0);
  red.range = maker.next_range();
  maker.model().materials.push_back(red);
  Visual visual;
  visual.material = use;
  maker.link("base").visuals.push_back(visual);
  return maker;
}

TEST(CheckMaterials, uses) {
  auto known = with_material({"red", {}, {}, {}, {}});
  EXPECT_THAT(slugs(check_materials, known), IsEmpty());
  auto repeated = with_material({"red", color(1, 0, 0), {}, {}, {}});
  EXPECT_THAT(slugs(check_materials, repeated), IsEmpty());
  auto other = with_material({"red", color(0.9, 0, 0), {}, {}, {}});
  EXPECT_THAT(slugs(check_materials, other), ElementsAre("material-redefined"));
  auto textured = with_material({"red", {}, Texture{"red.png", {}}, {}, {}});
  EXPECT_THAT(slugs(check_materials, textured), ElementsAre("material-redefined"));
  auto unknown = with_material({"blue", {}, {}, {}, {}});
  EXPECT_THAT(slugs(check_materials, unknown), ElementsAre("material-undefined"));
  auto own = with_material({"blue", color(0, 0, 1), {}, {}, {}});
  EXPECT_THAT(slugs(check_materials, own), IsEmpty());
}

TEST(CheckMaterials, anEarlierVisualDefinesAMaterial) {
  auto maker = with_material({"blue", color(0, 0, 1), {}, {}, {}});
  Visual visual;
  visual.material = MaterialUse{"blue", {}, {}, {}, {}};
  maker.link("arm").visuals.push_back(visual);
  EXPECT_THAT(slugs(check_materials, maker), IsEmpty());
  std::swap(maker.model().links[0], maker.model().links[1]);
  EXPECT_THAT(slugs(check_materials, maker), ElementsAre("material-undefined"));
}

TEST(CheckMaterials, colours) {
  auto maker = with_material({"grey", color(128, 128, 128), {}, {}, {}});
  EXPECT_THAT(slugs(check_materials, maker), ElementsAre("rgba-range"));
  maker.model().materials[0].color = color(-0.1, 0, 0);
  EXPECT_THAT(slugs(check_materials, maker), ElementsAre("rgba-range", "rgba-range"));
}

}  // namespace
}  // namespace romas
