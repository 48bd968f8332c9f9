// Protects that every expression ends in bounded time and memory, and says which limit it met.
#include <gtest/gtest.h>

#include "test/frontend/xacro/evaluating.h"

namespace romas::xacro::test {
namespace {

TEST(XacroLimits, whatGrowsIsStopped) {
  for (const std::string_view text :
       {"'a' * 10**9",
        "[0] * 10**9",
        "list(python.range(10**12))",
        "python.sum(x for x in python.range(10**15))",
        "[[y for y in python.range(1000)] for x in python.range(10**6)]",
        "['a' * 10**6 for x in python.range(10**6)]",
        "'a'.center(10**9)",
        "'{:1000000000}'.format(1)",
        "'{:.1000000000f}'.format(1.5)",
        "'%1000000000d' % 1",
        "'%*d' % (10**9, 1)",
        "'a'.ljust(10**18)",
        "'a'.zfill(10**18)",
        "'ab'.replace('', 'x' * 10**6)",
        "('x' * 10**6).join('ab' * 100)",
        "('a' * 10**6).find('a' * 500000 + 'b')",
        "python.max(python.range(10**12))",
        "'{0:{0}}'.format(10**9)",
        "[l.extend(l) for l in [[0]] for i in python.range(64)]",
        "[d.update({i: 0}) for d in [{0: 0}] for i in python.range(10**9)]",
        "[1 for a in ['x' * 10**6] for b in ['x' * 10**6 + ''] for i in python.range(10**7) if a + '' == b]",
        "[1 for a in ['x' * 10**6] for d in [{a: 1}] for i in python.range(10**7) if a in d]",
        "xacro.tokenize('x' * 10**6, 'a' * 10**6)",
        "(0 in (x + 1 for x in python.range(10**15)))",
        "str([[['x' * 1000] * 1000] * 1000] * 1000)"}) {
    Evaluating evaluating;
    const std::string value = evaluating(text);
    EXPECT_EQ(evaluating.error.kind, EvalError::Kind::limit) << text << ": " << value.substr(0, 200);
  }
}

TEST(XacroLimits, sharedListsGrowNoTextWithoutBound) {
  Evaluating evaluating;
  Value doubled = make_list({});
  constexpr int kLevels = 100;
  for (int i = 0; i < kLevels; ++i) doubled = make_list({doubled, doubled});
  evaluating.names.values.emplace("doubled", doubled);
  EXPECT_EQ(str(doubled, evaluating.budget), std::nullopt);
  EXPECT_TRUE(evaluating("doubled == [doubled[0], 1]").starts_with("False"));
  evaluating("python.repr(doubled)");
  EXPECT_EQ(evaluating.error.kind, EvalError::Kind::limit);
}

TEST(XacroLimits, nestingIsBounded) {
  const auto nested = [](std::string_view open, std::string_view close, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += open;
    text += "(1)";
    for (std::size_t i = 0; i < count; ++i) text += close;
    return text;
  };
  Evaluating evaluating;
  EXPECT_EQ(evaluating(nested("(", ")", 150)), "1");
  constexpr std::size_t kMany = 10'000;
  for (const auto& [open, close] : {std::pair("(", ")"),
                                    {"[", "]"},
                                    {"-", ""},
                                    {"not ", ""},
                                    {"{1:", "}"},
                                    {"len([", "])"},
                                    {"1 if 1 else ", ""},
                                    {"2**", ""},
                                    {"1+", ""},
                                    {"", ".a"},
                                    {"", "[0]"}}) {
    evaluating(nested(open, close, kMany));
    EXPECT_EQ(evaluating.error.kind, EvalError::Kind::limit) << open << close;
  }
  EXPECT_EQ(evaluating(concat("[1 for ", std::string(kMany, '('), "x")).substr(0, 6), "ERROR ");
  EXPECT_EQ(evaluating(nested("1 or ", "", kMany)), "1");
  EXPECT_EQ(evaluating(nested("1 < ", "", 3)), "False");
}

TEST(XacroLimits, deepValuesAreComparedAndHashedWithinTheStack) {
  Evaluating evaluating;
  Value list;
  Value other;
  Value tuple;
  constexpr int kLevels = 1'000'000;
  for (int i = 0; i < kLevels; ++i) {
    list = make_list({std::move(list)});
    other = make_list({std::move(other)});
    tuple = make_tuple({std::move(tuple)});
  }
  evaluating.names.values.emplace("deep", list);
  evaluating.names.values.emplace("other", other);
  evaluating.names.values.emplace("key", tuple);
  for (const std::string_view text : {"deep == other", "deep < other", "{key: 1}", "python.repr(deep)"}) {
    evaluating(text);
    EXPECT_EQ(evaluating.error.kind, EvalError::Kind::limit) << text;
  }
}

TEST(XacroLimits, stepsAreSharedByAllExpressions) {
  constexpr std::size_t kSteps = 1000;
  Budget budget(kSteps);
  SomeNames names;
  SomeHost host;
  const auto parsed = std::get<0>(parse_expression("python.sum([1, 2, 3])"));
  int evaluated = 0;
  while (evaluate(*parsed, names, host, budget).index() == 0) ++evaluated;
  EXPECT_GT(evaluated, 5);
  EXPECT_LT(evaluated, 100);
  EXPECT_EQ(std::get<EvalError>(evaluate(*parsed, names, host, budget)).message,
            "the expressions of this file take more than 1000 steps");
}

}  // namespace
}  // namespace romas::xacro::test
