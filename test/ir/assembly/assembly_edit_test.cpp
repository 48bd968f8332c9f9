// Protects the editing of assemblies: what is offered passes the rules, what is not offered breaks the rule
// that was named, edits can be taken back, and numbers of parts carry no meaning.
#include "ir/assembly/assembly_edit.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "backends/target.h"
#include "ir/assembly/assembly.h"
#include "ir/assembly/joining.h"
#include "ir/compare/compare.h"
#include "ir/model/visit.h"
#include "test/driver/driver_helpers.h"
#include "test/random_assembly.h"

namespace romas {
namespace {

using test::RandomAssembly;
using test::slugs;
using test::with;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::size_t branch_size(const Model& model, int part) {
  return model.parts.size() - remove_branch(model, part).parts.size();
}

// An assembly as a set of connections, each with the way to its base: no numbers of parts.
std::multiset<std::string> structure(const std::vector<Part>& parts) {
  std::vector<std::string> ways;
  for (const Part& part : parts) {
    const std::string above = part.parent_id < 0 ? "" : ways.at(static_cast<std::size_t>(part.parent_id));
    ways.push_back(concat(above, "/", part.block.index(), " ", part.parent_contact, " ", part.child_contact,
                          " ", to_string(part.parent_matched_axis), " ", to_string(part.child_matched_axis),
                          " ", to_string(part.joint_type), " ", part.offset ? part.offset->text() : "-"));
  }
  return {ways.begin(), ways.end()};
}

// The difference of the zeroAxes of a connection.
int quarters_of(const Model& model, const Part& part) {
  const Block& above = model.blocks[model.parts[static_cast<std::size_t>(part.parent_id)].block.index()];
  const Block& own = model.blocks[part.block.index()];
  return connect(above.contacts[static_cast<std::size_t>(part.parent_contact)], part.parent_matched_axis,
                 own.contacts[static_cast<std::size_t>(part.child_contact)], part.child_matched_axis)
      .difference_quarters;
}

TEST(AssemblyEdit, appendAndRemoveAreInverse) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomAssembly random(seed);
    const Model model = random.make();
    const auto part = random.offered_part(model);
    if (!part) continue;
    const EditedParts appended = append_part(model, *part);
    const Model longer = with(model, appended);
    EXPECT_EQ(longer.parts.at(static_cast<std::size_t>(appended.selected)).block, part->block);
    const EditedParts removed = remove_branch(longer, appended.selected);
    EXPECT_EQ(removed.parts, renumber_parts(model, model.parts, 0).parts);
    EXPECT_EQ(removed.selected >= 0, true);
  }
}

TEST(AssemblyEdit, changesCanBeTakenBack) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomAssembly random(seed);
    const Model model = random.make();
    if (model.parts.size() < 2) continue;
    const int index = 1 + static_cast<int>(random.below(model.parts.size() - 1));
    const Part& old = model.parts[static_cast<std::size_t>(index)];
    const auto& parent = model.parts[static_cast<std::size_t>(old.parent_id)];
    const auto contacts = [&](const Part& part) { return model.blocks[part.block.index()].contacts; };
    const JoiningChoices choices =
        joining_choices(contacts(parent)[static_cast<std::size_t>(old.parent_contact)],
                        contacts(old)[static_cast<std::size_t>(old.child_contact)]);
    const MatchedAxes& axes = choices.pairs[random.below(16)];
    ConnectionChange change;
    change.parent_matched_axis = axes.parent;
    change.child_matched_axis = axes.child;
    change.joint_type = choices.types[random.below(choices.types.size())];
    if (*change.joint_type != PartJointType::fixed)
      change.offset = std::optional(Number(static_cast<double>(random.below(4))));
    const Model changed = with(model, change_connection(model, index, change));
    EXPECT_THAT(slugs(changed), IsEmpty());
    EXPECT_EQ(changed.parts[static_cast<std::size_t>(index)].parent_matched_axis, axes.parent);
    ConnectionChange back;
    back.parent_matched_axis = old.parent_matched_axis;
    back.child_matched_axis = old.child_matched_axis;
    back.joint_type = old.joint_type;
    back.offset = old.offset;
    EXPECT_EQ(change_connection(changed, index, back).parts, model.parts);
  }
}

