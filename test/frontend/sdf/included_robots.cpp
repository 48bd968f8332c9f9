// URDF files that SDF includes: libsdformat, which translates them itself, has the same joints, masses and
// tensors in the same places. It makes one link of what fixed joints hold together, and so does --lump=all.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sdf/sdf.hh>

#include "driver/stages/compile.h"
#include "support/text/text.h"
#include "test/frontend/sdf/libsdformat.h"

namespace romas::test {
namespace {

namespace fs = std::filesystem;

// libsdformat writes poses of what it merges with six digits.
constexpr double kTolerance = 1e-4;

class SdfIncludedRobot : public testing::Test {
 protected:
  SdfIncludedRobot() {
    silence_libsdformat();
    request_.passes.lump = "all";
    request_.input.frontend.places.models = {{SearchPlace::Kind::folder, folder_.string(), "--model-path"}};
    fs::remove_all(folder_);
  }
  ~SdfIncludedRobot() override { fs::remove_all(folder_); }

  // As model://NAME, for both readers.
  void write(const std::string& name, const std::string& urdf) const {
    fs::create_directories(folder_ / name);
    std::ofstream(folder_ / name / "model.config")
        << "<model><name>" << name << "</name><sdf version='1.9'>robot.urdf</sdf></model>";
    std::ofstream(folder_ / name / "robot.urdf") << urdf;
  }

  Model ours(const std::string& text, bool world = false) const {
    driver::CompileRequest request = request_;
    request.input.frontend.world = world;
    driver::Pipelines pipelines;
    std::string error;
    EXPECT_TRUE(driver::make_pipelines(request, pipelines, error)) << error;
    SourceManager::Texts texts;
    texts.emplace(SourceManager::file_key("top.sdf"), text);
    driver::CompileResult result = driver::compile("top.sdf", request, pipelines, &texts);
    for (const Diagnostic& diagnostic : result.report.diagnostics)
      EXPECT_NE(diagnostic.severity, Severity::error) << diagnostic.message;
    EXPECT_EQ(result.models.size(), 1U);
    return result.models.empty() ? Model() : std::move(result.models.front());
  }
  sdf::Root theirs(const std::string& text) const {
    sdf::addURIPath("model://", folder_.string());
    sdf::Root root;
    const sdf::Errors problems = root.LoadSdfString(text);
    EXPECT_TRUE(problems.empty()) << problems.front().Message();
    return root;
  }
  void compare(const std::string& text) const {
    const sdf::Root root = theirs(text);
    ASSERT_NE(root.Model(), nullptr);
    expect_same_model(ours(text), *root.Model(), kTolerance);
  }

  fs::path folder_ = fs::path(testing::TempDir()) / concat("romas-included-", ::getpid());
  driver::CompileRequest request_;
};

// A robot of some links in a random tree; each has mass, and an inertial that is turned.
class RandomRobot {
 public:
  explicit RandomRobot(std::uint32_t seed) : random_(seed) {}

  std::string make() {
    std::string text = "<robot name='arm'>" + link(0);
    const int count = 2 + pick(6);
    for (int i = 1; i < count; ++i) text += link(i) + joint(i, pick(i));
    return text + "</robot>\n";
  }
  // Links that libsdformat keeps: no fixed joint carries them.
  const std::vector<std::string>& kept() const { return kept_; }

  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint32_t>(below)); }
  bool coin() { return pick(2) == 0; }
  std::string place() { return concat(hundredths(200), " ", hundredths(200), " ", hundredths(200)); }
  // The pitch stays away from a right angle, near which the six digits of libsdformat are too few.
  std::string angles() { return concat(hundredths(300), " ", hundredths(120), " ", hundredths(300)); }

 private:
  double hundredths(int most) { return (pick(2 * most + 1) - most) / 100.0; }
  std::string origin() { return concat("<origin xyz='", place(), "' rpy='", angles(), "'/>"); }
  std::string link(int i) {
    if (i == 0) kept_.emplace_back("l0");
    return concat("<link name='l", i, "'><inertial>", origin(), "<mass value='", 1 + pick(5), ".", pick(10),
                  "'/><inertia ixx='0.", 30 + pick(20), "' iyy='0.", 30 + pick(20), "' izz='0.",
                  30 + pick(20), "' ixy='0.0", pick(9), "' ixz='-0.0", pick(9), "' iyz='0.0", pick(9),
                  "'/></inertial></link>\n");
  }
  std::string joint(int i, int parent) {
    constexpr const char* kTypes[] = {"fixed", "fixed", "revolute", "continuous", "prismatic"};
    constexpr const char* kAxes[] = {"1 0 0", "0 -1 0", "0 0.6 0.8", "0.48 0.6 -0.64"};
    const std::string type = kTypes[pick(5)];
    if (type != "fixed") kept_.push_back(concat("l", i));
    std::string text = concat("<joint name='j", i, "' type='", type, "'><parent link='l", parent,
                              "'/><child link='l", i, "'/>", coin() ? origin() : "");
    const bool moves = type != "fixed";
    if (moves) text += concat("<axis xyz='", kAxes[pick(4)], "'/>");
    if (moves && type != "continuous") text += "<limit lower='-1' upper='2' effort='3' velocity='4'/>";
    return text + "</joint>\n";
  }

  std::mt19937 random_;
  std::vector<std::string> kept_;
};

