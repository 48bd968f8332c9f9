// The shared parts of the SDF target: the writer, the names that SDF accepts, and how losses are reported.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "backends/sdf/element.h"
#include "backends/sdf/version.h"
#include "backends/target.h"
#include "backends/uri_scheme.h"
#include "backends/xml/xml_writer.h"
#include "ir/analysis/tree/attached_elements.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/model/seen_materials.h"

namespace romas::sdf {

// A planar joint becomes three joints. These are the names of the first two and of their child links; the
// last joint keeps the planar one's name.
struct PlanarNames {
  std::string joint_x, link_x, joint_y, link_y;
};

// Names of links, joints and frames as SDF writes them: unique among all three, none reserved. Indexed like
// the stores.
struct Names {
  std::vector<std::string> links, joints, frames;
  std::unordered_map<std::uint32_t, PlanarNames> planar;  // by joint
};
// Reports every renaming (RM1902). `world`: the link that SDF's own world represents, if any.
Names legalize_names(const Model& model, LinkId world, TargetContext& context);

// The root link that represents the ground: named 'world', without inertial, shapes or sensors. Invalid if
// there is none.
LinkId find_world(const Model& model, const KinematicTree& tree);

struct Document {
  const Model& model;
  TargetContext& context;
  const KinematicTree tree;
  const AttachedElements attached;
  Version version;
  LinkId world;
  Names names;
  XmlWriter xml;
  bool names_world = false;                // some joint that is written has the world as its parent
  UriScheme uri_scheme = UriScheme::keep;  // of files of packages
  SeenMaterials materials{model};

  // The path of a mesh or texture as it is written.
  std::string file(std::string_view path) const {
    return with_scheme(rebase_path(path, context.options), uri_scheme);
  }
  // The name of a link as parent or child of a joint, and as the frame that poses are relative to.
  std::string_view link_name(LinkId link) const {
    return link == world ? std::string_view("world") : names.links[link.index()];
  }
  std::string_view frame_of(LinkId link) const {
    return link == world ? std::string_view("__model__") : names.links[link.index()];
  }

  void lost(SourceRange range, std::string message) const {
    context.diagnostics.report(Rule::feature_dropped, range, std::move(message));
    context.changes.allow_at(range);
  }
  // Reports a property of a joint that the output lacks, and declares the difference.
  void lost(JointId joint, SourceRange range, std::string_view field, std::string message) const {
    lost(range, std::move(message));
    allow(joint, field);
  }
  void rewritten(SourceRange range, std::string message) const {
    context.diagnostics.report(Rule::value_approximated, range, std::move(message));
  }
  // Declares a reported difference, by the joint's name in the output; an empty field is all of the joint.
  void allow(JointId joint, std::string_view field = {}) const {
    context.changes.allow(EntityKind::joint, names.joints[joint.index()], field);
  }
};

void write_links(Document& document, const Element<"model">& model);
void write_joints(Document& document, const Element<"model">& model);
void write_frames(Document& document, const Element<"model">& model);
// Writes the sensors of a link (joint invalid) or of a joint (link invalid): typed ones, and those in
// <gazebo> elements.
void write_sensors(Document& document, LinkId link, JointId joint);
// Writes what <gazebo> elements without a reference say.
void write_model_properties(Document& document, const Element<"model">& model);
// Writes an element with everything in it. The reader bounds how deep elements nest.
void write_copy(XmlWriter& xml, const ForeignElement& element);
// Writes the elements of SDF in the <gazebo> elements of a link, and reports those that SDF does not have.
void write_foreign(Document& document, LinkId link);
// The same for one <gazebo> element without a reference.
void write_foreign_of_robot(Document& document, std::uint32_t gazebo);
// Reports the foreign elements in the <gazebo> elements of a joint, which SDF has no place for.
void report_foreign(const Document& document, JointId joint);
// Reports properties of a joint that SDF lacks.
void report_joint_losses(const Document& document, JointId joint);
// Reports all other features that SDF lacks.
void report_losses(const Document& document);

// Reports properties of the wrong kind of entity, repeated ones, and those of an entity that does not exist.
void report_gazebo_losses(const Document& document);

// True for a friction or number of contacts for which libsdformat refuses the whole file.
bool is_refused(const GazeboValue& value);

// Finds the properties of one link or joint that are written.
template <class Id>
struct FindProperty {
  const Document& document;
  Id id;
  const GazeboValue* operator()(GazeboProperty property) const {
    const GazeboValue* value = document.attached.property(document.model, id, property);
    return value == nullptr || is_refused(*value) ? nullptr : value;
  }
  // True if one that is written at the place is there.
  bool any(std::string_view place) const {
    bool found = false;
    for_each_property(place, [&](const Child& child) {
      found = found || (child.writing == Writing::written && (*this)(*child.property) != nullptr);
    });
    return found;
  }
};
}  // namespace romas::sdf
