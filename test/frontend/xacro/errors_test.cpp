// Protects what users see of mistakes in expressions: the part that is marked, and the words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/frontend/xacro/evaluating.h"

namespace romas::xacro::test {
namespace {

struct Row {
  std::string_view expression, place, message;
};
constexpr Row kRows[] = {
    {"size * 2.0", "size * 2.0",
     "'*' multiplies two numbers, or repeats a text or a list; `size` is the text \"1 2\""},
    {"size + 1", "size + 1",
     "'+' adds two numbers, joins two texts, or two lists; str() makes a text of a number; `size` is the "
     "text \"1 2\""},
    {"1 + size", "1 + size",
     "'+' adds two numbers, joins two texts, or two lists; str() makes a text of a number; `size` is the "
     "text \"1 2\""},
    {"-size", "-size", "'-' takes a number; `size` is the text \"1 2\""},
    {"count['a']", "count",
     "'[...]' takes an element of a list, a tuple, a dict or a text; `count` is the int 3"},
    {"items[2]", "2", "the index is outside the 2 elements: they have the indices 0 to 1"},
    {"items[-3]", "-3", "the index is outside the 2 elements: they have the indices 0 to 1"},
    {"{'wheel': 1}['whel']", "'whel'", "the dict has no key 'whel'; did you mean 'wheel'?"},
    {"{1: 'a'}['1']", "'1'", "the dict has no key '1'; the same key without quotes is there"},
    {"{'1': 'a'}[1]", "1", "the dict has no key 1; the same key as a text is there: use str()"},
    {"{'a': 1}.a", "a", "a dict has no 'a'; only dicts of YAML files have dotted names, write ['a']"},
    {"lenght", "lenght", "'lenght' is not defined here; did you mean 'length'?"},
    {"sim(1)", "sim", "'sim' is not defined here; did you mean 'size'?"},
    {"'a'.uper()", "uper", "a text has no 'uper'; did you mean 'upper'?"},
    {"math.sine", "sine", "'math' has no 'sine'; did you mean 'sin'?"},
    {"python.eval", "eval", "'python' has no 'eval'"},
    {"xacro.load('x')", "load", "'xacro' has no 'load'"},
    {"sqrt(-1)", "-1", "sqrt() is not defined there"},
    {"sin('x')", "'x'", "sin() takes a number"},
    {"round(size, 1)", "size", "round() takes a number; `size` is the text \"1 2\""},
    {"min()", "min()", "min() takes at least 1 arguments, not 0"},
    {"int('1.5')", "'1.5'", "int() takes the text of a whole number; float() reads this one"},
    {"lambda x: x", "lambda", "lambda is not supported in a xacro expression; write a comprehension"},
    {"f'{x}'", "f'", "f-strings are not supported in a xacro expression; join texts with +, or use format()"},
    {"b'x'", "b'", "bytes (b'...') are not supported in a xacro expression; write a text without the b"},
    {"f(*x)", "*", "starred arguments are not supported in a xacro expression"},
    {"{**x}", "**", "starred values are not supported in a xacro expression"},
    {"[*x]", "*", "starred values are not supported in a xacro expression"},
    {"(x := 1)", ":=", "':=' is not supported in a xacro expression; a property gives a value a name"},
    {"a = 1", "=", "'=' does not compare; write '=='"},
    {"a && b", "&&", "'&&' is not an operator; write 'and'"},
    {"a || b", "||", "'||' is not an operator; write 'or'"},
    {"!a", "!", "'!' is not an operator; write 'not' or '!='"},
    {"true", "true", "'true' is not defined here; did you mean 'True'?"},
    {"tuple([1])", "tuple", "'tuple' is not defined here; did you mean 'python.tuple'?"},
    {"sorted_([1])", "sorted_", "'sorted_' is not defined here; did you mean 'sorted'?"},
    {"1 +", "", "the expression ends where a value is expected"},
    {"(1 + 2", "(", "'(' is not closed; ')' is missing"},
    {"foo[1", "[", "'[' is not closed; ']' is missing"},
    {"'abc", "'abc", "the text is not closed; ' is missing"},
    {"1 2", "2", "the expression ends before '2'; an operator is missing between them"},
    {"x if y", "", "the expression ends where 'else' of the choice 'a if condition else b' is expected"},
    {"__import__('os')", "__import__", "names that begin with '__', such as '__import__', are not allowed"},
    {"''.__class__", "__class__", "names that begin with '__', such as '__class__', are not allowed"},
    {"[x for y in [1] for x in [x]]", "x", "the variable 'x' has no value yet: its 'for' comes later"},
    {"[a for a, b in [[1]]]", "a, b", "the element has 1 parts, but there are 2 variables"},
    {"broken + 1", "broken", "'broken' has no value"},
    {"xacro.fatal('wheel', 3)", "xacro.fatal('wheel', 3)", "wheel 3"},
    {"xacro.arg('nada')", "xacro.arg('nada')", "no argument nada"},
    {"9223372036854775808", "9223372036854775808",
     "the whole number is too large: whole numbers have 64 bits; write it with a point"},
    {"9223372036854775807 + 1", "9223372036854775807 + 1",
     "the result is too large: whole numbers have 64 bits; a float, such as 1.0 instead of 1, holds larger "
     "ones"},
    {"1 / 0", "0", "the divisor is 0"},
    {"1.5 & 2", "1.5 & 2", "'&' takes whole numbers"},
    {"'%d' % 'a'", "'%d' % 'a'", "'%d' takes a number, not the text \"a\""},
    {"'%d %d' % 1", "'%d %d' % 1", "'%' is given fewer values than its text has places for"},
    {"'{} {}'.format(1)", "'{} {}'.format(1)", "the format has more fields than the 1 values that are given"},
    {"'{:d}'.format('a')", "'{:d}'.format('a')", "the format type 'd' is not for a text"},
    {"', '.join([1, 2])", "[1, 2]",
     "join() takes texts; element 0 is the int 1; str() makes a text of it; `[1, 2]` is the list [1, 2]"},
    {"dict(a=1, a=2)", "a=2", "the argument 'a' is given twice"},
    {"max(key=len, 1)", "1", "an argument without a name follows one with a name; write it first"},
    {"4 < 'a'", "4 < 'a'", "'<' compares two numbers, two texts or two lists"},
    {"python.sorted([1, 'a'])", "python.sorted([1, 'a'])",
     "sorting cannot compare the text \"a\" with the int 1"},
    {"python.sum(['a'])", "['a']",
     "sum() adds numbers, or lists to a list, not the text \"a\"; `['a']` is the list ['a']"},
    {"(-8) ** 0.5", "(-8) ** 0.5",
     "a power of a negative number whose exponent is not whole is complex; complex numbers are not "
     "supported"},
    {"python.complex(1, 2)", "python.complex(1, 2)",
     "complex numbers are not supported in a xacro expression"},
    {"007", "007", "'007' is not a number; numbers do not begin with 0"},
    {"1abc", "1abc", "'1abc' is neither a number nor a name"},
    {"3j", "3j", "complex numbers are not supported in a xacro expression"},
    {"count(1)", "count(1)", "only functions can be called, but this is the int 3"},
    {"size.x.y", "x", "a text has no 'x'"},
    {"$x", "$", "'$' does not belong in an expression; write names without ${}"},
    {"'aB'.swapcase()", "swapcase", "'swapcase' is not supported in a xacro expression"},
    {"{1}.union([2])", "union",
     "'union' is not supported in a xacro expression; combine sets with |, &, - and ^"},
    {"math.ulp(1.0)", "ulp", "'ulp' is not supported in a xacro expression"},
    {"${x}", "$", "'$' does not belong in an expression; write names without ${}"},
    {"x ? 1 : 2", "?", "'?' is not an operator; a choice is written 'a if condition else b'"},
};

TEST(XacroErrors, placesAndMessages) {
  for (const Row& row : kRows) {
    Evaluating evaluating;
    EXPECT_EQ(evaluating(row.expression), concat("ERROR ", row.place, ": ", row.message)) << row.expression;
  }
}

// As many as Python's methods take, and one more.
TEST(XacroErrors, methodsOfTextsTakeSoManyArguments) {
  const struct {
    std::string_view name;
    int most;
  } kMethods[] = {{"capitalize", 0}, {"center", 2},       {"join", 1},    {"ljust", 2},        {"lower", 0},
                  {"lstrip", 1},     {"removeprefix", 1}, {"replace", 3}, {"removesuffix", 1}, {"rjust", 2},
                  {"rstrip", 1},     {"strip", 1},        {"title", 0},   {"upper", 0},        {"zfill", 1}};
  for (const auto& [name, most] : kMethods) {
    const auto with = [&](int count) {
      std::string call = concat("'a'.", name, "(");
      for (int k = 0; k < count; ++k) call += k == 0 ? "1" : ", 1";
      return Evaluating()(call + ")");
    };
    EXPECT_THAT(with(most), testing::Not(testing::HasSubstr("() takes 0"))) << name;
    EXPECT_THAT(with(most), testing::Not(testing::HasSubstr(concat(", not ", most)))) << name;
    EXPECT_THAT(with(most + 1), testing::AllOf(testing::HasSubstr(concat(name, "() takes ")),
                                               testing::HasSubstr(concat(", not ", most + 1))));
  }
}

TEST(XacroErrors, kinds) {
  Evaluating evaluating;
  const auto kind_of = [&](std::string_view text) {
    evaluating(text);
    return evaluating.error.kind;
  };
  EXPECT_EQ(kind_of("1 +"), EvalError::Kind::mistake);
  EXPECT_EQ(kind_of("nothing + 1"), EvalError::Kind::unknown_name);
  EXPECT_EQ(kind_of("xacro.arg('nothing')"), EvalError::Kind::argument);
  EXPECT_EQ(kind_of("'a' * 10**9"), EvalError::Kind::limit);
  EXPECT_EQ(kind_of("xacro.fatal('no')"), EvalError::Kind::fatal);
  EXPECT_EQ(kind_of("broken"), EvalError::Kind::reported);
}

TEST(XacroErrors, notesSayWhereOperandsComeFrom) {
  Evaluating evaluating;
  const SourceRange written{1, 20, 23};
  evaluating.names.values.insert_or_assign("size", Value("1 2").at(written));
  evaluating("size * 2.0");
  ASSERT_EQ(evaluating.error.notes.size(), 1U);
  EXPECT_EQ(evaluating.error.notes[0].range, written);
  EXPECT_EQ(evaluating.error.notes[0].message, "`size` comes from here");
}

TEST(XacroErrors, attributesThatExistAreListed) {
  Evaluating evaluating;
  evaluating("xacro.dotify({'wheel': 1}).whel");
  EXPECT_EQ(evaluating.error.nearest, "wheel");
  ASSERT_EQ(evaluating.error.notes.size(), 1U);
  EXPECT_EQ(evaluating.error.notes[0].message,
            "a YamlDictWrapper has wheel, clear, copy, get, items, keys, pop, update and values");
}

}  // namespace
}  // namespace romas::xacro::test
