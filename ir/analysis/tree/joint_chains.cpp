#include "ir/analysis/tree/joint_chains.h"

#include "ir/model/visit.h"

namespace romas {

namespace {

bool turns(JointType type) {
  return type == JointType::revolute || type == JointType::continuous || type == JointType::ball;
}

bool joins_a_chain(JointType type) { return turns(type) || type == JointType::prismatic; }

// By link: whether nothing but joints refers to it and it holds nothing.
std::vector<bool> bare_links(const Model& model) {
  std::vector<bool> bare(model.links.size());
  for (std::size_t i = 0; i < bare.size(); ++i) {
    const Link& link = model.links[i];
    bare[i] = !link.inertial && link.visuals.empty() && link.collisions.empty();
  }
  const auto used = [&](LinkId link) {
    if (link) bare[link.index()] = false;
  };
  for_each_link_ref(model, [&](const LinkRef& ref, EntityKind owner, std::size_t) {
    if (owner != EntityKind::joint) used(ref.id);
  });
  for (const Gazebo& gazebo : model.gazebos) used(gazebo.link);
  for (const Extension& extension : model.extensions)
    if (extension.owner.kind == EntityKind::link) used(LinkId(extension.owner.index));
  return bare;
}

}  // namespace

std::vector<bool> links_between_joints(const Model& model, const KinematicTree& tree) {
  std::vector<bool> between = bare_links(model);
  // By link: whether the joint that carries it turns, or one that follows in its chain.
  std::vector<bool> turns_below(model.links.size());
  for (auto at = tree.order().rbegin(); at != tree.order().rend(); ++at) {
    const LinkId link = *at;
    const JointId above = tree.parent_joint(link);
    const auto below = tree.child_joints(link);
    if (!above) {
      between[link.index()] = false;
      continue;
    }
    const JointType type = model.joint(above).type;
    bool follows = false;  // a joint that turns
    if (between[link.index()] && below.size() == 1 && joins_a_chain(type)) {
      const Joint& next = model.joint(below.front());
      follows = turns_below[next.child.id.index()];
      between[link.index()] = joins_a_chain(next.type) && !(type == JointType::ball && follows) &&
                              next.origin.evaluate().R == Matrix3::Identity();
    } else {
      between[link.index()] = false;
    }
    turns_below[link.index()] = turns(type) || (between[link.index()] && follows);
  }
  for (std::size_t i = 0; i < between.size(); ++i)
    if (!tree.reached(LinkId(i))) between[i] = false;
  return between;
}

}  // namespace romas