// On contacts with other axes the turn stays, and a type that is not possible there becomes one that is.
TEST(AssemblyEdit, connectionsFollowTheirContacts) {
  int moved = 0, retyped = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomAssembly random(seed);
    const Model model = random.make();
    const Joining joining(model);
    for (const Part& part : model.parts) {
      if (part.parent_id < 0) continue;
      for (const ContactState& state : joining.contact_states(part.block)) {
        if (state.part != part.parent_id || state.used_by >= 0) continue;
        ConnectionChange change;
        change.parent_contact = state.contact;
        const Model changed = with(model, change_connection(model, part.id, change));
        const Part& now = changed.parts[static_cast<std::size_t>(part.id)];
        const auto found = slugs(changed);
        if (found.empty()) {
          ++moved;
          EXPECT_EQ(quarters_of(model, now), quarters_of(model, part));
          if (now.joint_type != part.joint_type) {
            ++retyped;
            EXPECT_FALSE(now.offset);
          }
        } else {
          EXPECT_THAT(found, ElementsAre("contact-pair"));
        }
      }
    }
  }
  EXPECT_GT(moved, 50);
  EXPECT_GT(retyped, 10);
}

TEST(AssemblyEdit, turnsByQuartersFromHowThePartStands) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    const Model model = RandomAssembly(seed).make();
    for (const Part& part : model.parts) {
      if (part.parent_id < 0) continue;
      for (int turn = -5; turn <= 5; ++turn) {
        ConnectionChange change;
        change.quarters = turn;
        const Part now = change_connection(model, part.id, change).parts[static_cast<std::size_t>(part.id)];
        EXPECT_EQ((quarters_of(model, now) - quarters_of(model, part) - turn) % 4, 0);
        EXPECT_EQ(now.offset, part.offset);
        if (turn % 4 == 0) {
          EXPECT_EQ(now, part);
        }
      }
    }
  }
}

TEST(AssemblyEdit, degreesDoNotBecomeMetres) {
  Model model = RandomAssembly::pair(ContactType::joint, ContactType::assembly);
  model.parts[1].joint_type = PartJointType::revolute;
  model.parts[1].offset = Number(90);
  ConnectionChange change;
  change.joint_type = PartJointType::prismatic;
  EXPECT_FALSE(change_connection(model, 1, change).parts[1].offset);
  change.joint_type = PartJointType::revolute;
  EXPECT_EQ(change_connection(model, 1, change).parts[1].offset, Number(90));
}

TEST(AssemblyEdit, branchesMoveAndComeBack) {
  int moves = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomAssembly random(seed);
    const Model model = RandomAssembly::with_own_blocks(random.make());
    if (model.parts.size() < 2) continue;
    const int index = 1 + static_cast<int>(random.below(model.parts.size() - 1));
    const Part& old = model.parts[static_cast<std::size_t>(index)];
    const BlockId old_parent = model.parts[static_cast<std::size_t>(old.parent_id)].block;
    for (const ContactState& to : Joining(model).contact_states(std::nullopt)) {
      const EditedParts edited = move_branch(model, index, to.part, to.contact);
      ASSERT_EQ(edited.parts.size(), model.parts.size());
      const Model moved = with(model, edited);
      if (to.used_by >= 0 || !slugs(moved).empty()) continue;
      ++moves;
      EXPECT_EQ(branch_size(moved, edited.selected), branch_size(model, index));
      EXPECT_NE(structure(moved.parts), structure(model.parts));
      const auto parent = std::find_if(moved.parts.begin(), moved.parts.end(),
                                       [&](const Part& part) { return part.block == old_parent; });
      const EditedParts returned = move_branch(moved, edited.selected, parent->id, old.parent_contact);
      const Model back = with(moved, returned);
      ConnectionChange change;
      change.parent_matched_axis = old.parent_matched_axis;
      change.child_matched_axis = old.child_matched_axis;
      change.joint_type = old.joint_type;
      change.offset = old.offset;
      const auto restored = change_connection(back, returned.selected, change).parts;
      EXPECT_EQ(structure(restored), structure(model.parts));
    }
  }
  EXPECT_GT(moves, 100);
}

TEST(AssemblyEdit, copiesAreTheBranchOnceMore) {
  int copies = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomAssembly random(seed);
    const Model model = random.make();
    if (model.parts.size() < 2) continue;
    const int index = 1 + static_cast<int>(random.below(model.parts.size() - 1));
    for (const ContactState& to : Joining(model).contact_states(std::nullopt)) {
      if (to.used_by >= 0) continue;
      const EditedParts copy = copy_branch(model, index, to.part, to.contact);
      const std::size_t size = branch_size(model, index);
      ASSERT_EQ(copy.parts.size(), model.parts.size() + size);
      const Model longer = with(model, copy);
      EXPECT_EQ(branch_size(longer, copy.selected), size);
      EXPECT_EQ(structure(remove_branch(longer, copy.selected).parts), structure(model.parts));
      if (slugs(longer).empty()) ++copies;
    }
  }
  EXPECT_GT(copies, 40);
}

