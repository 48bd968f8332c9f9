#include "ir/assembly/assembly.h"

#include <Eigen/Geometry>

#include "support/text/text.h"

namespace romas {

Connection connect(const Contact& parent, SignedAxis parent_matched, const Contact& child,
                   SignedAxis child_matched) {
  const auto opposite = [](SignedAxis axis) {
    return static_cast<SignedAxis>(static_cast<unsigned>(axis) ^ 1U);
  };
  Connection connection;
  connection.R_pc = {opposite(parent.rot_axis), parent_matched, child.rot_axis, child_matched};
  const Matrix3 R = TransformExpr(connection.R_pc).evaluate().R;
  const Vector3 r = unit_vector(parent.rot_axis);
  const Vector3 zero_p = unit_vector(parent.zero_axis);
  const Vector3 zero_c = R * unit_vector(child.zero_axis);
  // Both zeroAxes are coordinate axes perpendicular to r: sine and cosine are exactly 0 or ±1.
  const double sine = r.dot(zero_p.cross(zero_c));
  const double cosine = zero_p.dot(zero_c);
  connection.difference_quarters = sine != 0 ? static_cast<int>(sine) : (cosine > 0 ? 0 : 2);
  return connection;
}

std::string block_file(const Block& block, const std::string& file) {
  const bool anchored = file.starts_with('/') || file.find("://") != std::string::npos;
  return block.folder.empty() || anchored ? file : concat(block.folder, "/", file);
}

std::vector<BlockLink> links_of_blocks(const Model& model) {
  std::vector<BlockLink> links;
  for (const Part& part : model.parts)
    if (part.link && part.block) links.push_back({part.link, part.block});
  if (model.parts.empty() && model.blocks.size() == 1 && !model.links.empty())
    links.push_back({LinkId(0), BlockId(0)});
  // A link whose shape was replaced by a transform no longer shows the file of its Block.
  std::erase_if(links, [&](const BlockLink& one) {
    const Block& block = model.blocks[one.block.index()];
    const auto& visuals = model.link(one.link).visuals;
    const auto* mesh = visuals.empty() ? nullptr : std::get_if<Mesh>(&visuals.front().geometry.shape);
    return mesh == nullptr || !block.shape || mesh->filename != block_file(block, block.shape->file);
  });
  return links;
}

namespace {

std::string link_name(const Model& model, const Part& part) {
  return concat(model.blocks[part.block.index()].name, "_", part.id);
}

TransformExpr position(const Number3& xyz) { return TransformExpr::XyzRpy{xyz, std::nullopt}; }

// A rotation of some degrees, or a shift of some metres, about or along a coordinate axis.
TransformExpr joint_displacement(PartJointType type, SignedAxis axis, Number amount) {
  if (amount.value() == 0) return {};
  const auto index = static_cast<std::size_t>(axis);
  Number3 components{};
  components[index / 2] = index % 2 == 0 ? amount : Number(-amount.value());
  if (type == PartJointType::prismatic) return position(components);
  return TransformExpr::XyzRpy{std::nullopt, components, TransformExpr::AngleUnit::degree};
}

// Copies inertia and shapes of a Block to a link, re-expressed by X_Lb: the pose of the Block's {b} in the
// link's frame.
void fill_link(Model& model, Link& link, const Block& block, const TransformExpr& X_Lb) {
  if (block.shape) {
    Visual visual;
    visual.origin = TransformExpr::compose({X_Lb, block.shape->pose});
    visual.geometry = {Mesh{block_file(block, block.shape->file), std::nullopt, block.shape->range},
                       block.shape->range};
    visual.range = block.shape->range;
    if (block.diffuse) {
      const std::string name = concat(block.name, "_diffuse");
      visual.material = MaterialUse{name, std::nullopt, std::nullopt, block.shape->range, block.shape->range};
      if (!model.find_material(name)) {
        model.materials.push_back({name, std::nullopt,
                                   Texture{block_file(block, *block.diffuse), block.range}, block.range,
                                   block.range});
        model.rebuild_index();
      }
    }
    link.visuals.push_back(std::move(visual));
  }
  if (block.mass && block.inertia) {
    Inertial inertial;
    inertial.origin = TransformExpr::compose({X_Lb, block.com ? position(*block.com) : TransformExpr()});
    inertial.mass = *block.mass;
    inertial.inertia = *block.inertia;
    inertial.range = inertial.origin_range = inertial.mass_range = block.inertia->range;
    link.inertial = std::move(inertial);
  }
}

class AssemblyBuilder {
 public:
  AssemblyBuilder(Model& model, const AssemblyOptions& options) : model_(model), options_(options) {}

  void run() {
    std::vector<std::vector<bool>> used(model_.parts.size());
    for (std::size_t i = 0; i < model_.parts.size(); ++i) used[i].resize(block(i).contacts.size(), false);
    for (std::size_t i = 0; i < model_.parts.size(); ++i) {
      add_link(i);
      const Part& part = model_.parts[i];
      if (part.parent_id < 0) continue;
      add_joint(i);
      used[static_cast<std::size_t>(part.parent_id)][static_cast<std::size_t>(part.parent_contact)] = true;
      used[i][static_cast<std::size_t>(part.child_contact)] = true;
    }
    for (std::size_t i = 0; i < model_.parts.size(); ++i) add_frames(i, used[i]);
    model_.rebuild_index();
  }

