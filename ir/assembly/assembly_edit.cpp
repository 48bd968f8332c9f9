#include "ir/assembly/assembly_edit.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "ir/assembly/assembly.h"
#include "ir/assembly/joining.h"

namespace romas {

namespace {

const Contact* find_contact(const Model& model, BlockId block, int contact) {
  const auto& contacts = model.blocks[block.index()].contacts;
  const bool exists = contact >= 0 && static_cast<std::size_t>(contact) < contacts.size();
  return exists ? &contacts[static_cast<std::size_t>(contact)] : nullptr;
}

// The two contacts of a connection; null where there is none of that number.
struct Meeting {
  const Contact* parent = nullptr;
  const Contact* child = nullptr;
  bool complete() const { return parent != nullptr && child != nullptr; }
};

Meeting meeting_of(const Model& model, const std::vector<Part>& parts, const Part& part) {
  const bool known = part.parent_id >= 0 && static_cast<std::size_t>(part.parent_id) < parts.size();
  if (!known) return {};
  return {find_contact(model, parts[static_cast<std::size_t>(part.parent_id)].block, part.parent_contact),
          find_contact(model, part.block, part.child_contact)};
}

bool meets_alike(const Contact& a, const Contact& b) {
  return a.rot_axis == b.rot_axis && a.zero_axis == b.zero_axis;
}

// Whether both can be used to connect.
bool sound(const Meeting& meeting, const Part& part) {
  return meeting.complete() && !parallel(part.parent_matched_axis, meeting.parent->rot_axis) &&
         !parallel(part.child_matched_axis, meeting.child->rot_axis);
}

// Lets a connection follow its contacts: `part` was connected at `before`, and is now at `after`, turned by
// some quarters.
void follow_contacts(const Meeting& before, const Meeting& after, Part& part, int turn = 0) {
  if (!after.complete() || !sound(before, part)) return;
  const JoiningChoices choices = joining_choices(*after.parent, *after.child);
  if (!choices.types.empty() &&
      std::find(choices.types.begin(), choices.types.end(), part.joint_type) == choices.types.end()) {
    part.joint_type = choices.types.front();
    part.offset.reset();
  }
  const bool alike = meets_alike(*before.parent, *after.parent) && meets_alike(*before.child, *after.child);
  if (alike && turn % 4 == 0) return;
  const int quarters =
      connect(*before.parent, part.parent_matched_axis, *before.child, part.child_matched_axis)
          .difference_quarters;
  // turns[0] is that of -1 quarter.
  const int place = ((quarters + 1 + turn % 4) + 4) % 4;
  const MatchedAxes& axes = choices.turns[static_cast<std::size_t>(place)];
  part.parent_matched_axis = axes.parent;
  part.child_matched_axis = axes.child;
}

// True for a part and all that hangs on it. Parents come before.
std::vector<bool> branch_of(const Model& model, int part) {
  std::vector<bool> in_branch(model.parts.size(), false);
  in_branch[static_cast<std::size_t>(part)] = true;
  for (std::size_t i = static_cast<std::size_t>(part) + 1; i < in_branch.size(); ++i) {
    const int parent = model.parts[i].parent_id;
    in_branch[i] = parent >= 0 && in_branch[static_cast<std::size_t>(parent)];
  }
  return in_branch;
}

// Hangs a part on another contact.
void hang(const Model& model, std::vector<Part>& parts, Part& part, int parent, int parent_contact) {
  const Meeting before = meeting_of(model, parts, part);
  part.parent_id = parent;
  part.parent_contact = parent_contact;
  follow_contacts(before, meeting_of(model, parts, part), part);
}

}  // namespace

EditedParts append_part(const Model& model, Part part) {
  std::vector<Part> parts = model.parts;
  part.id = static_cast<int>(parts.size());
  parts.push_back(part);
  const int added = parts.back().id;
  return renumber_parts(model, std::move(parts), added);
}

EditedParts change_connection(const Model& model, int index, const ConnectionChange& change) {
  std::vector<Part> parts = model.parts;
  Part& part = parts[static_cast<std::size_t>(index)];
  const Meeting before = meeting_of(model, parts, part);
  part.parent_contact = change.parent_contact.value_or(part.parent_contact);
  part.child_contact = change.child_contact.value_or(part.child_contact);
  follow_contacts(before, meeting_of(model, parts, part), part, change.quarters);
  part.parent_matched_axis = change.parent_matched_axis.value_or(part.parent_matched_axis);
  part.child_matched_axis = change.child_matched_axis.value_or(part.child_matched_axis);
  if (change.joint_type && *change.joint_type != part.joint_type) {
    part.joint_type = *change.joint_type;
    part.offset.reset();  // degrees are no metres
  }
  if (change.offset) part.offset = *change.offset;
  return {std::move(parts), index};
}

EditedParts replace_block(const Model& model, int index, BlockId block) {
  std::vector<Part> parts = model.parts;
  std::vector<Meeting> before;
  before.reserve(parts.size());
  for (const Part& part : parts) before.push_back(meeting_of(model, parts, part));
  parts[static_cast<std::size_t>(index)].block = block;
  parts[static_cast<std::size_t>(index)].chosen_by_name = false;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].id == index || parts[i].parent_id == index)
      follow_contacts(before[i], meeting_of(model, parts, parts[i]), parts[i]);
  return renumber_parts(model, std::move(parts), index);  // it may be the tool now, or no longer
}

