// Protects bodies of long programs, which are read again from their text instead of being kept as trees: they
// make the same robots, and the same findings at the same places.
#include "frontend/language/reading/body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <memory>

#include "support/text/text.h"
#include "test/fuzz/fuzzing.h"

namespace romas::language {
namespace {

using fuzzing::Reading;

constexpr std::size_t kLong = 200'000;  // bytes: more than a program may have that is kept

// A program with `@` in each body, which becomes a comment: empty, or so long that the body is not kept.
std::string with_comments(std::string program, std::size_t length) {
  const std::string comment = "/*" + std::string(length, 'x') + "*/";
  for (std::size_t at = program.find('@'); at != std::string::npos;
       at = program.find('@', at + comment.size()))
    program.replace(at, 1, comment);
  return program;
}

constexpr std::string_view kProgram = R"(
let size = 100 mm;
module wheel(radius, name = "w") {
  let width = radius / 2;
  @
  link wheel { solid cylinder radius radius length width density 1000 kg/m^3; }
  if radius > 50 mm { link large; joint lap : fixed wheel -> large { at xyz(0, 0, width); } }
}
robot gripper {
  link palm { mass 1 kg; @ }
  for i in range(2) { link "finger{i}"; joint "f{i}" : prismatic palm -> "finger{i}" { axis x; limit 0 mm .. 20 mm effort 5 N velocity 1 m/s; } }
  assert link_count == 3;
}
robot cart {
  link base { mass 2 kg; @ visual box (size, size, size); }
  for side in [-1, 1] {
    use wheel(60 mm) as part named "w{side + 2}";
    joint "mount{side + 2}" : continuous base -> part.root { at xyz(0, side * size, 0); axis y; }
  }
  use gripper as hand;
  joint wrist : fixed base -> hand.root;
  assert total_mass > 2 kg, "too light";
}
)";

TEST(Body, makesTheSameRobotsWhenItIsReadAgain) {
  const Reading kept(parse_romas, with_comments(std::string(kProgram), 0));
  const Reading read_again(parse_romas, with_comments(std::string(kProgram), kLong));
  ASSERT_TRUE(kept.good()) << (kept.diagnostics.sorted().empty() ? ""
                                                                 : kept.diagnostics.sorted().front().message);
  ASSERT_TRUE(read_again.good());
  ASSERT_EQ(kept.result.models.size(), 2U);
  ASSERT_EQ(read_again.result.models.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(print_romas(read_again.result.models[i]), print_romas(kept.result.models[i]));
  EXPECT_EQ(kept.result.models[1].links.size(), 8U);
}

// The findings of a program, each with the text that it is about.
std::vector<std::string> findings(const std::string& program) {
  const Reading reading(parse_romas, program);
  std::vector<std::string> rows;
  for (const Diagnostic& diagnostic : reading.diagnostics.sorted())
    rows.push_back(diagnostic.message + " | " +
                   std::string(reading.sources.text(diagnostic.range).substr(0, 20)));
  return rows;
}

TEST(Body, hasTheSameFindingsWhenItIsReadAgain) {
  constexpr std::string_view kWrong = R"(
let size = 100 mm;
module unused() { @ link a { mass size; } link b { mas 1 kg; } }
module used(x) { @ link c { mass x; } joint j : fixed c -> d }
robot r {
  link base { @ mass size; }
  link base;
  link { mass 1 kg; }
  use used(1 kg) as one;
  use used(1 m) as two;
  assert dof == 7;
}
block "b" { @ mass 1 m; }
)";
  const auto kept = findings(with_comments(std::string(kWrong), 0));
  EXPECT_THAT(kept, testing::SizeIs(testing::Ge(5U)));
  EXPECT_EQ(findings(with_comments(std::string(kWrong), kLong)), kept);
}

// Each use of a body that is not kept takes steps as its text does.
TEST(Body, readsNoBodyAgainWithoutEnd) {
  std::string program = "module empty() { @ }\nrobot r { link a;\n";
  for (int i = 0; i < 1000; ++i) program += "use empty;\n";
  const auto found = findings(with_comments(program + "}\n", kLong));
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_THAT(found.front(), testing::HasSubstr("steps"));
}

// The text was read with more stack than is left where it runs: what cannot be read again is told, and never
// left out in silence.
TEST(Body, tellsWhenTheStackIsTooShortToReadItAgain) {
  constexpr int kModules = 60;
  constexpr int kBrackets = 40;
  constexpr std::size_t kStack = 448UL * 1024;  // somewhat more than these brackets ask for
  std::string program;
  for (int i = 0; i < kModules; ++i)
    program += concat("module chain", i, "() { @ link part", i, "; let v = ", std::string(kBrackets, '('),
                      "1", std::string(kBrackets, ')'), "; ",
                      i + 1 < kModules ? concat("use chain", i + 1, " as next;") : std::string(), " }\n");
  struct Run {
    std::string text;
    bool good = false;
    std::size_t links = 0;
    std::string first;
  } run{with_comments(program + "robot r { link a; use chain0 as first; }\n", kLong / kModules * 2)};
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  // A stack of our own: the C library would keep one of its own for later threads, which may count on smaller
  // ones.
  struct alignas(4096) Page {
    std::array<char, 4096> bytes;
  };
  const auto stack = std::make_unique<Page[]>(kStack / sizeof(Page));
  ASSERT_EQ(pthread_attr_setstack(&attributes, stack.get(), kStack), 0);
  pthread_t thread{};
  const auto read = [](void* data) -> void* {
    Run& of = *static_cast<Run*>(data);
    const Reading reading(parse_romas, of.text);
    of.good = reading.good();
    if (!reading.result.models.empty()) of.links = reading.result.models.front().links.size();
    if (const auto found = reading.diagnostics.sorted(); !found.empty()) of.first = found.front().message;
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, read, &run), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  if (run.good)
    EXPECT_EQ(run.links, kModules + 1U);
  else
    EXPECT_THAT(run.first, testing::HasSubstr("stack"));
}

}  // namespace
}  // namespace romas::language
