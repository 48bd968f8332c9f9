// Puts the links, joints and frames of an SDF model or world into a Model.
#include "frontend/sdf/sdf_reader.h"

#include "frontend/sdf/model_reading.h"

namespace romas::sdf {

SdfReader::SdfReader(FrontendContext& context, const Versions& versions, FileId main)
    : context_(context),
      schema_(context.sources, context.diagnostics, model_),
      elements_(schema_, versions, main),
      gazebo_(elements_, model_),
      frames_(elements_, gazebo_) {}

void SdfReader::set_gravity(const XmlText& text) { model_.gravity = schema_.vector3(text, "gravity"); }

void SdfReader::name_model(const XmlElement& element) {
  const XmlAttribute* name = element.attribute("name");
  model_.name = attribute_text(element, "name");
  model_.layout.format = "sdf";
  model_.range = element.range;
  model_.name_range = name == nullptr ? element.start_tag : name->value.range;
  schema_.set_subject("robot", model_.name);
}

void SdfReader::read(const XmlElement& model, const std::optional<Placement>& placement) {
  name_model(model);
  frames_.collect_robot(model, placement);
  read_parts();
}

void SdfReader::read_world(const XmlElement& world) {
  name_model(world);
  if (const XmlElement* gravity = world.child("gravity")) set_gravity(gravity->text);
  frames_.collect_world(world);
  read_parts();
  report_moving_statics();
}

std::map<const XmlElement*, RigidTransform> SdfReader::model_poses(const XmlElement& world) {
  frames_.collect_world(world);
  return frames_.model_poses();
}

// Content that cannot be read is reported in the same run, even if no model comes of it.
void SdfReader::read_parts() {
  const bool sound = frames_.resolve();
  if (sound && frames_.has_world()) add_world();
  const ModelReading reading{context_, elements_, gazebo_, frames_, model_};
  read_links(reading);
  read_joints(reading);
  if (sound) read_gearboxes(reading);
  report_taken_names(model_, schema_);
  if (!sound) {
    model_.links.clear();
    return;
  }
  add_free_joints();
  read_frames();
  model_.rebuild_index();
}

void SdfReader::name_uses(std::uint32_t robot, std::vector<PartName>& names) const {
  PartNames found;
  std::set<std::pair<FileId, std::uint32_t>> seen;
  for (const PoseGraph::Use& use : frames_.graph().uses()) {
    const PoseGraph::Node& node = frames_.graph().node(use.node);
    const SourceRange place = use.name.range;
    if (node.kind == PoseGraph::Kind::model || !seen.emplace(place.file, place.begin).second) continue;
    const EntityKind kind = node.kind == PoseGraph::Kind::link    ? EntityKind::link
                            : node.kind == PoseGraph::Kind::joint ? EntityKind::joint
                                                                  : EntityKind::frame;
    found.add({entity_kind_name(kind), node.name, robot, place, false});
  }
  for (PartName& name : found.take()) names.push_back(std::move(name));
}

void SdfReader::add_world() {
  Link world;
  world.name = kWorld;
  for (const JointEntry& joint : frames_.joints())
    if (joint.parent_link == PoseGraph::kNone) {
      world.range = world.name_range = joint.parent.range;
      break;
    }
  if (frames_.is_world()) world.range = world.name_range = model_.name_range;
  model_.links.push_back(std::move(world));
}

// Every free body but the root gets a floating joint.
void SdfReader::add_free_joints() {
  const PoseGraph::NodeId root = frames_.root();
  if (root != PoseGraph::kNone && frames_.stands_elsewhere(root)) {
    const PoseGraph::Node& node = frames_.graph().node(root);
    const SourceRange pose = frames_.model_pose_range();
    elements_.lost(
        pose.valid() ? pose : node.range,
        concat("the pose of the model is left out: a description begins at its root link '", node.name, "'"));
  }
  std::set<std::string, std::less<>> names;
  for (const Joint& joint : model_.joints) names.insert(joint.name);
  for (const FreeBody& body : frames_.free_bodies(root)) add_free_joint(body, names);
}

void SdfReader::add_free_joint(const FreeBody& body, std::set<std::string, std::less<>>& names) {
  const PoseGraph::Node& node = frames_.graph().node(body.link);
  const bool fixed = frames_.static_of(node.scope) != nullptr;
  const std::string wanted = concat(node.name, fixed ? "_fixed" : "_free");
  Joint joint;
  joint.name = wanted;
  for (int i = 1; !names.insert(joint.name).second; ++i) joint.name = concat(wanted, "_", i);
  joint.type = fixed ? JointType::fixed : JointType::floating;
  joint.parent = frames_.link_ref(body.from, node.range);
  joint.child = frames_.link_ref(body.link, node.range);
  joint.origin = frames_.pose_in(body.link, body.from);
  joint.range = joint.name_range = joint.type_range = joint.origin_range = node.range;
  elements_.approximated(
      node.range,
      fixed ? concat("link '", node.name, "' of a static model is fixed to the world by the joint '",
                     joint.name, "'")
            : concat("no joint connects link '", node.name, "'; it moves freely by the floating joint '",
                     joint.name, "' from '", joint.parent.name, "'"));
  model_.joints.push_back(std::move(joint));
}

void SdfReader::read_frames() {
  for (const FrameEntry& written : frames_.frames()) {
    const PoseGraph::Node& node = frames_.graph().node(written.node);
    Frame frame;
    frame.name = node.name;
    frame.link = frames_.link_ref(node.body, node.range);
    frame.origin = frames_.pose_in(written.node, node.body);
    frame.range = written.element->range;
    frame.name_range = node.range;
    model_.frames.push_back(std::move(frame));
  }
}

// Nothing of a static model moves in SDF.
void SdfReader::report_moving_statics() {
  std::set<const XmlElement*> told;
  for (const JointEntry& joint : frames_.joints()) {
    const XmlElement* is_static = frames_.static_of(frames_.graph().node(joint.node).scope);
    if (joint.model_joint == kNoJoint || is_static == nullptr || !told.insert(is_static).second) continue;
    const Joint& read = model_.joints[joint.model_joint];
    if (moves(read.type))
      elements_.lost(is_static->range, concat("<static> cannot stop the joints of a robot: joint '",
                                              read.name, "' and those like it move"));
  }
}

}  // namespace romas::sdf
