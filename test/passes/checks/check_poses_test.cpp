#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "frontend/frontend.h"
#include "support/text/text.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using test::findings;
using test::ModelMaker;
using test::slugs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The findings of check-poses for a joint that turns by this yaw, written so.
std::vector<std::string> yaw_slugs(std::string_view written,
                                   TransformExpr::AngleUnit unit = TransformExpr::AngleUnit::radian) {
  auto maker = test::two_links();
  Model& model = maker.model();
  model.joints[0].origin = TransformExpr::XyzRpy{
      std::nullopt, Number3{0, 0, model.number(parse_double(written).value(), written)}, unit};
  return slugs(check_poses, model);
}

TEST(CheckPoses, degrees) {
  for (const std::string_view yaw :
       {"90", "-90", "45.0", "180", "15", "10", "7.5", "22.5", "270", "360", "1e2", "13", "1e300"})
    EXPECT_THAT(yaw_slugs(yaw), ElementsAre("rpy-degrees")) << yaw;
  // Radians, and up to two turns of them if they are no round number of degrees.
  for (const std::string_view yaw : {"0", "1.5", "-3", "5", "6.2", "6.28318", "9.42477796", "12.5663706"})
    EXPECT_NE(yaw_slugs(yaw), std::vector<std::string>{"rpy-degrees"}) << yaw;
  EXPECT_THAT(yaw_slugs("90", TransformExpr::AngleUnit::degree), IsEmpty());
}

TEST(CheckPoses, truncatedPi) {
  for (const std::string_view yaw :
       {"1.57",   "-1.57",   "1.5708", "1.5707", "1.571",         "1.570",         "3.14",
        "3.1416", "3.1415",  "0.785",  ".785",   "0.7854",        "2.36",          "2.356",
        "4.71",   "4.712",   "6.28",   "6.283",  "1.57079632679", "3.14159265359", "1.570796326794897",
        "157e-2", "1.57e+0", "+1.57"})
    EXPECT_THAT(yaw_slugs(yaw), ElementsAre("rpy-truncated-pi")) << yaw;
  // Exact, too short to tell, or another angle.
  for (const std::string_view yaw : {"1.5707963267948966",
                                     "-3.141592653589793",
                                     "0.78539816339744828",
                                     "1.5707963267948961",
                                     "1.6",
                                     "0.8",
                                     "0.79",
                                     "3.1",
                                     "3",
                                     "6.3",
                                     "1.58",
                                     "1.56",
                                     "1.5709",
                                     "3.15",
                                     "3.1412",
                                     "0.786",
                                     "0.52",
                                     "1.0472",
                                     "0",
                                     "1e-300"})
    EXPECT_THAT(yaw_slugs(yaw), IsEmpty()) << yaw;
}

// The finding of a URDF text with one joint whose origin has these attributes.
struct Checked {
  SourceManager sources;
  DiagnosticEngine diagnostics;

  explicit Checked(std::string_view origin) : diagnostics(everything()) {
    const FrontendOptions options;
    std::vector<std::string> files_read;
    FrontendContext reading{sources, diagnostics, options, files_read};
    const std::string text = concat(
        "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent "
        "link='a'/><child link='b'/><origin ",
        origin, "/></joint></robot>");
    FrontendResult result = parse_urdf(sources.add_text("r.urdf", text), reading);
    CheckContext context{diagnostics, {}};
    context.inputs.sources = &sources;
    check_poses(result.models.at(0), context);
  }
  static SeverityPolicy everything() {
    SeverityPolicy policy;
    policy.apply("everything");
    return policy;
  }
  // "1.57 -> 1.5707963267948966" for each fix
  std::vector<std::string> fixes() const {
    std::vector<std::string> result;
    for (const Diagnostic& diagnostic : diagnostics.sorted())
      for (const FixIt& fix : diagnostic.fixes)
        result.push_back(concat(sources.text(fix.range), " -> ", fix.replacement));
    return result;
  }
};

TEST(CheckPoses, aFixReplacesTheNumberAlone) {
  EXPECT_THAT(Checked("rpy='0 1.57 0'").fixes(), ElementsAre("1.57 -> 1.5707963267948966"));
  EXPECT_THAT(Checked("rpy='\t-3.14\n 0.785  +1.571 '").fixes(),
              ElementsAre("-3.14 -> -3.141592653589793", "0.785 -> 0.7853981633974483",
                          "+1.571 -> 1.5707963267948966"));
  EXPECT_THAT(Checked("xyz='1 2 3' rpy='1.57 0 0'").fixes(), ElementsAre("1.57 -> 1.5707963267948966"));
}

TEST(CheckPoses, noFixWhereTheTextIsNotTheNumber) {
  const Checked checked("rpy='0 1.5&#55; 0'");
  EXPECT_THAT(checked.fixes(), IsEmpty());
  const auto found = checked.diagnostics.sorted();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(checked.sources.text(found[0].range), "0 1.5&#55; 0");
}

// The findings of check-poses for a chain of joints that stand this far apart along x.
std::vector<std::string> position_slugs(const std::vector<double>& lengths, const std::string& root = "base",
                                        JointType type = JointType::revolute) {
  ModelMaker maker;
  maker.link(root);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    maker.link(concat("link", i));
    maker.joint(concat("joint", i), type, i == 0 ? root : concat("link", i - 1), concat("link", i)).origin =
        ModelMaker::at(lengths[i], 0, 0);
  }
  return slugs(check_poses, maker);
}

Visual shaped(const Shape& shape) {
  Visual visual;
  visual.geometry.shape = shape;
  return visual;
}

