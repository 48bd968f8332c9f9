// Protects the comparison of Blocks behind --verify-output: every field of a Block is compared.
#include "ir/compare/compare_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "test/folders.h"
#include "test/load_robot.h"
#include "test/model_helpers.h"

namespace romas {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Block> example() {
  std::vector<Block> blocks;
  const auto library = test::load_robot(test::source_path("examples/six-axis/arm.block.xml"));
  for (const Model& model : library->result.models)
    blocks.insert(blocks.end(), model.blocks.begin(), model.blocks.end());
  return blocks;
}

TEST(CompareBlocks, equalOnesHaveNoDifference) {
  const auto blocks = example();
  ASSERT_GT(blocks.size(), 2U);
  EXPECT_THAT(compare_blocks(blocks, blocks), IsEmpty());
}

TEST(CompareBlocks, numbersMayDifferByRounding) {
  auto blocks = example();
  blocks[1].mass = blocks[1].mass->value() * (1 + 1e-12);
  EXPECT_THAT(compare_blocks(example(), blocks), IsEmpty());
}

TEST(CompareBlocks, everyChangeIsFound) {
  const std::vector<std::pair<std::string, std::function<void(Block&)>>> changes = {
      {"identity", [](Block& block) { block.id += "x"; }},
      {"identity", [](Block& block) { block.name += "x"; }},
      {"identity", [](Block& block) { block.tag += "x"; }},
      {"role", [](Block& block) { block.is_base = !block.base(); }},
      {"role", [](Block& block) { block.is_tool = !block.tool(); }},
      {"mass", [](Block& block) { block.mass = block.mass->value() * 1.01; }},
      {"mass", [](Block& block) { block.mass.reset(); }},
      {"centre of mass",
       [](Block& block) {
         block.com = Number3{1, 2, 3};
       }},
      {"inertia tensor", [](Block& block) { block.inertia->ixy = block.inertia->ixy.value() + 0.01; }},
      {"contacts", [](Block& block) { block.contacts.pop_back(); }},
      {"contacts", [](Block& block) { block.contacts.front().rot_axis = SignedAxis::minus_y; }},
      {"contacts", [](Block& block) { block.contacts.front().zero_axis = SignedAxis::minus_y; }},
      {"contacts", [](Block& block) { block.contacts.front().pose = test::ModelMaker::at(1, 2, 3); }},
      {"pictures",
       [](Block& block) { block.normal ? block.normal.reset() : void(block.normal = "normal.png"); }},
      {"shape",
       [](Block& block) {
         block.shape ? block.shape.reset() : void(block.shape = BlockShape{{}, "a.obj", {}});
       }},
  };
  for (const auto& [what, change] : changes) {
    auto blocks = example();
    change(blocks[1]);
    const auto differences = compare_blocks(example(), blocks);
    ASSERT_EQ(differences.size(), 1U) << what;
    EXPECT_THAT(message_of(differences.front()), HasSubstr(what));
  }
  auto fewer = example();
  fewer.pop_back();
  EXPECT_EQ(compare_blocks(example(), fewer).size(), 1U);
}

}  // namespace
}  // namespace romas
