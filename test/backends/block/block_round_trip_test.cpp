// Protects --emit=block and --emit=assembly: a round trip from XML to XML gives the same model, and a second
// one the same text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "backends/target.h"
#include "frontend/frontend.h"
#include "support/text/text.h"
#include "test/folders.h"

namespace romas {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() : path_(std::filesystem::path(testing::TempDir()) / concat("romas-block-", ::getpid())) {
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

struct Reading {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendResult result;

  Reading(const std::string& path, const std::string& library) {
    if (!library.empty()) options.libraries = {library};
    SourceManager::ReadError error;
    const FileId file = sources.read_file(path, error);
    FrontendContext context{sources, diagnostics, options, files_read};
    result = detect_frontend(path, sources.text(file))->parse(file, context);
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> list;
    for (const Diagnostic& d : diagnostics.sorted()) list.push_back(d.message);
    return list;
  }
};

struct Emission {
  std::string text;
  std::vector<std::string> messages;
};
Emission emit(std::string (*target)(const Model&, TargetContext&), const Model& model) {
  SeverityPolicy policy;
  policy.apply("everything");
  DiagnosticEngine diagnostics(policy);
  const TargetOptions options;
  TargetContext context{diagnostics, options};
  Emission emission{target(model, context), {}};
  for (const Diagnostic& d : diagnostics.sorted()) emission.messages.push_back(d.message);
  return emission;
}

// Writes a sound library and an assembly of it, with everything that the formats have.
class RandomText {
 public:
  explicit RandomText(unsigned seed) : random_(seed) {}

  void make() {
    const std::size_t count = 2 + random_() % 6;
    blocks_xml = "<Blocks>\n";
    assembly = "<Assembly>\n";
    for (std::size_t i = 0; i < count; ++i) {
      add_block(i, i + 1 == count);
      add_part(i);
    }
    blocks_xml += "</Blocks>\n";
    assembly += "</Assembly>\n";
  }
  std::string blocks_xml, assembly;

 private:
  bool flip() { return random_() % 2 == 0; }
  std::string number() {
    constexpr std::array<std::string_view, 8> kSpellings = {"0",  "0.50", "-1e-3",   "+2",
                                                            "1.", "-0",   "3.14159", "12e0"};
    return std::string(kSpellings[random_() % kSpellings.size()]);
  }
  std::string numbers(int count, char separator) {
    std::string text;
    for (int i = 0; i < count; ++i) text += concat(i == 0 ? "" : std::string(1, separator), number());
    return text;
  }
  std::string axis(bool along_z) { return concat(flip() ? "-" : "", along_z ? "z" : flip() ? "x" : "y"); }

  // Contact 0 is of type assembly, contact 1 of either; rotAxes are ±z, all other axes perpendicular to it.
  void add_block(std::size_t i, bool last) {
    child_is_joint_.push_back(flip());
    std::string b = concat("<Block id='", i / 2, "' name='N", i, "'");
    if (i == 0) b += " isBaseBlock='true'";
    if (i > 0 && flip()) b += " isBaseBlock='FALSE'";
    if (last) b += " isToolBlock='true'";
    if (flip()) b += " tag='a &amp; \"b\"'";
    b += ">\n";
    if (flip())
      b += concat("<shape", flip() ? concat(" pose='", numbers(flip() ? 3 : 6, ':'), "'") : std::string(),
                  " value='m/s&lt;", i, ".obj'/>");
    if (flip()) b += "<diffuse value='d.png'/>";
    if (flip()) b += "<normal value='n.png'/>";
    if (flip()) b += "<thumbnail value='http://t'/>";
    b += "<contactPoints>\n";
    for (int k = 0; k < 3; ++k)
      b += concat("<contact pose='", numbers(flip() ? 3 : 6, ';'), "' type='",
                  k == 0 || (k == 1 && !child_is_joint_[i]) ? "Assembly" : "joint", "' rotAxis='", axis(true),
                  "' zeroAxis='", axis(false), "'/>\n");
    b += "</contactPoints>";
    const bool heavy = flip();
    if (heavy) b += concat("<mass value='", number(), "'/>");
    if (heavy || flip()) b += concat("<com x='", number(), "' y='", number(), "' z='", number(), "'/>");
    b += concat("<inertia Ixx='", number(), "' Iyy='", number(), "' Izz='", number(), "' ixy='", number(),
                "' Iyz='", number(), "' Ixz='", number(), "'/>");
    blocks_xml += b + "</Block>\n";
  }

  void add_part(std::size_t i) {
    std::string p = concat("<Part id='", i, "' parentId='", static_cast<int>(i) - 1, "' blockId='", i / 2,
                           "' blockName='N", i, "'");
    if (i == 0) {
      p += flip() ? " parentContactPointIndex='-1' childContactPointIndex='-1' parentMatchedAxis='y' "
                    "childMatchedAxis='-x' jointType='fixed'"
                  : "";
    } else {
      const bool joint = child_is_joint_[i - 1];
      p += concat(" parentContactPointIndex='1' childContactPointIndex='0' parentMatchedAxis='", axis(false),
                  "' childMatchedAxis='", axis(false), "' jointType='",
                  !joint   ? "fixed"
                  : flip() ? "Revolute"
                           : "prismatic",
                  "'");
      if (joint && flip()) p += concat(" offset='", number(), "'");
    }
    assembly += p + "/>\n";
  }

