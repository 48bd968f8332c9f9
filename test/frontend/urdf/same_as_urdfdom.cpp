// A robot that urdfdom, the reader of RViz, MoveIt and Gazebo, refuses, or of which it leaves out a part, has
// at least a defect here. The texts are robots of the corpus, our examples and a robot with every element,
// each with one element or attribute deleted, emptied, misspelt, repeated, or given a word as its value. Each
// mutation is made once a file and kind of place, and at twenty places of a kind where ROMAS_TEST_FULL is
// set. Differences that are meant are rows of urdfdom_differences.def.
#include <console_bridge/console.h>
#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "support/text/text.h"
#include "test/corpus.h"
#include "test/frontend/strict_compiler.h"
#include "test/frontend/xml/mutations.h"

namespace romas::test {
namespace {

struct Difference {
  std::string_view what, text;
};
using namespace std::string_view_literals;
constexpr std::array kDifferences = {
#define DIFFERENCE(what, text, reason) Difference{what, text##sv},
#include "test/frontend/urdf/urdfdom_differences.def"
#undef DIFFERENCE
};

// The robot that urdfdom makes of a text: the names of links and joints. `refused`: it makes none.
struct TheirRobot {
  bool refused = false;
  std::set<std::string> links, joints;
};

TheirRobot read_with_urdfdom(const std::string& text) {
  TheirRobot robot;
  urdf::ModelInterfaceSharedPtr model;
  try {
    model = urdf::parseURDF(text);
  } catch (const std::exception&) {  // of numbers, in places where urdfdom does not expect them
  }
  robot.refused = model == nullptr;
  if (robot.refused) return robot;
  for (const auto& [name, link] : model->links_) robot.links.insert(name);
  for (const auto& [name, joint] : model->joints_) robot.joints.insert(name);
  return robot;
}

struct OurRobot {
  std::set<std::string> defects;  // errors among them
  std::set<std::string> links, joints;
};

OurRobot read_with_romasc(const std::string& text) {
  static const StrictCompiler kCompiler("robot.urdf");
  const driver::CompileResult result = kCompiler.compile(text);
  OurRobot robot;
  robot.defects = StrictCompiler::defects(result);
  for (const Model& model : result.models) {
    for (const Link& link : model.links)
      if (!link.implicit) robot.links.insert(link.name);
    for (const Joint& joint : model.joints) robot.joints.insert(joint.name);
  }
  return robot;
}

// Names the first link or joint of ours that is not among theirs; empty if there is none.
std::string left_out(const OurRobot& ours, const TheirRobot& theirs) {
  if (theirs.refused) return "urdfdom refuses the file";
  for (const std::string& link : ours.links)
    if (!theirs.links.contains(link)) return concat("urdfdom leaves out link '", link, "'");
  for (const std::string& joint : ours.joints)
    if (!theirs.joints.contains(joint)) return concat("urdfdom leaves out joint '", joint, "'");
  return {};
}

// Children of a robot of which urdfdom reads nothing.
bool is_foreign(const XmlElement& element) {
  constexpr std::array<std::string_view, 6> kForeign = {"gazebo",       "transmission", "sensor",
                                                        "ros2_control", "mujoco",       "frame"};
  return !element.prefix().empty() ||
         std::find(kForeign.begin(), kForeign.end(), element.name) != kForeign.end();
}

struct Tally {
  std::size_t mutations = 0, refused = 0;
  std::map<std::string, std::string> misses;  // by mutation: the first file, and what urdfdom does
};

void compare(const std::filesystem::path& path, std::size_t per_name, Tally& tally) {
  const std::string text = read_text(path);
  const OurRobot before = read_with_romasc(text);
  if (!left_out(before, read_with_urdfdom(text)).empty()) {
    EXPECT_FALSE(before.defects.empty()) << path << " is refused by urdfdom, and nothing is said here";
    return;
  }
  EXPECT_TRUE(for_each_mutation(text, per_name, is_foreign, [&](const Mutation& mutation) {
    ++tally.mutations;
    const TheirRobot theirs = read_with_urdfdom(mutation.text);
    const OurRobot ours = read_with_romasc(mutation.text);
    const std::string difference = left_out(ours, theirs);
    if (difference.empty()) return;
    ++tally.refused;
    if (!std::includes(before.defects.begin(), before.defects.end(), ours.defects.begin(),
                       ours.defects.end()))
      return;
    tally.misses.emplace(mutation.name, concat(path.filename().string(), ": ", difference));
  })) << path;
}

TEST(SameAsUrdfdom, whatItRefusesIsADefectHere) {
  console_bridge::noOutputHandler();
  const bool full =
      std::getenv("ROMAS_TEST_FULL") != nullptr;  // NOLINT(concurrency-mt-unsafe): nobody sets it
  std::vector<std::filesystem::path> files = corpus_files("urdf", ".urdf");
  for (const char* file : {"test/frontend/urdf/Inputs/every_element.urdf", "docs/first-look/arm.urdf",
                           "examples/cell/table.urdf"})
    files.emplace_back(source_path(file));
  Tally tally;
  for (const auto& file : files) compare(file, full ? 20 : 1, tally);
  for (const auto& [mutation, what] : tally.misses) ADD_FAILURE() << mutation << "\n  " << what;
  EXPECT_GT(tally.refused, 100U) << "too few mutations that urdfdom refuses to mean anything";
  std::cout << tally.mutations << " mutations of " << files.size() << " files, of which urdfdom refuses "
            << tally.refused << '\n';
}

TEST(SameAsUrdfdom, differencesAreStillThere) {
  console_bridge::noOutputHandler();
  for (const Difference& row : kDifferences) {
    EXPECT_TRUE(read_with_urdfdom(std::string(row.text)).refused) << row.what << " is read by urdfdom";
    EXPECT_EQ(read_with_romasc(std::string(row.text)).defects, std::set<std::string>()) << row.what;
  }
}

// A reader that is stricter without meaning would hide that the mutations are refused for another reason.
TEST(SameAsUrdfdom, bothReadTheFileWithEveryElement) {
  const std::string text = read_text(source_path("test/frontend/urdf/Inputs/every_element.urdf"));
  const TheirRobot theirs = read_with_urdfdom(text);
  const OurRobot ours = read_with_romasc(text);
  EXPECT_EQ(left_out(ours, theirs), "");
  EXPECT_EQ(ours.links, theirs.links);
  EXPECT_EQ(ours.joints, theirs.joints);
  EXPECT_EQ(ours.defects, std::set<std::string>());
}

}  // namespace
}  // namespace romas::test
