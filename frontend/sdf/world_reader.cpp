// A world as one model: its root link is the world, and its models are branches of it. Links of static models
// that hang on no joint are fixed to the world, all others move freely in it.
#include "frontend/sdf/sdf_reader.h"

namespace romas::sdf {

void SdfReader::read_world(const XmlElement& world) {
  const XmlAttribute* name = world.attribute("name");
  model_.name = attribute_text(world, "name");
  model_.layout.format = "sdf";
  model_.range = world.range;
  model_.name_range = name == nullptr ? world.start_tag : name->value.range;
  schema_.set_subject("robot", model_.name);
  collect_world(world);
  read_parts();
  report_moving_statics();
}

void SdfReader::collect_world(const XmlElement& world) {
  is_world_ = has_world_ = true;
  PoseGraph::Node node;
  node.kind = PoseGraph::Kind::model;
  node.range = world.start_tag;
  graph_.add_model(0, {}, std::move(node));
  graph_.set_world();
  static_of_scope_.assign(1, nullptr);
  read_children<"world">(world, on<"model">([&](const XmlElement& part) { collect_model(part, 0); }),
                         on<"frame">([&](const XmlElement& part) { collect_frame(part, 0); }),
                         on<"joint">([&](const XmlElement& part) { collect_joint(part, 0); }),
                         on<"include">([&](const XmlElement&) { graph_.set_incomplete(0); }),
                         on<"gravity">([&](const XmlElement& part) { set_gravity(part.text); }));
}

std::map<const XmlElement*, RigidTransform> SdfReader::model_poses(const XmlElement& world) {
  collect_world(world);
  std::map<const XmlElement*, RigidTransform> poses;
  if (!graph_.resolve()) return poses;
  for (const auto& [element, node] : node_of_model_) poses.emplace(element, graph_.node(node).X_MF);
  return poses;
}

bool SdfReader::is_static(PoseGraph::ScopeId scope) const {
  return is_world_ && static_of_scope_[scope] != nullptr;
}

// Nothing of a static model moves in SDF.
void SdfReader::report_moving_statics() {
  std::set<const XmlElement*> told;
  for (const JointEntry& joint : joints_) {
    const PoseGraph::ScopeId scope = graph_.node(joint.node).scope;
    if (joint.model_joint == kNoJoint || !is_static(scope) || !told.insert(static_of_scope_[scope]).second)
      continue;
    const Joint& read = model_.joints[joint.model_joint];
    if (moves(read.type))
      lost(static_of_scope_[scope]->range, concat("<static> cannot stop the joints of a robot: joint '",
                                                  read.name, "' and those like it move"));
  }
}

}  // namespace romas::sdf
