// Protects that a reader cannot forget a child which SDF has. read_children asserts at compile time what is
// tested here.
#include "frontend/sdf/children.h"

#include <gtest/gtest.h>

#include "ir/model/joint_fields.h"

namespace romas::sdf {
namespace {

struct Ignore {
  void operator()(const XmlElement&) const {}
};
struct IgnoreProperty {
  void operator()(GazeboProperty, const XmlElement&) const {}
};

TEST(SdfChildren, haveOneReaderEach) {
  using Mass = On<Ignore, "mass">;
  using Others = On<Ignore, "pose", "inertia", "density">;
  EXPECT_TRUE((take_every_child_once<Mass, Others>("inertial")));
  EXPECT_FALSE((take_every_child_once<Others>("inertial")));              // the mass is forgotten
  EXPECT_FALSE((take_every_child_once<Mass, Mass, Others>("inertial")));  // and read twice
}

TEST(SdfChildren, thatAreKeptAreNotForgotten) {
  using Read =
      On<Ignore, "parent", "child", "pose", "axis", "axis2", "physics", "screw_thread_pitch", "thread_pitch",
         "gearbox_ratio", "gearbox_reference_body", "drake:rotor_inertia", "drake:gear_ratio">;
  EXPECT_FALSE(take_every_child_once<Read>("joint"));
  EXPECT_TRUE((take_every_child_once<Read, Kept<Ignore>>("joint")));
}

TEST(SdfChildren, ofOtherPlacesAreNoNames) {
  EXPECT_TRUE((On<Ignore, "mass">::is_known("inertial")));
  EXPECT_FALSE((On<Ignore, "mas">::is_known("inertial")));
  EXPECT_FALSE((On<Ignore, "mass">::is_known("link")));
  EXPECT_FALSE((On<Ignore, "fluid_added_mass">::is_known("inertial")));  // SDF has it, and it is not read
}

TEST(SdfChildren, areFieldsAndProperties) {
  using Fields = OnFields<JointDynamics, Ignore>;
  using Properties = OnProperties<IgnoreProperty>;
  EXPECT_TRUE((take_every_child_once<Fields, Properties>("dynamics")));
  EXPECT_FALSE(take_every_child_once<Fields>("dynamics"));
  EXPECT_TRUE(take_every_child_once<Properties>("friction/ode"));
}

TEST(SdfElements, thatAreNotWrittenAreNone) {
  EXPECT_TRUE(is_written("axis", "limit"));
  EXPECT_FALSE(is_written("axis", "initial_position"));
  EXPECT_FALSE(is_written("axis", "limits"));
  EXPECT_TRUE(is_written("sensor", "camera"));
  EXPECT_TRUE(is_written("sensor/camera", "image"));
  EXPECT_FALSE(is_written("sensor/camera", "width"));  // of the image
  EXPECT_FALSE(is_written("sensor", "amera"));
}

}  // namespace
}  // namespace romas::sdf
