// Protects what the core form means: units, axes, poses, names, ranges of the source.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "test/frontend/language/examples.h"
#include "test/language.h"

namespace romas {
namespace {

using test::LanguageParse;
using testing::ElementsAre;
using testing::IsEmpty;

const Model& only_model(const LanguageParse& parse) {
  EXPECT_THAT(parse.messages(), IsEmpty());
  EXPECT_EQ(parse.result.models.size(), 1U);
  EXPECT_FALSE(parse.result.malformed);
  return parse.result.models.front();
}

std::string in_robot(std::string_view statements) { return concat("robot r {\n", statements, "\n}\n"); }

TEST(CoreForm, readsTheExample) {
  const LanguageParse parse{std::string(test::kPlanarArm)};
  const Model& model = only_model(parse);
  EXPECT_EQ(model.name, "planar");
  EXPECT_EQ(model.links.size(), 5U);
  const Link& upper = model.link(model.find_link("upper"));
  EXPECT_EQ(upper.inertial->mass, Number(1.2));
  EXPECT_EQ(upper.inertial->origin, TransformExpr(TransformExpr::XyzRpy{Number3{0, 0, 0.15}, std::nullopt}));
  EXPECT_EQ(std::get<Box>(upper.visuals[0].geometry.shape).size, (Number3{0.04, 0.04, 0.3}));
  EXPECT_EQ(upper.visuals[0].material->name, "grey");
  const Joint& shoulder = model.joint(model.find_joint("shoulder"));
  EXPECT_EQ(shoulder.parent.id, model.find_link("base"));
  const auto* origin = shoulder.origin.get_if<TransformExpr::XyzRpy>();
  ASSERT_NE(origin, nullptr);
  EXPECT_EQ(origin->unit, TransformExpr::AngleUnit::degree);
  EXPECT_EQ(*origin->rpy, (Number3{90, 0, 0}));
  EXPECT_EQ(shoulder.limit->upper, Number(170 * (std::numbers::pi / 180)));
  const Joint& finger = model.joint(model.find_joint("finger"));
  EXPECT_EQ(finger.mimic->joint.id, model.find_joint("elbow"));
  EXPECT_EQ(finger.mimic->multiplier, Number(0.01));
  EXPECT_EQ(finger.mimic->offset, Number(0.002));
}

// A decimal prefix costs no precision: the value is the double nearest to what was written.
TEST(CoreForm, convertsUnitsExactly) {
  const std::vector<std::pair<std::string, double>> masses = {
      {"1.2 kg", 1.2}, {"1200 g", 1.2}, {"700 g", 0.7}, {"35 g", 0.035}, {"2 lb", 0.90718474}};
  for (const auto& [text, value] : masses) {
    const LanguageParse parse(in_robot(concat("link a { mass ", text, "; }")));
    EXPECT_EQ(only_model(parse).links[0].inertial->mass.value(), value) << text;
  }
  const std::vector<std::pair<std::string, double>> lengths = {
      {"150 mm", 0.15},      {"15 cm", 0.15},          {"0.3 m", 0.3},      {"1 inch", 0.0254},
      {"12 um", 1.2e-5},     {"2 km", 2000},           {"1 ft", 0.3048},    {"3 m * 2", 6},
      {"1 m + 5 mm", 1.005}, {"(2 m)^3 / (4 m^2)", 2}, {"-(5 mm)", -0.005}, {"10 m/s * 2 ms", 0.02}};
  for (const auto& [text, value] : lengths) {
    const LanguageParse parse(in_robot(concat("link a { visual sphere radius ", text, "; }")));
    EXPECT_EQ(std::get<Sphere>(only_model(parse).links[0].visuals[0].geometry.shape).radius.value(), value)
        << text;
  }
  const std::vector<std::pair<std::string, double>> angles = {{"90 deg", std::numbers::pi / 2},
                                                              {"-180 deg", -std::numbers::pi},
                                                              {"0.5 rev", std::numbers::pi},
                                                              {"250 mrad", 0.25},
                                                              {"0", 0}};
  for (const auto& [text, value] : angles) {
    const LanguageParse parse(in_robot(concat("link a; link b; joint j : revolute a -> b { limit ", text,
                                              " .. ", text, " velocity 60 rpm effort 2 Nm; }")));
    const JointLimit& limit = *only_model(parse).joints[0].limit;
    EXPECT_EQ(limit.lower->value(), value) << text;
    EXPECT_EQ(limit.velocity->value(), 2 * std::numbers::pi);
    EXPECT_EQ(limit.effort->value(), 2);
  }
}

// Digits in SI survive to targets that print them as written.
TEST(CoreForm, keepsDigits) {
  const LanguageParse parse(in_robot("link a { mass 0.50 kg; com (1e-3 m, -2.0 m, 100 mm); }"));
  const Inertial& inertial = *only_model(parse).links[0].inertial;
  EXPECT_EQ(inertial.mass.text(), "0.50");
  const Number3 com = *inertial.origin.get_if<TransformExpr::XyzRpy>()->xyz;
  EXPECT_EQ(com[0].text(), "1e-3");
  EXPECT_EQ(com[1].text(), "-2.0");
  EXPECT_EQ(com[2].text(), "0.1");
}

TEST(CoreForm, readsAxes) {
  const std::vector<std::pair<std::string, Number3>> axes = {
      {"x", {1, 0, 0}}, {"-y", {0, -1, 0}}, {"- z", {0, 0, -1}}, {"(1, -1, 0.5)", {1, -1, 0.5}}};
  for (const auto& [text, xyz] : axes) {
    const LanguageParse parse(
        in_robot(concat("link a; link b; joint j : continuous a -> b { axis ", text, "; }")));
    EXPECT_EQ(only_model(parse).joints[0].axis->xyz, xyz) << text;
  }
}

TEST(CoreForm, namesFixedJointsAfterTheirLinks) {
  const LanguageParse parse(in_robot("link \"arm.root\"; link b; joint : fixed \"arm.root\" -> b;"));
  EXPECT_EQ(only_model(parse).joints[0].name, "arm_root_to_b");
}

TEST(CoreForm, readsStrings) {
  const LanguageParse parse(in_robot(
      R"x(link "a\"\\\n\t\{\}\u{fc}"; extension element a of link[0] { raw r##"<a b="#">"#</a>"## })x"));
  EXPECT_EQ(only_model(parse).links[0].name, "a\"\\\n\t{}\xC3\xBC");
  EXPECT_EQ(parse.result.models[0].extensions[0].text, "<a b=\"#\">\"#</a>");
}

TEST(CoreForm, readsSeveralRobotsAndComments) {
  const LanguageParse parse(
      "\xEF\xBB\xBF/* \xC3\xBC */ robot a { link l; } // \xE6\x9C\xBA\nrobot b { link m1; link m2; }\n");
  ASSERT_THAT(parse.messages(), IsEmpty());
  ASSERT_EQ(parse.result.models.size(), 2U);
  EXPECT_EQ(parse.result.models[1].links.size(), 2U);
}

// Ranges are byte offsets, also behind characters of several bytes.
TEST(CoreForm, knowsWhereThingsStand) {
  const LanguageParse parse(
      in_robot("// gr\xC3\xBC\xC3\x9F\xE6\x9C\xBA\nlink \"\xC3\xBC\" { mass 1 kg; }\nlink b;\njoint j : "
               "fixed \"\xC3\xBC\" -> b { at xyz(0, 0, 1 m); }"));
  const Model& model = only_model(parse);
  const auto text = [&](SourceRange range) { return parse.sources.text(range); };
  EXPECT_EQ(text(model.links[0].name_range), "\"\xC3\xBC\"");
  EXPECT_EQ(text(model.links[0].range), "link \"\xC3\xBC\" { mass 1 kg; }");
  EXPECT_EQ(text(model.links[0].inertial->mass_range), "mass 1 kg;");
  EXPECT_EQ(text(model.joints[0].child.range), "b");
  EXPECT_EQ(text(model.joints[0].type_range), "fixed");
  EXPECT_EQ(text(model.joints[0].origin_range), "at xyz(0, 0, 1 m);");
  EXPECT_EQ(text(model.name_range), "r");
  EXPECT_EQ(model.range.begin, 0U);
  EXPECT_EQ(text(model.range).back(), '}');
}

TEST(CoreForm, readsSuppressions) {
  LanguageParse parse(
      in_robot("// romas: ignore inertia-zero\nlink a {\n  mass 1 kg;\n}\nlink b { mass 1 kg; } // romas: "
               "ignore inertia-zero\nlink c { mass 1 kg; }"));
  const Model& model = only_model(parse);
  for (const Link& link : model.links)
    parse.diagnostics.report(Rule::inertia_zero, link.inertial->mass_range, link.name);
  EXPECT_THAT(parse.messages(), ElementsAre("7:10 inertia-zero c"));
  parse.diagnostics.finish_suppressions();
  EXPECT_EQ(parse.messages().size(), 1U);
}

// A sensor that Gazebo's dialect carries can still be translated after the detour through the language.
TEST(CoreForm, readsForeignSensors) {
  const LanguageParse parse(in_robot(
      R"x(gazebo; extension element sensor of gazebo[0] { raw r#"<sensor name="s" type="imu"><pose>0 0 1</pose></sensor>"# })x"));
  const auto& tree = only_model(parse).extensions[0].tree;
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(tree->attributes.at(1).second, "imu");
  EXPECT_EQ(tree->children.at(0).text, "0 0 1");
}

std::vector<std::string> about_extension(std::string_view extension) {
  return LanguageParse(concat("robot r { link a;\nextension ", extension, "\n}")).messages();
}

// Targets copy the raw text into XML: what is wrong in it is told at its place in the program.
TEST(CoreForm, readsRawTextsThatAreXml) {
  const std::string no_xml = "xml-malformed the raw text of this extension is not well-formed XML: ";
  for (const std::string_view right :
       {R"(element e of link a { raw "<e a=\"1\"/>" })", R"(element "?p" of link a { raw "<?p x ?>" })",
        R"(element "" of robot { raw "a &lt; b" })", R"(element e of link a { raw "<s><e/></s>" })",
        R"(element "x:e" of link a { raw r#"<x:e xmlns:x="u"><!-- c --></x:e>"# })",
        R"(attribute "x:e" of link a { raw "<>&\u{7}" })"})
    EXPECT_THAT(about_extension(right), IsEmpty()) << right;
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {R"(element e of link a { raw "<e>" })",
       concat("2:38 ", no_xml, "'<e>' is not closed; end the tag with '/>', or write '</e>'")},
      {R"(element e of link a { raw r##"<e></f></e>"## })",
       concat("2:46 ", no_xml, "'</f>' closes no open element; remove it, or open its element")},
      {R"(element e of link a { raw "<e a=\"\u{fc}\">&</e>" })",
       concat("2:54 ", no_xml,
              "'&' begins a reference such as '&lt;'; write '&amp;' for the character itself")},
      {R"(element e of link a { raw "<e/>\n</x>" })",
       concat("2:46 ", no_xml, "'</x>' closes no open element; remove it, or open its element")},
      {R"(element e of link a { raw "<?xml version=\"1.0\"?><e/>" })",
       concat("2:38 ", no_xml, "'<?xml' is allowed only at the beginning of a file; remove it")},
      {R"(element e of link a { raw "" })",
       "2:37 bad-value the raw text of this extension is empty; write the element, '<e/>'"},
      {R"(element e of link a { raw "text" })",
       "2:38 bad-value the raw text of this extension is not an element; write '<e/>'"},
      {R"(element e of link a { raw "<e/> <f/>" })",
       "2:43 bad-value the raw text of an extension must be one element; write other elements as extensions "
       "of their own"},
      {R"(element e of link a { raw "<f/>" })",
       "2:19 bad-value the raw text of extension 'e' is '<f>'; an extension must have the name of its "
       "element"},
      {R"(attribute "a b" of link a { raw "1" })",
       "2:21 bad-value 'a b' is not a name of an attribute; names in XML have letters, digits, '_', '-', '.' "
       "and "
       "':', and begin with a letter or '_'"},
      {R"(attribute b of link a { raw "1" } extension attribute b of link a { raw "1" })",
       "2:45 repeated-property the attribute 'b' of link is given twice; remove one"},
  };
  for (const auto& [extension, message] : wrong)
    EXPECT_THAT(about_extension(extension), ElementsAre(message)) << extension;
}

}  // namespace
}  // namespace romas
