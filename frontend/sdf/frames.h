// The links, joints and frames of an SDF model or world, the tree that they make, and their poses. In SDF
// every link has a frame of its own, and a joint may be anywhere. In a Model a link has the frame of its
// parent joint. If the two differ, the content of the link is re-expressed.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "frontend/sdf/elements.h"
#include "frontend/sdf/gazebo_content.h"
#include "frontend/sdf/link_frame.h"
#include "frontend/sdf/pose_graph.h"
#include "ir/model/model.h"

namespace romas::sdf {

constexpr std::size_t kNoJoint = static_cast<std::size_t>(-1);

struct LinkEntry {
  const XmlElement* element = nullptr;
  PoseGraph::NodeId node = 0;
  std::size_t joint = kNoJoint;               // its parent joint, in Frames::joints()
  PoseGraph::NodeId root = PoseGraph::kNone;  // the first link of its tree
  LinkFrame frame;
};

struct JointEntry {
  const XmlElement* element = nullptr;
  PoseGraph::NodeId node = 0;
  PoseGraph::Name parent, child;
  PoseGraph::NodeId parent_link = PoseGraph::kNone, child_link = PoseGraph::kNone;  // kNone: the world
  std::optional<JointType> type;  // nothing: it was reported
  bool closes_loop = false;
  bool is_gearbox = false;             // a ratio between two other joints, no joint of the tree
  std::size_t model_joint = kNoJoint;  // in Model::joints
};

struct FrameEntry {
  const XmlElement* element = nullptr;
  PoseGraph::NodeId node = 0;
};

// A link that hangs on no joint, and the link relative to which it is free; kNone: the world.
struct FreeBody {
  PoseGraph::NodeId link = PoseGraph::kNone, from = PoseGraph::kNone;
};

// Elements are collected first. Poses and the tree are known after resolve().
class Frames {
 public:
  Frames(Elements& elements, GazeboContent& gazebo)
      : elements_(elements), gazebo_(gazebo), graph_(elements.schema().diagnostics()) {}

  // The place of a model in its world. X_WM is empty if names in the world are wrong (reported already).
  struct Placement {
    std::optional<RigidTransform> X_WM;
  };
  // `placement`: of a model in a world; what it does not say is taken from the model.
  void collect_robot(const XmlElement& model, const std::optional<Placement>& placement);
  void collect_world(const XmlElement& world);
  // False if the poses or the tree cannot be found, which is reported.
  bool resolve();

  std::vector<LinkEntry>& links() { return links_; }
  std::vector<JointEntry>& joints() { return joints_; }
  const std::vector<FrameEntry>& frames() const { return frames_; }
  PoseGraph& graph() { return graph_; }
  const PoseGraph& graph() const { return graph_; }
  LinkEntry* entry(PoseGraph::NodeId link) {
    return link == PoseGraph::kNone ? nullptr : &links_[link_of_node_[link]];
  }
  const std::string& link_name(PoseGraph::NodeId link) const;
  LinkRef link_ref(PoseGraph::NodeId link, SourceRange range) const;
  // The pose of a node in the Model's frame of a link; as written if it was written in that frame.
  TransformExpr pose_in(PoseGraph::NodeId node, PoseGraph::NodeId link) const;

  // A joint has the world as its parent.
  bool has_world() const { return has_world_; }
  bool is_world() const { return is_world_; }
  // The root of the tree; kNone: the world.
  PoseGraph::NodeId root() const { return has_world_ ? PoseGraph::kNone : find_root(); }
  // The root has another pose than the outermost model's frame.
  bool stands_elsewhere(PoseGraph::NodeId root) const;
  SourceRange model_pose_range() const { return model_pose_range_; }  // invalid if it has none
  // A link without a joint is free in SDF, but for the root.
  std::vector<FreeBody> free_bodies(PoseGraph::NodeId root);
  // The <static> that counts for a model of a world; null: it may move.
  const XmlElement* static_of(PoseGraph::ScopeId scope) const {
    return is_world_ ? static_of_scope_[scope] : nullptr;
  }
  // The poses of the models of a world in it, by their elements. Without resolve(); empty after a report if
  // they cannot be found.
  std::map<const XmlElement*, RigidTransform> model_poses();

 private:
  // frames.cpp: collecting, and poses
  PoseGraph::Node node_of(const XmlElement& element, PoseGraph::Kind kind, PoseGraph::ScopeId scope);
  void collect(const XmlElement& model, PoseGraph::ScopeId scope);
  void collect_link(const XmlElement& element, PoseGraph::ScopeId scope);
  void collect_frame(const XmlElement& element, PoseGraph::ScopeId scope);
  void collect_model(const XmlElement& element, PoseGraph::ScopeId scope);
  void collect_joint(const XmlElement& element, PoseGraph::ScopeId scope);
  std::optional<JointType> read_type(const XmlElement& element);
  // The pose of the Model's frame of a link (kNone: the world) in SDF's outermost model.
  RigidTransform X_MF(PoseGraph::NodeId link) const;
  // The next node with a pose of its own: a node without one coincides with its base. Follows few bases.
  PoseGraph::NodeId anchor(PoseGraph::NodeId node) const;
  bool is_frame_of(PoseGraph::NodeId node, PoseGraph::NodeId link) const;

  // frame_tree.cpp: the kinematic tree
  bool find_ends();
  void span_tree();
  void find_roots();
  void place_links();
  PoseGraph::NodeId find_root() const;
  PoseGraph::NodeId root_of(PoseGraph::NodeId link) const;
  PoseGraph::NodeId neighbour(PoseGraph::NodeId free_link) const;

  Elements& elements_;
  SchemaReader& schema_ = elements_.schema();
  GazeboContent& gazebo_;
  PoseGraph graph_;
  std::vector<LinkEntry> links_;
  std::vector<JointEntry> joints_;
  std::vector<FrameEntry> frames_;
  std::vector<std::uint32_t> link_of_node_;  // by node, of links
  bool has_world_ = false;
  bool is_world_ = false;                                         // the outermost model is a world
  std::vector<const XmlElement*> static_of_scope_;                // in a world
  std::map<const XmlElement*, PoseGraph::NodeId> node_of_model_;  // of a world
  TransformExpr model_pose_;                                      // of the outermost model in its world
  SourceRange model_pose_range_;
};

}  // namespace romas::sdf
