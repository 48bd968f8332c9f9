// ir/model/edit.h and ir/model/verify.h: how passes take models apart, and how their mistakes are found.
#include "ir/model/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ir/model/verify.h"
#include "test/random_robot.h"

namespace romas {
namespace {

using test::ModelMaker;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Three materials, each with an extension and a comment inside, and all of them with comments between.
Model three_materials() {
  ModelMaker maker;
  Model& model = maker.model();
  for (const char* name : {"red", "green", "blue"}) {
    const auto index = static_cast<std::uint32_t>(model.materials.size());
    Material material;
    material.name = name;
    model.materials.push_back(material);
    model.extensions.push_back(
        {{EntityKind::material, Slot::self, 0, index, 0}, Extension::Kind::attribute, "note", name, {}});
    model.layout.comments.push_back(concat("in ", name));
    model.layout.children[Place{EntityKind::material, Slot::self, 0, index, 0}] = {
        {LayoutItem::Kind::comment, EntityKind::link, Slot::self, index},
        {LayoutItem::Kind::extension, EntityKind::link, Slot::self, index}};
    model.layout.children[Place{}].push_back(
        {LayoutItem::Kind::entity, EntityKind::material, Slot::self, index});
  }
  return maker.done();
}

// The robot's children in the layout as text.
std::string layout_text(const Model& model) {
  std::string text;
  for (const LayoutItem& item : model.layout.children.at(Place{}))
    text += concat(item.kind == LayoutItem::Kind::comment ? concat("#", model.layout.comments[item.index])
                                                          : model.materials[item.index].name,
                   ";");
  return text;
}

TEST(Renumber, removesWithEverythingInside) {
  Model model = three_materials();
  Renumbering renumbering;
  renumbering.remove(EntityKind::material, {false, true, false});
  renumber(model, renumbering);
  EXPECT_THAT(verify_model(model), IsEmpty());
  ASSERT_EQ(model.materials.size(), 2U);
  EXPECT_EQ(model.find_material("blue").index(), 1U);
  EXPECT_FALSE(model.find_material("green"));
  ASSERT_EQ(model.extensions.size(), 2U);
  EXPECT_EQ(model.extensions[1].text, "blue");
  EXPECT_EQ(model.extensions[1].owner.index, 1U);
  EXPECT_EQ(model.extensions_at(Place{EntityKind::material, Slot::self, 0, 1, 0}).at(0)->text, "blue")
      << "the index of places is fresh";
  EXPECT_EQ(layout_text(model), "red;#in green;blue;");
}

TEST(Renumber, reorders) {
  Model model = three_materials();
  Renumbering renumbering;
  renumbering.reorder(EntityKind::material, {2, 0, 1});
  renumber(model, renumbering);
  EXPECT_THAT(verify_model(model), IsEmpty());
  EXPECT_EQ(model.materials[0].name, "blue");
  EXPECT_EQ(layout_text(model), "red;green;blue;") << "the order of the source stays";
  EXPECT_EQ(model.extensions_at(Place{EntityKind::material, Slot::self, 0, 0, 0}).at(0)->text, "blue");
}

TEST(Renumber, partsFollowByIdAlone) {
  Model model = three_materials();
  model.blocks.resize(2);
  model.blocks[1].id = "b1";
  model.parts.resize(2);
  model.parts[0].block = BlockId(0);
  model.parts[1].block = BlockId(1);
  Renumbering renumbering;
  renumbering.remove(EntityKind::block, {true, false});
  renumber(model, renumbering);
  EXPECT_FALSE(model.parts[0].block);
  EXPECT_EQ(model.parts[1].block, BlockId(0));
}

TEST(RelocatePlaces, movesAndDropsExtensions) {
  Model model = three_materials();
  relocate_places(model, [](const Place& place) -> std::optional<Place> {
    if (place.kind != EntityKind::material || place.index == 0) return place;
    if (place.index == 1) return std::nullopt;
    return Place{};
  });
  EXPECT_EQ(model.extensions.size(), 2U);
  EXPECT_EQ(model.extensions_at(Place{}).at(0)->text, "blue");
}

TEST(VerifyModel, randomRobotsAreSound) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    EXPECT_THAT(verify_model(test::RandomRobot(seed).model()), IsEmpty());
}

// Returns the first fault that the verifier finds after a change.
template <class Change>
std::string fault_after(Change change) {
  test::RandomRobot robot(3);
  change(robot.model());
  const auto faults = verify_model(robot.model());
  return faults.empty() ? "nothing" : faults.front();
}

TEST(VerifyModel, findsOurMistakes) {
  EXPECT_EQ(fault_after([](Model&) {}), "nothing");
  EXPECT_THAT(fault_after([](Model& m) { m.links[2].name = "renamed"; }),
              HasSubstr("the index does not know link 2 'renamed'"));
  EXPECT_THAT(fault_after([](Model& m) { m.joints[2].parent.id = LinkId(99); }),
              ContainsRegex("joint 2 'j3': the reference to link 'l[0-9]+' is resolved to link 99 instead of "
                            "link [0-9]+ 'l"));
  EXPECT_THAT(fault_after([](Model& m) { m.joints[2].parent.id = LinkId(); }),
              HasSubstr("is resolved to no link instead of link "));
  EXPECT_THAT(fault_after([](Model& m) { m.joints[2].parent.name = "nobody"; }),
              ContainsRegex("'nobody' is resolved to link [0-9]+ 'l[0-9]+', although nothing has that name"));
  EXPECT_THAT(fault_after([](Model& m) {
                m.extensions.push_back(
                    {{EntityKind::link, Slot::visual, 0, 2, 99}, Extension::Kind::element, "x", "", {}});
              }),
              HasSubstr("extension 'x' belongs to link 2 'l2'.visual[99], which does not exist"));
  EXPECT_THAT(fault_after([](Model& m) {
                m.extensions.push_back(
                    {{EntityKind::part, Slot::self, 0, 0, 0}, Extension::Kind::element, "x", "", {}});
              }),
              HasSubstr("extension 'x' belongs to part 0, which does not exist"));
  EXPECT_THAT(fault_after([](Model& m) {
                m.parts.resize(1);
                m.parts[0].link = LinkId(99);
              }),
              ContainsRegex("part 0 '-?[0-9]+': its link 99 does not exist"));
  EXPECT_THAT(fault_after([](Model& m) {
                m.layout.children[{EntityKind::joint, Slot::axis, 0, 999, 0}];
              }),
              HasSubstr("the layout orders the children of joint 999.axis, which does not exist"));
  EXPECT_THAT(fault_after([](Model& m) {
                m.layout.children[Place{}] = {{LayoutItem::Kind::comment, EntityKind::link, Slot::self, 0}};
              }),
              HasSubstr("the layout of robot 'robot'"));
  EXPECT_THAT(fault_after([](Model& m) {
                m.joints[2].origin = ModelMaker::at(std::numeric_limits<double>::infinity(), 0, 0);
              }),
              HasSubstr("joint 2 'j3' has a number that is not finite"));
  EXPECT_THAT(
      fault_after([](Model& m) {
        m.links[2].collisions.push_back({{}, {}, {Sphere{std::numeric_limits<double>::quiet_NaN()}, {}}, {}});
      }),
      HasSubstr("link 2 'l2' has a number"));
}

}  // namespace
}  // namespace romas
