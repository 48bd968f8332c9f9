// An SRDF of which srdfdom, the reader of MoveIt, complains or leaves out a part has at least a defect here.
// The texts are SRDF files of ours, each with one element or attribute deleted, emptied, misspelt, repeated,
// or given a word as its value.
#include <console_bridge/console.h>
#include <gtest/gtest.h>
#include <srdfdom/model.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "support/text/text.h"
#include "test/corpus.h"
#include "test/frontend/strict_compiler.h"
#include "test/frontend/xml/mutations.h"

namespace romas::test {
namespace {

// Mutations that are no defect here, and why.
struct Meant {
  std::string_view mutation, reason;
};
constexpr std::array kMeant = {
    Meant{"word in /robot@name", "the robot is looked for by this name, and RM2003 says that there is none"},
};

class Complaints : public console_bridge::OutputHandler {
 public:
  void log(const std::string& text, console_bridge::LogLevel level, const char* /*file*/,
           int /*line*/) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_WARN) all.insert(text);
  }
  std::set<std::string> all;
};

// Returns the complaints of srdfdom about a text.
std::set<std::string> complaints(const urdf::ModelInterface& robot, const std::string& text) {
  Complaints complaints;
  console_bridge::useOutputHandler(&complaints);
  srdf::Model model;
  if (!model.initString(robot, text)) complaints.all.insert("srdfdom refuses the file");
  console_bridge::restorePreviousOutputHandler();
  return complaints.all;
}

struct Pair {
  const char *robot, *semantics;
};

struct Tally {
  std::size_t mutations = 0, refused = 0;
  std::map<std::string, std::string> misses;
};

void compare(const Pair& pair, Tally& tally) {
  const urdf::ModelInterfaceSharedPtr robot = urdf::parseURDF(read_text(source_path(pair.robot)));
  ASSERT_NE(robot, nullptr);
  const std::string text = read_text(source_path(pair.semantics));
  const StrictCompiler compiler(source_path(pair.semantics));
  EXPECT_EQ(complaints(*robot, text), std::set<std::string>()) << pair.semantics;
  EXPECT_EQ(StrictCompiler::defects(compiler.compile(text)), std::set<std::string>()) << pair.semantics;
  const auto none = [](const XmlElement&) { return false; };
  EXPECT_TRUE(for_each_mutation(text, 0, none, [&](const Mutation& mutation) {
    ++tally.mutations;
    const std::set<std::string> theirs = complaints(*robot, mutation.text);
    if (theirs.empty()) return;
    ++tally.refused;
    if (StrictCompiler::defects(compiler.compile(mutation.text)).empty())
      tally.misses.emplace(mutation.name, *theirs.begin());
  }));
}

TEST(SameAsSrdfdom, whatItComplainsOfIsADefectHere) {
  console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_WARN);
  Tally tally;
  compare({"test/frontend/srdf/Inputs/bench.urdf", "test/frontend/srdf/Inputs/bench.srdf"}, tally);
  compare({"examples/planning/lifter.urdf", "examples/planning/lifter.srdf"}, tally);
  for (const auto& [mutation, what] : tally.misses) {
    const bool meant =
        std::any_of(kMeant.begin(), kMeant.end(),
                    [name = std::string_view(mutation)](const Meant& row) { return row.mutation == name; });
    EXPECT_TRUE(meant) << mutation << "\n  " << what;
  }
  EXPECT_GT(tally.refused, 100U) << "too few mutations that srdfdom complains of to mean anything";
  std::cout << tally.mutations << " mutations, of which srdfdom complains of " << tally.refused << '\n';
}

}  // namespace
}  // namespace romas::test
