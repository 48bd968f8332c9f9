// Protects the reading of SDF: the frames, the treatment of features that a Model lacks, and the findings on
// faulty files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/analysis/tree/kinematic_tree.h"
#include "test/sdf_helpers.h"

namespace romas {
namespace {

using namespace test::sdf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(SdfFrontend, linkFramesMoveToTheirJoints) {
  Reading read(model(link("a") +
                     link("b",
                          "<pose>0 0 2 0 0 0</pose><visual "
                          "name='v'><geometry><sphere><radius>1</radius></sphere></geometry></visual>") +
                     joint("j", "revolute", "a", "b", concat("<pose>0 0 -0.5 0 0 0</pose>", kAxis))));
  EXPECT_THAT(read.messages(), IsEmpty());
  const Joint& j = read.model().joints.at(0);
  EXPECT_EQ(j.type, JointType::continuous);  // without bounds
  EXPECT_EQ(j.origin.evaluate().p, Vector3(0, 0, 1.5));
  const Link& b = read.model().links.at(1);
  EXPECT_EQ(b.visuals.at(0).origin.evaluate().p, Vector3(0, 0, 0.5));
  EXPECT_EQ(b.inertial->spatial().com, Vector3(0, 0, 0.5));
}

TEST(SdfFrontend, numbersStayAsTheyAreWritten) {
  Reading read(model(link("a") + link("b", "<pose relative_to='j'/>") +
                     joint("j", "fixed", "a", "b", "<pose relative_to='a'>0.10 0 1e-1 0 0 0.50</pose>")));
  const TransformExpr::XyzRpy pose = as_xyz_rpy(read.model().joints.at(0).origin);
  EXPECT_EQ((*pose.xyz)[0].text(), "0.10");
  EXPECT_EQ((*pose.xyz)[2].text(), "1e-1");
  EXPECT_EQ((*pose.rpy)[2].text(), "0.50");
}

TEST(SdfFrontend, freeBodies) {
  Reading read(model(link("a") + link("b", "<pose>0 0 1 0 0 0</pose>") +
                     link("c", "<pose relative_to='b'>1 0 0 0 0 0</pose>")));
  ASSERT_EQ(read.model().joints.size(), 2U);
  EXPECT_EQ(read.model().joints[0].type, JointType::floating);
  EXPECT_EQ(read.model().joints[0].parent.name, "a");
  EXPECT_EQ(read.model().joints[1].parent.name, "b");
  EXPECT_EQ(read.model().joints[1].origin.evaluate().p, Vector3(1, 0, 0));
  Reading grounded(model(link("a") + link("b") + joint("g", "fixed", "world", "b")));
  EXPECT_EQ(grounded.model().joints[1].parent.name, "world");
  EXPECT_EQ(grounded.model().links[0].name, "world");
}

TEST(SdfFrontend, aLinkWithoutInertialWeighsAKilogram) {
  Reading read(model("<link name='a'/>" +
                     std::string("<link "
                                 "name='b'><inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</"
                                 "izz></inertia></inertial></link>") +
                     joint("j", "fixed", "a", "b")));
  ASSERT_TRUE(read.model().links[0].inertial);
  EXPECT_EQ(read.model().links[0].inertial->mass, Number(1));
  EXPECT_EQ(read.model().links[0].inertial->inertia.iyy, Number(1));
  EXPECT_FALSE(read.model().links[1].inertial);
}

TEST(SdfFrontend, equalColoursShareAMaterial) {
  const auto visual = [](std::string_view name, std::string_view color) {
    return concat("<visual name='", name,
                  "'><geometry><sphere><radius>1</radius></sphere></geometry><material><diffuse>", color,
                  "</diffuse></material></visual>");
  };
  Reading read(model(link("a", visual("x", "1 0 0 1") + visual("y", "1 0 0") + visual("z", "0 1 0 1"))));
  EXPECT_EQ(read.model().materials.size(), 2U);
  EXPECT_EQ(*read.model().links[0].visuals[0].material->name,
            *read.model().links[0].visuals[1].material->name);
}

struct Mistake {
  std::string_view inside, message;
};
TEST(SdfFrontend, mistakesHavePlaces) {
  const std::string two = link("a") + link("b");
  const auto said = [&](std::string_view inside) {
    Reading read(model(concat(two, inside)));
    const auto all = read.messages();
    return all.empty() ? std::string() : all.front();
  };
  EXPECT_THAT(said(joint("j", "fixed", "a", "c")),
              HasSubstr("4:55 unresolved-link the child 'c' is not a link, joint or frame"));
  EXPECT_THAT(said(joint("j", "fixed", "", "b")), HasSubstr("missing-element joint 'j' has no <parent>"));
  EXPECT_THAT(said(joint("j", "fixed", "a", "a")),
              HasSubstr("kinematic-cycle joint 'j' connects link 'a' to itself"));
  EXPECT_THAT(said(joint("j", "fixed", "a", "world")), HasSubstr("bad-value the world cannot be the child"));
  EXPECT_THAT(said(joint("j", "hinge", "a", "b")), HasSubstr("not one of revolute, revolute2, continuous"));
  EXPECT_THAT(said(joint("j", "revolute", "a", "b")),
              HasSubstr("missing-element the revolute joint 'j' has no <axis>"));
  EXPECT_THAT(said(joint("j", "revolute", "a", "b", "<axis><xyz>0 0</xyz></axis>")),
              HasSubstr("wrong-count 'xyz' takes 3 numbers"));
  EXPECT_THAT(
      said("<frame name='f'><pose relative_to='g'/></frame><frame name='g'><pose relative_to='f'/></frame>"),
      HasSubstr("kinematic-cycle the pose of"));
  EXPECT_THAT(said("<frame name='f' attached_to='g'/><frame name='g' attached_to='f'/>"),
              HasSubstr("kinematic-cycle"));
  EXPECT_THAT(said("<frame name='f' attached_to='aa'/>"), HasSubstr("did you mean 'a'"));
  EXPECT_THAT(said("<frame name='a'/>"), HasSubstr("duplicate-name the name 'a' is already used"));
  EXPECT_THAT(said("<include><uri>model://x</uri></include>"),
              HasSubstr("import-missing the model 'model://x' was not found"));
  EXPECT_THAT(said("<lnk name='c'/>"), HasSubstr("unknown-element <model> has no element <lnk>"));
  EXPECT_THAT(said("<link name='c'><inertial><density>1</density></inertial></link>"),
              HasSubstr("feature-dropped the density of the <inertial> is left out"));
  EXPECT_THAT(said("<static>maybe</static>"),
              HasSubstr("bad-value <static> takes true or false, not 'maybe'"));
  EXPECT_THAT(said(link("c", "<pose>1 2 3</pose>")), HasSubstr("wrong-count 'pose' takes 6 numbers"));
  EXPECT_THAT(
      said("<model name='n' placement_frame='x'><link name='l'/></model>"),
      HasSubstr("the placement frame 'x' is not a link, joint or frame of the model; did you mean 'l'?"));
}

// The order of the file says nothing of what carries what.
TEST(SdfFrontend, aFreeBodyHangsOnTheOneInWhoseFrameItStands) {
  Reading child_first(model(link("cart", "<pose relative_to='ground'>0 0 1 0 0 0</pose>") + link("ground")));
  ASSERT_EQ(child_first.model().joints.size(), 1U);
  const Joint& free = child_first.model().joints.front();
  EXPECT_EQ(free.parent.name, "ground");
  EXPECT_EQ(free.child.name, "cart");
  EXPECT_EQ(free.origin.evaluate().p, Vector3(0, 0, 1));
  // Unless the model says which link it begins at.
  Reading named(concat("<sdf version='1.9'><model name='m' canonical_link='cart'>",
                       link("cart", "<pose relative_to='ground'>0 0 1 0 0 0</pose>"), link("ground"),
                       "</model></sdf>"));
  EXPECT_EQ(named.model().joints.at(0).parent.name, "cart");
  EXPECT_EQ(named.model().joints.at(0).origin.evaluate().p, Vector3(0, 0, -1));
}

// Two trees of which each has its root in a frame of the other one, and a third: still a tree.
TEST(SdfFrontend, bodiesInEachOthersFramesMakeATree) {
  const std::string on_model = "<pose relative_to='__model__'>1 0 0 0 0 0</pose>";
  Reading read(model(link("c") + link("a", "<pose relative_to='b2'/>") + link("a2", on_model) +
                     link("b", "<pose relative_to='a2'/>") + link("b2", on_model) +
                     joint("ja", "revolute", "a", "a2", kAxis) + joint("jb", "revolute", "b", "b2", kAxis)));
  const KinematicTree tree(read.model());
  EXPECT_TRUE(tree.is_tree());
  EXPECT_EQ(read.model().links.at(tree.roots().at(0).index()).name, "c");
}

TEST(SdfFrontend, documents) {
  EXPECT_THAT(Reading("<sdf version='1.9'/>").messages(),
              ElementsAre(HasSubstr("no-robot the file has no <model>")));
  EXPECT_THAT(Reading("<robot name='r'/>").messages(),
              ElementsAre(HasSubstr("no-robot the root element is <robot>")));
  EXPECT_THAT(Reading(model(link("a"), "2.0")).messages(),
              ElementsAre(HasSubstr("SDF version '2.0' is unknown")));
  EXPECT_THAT(Reading("<sdf version='1.9'><model name='m'/></sdf>").messages(),
              ElementsAre(HasSubstr("model 'm' has no link")));
  Reading several(concat("<sdf version='1.9'><world name='w'><model name='p'>", link("a"),
                         "</model><model name='q'>", link("b"), "</model></world></sdf>"));
  EXPECT_EQ(several.result.models.size(), 2U);
}

// Long chains and deep nests must not take the stack, nor more than linear time.
TEST(SdfFrontend, longChains) {
  std::string frames;
  for (int i = 0; i < 20'000; ++i) frames += concat("<frame name='f", i, "' attached_to='f", i + 1, "'/>");
  frames += "<frame name='f20000' attached_to='a'><pose>1 0 0 0 0 0</pose></frame>";
  Reading read(model(concat(link("a"), frames)));
  EXPECT_THAT(read.messages(), IsEmpty());
  ASSERT_EQ(read.model().frames.size(), 20'001U);
  EXPECT_EQ(read.model().frames.front().link.name, "a");
  EXPECT_EQ(read.model().frames.front().origin.evaluate().p, Vector3(1, 0, 0));
  std::string nest;
  for (int i = 0; i < 100; ++i) nest += "<model name='n'>";
  nest += link("x");
  for (int i = 0; i < 100; ++i) nest += "</model>";
  EXPECT_THAT(Reading(model(concat(link("a"), nest))).messages(),
              testing::Contains(HasSubstr("input-limit models are nested more than 32 deep")));
}

}  // namespace
}  // namespace romas
