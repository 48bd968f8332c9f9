// Completion in the Romas language: texts with a cursor mark '|', items as text.
#include "lsp/language/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "lsp/language/signatures.h"
#include "support/text/text.h"
#include "test/lsp/language/examples.h"
#include "test/lsp/language/some_facts.h"

namespace romas::typing {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

std::vector<markup::CompletionItem> items_at(const std::string& marked) {
  const Cursor cursor = cursor_in(marked);
  return complete(cursor.text, cursor.offset, some_facts());
}

std::vector<std::string> labels(const std::string& marked) {
  std::vector<std::string> found;
  for (const markup::CompletionItem& item : items_at(marked)) found.push_back(item.label);
  return found;
}

// The text after an item was taken as a snippet.
std::string taken(const std::string& marked, std::string_view label) {
  std::string text = cursor_in(marked).text;
  for (const markup::CompletionItem& item : items_at(marked))
    if (item.label == label) return text.replace(item.replace.begin, item.replace.size(), item.snippet);
  return "no such item";
}

TEST(RomasCompletion, statementsOfAFile) {
  EXPECT_THAT(labels("|"), AllOf(Contains("robot"), Contains("module"), Contains("import"), Contains("param"),
                                 Contains("fn"), Not(Contains("link"))));
  EXPECT_EQ(taken("rob|", "robot"), "robot ${1:name} {\n  $0\n}");
  EXPECT_EQ(taken("import \"a.romas\";\nmod|\n", "module"),
            "import \"a.romas\";\nmodule ${1:name}() {\n  $0\n}\n");
  EXPECT_EQ(taken("|", "import"), "import \"$1\";");
}

TEST(RomasCompletion, statementsOfARobot) {
  const std::string robot = "robot r {\n  link base;\n  |\n}\n";
  EXPECT_THAT(labels(robot), AllOf(Contains("link"), Contains("joint"), Contains("use"), Contains("for"),
                                   Not(Contains("mass")), Not(Contains("import"))));
  EXPECT_EQ(taken("robot r { li| }", "link"), "robot r { link ${1:name} {\n  $0\n} }");
  EXPECT_EQ(taken("robot r { | }", "joint"),
            "robot r { joint ${1:name} : "
            "${2|revolute,continuous,prismatic,planar,floating,ball,universal,screw,fixed|} ${3:parent} -> "
            "${4:child} {\n  $0\n} }");
  EXPECT_EQ(taken("robot r { | }", "frame"), "robot r { frame ${1:name} on ${2:link} {\n  $0\n} }");
}

TEST(RomasCompletion, propertiesWithWhatTheyNeed) {
  const std::string link = "robot r {\n  link base {\n    |\n  }\n}\n";
  EXPECT_THAT(labels(link), AllOf(Contains("mass"), Contains("solid"), Contains("let"), Not(Contains("axis")),
                                  Not(Contains("link"))));
  EXPECT_EQ(taken("robot r { link b { | } }", "mass"), "robot r { link b { mass ${1:0 kg}; } }");
  EXPECT_EQ(taken("robot r { link b { | } }", "com"), "robot r { link b { com ${1:(0, 0, 0) m}; } }");
  EXPECT_EQ(taken("robot r { joint j : revolute a -> b { lim| } }", "limit"),
            "robot r { joint j : revolute a -> b { limit ${1:0 rad} .. ${2:0 rad}; } }");
  EXPECT_EQ(taken("robot r { joint j : prismatic a -> b { lim| } }", "limit"),
            "robot r { joint j : prismatic a -> b { limit ${1:0 m} .. ${2:0 m}; } }");
  EXPECT_THAT(labels("robot r { joint j : revolute a -> b { limit 0 rad .. 1 rad | } }"),
              AllOf(Contains("effort"), Contains("velocity")));
  EXPECT_EQ(taken("robot r { joint j : revolute a -> b { limit 0 rad .. 1 rad | ; } }", "effort"),
            "robot r { joint j : revolute a -> b { limit 0 rad .. 1 rad effort ${1:0 N*m} ; } }");
  EXPECT_THAT(labels("robot r { link b { visual | } }"), AllOf(Contains("box"), Contains("mesh")));
}

TEST(RomasCompletion, brokenTextsInFrontDoNotMatter) {
  EXPECT_THAT(labels("robot r {\n  link a { mass 3 kilos;; com ((; }\n  joint : -> ;\n  link b {\n    |"),
              Contains("mass"));
  EXPECT_THAT(labels("robot r {\n  link a {\n    mass 3 kg\n  joint j : fixed a -> b {\n    |"),
              Contains("axis"));
  EXPECT_THAT(labels("robot r {\n  link a {\n    mass 3 kg\n    |"), Contains("com"));
  EXPECT_THAT(labels("robot r {\n  joint j : {\n    |\n  }\n}"), Contains("limit"));
  EXPECT_THAT(labels("robot {\n  |"), Contains("link"));
  EXPECT_THAT(labels("robot r { if spare { link a; } | }"), AllOf(Contains("else"), Contains("link")));
  EXPECT_THAT(labels("robot r { if a { } else if b { | } }"), Contains("link"));
}

TEST(RomasCompletion, namesOfTheRightKind) {
  const std::string robot =
      "robot r { link base; link arm; material steel { color (1, 1, 1, 1); }\n"
      "joint j : revolute base -> arm { axis z; }\njoint still : fixed base -> other;\n";
  EXPECT_THAT(labels(robot + "joint k : fixed |"), ElementsAre("base", "arm"));
  EXPECT_THAT(labels(robot + "joint k : fixed base -> a|"), ElementsAre("base", "arm"));
  EXPECT_THAT(labels(robot + "joint k : |"),
              AllOf(Contains("revolute"), Contains("fixed"), Not(Contains("base"))));
  EXPECT_THAT(labels(robot + "joint k : revolute base -> arm { mimic |"), ElementsAre("j"));
  EXPECT_THAT(labels(robot + "joint k : revolute base -> arm { mimic k|"), ElementsAre("j"));
  EXPECT_THAT(labels(robot + "link x { visual sphere radius 1 m material |"), ElementsAre("steel"));
  EXPECT_THAT(labels(robot + "frame f on |"), ElementsAre("base", "arm"));
  EXPECT_THAT(labels(robot + "sensor eye : imu on link |"), ElementsAre("base", "arm"));
  EXPECT_THAT(labels("robot r { link |"), IsEmpty());
  EXPECT_THAT(labels("robot r { for i in range(2) { link \"w_{i}\"; } joint : fixed |"),
              ElementsAre("w_{i}"));
  EXPECT_EQ(taken("robot r { link \"tool-0\"; frame f on |", "tool-0"),
            "robot r { link \"tool-0\"; frame f on \"tool-0\"");
  EXPECT_EQ(taken("robot r { link \"tool-0\"; frame f on \"to|\";", "tool-0"),
            "robot r { link \"tool-0\"; frame f on \"tool-0\";");
}

TEST(RomasCompletion, instancesAndTheirMembers) {
  const std::string head =
      "import \"leg.romas\" as parts;\nimport \"table.urdf\" as table;\nimport \"arm.romas\" as arm;\n";
  EXPECT_THAT(labels(head + "robot r { use |"), ElementsAre("parts.", "table", "arm.", "arm"));
  EXPECT_EQ(taken(head + "robot r { use parts.|", "leg"), head + "robot r { use parts.leg(side = ${1:side})");
  EXPECT_THAT(labels(head + "robot r { link b; use parts.leg(side = 1) as l; joint : fixed b -> |"),
              ElementsAre("b", "l."));
  EXPECT_THAT(labels(head + "robot r { use parts.leg(side = 1) as l; joint : fixed b -> l.|"),
              ElementsAre("hip", "shank", "root"));
  EXPECT_THAT(labels(head + "robot r { use table as t; joint : fixed t.|"), ElementsAre("top", "mount"));
  EXPECT_THAT(labels(head + "robot r { use arm as a; joint k : revolute b -> c { mimic a.|"),
              ElementsAre("j"));
  EXPECT_THAT(labels(head + "let a = parts.|"), ElementsAre("tube", "steel"));
}

TEST(RomasCompletion, membersOfRecordsAndNamesOfTypes) {
  const std::string head =
      "type motor = {mass: mass};\n"
      "let knee = {mass: 1 kg, bus: \"can\", \"stall torque\": 3 N*m, inner: {deep: [1, 2]}};\n";
  EXPECT_THAT(labels(head + "let a = knee.|"),
              testing::UnorderedElementsAre("mass", "bus", "stall torque", "inner"));
  EXPECT_EQ(taken(head + "let a = knee.|", "stall torque"), head + "let a = knee.\"stall torque\"");
  EXPECT_THAT(labels(head + "let a : |"), AllOf(Contains("motor"), Contains("mass"), Not(Contains("knee"))));
  EXPECT_THAT(labels("type a = [|"), Contains("length"));
  EXPECT_THAT(labels("type a = {b: |"), Contains("length"));
  EXPECT_THAT(labels("let a = {b: |"), AllOf(Contains("pi"), Contains("sqrt")));
  EXPECT_THAT(labels("let a = {b: 1, c: 2 |"), Contains("mm"));
  EXPECT_THAT(labels("import \"types.romas\" as t;\nlet a : t.|"), testing::ElementsAre("motor"));
  EXPECT_THAT(labels("import \"types.romas\" as t;\nlet a : |"), Contains("t."));
  EXPECT_THAT(labels("import \"types.romas\" as t;\nlet a = t.|"),
              AllOf(Contains("knee"), Not(Contains("motor"))));
  EXPECT_THAT(labels("import \"types.romas\" as t;\nlet a = t.knee.|"), testing::ElementsAre("bus"));
}

TEST(RomasCompletion, membersOfWhatIsLoaded) {
  EXPECT_THAT(labels("let motors = load(\"motors.yaml\");\nlet a = motors.|;\n"),
              ElementsAre("elbow", "in quotes"));
  EXPECT_EQ(taken("let motors = load(\"motors.yaml\");\nlet a = motors.|;\n", "in quotes"),
            "let motors = load(\"motors.yaml\");\nlet a = motors.\"in quotes\";\n");
  EXPECT_THAT(labels("let loaded : sizes = load(\"sizes.json\");\nlet a = loaded.|;\n"),
              ElementsAre("wide", "deep"));
  // A value computed of it may be anything.
  EXPECT_THAT(labels("let motors = load(\"sizes.json\").deep;\nlet a = motors.|;\n"), Not(Contains("wide")));
  EXPECT_THAT(labels("let motors = load(\"absent.yaml\");\nlet a = motors.|;\n"), Not(Contains("wide")));
}

TEST(RomasCompletion, functionsOfTests) {
  const std::string robot =
      "robot r { link base; link arm; frame tip on arm;\njoint j : revolute base -> arm { axis z; }\n";
  EXPECT_THAT(labels(robot + "test \"t\" { assert | } }"),
              AllOf(Contains("pose"), Contains("torque"), Contains("abs"), Contains("total_mass")));
  EXPECT_THAT(labels(robot + "test \"t\" { for i in [1] { let a = | } } }"), Contains("distance"));
  EXPECT_THAT(labels(robot + "test \"t\" { assert po|"), Contains("pose"));
  EXPECT_THAT(labels(robot + "let a = |; test \"t\" { } }"), AllOf(Contains("abs"), Not(Contains("pose"))));
  EXPECT_THAT(labels(robot + "test \"t\" { assert torque(|) } }"),
              AllOf(Contains("j"), Not(Contains("base"))));
  EXPECT_THAT(labels(robot + "test \"t\" { assert pose(|) } }"), AllOf(Contains("base"), Contains("tip")));
  EXPECT_EQ(taken(robot + "test \"t\" { assert | } }", "pose"), robot + "test \"t\" { assert pose($1) } }");
}

TEST(RomasCompletion, versionsOfImports) {
  EXPECT_THAT(labels("import \"leg.romas\" |;"), AllOf(Contains("version"), Contains("as")));
  EXPECT_THAT(labels("import \"leg.romas\" version \"1.2\" |;"),
              AllOf(Contains("as"), Not(Contains("version"))));
  EXPECT_THAT(labels("import \"leg.romas\" version \"1\" as leg;\nlet a = leg.|;\n"), Contains("steel"));
}

TEST(RomasCompletion, partsOfTheStandardLibrary) {
  EXPECT_THAT(labels("import |"), Contains("std"));
  EXPECT_THAT(labels("import std.|"), AllOf(Contains("materials"), Contains("servos"), Not(Contains("std"))));
}

TEST(RomasCompletion, valuesOfImportsAndRobots) {
  EXPECT_THAT(labels("import \"sized.romas\" as a(|"), AllOf(Contains("long = "), Contains("weight = ")));
  EXPECT_THAT(labels("import \"sized.romas\" as a(long = 2 m, |);"),
              AllOf(Not(Contains("long = ")), Contains("weight = ")));
  EXPECT_THAT(labels("import \"sized.romas\" as a(long = 2 |);"), AllOf(Contains("mm"), Not(Contains("kg"))));
  EXPECT_THAT(labels("import \"gantry.urdf.xacro\" as rail(|"),
              AllOf(Contains("travel = "), Contains("camera = ")));
  const std::string head = "import \"sized.romas\" as a;\n";
  EXPECT_THAT(labels(head + "let b = a.|"), AllOf(Contains("long"), Not(Contains("inner"))));
  EXPECT_THAT(labels("private let inner = 3;\nlet b = |"), Contains("inner"));
  EXPECT_THAT(labels("private |"), testing::UnorderedElementsAre("let", "type", "fn", "module"));
  EXPECT_THAT(labels(head + "robot r { use a(|"), AllOf(Contains("tool = "), Not(Contains("long = "))));
  EXPECT_EQ(taken(head + "robot r { use a.|", "sized"), head + "robot r { use a.sized(tool = ${1:tool})");
  EXPECT_THAT(labels("robot r(long: length) { link base; frame f on base { at xyz(|"), Contains("long"));
  EXPECT_THAT(labels("robot r(long: length) { } robot s { let a = |"), Not(Contains("long")));
}

TEST(RomasCompletion, patchesNameWhatTheThingHas) {
  const std::string head =
      "import \"table.urdf\" as table;\nimport \"arm.romas\" as arm;\n"
      "robot r { link world; joint k : revolute world -> world; ";
  EXPECT_THAT(labels(head + "use table { |"),
              AllOf(Contains("joint"), Contains("link"), Contains("remove"), Contains("for"),
                    Not(Contains("material")), Not(Contains("use"))));
  EXPECT_THAT(labels(head + "use table { link |"), ElementsAre("top", "mount"));
  EXPECT_THAT(labels(head + "use table { if true { remove subtree |"), ElementsAre("top", "mount"));
  EXPECT_THAT(labels(head + "use arm as a { joint |"), ElementsAre("j"));
  EXPECT_THAT(labels(head + "use arm { joint j { mimic |"), IsEmpty());  // it is the only one that moves
  EXPECT_THAT(labels(head + "use arm { joint j { remove |"), AllOf(Contains("limit"), Contains("mimic")));
  EXPECT_THAT(labels(head + "use arm { link base { replace |"), ElementsAre("visual", "collision"));
  // They define nothing, and behind the braces the robot's own names are meant again.
  EXPECT_THAT(labels(head + "use arm as a { link base { } for i in x { link tool { } } } joint : fixed |"),
              ElementsAre("world", "a."));
}

TEST(RomasCompletion, modulesOfParts) {
  const std::string head = "module body(weight: mass) { mass weight; }\n";
  EXPECT_THAT(labels(head + "robot r { link l { |"), AllOf(Contains("use"), Contains("assert")));
  EXPECT_THAT(labels(head + "robot r { link l { use |"), ElementsAre("body"));
  EXPECT_THAT(labels(head + "robot r { link a; link l; joint : fixed a -> l { use |"), ElementsAre("body"));
  EXPECT_EQ(taken(head + "robot r { link l { use |", "body"),
            head + "robot r { link l { use body(weight = ${1:weight})");
  EXPECT_THAT(labels("module body(weight: mass) { |"),
              AllOf(Contains("mass"), Contains("damping"), Contains("link")));
  EXPECT_THAT(labels("module body(weight: mass) { if weight > 1 kg { |"), Contains("visual"));
}

TEST(RomasCompletion, statementsThatAModuleTakes) {
  const std::string head =
      "module wheel(radius: length, rim: statements, extra: statements = {}) { link hub; let a = 1; }\n";
  EXPECT_THAT(labels("module m(a: length, rim: statements) { link hub { insert |"), ElementsAre("rim"));
  EXPECT_THAT(labels(head + "robot r { use wheel(1 m) as w with |"), ElementsAre("rim", "extra"));
  EXPECT_THAT(labels(head + "robot r { use wheel(1 m) with rim { mass 1 kg; } with |"),
              ElementsAre("rim", "extra"));
  EXPECT_THAT(labels(head + "robot r { use wheel(|"), AllOf(Contains("radius = "), Not(Contains("rim = "))));
  EXPECT_EQ(taken(head + "robot r { use |", "wheel"), head + "robot r { use wheel(radius = ${1:radius})");
  EXPECT_THAT(labels("module m(a: |"), Contains("statements"));
  // Given statements may be those of robots, links and joints, and see the names around the use.
  EXPECT_THAT(labels(head + "robot r { use wheel(1 m) with rim { |"),
              AllOf(Contains("mass"), Contains("damping"), Contains("link"), Contains("use")));
  EXPECT_THAT(
      labels(head + "robot r { link own; use wheel(1 m) as w { link hub { } } with rim { joint : fixed |"),
      Contains("own"));
}

TEST(RomasCompletion, valuesInScope) {
  const std::string file(kLeg);
  EXPECT_THAT(labels(file + "robot r { let near = 1; link b { mass | } let later = 2; }"),
              AllOf(Contains("near"), Contains("steel"), Contains("tube"), Contains("pi"), Contains("sqrt"),
                    Contains("if"), Not(Contains("later")), Not(Contains("thigh")), Not(Contains("b"))));
  EXPECT_THAT(labels("module legs(side: real) { for (i, x) in l { let y = | } }"),
              AllOf(Contains("side"), Contains("i"), Contains("x"), Not(Contains("y"))));
  EXPECT_EQ(taken(file + "let full = tu|;", "tube"), file + "let full = tube(${1:outer}, ${2:long});");
  EXPECT_THAT(labels(file + "let v = (1, 2, 3) m; let w = v.|"), ElementsAre("x", "y", "z"));
  EXPECT_THAT(labels("robot r { joint j : revolute a -> b { axis | } }"),
              AllOf(Contains("x"), Contains("-z")));
  EXPECT_THAT(labels("assert 1 < 2, \"the mass is {tot|}\";"), Contains("pi"));
  EXPECT_THAT(labels("param reach = 1 m; assert 1 < 2, \"{|"), Contains("reach"));
  EXPECT_THAT(labels(file + "robot r { use leg(|"), AllOf(Contains("side = "), Contains("thigh = ")));
  EXPECT_THAT(labels(file + "robot r { use leg(side = 1, |"),
              AllOf(Not(Contains("side = ")), Contains("thigh = ")));
  EXPECT_THAT(labels("let a: |"), AllOf(Contains("length"), Contains("bool")));
}

TEST(RomasCompletion, localNamesWhereTheyAreKnown) {
  const auto knows = [](std::string_view name, const std::string& marked) {
    const std::vector<std::string> found = labels(marked);
    return std::ranges::find(found, name) != found.end();
  };
  EXPECT_TRUE(knows("half", "let a = let half = 1 m in |;"));
  EXPECT_TRUE(knows("half", "let a = let half = 1 m in |"));
  EXPECT_TRUE(knows("half", "robot r { link b { visual box (let half = 1 m in 2 * |, 1 m, 1 m); } }"));
  EXPECT_TRUE(knows("half", "let a = let half: length = 1 m, (x, y) = (1, 2) in ha|"));
  EXPECT_TRUE(knows("y", "let a = let half = 1 m, (x, y) = (1, 2) in |"));
  EXPECT_TRUE(knows("half", "let a = let half = 1 m, other = | in other;"));
  EXPECT_TRUE(knows("half", "let a = (let half = 1 m in let other = 2 in |) + 1;"));
  EXPECT_TRUE(knows("half", "let a = if let half = 1 in | > 1 then 1 else 2;"));
  EXPECT_TRUE(knows("half", "robot r { if let half = 1 in | > 1 { } }"));
  // Not in its own value, and not behind its expression.
  EXPECT_FALSE(knows("half", "let a = let half = | in half;"));
  EXPECT_FALSE(knows("other", "let a = let half = 1 m, other = | in other;"));
  EXPECT_FALSE(knows("half", "let a = let half = 1 m in half; let b = |"));
  EXPECT_FALSE(knows("half", "let a = (let half = 1 m in half) + |;"));
  EXPECT_FALSE(knows("half", "let a = (let half = 1 m in half, |);"));
  EXPECT_FALSE(knows("half", "let a = if 1 > 0 then let half = 1 in half else |;"));
  EXPECT_FALSE(knows("inner", "let a = let half = let inner = 1 in inner in |;"));
  // The variables of a list, in front of them, too.
  EXPECT_TRUE(knows("side", "let a = [| for side in [-1, 1]];"));
  EXPECT_TRUE(knows("side", "let a = [1 for side in [-1, 1] if |];"));
  EXPECT_TRUE(knows("name", "let a = [let n = 2 in | for (name, side) in pairs];"));
  EXPECT_FALSE(knows("side", "let a = [side for side in [-1, 1]] + |;"));
  EXPECT_FALSE(knows("n", "let a = [let n = 2 in n for side in |];"));
}

TEST(RomasCompletion, partsInTestsOfAssemblies) {
  const std::string head =
      "assembly a from lib { base foot = block(\"f\"); part pan = block(\"p\"); test \"t\" { ";
  EXPECT_THAT(labels(head + "at |"), Contains("pan"));
  EXPECT_THAT(labels(head + "assert pose(|"), AllOf(Contains("foot"), Contains("pan")));
  EXPECT_THAT(labels(head + "assert torque(|"), Contains("pan"));
}

TEST(RomasCompletion, unitsOfTheRightDimension) {
  EXPECT_THAT(labels("robot r { link b { mass 1 | } }"),
              AllOf(Contains("kg"), Contains("g"), Not(Contains("m")), Not(Contains("deg"))));
  EXPECT_THAT(labels("robot r { joint j : revolute a -> b { limit 1 | } }"),
              AllOf(Contains("deg"), Not(Contains("mm"))));
  EXPECT_THAT(labels("robot r { joint j : prismatic a -> b { limit 1 | } }"),
              AllOf(Contains("mm"), Not(Contains("deg"))));
  EXPECT_THAT(labels("robot r { joint j : revolute a -> b { limit velocity 1 | } }"),
              AllOf(Contains("rad/s"), Contains("deg/s"), Contains("rpm"), Not(Contains("rad"))));
  EXPECT_THAT(labels("robot r { link b { com (0, 0, 1 |"), AllOf(Contains("mm"), Not(Contains("kg"))));
  EXPECT_THAT(labels("let p = rpy(0, 0, 90 |"), AllOf(Contains("deg"), Not(Contains("mm"))));
  EXPECT_THAT(labels(std::string(kLeg) + "let full = tube(1 |"), AllOf(Contains("cm"), Not(Contains("kg"))));
  EXPECT_THAT(labels("let a = 1 |"), AllOf(Contains("kg"), Contains("deg")));
  EXPECT_THAT(labels("robot r { link b { solid sphere radius 1 m density 1 kg/|"), Contains("m^3"));
  EXPECT_THAT(labels("robot r { joint j : revolute a -> b { limit effort 1 N*|"), Contains("m"));
}

TEST(RomasCompletion, filesServosAndRules) {
  EXPECT_THAT(labels("import \"|\""), ElementsAre("leg.romas", "meshes/"));
  EXPECT_EQ(taken("robot r { link b { visual mesh \"meshes/h|\"; } }", "hand.stl"),
            "robot r { link b { visual mesh \"meshes/hand.stl\"; } }");
  EXPECT_EQ(taken("import |", "leg.romas"), "import \"leg.romas\"");
  const std::string joint = "robot r { joint j : revolute a -> b { servo ";
  EXPECT_THAT(labels(joint + "|"), ElementsAre("dynamixel", "feetech"));
  EXPECT_THAT(labels(joint + "feetech(\"|\")"), ElementsAre("STS3215"));
  EXPECT_THAT(labels(joint + "feetech { |"),
              AllOf(Contains("direction"), Contains("map"), Contains("couple")));
  EXPECT_THAT(labels(joint + "feetech { direction |"), AllOf(Contains("forward"), Contains("reverse")));
  EXPECT_THAT(labels("// romas: |"), ElementsAre("ignore"));
  EXPECT_THAT(labels("robot r {\n  // romas: ignore unres|\n  link a;\n}"), Contains("unresolved-link"));
  EXPECT_THAT(labels("// just words |"), IsEmpty());
  EXPECT_THAT(labels("import \"blocks\" as lib;\nassembly a from lib { part p = block(\"|"),
              ElementsAre("B-1"));
  EXPECT_THAT(labels("import \"blocks\" as lib;\nassembly a from |"), ElementsAre("lib"));
}

// --- any text ---

// Completion, signatures and hints answer everywhere, and what they replace is around the cursor.
void ask(const std::string& text, std::uint32_t offset) {
  const TextFacts facts = some_facts();
  for (const markup::CompletionItem& item : complete(text, offset, facts))
    ASSERT_TRUE(item.replace.begin <= offset && offset <= item.replace.end && item.replace.end <= text.size())
        << item.label << " at " << offset;
  const Names names(text, facts);
  call_at(names, offset);
}

TEST(RomasCompletion, answersAtEveryOffsetOfTheExamples) {
  for (const std::string& text : example_texts()) {
    for (std::uint32_t offset = 0; offset <= text.size(); offset += 3) ask(text, offset);
    const TextFacts facts = some_facts();
    parameter_hints(Names(text, facts));
  }
}

TEST(RomasCompletion, answersInTextsThatAreCutAndChanged) {
  std::mt19937 random(7);
  constexpr std::string_view kParts[] = {"{",   "}", "(", ")",  ";",  "\"", "link ", "else ", "if ",
                                         "1 m", ".", "[", "\n", "//", "/*", "r#\"",  "\\",    "\xC3\xA4"};
  const std::vector<std::string> texts = example_texts();
  for (int round = 0; round < 600; ++round) {
    std::string text = texts[random() % texts.size()];
    text.resize(random() % (text.size() + 1));
    for (int i = 0; i < 4; ++i)
      text.insert(random() % (text.size() + 1), kParts[random() % std::size(kParts)]);
    ask(text, static_cast<std::uint32_t>(random() % (text.size() + 1)));
    ask(text, static_cast<std::uint32_t>(text.size()));
  }
}

TEST(RomasCompletion, deepAndLongTextsAreNoTrouble) {
  for (const std::string_view part :
       {"(", "[", "{", "if x {\n", "link a {\n", "- ", "if ", "f(", "else {", "robot r { ", "not "}) {
    std::string text = "robot r { let a = ";
    for (int i = 0; i < 20'000; ++i) text += part;
    ask(text, static_cast<std::uint32_t>(text.size()));
  }
}

}  // namespace
}  // namespace romas::typing
