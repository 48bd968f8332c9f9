// Compilations that somebody stops: after how many questions, and what is left of them.
#include "support/process/stop.h"

#include <gtest/gtest.h>

#include <string>

#include "test/driver/driver_helpers.h"

namespace romas {
namespace {

using driver::CompileResult;
using test::compile_text;
using test::emitting;
using test::texts;

constexpr std::size_t kElements = 300;

std::string repeated(std::string text, const std::function<std::string(std::string)>& part, const char* end) {
  for (std::size_t i = 0; i < kElements; ++i) text += part(std::to_string(i));
  return text + end;
}

struct Case {
  const char* file;
  std::string text;
};

// Each with some hundred elements.
std::vector<Case> cases() {
  const auto bodies = [](const std::string& n) { return "<body name='b" + n + "'/>"; };
  const auto links = [](const std::string& n) { return "<link name='l" + n + "'/>"; };
  const auto words = [](const std::string& n) { return "link l" + n + ";\n"; };
  return {
      {"r.urdf", repeated("<robot name='r'>", links, "</robot>")},
      {"r.sdf", repeated("<sdf version='1.7'><model name='r'>", links, "</model></sdf>")},
      {"r.mjcf", repeated("<mujoco model='r'><worldbody>", bodies, "</worldbody></mujoco>")},
      {"r.urdf.xacro",
       repeated(
           "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'><xacro:property name='n' value='0'/>",
           [](const std::string& n) { return "<link name='l${n}_" + n + "'/>"; }, "</robot>")},
      {"r.romas", repeated("robot r {\n", words, "}\n")},
      {"loop.romas",
       "fn f(n: real) -> real = sum([k * n for k in range(100)]);\n"
       "robot r { link a { mass sum([f(i) for i in range(400)]) kg; } }\n"},
      {"loop.urdf.xacro",
       "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>"
       "<link name='l${len([i * k for i in range(400) for k in range(100)])}'/></robot>"},
  };
}

std::string said(const Case& input) {
  const CompileResult result =
      compile_text(input.file, texts({{input.file, input.text}}), emitting({"urdf"}));
  std::string all = render_text(result.report, {});
  for (const OutputFile& file : result.files) all += file.text;
  return all;
}

// How often the compilation asked whether to go on. It is told to stop at the n-th question.
std::size_t asked_until(const Case& input, std::size_t n, bool& stopped) {
  std::size_t asked = 0;
  const Stoppable work([&] { return ++asked == n; });
  stopped = false;
  try {
    said(input);
  } catch (const Stopped&) {
    stopped = true;
  }
  return asked;
}

TEST(Stop, endsACompilationAtItsElements) {
  for (const Case& input : cases()) {
    SCOPED_TRACE(input.file);
    const std::string whole = said(input);
    bool stopped = false;
    const std::size_t all = asked_until(input, 0, stopped);
    EXPECT_FALSE(stopped);
    const bool is_loop = std::string_view(input.file).starts_with("loop");
    EXPECT_GT(all, is_loop ? 12 : kElements);
    for (const std::size_t n : {std::size_t{1}, all / 3, all - all / 3, all}) {
      EXPECT_EQ(asked_until(input, n, stopped), n);
      EXPECT_TRUE(stopped) << n;
    }
    EXPECT_EQ(said(input), whole);  // nothing is left of what was stopped
  }
}

// Loops that make no element are stopped within them.
TEST(Stop, endsTheEvaluationOfOneExpression) {
  for (const Case& input : cases()) {
    if (!std::string_view(input.file).starts_with("loop")) continue;
    SCOPED_TRACE(input.file);
    Case small = input;
    for (const char* large : {"400", "100"})
      for (std::size_t at = small.text.find(large); at != std::string::npos; at = small.text.find(large))
        small.text.replace(at, std::string_view(large).size(), "2");
    bool stopped = false;
    EXPECT_GT(asked_until(input, 0, stopped), asked_until(small, 0, stopped) + 3);
  }
}

TEST(Stop, asksEveryOneAroundIt) {
  bool outer = false;
  const Stoppable around([&] { return outer; });
  {
    const Stoppable within([] { return false; });
    stop_point();
    outer = true;
    EXPECT_THROW(stop_point(), Stopped);
    {
      const Unstoppable whole;
      stop_point();
    }
    outer = false;  // who once said yes is not asked again
    EXPECT_THROW(stop_point(), Stopped);
  }
}

TEST(Stop, isNothingWhereNobodySaysAnything) { stop_point(); }

}  // namespace
}  // namespace romas
