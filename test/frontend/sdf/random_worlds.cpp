// Random worlds: models beside each other and in each other, included and merged ones, placement frames,
// joints of two axes, static models. libsdformat is the judge of each model, and of the world as one robot.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "frontend/frontend.h"
#include "support/text/text.h"
#include "test/frontend/sdf/libsdformat.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

class RandomWorld {
 public:
  RandomWorld(std::uint32_t seed, fs::path folder) : random_(seed), folder_(std::move(folder)) {}

  // The text of the world. Models that it includes are written below the folder.
  std::string make() {
    std::string text = "<sdf version='1.9'><world name='w'><gravity>0 0 -9</gravity>\n";
    for (int i = pick(3); i > 0; --i) text += frame(concat("place", i), i > 1 && coin() ? "place1" : "");
    const int count = 1 + pick(4);
    for (int i = 0; i < count; ++i) text += coin() ? include(0) : model("", 0);
    return text + "</world></sdf>\n";
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint32_t>(below)); }
  bool coin() { return pick(2) == 0; }
  std::string pose_text() {
    std::string text;
    for (int i = 0; i < 6; ++i) text += concat(i == 0 ? "" : " ", pick(9) - 4, ".", pick(10));
    return text;
  }
  std::string pose(const std::string& frame) {
    return concat("<pose", frame.empty() ? "" : concat(" relative_to='", frame, "'"), ">", pose_text(),
                  "</pose>");
  }
  std::string frame(const std::string& name, const std::string& attached_to) {
    if (name.starts_with("place")) places_.push_back(name);
    return concat("<frame name='", name, "'",
                  attached_to.empty() ? "" : concat(" attached_to='", attached_to, "'"), ">", pose(""),
                  "</frame>\n");
  }
  std::string link(const std::string& name) {
    return concat("<link name='", name, "'>", coin() ? pose("") : "", "<inertial><pose>", pose_text(),
                  "</pose><mass>", 1 + pick(9),
                  "</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>\n");
  }
  std::string axis(const char* which) {
    const char* directions[] = {"1 0 0", "0 1 0", "0 0.6 0.8", "0 0 -1"};
    return concat("<", which, "><xyz", pick(3) == 0 ? " expressed_in='__model__'" : "", ">",
                  directions[pick(4)], "</xyz>",
                  coin() ? "<limit><lower>-1</lower><upper>2</upper></limit>" : "", "</", which, ">");
  }
  std::string joint(const std::string& name, const std::string& parent, const std::string& child) {
    const char* types[] = {"fixed", "revolute",  "prismatic", "continuous",
                           "ball",  "universal", "revolute2", "screw"};
    const std::string type = types[pick(8)];
    std::string axes;
    if (type != "fixed" && type != "ball") axes += axis("axis");
    if (type == "universal" || type == "revolute2") axes += axis("axis2");
    return concat("<joint name='", name, "' type='", type, "'><parent>", parent, "</parent><child>", child,
                  "</child>", coin() ? pose(coin() ? parent : "") : "", axes, "</joint>\n");
  }

  // Links l0 … in a chain, a frame, and perhaps a model in it. `file`: the model stands in a file of its own,
  // and may be merged, so that the names in it are its own.
  std::string model(const std::string& file, int depth) {
    const std::string name = concat("m", count_++);
    const std::string own = file.empty() ? std::string() : concat(name, "_");
    const int links = 1 + pick(3);
    std::string parts;
    for (int i = 0; i < links; ++i) parts += link(concat(own, "l", i));
    for (int i = 1; i < links; ++i)
      parts += joint(concat(own, "j", i), concat(own, "l", i - 1), concat(own, "l", i));
    parts += frame(concat(own, "mark"), coin() ? concat(own, "l0") : "");
    if (depth < 2 && coin()) {
      const std::string inner = coin() ? include(depth + 1) : model("", depth + 1);
      parts += inner;
    }
    const bool in_world = depth == 0 && file.empty();
    const std::string place = in_world && !places_.empty() && coin()
                                  ? places_[pick(static_cast<int>(places_.size()))]
                                  : std::string();
    const std::string placement = coin() ? concat(" placement_frame='", own, "mark'") : std::string();
    return concat("<model name='", name, "'", placement, ">", coin() || !place.empty() ? pose(place) : "",
                  coin() ? "<static>true</static>" : "", parts, "</model>\n");
  }

  std::string include(int depth) {
    const std::string name = concat("f", files_++);
    const std::string content = model(name, depth + 1);
    fs::create_directories(folder_ / name);
    std::ofstream(folder_ / name / "model.config")
        << "<model><name>x</name><sdf version='1.9'>model.sdf</sdf></model>";
    std::ofstream(folder_ / name / "model.sdf") << "<sdf version='1.9'>" << content << "</sdf>";
    const bool merge = depth > 0 && coin();  // libsdformat 12 merges into no world
    return concat("<include", merge ? " merge='true'" : "", "><uri>model://", name, "</uri><name>", name,
                  "_in</name>", coin() ? pose("") : "", coin() ? "<static>true</static>" : "",
                  "</include>\n");
  }

  std::mt19937 random_;
  fs::path folder_;
  int count_ = 0, files_ = 0;
  std::vector<std::string> places_;
};

FrontendResult read(const std::string& text, const fs::path& models, bool world) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  options.world = world;
  options.places.models = {{SearchPlace::Kind::folder, models.string(), "--model-path"}};
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  FrontendResult result = parse_sdf(sources.add_text("a.sdf", text), context);
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    EXPECT_NE(diagnostic.severity, Severity::error) << diagnostic.message;
  return result;
}

// libsdformat writes the poses of what it merges with six digits.
constexpr double kTolerance = 1e-4;

TEST(SameAsLibsdformat, randomWorlds) {
  test::silence_libsdformat();
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const fs::path folder = fs::path(testing::TempDir()) / concat("romas-worlds-", ::getpid());
    fs::remove_all(folder);
    const std::string text = RandomWorld(seed, folder).make();
    SCOPED_TRACE(concat("seed ", seed, ": ", text));
    sdf::addURIPath("model://", folder.string());
    sdf::Root root;
    const sdf::Errors problems = root.LoadSdfString(text);
    ASSERT_TRUE(problems.empty()) << problems.front().Message();
    const sdf::World& world = *root.WorldByIndex(0);
    const FrontendResult models = read(text, folder, false);
    EXPECT_EQ(models.models.size(), world.ModelCount());
    for (const Model& model : models.models) {
      const sdf::Model* theirs = world.ModelByName(model.name);
      ASSERT_NE(theirs, nullptr) << model.name;
      test::expect_same_model(model, *theirs, kTolerance);
    }
    const FrontendResult whole = read(text, folder, true);
    ASSERT_EQ(whole.models.size(), 1U);
    test::expect_same_world(whole.models.front(), world, kTolerance);
    fs::remove_all(folder);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace romas
