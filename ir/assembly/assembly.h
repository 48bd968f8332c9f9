// Modular robots: how two Blocks are connected, the rules of assemblies, and the links and joints that an
// assembly becomes.
//
// Every frontend that reads Blocks and assemblies fills Model::blocks and Model::parts and then calls these
// functions. The rules are those of the Romas manual (version 0.1); docs/formats/assembly.md states them with
// the decisions taken where the manual is silent.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas {

// How a child contact frame {c} sits on a parent contact frame {p}: the origins coincide, the rotAxes oppose
// each other (R_pc r_c = -r_p), the matched axes agree (R_pc m_c = m_p).
struct Connection {
  TransformExpr::AxisAlignment R_pc;  // exact: a signed permutation
  // The angle from the parent's zeroAxis to the child's about r_p, in quarter turns: -1, 0, 1 or 2.
  int difference_quarters = 0;
};
// Precondition: neither matched axis is parallel to its contact's rotAxis, nor a zeroAxis to its rotAxis.
Connection connect(const Contact& parent, SignedAxis parent_matched, const Contact& child,
                   SignedAxis child_matched);

// Limits of prismatic joints, which Blocks do not give.
struct SlideLimit {
  double lower = 0, upper = 0;             // m
  std::optional<double> effort, velocity;  // N, m/s
  friend bool operator==(const SlideLimit&, const SlideLimit&) = default;
};

struct AssemblyOptions {
  // q = 0 is the assembled pose instead of the pose in which the zeroAxes include the offset.
  bool zero_is_assembled = false;
  std::optional<SlideLimit> default_limit;
};

// Reports RM1809 for the Blocks of the model, whether or not parts use them. False if there was an error.
bool check_blocks(const Model& model, DiagnosticEngine& diagnostics);

// Reports the rules RM1810 to RM1823 for the parts of the model. False if there was an error; build_assembly
// must not be called then. Parts whose block is invalid were reported already (RM1802, RM1803) and count as
// an error here.
bool check_assembly(const Model& model, DiagnosticEngine& diagnostics);

// Makes links, joints, frames and materials from blocks and parts:
//   link of a part    "<Block name>_<part id>"; its frame is the base's {b}, and the part's own contact frame
//                     {c} elsewhere
//   joint of a part   "joint_<part id>", about or along -r_c of that frame; revolute ones become continuous
//   frames            "<link>_body" for the {b} of every part but the base, "<link>_contact_<index>" for
//                     unused contacts
//   material          "<Block name>_diffuse" where a Block has a diffuse texture
// Poses are TransformExprs of the source's own numbers. Precondition: check_assembly returned true.
void build_assembly(Model& model, const AssemblyOptions& options);

// Makes the one link of a robot that is a single Block (blocks has one entry, parts none).
void build_block_robot(Model& model);

// The path of one of the Block's files, seen from the folder of the model's own file.
std::string block_file(const Block& block, const std::string& file);

// A link and the Block whose shape it shows.
struct BlockLink {
  LinkId link;
  BlockId block;
};
// The links of parts, or the one link of a robot that is a single Block.
std::vector<BlockLink> links_of_blocks(const Model& model);

}  // namespace romas
