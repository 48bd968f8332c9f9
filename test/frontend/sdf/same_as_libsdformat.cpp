// Protects the frames of SDF files: libsdformat, an independent reader, finds joints, axes and centres of
// mass in the same places. The files are those of Inputs, and what libsdformat itself makes of the corpus'
// URDF.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sdf/sdf.hh>

#include "frontend/frontend.h"
#include "support/text/text.h"
#include "test/corpus.h"
#include "test/folders.h"
#include "test/frontend/sdf/libsdformat.h"

namespace romas {
namespace {

namespace fs = std::filesystem;

constexpr double kTolerance = 1e-9;

// `models`: the folder to which model:// leads.
void compare(const std::string& text, const std::string& models = {}) {
  sdf::Root root;
  // Includes in included models are looked for as everybody's are, whatever configuration is given.
  if (!models.empty()) sdf::addURIPath("model://", models);
  // libsdformat writes the poses of what it merges with six digits.
  const double tolerance = models.empty() ? kTolerance : 1e-4;
  const sdf::Errors problems = root.LoadSdfString(text);
  ASSERT_TRUE(models.empty() || problems.empty()) << problems.front().Message();
  ASSERT_NE(root.Model(), nullptr) << (problems.empty() ? std::string() : problems.front().Message());
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  options.places.models = {{SearchPlace::Kind::folder, models, "--model-path"}};
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  const FrontendResult read = parse_sdf(sources.add_text("a.sdf", text), context);
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    EXPECT_NE(diagnostic.severity, Severity::error) << diagnostic.message;
  ASSERT_EQ(read.models.size(), 1U);
  const Model& model = read.models.front();
  test::expect_same_model(model, *root.Model(), tolerance);
}

TEST(SameAsLibsdformat, framesOfEveryKind) {
  SourceManager sources;
  SourceManager::ReadError error;
  const FileId file = sources.read_file(test::source_path("test/frontend/sdf/Inputs/frames.sdf"), error);
  ASSERT_NE(file, 0U);
  compare(std::string(sources.text(file)));
}

// libsdformat's own translation of a URDF file has links and joints in other places than ours. Some files it
// does not read.
TEST(SameAsLibsdformat, whatItMakesOfTheCorpus) {
  test::silence_libsdformat();  // it has much to say of these files
  const auto files = test::corpus_files("urdf", ".urdf");
  if (files.empty()) GTEST_SKIP() << "the corpus is not there";
  int compared = 0;
  for (const std::filesystem::path& path : files) {
    sdf::Root root;
    const sdf::Errors errors = root.Load(path.string());
    if (!errors.empty() || root.Model() == nullptr || root.Model()->LinkCount() == 0) continue;
    SCOPED_TRACE(path.string());
    compare(root.Element()->ToString(""));
    ++compared;
  }
  EXPECT_GE(compared, 25);
}

// Random trees of included models: poses, placement frames, merges, overridden names. libsdformat is the
// judge.
class RandomIncludes {
 public:
  RandomIncludes(std::uint32_t seed, fs::path folder) : random_(seed), folder_(std::move(folder)) {}

  // The outermost text. Models that it includes are written below the folder.
  std::string make() {
    std::string parts = link("base");
    std::string joints;
    const int count = 1 + pick(3);
    for (int i = 0; i < count; ++i) {
      const auto [text, inside] = include(concat("in", i), "base", 0);
      parts += text;
      joints += concat("<joint name='to", i, "' type='revolute'><parent>base</parent><child>", inside,
                       "</child><pose>", pose(), "</pose><axis><xyz>0 0 1</xyz></axis></joint>");
    }
    return concat("<sdf version='1.9'><model name='top' canonical_link='base'>", parts, joints,
                  "</model></sdf>");
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint32_t>(below)); }
  bool coin() { return pick(2) == 0; }
  std::string pose() {
    std::string text;
    for (int i = 0; i < 6; ++i) text += concat(i == 0 ? "" : " ", pick(9) - 4, ".", pick(10));
    return text;
  }
  std::string link(const std::string& name) {
    return concat("<link name='", name, "'>", coin() ? concat("<pose>", pose(), "</pose>") : "",
                  "<inertial><pose>", pose(), "</pose><mass>", 1 + pick(9),
                  "</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>");
  }

  // An <include> in a model with the link `beside`, and the name of a link in it as seen from outside.
  std::pair<std::string, std::string> include(const std::string& name, const std::string& beside, int depth) {
    const auto [model, inner_link] = write_model(depth);
    const bool merge = coin();
    std::string text = concat("<include", merge ? " merge='true'" : "", "><uri>model://", model,
                              "</uri><name>", name, "</name>");
    if (coin()) {
      text += concat("<pose", coin() ? concat(" relative_to='", beside, "'") : std::string(), ">", pose(),
                     "</pose>");
      if (coin()) text += concat("<placement_frame>", coin() ? "mark_" : "tip_", model, "</placement_frame>");
    }
    return {text + "</include>", merge ? inner_link : concat(name, "::", inner_link)};
  }

  std::pair<std::string, std::string> write_model(int depth) {
    const std::string name = concat("m", count_++);
    const std::string a = "body_" + name, b = "tip_" + name;
    std::string parts = link(a) + link(b);
    parts += concat("<joint name='j_", name, "' type='", coin() ? "revolute" : "prismatic", "'><parent>", a,
                    "</parent><child>", b, "</child><axis><xyz", coin() ? " expressed_in='__model__'" : "",
                    ">", coin() ? "1 0 0" : "0 0.6 0.8", "</xyz></axis></joint>");
    parts += concat("<frame name='mark_", name, "'", coin() ? concat(" attached_to='", b, "'") : "", "><pose",
                    coin() ? " relative_to='__model__'" : "", ">", pose(), "</pose></frame>");
    if (depth < 3 && coin()) {
      const auto [text, inside] = include("sub_" + name, b, depth + 1);
      parts += text + concat("<joint name='k_", name, "' type='fixed'><parent>", b, "</parent><child>",
                             inside, "</child></joint>");
    }
    const std::string own = coin() ? concat("<pose>", pose(), "</pose>") : std::string();
    const std::string placement = coin() ? concat(" placement_frame='mark_", name, "'") : std::string();
    fs::create_directories(folder_ / name);
    std::ofstream(folder_ / name / "model.config")
        << "<model><name>x</name><sdf version='1.4'>old.sdf</sdf><sdf version='1.9'>model.sdf</sdf></model>";
    std::ofstream(folder_ / name / "model.sdf")
        << "<sdf version='1.9'><model name='" << name << "' canonical_link='" << a << "'" << placement << ">"
        << own << parts << "</model></sdf>";
    return {name, a};
  }

  std::mt19937 random_;
  fs::path folder_;
  int count_ = 0;
};

TEST(SameAsLibsdformat, randomIncludes) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const fs::path folder = fs::path(testing::TempDir()) / concat("romas-includes-", ::getpid());
    fs::remove_all(folder);
    const std::string text = RandomIncludes(seed, folder).make();
    SCOPED_TRACE(concat("seed ", seed, ": ", text));
    compare(text, folder.string());
    fs::remove_all(folder);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace romas
