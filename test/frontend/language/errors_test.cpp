// Protects the errors of the language: each is at the right place, one mistake gives one error, and the rest
// of the text is still read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "test/frontend/language/examples.h"
#include "test/language.h"

namespace romas {
namespace {

using test::LanguageParse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Mistake {
  std::string statement;  // in line 2 of a robot
  std::string message;
};

// Every statement is wrong in one way; the link behind it must be there in spite of it.
void expect_one_error(const std::vector<Mistake>& mistakes) {
  for (const auto& [statement, message] : mistakes) {
    SCOPED_TRACE(statement);
    const LanguageParse parse(concat("robot r {\n", statement, "\nlink last { mass 1 kg; }\n}\n"));
    EXPECT_THAT(parse.messages(), ElementsAre(message));
    ASSERT_THAT(parse.result.models, SizeIs(1));
    EXPECT_TRUE(parse.result.models[0].find_link("last"));
  }
}

TEST(LanguageErrors, ofSyntaxSayWhatWasExpected) {
  expect_one_error({
      {"link a { mass 1 kg }", "2:19 syntax expected ';' after 'kg'"},
      {"link a", "2:7 syntax expected ';' after 'a'"},
      {"gravity (0, 0, 1) m/s^2", "2:24 syntax expected ';' after '2'"},
      {"link a { mass ; }", "2:15 syntax expected a value after 'mass', found ';'"},
      {"link a { visual bxo (1, 1, 1) m; }",
       "2:17 syntax expected a shape (box, cylinder, sphere, capsule, ellipsoid or mesh) after 'visual', "
       "found 'bxo'; did you mean 'box'?"},
      {"link a { visual box (1, 2, 3 m; mass 3 kg; }",
       "2:31 syntax expected ')' or ',' after 'm', found ';'"},
      {"link a { visual mesh a.stl; }",
       "2:22 syntax expected a text in quotes after 'mesh', found 'a'; the file of a mesh is a text, as in "
       "'mesh \"meshes/base.stl\"'"},
      {"link true;",
       "2:6 syntax expected a name, found the reserved word 'true'; write it in quotes to use it as a name"},
      {"link 7;", "2:6 syntax expected a name after 'link', found '7'"},
      {"joint j : revolute a -> { axis z; }",
       "2:25 syntax expected a name after '->', found '{'; the links of a joint come before its "
       "braces: 'joint NAME : TYPE PARENT -> CHILD { … }'"},
      {"joint j : revolute a b;",
       "2:22 syntax expected '->' after 'a', found 'b'; the links of a joint are written 'PARENT -> CHILD'"},
      {"joint j : revolute a -> b { limit 0 .. 1 rad efort 3 N*m; }",
       "2:46 syntax expected 'lower', 'upper', 'effort', 'velocity', 'acceleration', 'deceleration', 'jerk', "
       "'stiffness', 'dissipation' or ';' after 'rad', found 'efort'; did you mean 'effort'?"},
      {"joint : revolute a -> b;",
       "2:1 syntax a revolute joint needs a name; only fixed joints can go without"},
      {"link a { mass .5 kg; }", "2:15 syntax a number has digits on both sides of its point: '0.5'"},
      {"link a { mass 5. kg; }", "2:16 syntax a number has digits on both sides of its point: '5.0'"},
      {"joint j : fixed a -> b { friction 30 N m; }",
       "2:40 syntax expected '*' or '/' between the units 'N' and 'm'"},
      {"link gelenk_\xC3\xBC;",
       "2:13 syntax '\xC3\xBC' is not part of the language; write names with such characters in quotes"},
      {"link a { visual mesh \"a.stl; }",
       "2:22 syntax the string is not closed in its line; end it with '\"', or write raw text as "
       "r#\"\xE2\x80\xA6\"#"},
      {"link \"a\\q\";",
       "2:8 syntax '\\q' is not an escape; there are \\\" \\\\ \\n \\t \\r \\{ \\} \\u{1F916}, and raw "
       "strings "
       "r#\"\xE2\x80\xA6\"# take text as it is"},
      {"5 kg;", "2:1 syntax expected a property of a robot, found '5'"},
  });
}

TEST(LanguageErrors, suggestTheNearestWord) {
  expect_one_error({
      {"link a { mas 1 kg; }", "2:10 unknown-property a link has no property 'mas'; did you mean 'mass'?"},
      {"link a { axis z; }",
       "2:10 unknown-property a link has no property 'axis'; 'axis' belongs in a joint"},
      {"lnk a { mass 1 kg; }", "2:1 unknown-property a robot has no property 'lnk'; did you mean 'link'?"},
      {"sensor q : camera { camera { width 3; heigth 4; } }",
       "2:39 unknown-property a camera has no property 'heigth'; did you mean 'height'?"},
      {"gazebo a { mu 0.2; }",
       "2:12 unknown-property a gazebo element has no property 'mu'; did you mean 'mu1'?"},
      {"link a { mass 1 kq; }", "2:17 unknown-unit 'kq' is not a unit; did you mean 'kg'?"},
      {"link a { visual sphere radius 1 metres; }", "2:33 unknown-unit 'metres' is not a unit; write 'm'"},
      {"link a { visual sphere radius size; }", "2:31 unknown-name 'size' is not defined"},
      {"frame f on a { at xzy(0, 0, 1 m); }",
       "2:19 unknown-name there is no function 'xzy'; did you mean 'xyz'?"},
      {"joint j : revolut a -> b { limit -1 rad .. 1 rad; }",
       "2:11 bad-value there is no joint type 'revolut'; did you mean 'revolute'?"},
      {"frame f on a { kind lumped; }",
       "2:21 bad-value there is no kind of frame 'lumped'; the kinds are written, lumped_link, block_body "
       "and contact"},
      {"extension element e of link last.visul { raw \"<e/>\" }",
       "2:34 bad-value there is no place 'visul' in an entity; did you mean 'visual'?"},
      {"extension element e of link lats { raw \"<e/>\" }",
       "2:29 unresolved-link there is no link 'lats'; did you mean 'last'?"},
      {"extension element e of gazebo[2] { raw \"<e/>\" }",
       "2:31 unresolved-link there is no gazebo number 2; the first has number 0"},
  });
}

TEST(LanguageErrors, ofDimensionsProposeUnits) {
  expect_one_error({
      {"frame f on a { at rpy(0, 0, 90); }",
       "2:29 dimension-mismatch '90' is a plain number, but rpy takes an angle; write '90 deg'"},
      {"frame f on a { at rpy(0, 0, 1.57); }",
       "2:29 dimension-mismatch '1.57' is a plain number, but rpy takes an angle; write '1.57 rad'"},
      {"frame f on a { at xyz(0, 0, 30 deg); }",
       "2:29 dimension-mismatch '30 deg' is an angle, but xyz takes a length"},
      {"link a { mass 12 mm; }", "2:15 dimension-mismatch '12 mm' is a length, but the mass takes a mass"},
      {"link a { mass 12; }",
       "2:15 dimension-mismatch '12' is a plain number, but the mass takes a mass; write '12 kg'"},
      {"link a { visual box (40, 40, 300); }",
       "2:22 dimension-mismatch '40' is a plain number, but a box takes a length; write '40 mm', '40 cm' or "
       "'40 m'"},
      {"joint j : revolute a -> b { limit -170 .. 170; }",
       "2:35 dimension-mismatch '-170' is a plain number, but a limit takes an angle; write '-170 deg'"},
      {"joint j : prismatic a -> b { limit 0 .. 1 m effort 3 N*m; }",
       "2:52 dimension-mismatch '3 N*m' is a torque, but the effort takes a force"},
      {"joint j : prismatic a -> b { mimic k * 2; } joint k : revolute a -> c;",
       "2:40 dimension-mismatch '2' is a plain number, but the multiplier of this mimic takes a quantity in "
       "m/rad; write '2 m/rad'"},
      {"link a { visual sphere radius 1 m + 2 s; }",
       "2:37 dimension-mismatch '2 s' is a time and cannot be added to a length"},
      {"material a { color (1, 1, 1, 1 m); }",
       "2:30 dimension-mismatch '1 m' is a length, but a colour takes a plain number"},
  });
}

TEST(LanguageErrors, ofValues) {
  expect_one_error({
      {"link a { mass 1e999 kg; }", "2:15 bad-number '1e999' is too large for a number"},
      {"link a { mass 1 kg / 0; }",
       "2:15 bad-number '1 kg / 0' is too large for a number, or divides by zero"},
      {"link a { mass (1, 2) kg; }", "2:15 type-mismatch the mass takes a number, not a tuple"},
      {"link a { mass 1 kg; com 3 m; }",
       "2:25 type-mismatch the centre of mass takes a tuple of 3 values, not a number; write (X, Y, Z)"},
      {"link a { mass 1 kg; com (1, 2) m; }", "2:25 wrong-count the centre of mass takes 3 values, not 2"},
      {"link a { mass 1 kg; mass 2 kg; }", "2:21 repeated-property link 'a' has 'mass' twice"},
      {"link a { visual sphere radius 1 m at identity at identity; }",
       "2:47 repeated-property 'at' occurs twice"},
      {"link a { com (0, 0, 1 m); }",
       "2:10 missing-element link 'a' has 'com' but no mass; write for example 'mass 1 kg;'"},
      {"frame f on a { at 3 m; }",
       "2:19 type-mismatch the pose of a frame takes a pose such as xyz(0, 0, 0.1 m) * rpy(90 deg, 0, 0), "
       "not a number"},
      {"frame f on a { at xyz(1, 2); }",
       "2:19 wrong-count xyz takes 3 values, not 2: xyz(x, y, z) or xyz(vector)"},
      {"frame f on a { at quat_xyzw(0, 0, 0, 1) mm; }",
       "2:40 type-mismatch a pose has no unit; write it at each number"},
      {"frame f on a { at identity / identity; }",
       "2:30 type-mismatch a pose cannot be divided; multiply by inverse(\xE2\x80\xA6)"},
      {"frame f on a { at matrix((1, 0, 0), (0, 2, 0), (0, 0, 1), (0, 0, 0)); }",
       "2:19 bad-value the rows are not a rotation: they are not orthogonal, not of length 1, or "
       "left-handed"},
      {"frame f on a { at align(x -> y, -x -> z); }",
       "2:19 bad-value align takes two axes that are not parallel, on either side"},
      {"joint j : revolute a -> b { axis w; }",
       "2:34 bad-value 'w' is not an axis; an axis is x, y or z, with or without a sign, or a direction such "
       "as (1, 1, 0)"},
      {"gazebo a { selfCollide 1; }", "2:24 type-mismatch 'selfCollide' takes true or false, not a number"},
      {"gazebo a { material 1; }", "2:21 type-mismatch 'material' takes a text, not a plain number"},
      {"part 0 = block(\"x\");", "2:16 block-unknown the robot has no Block 'x'"},
      {"part 0 = block() turning;",
       "2:18 bad-value a part must be connected as fixed, revolute or prismatic, not 'turning'"},
      {"part 9999999999 = block();", "2:6 bad-number '9999999999' is not a whole number, or is too large"},
      {"link a { mass 1 kg^10; }", "2:20 bad-number an exponent must lie between -9 and 9"},
      {"version \"1.0\"; version \"1.1\";", "2:16 repeated-property 'version' occurs twice"},
  });
}

TEST(LanguageErrors, ofBraces) {
  const LanguageParse missing(
      "robot r {\n  link a {\n    mass 1 kg;\n  link b { mass 2 kg; }\n  joint j : fixed a -> b;\n}\n");
  EXPECT_THAT(missing.messages(), ElementsAre("4:3 syntax expected '}' before 'link'"));
  EXPECT_EQ(missing.result.models[0].links.size(), 2U);
  EXPECT_EQ(missing.result.models[0].joints.size(), 1U);
  const LanguageParse nested(
      "robot r {\n  sensor c on link b {\n    ray {\n      horizontal {\n        samples 3;\n  link b;\n}\n");
  EXPECT_THAT(nested.messages(), ElementsAre("6:3 syntax expected '}' before 'link'"));
  EXPECT_EQ(nested.result.models[0].links.size(), 1U);
  const LanguageParse extra(
      "robot r {\n  link a { mass 1 kg; } }\n  link b;\n  joint j : fixed a -> b;\n}\nrobot t { link c; }\n");
  EXPECT_THAT(
      extra.messages(),
      ElementsAre("2:25 syntax this '}' ends the robot, but 'link' follows; is it one '}' too many?"));
  ASSERT_EQ(extra.result.models.size(), 2U);
  EXPECT_EQ(extra.result.models[0].links.size(), 2U);
  EXPECT_THAT(LanguageParse("robot r {\n  link a { mass 1 kg; ").messages(),
              ElementsAre(HasSubstr("2:10 syntax this '{' is not closed")));
  EXPECT_THAT(LanguageParse("robot r {\n  link a;\n").messages(),
              ElementsAre(HasSubstr("1:9 syntax this '{' is not closed")));
  EXPECT_THAT(LanguageParse("robot r {\n  link a").messages(),
              ElementsAre(HasSubstr("1:9 syntax this '{' is not closed")));
}

TEST(LanguageErrors, outsideOfRobots) {
  EXPECT_THAT(LanguageParse("robot {\n}\n").messages(),
              ElementsAre("1:1 robot-name the robot has no name; write 'robot NAME {'"));
  EXPECT_THAT(LanguageParse("robt r { link a; }\nrobot t { link a; }").messages(),
              ElementsAre("1:1 syntax expected 'robot', found 'robt'; did you mean 'robot'?"));
  EXPECT_THAT(
      LanguageParse("link a;").messages(),
      ElementsAre("1:1 syntax expected 'robot', found 'link'; the body of a robot is in 'robot NAME { … }'"));
  EXPECT_THAT(LanguageParse("robot r { link a; }\n/* no end").messages(),
              ElementsAre("2:1 syntax the comment is not closed; it ends with '*/'"));
  EXPECT_THAT(LanguageParse("robot r { extension element a of robot { raw r##\"</a>\"# } }").messages(),
              ElementsAre("1:46 syntax the raw string is not closed; it ends with '\"##'"));
  EXPECT_THAT(LanguageParse("").messages(), IsEmpty());
}

TEST(LanguageErrors, ofBytes) {
  EXPECT_THAT(LanguageParse("robot r {\n link \"\xFF\"; }").messages(),
              ElementsAre("2:8 bad-encoding this byte is not UTF-8; texts of the language are UTF-8"));
  EXPECT_THAT(LanguageParse(std::string("robot r {\0}", 11)).messages(),
              ElementsAre("1:10 bad-encoding the text holds a NUL character"));
  // Nothing else is read: what follows would be said of bytes that were never meant.
  EXPECT_THAT(LanguageParse("robot r {\n link \"\xFF\"; kink 7; }").messages(),
              ElementsAre("2:8 bad-encoding this byte is not UTF-8; texts of the language are UTF-8"));
}

// A text that lost a statement is malformed: names would be missing. One that lost a property is not.
TEST(LanguageErrors, sayWhetherTheModelIsComplete) {
  EXPECT_TRUE(LanguageParse("robot r { link 7; }").result.malformed);
  EXPECT_TRUE(LanguageParse("robot r { use leg as l; }").result.malformed);
  EXPECT_FALSE(LanguageParse("robot r { link a { mass 1 kq; } }").result.malformed);
  EXPECT_FALSE(LanguageParse("robot r { link a\n link b; }").result.malformed);
}

TEST(LanguageErrors, haveFixes) {
  const std::vector<std::pair<std::string, std::string>> fixes = {
      {"robot r { frame f on a { at rpy(0, 0, 90); } }",
       "robot r { frame f on a { at rpy(0, 0, 90 deg); } }"},
      {"robot r { link a { mas 1 kg; } }", "robot r { link a { mass 1 kg; } }"},
      {"robot r { link a { mass 1 kq; } }", "robot r { link a { mass 1 kg; } }"},
      {"robot r { link a { mass 1 kg } }", "robot r { link a { mass 1 kg; } }"},
      {"robot r { link for; }", "robot r { link \"for\"; }"},
      {"robot r { link a { mass .5 kg; } }", "robot r { link a { mass 0.5 kg; } }"},
      {"robot r { link a { mass 5. kg; } }", "robot r { link a { mass 5.0 kg; } }"},
  };
  for (const auto& [text, fixed] : fixes) {
    const LanguageParse parse(text);
    const auto diagnostics = parse.diagnostics.sorted();
    ASSERT_THAT(diagnostics, SizeIs(1)) << text;
    ASSERT_THAT(diagnostics[0].fixes, SizeIs(1)) << text;
    std::string result = text;
    const FixIt& fix = diagnostics[0].fixes[0];
    result.replace(fix.range.begin, fix.range.end - fix.range.begin, fix.replacement);
    EXPECT_EQ(result, fixed);
    EXPECT_THAT(LanguageParse(result).messages(), IsEmpty());
  }
}

// --- limits ------------------------------------------------------------------------------------------------

TEST(LanguageLimits, endInADiagnostic) {
  const std::string parentheses(100'000, '(');
  EXPECT_THAT(
      LanguageParse(concat("robot r { link a { mass ", parentheses, "1", std::string(100'000, ')'), "; } }"))
          .messages(),
      ElementsAre("1:279 input-limit brackets are nested deeper than 256"));
  EXPECT_THAT(LanguageParse(concat("robot r { link a ", std::string(100'000, '{'))).messages(),
              ElementsAre("1:273 input-limit brackets are nested deeper than 256"));
  EXPECT_THAT(LanguageParse(concat("robot r { extension element e of robot { raw r", std::string(50'000, '#'),
                                   "\"\" } }"))
                  .messages(),
              ElementsAre(HasSubstr("a raw string has at most 8 '#'")));
  std::string long_statement = "robot r { link a {";
  for (int i = 0; i < 130'000; ++i) long_statement += "mass 1 kg;";
  EXPECT_THAT(LanguageParse(long_statement + "} }").messages(),
              ElementsAre(HasSubstr("the statement has more than 500000 words and signs")));
}

TEST(LanguageLimits, allowWhatIsBelowThem) {
  const std::string open(250, '(');
  EXPECT_THAT(LanguageParse(concat("robot r { link a { mass ", open, "1", std::string(250, ')'), " kg; } }"))
                  .messages(),
              IsEmpty());
  EXPECT_THAT(
      LanguageParse(concat("robot r { link a { mass ", std::string(10'000, '-'), "1 kg; } }")).messages(),
      IsEmpty());
  std::string product = "1 kg";
  for (int i = 0; i < 10'000; ++i) product += " * 1";
  EXPECT_THAT(LanguageParse(concat("robot r { link a { mass ", product, "; } }")).messages(), IsEmpty());
}

// Whatever is cut out of or put into a text, the parser comes to an end with a diagnostic or a model.
TEST(LanguageErrors, surviveDamagedTexts) {
  const std::string text(test::kPlanarArm);
  const std::vector<std::string> pieces = {"{",  "}", "(",        ")",    ";",     "\"",  "r#\"", "/*",
                                           "//", ".", "..",       "link", "joint", "1e9", "-",    "->",
                                           "*",  "m", "\xC3\xBC", "[",    "robot", "at",  "\n"};
  std::mt19937 engine(7);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = text;
    for (std::size_t edits = 1 + engine() % 3; edits > 0; --edits) {
      const std::size_t at = engine() % damaged.size();
      if (engine() % 2 == 0) {
        damaged.erase(at, 1 + engine() % 20);
      } else {
        damaged.insert(at, pieces[engine() % pieces.size()]);
      }
    }
    const LanguageParse parse(damaged);
    const bool quiet = parse.messages().empty();
    EXPECT_TRUE(!quiet || !parse.result.malformed) << damaged;
  }
}

}  // namespace
}  // namespace romas
