// A described struct is read, printed, compared and verified without code of its own for its fields.
#include "ir/model/fields.h"

#include <gmock/gmock.h>

#include "backends/json/field_json.h"
#include "backends/romas/field_text.h"
#include "backends/xml/field_printer.h"
#include "frontend/xml/reader/xml_reader.h"
#include "frontend/xml/schema/field_reader.h"
#include "ir/model/joint_fields.h"
#include "ir/model/link_fields.h"
#include "ir/model/sensor_fields.h"
#include "ir/model/transmission_fields.h"
#include "support/shown/diagnostic_render.h"

namespace romas {

namespace {

struct Spring {
  std::optional<Number> stiffness, preload;
  std::vector<Number> stops;
  std::optional<std::string> maker;
};

}  // namespace

template <>
struct FieldsOf<Spring> {
  static constexpr auto kAll = std::tuple(
      Field("stiffness", &Spring::stiffness, Quantity::plain, "N/m").called("the stiffness").always_there(),
      Field("preload", &Spring::preload, Quantity::angle, "radians").written_as("at").of_dialect(11),
      Field("stops", &Spring::stops, Quantity::length, "metres"),
      Field("maker", &Spring::maker, Quantity::plain, "who makes it"));
};

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kSpringAttributes = attribute_rows<Spring>();

struct Reading {
  explicit Reading(const std::string& text) {
    static const ElementRow kSpring{"a spring", kSpringAttributes};
    const FileId file = sources.add_text("spring.xml", text);
    const auto root = read_xml_tree(file, sources, diagnostics);
    SchemaReader schema(sources, diagnostics, model);
    schema.open(*root, kSpring, Place{});
    read_fields(schema, *root, spring);
  }
  std::string findings() const { return render_text({&sources, diagnostics.sorted(), {}}, {}); }

  SourceManager sources;
  DiagnosticEngine diagnostics;
  Model model;
  Spring spring;
};

constexpr const char* kText = R"(<spring stiffness="3.50" d:preload="0.25" stops="1 2e1" maker="us"/>)";

TEST(Fields, areReadFromAttributes) {
  const Reading reading(kText);
  EXPECT_THAT(reading.findings(), HasSubstr("prefix 'd'"));  // and no other finding
  EXPECT_EQ(reading.diagnostics.sorted().size(), 1U);
  EXPECT_EQ(reading.spring.stiffness->value(), 3.5);
  EXPECT_EQ(reading.spring.preload->value(), 0.25);
  ASSERT_EQ(reading.spring.stops.size(), 2U);
  EXPECT_EQ(reading.spring.stops[1].value(), 20);
  EXPECT_EQ(reading.spring.maker, "us");
}

TEST(Fields, haveRowsThatTellMistakes) {
  EXPECT_THAT(Reading(R"(<spring/>)").findings(), HasSubstr("'stiffness'"));
  EXPECT_THAT(Reading(R"(<spring stiffness="soft"/>)").findings(), HasSubstr("'soft'"));
  EXPECT_THAT(Reading(R"(<spring stifness="1"/>)").findings(),
              HasSubstr("write 'stiffness' in place of 'stifness'"));
}

TEST(Fields, arePrintedAsAttributes) {
  XmlWriter xml;
  xml.begin("spring");
  print_fields(xml, Reading(kText).spring,
               [](const FieldInfo& field) { return (field.dialect ? "d:" : "") + std::string(field.name); });
  xml.end();
  EXPECT_THAT(xml.take(), HasSubstr(kText));
}

TEST(Fields, arePrintedAsJson) {
  JsonWriter writer;
  writer.begin_object();
  romas::json::field_object(writer, "spring", Reading(kText).spring);
  writer.end_object();
  EXPECT_THAT(writer.take(),
              HasSubstr(R"({"stiffness": 3.5, "preload": 0.25, "stops": [1, 20], "maker": "us"})"));
}

struct Numbers {
  std::optional<Number> stiffness, preload;
  Number3 place{};
};

}  // namespace

template <>
struct FieldsOf<Numbers> {
  static constexpr auto kAll =
      std::tuple(Field("stiffness", &Numbers::stiffness, Quantity::effort, ""),
                 Field("preload", &Numbers::preload, Quantity::angle, "").written_as("at").or_else(2),
                 Field("place", &Numbers::place, Quantity::length, ""));
};

