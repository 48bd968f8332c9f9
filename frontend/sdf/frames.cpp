// Collects the elements of an SDF model, and gives their poses in the links of the Model.
#include "frontend/sdf/frames.h"

#include <cmath>

#include "frontend/sdf/merge_include.h"

namespace romas::sdf {

namespace {

constexpr std::size_t kMaxNesting = 32;  // of models in models
constexpr std::size_t kMaxFrames = 1'000'000;

// Removes rounding errors from zero positions and from rotations by quarter turns.
RigidTransform without_noise(RigidTransform X) {
  constexpr double kNoise = 1e-15;
  for (double& x : X.p)
    if (std::abs(x) < kNoise) x = 0;
  Matrix3 rounded = X.R.array().round();
  if ((X.R - rounded).cwiseAbs().maxCoeff() < kNoise) X.R = rounded.array() + 0.0;
  return X;
}

}  // namespace

TransformExpr LinkFrame::in_link(const TransformExpr& pose) const {
  if (!moved) return pose;
  return plain_transform(without_noise(X_LF.inverse() * pose.evaluate()));
}

PoseGraph::Node Frames::node_of(const XmlElement& element, PoseGraph::Kind kind, PoseGraph::ScopeId scope) {
  PoseGraph::Node node;
  node.kind = kind;
  node.scope = scope;
  const XmlAttribute* name = element.attribute("name");
  node.range = name == nullptr ? element.start_tag : name->value.range;
  elements_.require_attribute(element, "name");
  if (const XmlElement* written = element.child("pose"); written != nullptr)
    node.pose = elements_.pose(*written, &node.relative_to);
  return node;
}

void Frames::collect(const XmlElement& model, PoseGraph::ScopeId scope) {
  gazebo_.note_prefixes(model);
  if (const XmlAttribute* canonical = model.attribute("canonical_link"))
    graph_.set_canonical(scope, {std::string(canonical->value.text), canonical->value.range});
  bool full = false;
  const auto limited = [&](auto read) {
    return [this, &full, read](const XmlElement& part) {
      if (full) return;
      full = graph_.size() >= kMaxFrames;
      if (!full) return read(part);
      schema_.report(Rule::input_limit, part.start_tag,
                     concat("the model has more than ", kMaxFrames, " links, joints and frames"));
    };
  };
  elements_.read_children<"model">(
      model, kept([&](const XmlElement& part) { gazebo_.keep(part, {}, nullptr); }),
      on<"pose">(limited([](const XmlElement&) {})),  // node_of reads it
      on<"link">(limited([&](const XmlElement& part) { collect_link(part, scope); })),
      on<"joint">(limited([&](const XmlElement& part) { collect_joint(part, scope); })),
      on<"frame">(limited([&](const XmlElement& part) { collect_frame(part, scope); })),
      on<"model">(limited([&](const XmlElement& part) { collect_model(part, scope); })),
      on<"include">([&](const XmlElement&) { graph_.set_incomplete(scope); }),
      on<"static">(limited([&](const XmlElement& part) {
        if (is_world_) return;  // its links are fixed to the world
        if (scope == 0)
          gazebo_.set_property({}, GazeboProperty::is_static, part);
        else
          elements_.lost(part.range, "<static> of a model inside another one is left out");
      })),
      on<"self_collide">(limited([&](const XmlElement& part) {
        // Links without a value of their own take that of their model.
        for (const XmlElement& link : model.children)
          if (link.name == "link" && link.child("self_collide") == nullptr)
            gazebo_.set_property(concat(graph_.prefix_of(scope), attribute_text(link, "name")),
                                 GazeboProperty::self_collide, part);
      })));
}

void Frames::collect_link(const XmlElement& element, PoseGraph::ScopeId scope) {
  LinkEntry link;
  link.element = &element;
  link.node = graph_.add(node_of(element, PoseGraph::Kind::link, scope), attribute_text(element, "name"));
  links_.push_back(link);
}

void Frames::collect_frame(const XmlElement& element, PoseGraph::ScopeId scope) {
  elements_.read_children<"frame">(element, elsewhere<"pose">());  // reports its other children
  PoseGraph::Node node = node_of(element, PoseGraph::Kind::frame, scope);
  node.attached_to = attribute_name(element, "attached_to");
  if (attribute_text(element, "name").starts_with(kMergedPrefix))
    node.placement = attribute_name(element, kPlacementFrame);
  frames_.push_back({&element, graph_.add(std::move(node), attribute_text(element, "name"))});
}

void Frames::collect_model(const XmlElement& element, PoseGraph::ScopeId scope) {
  const std::string& prefix = graph_.prefix_of(scope);
  std::size_t depth = 1;
  for (std::size_t at = prefix.find("::"); at != std::string::npos; at = prefix.find("::", at + 2)) ++depth;
  if (depth > kMaxNesting) {
    schema_.report(Rule::input_limit, element.start_tag,
                   concat("models are nested more than ", kMaxNesting, " deep"));
    return;
  }
  PoseGraph::Node node = node_of(element, PoseGraph::Kind::model, scope);
  node.placement = attribute_name(element, kPlacementFrame);
  const PoseGraph::ScopeId inner = graph_.add_model(scope, attribute_text(element, "name"), std::move(node));
  if (is_world_) {
    const XmlElement* own = element.child("static");
    const bool is_static = own != nullptr && elements_.boolean(*own).value_or(false);
    static_of_scope_.resize(inner + 1);
    static_of_scope_[inner] = is_static ? own : static_of_scope_[scope];
    node_of_model_.emplace(&element, graph_.model_of(inner));
  }
  collect(element, inner);
}

std::optional<JointType> Frames::read_type(const XmlElement& element) {
  const XmlAttribute* type = element.attribute("type");
  const std::string word = attribute_text(element, "type");
  const auto known = parse_joint_type(word);
  if (known && *known != JointType::planar && *known != JointType::floating) return known;
  if (type == nullptr) {
    schema_.report(Rule::missing_attribute, element.start_tag,
                   concat("joint '", attribute_text(element, "name"), "' has no type"));
  } else if (word != "revolute2") {  // one that is not split lacks an axis, which is reported
    schema_.report(Rule::bad_value, type->value.range,
                   concat("the type ", quote(word),
                          " is not one of revolute, revolute2, continuous, prismatic, fixed, ball, "
                          "universal, screw, gearbox"));
  }
  return std::nullopt;
}

void Frames::collect_joint(const XmlElement& element, PoseGraph::ScopeId scope) {
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
  schema_.set_subject("joint", attribute_text(element, "name"));
  entry.is_gearbox = attribute_text(element, "type") == "gearbox";
  if (!entry.is_gearbox) entry.type = read_type(element);
  node.attached_to = entry.child;
  entry.node = graph_.add(std::move(node), attribute_text(element, "name"));
  joints_.push_back(std::move(entry));
}

void Frames::collect_robot(const XmlElement& model, const std::optional<Placement>& placement) {
  PoseGraph::Node outermost = node_of(model, PoseGraph::Kind::model, 0);
  const bool placed = placement && placement->X_WM;
  if (placed) outermost.pose = plain_transform(*placement->X_WM);
  if (const XmlElement* pose = model.child("pose")) model_pose_range_ = pose->range;
  if (!outermost.relative_to.text.empty() && !placed) {
    outermost.pose = {};
    if (!placement)
      schema_.report(Rule::unresolved_link, outermost.relative_to.range,
                     concat("the frame '", outermost.relative_to.text,
                            "' of the model's pose is not a known frame of a world"));
  }
  outermost.relative_to = {};
  if (!placed) outermost.placement = attribute_name(model, kPlacementFrame);
  collect(model, graph_.add_model(0, {}, std::move(outermost)));
}

void Frames::collect_world(const XmlElement& world) {
  is_world_ = has_world_ = true;
  PoseGraph::Node node;
  node.kind = PoseGraph::Kind::model;
  node.range = world.start_tag;
  graph_.add_model(0, {}, std::move(node));
  graph_.set_world();
  static_of_scope_.assign(1, nullptr);
  elements_.read_children<"world">(
      world, on<"model">([&](const XmlElement& part) { collect_model(part, 0); }),
      on<"frame">([&](const XmlElement& part) { collect_frame(part, 0); }),
      on<"joint">([&](const XmlElement& part) { collect_joint(part, 0); }),
      on<"include">([&](const XmlElement&) { graph_.set_incomplete(0); }), elsewhere<"gravity">());
}

// --- poses -------------------------------------------------------------------------------------------------

const std::string& Frames::link_name(PoseGraph::NodeId link) const {
  static const std::string kWorldName(kWorld);
  return link == PoseGraph::kNone ? kWorldName : graph_.node(link).name;
}

LinkRef Frames::link_ref(PoseGraph::NodeId link, SourceRange range) const {
  return {link_name(link), range, {}};
}

RigidTransform Frames::X_MF(PoseGraph::NodeId link) const {
  if (link == PoseGraph::kNone) return model_pose_.evaluate().inverse();
  return graph_.node(link).X_MF * links_[link_of_node_[link]].frame.X_LF;
}

PoseGraph::NodeId Frames::anchor(PoseGraph::NodeId node) const {
  constexpr int kSteps = 8;
  for (int step = 0;
       step < kSteps && graph_.node(node).pose.absent() && graph_.node(node).base != PoseGraph::kNone; ++step)
    node = graph_.node(node).base;
  return node;
}

bool Frames::is_frame_of(PoseGraph::NodeId node, PoseGraph::NodeId link) const {
  if (link == PoseGraph::kNone) return anchor(node) == graph_.model_of(0) && model_pose_.absent();
  const LinkEntry& entry = links_[link_of_node_[link]];
  const PoseGraph::NodeId joint = entry.joint == kNoJoint ? PoseGraph::kNone : joints_[entry.joint].node;
  return node == joint || anchor(node) == anchor(entry.frame.moved ? joint : link);
}

TransformExpr Frames::pose_in(PoseGraph::NodeId node, PoseGraph::NodeId link) const {
  if (is_frame_of(node, link)) return {};
  const PoseGraph::Node& written = graph_.node(anchor(node));
  if (written.base != PoseGraph::kNone && is_frame_of(written.base, link)) return written.pose;
  return plain_transform(without_noise(X_MF(link).inverse() * graph_.node(node).X_MF));
}

std::map<const XmlElement*, RigidTransform> Frames::model_poses() {
  std::map<const XmlElement*, RigidTransform> poses;
  if (!graph_.resolve()) return poses;
  for (const auto& [element, node] : node_of_model_) poses.emplace(element, graph_.node(node).X_MF);
  return poses;
}

}  // namespace romas::sdf
