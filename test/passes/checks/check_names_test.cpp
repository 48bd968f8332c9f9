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

TEST(CheckNames, goodNamesPass) {
  auto maker = test::two_links();
  EXPECT_THAT(slugs(check_names, maker), IsEmpty());
}

TEST(CheckNames, charactersThatNobodySees) {
  for (const char* name : {"arm\u202e", "\u200barm", "\ufeffarm", "a\u2066b", "arm\xc2\x85", "\x01"}) {
    ModelMaker maker;
    maker.link(name);
    EXPECT_THAT(slugs(check_names, maker), ElementsAre("name-invisible")) << name;
  }
  ModelMaker robot("rob\u200dot");
  robot.link("arm");
  EXPECT_THAT(slugs(check_names, robot), ElementsAre("name-invisible"));
  ModelMaker words;
  words.link("br\u00e4t \u673a\u5668");
  EXPECT_THAT(slugs(check_names, words), ElementsAre("name-whitespace"));
}

TEST(CheckNames, duplicatesPointAtTheFirst) {
  ModelMaker maker;
  const SourceRange first = maker.link("arm", 1, 0.02, 0.02, 0.02).name_range;
  const SourceRange second = maker.link("arm").name_range;
  const auto found = findings(check_names, maker.model());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, Rule::duplicate_name);
  EXPECT_EQ(found[0].range, second);
  EXPECT_EQ(found[0].message, "link 'arm' is defined twice; give one of them another name");
  ASSERT_EQ(found[0].notes.size(), 1U);
  EXPECT_EQ(found[0].notes[0].range, first);
}

TEST(CheckNames, equalTwinsAreSuperfluous) {
  ModelMaker maker;
  maker.link("arm");
  maker.link("arm");
  EXPECT_EQ(findings(check_names, maker.model()).at(0).message,
            "link 'arm' is defined twice with the same content; remove one");
}

TEST(CheckNames, everyKindOfEntityHasItsOwnNames) {
  auto maker = test::two_links();
  Model& model = maker.model();
  model.joints.push_back(model.joints[0]);
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("duplicate-name"));
  model.joints.pop_back();
  model.materials.resize(2);
  model.materials[0].name = model.materials[1].name = "red";  // an error also where both look the same
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("duplicate-name"));
  model.materials.clear();
  model.frames.resize(1);
  model.frames[0].name = "arm";  // links are frames
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("duplicate-name"));
}

TEST(CheckNames, sensorsOfDifferentLinksMayShareTheirName) {
  auto maker = test::two_links();
  Model& model = maker.model();
  model.sensors.resize(2);
  for (Sensor& sensor : model.sensors) sensor.name = "imu";
  model.sensors[0].parent_link = LinkRef{"base", {}, {}};
  model.sensors[1].parent_link = LinkRef{"arm", {}, {}};
  EXPECT_THAT(slugs(check_names, maker), IsEmpty());
  model.sensors[1].parent_link = LinkRef{"base", {}, {}};
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("duplicate-name"));
}

TEST(CheckNames, linkAndJointShouldDiffer) {
  auto maker = test::two_links();
  maker.model().joints[0].name = "arm";
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("link-joint-same-name"));
}

TEST(CheckNames, spelling) {
  auto maker = test::two_links();
  std::string& name = maker.model().links[0].name;
  name = "tool-0";
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("name-identifier"));
  name = "0_leg";
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("name-identifier"));
  name = "base link";
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("name-whitespace"));
  name = "";
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("name-whitespace"));
  maker.model().links[0].name_range = {};  // no name at all: the frontend's business
  EXPECT_THAT(slugs(check_names, maker), IsEmpty());
}

TEST(CheckNames, reservedNames) {
  auto maker = test::two_links();
  Model& model = maker.model();
  model.links[0].name = "__model__";
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("name-reserved"));
  model.links[0].name = "world";
  model.joints[0].parent.name = "world";
  EXPECT_THAT(slugs(check_names, maker), IsEmpty());  // a root 'world' is what the name is for
  model.links[0].name = "base";
  model.links[1].name = model.joints[0].child.name = "world";
  model.joints[0].parent.name = "base";
  EXPECT_THAT(slugs(check_names, maker), ElementsAre("name-reserved"));
}

}  // namespace
}  // namespace romas
