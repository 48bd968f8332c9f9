// What there is in a model of SDF, and how it hangs together.
#include "frontend/sdf/sdf_reader.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace romas::sdf {

namespace {

constexpr std::string_view kWorld = "world";
constexpr std::size_t kMaxNesting = 32;  // of models in models
constexpr std::size_t kMaxFrames = 1'000'000;

// Frames that differ by rounding alone are one.
bool nearly_identity(const RigidTransform& X) {
  constexpr double kTolerance = 1e-12;
  return X.p.cwiseAbs().maxCoeff() <= kTolerance &&
         (X.R - Matrix3::Identity()).cwiseAbs().maxCoeff() <= kTolerance;
}

// Without what rounding left of zeros and ones.
RigidTransform without_noise(RigidTransform X) {
  constexpr double kNoise = 1e-15;
  for (double& x : X.p)
    if (std::abs(x) < kNoise) x = 0;
  Matrix3 rounded = X.R.array().round();
  if ((X.R - rounded).cwiseAbs().maxCoeff() < kNoise) X.R = rounded.array() + 0.0;
  return X;
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
  // False if they are one already.
  bool join(std::size_t a, std::size_t b) {
    a = find(a), b = find(b);
    parent_[a] = b;
    return a != b;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

std::string include_message(const XmlElement& include) {
  const XmlElement* uri = include.child("uri");
  return concat("the model ", uri == nullptr ? std::string("of this <include>") : quote(uri->text.text),
                " is not looked for; put the model itself in this place");
}

SdfReader::SdfReader(FrontendContext& context, int version)
    : schema_(context.sources, context.diagnostics, model_), graph_(context.diagnostics), version_(version) {}

void SdfReader::set_gravity(const XmlText& text) { model_.gravity = schema_.vector3(text, "gravity"); }

// --- collecting --------------------------------------------------------------------------------------------

PoseGraph::Node SdfReader::node_of(const XmlElement& element, PoseGraph::Kind kind,
                                   PoseGraph::ScopeId scope) {
  PoseGraph::Node node;
  node.kind = kind;
  node.scope = scope;
  const XmlAttribute* name = element.attribute("name");
  node.range = name == nullptr ? element.start_tag : name->value.range;
  if (name == nullptr || trim(name->value.text).empty())
    schema_.report(Rule::missing_attribute, element.start_tag, concat("<", element.name, "> has no name"));
  if (const XmlElement* written = element.child("pose"); written != nullptr)
    node.pose = pose(*written, &node.relative_to);
  return node;
}

void SdfReader::collect(const XmlElement& model, PoseGraph::ScopeId scope) {
  const auto parts = children(model);
  for (const XmlElement* kept : std::vector(kept_)) keep(*kept, {}, nullptr);
  if (const XmlAttribute* canonical = model.attribute("canonical_link"))
    graph_.set_canonical(scope, {std::string(canonical->value.text), canonical->value.range});
  for (const XmlElement* part : parts) {
    if (graph_.size() >= kMaxFrames) {
      schema_.report(Rule::input_limit, part->start_tag,
                     concat("the model has more than ", kMaxFrames, " links, joints and frames"));
      return;
    }
    if (part->name == "link") {
      LinkEntry link;
      link.element = part;
      link.node = graph_.add(node_of(*part, PoseGraph::Kind::link, scope), attribute_text(*part, "name"));
      links_.push_back(link);
    } else if (part->name == "joint") {
      collect_joint(*part, scope);
    } else if (part->name == "frame") {
      children(*part);  // says what else stands in it
      PoseGraph::Node node = node_of(*part, PoseGraph::Kind::frame, scope);
      node.attached_to = attribute_name(*part, "attached_to");
      frames_.push_back({part, graph_.add(std::move(node), attribute_text(*part, "name"))});
    } else if (part->name == "model") {
      collect_model(*part, scope);
    } else if (part->name == "include") {
      schema_.report(Rule::import_missing, part->start_tag, include_message(*part));
    } else if (part->name == "static") {
      if (scope == 0)
        set_flag({}, GazeboProperty::is_static, *part);
      else
        lost(part->range, "<static> of a model inside of another one");
    } else if (part->name == "self_collide") {
      // Links that say nothing themselves follow their model.
      for (const XmlElement& link : model.children)
        if (link.name == "link" && link.child("self_collide") == nullptr)
          set_flag(concat(graph_.prefix_of(scope), attribute_text(link, "name")),
                   GazeboProperty::self_collide, *part);
    }
  }
}

void SdfReader::collect_model(const XmlElement& element, PoseGraph::ScopeId scope) {
  const std::string& prefix = graph_.prefix_of(scope);
  std::size_t depth = 1;
  for (std::size_t at = prefix.find("::"); at != std::string::npos; at = prefix.find("::", at + 2)) ++depth;
  if (depth > kMaxNesting) {
    schema_.report(Rule::input_limit, element.start_tag,
                   concat("models are nested more than ", kMaxNesting, " deep"));
    return;
  }
  if (const XmlAttribute* placement = element.attribute("placement_frame"))
    schema_.report(Rule::bad_value, placement->range,
                   "a placement frame is not read; give the pose of the model itself");
  collect(element, graph_.add_model(scope, attribute_text(element, "name"),
                                    node_of(element, PoseGraph::Kind::model, scope)));
}

void SdfReader::collect_joint(const XmlElement& element, PoseGraph::ScopeId scope) {
  JointEntry entry;
  entry.element = &element;
  PoseGraph::Node node = node_of(element, PoseGraph::Kind::joint, scope);
  const auto end = [&](std::string_view which) {
    const XmlElement* written = element.child(which);
    if (written != nullptr && !trim(written->text.text).empty())
      return PoseGraph::Name{std::string(trim(written->text.text)), written->text.range};
    schema_.report(Rule::missing_element, element.start_tag,
                   concat("joint '", attribute_text(element, "name"), "' has no <", which, ">"));
    return PoseGraph::Name();
  };
  entry.parent = end("parent");
  entry.child = end("child");
  if (entry.child.text == kWorld)
    schema_.report(Rule::bad_value, entry.child.range,
                   concat("the world cannot be the child of joint '", attribute_text(element, "name"),
                          "'; make it the parent"));
  node.attached_to = entry.child;
  entry.node = graph_.add(std::move(node), attribute_text(element, "name"));
  joints_.push_back(std::move(entry));
}

// --- how it hangs together ---------------------------------------------------------------------------------

bool SdfReader::find_ends() {
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
      has_world_ = true;
    } else {
      const auto parent = graph_.find(node.scope, joint.parent, "the parent");
      joint.parent_link = parent == PoseGraph::kNone ? PoseGraph::kNone : graph_.node(parent).body;
      good = good && joint.parent_link != PoseGraph::kNone;
    }
    good = good && joint.child_link != PoseGraph::kNone;
    if (good && joint.parent_link == joint.child_link) {
      schema_.report(Rule::kinematic_cycle, node.range,
                     concat("joint '", node.name, "' connects link '", graph_.node(joint.child_link).name,
                            "' with itself"));
      good = false;
    }
  }
  return good;
}

// The first joint that leads to a link carries it. One that closes a circle, or leads to a link that has a
// joint, closes a loop.
void SdfReader::span_tree() {
  DisjointSets connected(links_.size() + 1);
  const auto index = [&](PoseGraph::NodeId link) {
    return link == PoseGraph::kNone ? links_.size() : link_of_node_[link];
  };
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    JointEntry& joint = joints_[i];
    LinkEntry& child = *entry(joint.child_link);
    joint.closes_loop =
        child.joint != kNoJoint || !connected.join(index(joint.parent_link), index(joint.child_link));
    if (!joint.closes_loop) child.joint = i;
  }
}