TEST_F(SdfIncludedRobot, RandomRobots) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    RandomRobot robot(seed);
    const std::string urdf = robot.make();
    write("arm", urdf);
    const bool merge = robot.coin();
    const std::string name = robot.coin() ? "<name>left</name>" : "";
    const std::string prefix = merge ? "" : name.empty() ? "arm::" : "left::";
    const std::string& placed =
        robot.kept()[static_cast<std::size_t>(robot.pick(static_cast<int>(robot.kept().size())))];
    const std::string pose =
        concat("<pose", robot.coin() ? " relative_to='mark'" : "", ">", robot.place(), " ", robot.angles(),
               "</pose>", robot.coin() ? concat("<placement_frame>", placed, "</placement_frame>") : "");
    const std::string text =
        concat("<sdf version='1.9'><model name='top' canonical_link='floor'><link name='floor'/>",
               "<frame name='mark'><pose>", robot.place(), " ", robot.angles(), "</pose></frame>\n<include",
               merge ? " merge='true'" : "", "><uri>model://arm</uri>", name, robot.coin() ? pose : "",
               "</include>\n<joint name='mount' type='revolute'><parent>floor</parent><child>", prefix,
               "l0</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>\n");
    SCOPED_TRACE(concat("seed ", seed, ": ", text, urdf));
    compare(text);
    if (HasFailure()) return;
  }
}

// Each robot of a world by itself, and the world as one robot.
TEST_F(SdfIncludedRobot, RandomRobotsInAWorld) {
  for (std::uint32_t seed = 101; seed <= 120; ++seed) {
    RandomRobot robot(seed);
    const std::string urdf = robot.make();
    write("arm", urdf);
    const std::string text = concat(
        "<sdf version='1.9'><world name='w'><frame name='mark'><pose>", robot.place(), " ", robot.angles(),
        "</pose></frame>\n<include><uri>model://arm</uri>", robot.coin() ? "<name>left</name>" : "", "<pose",
        robot.coin() ? " relative_to='mark'" : "", ">", robot.place(), " ", robot.angles(), "</pose>",
        robot.coin() ? "<static>true</static>" : "", "</include></world></sdf>\n");
    SCOPED_TRACE(concat("seed ", seed, ": ", text, urdf));
    const sdf::Root root = theirs(text);
    ASSERT_EQ(root.WorldCount(), 1U);
    ASSERT_EQ(root.WorldByIndex(0)->ModelCount(), 1U);
    expect_same_model(ours(text), *root.WorldByIndex(0)->ModelByIndex(0), kTolerance);
    expect_same_world(ours(text, true), *root.WorldByIndex(0), kTolerance);
    if (HasFailure()) return;
  }
}

// A root link 'world' is that of SDF for both.
TEST_F(SdfIncludedRobot, RootLinkWorld) {
  const std::string body =
      "<inertial><mass value='2'/><inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' "
      "iyz='0'/></inertial>";
  write("arm", concat("<robot name='arm'><link name='world'/><link name='a'>", body,
                      "</link><joint name='j' type='revolute'><parent link='world'/><child link='a'/>"
                      "<origin xyz='1 2 3' rpy='0.1 0.2 0.3'/><axis xyz='0 1 0'/>"
                      "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>"));
  const std::string text =
      "<sdf version='1.9'><world name='w'><include><uri>model://arm</uri>"
      "<pose>4 5 6 0.4 0.5 0.6</pose></include></world></sdf>";
  const sdf::Root root = theirs(text);
  ASSERT_EQ(root.WorldCount(), 1U);
  expect_same_world(ours(text, true), *root.WorldByIndex(0), kTolerance);
}

// The differences that docs/formats/sdf.md describes.
TEST_F(SdfIncludedRobot, DifferencesThatAreMeant) {
  const auto link = [](std::string_view name, bool has_mass) {
    return concat("<link name='", name, "'>",
                  has_mass
                      ? "<inertial><mass value='2'/><inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' "
                        "iyz='0'/></inertial>"
                      : "",
                  "</link>");
  };
  const auto joint = [](std::string_view name, std::string_view type, std::string_view parent,
                        std::string_view child) {
    return concat("<joint name='", name, "' type='", type, "'><parent link='", parent, "'/><child link='",
                  child, "'/><axis xyz='0 0 1'/></joint>");
  };
  const std::string text =
      "<sdf version='1.9'><model name='top'><include merge='true'><uri>model://arm</uri>"
      "</include></model></sdf>";
  // libsdformat leaves out what a moving joint carries that has no mass, and all behind it.
  write("arm", "<robot name='arm'>" + link("a", true) + link("b", false) + link("c", true) +
                   joint("j", "continuous", "a", "b") + joint("k", "continuous", "b", "c") + "</robot>");
  const sdf::Root bare = theirs(text);
  EXPECT_EQ(bare.Model()->LinkCount(), 1U);
  EXPECT_EQ(ours(text).links.size(), 3U);
  // It makes no joint of a floating or planar one, places the link relative to that joint, and refuses this.
  for (const char* type : {"floating", "planar"}) {
    write("arm",
          "<robot name='arm'>" + link("a", true) + link("b", true) + joint("j", type, "a", "b") + "</robot>");
    sdf::addURIPath("model://", folder_.string());
    sdf::Root root;
    EXPECT_FALSE(root.LoadSdfString(text).empty()) << type;
    EXPECT_TRUE(ours(text).find_link("b")) << type;
  }
}

}  // namespace
}  // namespace romas::test
