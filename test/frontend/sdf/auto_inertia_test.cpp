// Protects <inertial auto="true">: mass, centre and moments of collision shapes, by libsdformat 14's rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "ir/analysis/mass/solids.h"
#include "test/sdf_helpers.h"

namespace romas {
namespace {

using namespace test::sdf;
using testing::HasSubstr;
using testing::IsEmpty;

std::string body(std::string_view inertial, std::string_view collisions) {
  return model(
      concat("<link name='a'><inertial auto='true'>", inertial, "</inertial>", collisions, "</link>"),
      "1.11");
}
std::string collision(std::string_view name, std::string_view shape, std::string_view more = {}) {
  return concat("<collision name='", name, "'>", more, "<geometry>", shape, "</geometry></collision>");
}
constexpr std::string_view kCube = "<box><size>1 2 3</size></box>";

SpatialInertia inertia(const std::string& text) {
  Reading read(text);
  EXPECT_THAT(read.messages(), IsEmpty());
  const Link& link = read.model().links.at(0);
  EXPECT_TRUE(link.inertial);
  return link.inertial ? link.inertial->spatial() : SpatialInertia{};
}

TEST(SdfAutoInertia, densities) {
  EXPECT_DOUBLE_EQ(inertia(body("", collision("c", kCube))).mass, 6000);  // that of water
  EXPECT_DOUBLE_EQ(inertia(body("<density>2</density>", collision("c", kCube))).mass, 12);
  const std::string own = collision("c", kCube, "<density>5</density>");
  EXPECT_DOUBLE_EQ(inertia(body("<density>2</density>", own)).mass, 30);
  const SpatialInertia given = inertia(body("<mass>12</mass>", own));
  EXPECT_DOUBLE_EQ(given.mass, 12);
  EXPECT_DOUBLE_EQ(given.tensor(0, 0), 12 * (4 + 9) / 12.0);
}

TEST(SdfAutoInertia, addsShapesInTheirPlaces) {
  const SpatialInertia two = inertia(body(
      "<density>1</density>", collision("c", "<box><size>1 1 1</size></box>", "<pose>1 0 0 0 0 0</pose>") +
                                  collision("d", "<box><size>1 1 1</size></box>",
                                            "<pose>-1 0 0 0 0 1.5</pose><density>3</density>")));
  EXPECT_DOUBLE_EQ(two.mass, 4);
  EXPECT_NEAR(two.com.x(), -0.5, 1e-15);
  // 4 m²/6, and 1 kg · 1.5² + 3 kg · 0.5² about the common centre
  EXPECT_NEAR(two.tensor(2, 2), 4.0 / 6 + 2.25 + 0.75, 1e-12);
  EXPECT_NEAR(two.tensor(0, 0), 4.0 / 6, 1e-12);
}

TEST(SdfAutoInertia, ofEveryShape) {
  const auto volume = [](std::string_view shape) {
    return inertia(body("<density>1</density>", collision("c", shape))).mass;
  };
  constexpr double kPi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(volume("<sphere><radius>2</radius></sphere>"), 32 * kPi / 3);
  EXPECT_DOUBLE_EQ(volume("<cylinder><radius>2</radius><length>3</length></cylinder>"), 12 * kPi);
  EXPECT_DOUBLE_EQ(volume("<capsule><radius>2</radius><length>3</length></capsule>"),
                   12 * kPi + 32 * kPi / 3);
  EXPECT_DOUBLE_EQ(volume("<ellipsoid><radii>1 2 3</radii></ellipsoid>"), 8 * kPi);
}

// The moments of a cone about its centre: integrated by slices.
TEST(SdfAutoInertia, ofACone) {
  const double radius = 0.7, length = 1.9;
  const SpatialInertia cone = solid_cone(radius, length, 2);
  SpatialInertia slices;
  const int count = 20'000;
  for (int i = 0; i < count; ++i) {
    const double z = -length / 2 + (i + 0.5) * length / count;
    SpatialInertia slice = solid_cylinder(radius * (length / 2 - z) / length, length / count, 2);
    slice.com.z() = z;
    slices = slices + slice;
  }
  EXPECT_NEAR(cone.mass, slices.mass, 1e-6);
  EXPECT_NEAR(cone.com.z(), slices.com.z(), 1e-6);
  EXPECT_NEAR((cone.tensor - slices.tensor).norm(), 0, 1e-6);
  Reading read(body(
      "<density>2</density>",
      collision("c", "<cone><radius>0.7</radius><length>1.9</length></cone>", "<pose>0 0 3 0 0 0</pose>")));
  EXPECT_NEAR(read.model().links.at(0).inertial->spatial().com.z(), 3 - length / 4, 1e-12);
}

TEST(SdfAutoInertia, ofAMesh) {
  const std::string path = concat(testing::TempDir(), "romas-auto-inertia.stl");
  const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  std::ofstream file(path);
  file << "solid t\n";
  for (const auto& face : faces) {
    file << "facet normal 0 0 0\nouter loop\n";
    for (const int corner : face)
      file << "vertex " << corners[corner][0] << ' ' << corners[corner][1] << ' ' << corners[corner][2]
           << '\n';
    file << "endloop\nendfacet\n";
  }
  file << "endsolid t\n";
  file.close();
  const SpatialInertia solid =
      inertia(body("<density>6</density>",
                   collision("c", concat("<mesh><uri>", path, "</uri><scale>1 1 2</scale></mesh>"))));
  EXPECT_NEAR(solid.mass, 2, 1e-12);
  EXPECT_NEAR(solid.com.z(), 0.5, 1e-12);
}

TEST(SdfAutoInertia, thatCannotBeComputedIsTold) {
  const auto said = [](const std::string& text) { return join(Reading(text).messages(), "\n"); };
  EXPECT_THAT(said(body("", "")), HasSubstr("cannot be computed, because the link has no <collision>"));
  EXPECT_THAT(said(body("", collision("c", "<plane><normal>0 0 1</normal></plane>"))),
              HasSubstr("this shape is not a solid"));
  EXPECT_THAT(said(body("", collision("c", "<mesh><uri>none.stl</uri></mesh>"))),
              HasSubstr("there is no mesh file 'none.stl'; it is needed to compute the inertia of the link"));
  EXPECT_THAT(said(body("<density>-1</density>", collision("c", kCube))),
              HasSubstr("the density -1 kg/m³ is not positive"));
  EXPECT_THAT(said(body("<mass>0</mass>", collision("c", kCube))),
              HasSubstr("the mass 0 kg is not positive"));
  EXPECT_THAT(said(body("<pose>1 0 0 0 0 0</pose>", collision("c", kCube))),
              HasSubstr("feature-dropped <pose> of link 'a' is ignored"));
  EXPECT_THAT(said(model(link("a", collision("c", kCube, "<density>1</density>")))),
              HasSubstr("feature-dropped the density of this <collision> is left out"));
}

}  // namespace
}  // namespace romas
