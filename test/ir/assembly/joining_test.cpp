// Protects what is offered to be joined: it passes the rules, and what is not offered breaks the rule that
// was named.
#include "ir/assembly/joining.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "ir/assembly/assembly.h"
#include "ir/assembly/assembly_edit.h"
#include "test/random_assembly.h"

namespace romas {
namespace {

using test::RandomAssembly;
using test::slugs;
using test::with;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The rule that an obstacle stands for.
const std::map<JoinObstacle, std::string> kRules = {
    {JoinObstacle::has_base, "base-misplaced"},        {JoinObstacle::has_tool, "tool-count"},
    {JoinObstacle::taken, "contact-in-use"},           {JoinObstacle::joint_with_joint, "contact-pair"},
    {JoinObstacle::behind_tool, "tool-not-last"},      {JoinObstacle::deeper_than_tool, "tool-not-last"},
    {JoinObstacle::tool_not_deepest, "tool-not-last"},
};

TEST(Joining, offersWhatPassesTheRulesAndNamesTheRuleOfTheRest) {
  std::map<JoinObstacle, int> seen;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomAssembly random(seed);
    const Model model = random.make();
    ASSERT_THAT(slugs(model), IsEmpty());
    const Joining joining(model);
    for (std::size_t b = 0; b < model.blocks.size(); ++b) {
      const BlockId block(b);
      for (const ContactState& state : joining.contact_states(block)) {
        for (const ContactState& child : joining.child_contact_states(block, state)) {
          const Model forced =
              with(model, append_part(model, random.connection(model, state, block, child.contact)));
          ++seen[child.obstacle];
          if (child.obstacle == JoinObstacle::none) {
            EXPECT_EQ(state.obstacle, JoinObstacle::none);
            ASSERT_THAT(slugs(forced), IsEmpty());
          } else {
            ASSERT_THAT(slugs(forced), ::testing::Contains(kRules.at(child.obstacle)))
                << code_of(child.obstacle);
          }
        }
      }
    }
  }
  for (const auto& [obstacle, rule] : kRules) EXPECT_GT(seen[obstacle], 0) << code_of(obstacle);
}

TEST(Joining, agreesOnBlocksContactsAndParts) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const Model model = RandomAssembly(seed).make();
    const Joining joining(model);
    for (std::size_t b = 0; b < model.blocks.size(); ++b) {
      std::set<int> parts, children;
      for (const ContactState& state : joining.contact_states(BlockId(b))) {
        if (state.obstacle != JoinObstacle::none) continue;
        parts.insert(state.part);
        for (const ContactState& child : joining.child_contact_states(BlockId(b), state))
          if (child.obstacle == JoinObstacle::none) children.insert(child.contact);
      }
      EXPECT_EQ(joining.obstacle_of(BlockId(b)) == JoinObstacle::none, !parts.empty());
      EXPECT_THAT(joining.fitting_parts(BlockId(b), 1000), ::testing::ElementsAreArray(parts));
      for (const ContactState& child : joining.child_contact_states(BlockId(b), std::nullopt))
        EXPECT_EQ(child.obstacle == JoinObstacle::none, children.contains(child.contact));
    }
  }
}

TEST(Joining, beginsWithABase) {
  Model model = RandomAssembly(1).make();
  model.parts.clear();
  for (std::size_t b = 0; b < model.blocks.size(); ++b) {
    Part part;
    part.block = BlockId(b);
    const bool offered = Joining(model).obstacle_of(BlockId(b)) == JoinObstacle::none;
    EXPECT_EQ(offered, slugs(with(model, append_part(model, part))).empty());
    EXPECT_EQ(offered, model.blocks[b].base());
  }
}

TEST(Joining, turnsAreThoseOfConnect) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    RandomAssembly random(seed);
    const Contact parent = random.contact();
    const Contact child = random.contact();
    const JoiningChoices choices = joining_choices(parent, child);
    std::map<int, Matrix3> rotations;
    for (std::size_t i = 0; i < 4; ++i) {
      const MatchedAxes& turn = choices.turns[i];
      const Connection connection = connect(parent, turn.parent, child, turn.child);
      EXPECT_EQ(turn.quarters, static_cast<int>(i) - 1);
      EXPECT_EQ(turn.quarters, connection.difference_quarters);
      EXPECT_EQ(turn.child, child.zero_axis);
      rotations[turn.quarters] = TransformExpr(connection.R_pc).evaluate().R;
    }
    EXPECT_EQ(choices.turns[1].parent, parent.zero_axis);
    std::map<int, int> pairs_of;
    for (const MatchedAxes& pair : choices.pairs) {
      ++pairs_of[pair.quarters];
      const Connection connection = connect(parent, pair.parent, child, pair.child);
      EXPECT_EQ(TransformExpr(connection.R_pc).evaluate().R, rotations.at(pair.quarters));
    }
    EXPECT_THAT(pairs_of, ElementsAre(std::pair(-1, 4), std::pair(0, 4), std::pair(1, 4), std::pair(2, 4)));
  }
}

TEST(Joining, allowsTheTypesThatTheRulesDo) {
  for (const auto parent : {ContactType::joint, ContactType::assembly})
    for (const auto child : {ContactType::joint, ContactType::assembly})
      for (const auto type : {PartJointType::fixed, PartJointType::revolute, PartJointType::prismatic}) {
        Model model = RandomAssembly::pair(parent, child);
        model.parts[1].joint_type = type;
        const auto types = joining_choices(model.blocks[0].contacts[0], model.blocks[1].contacts[0]).types;
        EXPECT_EQ(std::count(types.begin(), types.end(), type) == 1, slugs(model).empty());
      }
}

TEST(Joining, placesContactsAsTheRobotHasThem) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Model model = RandomAssembly(seed).make();
    build_assembly(model, {});
    for (const Frame& frame : model.frames) {
      if (frame.kind != Frame::Origin::contact) continue;
      const int contact = std::stoi(frame.name.substr(frame.name.rfind('_') + 1));
      for (const Part& part : model.parts) {
        if (part.link != frame.link.id) continue;
        const RigidTransform X = contact_in_link(model, part, contact);
        EXPECT_TRUE((X.inverse() * frame.origin.evaluate()).p.norm() < 1e-12);
        EXPECT_TRUE(X.R.isApprox(frame.origin.evaluate().R, 1e-12));
      }
    }
  }
}

}  // namespace
}  // namespace romas
