// Changes of a modular robot: the parts of an assembly after one was appended, changed, copied, moved or
// removed.
//
// Only Model::blocks and Model::parts count; the Blocks may be a whole library. An edit returns parts and
// judges nothing: check_assembly tells whether they are an assembly. Joins that ir/assembly/joining.h offers
// always give one. Precondition of all: the id of a part is its place in Model::parts, and every part has its
// Block.
#pragma once

#include <optional>
#include <vector>

#include "ir/model/model.h"

namespace romas {

struct EditedParts {
  std::vector<Part> parts;
  int selected = -1;  // the part that the edit was about; -1: there is none any more
};

// The new properties of a connection. An absent one stays as it is, as far as the others allow.
struct ConnectionChange {
  std::optional<int> parent_contact, child_contact;
  int quarters = 0;  // by which the part is turned about r_p from how it stands, beside all that follows
  std::optional<SignedAxis> parent_matched_axis, child_matched_axis;
  std::optional<PartJointType> joint_type;
  std::optional<std::optional<Number>> offset;  // the inner one: degrees or metres, as Part::offset
};

// The part's id is given by the order.
EditedParts append_part(const Model& model, Part part);
// If other contacts meet than before, the properties that were not asked for follow: the turn δ is kept, a
// joint type that the contacts do not allow becomes the first one that they do, and an offset ends with its
// joint type.
EditedParts change_connection(const Model& model, int part, const ConnectionChange& change);
// Contacts keep their numbers. Connections of and to the part follow, as above.
EditedParts replace_block(const Model& model, int part, BlockId block);
// A part and all that hangs on it: once more on another contact, or there instead, or not at all.
EditedParts copy_branch(const Model& model, int part, int parent, int parent_contact);
EditedParts move_branch(const Model& model, int part, int parent, int parent_contact);
EditedParts remove_branch(const Model& model, int part);

// Ids count from 0: the base, then parents before what hangs on them in the order that was there, the tool
// last. `selected` is the old id of a part. A part whose parents lead to no base comes behind all others.
EditedParts renumber_parts(const Model& model, std::vector<Part> parts, int selected);

}  // namespace romas