void SdfReader::place_links() {
  for (LinkEntry& link : links_) {
    if (link.joint == kNoJoint) continue;
    const PoseGraph::Node& body = graph_.node(link.node);
    const PoseGraph::Node& joint = graph_.node(joints_[link.joint].node);
    const bool written_so = (joint.pose.absent() && joint.base == link.node) ||
                            (body.pose.absent() && body.base == joints_[link.joint].node);
    if (written_so) continue;
    const RigidTransform X_LF = body.X_MF.inverse() * joint.X_MF;
    if (nearly_identity(X_LF)) continue;
    link.X_LF = X_LF;
    link.moved = true;
    approximated(body.range, concat("the frame of link '", body.name, "' moves to its joint '", joint.name,
                                    "', and what stands in it moves along"));
  }
}

const std::string& SdfReader::link_name(PoseGraph::NodeId link) const {
  static const std::string kWorldName(kWorld);
  return link == PoseGraph::kNone ? kWorldName : graph_.node(link).name;
}

LinkRef SdfReader::link_ref(PoseGraph::NodeId link, SourceRange range) const {
  return {link_name(link), range, {}};
}

RigidTransform SdfReader::X_MF(PoseGraph::NodeId link) const {
  if (link == PoseGraph::kNone) return model_pose_.evaluate().inverse();
  return graph_.node(link).X_MF * links_[link_of_node_[link]].X_LF;
}

