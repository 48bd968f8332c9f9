// Protects the table of units and the arithmetic of dimensions.
#include "ir/model/units.h"

#include <gtest/gtest.h>

#include <set>

namespace romas {
namespace {

TEST(Units, haveDistinctNamesThatAreReserved) {
  std::set<std::string_view> names;
  for (const Unit& unit : all_units()) {
    EXPECT_TRUE(names.insert(unit.name).second) << unit.name;
    EXPECT_TRUE(is_reserved_word(unit.name)) << unit.name;
    EXPECT_EQ(find_unit(unit.name), &unit);
  }
}

TEST(Units, agreeWithEachOther) {
  EXPECT_EQ(dimension_of("Nm"), dimension_of("N*m"));
  EXPECT_EQ(dimension_of("N"), dimension_of("kg*m/s^2"));
  EXPECT_EQ(dimension_of("Pa"), dimension_of("N/m^2"));
  EXPECT_EQ(dimension_of("Hz"), dimension_of("s^-1"));
  EXPECT_EQ(dimension_of("rpm"), dimension_of("rad/s"));
  EXPECT_EQ(dimension_of("1"), Dimension{});
  EXPECT_NE(dimension_of("rad"), dimension_of("1"));  // an angle is no plain number
  EXPECT_NE(dimension_of("N*m"), dimension_of("N*m/rad"));
}

TEST(Units, rejectWhatIsNoProductOfUnits) {
  for (const char* text : {"", "q", "m*", "*m", "m^x", "m^10", "m m"})
    EXPECT_FALSE(dimension_of(text)) << text;
}

TEST(Dimension, isDescribedInWords) {
  EXPECT_EQ(describe(*dimension_of("m")), "a length");
  EXPECT_EQ(describe(*dimension_of("1")), "a plain number");
  EXPECT_EQ(describe(*dimension_of("m/rad")), "a quantity in m/rad");
  EXPECT_EQ(describe(*dimension_of("kg*m^3/s")), "a quantity in kg*m^3/s");
  EXPECT_EQ(describe(*dimension_of("s^-2")), "a quantity in s^-2");
}

TEST(MotionUnits, existForJointsWithOneKindOfMotion) {
  EXPECT_EQ(motion_units(JointType::revolute).damping, "N*m*s/rad");
  EXPECT_EQ(motion_units(JointType::prismatic).effort, "N");
  EXPECT_TRUE(motion_units(JointType::planar).position.empty());
  EXPECT_EQ(mimic_units(JointType::prismatic, JointType::revolute), "m/rad");
  EXPECT_EQ(mimic_units(JointType::revolute, JointType::continuous), "1");
  EXPECT_EQ(mimic_units(JointType::fixed, JointType::revolute), "");
  for (int type = 0; type <= static_cast<int>(JointType::foreign); ++type) {
    const MotionUnits& units = motion_units(static_cast<JointType>(type));
    for (const std::string_view text : {units.position, units.velocity, units.acceleration, units.jerk,
                                        units.effort, units.damping, units.rate})
      EXPECT_TRUE(text.empty() || dimension_of(text)) << text;
  }
}

}  // namespace
}  // namespace romas
