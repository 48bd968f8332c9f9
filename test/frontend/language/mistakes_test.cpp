// Mistakes in the full language: the finding of each, at its place; one mistake gives one error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/language.h"

namespace romas {
namespace {

using testing::ElementsAreArray;

struct Mistake {
  std::string text;                   // a whole file
  std::vector<std::string> messages;  // "LINE:COLUMN SLUG message"
};

void expect(const std::vector<Mistake>& mistakes) {
  for (const auto& [text, messages] : mistakes) {
    SCOPED_TRACE(text);
    EXPECT_THAT(test::LanguageParse(text).messages(), ElementsAreArray(messages));
  }
}

TEST(LanguageMistakes, ofNumbers) {
  expect({
      {"let a = 1 m + 2 kg;", {"1:15 dimension-mismatch '2 kg' is a mass and cannot be added to a length"}},
      {"let a = 1 m - 2;",
       {"1:15 dimension-mismatch '2' is a plain number and cannot be subtracted from a length"}},
      {"let a = 3 m < 2 s;",
       {"1:15 dimension-mismatch '2 s' is a time and cannot be compared with a length"}},
      {"let a : mass = 3 m;", {"1:16 dimension-mismatch '3 m' is a length, but 'a' takes a mass"}},
      {"let a : length = 3;",
       {"1:18 dimension-mismatch '3' is a plain number, but 'a' takes a length; write '3 m', '3 cm' or '3 "
        "mm'"}},
      {"let a : angle = 90;",
       {"1:17 dimension-mismatch '90' is a plain number, but 'a' takes an angle; write '90 deg'"}},
      {"let a = sqrt(3 m);", {"1:14 dimension-mismatch '3 m' is a length, which has no square root"}},
      {"let a = sqrt(-1);", {"1:14 bad-value sqrt of a negative number: -1"}},
      {"let a = sin(30);",
       {"1:13 dimension-mismatch '30' is a plain number, but sin takes an angle; write '30 deg'"}},
      {"let a = asin(2);", {"1:14 bad-value asin takes a value from -1 to 1, not 2"}},
      {"let a = atan2(1 m, 2 kg);",
       {"1:20 dimension-mismatch '2 kg' is a mass; atan2 takes values of one dimension, but the first is a "
        "length"}},
      {"let a = min(1 m, 2 s);",
       {"1:18 dimension-mismatch '2 s' is a time; min takes values of one dimension, but the first is a "
        "length"}},
      {"let a = max([]);", {"1:13 bad-value max of an empty list"}},
      {"let a = log(0);", {"1:13 bad-value log takes a positive number, not 0"}},
      {"let a = 1 / 0;", {"1:9 bad-number '1 / 0' is too large for a number, or divides by zero"}},
  });
}

TEST(LanguageMistakes, ofOperators) {
  expect({
      {"let a = \"x\" * 2;", {"1:9 type-mismatch '*' takes numbers, not a text"}},
      {"let a = true + 1;", {"1:16 type-mismatch a plain number cannot be added to true or false"}},
      {"let a = [1, 2] - [1];", {"1:18 type-mismatch a list cannot be subtracted from a list"}},
      {"let a = (1, 2) + (1, 2, 3);", {"1:9 wrong-count a tuple of 3 values cannot be added to one of 2"}},
      {"let a = (1, 2, 3) * (1, 2, 3);",
       {"1:21 type-mismatch tuples are multiplied by dot(a, b) or cross(a, b)"}},
      {"let a = -\"x\";", {"1:10 type-mismatch '-' takes a number, not a text"}},
      {"let a = not 3;", {"1:13 type-mismatch 'not' takes true or false, not a plain number"}},
      {"let a = 1 and true;", {"1:9 type-mismatch 'and' takes true or false, not a plain number"}},
      {"let a = if 1 then 2 else 3;", {"1:12 type-mismatch 'if' takes true or false, not a plain number"}},
      {"let a = 1 < 2 < 3;", {"1:15 syntax comparisons do not chain; write 'a < b and b < c'"}},
      {"let a = 1 == \"x\";", {"1:9 type-mismatch a plain number cannot be compared with a text"}},
  });
}

TEST(LanguageMistakes, ofListsAndTuples) {
  expect({
      {"let a = [1, 2][2];", {"1:16 bad-value there is no element 2; the 2 elements are numbered 0 to 1"}},
      {"let a = [1, 2][0.5];", {"1:16 type-mismatch an index takes a whole number, not 0.5"}},
      {"let a = 3[0];", {"1:10 syntax expected ';' after '3', found '['"}},
      {"let a = (1, 2, 3).w;",
       {"1:19 type-mismatch a tuple has no member 'w'; a tuple has x, y and z, or an index: v[0]"}},
      {"let a = norm(3);", {"1:14 type-mismatch norm takes a tuple of numbers, not a number"}},
      {"let a = cross((1, 2), (3, 4));", {"1:9 wrong-count cross takes two tuples of 3 values"}},
      {"let a = dot((1, 2), (1, 2, 3));",
       {"1:9 wrong-count dot takes two tuples of the same length, not of 2 and 3"}},
      {"let a = unit((0, 0, 0));", {"1:14 bad-value a vector of length 0 has no direction"}},
      {"let a = range(1, 2, 0);", {"1:21 bad-value the step of a range must not be 0"}},
      {"let a = range(0.5);", {"1:15 type-mismatch range takes whole numbers, not 0.5"}},
      {"let a = len(3);", {"1:13 type-mismatch len takes a list, not a plain number"}},
      {"let a = zip([1], [1, 2]);", {"1:9 wrong-count zip takes lists of the same length, not of 1 and 2"}},
  });
}

TEST(LanguageMistakes, ofUnitsAndPoses) {
  expect({
      {"let a = clamp(1 m, 2 s, 3 m);",
       {"1:20 dimension-mismatch '2 s' is a time; clamp takes values of one dimension, but the first is a "
        "length"}},
      {"let a = mod(1 m, 1 s);",
       {"1:18 dimension-mismatch '1 s' is a time; mod takes values of one dimension, but the first is a "
        "length"}},
      {"let a = 3 kq;", {"1:11 unknown-unit 'kq' is not a unit; did you mean 'kg'?"}},
      {"let a = 3 mn;", {"1:11 unknown-unit 'mn' is not a unit; did you mean 'm'?"}},
      {"let a = 1 m^20;", {"1:13 bad-number an exponent must lie between -9 and 9"}},
      {"let a = xyz(1, 2, 3);",
       {"1:13 dimension-mismatch '1' is a plain number, but xyz takes a length; write '1 m', '1 cm' or '1 "
        "mm'"}},
      {"let a = rpy(0, 0, 90);",
       {"1:19 dimension-mismatch '90' is a plain number, but rpy takes an angle; write '90 deg'"}},
      {"let a = xyz(1 m, 2 m);", {"1:9 wrong-count xyz takes 3 values, not 2: xyz(x, y, z) or xyz(vector)"}},
      {"let a = inverse(3);", {"1:17 type-mismatch inverse takes a pose, not a number"}},
      {"let a = xyz(0, 0, 1 m) * 2;",
       {"1:26 type-mismatch a pose can be multiplied by a pose, not by a number"}},
      {"let a = \"x{1 m}\";\nrobot r { link \"l{1 m}\"; }",
       {"2:19 type-mismatch '1 m' is a length and cannot be part of a name; divide it by a unit, as in x / "
        "(1 mm)"}},
  });
}

TEST(LanguageMistakes, ofNames) {
  expect({
      {"let a = b;", {"1:9 unknown-name 'b' is not defined"}},
      {"let heigth = 1;\nlet b = height;",
       {"2:9 unknown-name 'height' is not defined; did you mean 'heigth'?"}},
      {"let a = sqr(4);", {"1:9 unknown-name there is no function 'sqr'; did you mean 'sqrt'?"}},
      {"let a = let b = 1, c = 2 in d;", {"1:29 unknown-name 'd' is not defined; did you mean 'b'?"}},
      {"let a = 1;\nlet a = 2;", {"2:5 duplicate-name 'a' is defined twice"}},
      {"let a = later;\nlet later = 1;", {"1:9 unknown-name 'later' is defined below its use"}},
      {"fn f(x: real) -> real = x;\nlet a = f;",
       {"2:9 type-mismatch 'f' is a function, not a value; call it: f(…)"}},
      {"fn f(x: real) -> real = x;\nlet a = f(1, 2);",
       {"2:14 wrong-count function 'f' takes 1 value, not 2"}},
      {"fn f(x: real) -> real = x;\nlet a = f();", {"2:9 wrong-count function 'f' needs a value for 'x'"}},
      {"fn f(x: real) -> real = x;\nlet a = f(y = 2);",
       {"2:11 unknown-name function 'f' has no parameter 'y'; did you mean 'x'?"}},
      {"fn f(x: real) -> real = x;\nlet a = f(1, x = 2);", {"2:14 repeated-property 'x' is given twice"}},
      {"fn f(x: real) -> length = x;\nlet a = f(1);",
       {"1:27 dimension-mismatch 'x' is a plain number, but the result of function 'f' takes a length"}},
      {"fn f(x: lenght) -> real = x / (1 m);",
       {"1:9 unknown-name there is no type 'lenght'; did you mean 'length'?"}},
      {"fn f(x: length) = x + 1;",
       {"1:23 dimension-mismatch '1' is a plain number and cannot be added to a length"}},
      {"fn f(x: real, x: real) = x;", {"1:15 duplicate-name there are two parameters 'x'"}},
      {"fn f(x: real) = f(x);\nlet a = f(1);",
       {"1:19 input-limit expressions and calls are nested deeper than 600; does a function call itself "
        "without end?"}},
      {"fn f(x: real) = y * x;", {"1:17 unknown-name 'y' is not defined; did you mean 'x'?"}},
      {"module m() { link a; }\nlet a = m();",
       {"2:9 type-mismatch 'm' is a module, not a function; write 'use m(…) as NAME;'"}},
      {"let a = m + 1 m;",
       {"1:9 unknown-name 'm' is not defined; as a unit it must directly follow a number, as in 1 m"}},
      {"let a = 3;\nlet b = a(1);", {"2:9 type-mismatch 'a' is a value, not a function"}},
      {"let a = pi(2);", {"1:9 unknown-name there is no function 'pi'"}},
      {"let a = total_mass;",
       {"1:9 unknown-name 'total_mass' is known only when the robot is complete; use it only in 'assert'"}},
      {"let (a, b) = (1, 2, 3);", {"1:5 wrong-count 2 names take a tuple of 2 values, not of 3"}},
      {"let (a, b) = 3;", {"1:5 type-mismatch 2 names take a tuple, not a plain number"}},
      {"param size : length;",
       {"1:7 parameter-value parameter 'size' has no value; give it one here, or with -D size=VALUE"}},
      {"param size : length = 3 kg;",
       {"1:23 dimension-mismatch '3 kg' is a mass, but parameter 'size' takes a length"}},
  });
}

TEST(LanguageMistakes, ofModules) {
  expect({
      {"module leg(side: real) { link a; }\nrobot r { use leg() as l; }",
       {"2:15 wrong-count module 'leg' needs a value for 'side'"}},
      {"module leg(side: real) { link a; }\nrobot r { use leg(1, 2) as l; }",
       {"2:22 wrong-count module 'leg' takes 1 value, not 2"}},
      {"module leg(side: real) { link a; }\nrobot r { use leg(sid = 1) as l; }",
       {"2:19 unknown-name module 'leg' has no parameter 'sid'; did you mean 'side'?"}},
      {"module leg(side: real) { link a; }\nrobot r { use leg(side = 1 m) as l; }",
       {"2:26 dimension-mismatch '1 m' is a length, but parameter 'side' takes a plain number"}},
      {"module leg() { link a; }\nrobot r { use lge() as l; }",
       {"2:15 unknown-name 'lge' is not defined; did you mean 'leg'?"}},
      {"module leg() { link a; }\nrobot r {\n  use leg() as l;\n  use leg() as l named \"x\";\n}",
       {"4:16 duplicate-name 'l' is defined twice"}},
      {"module leg() { link hip; }\nrobot r {\n  link base;\n  use leg() as l;\n  joint j : fixed base -> "
       "l.hp;\n}",
       {"5:29 unknown-name 'l' has no link or joint 'hp'; did you mean 'hip'?"}},
      {"module leg() { link hip; }\nrobot r {\n  link base;\n  use leg() as l;\n  joint j : fixed base -> "
       "k.hip;\n}",
       {"5:27 unknown-name 'k' was not made by an earlier 'use'; did you mean 'l'?"}},
      {"module leg() { link hip; }\nrobot r {\n  link base;\n  use leg() as l;\n  joint j : fixed base -> "
       "l;\n}",
       {"5:27 type-mismatch 'l' was made by 'use' and is not a link; its root is 'l.root'"}},
      {"module leg() {\n  link hip;\n  link foot;\n  joint j : fixed hipp -> foot;\n}\nrobot r { use leg() "
       "as l; }",
       {"4:19 unresolved-link there is no link 'hipp'; did you mean 'hip'?"}},
      {"module leg() { link hip; expose root = hi; }\nrobot r { use leg() as l; }",
       {"1:40 unresolved-link there is no link, joint or frame 'hi'; did you mean 'hip'?"}},
      {"module leg() { link hip; expose top = 1 m; }\nrobot r {\n  link base;\n  use leg() as l;\n  joint j "
       ": fixed base -> l.top;\n}",
       {"5:27 type-mismatch 'top' of 'l' is a length, not a link or joint"}},
      {"module leg() { link hip; expose a = 1; expose a = 2; }\nrobot r { use leg() as l; }",
       {"1:47 duplicate-name 'a' is exposed twice"}},
      {"module leg() { use leg() as inner; }\nrobot r { use leg() as l; }",
       {"1:20 input-limit modules are used within each other deeper than 64; does one use itself without "
        "end?"}},
      {"let x = 1;\nrobot r { use x as l; }",
       {"2:15 type-mismatch 'x' is a value; 'use' takes a module, a robot or an assembly"}},
      {"module unused(size: length) { link a { mass size; } }",
       {"1:45 dimension-mismatch 'size' is a length, but the mass takes a mass"}},
      {"module unused(size: length) { if size > 3 kg { link a; } }",
       {"1:41 dimension-mismatch '3 kg' is a mass and cannot be compared with a length"}},
      {"module unused(size) { for i in 3 { link a; } }",
       {"1:32 type-mismatch a loop goes through a list, not through a plain number; write range(n) for 0 to "
        "n - 1"}},
      {"robot a { gravity (0, 0, -1) m/s^2; link x; }\nrobot b { use a as it; }",
       {"1:11 used-robot-differs 'gravity' of a robot that is used in another one has no effect"}},
  });
}

TEST(LanguageMistakes, ofLoopsAndConditions) {
  expect({
      {"robot r { for i in 3 { link \"l{i}\"; } }",
       {"1:20 type-mismatch a loop goes through a list, not through a plain number; write range(n) for 0 to "
        "n - 1"}},
      {"robot r { for (a, b) in [1, 2] { link \"l{a}\"; } }",
       {"1:15 type-mismatch 2 names take a tuple, not a plain number"}},
      {"robot r { for (a, b) in [(1, 2, 3)] { link \"l{a}\"; } }",
       {"1:15 wrong-count 2 names take a tuple of 2 values, not of 3"}},
      {"robot r { for i in range(3) { link \"l{j}\"; } }",
       {"1:39 unknown-name 'j' is not defined; did you mean 'i'?"}},
      {"robot r { for i in range(3) { link \"l{i}\" { mass i; } } }",
       {"1:50 dimension-mismatch 'i' is a plain number, but the mass takes a mass"}},
      {"robot r { if 3 { link a; } }", {"1:14 type-mismatch 'if' takes true or false, not a plain number"}},
      {"robot r { link a { for i in [1] { mas 1 kg; } } }",
       {"1:35 unknown-property a link has no property 'mas'; did you mean 'mass'?"}},
      {"robot r { link a { if true { mass 1 kg; } mass 2 kg; } }",
       {"1:43 repeated-property link 'a' has 'mass' twice"}},
      // Which branch it is, is not known where nothing uses the module.
      {"module spare(a) { link l { if a > 0 { mass 1 kg; } else { mass 2 kg; } } }", {}},
      {"module spare(a) { link l { mass 1 kg; if a > 0 { com (0, 0, 0) m; } } }", {}},
      {"robot r { link a; assert 1 > 2; }", {"1:26 assertion-failed this does not hold: 1 > 2"}},
      {"robot r { link a; assert 1 > 2, 3; }",
       {"1:33 type-mismatch the message of 'assert' takes a text, not a plain number"}},
      {"robot r { link a; assert total_mass > 1 kg, \"too light: {total_mass}\"; }",
       {"1:26 assertion-failed too light: 0 kg; total_mass is 0 kg"}},
      {"robot r { for i in range(1000000) { link a; } }",
       {"1:20 input-limit the range has 1e+06 numbers; a list has at most 100000"}},
      {"robot r { for i in range(10000) { for j in range(1000) { let x = i * j; } } }",
       {"1:66 input-limit the loops and calls take more than 4000000 steps; this is where they were "
        "stopped"}},
  });
}

TEST(LanguageMistakes, ofSolidsAndServos) {
  expect({
      {"robot r { link a { solid box (1, 1, 1) m; } }",
       {"1:20 missing-element the solid of link 'a' has no density, and the link has no mass; write for "
        "example 'density 2700 kg/m^3'"}},
      {"robot r { link a { solid box (1, 1, 1) m density 3 kg; } }",
       {"1:50 dimension-mismatch '3 kg' is a mass, but the density takes a density"}},
      {"robot r { link a { solid box (1, 1, 0) m density 3 kg/m^3; } }",
       {"1:26 bad-value a solid needs a size: all its lengths must be positive"}},
      {"robot r { link a { solid sphere radius 1 m density 3 kg/m^3 mass 2 kg; } }",
       {"1:61 repeated-property a solid has a density or a mass, not both"}},
      {"robot r { link a { solid sphere radius 1 m density -3 kg/m^3; } }",
       {"1:52 bad-value the density of a solid must be positive, not -3"}},
      {"robot r { link a { solid mesh \"nothing.stl\" density 3 kg/m^3; } }",
       {"1:31 import-missing there is no mesh file 'nothing.stl'; its shape is needed for the inertia of the "
        "solid"}},
      {"robot r { link a { solid sphere radius 1 m density 1 g/cm^3; solid sphere radius 1 m; } }",
       {"1:62 missing-element this solid has no density and no mass, while others of the link have"}},
      {"robot r { link a; link b; joint j : revolute a -> b { servo dynamixel { idd 3; } } }",
       {"1:73 unknown-property a servo has no property 'idd'; did you mean 'id'?"}},
      {"robot r { link a; link b; joint j : revolute a -> b { servo dynamixel { direction backward; } } }",
       {"1:83 bad-value 'direction' must be one of forward, reverse, not 'backward'"}},
      {"robot r { link a; link b; joint j : revolute a -> b { servo dynamixel { id 3; id 4; } } }",
       {"1:79 repeated-property the servo has 'id' twice"}},
      {"robot r { link a; link b; joint j : revolute a -> b { servo dynamixel { zero 3 m; } } }",
       {"1:78 type-mismatch 'zero' takes a whole number, not a length"}},
  });
}

TEST(LanguageMistakes, ofSyntax) {
  expect({
      {"let a = 1", {"1:10 syntax expected ';' after '1'"}},
      {"let = 1;", {"1:5 syntax expected a name, or names in parentheses after 'let', found '='"}},
      {"let a 1;", {"1:7 syntax expected ':' or '=' after 'a', found '1'"}},
      {"fn f(x = 1;", {"1:11 syntax expected ')' or ',' after '1', found ';'"}},
      {"fn f(x) 1;", {"1:9 syntax expected '->' or '=' after ')', found '1'"}},
      {"module m { link a; }", {"1:10 syntax expected '(' after 'm', found '{'"}},
      {"robot r { use ; }", {"1:15 syntax expected the name of a module or robot after 'use', found ';'"}},
      {"robot r { for i range(3) { link a; } }", {"1:17 syntax expected 'in' after 'i', found 'range'"}},
      {"robot r { for i in range(3) link a; }",
       {"1:29 syntax expected '{' after ')', found 'link'; the body of a loop is in braces: 'for NAME in "
        "LIST { … }'"}},
      {"robot r { if true { link a; } els { link b; } }",
       {"1:31 unknown-property a robot has no property 'els'; did you mean 'let'?"}},
      {"robot r { link \"a{\"; }",
       {"1:18 syntax '{' begins a value, but its '}' is missing; write '\\{' for a brace"}},
      {"robot r { link \"a{}\"; }",
       {"1:18 syntax there is no value between the braces; write '\\{' for a brace"}},
      {"robot r { link \"a{1 +}\"; }", {"1:22 syntax expected a value after '+'"}},
      {"let a = [1, 2;", {"1:14 syntax expected ']' or ',' after '2', found ';'"}},
      {"let a = (1 + 2;", {"1:15 syntax expected ')' or ',' after '2', found ';'"}},
      {"let a = if true then 1;", {"1:23 syntax expected 'else' after '1', found ';'"}},
      {"import lib;",
       {"1:8 import-missing there is no library 'lib': the path of a file must be in quotes, and the "
        "standard library is 'std.inertias' and others"}},
      {"import \"x.romas\" as 3;", {"1:21 syntax expected a name after 'as', found '3'"}},
      {"modul m() { link a; }", {"1:1 syntax expected 'robot', found 'modul'; did you mean 'module'?"}},
      {"let in = 3;",
       {"1:5 syntax expected a name, found the reserved word 'in', which cannot be a name here; choose "
        "another"}},
      {"let a = .5;", {"1:9 syntax a number has digits on both sides of its point: '0.5'"}},
  });
}

TEST(LanguageMistakes, ofAssemblies) {
  expect({
      {"assembly a from lib { base b = block(\"1\"); }",
       {"1:17 unknown-name 'lib' is not defined; write 'import \"blocks/\" as lib;'"}},
      {"block \"1\" { base true; tool true; }\nassembly a { base b = block(\"2\"); }",
       {"2:29 block-unknown the library has no Block '2'; did you mean '1'?"}},
      {"block \"1\" { base true; contact joint; }\nblock \"2\" { contact assembly; }\nassembly a {\n  base b "
       "= block(\"1\");\n  part p = "
       "block(\"2\") on c.contact[0] by contact[0] revolute match x -> x;\n}",
       {"5:26 unknown-name there is no part 'c' above this one; did you mean 'b'?"}},
      {"block \"1\" { base true; contact joint; }\nblock \"2\" { contact assembly; }\nassembly a {\n  base b "
       "= block(\"1\");\n  part p = "
       "block(\"2\") on b.contact[0] by contact[0] turning match x -> x;\n}",
       {"5:53 bad-value a part must be connected as fixed, revolute or prismatic, not 'turning'"}},
      {"block \"1\" { base true; contact joint; }\nblock \"2\" { contact assembly; }\nassembly a {\n  base b "
       "= block(\"1\");\n  part p = "
       "block(\"2\") on b.contact[3] by contact[0] revolute match x -> x;\n}",
       {"3:1 tool-missing the assembly has no tool Block (isToolBlock='true'); add one at the end",
        "5:36 contact-index parentContactPointIndex of part 1 is 3; Block '1' has only the contact point 0"}},
      {"block \"1\" { base true; }\nblock \"1\" { base true; }\nassembly a { base b = block(\"1\"); }",
       {"2:7 block-duplicate Block '1' is defined twice with the same name and tag",
        "3:1 tool-missing the assembly has no tool Block (isToolBlock='true'); add one at the end"}},
  });
}

}  // namespace
}  // namespace romas