// The findings of check-poses for an arm of half a metre whose base has this shape.
std::vector<std::string> size_slugs(const Shape& shape, const std::string& root = "base") {
  ModelMaker maker;
  maker.link(root).visuals = {shaped(shape), shaped(shape)};
  maker.link("arm");
  maker.joint("turn", JointType::revolute, root, "arm").origin = ModelMaker::at(0.1, 0, 0.5);
  for (const std::string tip : {"a", "b", "c"}) {
    maker.link(tip);
    maker.joint("to_" + tip, JointType::fixed, "arm", tip).origin = ModelMaker::at(0.4, 0, 0);
  }
  return slugs(check_poses, maker);
}

// … and for a robot that is one link, or one with so long a joint.
std::vector<std::string> size_slugs_alone(const Shape& shape, std::optional<double> joint = std::nullopt) {
  ModelMaker maker;
  maker.link("base").visuals = {shaped(shape)};
  if (joint) {
    maker.link("boom");
    maker.joint("turn", JointType::revolute, "base", "boom").origin = ModelMaker::at(0, 0, *joint);
  }
  return slugs(check_poses, maker);
}

TEST(CheckPoses, sizesInMillimetres) {
  EXPECT_THAT(size_slugs(Box{Number3{200, 200, 50}}), ElementsAre("origin-millimetres"));
  EXPECT_THAT(size_slugs(Cylinder{40, 100}), ElementsAre("origin-millimetres"));
  EXPECT_THAT(size_slugs(Sphere{30}), ElementsAre("origin-millimetres"));
  EXPECT_THAT(size_slugs_alone(Box{Number3{200, 200, 50}}), ElementsAre("origin-millimetres"));
  EXPECT_THAT(size_slugs(Box{Number3{0.2, 0.2, 0.05}}), IsEmpty());
  EXPECT_THAT(size_slugs(Box{Number3{30, 20, 10}}), IsEmpty());     // a hall: 30 m are not 100 times 0.4 m
  EXPECT_THAT(size_slugs(Box{Number3{100, 100, 0.1}}), IsEmpty());  // a floor
  EXPECT_THAT(size_slugs(Box{Number3{150, 1, 1}}), IsEmpty());      // a track
  EXPECT_THAT(size_slugs(Box{Number3{200, 200, 50}}, "world"), IsEmpty());
  EXPECT_THAT(size_slugs_alone(Box{Number3{60, 40, 12}}), IsEmpty());   // a building
  EXPECT_THAT(size_slugs_alone(Box{Number3{60, 3, 3}}, 5), IsEmpty());  // a crane
}

TEST(CheckPoses, millimetres) {
  EXPECT_THAT(position_slugs({120}), ElementsAre("origin-millimetres"));
  EXPECT_THAT(position_slugs({0.1, 0.2, 120}), ElementsAre("origin-millimetres"));
  EXPECT_THAT(position_slugs({120, 300, -55}),
              ElementsAre("origin-millimetres", "origin-millimetres", "origin-millimetres"));
  EXPECT_THAT(position_slugs({0.1, 0.2, 8}), IsEmpty());  // a rail
  EXPECT_THAT(position_slugs({2, 4, 3, 40}), IsEmpty());  // a crane
  EXPECT_THAT(position_slugs({}), IsEmpty());
  EXPECT_THAT(position_slugs({0, 0}), IsEmpty());
  EXPECT_THAT(position_slugs({300, 0.1, 0.2}, "world"), IsEmpty());  // where the robot stands
  EXPECT_THAT(position_slugs({0.1, 0.2, std::numeric_limits<double>::max()}),
              ElementsAre("origin-millimetres"));
}

TEST(CheckPoses, aFrameMayMarkAFarPlace) {
  // If no link has a shape, the lack of one says nothing.
  EXPECT_THAT(position_slugs({0.1, 0.2, 120}, "base", JointType::fixed), ElementsAre("origin-millimetres"));
  ModelMaker maker;
  maker.link("base");
  maker.joint("near", JointType::fixed, "base", maker.link("tool").name).origin = ModelMaker::at(0.1, 0, 0);
  Frame frame;
  frame.name = "far";
  frame.link = {"base", maker.next_range(), {}};
  frame.origin = ModelMaker::at(120, 0, 0);
  maker.model().frames.push_back(frame);
  EXPECT_THAT(slugs(check_poses, maker), IsEmpty());
  maker.joint("mark", JointType::fixed, "base", maker.link("place").name).origin = ModelMaker::at(120, 0, 0);
  Visual visual;
  visual.geometry.shape = Box{{0.1, 0.1, 0.2}};
  maker.model().links[0].visuals = {visual};
  EXPECT_THAT(slugs(check_poses, maker), IsEmpty());
  maker.joint("carries", JointType::fixed, "place", maker.link("camera").name);
  maker.model().links.back().visuals = {visual};
  EXPECT_THAT(slugs(check_poses, maker), ElementsAre("origin-millimetres"));
}

TEST(CheckPoses, theSizesOfShapesCount) {
  ModelMaker maker;
  Visual visual;
  visual.geometry.shape = Box{{0.1, 0.1, 0.2}};
  visual.origin = ModelMaker::at(0, 0, 60);
  Link& link = maker.link("base");
  link.visuals = {visual};
  const auto found = findings(check_poses, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, HasSubstr("the position of a visual of link 'base' is 60 m away, and the "
                                          "robot's usual distances and sizes are 0.2 m"));
}

}  // namespace
}  // namespace romas
