// Actions on the assembly that is open: a request becomes an edit of its parts.
#include "ir/assembly/assembly_edit.h"

#include <array>

#include "ir/assembly/joining.h"
#include "support/text/text.h"
#include "tools/studio/api/handlers.h"

namespace romas::studio {

namespace {

using Outcome = Undertaking;

Outcome bad(std::string message) { return refused({"bad-request", std::move(message)}); }
Outcome is_base(std::string message) { return refused({"is-base", std::move(message)}); }

std::optional<SignedAxis> axis_of(const Body& body, std::string_view key) {
  const auto text = body.text(key);
  return text ? parse_signed_axis(*text) : std::nullopt;
}

std::optional<PartJointType> joint_type_of(const Body& body) {
  const auto text = body.text("joint_type");
  for (const auto type : {PartJointType::fixed, PartJointType::revolute, PartJointType::prismatic})
    if (text == to_string(type)) return type;
  return std::nullopt;
}

// Reads degrees or metres, as Assembly XML has them. The inner optional is empty if the value is absent or
// null. Returns nullopt for anything else.
std::optional<std::optional<Number>> offset_of(const Body& body) {
  if (!body.has("offset")) return std::optional<Number>();
  const auto value = body.real("offset");
  if (!value) return std::nullopt;
  return std::optional(Number(*value));
}

// A sound Block of the shelf.
std::optional<BlockId> block_of(const Call& call) {
  const auto index = call.body.number("block");
  const auto& faults = call.workspace.shelf().faults;
  if (!index || *index >= faults.size() || faults[*index] != BlockShelf::Fault::none) return std::nullopt;
  return BlockId(*index);
}

// A part that is there.
std::optional<int> part_of(const Call& call, const Model& bench) {
  const auto part = call.body.integer("part");
  const bool exists = part && *part >= 0 && *part < static_cast<int>(bench.parts.size());
  return exists ? part : std::nullopt;
}

std::string name_of(const Model& bench, BlockId block, int part) {
  return concat(bench.blocks[block.index()].name, "_", part);
}

std::string label(std::string_view word, const Model& bench, int part) {
  return concat(word, " ", name_of(bench, bench.parts[static_cast<std::size_t>(part)].block, part));
}

Outcome append(Call& call, const Model& bench) {
  const Body& body = call.body;
  Part part;
  const auto block = block_of(call);
  if (!block) return bad("'block' is the number of a Block without errors");
  part.block = *block;
  part.parent_id = body.integer("parent").value_or(-1);
  const bool on_ground = part.parent_id == -1;
  if (!on_ground) {
    const auto parent_contact = body.integer("parent_contact");
    const auto child_contact = body.integer("child_contact");
    const auto parent_axis = axis_of(body, "parent_matched_axis");
    const auto child_axis = axis_of(body, "child_matched_axis");
    const auto type = joint_type_of(body);
    const auto offset = offset_of(body);
    if (!parent_contact || !child_contact || !parent_axis || !child_axis || !type || !offset)
      return bad(
          "a part has 'parent', 'parent_contact', 'child_contact', 'parent_matched_axis', "
          "'child_matched_axis', 'joint_type' and perhaps 'offset'");
    part.parent_contact = *parent_contact;
    part.child_contact = *child_contact;
    part.parent_matched_axis = *parent_axis;
    part.child_matched_axis = *child_axis;
    part.joint_type = *type;
    part.offset = *offset;
  }
  EditedParts edited = append_part(bench, part);
  std::string name = concat("join ", name_of(bench, *block, edited.selected));
  return call.workspace.edit_assembly(name, std::move(edited));
}

Outcome change(Call& call, const Model& bench) {
  const Body& body = call.body;
  const auto part = part_of(call, bench);
  if (!part) return bad("'part' is the number of a part");
  ConnectionChange change;
  change.parent_contact = body.integer("parent_contact");
  change.child_contact = body.integer("child_contact");
  change.parent_matched_axis = axis_of(body, "parent_matched_axis");
  change.child_matched_axis = axis_of(body, "child_matched_axis");
  change.joint_type = joint_type_of(body);
  change.quarters = body.integer("turn").value_or(0);
  if (body.mentions("offset")) {
    change.offset = offset_of(body);
    if (!change.offset) return bad("'offset' is a number or null");
  }
  const std::array<std::pair<std::string_view, bool>, 6> asked = {{
      {"parent_contact", change.parent_contact.has_value()},
      {"child_contact", change.child_contact.has_value()},
      {"parent_matched_axis", change.parent_matched_axis.has_value()},
      {"child_matched_axis", change.child_matched_axis.has_value()},
      {"joint_type", change.joint_type.has_value()},
      {"turn", change.quarters != 0},
  }};
  for (const auto& [key, understood] : asked)
    if (body.has(key) && !understood) return bad(concat("'", key, "' has an impossible value"));
  if (bench.parts[static_cast<std::size_t>(*part)].parent_id < 0)
    return is_base("the base is on the ground; it has no connection");
  return call.workspace.edit_assembly(label("change", bench, *part), change_connection(bench, *part, change));
}

Outcome replace(Call& call, const Model& bench) {
  const auto part = part_of(call, bench);
  const auto block = block_of(call);
  if (!part || !block) return bad("'part' is the number of a part, 'block' that of a Block without errors");
  return call.workspace.edit_assembly(label("replace", bench, *part), replace_block(bench, *part, *block));
}

Outcome remove(Call& call, const Model& bench) {
  const auto part = part_of(call, bench);
  if (!part) return bad("'part' is the number of a part");
  return call.workspace.edit_assembly(label("remove", bench, *part), remove_branch(bench, *part));
}

using BranchEdit = EditedParts (*)(const Model&, int, int, int);

Outcome hang_branch(Call& call, const Model& bench, std::string_view word, BranchEdit edit) {
  const auto part = part_of(call, bench);
  const auto parent = call.body.integer("parent");
  const auto contact = call.body.integer("parent_contact");
  if (!part || !parent || !contact)
    return bad("'part' is the number of a part, 'parent' and 'parent_contact' say where it goes");
  if (bench.parts[static_cast<std::size_t>(*part)].parent_id < 0)
    return is_base("the base is on the ground; it cannot be moved or copied");
  return call.workspace.edit_assembly(label(word, bench, *part), edit(bench, *part, *parent, *contact));
}

Outcome copy(Call& call, const Model& bench) { return hang_branch(call, bench, "copy", copy_branch); }
Outcome move(Call& call, const Model& bench) { return hang_branch(call, bench, "move", move_branch); }

Outcome limit(Call& call) {
  const auto lower = call.body.real("lower");
  const auto upper = call.body.real("upper");
  if (!call.body.has("lower") && !call.body.has("upper")) return call.workspace.limit_assembly(std::nullopt);
  if (!lower || !upper || *lower > *upper)
    return bad("'lower' and 'upper' are metres, the lower one first; without both there is no limit");
  const SlideLimit limit{*lower, *upper, call.body.real("effort"), call.body.real("velocity")};
  if (limit.effort.has_value() != limit.velocity.has_value() || limit.effort.value_or(0) < 0 ||
      limit.velocity.value_or(0) < 0)
    return bad("'effort' (N) and 'velocity' (m/s) are given together, and neither is negative");
  return call.workspace.limit_assembly(limit);
}

Outcome begin(Call& call) {
  call.workspace.begin_assembly();
  return {nullptr, [] { return std::nullopt; }};
}
Outcome undo(Call& call) { return call.workspace.undo_assembly(); }
Outcome redo(Call& call) { return call.workspace.redo_assembly(); }

struct Action {
  std::string_view name;
  Outcome (*on_parts)(Call&, const Model& bench);  // null: it needs none
  Outcome (*on_text)(Call&);
};
constexpr std::array<Action, 10> kActions = {{
    {"append", append, nullptr},
    {"change", change, nullptr},
    {"replace", replace, nullptr},
    {"copy", copy, nullptr},
    {"move", move, nullptr},
    {"remove", remove, nullptr},
    {"undo", nullptr, undo},
    {"redo", nullptr, redo},
    {"new", nullptr, begin},
    {"default_limit", nullptr, limit},
}};

Outcome act(Call& call) {
  const auto name = call.body.text("action");
  for (const Action& action : kActions) {
    if (name != action.name) continue;
    if (action.on_text != nullptr) return action.on_text(call);
    const auto bench = call.workspace.workbench();
    if (!bench && call.workspace.assembly() == nullptr)
      return refused({"no-assembly", "no assembly is open"});
    if (!bench) return refused({"errors", "the assembly has errors; its parts are not known"});
    return action.on_parts(call, *bench);
  }
  return bad("'action' is not one that the studio knows");
}

}  // namespace

Response act_on_assembly(Call& call) {
  if (auto stale = refuse_stale(call)) return std::move(*stale);
  Workspace& workspace = call.workspace;
  return later_response(act(call), [&workspace] { return scene_response(workspace, 0); });
}

}  // namespace romas::studio
