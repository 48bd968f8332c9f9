// derive-servos: servos from transmissions and <ros2_control>, compared with the drivers' formulas.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "ir/model/verify.h"
#include "passes/pass/pass_functions.h"
#include "test/language.h"
#include "test/urdf_helpers.h"

namespace romas {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kTurn = 2 * std::numbers::pi;

// Runs the pass on what a frontend read.
template <class Reading>
struct Derived {
  explicit Derived(std::string text) : reading(std::move(text)) {
    EXPECT_FALSE(reading.diagnostics.has_errors());
    const PassOptions options;
    std::map<std::string, std::size_t> statistics;
    TransformContext context{reading.diagnostics, options, statistics};
    changed = derive_servos(model(), context);
    EXPECT_THAT(verify_model(model()), IsEmpty());
  }
  Model& model() { return reading.result.models.at(0); }
  Servo servo(std::string_view joint) {
    const auto& found = model().joint(model().find_joint(joint)).servo;
    return found ? *found : Servo();
  }
  bool has_servo(std::string_view joint) {
    return static_cast<bool>(model().joint(model().find_joint(joint)).servo);
  }
  std::vector<std::string> messages() {
    std::vector<std::string> out;
    for (const Diagnostic& diagnostic : reading.diagnostics.sorted()) {
      const LineColumn at = reading.sources.line_column(diagnostic.range.start());
      out.push_back(
          concat(at.line, ":", at.column, " ", rule_info(diagnostic.rule).slug, " ", diagnostic.message));
      for (const auto& note : diagnostic.notes)
        out.push_back(
            concat("note ", reading.sources.line_column(note.range.start()).line, " ", note.message));
    }
    return out;
  }
  Reading reading;
  bool changed = false;
};
using DerivedUrdf = Derived<test::UrdfReading>;
using DerivedRomas = Derived<test::LanguageParse>;

// Two joints in a row, of these types, and what follows on lines of its own from line 2.
std::string robot(std::string_view first, std::string_view second, std::string_view rest) {
  const auto joint = [](std::string_view name, std::string_view type, std::string_view parent,
                        std::string_view child) {
    return concat("<joint name='", name, "' type='", type, "'><parent link='", parent, "'/><child link='",
                  child,
                  "'/><axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint>");
  };
  return concat("<robot name='r'><link name='a'/><link name='b'/><link name='c'/>",
                joint("j1", first, "a", "b"), joint("j2", second, "b", "c"), "\n", rest, "</robot>");
}
std::string two_joints(std::string_view type, std::string_view joint1, std::string_view joint2, double n1,
                       double n2) {
  return concat(
      "<transmission name='t'><type>transmission_interface/", type,
      "</type>\n<joint name='j1'><role>joint1</role>", joint1, "</joint><joint name='j2'><role>joint2</role>",
      joint2, "</joint>\n<actuator name='m1'><role>actuator1</role><mechanicalReduction>", n1,
      "</mechanicalReduction></actuator><actuator name='m2'><role>actuator2</role><mechanicalReduction>", n2,
      "</mechanicalReduction></actuator></transmission>");
}

// rad that the servo turns, as its properties say it, for joint values in rad and m.
double angle_of(Derived<test::UrdfReading>& derived, std::string_view joint, double q1, double q2) {
  const Servo servo = derived.servo(joint);
  const auto turns = [&](std::string_view name, double value) {
    return derived.model().joint(derived.model().find_joint(name)).type == JointType::prismatic
               ? value
               : value / kTurn;
  };
  const auto value = [&](std::string_view name) { return name == "j1" ? q1 : q2; };
  double sum = servo.number(ServoProperty::gear).value() *
               turns(joint, value(joint) - servo.number(ServoProperty::offset).value_or(0));
  for (const ServoCoupling& coupling : servo.couplings)
    sum += coupling.gear.value() * turns(coupling.joint.name, value(coupling.joint.name));
  return (servo.text(ServoProperty::direction) == "reverse" ? -1 : 1) * sum * kTurn;
}

TEST(DeriveServos, aSimpleTransmissionIsGearDirectionAndOffset) {
  DerivedUrdf turn(robot("revolute", "revolute",
                         "<transmission name='t'><type>SimpleTransmission</type><joint "
                         "name='j1'><offset>0.25</offset></joint><actuator name='m'>"
                         "<mechanicalReduction>-5</mechanicalReduction></actuator></transmission>"));
  EXPECT_TRUE(turn.changed);
  EXPECT_EQ(turn.servo("j1").family, "");
  EXPECT_FALSE(turn.has_servo("j2"));
  EXPECT_NEAR(angle_of(turn, "j1", 0.75, 0), (0.75 - 0.25) * -5, 1e-12);
  // The reduction of a prismatic joint is rad a metre.
  DerivedUrdf shift(
      robot("prismatic", "revolute",
            "<transmission name='t'><type>SimpleTransmission</type><joint name='j1'/><actuator name='m'>"
            "<mechanicalReduction>400</mechanicalReduction></actuator></transmission>"));
  EXPECT_DOUBLE_EQ(shift.servo("j1").number(ServoProperty::gear).value(), 400 / kTurn);
  EXPECT_NEAR(angle_of(shift, "j1", 0.02, 0), 8, 1e-12);
}

TEST(DeriveServos, differentialsFollowTheirFormula) {
  const double j1 = 2, j2 = -3, n1 = 10, n2 = -20, off1 = 0.1, off2 = 0.5;
  for (const char* second : {"revolute", "prismatic"}) {
    DerivedUrdf derived(robot(
        "revolute", second,
        two_joints("DifferentialTransmission",
                   concat("<offset>", off1, "</offset><mechanicalReduction>", j1, "</mechanicalReduction>"),
                   concat("<offset>", off2, "</offset><mechanicalReduction>", j2, "</mechanicalReduction>"),
                   n1, n2)));
    EXPECT_THAT(derived.messages(), IsEmpty());
    for (const auto& [q1, q2] : {std::pair(0.0, 0.0), std::pair(0.3, -0.7), std::pair(-1.0, 0.2)}) {
      EXPECT_NEAR(angle_of(derived, "j1", q1, q2), ((q1 - off1) * j1 + (q2 - off2) * j2) * n1, 1e-9);
      EXPECT_NEAR(angle_of(derived, "j2", q1, q2), ((q1 - off1) * j1 - (q2 - off2) * j2) * n2, 1e-9);
    }
  }
}

TEST(DeriveServos, fourBarLinkagesFollowTheirFormula) {
  const double j1 = 1.5, j2 = 0.5, n1 = -50, n2 = 40, off1 = -0.2, off2 = 0.3;
  DerivedUrdf derived(robot(
      "revolute", "revolute",
      two_joints("FourBarLinkageTransmission",
                 concat("<offset>", off1, "</offset><mechanicalReduction>", j1, "</mechanicalReduction>"),
                 concat("<offset>", off2, "</offset><mechanicalReduction>", j2, "</mechanicalReduction>"), n1,
                 n2)));
  EXPECT_THAT(derived.messages(), IsEmpty());
  EXPECT_THAT(derived.servo("j1").couplings, IsEmpty());
  for (const auto& [q1, q2] : {std::pair(0.0, 0.0), std::pair(0.3, -0.7), std::pair(-1.0, 0.2)}) {
    EXPECT_NEAR(angle_of(derived, "j1", q1, q2), (q1 - off1) * j1 * n1, 1e-9);
    EXPECT_NEAR(angle_of(derived, "j2", q1, q2), ((q1 - off1) + (q2 - off2) * j2) * n2, 1e-9);
  }
}

TEST(DeriveServos, whatCannotBeUnderstoodIsSaid) {
  const auto said = [](std::string_view rest, std::string_view second = "fixed") {
    DerivedUrdf derived(robot("revolute", second, rest));
    EXPECT_FALSE(derived.has_servo("j1"));
    const auto messages = derived.messages();
    return messages.empty() ? std::string() : messages.back();
  };
  const std::string end = "; no servo is made of it";
  EXPECT_EQ(
      said("<transmission name='t'><joint name='j1'/><actuator name='m'/></transmission>"),
      "2:21 servo-unclear transmission 't' has no type, so it does not say how it turns its actuators" + end);
  EXPECT_EQ(said("<transmission name='t'><type>pr2_mechanism_model/WristTransmission</type><joint "
                 "name='j1'/></transmission>"),
            "2:21 servo-unclear transmission 't' is a 'pr2_mechanism_model/WristTransmission'; only its "
            "makers know how it turns its actuators" +
                end);
  EXPECT_EQ(said("<transmission name='t'><type>SimpleTransmission</type>\n<joint name='j2'/><actuator "
                 "name='m'/></transmission>"),
            "3:1 servo-unclear transmission 't' drives joint 'j2', which is fixed" + end);
  EXPECT_EQ(said("<transmission name='t'><type>SimpleTransmission</type><joint name='j1'/>\n<actuator "
                 "name='m'><mechanicalReduction>0"
                 "</mechanicalReduction></actuator></transmission>"),
            "3:1 servo-unclear transmission 't' has a reduction of 0" + end);
  EXPECT_EQ(
      said("<transmission name='t'><type>SimpleTransmission</type><joint "
           "name='j1'><mechanicalReduction>2</mechanicalReduction></joint>\n"
           "<actuator name='m'><mechanicalReduction>3</mechanicalReduction></actuator></transmission>"),
      "3:1 servo-unclear transmission 't' gives the reductions 2 and 3, but not which one to use" + end);
  EXPECT_EQ(
      said("<transmission name='t'><type>SimpleTransmission</type><joint name='j1'/><joint "
           "name='j2'/><actuator name='m'/></transmission>"),
      "2:21 servo-unclear transmission 't' is simple, but has 2 joints and 1 actuators instead of one each" +
          end);
  EXPECT_EQ(
      said("<transmission name='t'><type>DifferentialTransmission</type><joint name='j1'/><joint "
           "name='j2'/><actuator name='m'/></transmission>",
           "revolute"),
      "2:21 servo-unclear transmission 't' does not give its joints the roles 'joint1' and 'joint2'" + end);
  EXPECT_EQ(said("<transmission name='t'><type>FourBarLinkageTransmission</type><joint name='j1'/><actuator "
                 "name='m'/></transmission>"),
            "2:21 servo-unclear transmission 't' has 1 joints; its type takes two" + end);
}

TEST(DeriveServos, writtenServosStayAndAreFilledIn) {
  const std::string text =
      "robot r {\nlink a; link b { solid sphere radius 1 cm mass 1 kg; }\n"
      "joint j1 : revolute a -> b { axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 1 rad/s;\n"
      "servo dynamixel(\"XM430-W350\") { id 4;\n"
      "gear 2; } }\n"
      "transmission t : SimpleTransmission { joint j1 { offset 0.1 rad; }\n"
      "actuator motor { reduction 3; } } }";
  DerivedRomas derived(text);
  EXPECT_THAT(derived.messages(), ElementsAre("5:1 servo-conflict the servo of joint 'j1': 'gear' is 2, but "
                                              "3 in transmission 't'; the former is used",
                                              "note 7 transmission 't' gives 3"));
  const Servo servo = derived.servo("j1");
  EXPECT_EQ(servo.number(ServoProperty::gear), 2);
  EXPECT_EQ(servo.number(ServoProperty::offset), 0.1);
  EXPECT_EQ(servo.device, "XM430-W350");
  // A map says all of it.
  std::string mapped = text;
  mapped.replace(mapped.find("gear 2;"), 7, "map [(-1 rad, 0 rad), (1 rad, 1 rad)];");
  DerivedRomas with_map(mapped);
  EXPECT_THAT(with_map.messages(), IsEmpty());
  EXPECT_FALSE(with_map.servo("j1").number(ServoProperty::gear));
}

TEST(DeriveServos, twoSourcesThatContradictEachOther) {
  const auto control = [](int id) {
    return concat(
        "\n<ros2_control name='c", id,
        "' type='system'><hardware><plugin>dynamixel_hardware/DynamixelHardware</plugin></hardware>",
        "<joint name='j1'><param name='id'>", id, "</param></joint></ros2_control>");
  };
  DerivedUrdf derived(robot("revolute", "revolute", control(1) + control(2)));
  EXPECT_THAT(derived.messages(),
              ElementsAre("3:147 servo-conflict the servo of joint 'j1': 'id' is 1 in ros2_control 'c1', but "
                          "2 in ros2_control 'c2'; the former is used",
                          "note 4 ros2_control 'c2' gives 2"));
}

TEST(DeriveServos, driversParametersMustBeNumbers) {
  const auto said = [](std::string_view hardware, std::string_view gpio) {
    DerivedUrdf derived(robot(
        "revolute", "prismatic",
        concat(
            "<ros2_control name='c' "
            "type='system'><hardware><plugin>dynamixel_hardware_interface/DynamixelHardware</plugin>\n",
            hardware,
            "</hardware><joint name='j1'/><joint name='j2'/>\n<gpio name='d'><param name='type'>dxl</param>",
            gpio, "</gpio></ros2_control>")));
    const auto messages = derived.messages();
    return messages.empty() ? std::string() : messages.front();
  };
  const std::string_view id = "<param name='ID'>1</param>";
  EXPECT_EQ(said("", id), "");
  EXPECT_EQ(
      said("<param name='baud_rate'>fast</param>", id),
      "3:25 servo-unclear ros2_control 'c' has 'fast' as parameter 'baud_rate', which takes a whole number");
  EXPECT_THAT(said("", ""),
              HasSubstr("servo-unclear ros2_control 'c' gives its servo 'd' no parameter 'ID'"));
  EXPECT_THAT(said("", concat(id, "<param name='Operating Mode'>9</param>")),
              HasSubstr("has operating mode 9, which is not one of 0, 1, 3, 4, 5 and 16"));
  EXPECT_EQ(said("<param name='joint_to_transmission_matrix'>1, 0, 0</param>", id),
            "3:44 servo-unclear ros2_control 'c' has 3 values in joint_to_transmission_matrix instead of 1 x "
            "2 (servos and joints); no servos are "
            "made of it");
  EXPECT_EQ(said("<param name='joint_to_transmission_matrix'>1, x</param>", id),
            "3:44 servo-unclear ros2_control 'c' has 'x' in joint_to_transmission_matrix, which takes "
            "numbers; no servos are made of it");
  EXPECT_EQ(said("<param name='joint_to_transmission_matrix'>0, 0</param>", id).substr(4),
            "servo-unclear ros2_control 'c' does not say which joint its servo 'd' moves");
  EXPECT_THAT(said("", concat(id, "<param name='[unit info]'>Goal Position,0.1,m,signed,0;</param>")),
              HasSubstr("gives 'd' units of its own, 10 counts for one m; 'zero' is taken from them, but "
                        "'gear' depends on the servo's counts a turn: write it"));
  EXPECT_THAT(said("", concat(id, "<param name='[unit info]'>Present Position,0.1,m,signed,0;</param>")),
              HasSubstr("gives 'd' units of its own, but none that can be read for 'Goal Position'"));
  EXPECT_EQ(said("<param name='use_revolute_to_prismatic_gripper'>1</param><param "
                 "name='revolute_to_prismatic_dxl'>d</param>",
                 id),
            "3:49 servo-unclear ros2_control 'c' lacks the parameter 'revolute_min' that turns the angle of "
            "'d' into a stroke");
}

// The figures of the OpenMANIPULATOR-X's gripper: the joint is at 0 where the servo reads 2048.
TEST(DeriveServos, unitsOfADriverSayWhereZeroIs) {
  DerivedUrdf derived(robot(
      "prismatic", "revolute",
      "<ros2_control name='c' "
      "type='system'><hardware><plugin>dynamixel_hardware_interface/DynamixelHardware</plugin></hardware>"
      "<joint name='j1'/><gpio name='d'><param name='type'>dxl</param><param name='ID'>15</param><param "
      "name='[unit info]'>\n"
      "  Present Position,0.000017626621790,m,signed,-0.036099321;\n  Goal "
      "Position,0.000017626621790,m,signed,-0.036099321;\n"
      "</param></gpio></ros2_control>"));
  EXPECT_EQ(derived.servo("j1").whole(ServoProperty::zero), 2048);
}

TEST(DeriveServos, otherDriversSayNothing) {
  DerivedUrdf derived(
      robot("revolute", "revolute",
            "<ros2_control name='c' "
            "type='system'><hardware><plugin>mock_components/GenericSystem</plugin></hardware>"
            "<joint name='j1'><param name='id'>1</param></joint></ros2_control>"));
  EXPECT_FALSE(derived.changed);
  EXPECT_FALSE(derived.has_servo("j1"));
}

TEST(DeriveServos, transmissionsOfRos2AreNotReadAndThatIsSaid) {
  DerivedUrdf derived(robot("revolute", "revolute",
                            "<ros2_control name='c' type='system'><joint name='j1'/>\n<transmission "
                            "name='t'><plugin>transmission_interface/SimpleTransmission"
                            "</plugin><joint name='j1' role='joint1'/><actuator name='m' role='actuator1'/>"
                            "</transmission></ros2_control>"));
  EXPECT_THAT(derived.messages(),
              ElementsAre(HasSubstr(
                  "servo-unclear ros2_control 'c' has a <transmission> of its own, which is not read")));
}

}  // namespace
}  // namespace romas
