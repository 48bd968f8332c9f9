// Modular robots: Blocks with their contacts, and the parts of an assembly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/model/links.h"
#include "ir/values/ids.h"
#include "ir/values/number.h"
#include "ir/values/provenance.h"
#include "ir/values/spatial.h"
#include "ir/values/transform_expr.h"
#include "support/sources/source_manager.h"

namespace romas {

enum class ContactType : std::uint8_t { joint, assembly };
std::string_view to_string(ContactType type);

// A place where a Block can be connected, with the contact frame {c}.
struct Contact {
  TransformExpr pose;  // X_bc
  ContactType type = ContactType::assembly;
  SignedAxis rot_axis = SignedAxis::plus_z;   // points out of the Block
  SignedAxis zero_axis = SignedAxis::plus_x;  // where the joint's zero is; never parallel to rot_axis
  Provenance range;
  friend bool operator==(const Contact&, const Contact&) = default;
};

struct BlockShape {
  TransformExpr pose;  // X_bs
  std::string file;    // an OBJ file
  Provenance range;
  friend bool operator==(const BlockShape&, const BlockShape&) = default;
};

// A rigid module with body frame {b}. Identity is the triple (id, name, tag).
struct Block {
  std::string id, name, tag;
  std::optional<bool> is_base, is_tool;  // absent means false
  std::optional<BlockShape> shape;
  std::optional<std::string> diffuse, normal, thumbnail;
  std::vector<Contact> contacts;
  std::optional<Number> mass;            // kg
  std::optional<Number3> com;            // m, in {b}
  std::optional<InertiaTensor> inertia;  // about the centre of mass, along the axes of {b}
  // The folder of the Block's files, relative to the folder of the model's own file; empty if it is the same.
  std::string folder;
  Provenance range, id_range;
  bool base() const { return is_base.value_or(false); }
  bool tool() const { return is_tool.value_or(false); }
  friend bool operator==(const Block& a, const Block& b);
};

enum class PartJointType : std::uint8_t { fixed, revolute, prismatic };
std::string_view to_string(PartJointType type);

// One Block of an assembly and how it is connected to its parent.
struct Part {
  int id = 0;
  int parent_id = -1;  // -1: the ground
  BlockId block;
  int parent_contact = -1;  // -1: unused
  int child_contact = -1;
  SignedAxis parent_matched_axis = SignedAxis::plus_x;
  SignedAxis child_matched_axis = SignedAxis::plus_x;
  PartJointType joint_type = PartJointType::fixed;
  std::optional<Number> offset;  // degrees (revolute) or metres (prismatic), as Assembly XML gives it
  LinkId link;                   // what the part became
  JointId joint;                 // invalid for the base
  Provenance range;
  // The source identifies the Block by more than its id, because several Blocks of its library have the same
  // id.
  bool chosen_by_name = false;
  bool incomplete = false;  // read with errors: rules skip the missing values
  // of the single attributes, where the source has them
  Provenance id_range, parent_id_range, block_range, parent_contact_range, child_contact_range,
      parent_matched_axis_range, child_matched_axis_range, joint_type_range, offset_range;
  friend bool operator==(const Part& a, const Part& b);
};

}  // namespace romas
