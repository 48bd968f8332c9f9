// Protects what --verify-output says of texts that do not say what the model says, or that say it wrongly.
#include "driver/stages/verify_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "test/driver/driver_helpers.h"
#include "test/folders.h"
#include "test/load_robot.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Faults = std::vector<std::string>;

Model library() {
  Model library;
  library.name = "library";
  // The reading stays alive: it holds the spellings of numbers.
  static const auto read = test::load_robot(test::source_path("examples/six-axis/arm.block.xml"));
  for (const Model& model : read->result.models)
    library.blocks.insert(library.blocks.end(), model.blocks.begin(), model.blocks.end());
  return library;
}

// The faults found in the text of one library when the model is the other.
Faults faults_of_library(const Model& model, const Model& written) {
  DiagnosticEngine diagnostics;
  const TargetOptions options;
  TargetContext context{diagnostics, options, {}, {}};
  const std::string text = emit_block(written, context);
  return driver::verify_output(model, *find_target("block"), text, {}, {}, {}).faults;
}

TEST(VerifyOutput, aLibraryThatSaysTheSameHasNoFault) {
  EXPECT_THAT(faults_of_library(library(), library()), IsEmpty());
  Model rounded = library();
  rounded.blocks[1].mass = rounded.blocks[1].mass->value() * (1 + 1e-12);
  EXPECT_THAT(faults_of_library(library(), rounded), IsEmpty());
}

TEST(VerifyOutput, everyChangeOfALibraryIsFound) {
  const std::vector<std::pair<std::string, std::function<void(Block&)>>> changes = {
      {"id", [](Block& block) { block.id += "x"; }},
      {"removed", [](Block& block) { block.name += "x"; }},
      {"tag", [](Block& block) { block.tag += "x"; }},
      {"is_base", [](Block& block) { block.is_base = !block.base(); }},
      {"is_tool", [](Block& block) { block.is_tool = !block.tool(); }},
      {"mass", [](Block& block) { block.mass = block.mass->value() * 1.01; }},
      {"mass", [](Block& block) { block.mass.reset(); }},
      {"centre of mass",
       [](Block& block) {
         block.com = Number3{1, 2, 3};
       }},
      {"inertia", [](Block& block) { block.inertia->ixy = block.inertia->ixy.value() + 0.01; }},
      {"contact", [](Block& block) { block.contacts.pop_back(); }},
      {"contact", [](Block& block) { block.contacts.front().rot_axis = SignedAxis::minus_y; }},
      {"contact", [](Block& block) { block.contacts.front().zero_axis = SignedAxis::minus_y; }},
      {"contact", [](Block& block) { block.contacts.front().pose = test::ModelMaker::at(1, 2, 3); }},
      {"normal",
       [](Block& block) { block.normal ? block.normal.reset() : void(block.normal = "normal.png"); }},
      {"shape",
       [](Block& block) {
         block.shape ? block.shape.reset() : void(block.shape = BlockShape{{}, "a.obj", {}});
       }},
  };
  for (const auto& [what, change] : changes) {
    Model changed = library();
    change(changed.blocks[1]);
    EXPECT_THAT(faults_of_library(library(), changed), Contains(HasSubstr(what)));
  }
  Model fewer = library();
  fewer.blocks.pop_back();
  EXPECT_THAT(faults_of_library(library(), fewer), ElementsAre(HasSubstr("removed")));
}

Model pendulum(const std::string& text) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  const FrontendOptions options;
  std::vector<std::string> files_read;
  FrontendContext context{sources, diagnostics, options, files_read};
  return parse_urdf(sources.add_text("pendulum.urdf", text), context).models.at(0);
}

// The pendulum with another word of its text.
std::string with(std::string_view word, std::string_view other) {
  std::string text = test::kPendulum;
  const std::size_t at = text.find(word);
  EXPECT_NE(at, std::string::npos) << word;
  return text.replace(at, word.size(), other);
}

// A difference that the target declares hides no defect.
TEST(VerifyOutput, aDefectThatTheModelDoesNotHaveIsAFault) {
  const std::string defective = with(" effort=\"10\"", "");
  DeclaredChanges changes;
  changes.allow(EntityKind::joint, "hinge", "limit");
  const auto faults = [&](const std::string& of_model) {
    return driver::verify_output(pendulum(of_model), *find_target("urdf"), defective, changes, {}, {}).faults;
  };
  EXPECT_THAT(faults(test::kPendulum), ElementsAre(HasSubstr("[-Wlimit-missing]")));
  EXPECT_THAT(faults(defective), IsEmpty());
}

// A word that SDF does not know makes libsdformat refuse the file, whatever the model says.
TEST(VerifyOutput, wordsThatSdfDoesNotKnowAreFaults) {
  SourceManager sources;
  DiagnosticEngine diagnostics;
  std::vector<std::string> files_read;
  const FrontendOptions frontend_options;
  FrontendContext reading{sources, diagnostics, frontend_options, files_read};
  const FileId file = sources.add_text("r.urdf", R"(<robot name="r"><link name="a"/><gazebo reference="a">
    <sensor name="s" type="camera"><camera><image><format>R8G8B8</format></image></camera></sensor>
    </gazebo></robot>)");
  const FrontendResult read = parse_urdf(file, reading);
  const Model& model = read.models.at(0);
  const TargetOptions options;
  TargetContext context{diagnostics, options, {}, {}};
  const std::string text = emit_sdf(model, context);
  const auto faults_with = [&](std::string_view from, std::string_view to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return driver::verify_output(model, *find_target("sdf"), changed, {}, {}, {}).faults;
  };
  EXPECT_THAT(faults_with("R8G8B8", "R8G8B8"), Not(Contains(HasSubstr("SDF does not know"))));
  EXPECT_THAT(faults_with("R8G8B8", "RGB8"), Contains(HasSubstr("is 'RGB8', which SDF does not know")));
  EXPECT_THAT(faults_with("type=\"camera\"", "type=\"eye\""), Contains(HasSubstr("the type 'eye'")));
}

}  // namespace
}  // namespace romas
