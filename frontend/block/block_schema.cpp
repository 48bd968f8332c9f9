#include "frontend/block/block_schema.h"

namespace romas {

namespace {

using enum XmlValueType;
using enum Occurs;

// Their order is that of SignedAxis.
constexpr std::string_view kAxes = "x -x y -y z -z";
constexpr std::string_view kFlags = "false true";

constexpr AttributeRow kBlockAttributes[] = {
    {.name = "id", .required = true, .summary = "with name and tag the identity of the Block (RM1801)"},
    {.name = "name", .summary = "what people call it; links are named after it"},
    {.name = "tag", .summary = "the group in which it is listed"},
    {.name = "isBaseBlock",
     .type = word,
     .summary = "true: may be the base; false or absent: never",
     .words = kFlags,
     .any_case = true},
    {.name = "isToolBlock",
     .type = word,
     .summary = "true: may be the tool; false or absent: never",
     .words = kFlags,
     .any_case = true},
};
constexpr ChildRow kBlockChildren[] = {
    {.name = "shape", .slot = Slot::self, .occurs = optional, .row = &kBlockShape, .spellings = "Shape"},
    {.name = "diffuse", .slot = Slot::self, .occurs = optional, .row = &kBlockFile},
    {.name = "normal", .slot = Slot::self, .occurs = optional, .row = &kBlockFile},
    {.name = "thumbnail", .slot = Slot::self, .occurs = optional, .row = &kBlockFile},
    {.name = "contactPoints", .slot = Slot::self, .occurs = optional, .row = &kContactList},
    {.name = "mass", .slot = Slot::self, .occurs = optional, .row = &kBlockMass},
    {.name = "com", .slot = Slot::self, .occurs = optional, .row = &kBlockCom},
    {.name = "inertia", .slot = Slot::self, .occurs = optional, .row = &kBlockInertia},
};

constexpr AttributeRow kShapeAttributes[] = {
    {.name = "pose", .type = pose, .summary = "T_bs, the pose of the shape in {b}; the identity by default"},
    {.name = "value", .required = true, .summary = "the mesh file; the path starts at the Block's file"},
};
constexpr AttributeRow kFileAttributes[] = {
    {.name = "value", .required = true, .summary = "a picture; the path starts at the Block's file"},
};
constexpr ChildRow kContacts[] = {
    {.name = "contact", .slot = Slot::self, .occurs = many, .row = &kContact},
};
constexpr AttributeRow kContactAttributes[] = {
    {.name = "pose", .type = pose, .required = true, .summary = "T_bc, the pose of the contact frame in {b}"},
    {.name = "type",
     .type = word,
     .required = true,
     .summary = "the kind of the contact",
     .words = "joint assembly",
     .any_case = true},
    {.name = "rotAxis",
     .type = word,
     .required = true,
     .summary = "the axis of {c} that points out of the Block",
     .words = kAxes},
    {.name = "zeroAxis",
     .type = word,
     .required = true,
     .summary = "the axis of {c} that marks zero; never parallel to rotAxis",
     .words = kAxes},
};
constexpr AttributeRow kMassAttributes[] = {
    {.name = "value", .type = number, .required = true, .summary = "the mass in kg"},
};
constexpr AttributeRow kComAttributes[] = {
    {.name = "x", .type = number, .required = true, .summary = "x of the centre of mass, m in {b}"},
    {.name = "y", .type = number, .required = true, .summary = "y, m"},
    {.name = "z", .type = number, .required = true, .summary = "z, m"},
};
constexpr AttributeRow kInertiaAttributes[] = {
    {.name = "Ixx",
     .type = number,
     .required = true,
     .summary = "kg·m² about the centre of mass, along the axes of {b}",
     .spellings = "ixx lxx"},
    {.name = "Iyy", .type = number, .required = true, .summary = "likewise", .spellings = "iyy lyy"},
    {.name = "Izz", .type = number, .required = true, .summary = "likewise", .spellings = "izz lzz"},
    {.name = "Ixy", .type = number, .required = true, .summary = "likewise", .spellings = "ixy lxy"},
    {.name = "Iyz", .type = number, .required = true, .summary = "likewise", .spellings = "iyz lyz"},
    {.name = "Ixz", .type = number, .required = true, .summary = "likewise", .spellings = "ixz lxz"},
};

// The attributes that join a part to its parent are optional for a part on the ground. The reader, not the
// table, requires them for the others.
constexpr AttributeRow kPartAttributes[] = {
    {.name = "id", .type = whole, .required = true, .summary = "0, 1, 2, … from the base to the tool"},
    {.name = "parentId",
     .type = whole,
     .required = true,
     .summary = "the id of an earlier part, or -1 for the ground"},
    {.name = "blockId", .required = true, .summary = "the id of the part's Block", .spellings = "blockid"},
    {.name = "blockName", .summary = "chooses among Blocks of one id (D5)"},
    {.name = "blockTag", .summary = "likewise"},
    {.name = "parentContactPointIndex", .type = whole, .summary = "counted from 0; -1 on the ground"},
    {.name = "childContactPointIndex", .type = whole, .summary = "counted from 0; -1 on the ground"},
    {.name = "parentMatchedAxis",
     .type = word,
     .summary = "of the parent's contact; never parallel to its rotAxis",
     .words = kAxes},
    {.name = "childMatchedAxis",
     .type = word,
     .summary = "of the part's own contact; never parallel to its rotAxis",
     .words = kAxes},
    {.name = "jointType",
     .type = word,
     .summary = "how the part moves on its parent",
     .words = "fixed revolute prismatic",
     .any_case = true},
    {.name = "offset",
     .type = number,
     .summary = "moves the joint's zero: degrees for revolute, metres for prismatic joints (D6)"},
};

}  // namespace

constexpr ElementRow kBlock = {
    .summary = "a rigid module", .attributes = kBlockAttributes, .children = kBlockChildren};
constexpr ElementRow kBlockShape = {.summary = "its shape", .attributes = kShapeAttributes};
constexpr ElementRow kBlockFile = {.summary = "a picture", .attributes = kFileAttributes};
constexpr ElementRow kContactList = {.summary = "its contact points", .children = kContacts};
constexpr ElementRow kContact = {.summary = "a contact point", .attributes = kContactAttributes};
constexpr ElementRow kBlockMass = {.summary = "its mass", .attributes = kMassAttributes};
constexpr ElementRow kBlockCom = {.summary = "its centre of mass", .attributes = kComAttributes};
constexpr ElementRow kBlockInertia = {.summary = "its inertia tensor", .attributes = kInertiaAttributes};
constexpr ElementRow kPart = {.summary = "a Block and how it is joined to its parent",
                              .attributes = kPartAttributes};

}  // namespace romas