namespace {

TEST(Fields, arePrintedInTheLanguage) {
  std::string line = "spring";
  append_fields(line, Numbers{Number(3.5), Number(0.25)}, motion_units(JointType::prismatic));
  EXPECT_EQ(line, "spring stiffness 3.5 N at 0.25 rad place (0, 0, 0) m");
}

TEST(Fields, thatCannotBeAbsentMustBeGiven) {
  constexpr auto kRows = attribute_rows<Numbers>();
  EXPECT_FALSE(kRows[0].required);
  EXPECT_TRUE(kRows[2].required);
  EXPECT_EQ(kRows[2].type, XmlValueType::vector3);
  const auto read = [&](const std::string& text, Numbers& numbers) {
    SourceManager sources;
    DiagnosticEngine diagnostics;
    Model model;
    const auto root = read_xml_tree(sources.add_text("numbers.xml", text), sources, diagnostics);
    SchemaReader schema(sources, diagnostics, model);
    return read_fields(schema, *root, numbers);
  };
  Numbers numbers;
  EXPECT_TRUE(read(R"(<numbers place="1 2 3"/>)", numbers));
  EXPECT_EQ(numbers.place[2].value(), 3);
  EXPECT_FALSE(read(R"(<numbers preload="1"/>)", numbers));
}

TEST(Fields, haveUnitsInMessages) {
  EXPECT_EQ(unit_text(Quantity::effort, false), " N m");
  EXPECT_EQ(unit_text(Quantity::effort, true), " N");
  EXPECT_EQ(unit_text(Quantity::velocity, false), " rad/s");
  EXPECT_EQ(unit_text(Quantity::position, true), " m");
}

TEST(Fields, haveDefaults) {
  Numbers a;
  EXPECT_EQ(value_or_default(a, &Numbers::preload), 2);
  EXPECT_EQ(with_defaults(a).preload->value(), 2);
  EXPECT_FALSE(with_defaults(a).stiffness);
}

TEST(Fields, areVisitedNumberByNumber) {
  std::vector<double> values;
  for_each_field_number(Reading(kText).spring,
                        [&](const Number& number) { values.push_back(number.value()); });
  EXPECT_THAT(values, ElementsAre(3.5, 0.25, 1, 20));
}

// A member that its description forgets would be lost in every format: the sizes tell.
template <class Struct>
constexpr std::size_t bytes_of_fields() {
  std::size_t bytes = 0;
  for_each_field<Struct>(
      [&](const auto& field) { bytes += sizeof(typename std::remove_cvref_t<decltype(field)>::Type); });
  return bytes;
}

TEST(Fields, areAllOfTheirStructs) {
  EXPECT_EQ(sizeof(CameraSensor), bytes_of_fields<CameraSensor>());
  EXPECT_EQ(sizeof(RayScan), bytes_of_fields<RayScan>());
  EXPECT_EQ(sizeof(Box), bytes_of_fields<Box>());
  EXPECT_EQ(sizeof(Cylinder), bytes_of_fields<Cylinder>());
  EXPECT_EQ(sizeof(Sphere), bytes_of_fields<Sphere>());
  EXPECT_EQ(sizeof(Capsule), bytes_of_fields<Capsule>());
  EXPECT_EQ(sizeof(Ellipsoid), bytes_of_fields<Ellipsoid>());
  const auto with_range = [](std::size_t bytes) {
    constexpr std::size_t kWord = alignof(std::optional<Number>);
    return (bytes + sizeof(Provenance) + kWord - 1) / kWord * kWord;
  };
  EXPECT_EQ(sizeof(Mesh), with_range(bytes_of_fields<Mesh>()));
  EXPECT_EQ(sizeof(InertiaTensor), with_range(bytes_of_fields<InertiaTensor>()));
  EXPECT_EQ(sizeof(Inertial), with_range(bytes_of_fields<Inertial>() + sizeof(TransformExpr) +
                                         sizeof(InertiaTensor) + 2 * sizeof(Provenance)));
  EXPECT_EQ(sizeof(TransmissionJoint), with_range(bytes_of_fields<TransmissionJoint>() + sizeof(JointRef) +
                                                  sizeof(std::vector<std::string>)));
  EXPECT_EQ(sizeof(TransmissionActuator), with_range(bytes_of_fields<TransmissionActuator>() +
                                                     sizeof(std::string) + sizeof(std::vector<std::string>)));
  EXPECT_EQ(sizeof(Wing), with_range(bytes_of_fields<Wing>() + sizeof(LinkRef) + sizeof(TransformExpr) +
                                     sizeof(ForceForm::Kind) + sizeof(Provenance)));
  EXPECT_EQ(sizeof(Thrust), with_range(bytes_of_fields<Thrust>() + sizeof(LinkRef) + sizeof(TransformExpr) +
                                       sizeof(ForceForm::Kind) + 2 * sizeof(Provenance)));
  EXPECT_EQ(sizeof(JointLimit), with_range(bytes_of_fields<JointLimit>()));
  EXPECT_EQ(sizeof(JointDynamics), with_range(bytes_of_fields<JointDynamics>()));
  EXPECT_EQ(sizeof(JointSafetyController), with_range(bytes_of_fields<JointSafetyController>()));
  EXPECT_EQ(sizeof(JointCalibration), with_range(bytes_of_fields<JointCalibration>()));
  EXPECT_EQ(sizeof(JointMimic), with_range(bytes_of_fields<JointMimic>() + sizeof(JointRef)));
}

}  // namespace
}  // namespace romas
