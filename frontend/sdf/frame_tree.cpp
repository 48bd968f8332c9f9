// The kinematic tree of an SDF model: its spanning tree of joints, the frames of links, and free bodies.
#include <numeric>
#include <set>

#include "frontend/sdf/frames.h"

namespace romas::sdf {

namespace {

// Frames that differ by rounding alone count as equal.
bool nearly_identity(const RigidTransform& X) {
  constexpr double kTolerance = 1e-12;
  return X.p.cwiseAbs().maxCoeff() <= kTolerance &&
         (X.R - Matrix3::Identity()).cwiseAbs().maxCoeff() <= kTolerance;
}

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  // False if they are in one set already.
  bool join(std::size_t a, std::size_t b) {
    a = find(a), b = find(b);
    parent_[a] = b;
    return a != b;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

bool Frames::resolve() {
  const bool resolved = graph_.resolve();
  model_pose_ = graph_.node(graph_.model_of(0)).pose;  // of the model itself, not of its placement frame
  if (!find_ends() || !resolved) return false;
  span_tree();
  find_roots();
  place_links();
  return true;
}

bool Frames::find_ends() {
  link_of_node_.assign(graph_.size(), PoseGraph::kNone);
  for (std::size_t i = 0; i < links_.size(); ++i)
    link_of_node_[links_[i].node] = static_cast<std::uint32_t>(i);
  bool good = true;
  for (JointEntry& joint : joints_) {
    const PoseGraph::Node& node = graph_.node(joint.node);
    joint.child_link = node.body;
    if (joint.parent.text.empty() || joint.child.text.empty() || joint.child.text == kWorld) {
      good = false;
    } else if (joint.parent.text == kWorld) {
      has_world_ = has_world_ || !joint.is_gearbox;
    } else {
      const auto parent = graph_.find(node.scope, joint.parent, "the parent");
      joint.parent_link = parent == PoseGraph::kNone ? PoseGraph::kNone : graph_.node(parent).body;
      // A frame of a world may be fixed to no link.
      good = good && (joint.parent_link != PoseGraph::kNone || (is_world_ && parent != PoseGraph::kNone));
    }
    if (is_world_ && joint.child_link == PoseGraph::kNone && good)
      schema_.report(
          Rule::bad_value, joint.child.range,
          concat("the child of joint '", node.name, "' is fixed to the world and cannot be moved"));
    good = good && joint.child_link != PoseGraph::kNone;
    if (good && joint.parent_link == joint.child_link) {
      schema_.report(Rule::kinematic_cycle, node.range,
                     concat("joint '", node.name, "' connects link '", graph_.node(joint.child_link).name,
                            "' to itself"));
      good = false;
    }
  }
  return good;
}

// The first joint to a link is its parent joint. A later one, or one between links that are connected
// already, closes a loop.
void Frames::span_tree() {
  DisjointSets connected(links_.size() + 1);
  const auto index = [&](PoseGraph::NodeId link) {
    return link == PoseGraph::kNone ? links_.size() : link_of_node_[link];
  };
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    JointEntry& joint = joints_[i];
    if (joint.is_gearbox) continue;
    LinkEntry& child = *entry(joint.child_link);
    joint.closes_loop =
        child.joint != kNoJoint || !connected.join(index(joint.parent_link), index(joint.child_link));
    if (!joint.closes_loop) child.joint = i;
  }
}

void Frames::place_links() {
  for (LinkEntry& link : links_) {
    if (link.joint == kNoJoint) continue;
    const PoseGraph::Node& body = graph_.node(link.node);
    const PoseGraph::Node& joint = graph_.node(joints_[link.joint].node);
    const bool written_so = (joint.pose.absent() && joint.base == link.node) ||
                            (body.pose.absent() && body.base == joints_[link.joint].node);
    if (written_so) continue;
    const RigidTransform X_LF = body.X_MF.inverse() * joint.X_MF;
    if (nearly_identity(X_LF)) continue;
    link.frame = {X_LF, true};
    elements_.approximated(body.range, concat("link '", body.name, "' takes the frame of its joint '",
                                              joint.name, "'; poses in the link are rewritten"));
  }
}

// Finds the root of each link's tree: the link itself if it has no parent joint, kNone for the world.
void Frames::find_roots() {
  std::vector<bool> known(links_.size(), false);
  std::vector<std::size_t> chain;
  for (std::size_t start = 0; start < links_.size(); ++start) {
    std::size_t at = start;
    PoseGraph::NodeId root = PoseGraph::kNone;
    for (;;) {
      if (known[at]) {
        root = links_[at].root;
        break;
      }
      chain.push_back(at);
      const PoseGraph::NodeId parent =
          links_[at].joint == kNoJoint ? PoseGraph::kNone : joints_[links_[at].joint].parent_link;
      if (parent == PoseGraph::kNone) {
        if (links_[at].joint == kNoJoint) root = links_[at].node;
        break;
      }
      at = link_of_node_[parent];
    }
    for (; !chain.empty(); chain.pop_back()) {
      links_[chain.back()].root = root;
      known[chain.back()] = true;
    }
  }
}

PoseGraph::NodeId Frames::root_of(PoseGraph::NodeId link) const {
  return link == PoseGraph::kNone ? PoseGraph::kNone : links_[link_of_node_[link]].root;
}

// The link of another body relative to which the pose of a free body is written; kNone if there is none.
PoseGraph::NodeId Frames::neighbour(PoseGraph::NodeId free_link) const {
  const PoseGraph::NodeId base = graph_.node(free_link).base;
  if (base == graph_.model_of(0)) return PoseGraph::kNone;
  const PoseGraph::NodeId near = graph_.node(base).body;
  return near == PoseGraph::kNone || root_of(near) == free_link ? PoseGraph::kNone : near;
}

// The root of the tree if no joint has the world as its parent: the root of the canonical link. Unless the
// model names that link, the root is replaced by that of the link relative to which its pose is written,
// repeatedly.
PoseGraph::NodeId Frames::find_root() const {
  PoseGraph::NodeId root = root_of(graph_.node(graph_.model_of(0)).body);
  if (graph_.has_canonical(0)) return root;
  // Bodies may refer to each other in a cycle.
  std::set<PoseGraph::NodeId> seen;
  while (root != PoseGraph::kNone && seen.insert(root).second) {
    const PoseGraph::NodeId near = neighbour(root);
    if (near == PoseGraph::kNone) break;
    root = root_of(near);
  }
  return root;
}

// A body hangs on the link relative to which its pose is written, else on the root.
std::vector<FreeBody> Frames::free_bodies(PoseGraph::NodeId root) {
  std::vector<FreeBody> bodies;
  DisjointSets connected(graph_.size());
  for (const LinkEntry& link : links_) {
    if (link.joint != kNoJoint || link.node == root) continue;
    const PoseGraph::NodeId near = has_world_ ? PoseGraph::kNone : neighbour(link.node);
    // If bodies refer to each other in a cycle, the joint of one of them starts at the root.
    const bool hangs_there = near != PoseGraph::kNone && connected.join(root_of(near), link.node);
    bodies.push_back({link.node, hangs_there ? near : root});
  }
  return bodies;
}

bool Frames::stands_elsewhere(PoseGraph::NodeId root) const {
  return !nearly_identity(model_pose_.evaluate() * graph_.node(root).X_MF);
}

}  // namespace romas::sdf