PoseGraph::NodeId SdfReader::anchor(PoseGraph::NodeId node) const {
  constexpr int kSteps = 8;
  for (int step = 0;
       step < kSteps && graph_.node(node).pose.absent() && graph_.node(node).base != PoseGraph::kNone; ++step)
    node = graph_.node(node).base;
  return node;
}

bool SdfReader::is_frame_of(PoseGraph::NodeId node, PoseGraph::NodeId link) const {
  if (link == PoseGraph::kNone) return anchor(node) == graph_.model_of(0) && model_pose_.absent();
  const LinkEntry& entry = links_[link_of_node_[link]];
  const PoseGraph::NodeId joint = entry.joint == kNoJoint ? PoseGraph::kNone : joints_[entry.joint].node;
  return node == joint || anchor(node) == anchor(entry.moved ? joint : link);
}

TransformExpr SdfReader::pose_in(PoseGraph::NodeId node, PoseGraph::NodeId link) const {
  if (is_frame_of(node, link)) return {};
  const PoseGraph::Node& written = graph_.node(anchor(node));
  if (written.base != PoseGraph::kNone && is_frame_of(written.base, link)) return written.pose;
  return plain_transform(without_noise(X_MF(link).inverse() * graph_.node(node).X_MF));
}

TransformExpr SdfReader::in_link(const TransformExpr& pose, const LinkEntry& entry) const {
  if (!entry.moved) return pose;
  return plain_transform(without_noise(entry.X_LF.inverse() * pose.evaluate()));
}

void SdfReader::add_world() {
  if (!has_world_) return;
  Link world;
  world.name = kWorld;
  for (const JointEntry& joint : joints_)
    if (joint.parent_link == PoseGraph::kNone) {
      world.range = world.name_range = joint.parent.range;
      break;
    }
  model_.links.push_back(std::move(world));
}

