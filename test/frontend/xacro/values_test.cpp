// Protects values: texts of properties that become numbers, sharing, functions with effects, and dotted
// names.
#include <gtest/gtest.h>

#include "test/frontend/xacro/evaluating.h"

namespace romas::xacro::test {
namespace {

TEST(XacroValues, textsOfPropertiesBecomeNumbers) {
  const auto read = [](std::string_view text) {
    const Value value = value_of_text(text);
    return concat(type_name(type_of(value)), " ", str(value));
  };
  EXPECT_EQ(read("12"), "int 12");
  EXPECT_EQ(read(" -7 "), "int -7");
  EXPECT_EQ(read("007"), "int 7");
  EXPECT_EQ(read("+5"), "int 5");
  EXPECT_EQ(read("0.10"), "float 0.1");
  EXPECT_EQ(read("1e-5"), "float 1e-05");
  EXPECT_EQ(read(".5"), "float 0.5");
  EXPECT_EQ(read("1e400"), "float inf");
  EXPECT_EQ(read("nan"), "float nan");
  EXPECT_EQ(read("Infinity"), "float inf");
  EXPECT_EQ(read("true"), "bool True");
  EXPECT_EQ(read("False"), "bool False");
  EXPECT_EQ(read(" true"), "str  true");
  EXPECT_EQ(read("TRUE"), "str TRUE");
  EXPECT_EQ(read("1_000"), "str 1_000");
  EXPECT_EQ(read("'12'"), "str 12");
  EXPECT_EQ(read("'"), "str '");
  EXPECT_EQ(read("''"), "str ");
  EXPECT_EQ(read(""), "str ");
  EXPECT_EQ(read("0x10"), "str 0x10");
  EXPECT_EQ(read("1 2"), "str 1 2");
  EXPECT_EQ(read("base_link"), "str base_link");
  EXPECT_EQ(read("9223372036854775807"), "int 9223372036854775807");
  EXPECT_EQ(read("9223372036854775808"), "str 9223372036854775808");
  EXPECT_EQ(read("-9223372036854775808"), "int -9223372036854775808");
}

TEST(XacroValues, listsAreSharedAndCopiesOfDottedOnesAreNot) {
  Evaluating evaluating;
  EXPECT_EQ(evaluating("items.append(3)"), "None");
  EXPECT_EQ(evaluating("items"), "[1, 'b', 3]");
  EXPECT_EQ(evaluating("items.pop(0) + items[-1]"), "4");
  evaluating.names.values.emplace(
      "d", std::get<Value>(evaluate(*std::get<0>(parse_expression("xacro.dotify({'a': {'b': 1, 'c': [2]}})")),
                                    evaluating.names, evaluating.host, evaluating.budget)));
  EXPECT_EQ(evaluating("d.a.b + d['a'].c[0]"), "3");
  // A value that is taken out is a copy, as in xacro.
  EXPECT_EQ(evaluating("d.a.pop('b')"), "1");
  EXPECT_EQ(evaluating("d"), "{'a': {'b': 1, 'c': [2]}}");
  EXPECT_EQ(evaluating("d.pop('a').b"),
            "ERROR b: a dict has no 'b'; only dicts of YAML files have dotted names, write ['b']");
  EXPECT_EQ(evaluating("d"), "{}");
}

TEST(XacroValues, containersThatHoldThemselvesAreFreed) {
  auto evaluating = std::make_unique<Evaluating>();
  EXPECT_EQ((*evaluating)("items.append(items) or items"), "[1, 'b', [...]]");
  EXPECT_EQ((*evaluating)("[d.update(me=d) or d for d in [{}]]"), "[{'me': {...}}]");
  EXPECT_EQ((*evaluating)("[x for x in [1] for g in [(x for y in [1])]]"), "[1]");
}

TEST(XacroValues, deepNestingIsFreedWithoutRecursion) {
  Value nested;
  constexpr int kLevels = 1'000'000;
  for (int i = 0; i < kLevels; ++i) nested = make_list({std::move(nested)});
  EXPECT_TRUE(str(nested).ends_with("..."));
  nested = Value();
  EXPECT_EQ(str(nested), "None");
}

TEST(XacroValues, setsKeepTheOrderOfTheirElements) {
  Evaluating evaluating;
  EXPECT_EQ(evaluating("{'c', 'a', 'b', 'a'}"), "{'c', 'a', 'b'}");
  EXPECT_EQ(evaluating("python.set('zebra')"), "{'z', 'e', 'b', 'r', 'a'}");
  EXPECT_EQ(evaluating("python.frozenset([2, 1]) | {3}"), "frozenset({2, 1, 3})");
}

TEST(XacroValues, namesOfTheDocumentComeFirst) {
  Evaluating evaluating;
  evaluating.names.values.emplace("pi", Value("mine"));
  EXPECT_EQ(evaluating("pi"), "mine");
  EXPECT_EQ(evaluating("round(math.pi, 2)"), "3.14");
  EXPECT_EQ(evaluating("[count for count in 'ab'] + [count]"), "['a', 'b', 3]");
  EXPECT_TRUE(is_builtin_name("pi"));
  EXPECT_TRUE(is_builtin_name("xacro"));
  EXPECT_FALSE(is_builtin_name("sorted_"));
}

TEST(XacroValues, namespacesAreAskedBehindADot) {
  SomeNames inner;
  inner.values.emplace("width", Value(std::int64_t{2}));
  Evaluating evaluating;
  evaluating.names.values.emplace("arm", Value(make<ScopeValue>(inner, "arm")));
  EXPECT_EQ(evaluating("arm.width * 2"), "4");
  EXPECT_EQ(evaluating("arm.widht"),
            "ERROR widht: the namespace 'arm' has no 'widht'; did you mean 'width'?");
  EXPECT_EQ(evaluating("arm.broken"), "ERROR arm.broken: 'broken' has no value");
}

TEST(XacroValues, functionsWithEffects) {
  Evaluating evaluating;
  EXPECT_EQ(evaluating("xacro.load_yaml('a.yaml')"), "content of a.yaml");
  EXPECT_EQ(evaluating("load_yaml('a.yaml')"), "content of a.yaml");
  EXPECT_EQ(evaluating("xacro.arg('prefix') + 'link'"), "left_link");
  EXPECT_EQ(evaluating("xacro.abs_filename('x')"), "/robot/x");
  EXPECT_EQ(evaluating("xacro.warning('a', 2, 3.14)"), "");
  EXPECT_EQ(evaluating("xacro.message('b', print_location=True)"), "");
  EXPECT_EQ(evaluating("range(3)"), "range(0, 3)");
  EXPECT_EQ(evaluating("sorted('ba', reverse=True)"), "['b', 'a']");
  const std::vector<std::string> said = {"deprecated load_yaml, xacro.load_yaml", "warning@ a 2 3.14",
                                         "message@ b", "deprecated range, python.range",
                                         "deprecated sorted, python.sorted"};
  EXPECT_EQ(evaluating.host.said, said);
}

TEST(XacroValues, tokenize) {
  Evaluating evaluating;
  EXPECT_EQ(evaluating("xacro.tokenize('a, b;c  d')"), "['a', 'b', 'c', 'd']");
  EXPECT_EQ(evaluating("xacro.tokenize('a,,b', ',', False)"), "['a', '', 'b']");
  EXPECT_EQ(evaluating("xacro.tokenize('a1b2', '0-9')"), "['a', 'b']");
  EXPECT_EQ(evaluating("xacro.tokenize('abc', sep='^b')"), "['b']");
}

TEST(XacroValues, generatorsEndWithTheirExpression) {
  Evaluating evaluating;
  const auto generator = evaluate(*std::get<0>(parse_expression("(x * count for x in [1, 2])")),
                                  evaluating.names, evaluating.host, evaluating.budget);
  evaluating.names.values.emplace("g", std::get<Value>(generator));
  EXPECT_EQ(evaluating("list(g)"),
            "ERROR list(g): the generator belongs to an expression that has ended; write a list there: [...] "
            "instead "
            "of (...)");
}

TEST(XacroValues, validNames) {
  for (const std::string_view name : {"base_link", "_x", "größe", "x1"})
    EXPECT_TRUE(is_valid_name(name)) << name;
  for (const std::string_view name : {"", "1x", "a-b", "a.b", "a b", "lambda", "True", "__x", "a\xC2\xA0"})
    EXPECT_FALSE(is_valid_name(name)) << name;
}

}  // namespace
}  // namespace romas::xacro::test