EditedParts copy_branch(const Model& model, int index, int parent, int parent_contact) {
  std::vector<Part> parts = model.parts;
  const std::vector<bool> in_branch = branch_of(model, index);
  std::vector<int> copy_of(parts.size(), -1);
  for (std::size_t i = 0; i < in_branch.size(); ++i) {
    if (!in_branch[i]) continue;
    Part copy = model.parts[i];
    copy.id = static_cast<int>(parts.size());
    copy_of[i] = copy.id;
    if (static_cast<int>(i) == index) {
      hang(model, parts, copy, parent, parent_contact);
    } else {
      copy.parent_id = copy_of[static_cast<std::size_t>(copy.parent_id)];
    }
    parts.push_back(copy);
  }
  return renumber_parts(model, std::move(parts), copy_of[static_cast<std::size_t>(index)]);
}

EditedParts move_branch(const Model& model, int index, int parent, int parent_contact) {
  std::vector<Part> parts = model.parts;
  hang(model, parts, parts[static_cast<std::size_t>(index)], parent, parent_contact);
  return renumber_parts(model, std::move(parts), index);
}

EditedParts remove_branch(const Model& model, int index) {
  const std::vector<bool> in_branch = branch_of(model, index);
  std::vector<Part> parts;
  for (std::size_t i = 0; i < in_branch.size(); ++i)
    if (!in_branch[i]) parts.push_back(model.parts[i]);
  return renumber_parts(model, std::move(parts), model.parts[static_cast<std::size_t>(index)].parent_id);
}

EditedParts renumber_parts(const Model& model, std::vector<Part> parts, int selected) {
  // Old ids are unique; they need not be places in `parts`.
  int most = -1;
  for (const Part& part : parts) most = std::max(most, part.id);
  const auto by_id = [most](int value) {
    return std::vector<int>(static_cast<std::size_t>(most) + 1, value);
  };
  std::vector<int> place = by_id(-1);
  for (std::size_t i = 0; i < parts.size(); ++i)
    place[static_cast<std::size_t>(parts[i].id)] = static_cast<int>(i);
  const auto place_of = [&](int id) {
    return id < 0 || id > most ? -1 : place[static_cast<std::size_t>(id)];
  };

  std::vector<std::vector<std::size_t>> children(parts.size());
  using Turn = std::pair<bool, std::size_t>;  // tools come last
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> ready;
  const auto make_ready = [&](std::size_t i) {
    ready.emplace(model.blocks[parts[i].block.index()].tool(), i);
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const int parent = place_of(parts[i].parent_id);
    if (parent >= 0) {
      children[static_cast<std::size_t>(parent)].push_back(i);
    } else {
      make_ready(i);
    }
  }
  std::vector<std::size_t> order;
  std::vector<bool> ordered(parts.size(), false);
  while (!ready.empty()) {
    const std::size_t next = ready.top().second;
    ready.pop();
    order.push_back(next);
    ordered[next] = true;
    for (const std::size_t child : children[next]) make_ready(child);
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!ordered[i]) order.push_back(i);  // in a circle

  std::vector<int> new_id = by_id(-1);
  for (std::size_t i = 0; i < order.size(); ++i)
    new_id[static_cast<std::size_t>(parts[order[i]].id)] = static_cast<int>(i);
  EditedParts edited;
  for (const std::size_t i : order) {
    Part part = parts[i];
    if (place_of(part.parent_id) >= 0) part.parent_id = new_id[static_cast<std::size_t>(part.parent_id)];
    part.id = static_cast<int>(edited.parts.size());
    edited.parts.push_back(part);
  }
  if (place_of(selected) >= 0) edited.selected = new_id[static_cast<std::size_t>(selected)];
  return edited;
}

}  // namespace romas
