// Protects --emit=assembly and --emit=romas where a library has several Blocks with one id: what is written
// names the same Blocks again, also where the robot uses only one of them.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "ir/compare/compare.h"
#include "test/driver/driver_helpers.h"

namespace romas {
namespace {

using driver::CompileResult;
using test::compile_text;
using test::emitting;
using test::texts;
using ::testing::IsEmpty;

// A library of few ids, and a chain of some of its Blocks in the language.
struct RandomRobot {
  std::string blocks_xml = "<Blocks>";
  std::string program = "import \"lib.block.xml\" as lib;\nassembly arm from lib {\n";
  bool has_lonely_namesake = false;  // a Block is used whose id only Blocks share that are not used

  explicit RandomRobot(std::mt19937& random) {
    const std::size_t count = 3 + random() % 8;
    for (std::size_t i = 0; i < count; ++i) add_block(i, concat(random() % 4));
    blocks_xml += "</Blocks>";
    std::vector<std::size_t> chain = {0};
    for (std::size_t more = random() % 3; more > 0; --more) chain.push_back(2 + random() % (count - 2));
    chain.push_back(1);
    for (std::size_t i = 0; i < chain.size(); ++i) add_part(i, chain[i]);
    program += "}\n";
    for (const std::size_t used : chain) has_lonely_namesake |= is_lonely(used, chain);
  }

 private:
  // The first is a base, the second a tool.
  void add_block(std::size_t i, std::string id) {
    blocks_xml +=
        concat("<Block id='", id, "' name='N", i / 2, "' tag='T", i, "'",
               i == 0   ? " isBaseBlock='true'"
               : i == 1 ? " isToolBlock='true'"
                        : "",
               "><contactPoints><contact pose='0;0;0' type='assembly' rotAxis='-z' zeroAxis='x'/>"
               "<contact pose='0;0;1' type='joint' rotAxis='z' zeroAxis='x'/></contactPoints></Block>");
    ids_.push_back(std::move(id));
  }
  void add_part(std::size_t i, std::size_t block) {
    program += concat(i == 0 ? "base" : "part", " p", i, " = block(\"", ids_[block], "\", \"N", block / 2,
                      "\", \"T", block, "\")");
    if (i > 0) program += concat(" on p", i - 1, ".contact[1] by contact[0] revolute match x -> x");
    program += ";\n";
  }
  bool is_lonely(std::size_t block, const std::vector<std::size_t>& chain) const {
    bool shared = false;
    for (std::size_t other = 0; other < ids_.size(); ++other) {
      if (other == block || ids_[other] != ids_[block]) continue;
      shared = true;
      if (std::find(chain.begin(), chain.end(), other) != chain.end()) return false;
    }
    return shared;
  }

  std::vector<std::string> ids_;
};

std::vector<std::string> differences(const Model& a, const Model& b) {
  std::vector<std::string> list;
  for (const ModelDifference& difference : compare_models(a, b).differences)
    list.push_back(message_of(difference));
  return list;
}

// One robot, without errors, in another format.
CompileResult convert(const std::string& name, const std::string& text, const std::string& library,
                      const std::string& target) {
  driver::CompileRequest request = emitting({target});
  if (name.ends_with(".xml")) request.input.frontend.libraries = {"lib.block.xml"};
  CompileResult result = compile_text(name, texts({{name, text}, {"lib.block.xml", library}}), request);
  EXPECT_EQ(result.files.size(), 1U) << render_text(result.report, {}) << text << library;
  return result;
}

TEST(LibraryIds, areWrittenWithNameAndTagWhereTheyAreShared) {
  std::mt19937 random(7);
  int lonely = 0;
  for (int i = 0; i < 100 && !::testing::Test::HasFailure(); ++i) {
    const RandomRobot robot(random);
    lonely += robot.has_lonely_namesake ? 1 : 0;
    const CompileResult first = convert("arm.romas", robot.program, robot.blocks_xml, "assembly");
    if (first.files.empty()) break;
    const std::string& assembly = first.files[0].text;
    const CompileResult again = convert("arm.assembly.xml", assembly, robot.blocks_xml, "assembly");
    if (again.files.empty()) break;
    EXPECT_EQ(again.files[0].text, assembly);
    EXPECT_THAT(differences(first.models.at(0), again.models.at(0)), IsEmpty()) << robot.program;
    // Through the language, too, whose text has only the Blocks that are used.
    const CompileResult core = convert("arm.assembly.xml", assembly, robot.blocks_xml, "romas");
    if (core.files.empty()) break;
    const CompileResult back = convert("arm.romas", core.files[0].text, robot.blocks_xml, "assembly");
    if (!back.files.empty()) {
      EXPECT_EQ(back.files[0].text, assembly) << core.files[0].text;
    }
  }
  EXPECT_GT(lonely, 20) << "the test needs robots of which only the library has an id twice";
}

}  // namespace
}  // namespace romas
