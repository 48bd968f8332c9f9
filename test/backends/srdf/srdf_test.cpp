// A written SRDF says the same when it is read: all that Semantics can say, with any names and numbers.
#include <gtest/gtest.h>

#include <random>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  Semantics make() {
    Semantics all;
    all.robot = {"robot", {}};
    for (int i = some(); i > 0; --i) all.groups.push_back({name(), names(), names(), chains(), names(), {}});
    for (int i = some(); i > 0; --i) all.states.push_back({name(), name(), values(), {}});
    for (int i = some(); i > 0; --i) all.end_effectors.push_back({name(), name(), name(), {}, {}});
    if (!all.end_effectors.empty()) all.end_effectors.back().parent_group = name();
    for (const auto type : {VirtualJointType::fixed, VirtualJointType::planar, VirtualJointType::floating})
      all.virtual_joints.push_back({name(), name(), name().text, type, {}});
    all.passive_joints = names();
    for (int i = some(); i > 0; --i)
      all.collision_pairs.push_back({name(), name(), i % 2 == 0 ? "" : name().text, i % 3 == 0, {}});
    all.unchecked_links = names();
    for (int i = some(); i > 0; --i) {
      SphereApproximation& spheres = all.spheres.emplace_back();
      spheres.link = name();
      for (int k = some(); k > 0; --k)
        spheres.spheres.push_back({{number(), number(), number()}, std::abs(number())});
    }
    for (int i = some(); i > 0; --i)
      all.joint_properties.push_back({name(), name().text, i == 1 ? "" : name().text});
    return all;
  }

 private:
  int some() { return std::uniform_int_distribution<int>(0, 3)(random_); }
  double number() { return std::uniform_real_distribution<double>(-2, 2)(random_); }
  // With what XML does not take as it is.
  SemanticName name() {
    static constexpr std::array<std::string_view, 6> kParts = {"arm", "<", "&amp;", "\"'", "ä ö", ">]]>"};
    std::string text = "n";
    for (int i = some(); i > 0; --i)
      text += kParts[std::uniform_int_distribution<std::size_t>(0, kParts.size() - 1)(random_)];
    return {text, {}};
  }
  std::vector<SemanticName> names() {
    std::vector<SemanticName> result;
    for (int i = some(); i > 0; --i) result.push_back(name());
    return result;
  }
  std::vector<SemanticChain> chains() {
    std::vector<SemanticChain> result;
    for (int i = some(); i > 0; --i) result.push_back({name(), name(), {}});
    return result;
  }
  std::vector<JointValues> values() {
    std::vector<JointValues> result;
    for (int i = some(); i > 0; --i) {
      result.push_back({name(), {number()}, {}, {}});
      for (int k = some(); k > 0; --k) result.back().values.push_back(number());
    }
    return result;
  }

  std::mt19937 random_;
};

std::string written(const Model& model, const Semantics* beside, DiagnosticEngine& diagnostics) {
  const TargetOptions options;
  TargetContext context{diagnostics, options, {}, {}};
  context.inputs.semantics = beside;
  return emit_srdf(model, context);
}

TEST(Srdf, readsBackAsWhatWasSaid) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    const Semantics said = Maker(seed).make();
    test::ModelMaker maker("robot");
    maker.link("base");
    DiagnosticEngine diagnostics, of_reading;
    const std::string text = written(maker.done(), &said, diagnostics);
    EXPECT_EQ(diagnostics.error_count(), 0U);
    SourceManager sources;
    const FrontendOptions options;
    std::vector<std::string> files_read;
    FrontendContext context{sources, of_reading, options, files_read};
    const FrontendResult read = parse_srdf(sources.add_text("robot.srdf", text), context);
    EXPECT_TRUE(of_reading.sorted().empty()) << of_reading.sorted().front().message << "\n" << text;
    ASSERT_TRUE(read.semantics);
    EXPECT_TRUE(*read.semantics == said) << text;
  }
}

// Parts that lack a name were reported where they were read.
TEST(Srdf, leavesOutWhatIsFaulty) {
  Semantics said;
  said.groups.push_back({{"", {}}, {{"a", {}}}, {}, {}, {}, {}});
  said.groups.push_back({{"arm", {}}, {{"", {}}}, {{"joint", {}}}, {{{"", {}}, {"tip", {}}, {}}}, {}, {}});
  said.states.push_back(
      {{"up", {}}, {"arm", {}}, {{{"joint", {}}, {}, {}, {}}, {{"other", {}}, {1}, {}, {}}}, {}});
  said.collision_pairs.push_back({{"a", {}}, {"", {}}, "", false, {}});
  test::ModelMaker maker("robot");
  maker.link("base");
  DiagnosticEngine diagnostics;
  EXPECT_EQ(written(maker.done(), &said, diagnostics),
            "<?xml version=\"1.0\"?>\n<robot name=\"robot\">\n  <group name=\"arm\">\n    <joint "
            "name=\"joint\"/>\n  </group>\n  <group_state name=\"up\" group=\"arm\">\n    <joint "
            "name=\"other\" value=\"1\"/>\n  </group_state>\n</robot>\n");
}

TEST(Srdf, isNotWrittenWhereThereIsNothingToSay) {
  const Semantics nothing;
  test::ModelMaker maker("robot");
  maker.link("base");
  for (const Semantics* beside : {static_cast<const Semantics*>(nullptr), &nothing}) {
    DiagnosticEngine diagnostics;
    EXPECT_EQ(written(maker.done(), beside, diagnostics), "");
    EXPECT_EQ(diagnostics.reported(Rule::no_robot), 1U);
  }
}

// A group that is called as ours stays, and ours has another name.
TEST(Srdf, givesTheGroupOfAllJointsANameOfItsOwn) {
  test::ModelMaker maker("robot");
  maker.link("base");
  maker.link("tip");
  maker.joint("turn", JointType::continuous, "base", "tip");
  maker.model().layout.format = "mjcf";
  Extension key;
  key.name = "key";
  key.tree = std::make_shared<const ForeignElement>(
      ForeignElement{"key", {{"name", "there"}, {"qpos", "0.5"}}, {}, {}});
  maker.model().extensions.push_back(key);
  Semantics said;
  said.groups.push_back({{"whole_body", {}}, {{"tip", {}}}, {}, {}, {}, {}});
  DiagnosticEngine diagnostics;
  const std::string text = written(maker.done(), &said, diagnostics);
  EXPECT_NE(text.find("<group_state name=\"there\" group=\"whole_body_1\">"), std::string::npos) << text;
  // The same state, of an SRDF, counts.
  said.states.push_back({{"there", {}}, {"whole_body", {}}, {{{"turn", {}}, {0.5}, {}, {}}}, {}});
  EXPECT_EQ(written(maker.done(), &said, diagnostics).find("whole_body_1"), std::string::npos);
  said.states.back().joints.front().values = {0.25};
  EXPECT_NE(written(maker.done(), &said, diagnostics).find("whole_body_1"), std::string::npos);
}

}  // namespace
}  // namespace romas