  std::mt19937 random_;
  std::vector<bool> child_is_joint_;
};

TEST(BlockRoundTrip, randomAssembliesComeBackAsTheyWere) {
  const Folder folder;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomText random(seed);
    random.make();
    const Reading first(folder.write("robot.assembly.xml", random.assembly),
                        folder.write("library.block.xml", random.blocks_xml));
    ASSERT_THAT(first.messages(), IsEmpty()) << random.blocks_xml << random.assembly;
    const Model& model = first.result.models.at(0);
    const Emission blocks = emit(emit_block, model);
    const Emission assembly = emit(emit_assembly, model);
    EXPECT_THAT(blocks.messages, IsEmpty());
    EXPECT_THAT(assembly.messages, IsEmpty());

    const Reading second(folder.write("robot.assembly.xml", assembly.text),
                         folder.write("library.block.xml", blocks.text));
    ASSERT_THAT(second.messages(), IsEmpty()) << blocks.text << assembly.text;
    const Model& again = second.result.models.at(0);
    EXPECT_TRUE(again == model) << random.blocks_xml << blocks.text << random.assembly << assembly.text;
    EXPECT_EQ(emit(emit_block, again).text, blocks.text);
    EXPECT_EQ(emit(emit_assembly, again).text, assembly.text);
    if (HasFailure()) return;
  }
}

TEST(BlockRoundTrip, theSixAxisArmKeepsEveryDigit) {
  const Folder folder;
  const std::string example = test::source_path("examples/six-axis/six-axis.assembly.xml");
  const Reading first(example, "");
  ASSERT_EQ(first.result.models.size(), 1U);
  const Emission blocks = emit(emit_block, first.result.models[0]);
  const Emission assembly = emit(emit_assembly, first.result.models[0]);
  EXPECT_THAT(
      blocks.text,
      HasSubstr("<contact pose=\"0;-0.035;0;0;0;90\" type=\"assembly\" rotAxis=\"-x\" zeroAxis=\"z\"/>"));
  EXPECT_THAT(blocks.text, HasSubstr("<inertia Ixx=\"0.00009\" Iyy=\"0.00009\" Izz=\"0.00008\""));
  const Reading second(folder.write("six-axis.assembly.xml", assembly.text),
                       folder.write("arm.block.xml", blocks.text));
  ASSERT_EQ(second.result.models.size(), 1U);
  EXPECT_TRUE(second.result.models[0] == first.result.models[0]);
}

TEST(BlockRoundTrip, oneBlockIsNoLibrary) {
  const Folder folder;
  const Reading first(
      folder.write(
          "a.block.xml",
          "<Block id='1'><mass value='1'/><com x='0' y='0' z='0'/><inertia Ixx='1' Iyy='1' Izz='1' Ixy='0' "
          "Iyz='0' Ixz='0'/></Block>"),
      "");
  const std::string text = emit(emit_block, first.result.models.at(0)).text;
  EXPECT_THAT(text, testing::StartsWith("<?xml version=\"1.0\"?>\n<Block id=\"1\">\n"));
  const Reading second(folder.write("a.block.xml", text), "");
  EXPECT_TRUE(second.result.models.at(0) == first.result.models[0]);
}

// Properties of a Block that only the language or a transform can make are written as nearly as the format
// can, and reported.
TEST(BlockRoundTrip, otherPosesBecomePositionAndDegrees) {
  Model model;
  Block block;
  block.id = "1";
  block.contacts.resize(2);
  block.contacts[0].pose = TransformExpr::inverse(
      TransformExpr::XyzRpy{Number3{1, 0, 0}, Number3{0, 0, 90}, TransformExpr::AngleUnit::degree});
  model.blocks.push_back(block);
  const Emission emission = emit(emit_block, model);
  EXPECT_THAT(emission.text, HasSubstr("pose=\"0;1;0;0;0;-90\""));
  EXPECT_THAT(emission.text, HasSubstr("pose=\"0;0;0\""));
  EXPECT_THAT(emission.messages,
              ElementsAre("the pose is written as position and roll, pitch, yaw in degrees"));
}

TEST(BlockRoundTrip, aRobotWithoutBlocksHasNone) {
  Model model;
  model.name = "arm";
  model.links.push_back({"base"});
  EXPECT_THAT(emit(emit_block, model).messages,
              ElementsAre("robot 'arm' does not consist of Blocks, so there is no Block to write"));
  EXPECT_THAT(emit(emit_assembly, model).messages,
              ElementsAre(HasSubstr("robot 'arm' does not consist of Blocks")));
}

TEST(BlockRoundTrip, whatIsNoPartIsReported) {
  const Reading first(test::source_path("examples/six-axis/six-axis.assembly.xml"), "");
  Model model = first.result.models.at(0);
  model.links.push_back({"gripper"});
  model.joints.push_back(model.joints.back());
  model.joints.back().name = "mount";
  model.materials.push_back({"grey"});
  model.joints[1].limit.emplace();
  model.rebuild_index();
  EXPECT_THAT(
      emit(emit_assembly, model).messages,
      testing::UnorderedElementsAre(HasSubstr("link 'gripper'"), HasSubstr("joint 'mount'"),
                                    HasSubstr("material 'grey'"), HasSubstr("the limit of joint 'joint_2'")));
}

}  // namespace
}  // namespace romas
