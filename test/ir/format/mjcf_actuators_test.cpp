#include "ir/format/mjcf_actuators.h"

#include <gtest/gtest.h>

#include <map>

namespace romas::mjcf {
namespace {

using Attributes = std::map<std::string_view, std::string_view>;

// "position 40", or "none"
std::string drive(const Attributes& attributes) {
  const auto found = drive_of_general([&](std::string_view name) {
    const auto said = attributes.find(name);
    return said == attributes.end() ? std::string_view() : said->second;
  });
  return found ? std::string(found->interface) + " " + std::to_string(static_cast<int>(found->gain)) : "none";
}

TEST(DriveOfGeneral, withoutABiasIsAMotor) {
  EXPECT_EQ(drive({}), "effort 1");
  EXPECT_EQ(drive({{"gainprm", "-4 0 0"}}), "effort -4");
  EXPECT_EQ(drive({{"gainprm", "4"}, {"biastype", "none"}, {"biasprm", "0 -4"}}), "effort 4");
  EXPECT_EQ(drive({{"gainprm", "4"}, {"biastype", "affine"}}), "effort 4");
  EXPECT_EQ(drive({{"gainprm", "0"}}), "none");
}

TEST(DriveOfGeneral, theBiasMakesAServo) {
  EXPECT_EQ(drive({{"gainprm", "40"}, {"biastype", "affine"}, {"biasprm", "0 -40"}}), "position 40");
  EXPECT_EQ(drive({{"gainprm", "40"}, {"biastype", "affine"}, {"biasprm", "0 -40 -2"}}), "position 40");
  EXPECT_EQ(drive({{"gainprm", "3"}, {"biastype", "affine"}, {"biasprm", "0 0 -3"}}), "velocity 3");
  EXPECT_EQ(drive({{"gainprm", "40"}, {"biastype", "affine"}, {"biasprm", "0 -40"}, {"dyntype", "filter"}}),
            "position 40");
}

TEST(DriveOfGeneral, othersAreNone) {
  EXPECT_EQ(drive({{"gainprm", "40"}, {"biastype", "affine"}, {"biasprm", "1 -40"}}), "none");
  EXPECT_EQ(drive({{"gainprm", "40"}, {"biastype", "affine"}, {"biasprm", "0 -39"}}), "none");
  EXPECT_EQ(drive({{"gainprm", "40"}, {"biastype", "affine"}, {"biasprm", "0 -40 2"}}), "none");
  EXPECT_EQ(drive({{"gainprm", "-40"}, {"biastype", "affine"}, {"biasprm", "0 40"}}), "none");
  EXPECT_EQ(drive({{"gainprm", "40"}, {"biastype", "muscle"}}), "none");
  EXPECT_EQ(drive({{"gaintype", "affine"}}), "none");
  EXPECT_EQ(drive({{"dyntype", "integrator"}}), "none");
  EXPECT_EQ(drive({{"gainprm", "forty"}}), "none");
}

}  // namespace
}  // namespace romas::mjcf