// Moved into its own branch, a part has no base any more: the rules say so, and nothing hangs.
TEST(AssemblyEdit, circlesAreRefusedByTheRules) {
  int circles = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const Model model = RandomAssembly(seed).make();
    for (const Part& part : model.parts)
      if (part.parent_id > 0) {
        ++circles;
        EXPECT_THAT(slugs(with(model, move_branch(model, part.parent_id, part.id, 0))),
                    ::testing::Contains("part-parent"));
      }
  }
  EXPECT_GT(circles, 20);
}

TEST(AssemblyEdit, replacesABlockByOneWithTheSameContacts) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomAssembly random(seed);
    Model model = random.make();
    const std::size_t index = random.below(model.parts.size());
    const BlockId old = model.parts[index].block;
    Block twin = model.blocks[old.index()];
    twin.name = "twin";
    model.blocks.push_back(twin);
    const EditedParts edited =
        replace_block(model, static_cast<int>(index), BlockId(model.blocks.size() - 1));
    const Model changed = with(model, edited);
    EXPECT_THAT(slugs(changed), IsEmpty());
    EXPECT_EQ(replace_block(changed, edited.selected, old).parts,
              renumber_parts(model, model.parts, 0).parts);
  }
}

TEST(AssemblyEdit, removingTheBaseLeavesNothing) {
  const Model model = RandomAssembly(3).make();
  const EditedParts edited = remove_branch(model, 0);
  EXPECT_THAT(edited.parts, IsEmpty());
  EXPECT_EQ(edited.selected, -1);
}

// Written as Assembly XML beside its library, an assembly comes back as it was.
TEST(AssemblyEdit, printedPartsReadBackEqual) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    const Model model = RandomAssembly(seed).make();
    DiagnosticEngine silent;
    const TargetOptions options;
    TargetContext context{silent, options};
    const auto files = test::texts(
        {{"arm.assembly.xml", emit_assembly(model, context)}, {"lib.block.xml", emit_block(model, context)}});
    driver::CompileRequest request = test::emitting({"assembly"});
    request.input.frontend.libraries = {"lib.block.xml"};
    const driver::CompileResult result = test::compile_text("arm.assembly.xml", files, request);
    ASSERT_EQ(result.models.size(), 1U) << render_text(result.report, {});
    const Model& read = result.models[0];
    EXPECT_EQ(result.files.at(0).text, files.at(SourceManager::file_key("arm.assembly.xml")));
    ASSERT_EQ(read.parts.size(), model.parts.size());
    for (std::size_t i = 0; i < read.parts.size(); ++i)
      EXPECT_EQ(read.blocks[read.parts[i].block.index()], model.blocks[model.parts[i].block.index()]);
  }
}

// Links and joints by what they are made of instead of the numbers of their parts.
Model without_numbers(Model model) {
  build_assembly(model, {});
  for (const Part& part : model.parts) {
    const std::string name = concat("B", part.block.index());
    for (Frame& frame : model.frames)
      if (frame.link.id == part.link) frame.name.replace(0, model.link(part.link).name.size(), name);
    model.link(part.link).name = name;
    if (part.joint) model.joint(part.joint).name = concat("to_", name);
  }
  for_each_link_ref(model,
                    [&](LinkRef& link, EntityKind, std::size_t) { link.name = model.link(link.id).name; });
  model.parts.clear();
  model.rebuild_index();
  return model;
}

// Ids in any order that has the base first, and parents before their children, are the same robot.
TEST(AssemblyEdit, numbersOfPartsCarryNoMeaning) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomAssembly random(seed);
    const Model model = RandomAssembly::with_own_blocks(random.make());
    Model mixed = model;
    mixed.parts = random.mixed(model.parts);
    mixed.parts = renumber_parts(mixed, std::move(mixed.parts), 0).parts;
    ASSERT_THAT(slugs(mixed), IsEmpty());
    EXPECT_EQ(structure(mixed.parts), structure(model.parts));
    EXPECT_EQ(renumber_parts(mixed, mixed.parts, 0).parts, mixed.parts) << "a second time changes nothing";
    for (const Part& part : mixed.parts)
      if (mixed.blocks[part.block.index()].tool()) {
        EXPECT_EQ(&part, &mixed.parts.back());
      }
    for (const ModelDifference& difference :
         compare_models(without_numbers(model), without_numbers(mixed)).differences)
      ADD_FAILURE() << message_of(difference);
  }
}

}  // namespace
}  // namespace romas