// For every link the one at which its tree begins: itself where no joint carries it, kNone for the world.
void SdfReader::find_roots() {
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

PoseGraph::NodeId SdfReader::root_of(PoseGraph::NodeId link) const {
  return link == PoseGraph::kNone ? PoseGraph::kNone : links_[link_of_node_[link]].root;
}

// The link of another body in whose frame the pose of a free body is written; kNone: in the frame of the
// whole model.
PoseGraph::NodeId SdfReader::neighbour(PoseGraph::NodeId free_link) const {
  const PoseGraph::NodeId base = graph_.node(free_link).base;
  if (base == graph_.model_of(0)) return PoseGraph::kNone;
  const PoseGraph::NodeId near = graph_.node(base).body;
  return near == PoseGraph::kNone || root_of(near) == free_link ? PoseGraph::kNone : near;
}

// Where the tree begins when nothing hangs on the world: at the body of the canonical link; unless the model
// names that link, at the one in whose frame its pose is written, and so on.
PoseGraph::NodeId SdfReader::find_root() const {
  PoseGraph::NodeId root = root_of(graph_.node(graph_.model_of(0)).body);
  if (graph_.has_canonical(0)) return root;
  // Bodies may stand in each other's frames in turn.
  std::set<PoseGraph::NodeId> seen;
  while (root != PoseGraph::kNone && seen.insert(root).second) {
    const PoseGraph::NodeId near = neighbour(root);
    if (near == PoseGraph::kNone) break;
    root = root_of(near);
  }
  return root;
}

// A link without a joint is free in SDF. One of them is the root of the tree, where nothing hangs on the
// world; every other one gets a floating joint, from the link in whose frame its pose is written or from the
// root.
void SdfReader::free_bodies() {
  const PoseGraph::NodeId root = has_world_ ? PoseGraph::kNone : find_root();
  if (root != PoseGraph::kNone && !nearly_identity(model_pose_.evaluate() * graph_.node(root).X_MF))
    lost(graph_.node(root).range,
         concat("where the model stands is left out: a description begins at its root link '",
                graph_.node(root).name, "'"));
  std::set<std::string, std::less<>> names;
  for (const Joint& joint : model_.joints) names.insert(joint.name);
  DisjointSets connected(graph_.size());
  for (const LinkEntry& link : links_) {
    if (link.joint != kNoJoint || link.node == root) continue;
    const PoseGraph::NodeId near = has_world_ ? PoseGraph::kNone : neighbour(link.node);
    // Where bodies stand in each other's frames in turn, one of them hangs on the root.
    const bool hangs_there = near != PoseGraph::kNone && connected.join(root_of(near), link.node);
    add_free_joint(link.node, hangs_there ? near : root, names);
  }
}

void SdfReader::add_free_joint(PoseGraph::NodeId child, PoseGraph::NodeId parent,
                               std::set<std::string, std::less<>>& names) {
  const PoseGraph::Node& node = graph_.node(child);
  Joint joint;
  joint.name = concat(node.name, "_free");
  for (int i = 1; !names.insert(joint.name).second; ++i) joint.name = concat(node.name, "_free_", i);
  joint.type = JointType::floating;
  joint.parent = link_ref(parent, node.range);
  joint.child = link_ref(child, node.range);
  joint.origin = pose_in(child, parent);
  joint.range = joint.name_range = joint.type_range = joint.origin_range = node.range;
  approximated(node.range,
               concat("link '", node.name, "' hangs on no joint; it moves freely by the floating joint '",
                      joint.name, "' from '", joint.parent.name, "'"));
  model_.joints.push_back(std::move(joint));
}

void SdfReader::read_frames() {
  for (const FrameEntry& written : frames_) {
    const PoseGraph::Node& node = graph_.node(written.node);
    Frame frame;
    frame.name = node.name;
    frame.link = link_ref(node.body, node.range);
    frame.origin = pose_in(written.node, node.body);
    frame.range = written.element->range;
    frame.name_range = node.range;
    model_.frames.push_back(std::move(frame));
  }
}

void SdfReader::read(const XmlElement& model) {
  const XmlAttribute* name = model.attribute("name");
  model_.name = attribute_text(model, "name");
  model_.range = model.range;
  model_.name_range = name == nullptr ? model.start_tag : name->value.range;
  schema_.set_subject("robot", model_.name);
  PoseGraph::Node outermost = node_of(model, PoseGraph::Kind::model, 0);
  model_pose_ = outermost.pose;
  if (!outermost.relative_to.text.empty())
    schema_.report(Rule::bad_value, outermost.relative_to.range,
                   "the pose of the model is one in its world; frames of the world are not read");
  outermost.relative_to = {};
  collect(model, graph_.add_model(0, {}, std::move(outermost)));
  if (!graph_.resolve() || !find_ends()) return;  // reported
  span_tree();
  find_roots();
  place_links();
  add_world();
  for (LinkEntry& link : links_) read_link(link);
  for (const JointEntry& joint : joints_) read_joint(joint);
  free_bodies();
  read_frames();
  model_.rebuild_index();
}

}  // namespace romas::sdf
