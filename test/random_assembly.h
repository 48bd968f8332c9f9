// Random libraries of Blocks, and assemblies that were put together from what is offered.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "ir/assembly/assembly.h"
#include "ir/assembly/assembly_edit.h"
#include "ir/assembly/joining.h"
#include "ir/model/model.h"
#include "support/text/text.h"

namespace romas::test {

// The errors that the rules of assemblies find, by their slugs.
inline std::vector<std::string> slugs(const Model& model) {
  DiagnosticEngine diagnostics;
  check_assembly(model, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& diagnostic : diagnostics.sorted())
    if (diagnostic.severity == Severity::error) found.emplace_back(rule_info(diagnostic.rule).slug);
  return found;
}

// The model with other parts.
inline Model with(const Model& model, EditedParts edited) {
  Model changed = model;
  changed.parts = std::move(edited.parts);
  return changed;
}

class RandomAssembly {
 public:
  explicit RandomAssembly(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return random_() % count; }

  // A model of a library and some parts.
  Model make() {
    Model model;
    model.name = "arm";
    const std::size_t blocks = 4 + below(5);
    for (std::size_t i = 0; i < blocks; ++i) model.blocks.push_back(block(i));
    Part base;
    base.block = BlockId(0);
    model.parts = {base};
    for (std::size_t more = below(9); more > 0; --more)
      if (auto part = offered_part(model)) {
        part->id = static_cast<int>(model.parts.size());
        model.parts.push_back(*part);
      }
    return model;
  }

  // A base and a Block on it.
  static Model pair(ContactType parent, ContactType child) {
    Model model;
    model.blocks.resize(2);
    model.blocks[0].is_base = true;
    model.blocks[0].contacts = {{{}, parent, SignedAxis::plus_z, SignedAxis::plus_x, {}}};
    model.blocks[1].contacts = {{{}, child, SignedAxis::plus_z, SignedAxis::plus_x, {}}};
    model.parts.resize(2);
    model.parts[0].block = BlockId(0);
    Part& part = model.parts[1];
    part.id = 1;
    part.parent_id = part.parent_contact = part.child_contact = 0;
    part.block = BlockId(1);
    return model;
  }

  // The same assembly of Blocks of which each is used once, so that they tell the parts apart.
  static Model with_own_blocks(Model model) {
    for (Part& part : model.parts) {
      model.blocks.push_back(model.blocks[part.block.index()]);
      part.block = BlockId(model.blocks.size() - 1);
    }
    return model;
  }

  Contact contact() {
    Contact contact;
    contact.pose = TransformExpr::XyzRpy{
        Number3{0.01 * static_cast<double>(below(9)), 0.02 * static_cast<double>(below(9)), 0.1},
        Number3{0, 0, 30.0 * static_cast<double>(below(12))}, TransformExpr::AngleUnit::degree};
    contact.type = below(2) == 0 ? ContactType::joint : ContactType::assembly;
    contact.rot_axis = axis();
    do contact.zero_axis = axis();
    while (parallel(contact.zero_axis, contact.rot_axis));
    return contact;
  }

  // A connection that the contacts allow, as far as they allow any.
  Part connection(const Model& model, const ContactState& parent, BlockId block, int child) {
    const Block& above = model.blocks[model.parts[static_cast<std::size_t>(parent.part)].block.index()];
    const JoiningChoices choices =
        joining_choices(above.contacts[static_cast<std::size_t>(parent.contact)],
                        model.blocks[block.index()].contacts[static_cast<std::size_t>(child)]);
    Part part;
    part.parent_id = parent.part;
    part.block = block;
    part.parent_contact = parent.contact;
    part.child_contact = child;
    const MatchedAxes& axes = choices.pairs[below(16)];
    part.parent_matched_axis = axes.parent;
    part.child_matched_axis = axes.child;
    if (!choices.types.empty()) part.joint_type = choices.types[below(choices.types.size())];
    if (part.joint_type != PartJointType::fixed && below(2) == 0)
      part.offset = Number(static_cast<double>(below(4)));
    return part;
  }

  // Something that is offered; nothing if nothing is, or by bad luck.
  std::optional<Part> offered_part(const Model& model) {
    const Joining joining(model);
    for (int attempt = 0; attempt < 20; ++attempt) {
      const BlockId block(below(model.blocks.size()));
      if (model.blocks[block.index()].tool() && below(4) != 0) continue;  // it ends most of what can follow
      const auto states = joining.contact_states(block);
      if (states.empty()) return std::nullopt;
      const ContactState& state = states[below(states.size())];
      if (state.obstacle != JoinObstacle::none) continue;
      for (const ContactState& child : joining.child_contact_states(block, state))
        if (child.obstacle == JoinObstacle::none && below(2) == 0)
          return connection(model, state, block, child.contact);
    }
    return std::nullopt;
  }

  // The same parts in another order, parents before their children.
  std::vector<Part> mixed(const std::vector<Part>& parts) {
    std::vector<std::size_t> ready = {0};
    std::vector<int> new_id(parts.size(), -1);
    std::vector<Part> result;
    while (!ready.empty()) {
      const std::size_t at = below(ready.size());
      const std::size_t next = ready[at];
      ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(at));
      Part part = parts[next];
      new_id[next] = static_cast<int>(result.size());
      part.id = new_id[next];
      if (part.parent_id >= 0) part.parent_id = new_id[static_cast<std::size_t>(part.parent_id)];
      result.push_back(part);
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].parent_id == static_cast<int>(next)) ready.push_back(i);
    }
    return result;
  }

 private:
  SignedAxis axis() { return static_cast<SignedAxis>(below(6)); }

  // The first two are bases, the third and fourth tools.
  Block block(std::size_t i) {
    Block block;
    block.id = concat(below(4));
    block.name = concat("N", i);
    block.is_base = i < 2;
    block.is_tool = i == 2 || i == 3;
    block.mass = 1.0;
    block.inertia = InertiaTensor{1, 0, 0, 1, 0, 1, {}};
    for (std::size_t contacts = (i < 2 ? 2 : 1) + below(4); contacts > 0; --contacts)
      block.contacts.push_back(contact());
    return block;
  }

  std::mt19937 random_;
};

}  // namespace romas::test
