// Servo maps: their effect on a model, and the findings on mistakes, at their places.
#include "frontend/servo/servo_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/model/verify.h"
#include "test/language.h"

namespace romas {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kRobot =
    "robot r { link a; link b { solid sphere radius 1 cm mass 1 kg; } link c { solid sphere radius 1 cm mass "
    "1 kg; }\n"
    "joint shoulder : revolute a -> b { axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s; servo "
    "dynamixel(\"XL330-M288\") { id 3; gear 2; "
    "} }\n"
    "joint slide : prismatic b -> c { axis x; limit 0 m .. 1 m effort 1 N velocity 1 m/s; } }";

struct Mapped {
  explicit Mapped(std::string yaml, std::string_view robot = kRobot) : robot_text(std::string(robot)) {
    file = sources.add_text("r.servos.yaml", std::move(yaml));
    map = parse_servo_map(file, sources, diagnostics);
    if (!map) return;
    std::vector<Model>& models = robot_text.result.models;
    apply_servo_map(*map, models.at(0), diagnostics);
    report_unknown_servo_joints(*map, unknown_servo_joints(*map, models), models, diagnostics);
    EXPECT_THAT(verify_model(models.at(0)), IsEmpty());
  }
  std::vector<std::string> messages() const { return test::messages_of(diagnostics, sources); }
  Servo servo(std::string_view joint) const {
    const Model& model = robot_text.result.models.at(0);
    const auto& found = model.joint(model.find_joint(joint)).servo;
    return found ? *found : Servo();
  }
  test::LanguageParse robot_text;
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FileId file = 0;
  std::optional<ServoMap> map;
};

TEST(ServoMap, entriesReplaceAndDefaultsFillIn) {
  const Mapped mapped(
      "defaults: {device: XM430-W350, family: dynamixel, baud: 1000000, gear: 7, bus: arm}\n"
      "joints:\n"
      "  shoulder: {id: 11, direction: reverse, time_profile: true}\n"
      "  slide:\n");
  EXPECT_THAT(mapped.messages(), IsEmpty());
  const Servo shoulder = mapped.servo("shoulder");
  EXPECT_EQ(shoulder.device, "XL330-M288");  // it was there
  EXPECT_EQ(shoulder.whole(ServoProperty::id), 11);
  EXPECT_EQ(shoulder.number(ServoProperty::gear), 2);
  EXPECT_EQ(shoulder.whole(ServoProperty::baud), 1000000);
  EXPECT_EQ(shoulder.text(ServoProperty::direction), "reverse");
  EXPECT_TRUE(shoulder.flag(ServoProperty::time_profile));
  const Servo slide = mapped.servo("slide");
  EXPECT_EQ(slide.family, "dynamixel");
  EXPECT_EQ(slide.device, "XM430-W350");
  EXPECT_EQ(slide.number(ServoProperty::gear), 7);
}

TEST(ServoMap, anotherFamilyTakesItsOwnDevice) {
  const Mapped other("joints: {shoulder: {family: feetech}}");
  EXPECT_EQ(other.servo("shoulder").family, "feetech");
  EXPECT_EQ(other.servo("shoulder").device, "");
  // Defaults are for servos of their family.
  const Mapped defaults("defaults: {family: feetech, device: STS3215, baud: 500000}");
  EXPECT_EQ(defaults.servo("shoulder").device, "XL330-M288");
  EXPECT_FALSE(defaults.servo("shoulder").number(ServoProperty::baud));
  EXPECT_EQ(defaults.servo("slide").family, "");
}

TEST(ServoMap, unitsAreThoseOfTheJoint) {
  const Mapped mapped(
      "defaults: {tolerance: 0.5 deg}\n"
      "joints:\n"
      "  shoulder: {offset: 90 deg, pulse_low: '500 us', pulse_rate: 0.05kHz}\n"
      "  slide: {offset: 2 mm, map_error: 1e-4}\n");
  EXPECT_THAT(mapped.messages(), IsEmpty());
  EXPECT_DOUBLE_EQ(mapped.servo("shoulder").number(ServoProperty::offset).value(), 1.5707963267948966);
  EXPECT_DOUBLE_EQ(mapped.servo("shoulder").number(ServoProperty::pulse_low).value(), 5e-4);
  EXPECT_DOUBLE_EQ(mapped.servo("shoulder").number(ServoProperty::pulse_rate).value(), 50);
  EXPECT_TRUE(mapped.servo("shoulder").number(ServoProperty::tolerance));
  EXPECT_DOUBLE_EQ(mapped.servo("slide").number(ServoProperty::offset).value(), 0.002);
  EXPECT_DOUBLE_EQ(mapped.servo("slide").number(ServoProperty::map_error).value(), 1e-4);
  EXPECT_FALSE(mapped.servo("slide").number(ServoProperty::tolerance));  // an angle says nothing of a slide
}

TEST(ServoMap, mapsAndCouplings) {
  const Mapped mapped(
      "joints: {slide: {map: [[0, 0.3], [10 mm, -0.5], [0.019, -90 deg]], couple: {shoulder: -2}}}");
  EXPECT_THAT(mapped.messages(), IsEmpty());
  const Servo slide = mapped.servo("slide");
  ASSERT_EQ(slide.map.size(), 3U);
  EXPECT_DOUBLE_EQ(slide.map[1].joint.value(), 0.01);
  EXPECT_DOUBLE_EQ(slide.map[2].angle.value(), -1.5707963267948966);
  ASSERT_EQ(slide.couplings.size(), 1U);
  EXPECT_TRUE(slide.couplings[0].joint.id);
  EXPECT_EQ(slide.couplings[0].gear.value(), -2);
}

TEST(ServoMap, emptyOnesSayNothing) {
  for (const char* text : {"", "# nothing yet\n", "---\n", "joints: {}\n", "~"})
    EXPECT_THAT(Mapped(text).messages(), IsEmpty()) << text;
}

struct Mistake {
  std::string text;
  std::string message;
};

// Each text is answered by its message first.
void expect(const std::vector<Mistake>& mistakes) {
  for (const Mistake& mistake : mistakes) {
    SCOPED_TRACE(mistake.text);
    const auto messages = Mapped(mistake.text).messages();
    ASSERT_THAT(messages, testing::Not(IsEmpty()));
    EXPECT_EQ(messages.front(), mistake.message);
  }
}

TEST(ServoMap, mistakesInTablesAreSaidAtTheirPlaces) {
  expect({
      {"[1, 2]", "1:1 servo-map a servo map takes a table (key: value), not a list"},
      {"joint:\n  slide: {id: 1}\n", "1:1 servo-map a servo map has no key 'joint'; did you mean 'joints'?"},
      {"joints: slide\n", "1:9 servo-map 'joints' takes a table (key: value), not a single value"},
      {"joints: {slide: 3}\n", "1:17 servo-map joint 'slide' takes a table (key: value), not a single value"},
      {"joints:\n  slyde: {id: 1}\n", "2:3 servo-map robot 'r' has no joint 'slyde'; did you mean 'slide'?"},
      {"joints:\n  \"elbow\": {id: 1}\n", "2:3 servo-map robot 'r' has no joint 'elbow'"},
      {"joints: {slide: {idd: 1}}\n", "1:18 servo-map a servo has no key 'idd'; did you mean 'id'?"},
      {"joints: {slide: {id: 1, id: 2}}\n", "1:25 servo-map 'id' occurs twice"},
      {"joints:\n  slide: {id: 1}\n  slide: {id: 2}\n", "3:3 servo-map 'slide' occurs twice"},
  });
}

TEST(ServoMap, mistakesInValuesAreSaidAtTheirPlaces) {
  expect({
      {"joints: {slide: {id: eleven}}\n", "1:22 servo-map 'id' takes a whole number, not 'eleven'"},
      {"joints: {slide: {id: 1.5}}\n", "1:22 servo-map 'id' takes a whole number, not '1.5'"},
      {"joints: {slide: {id: \"11\"}}\n", "1:22 servo-map 'id' takes a whole number, not '\"11\"'"},
      {"joints: {slide: {id: [1]}}\n", "1:22 servo-map 'id' takes a whole number, not a list"},
      {"joints:\n  slide:\n    id:\n    zero: 1\n", "3:5 servo-map 'id' takes a whole number, not nothing"},
      {"joints: {slide: {time_profile: yes}}\n",
       "1:32 servo-map 'time_profile' takes true or false, not 'yes'"},
      {"joints: {slide: {direction: revers}}\n",
       "1:29 servo-map 'direction' must be one of forward, reverse, not 'revers'"},
      {"joints: {slide: {bus: {a: b}}}\n", "1:23 servo-map 'bus' takes a text, not a table"},
      {"joints: {slide: {gear: two}}\n", "1:24 servo-map 'gear' takes a number, not 'two'"},
      {"joints: {slide: {gear: 2 mm}}\n", "1:24 servo-map 'gear' takes a plain number, not a length"},
      {"joints: {slide: {pulse_low: 5 parsec}}\n", "1:29 servo-map 'parsec' in '5 parsec' is not a unit"},
      {"joints: {slide: {offset: 5 kg}}\n", "1:26 servo-map 'offset' takes an angle or a length, not a mass"},
      {"joints: {slide: {offset: 5 deg}}\n",
       "1:26 servo-map 'offset' of the prismatic joint 'slide' takes a length, not an angle"},
  });
}

TEST(ServoMap, mistakesInMapsAndCouplingsAreSaidAtTheirPlaces) {
  expect({
      {"joints: {slide: {map: 3}}\n",
       "1:23 servo-map 'map' takes a list of pairs, as [[0, 0.3], [0.01, -0.5]], not a single value"},
      {"joints: {slide: {map: [[0, 0]]}}\n", "1:23 servo-map a map needs at least two places, not 1"},
      {"joints: {slide: {map: [[0, 0], [1, 2, 3]]}}\n",
       "1:32 servo-map an entry of a map must be a pair [joint, angle], not a list of 3"},
      {"joints: {slide: {map: [[0, 0], [0, 1]]}}\n",
       "1:32 servo-map the joint values of a map must rise from place to place; 0 is not above 0"},
      {"joints: {slide: {map: [[0, 0], [1, 1], [2, 0]]}}\n",
       "1:40 servo-map the angles of a map must all rise or all fall; 0 rad turns back"},
      {"joints: {slide: {map: [[0 rad, 0], [1 rad, 1]]}}\n",
       "1:25 servo-map the joint's value in a map of the prismatic joint 'slide' takes a length, not an "
       "angle"},
      {"joints: {slide: {couple: shoulder}}\n",
       "1:26 servo-map 'couple' takes a table of joints and gears, as {joint2: 1}, not a single value"},
      {"joints: {slide: {couple: {slide: 1}}}\n",
       "1:27 servo-map a servo cannot be coupled to its own joint; give that gear as the property 'gear'"},
      {"defaults: {map: [[0, 0], [1, 1]]}\n",
       "1:12 servo-map 'map' belongs to one joint and cannot be a default"},
  });
}

TEST(ServoMap, mistakesInYamlAreSaidAtTheirPlaces) {
  expect({
      {"joints: {slide: &a {id: 1}}\n",
       "1:17 servo-map anchors (&) and aliases (*) are not read; write the value where it is used"},
      {"joints: {slide: *a}\n",
       "1:17 servo-map anchors (&) and aliases (*) are not read; write the value where it is used"},
      {"joints: {slide: {id: !!int 1}}\n",
       "1:22 servo-map tags such as 'tag:yaml.org,2002:int' are not read; write the value alone"},
      {"joints: {[1]: {id: 1}}\n", "1:10 servo-map a key is a name, not a list"},
      {"joints: {}\n---\njoints: {}\n", "2:1 servo-map a file holds one document; this is a second one"},
      // Places count code points, and the parser bytes.
      {"# größer, ≥ 3\njoints:\n  \"größe\": {}\n  slide: {bus: \"ärmel\", idd: 1}\n",
       "3:3 servo-map robot 'r' has no joint 'größe'"},
      {"\xEF\xBB\xBFjoints: {slide: {id: ä}}\n", "1:23 servo-map 'id' takes a whole number, not 'ä'"},
      {"joints: {slide: {bus: \"\x01\"}}\n", "1:24 bad-encoding the text holds a control character"},
      {"joints: {slide: {bus: \"\xFF\"}}\n", "1:24 bad-encoding this byte is not UTF-8"},
  });
}

TEST(ServoMap, malformedYamlIsOneError) {
  for (const char* text : {"joints: {slide: {id: 1}", "joints: {slide\n", "joints:\n  a: 1\n b: 2\n",
                           "a: \"open", "\t- x: [", "a: b: c", "%YAML 9"}) {
    const auto messages = Mapped(text).messages();
    ASSERT_EQ(messages.size(), 1U) << text;
    EXPECT_THAT(messages.front(), HasSubstr("servo-map ")) << text;
  }
}

}  // namespace
}  // namespace romas
