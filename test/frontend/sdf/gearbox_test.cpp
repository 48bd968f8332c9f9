// Protects gearboxes: the ratio between two joints of a common body, with the signs of both axes and of the
// directions of both joints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/analysis/motion/kinematics.h"
#include "test/sdf_helpers.h"

namespace romas {
namespace {

using namespace test::sdf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string axis_along(std::string_view xyz) { return concat("<axis><xyz>", xyz, "</xyz></axis>"); }
std::string gearbox(std::string_view inside, std::string_view axis = "0 0 1",
                    std::string_view axis2 = "0 0 1") {
  return joint("g", "gearbox", "p", "c",
               concat(axis_along(axis), "<axis2><xyz>", axis2, "</xyz></axis2>", inside));
}
constexpr std::string_view kRatio =
    "<gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>r</gearbox_reference_body>";

// theta_2 = -ratio theta_1
TEST(SdfGearbox, isAMimic) {
  const auto multiplier = [](const std::string& joints, const std::string& box) {
    Reading read(model(link("r") + link("p") + link("c") + joints + box));
    EXPECT_THAT(read.messages(), IsEmpty());
    const Joint& second = read.model().joints.at(1);
    EXPECT_EQ(read.model().joints.size(), 2U);
    EXPECT_TRUE(second.mimic);
    if (!second.mimic) return 0.0;
    EXPECT_EQ(second.mimic->joint.name, "j1");
    return second.mimic->multiplier->value();
  };
  const std::string j1 = joint("j1", "revolute", "r", "p", axis_along("0 0 1"));
  const std::string j2 = joint("j2", "revolute", "r", "c", axis_along("0 0 1"));
  const std::string turned = joint("j2", "revolute", "r", "c", axis_along("0 0 -2"));
  EXPECT_EQ(multiplier(j1 + j2, gearbox(kRatio)), -3);
  EXPECT_EQ(multiplier(j1 + turned, gearbox(kRatio)), 3);
  EXPECT_EQ(multiplier(j1 + j2, gearbox(kRatio, "0 0 1", "0 0 -1")), 3);
  EXPECT_EQ(multiplier(j1 + j2, gearbox(kRatio, "0 0 -1", "0 0 -1")), -3);
  EXPECT_EQ(multiplier(j1 + j2, gearbox("<gearbox_reference_body>r</gearbox_reference_body>")), -1);
}

// The reference body hangs on the gearbox' parent.
TEST(SdfGearbox, countsAnglesFromItsReferenceBody) {
  Reading read(model(link("p") + link("r") + link("c") + joint("j1", "revolute", "p", "r", kAxis) +
                     joint("j2", "revolute", "r", "c", kAxis) + gearbox(kRatio)));
  EXPECT_THAT(read.messages(), IsEmpty());
  EXPECT_EQ(read.model().joints.at(1).mimic->multiplier->value(), 3);
}

// A joint that follows another one leads.
TEST(SdfGearbox, leavesMimicsAsTheyAre) {
  const std::string follows = "<axis><xyz>0 0 1</xyz><mimic joint='k'/></axis>";
  Reading read(model(link("r") + link("p") + link("c") + link("d") + joint("k", "revolute", "r", "d", kAxis) +
                         joint("j1", "revolute", "r", "p", kAxis) +
                         joint("j2", "revolute", "r", "c", follows) + gearbox(kRatio),
                     "1.11"));
  EXPECT_THAT(read.messages(), IsEmpty());
  const Joint& leader = read.model().joint(read.model().find_joint("j1"));
  EXPECT_EQ(leader.mimic->joint.name, "j2");
  EXPECT_DOUBLE_EQ(leader.mimic->multiplier->value(), -1.0 / 3);
}

// A gearbox that does not couple two joints is kept for Gazebo, if its names mean the same there.
TEST(SdfGearbox, isKeptWhereItIsNoMimic) {
  const std::string parts = link("r") + link("p") + link("c") + joint("j1", "revolute", "r", "p", kAxis) +
                            joint("j2", "revolute", "p", "c", kAxis);
  Reading read(model(parts + gearbox(kRatio)));
  EXPECT_THAT(read.messages(), IsEmpty());
  ASSERT_EQ(read.model().gazebos.size(), 1U);
  ASSERT_EQ(read.model().extensions.size(), 1U);
  EXPECT_THAT(read.model().extensions[0].text, HasSubstr("type=\"gearbox\""));
  Reading inner(concat("<sdf version='1.9'><model name='m'><model name='n'>", parts, gearbox(kRatio),
                       "</model></model></sdf>"));
  EXPECT_THAT(inner.messages(),
              ElementsAre(HasSubstr("gearbox 'n::g' is left out: its ends are not connected to 'n::r'")));
  EXPECT_TRUE(inner.model().extensions.empty());
  Reading nowhere(model(parts + gearbox("<gearbox_reference_body>q</gearbox_reference_body>")));
  EXPECT_THAT(nowhere.messages(),
              ElementsAre(HasSubstr("the reference body 'q' is not a link, joint or frame")));
}

}  // namespace
}  // namespace romas
