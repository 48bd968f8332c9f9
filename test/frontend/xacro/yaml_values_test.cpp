// Protects that YAML files have the values that PyYAML's safe loader gives them, and that every value has its
// place.
#include "frontend/xacro/expressions/evaluation/yaml_values.h"

#include <gtest/gtest.h>

#include "frontend/xacro/expressions/values/table.h"
#include "test/frontend/xacro/evaluating.h"

namespace romas::xacro::test {
namespace {

struct Reading {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  SomeHost host;
  Budget budget;
  std::optional<Value> value;

  explicit Reading(std::string text) {
    const FileId file = sources.add_text("x.yaml", std::move(text));
    value = read_yaml_values(file, {sources, diagnostics, Rule::servo_map, host, budget});
  }
  std::string shown() const {
    if (value) return str(*value);
    const auto all = diagnostics.sorted();
    return all.empty() ? "nothing said" : concat(sources.text(all[0].range), ": ", all[0].message);
  }
};
std::string read(std::string text) { return Reading(std::move(text)).shown(); }

TEST(XacroYaml, plainScalars) {
  struct Row {
    std::string_view scalar, value;
  };
  constexpr Row kRows[] = {
      {"yes", "True"},
      {"No", "False"},
      {"on", "True"},
      {"OFF", "False"},
      {"y", "'y'"},
      {"N", "'N'"},
      {"tRue", "'tRue'"},
      {"~", "None"},
      {"Null", "None"},
      {"nUll", "'nUll'"},
      {"010", "8"},
      {"08", "'08'"},
      {"0o17", "'0o17'"},
      {"0x1F", "31"},
      {"0b101", "5"},
      {"1_000", "1000"},
      {"_1", "'_1'"},
      {"1:30", "90"},
      {"-1:30", "-90"},
      {"1:60", "'1:60'"},
      {"1:30:45", "5445"},
      {"1:5.5", "65.5"},
      {"1.", "1.0"},
      {".5", "0.5"},
      {"-.5", "'-.5'"},
      {"1e3", "'1e3'"},
      {"1e-3", "'1e-3'"},
      {"1.0e3", "'1.0e3'"},
      {"1.0e+3", "1000.0"},
      {"1.5e-3", "0.0015"},
      {".inf", "inf"},
      {"-.inf", "-inf"},
      {".nan", "nan"},
      {"inf", "'inf'"},
      {"1.2.3", "'1.2.3'"},
      {"0", "0"},
      {"-0", "0"},
      {"-0.0", "-0.0"},
      {"2024-01-01", "'2024-01-01'"},
      {"9223372036854775808", "'9223372036854775808'"},
  };
  for (const Row& row : kRows)
    EXPECT_EQ(read(concat("v: ", row.scalar, "\n")), concat("{'v': ", row.value, "}"));
}

TEST(XacroYaml, mergeKeysAndAliases) {
  EXPECT_EQ(read("a: &x {p: 1, q: [1, 2]}\nb: *x\n"),
            "{'a': {'p': 1, 'q': [1, 2]}, 'b': {'p': 1, 'q': [1, 2]}}");
  EXPECT_EQ(read("a: &x {p: 1, q: 2}\nc:\n  r: 3\n  <<: *x\n  p: 5\n"),
            "{'a': {'p': 1, 'q': 2}, 'c': {'p': 5, 'q': 2, 'r': 3}}");
  EXPECT_EQ(read("a: &x {p: 1}\nd:\n  <<: [*x, {p: 9, z: 1}]\n"), "{'a': {'p': 1}, 'd': {'p': 1, 'z': 1}}");
  EXPECT_EQ(read("'<<': 3\n"), "{'<<': 3}");
  EXPECT_EQ(read("<<: 3\n"), "3: '<<' takes a table, or a list of tables, not a single value");
  EXPECT_EQ(read("a: &x [*x]\n"), "*: a value cannot hold itself");
  EXPECT_EQ(read("a: *nada\n").substr(0, 3), "*: ");
}

TEST(XacroYaml, textsAndKeys) {
  EXPECT_EQ(read("a: |\n  one\n  two\nb: >\n  folded\n  text\nc: 'it''s'\nd: \"q\\n\\u00e9\"\n"),
            "{'a': 'one\\ntwo\\n', 'b': 'folded text\\n', 'c': \"it's\", 'd': 'q\\né'}");
  EXPECT_EQ(read("1: a\n1.5: b\ntrue: c\n~: d\n'1': e\n"), "{1: 'c', 1.5: 'b', None: 'd', '1': 'e'}");
  EXPECT_EQ(read("a: 1\na: 2\n"), "{'a': 2}");
  EXPECT_EQ(read("{[1, 2]: 3}\n"), "[1, 2: a key must be a single value, not a list");
  EXPECT_EQ(read(""), "None");
  EXPECT_EQ(read("- 1\n- [a]\n"), "[1, ['a']]");
  EXPECT_EQ(read("a: !!str 1\nb: !!float 1\nc: !!int 7\n"), "{'a': '1', 'b': 1.0, 'c': 7}");
}

TEST(XacroYaml, unitsTakeExpressions) {
  EXPECT_EQ(read("a: !degrees 2*90\nb: !radians 0.5*pi\nc: !millimeters 1500\nd: !foot 2\ne: !inches 10\nf: "
                 "!meters 1+1\n"),
            "{'a': 3.141592653589793, 'b': 1.5707963267948966, 'c': 1.5, 'd': 0.6096, 'e': 0.254, 'f': 2.0}");
  EXPECT_EQ(read("a: !degrees '90'\n"), "{'a': 1.5707963267948966}");
  EXPECT_EQ(read("a: !radians 2*po\n"), "po: 'po' is not defined here; did you mean 'pi'?");
  EXPECT_EQ(read("a: !radians os.system('clear')\n"), "os: 'os' is not defined here; did you mean 'cos'?");
  EXPECT_EQ(read("a: !radians [1]\n"), "!radians [1: !radians takes a number, not a list");
  EXPECT_EQ(read("a: !degree 1\n"),
            "!degree 1: the tag '!degree' has no meaning here; did you mean '!degrees'?");
}

TEST(XacroYaml, valuesKeepTheirPlaces) {
  const Reading reading("arm:\n  masses: [1.5, 2]\n");
  ASSERT_TRUE(reading.value);
  const Value arm = *reading.value->as<Dict>().entries().find("arm");
  const Value masses = *arm.as<Dict>().entries().find("masses");
  EXPECT_EQ(reading.sources.text(masses.as<List>().values()[0].written()), "1.5");
  EXPECT_EQ(reading.sources.text(masses.written()), "[1.5, 2");

  Evaluating evaluating;
  evaluating.names.values.emplace("limits", *reading.value);
  evaluating("limits.arm.masses[0] + 'kg'");
  ASSERT_EQ(evaluating.error.notes.size(), 1U);
  EXPECT_EQ(reading.sources.text(evaluating.error.notes[0].range), "1.5");
}

TEST(XacroYaml, aliasesCannotGrowWithoutBound) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 20; ++i) {
    bomb += concat("a", i, ": &a", i, " [");
    for (int j = 0; j < 9; ++j) bomb += concat(j > 0 ? ", " : "", "*a", i - 1);
    bomb += "]\n";
  }
  EXPECT_NE(read(bomb).find("more than 200000 values when its aliases are written out"), std::string::npos)
      << read(bomb);
}

}  // namespace
}  // namespace romas::xacro::test