 private:
  const Block& block(std::size_t part) const { return model_.blocks[model_.parts[part].block.index()]; }
  const Contact& contact(std::size_t part, int index) const {
    return block(part).contacts[static_cast<std::size_t>(index)];
  }

  // X_bL: the link frame of a part in its Block's {b}.
  TransformExpr link_in_body(std::size_t i) const {
    const Part& part = model_.parts[i];
    return part.parent_id < 0 ? TransformExpr() : contact(i, part.child_contact).pose;
  }
  TransformExpr body_in_link(std::size_t i) const { return TransformExpr::inverse(link_in_body(i)); }

  void add_link(std::size_t i) {
    Part& part = model_.parts[i];
    Link link;
    link.name = link_name(model_, part);
    link.range = part.range;
    link.name_range = part.range;
    fill_link(model_, link, block(i), body_in_link(i));
    part.link = LinkId(model_.links.size());
    model_.links.push_back(std::move(link));
  }

  void add_joint(std::size_t i) {
    Part& part = model_.parts[i];
    const auto parent = static_cast<std::size_t>(part.parent_id);
    const Contact& p = contact(parent, part.parent_contact);
    const Contact& c = contact(i, part.child_contact);
    const Connection connection = connect(p, part.parent_matched_axis, c, part.child_matched_axis);

    Joint joint;
    joint.name = concat("joint_", part.id);
    joint.range = joint.name_range = joint.type_range = joint.origin_range = part.range;
    joint.parent = {model_.link(model_.parts[parent].link).name, part.range, model_.parts[parent].link};
    joint.child = {model_.link(part.link).name, part.range, part.link};
    joint.origin = TransformExpr::compose(
        {body_in_link(parent), p.pose, zero_displacement(part, p, connection), connection.R_pc});
    if (part.joint_type != PartJointType::fixed) {
      joint.type = part.joint_type == PartJointType::revolute ? JointType::continuous : JointType::prismatic;
      const Vector3 axis = -unit_vector(c.rot_axis);
      joint.axis = JointAxis{{axis.x() + 0.0, axis.y() + 0.0, axis.z() + 0.0}, part.range};
      if (joint.type == JointType::prismatic && options_.default_limit) {
        JointLimit limit;
        limit.lower = options_.default_limit->lower;
        limit.upper = options_.default_limit->upper;
        if (options_.default_limit->effort) limit.effort = *options_.default_limit->effort;
        if (options_.default_limit->velocity) limit.velocity = *options_.default_limit->velocity;
        limit.range = part.range;
        joint.limit = limit;
      }
    }
    part.joint = JointId(model_.joints.size());
    model_.joints.push_back(std::move(joint));
  }

  // The motion d at q = 0: offset - difference for a revolute joint, offset for a prismatic one; nothing if
  // zero is assembled.
  TransformExpr zero_displacement(const Part& part, const Contact& p, const Connection& connection) const {
    if (options_.zero_is_assembled || part.joint_type == PartJointType::fixed) return {};
    const Number offset = part.offset.value_or(Number(0));
    if (part.joint_type == PartJointType::prismatic || connection.difference_quarters == 0)
      return joint_displacement(part.joint_type, p.rot_axis, offset);
    return joint_displacement(part.joint_type, p.rot_axis,
                              Number(offset.value() - 90.0 * connection.difference_quarters));
  }

  void add_frames(std::size_t i, const std::vector<bool>& used) {
    const Part& part = model_.parts[i];
    const std::string& link = model_.link(part.link).name;
    const auto add = [&](std::string name, TransformExpr origin, Frame::Origin kind, SourceRange range) {
      model_.frames.push_back(
          {std::move(name), {link, part.range, part.link}, std::move(origin), kind, range, range});
    };
    if (part.parent_id >= 0)
      add(concat(link, "_body"), body_in_link(i), Frame::Origin::block_body, part.range);
    for (std::size_t k = 0; k < used.size(); ++k) {
      if (used[k]) continue;
      const Contact& contact = block(i).contacts[k];
      add(concat(link, "_contact_", k), TransformExpr::compose({body_in_link(i), contact.pose}),
          Frame::Origin::contact, contact.range);
    }
  }

  Model& model_;
  const AssemblyOptions& options_;
};

}  // namespace

void build_assembly(Model& model, const AssemblyOptions& options) { AssemblyBuilder(model, options).run(); }

void build_block_robot(Model& model) {
  const Block& block = model.blocks.front();
  Link link;
  link.name = block.name.empty() ? concat("block_", block.id) : block.name;
  link.range = block.range;
  link.name_range = block.id_range;
  fill_link(model, link, block, {});
  for (std::size_t k = 0; k < block.contacts.size(); ++k) {
    const Contact& contact = block.contacts[k];
    model.frames.push_back({concat(link.name, "_contact_", k),
                            {link.name, block.range, LinkId(0)},
                            contact.pose,
                            Frame::Origin::contact,
                            contact.range,
                            contact.range});
  }
  model.links.push_back(std::move(link));
  model.rebuild_index();
}

}  // namespace romas
