// Protects that expressions have the values that Python gives them: by a table, and by random expressions
// where there is a python3.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/process/child_process.h"
#include "test/folders.h"
#include "test/frontend/xacro/evaluating.h"
#include "test/frontend/xacro/random_expression.h"

namespace romas::xacro::test {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(std::move(line));
  return lines;
}

// As reference.py writes values.
std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
  return out;
}
std::string value_of(std::string_view expression) {
  Evaluating evaluating;
  const std::string value = evaluating(expression);
  return value.starts_with("ERROR ") ? "ERROR" : on_one_line(value);
}

TEST(XacroPython, valuesOfTheTable) {
  std::size_t count = 0;
  for (const std::string& line :
       lines_of(::romas::test::source_path("test/frontend/xacro/expressions.tsv"))) {
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos) << line;
    EXPECT_EQ(value_of(line.substr(0, tab)), line.substr(tab + 1)) << line.substr(0, tab);
    ++count;
  }
  EXPECT_GT(count, 350U);
}

// Writes what the reference says of the expressions of a file. False if there is no python3.
bool run_reference(const std::string& from, const std::string& to) {
  const int output = ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const auto child =
      start_child({"python3", ::romas::test::source_path("test/frontend/xacro/reference.py"), from}, output);
  ::close(output);
  int status = 0;
  return child && ::waitpid(*child, &status, 0) == *child && exit_status_of(status) == 0;
}

// Whether an expression fails here alone on purpose: Python has larger whole numbers, and complex ones.
bool left_out(std::string_view expression) {
  Evaluating evaluating;
  const std::string value = evaluating(expression);
  return value.find("64 bits") != std::string::npos || value.find("complex") != std::string::npos;
}

TEST(XacroPython, valuesOfRandomExpressions) {
  constexpr std::size_t kCount = 6000;
  RandomExpression random(20261123);
  std::vector<std::string> expressions;
  for (std::size_t i = 0; i < kCount; ++i) expressions.push_back(random.any());
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir());
  const std::string from = (folder / concat("xacro_expressions.", ::getpid())).string();
  const std::string to = (folder / concat("xacro_values.", ::getpid())).string();
  {
    std::ofstream file(from);
    for (const std::string& expression : expressions) file << expression << '\n';
  }
  if (!run_reference(from, to)) GTEST_SKIP() << "no python3 here";
  const std::vector<std::string> values = lines_of(to);
  std::filesystem::remove(from);
  std::filesystem::remove(to);
  ASSERT_EQ(values.size(), kCount);
  std::size_t with_value = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string own = value_of(expressions[i]);
    if (own == "ERROR" && left_out(expressions[i])) continue;
    EXPECT_EQ(own, values[i]) << expressions[i];
    if (values[i] != "ERROR") ++with_value;
  }
  EXPECT_GT(with_value, kCount / 2);
}

TEST(XacroExpression, whatIsPrintedIsTheSameExpression) {
  constexpr int kCount = 3000;
  RandomExpression random(7);
  int well_formed = 0;
  for (int i = 0; i < kCount; ++i) {
    const std::string text = random.any();
    const auto parsed = parse_expression(text);
    if (parsed.index() != 0) continue;  // 2.find(…)
    ++well_formed;
    const std::string printed = print(*std::get<0>(parsed));
    const auto again = parse_expression(printed);
    ASSERT_EQ(again.index(), 0U) << printed << ": " << std::get<EvalError>(again).message;
    EXPECT_EQ(print(*std::get<0>(again)), printed);
    EXPECT_EQ(value_of(printed), value_of(text)) << text << "\n" << printed;
  }
  EXPECT_GT(well_formed, kCount * 9 / 10);
}

}  // namespace
}  // namespace romas::xacro::test
