// Links of SDF: inertia, shapes, materials, and what <gazebo> says about them.
#include <unordered_set>

#include "backends/sdf/sdf_document.h"
#include "support/text.h"

namespace romas::sdf {

namespace {

class LinkWriter {
 public:
  LinkWriter(Document& document, LinkId id)
      : document_(document), xml_(document.xml), id_(id), link_(document.model.link(id)) {}

  void write() {
    const XmlScope element(xml_, "link");
    xml_.attribute("name", document_.names.links[id_.index()]);
    place();
    flag(GazeboProperty::self_collide, "self_collide");
    gravity();
    velocity_decay();
    inertial();
    for (const Visual& visual : link_.visuals) write_visual(visual);
    for (const Collision& collision : link_.collisions) write_collision(collision);
    write_sensors(document_, id_, {});
    unused_properties();
  }

 private:
  const GazeboValue* property(GazeboProperty wanted) const { return gazebo_value(document_, id_, wanted); }

  void flag(GazeboProperty wanted, std::string_view name) {
    if (const GazeboValue* value = property(wanted)) xml_.text_element(name, gazebo_text(*value));
  }

  // The link's frame is its joint's frame; a free body says where it stands.
  void place() {
    const JointId parent_joint = document_.tree.parent_joint(id_);
    if (!parent_joint) return;
    const Joint& joint = document_.model.joint(parent_joint);
    if (joint.type == JointType::floating) {
      write_pose(document_, joint.origin, document_.frame_of(joint.parent.id));
    } else {
      write_pose(document_, {}, document_.names.joints[parent_joint.index()]);
    }
  }

  void gravity() {
    if (const GazeboValue* value = property(GazeboProperty::gravity)) {
      xml_.text_element("gravity", gazebo_text(*value));
    } else if (const GazeboValue* off = property(GazeboProperty::turn_gravity_off)) {
      xml_.text_element("gravity", std::get<bool>(off->value) ? "false" : "true");
    }
  }

  void velocity_decay() {
    const GazeboValue* value = property(GazeboProperty::damping_factor);
    if (value == nullptr) return;
    const XmlScope decay(xml_, "velocity_decay");
    xml_.text_element("linear", gazebo_text(*value));
    xml_.text_element("angular", gazebo_text(*value));
  }

  // Always written: a link without inertial would become one of 1 kg.
  void inertial() {
    const XmlScope element(xml_, "inertial");
    if (link_.inertial) write_pose(document_, link_.inertial->origin);
    const Inertial none;
    const Inertial& inertial = link_.inertial ? *link_.inertial : none;
    write_number(document_, "mass", inertial.mass);
    const XmlScope tensor(xml_, "inertia");
    write_number(document_, "ixx", inertial.inertia.ixx);
    write_number(document_, "ixy", inertial.inertia.ixy);
    write_number(document_, "ixz", inertial.inertia.ixz);
    write_number(document_, "iyy", inertial.inertia.iyy);
    write_number(document_, "iyz", inertial.inertia.iyz);
    write_number(document_, "izz", inertial.inertia.izz);
  }

  // SDF wants a name, unique among the shapes of one kind in the link.
  std::string shape_name(const std::optional<std::string>& given, std::string_view kind,
                         std::unordered_set<std::string>& taken) {
    const std::string base = given && !given->empty() ? *given : concat(link_.name, "_", kind);
    std::string name = base;
    for (int i = 1; taken.contains(name); ++i) name = concat(base, "_", i);
    taken.insert(name);
    return name;
  }

  void write_visual(const Visual& visual) {
    const XmlScope element(xml_, "visual");
    xml_.attribute("name", shape_name(visual.name, "visual", visual_names_));
    write_pose(document_, visual.origin);
    if (const GazeboValue* retro = property(GazeboProperty::laser_retro))
      xml_.text_element("laser_retro", gazebo_text(*retro));
    geometry(visual.geometry);
    material(visual);
  }

  void write_collision(const Collision& collision) {
    const XmlScope element(xml_, "collision");
    xml_.attribute("name", shape_name(collision.name, "collision", collision_names_));
    write_pose(document_, collision.origin);
    if (const GazeboValue* retro = property(GazeboProperty::laser_retro))
      xml_.text_element("laser_retro", gazebo_text(*retro));
    if (const GazeboValue* contacts = property(GazeboProperty::max_contacts))
      xml_.text_element("max_contacts", gazebo_text(*contacts));
    geometry(collision.geometry);
    surface();
  }

  void geometry(const Geometry& geometry) {
    const XmlScope element(xml_, "geometry");
    std::visit(*this, geometry.shape);
  }

 public:
  // one for each shape
  void operator()(const Box& box) {
    const XmlScope element(xml_, "box");
    xml_.text_element("size", number_words(box.size));
  }
  void operator()(const Cylinder& cylinder) {
    const XmlScope element(xml_, "cylinder");
    write_number(document_, "radius", cylinder.radius);
    write_number(document_, "length", cylinder.length);
  }
  void operator()(const Sphere& sphere) {
    const XmlScope element(xml_, "sphere");
    write_number(document_, "radius", sphere.radius);
  }
  void operator()(const Capsule& capsule) {
    const XmlScope element(xml_, "capsule");
    write_number(document_, "radius", capsule.radius);
    write_number(document_, "length", capsule.length);
  }
  void operator()(const Ellipsoid& ellipsoid) {
    const XmlScope element(xml_, "ellipsoid");
    xml_.text_element("radii", number_words(ellipsoid.radii));
  }
  void operator()(const Mesh& mesh) {
    const XmlScope element(xml_, "mesh");
    xml_.text_element("uri", rebase_path(mesh.filename, document_.context.options));
    if (mesh.scale) xml_.text_element("scale", number_words(*mesh.scale));
  }

 private:
  // The colour and texture of a visual: its own, else those of the robot's material of that name, else what
  // <gazebo> says.
  void material(const Visual& visual) {
    const GazeboValue* script = property(GazeboProperty::material);
    const Color* color = nullptr;
    const Texture* texture = nullptr;
    if (visual.material) {
      const MaterialUse& use = *visual.material;
      if (use.color) color = &*use.color;
      if (use.texture) texture = &*use.texture;
      const MaterialId shared = use.name ? document_.model.find_material(*use.name) : MaterialId();
      if (shared && color == nullptr && texture == nullptr) {
        const Material& material = document_.model.materials[shared.index()];
        if (material.color) color = &*material.color;
        if (material.texture) texture = &*material.texture;
      }
    }
    if (color == nullptr && texture == nullptr && script == nullptr) return;
    const XmlScope element(xml_, "material");
    if (script != nullptr) {
      const XmlScope inner(xml_, "script");
      xml_.text_element("uri", "file://media/materials/scripts/gazebo.material");
      xml_.text_element("name", gazebo_text(*script));
    }
    if (color != nullptr) {
      xml_.text_element("ambient", number_words(color->rgba));
      xml_.text_element("diffuse", number_words(color->rgba));
    }
    if (texture != nullptr) {
      const XmlScope pbr(xml_, "pbr");
      const XmlScope metal(xml_, "metal");
      xml_.text_element("albedo_map", rebase_path(texture->filename, document_.context.options));
    }
  }

  struct SurfaceRow {
    GazeboProperty property;
    std::string_view name;
  };

  void rows(std::string_view group, std::initializer_list<SurfaceRow> wanted) {
    bool any = false;
    for (const SurfaceRow& row : wanted) any = any || property(row.property) != nullptr;
    if (!any) return;
    const XmlScope outer(xml_, group);
    const XmlScope ode(xml_, "ode");
    for (const SurfaceRow& row : wanted)
      if (const GazeboValue* value = property(row.property)) xml_.text_element(row.name, gazebo_text(*value));
  }

  void surface() {
    using enum GazeboProperty;
    bool any = false;
    for (const GazeboProperty wanted : {mu1, mu2, fdir1, kp, kd, max_vel, min_depth})
      any = any || property(wanted) != nullptr;
    if (!any) return;
    const XmlScope element(xml_, "surface");
    rows("friction", {{mu1, "mu"}, {mu2, "mu2"}, {fdir1, "fdir1"}});
    rows("contact", {{kp, "kp"}, {kd, "kd"}, {max_vel, "max_vel"}, {min_depth, "min_depth"}});
  }

  // Properties of shapes have nowhere to go in a link without shapes.
  void unused_properties() {
    using enum GazeboProperty;
    if (link_.collisions.empty())
      for (const GazeboProperty wanted : {mu1, mu2, fdir1, kp, kd, max_vel, min_depth, max_contacts})
        if (const GazeboValue* value = property(wanted))
          document_.lost(value->range, concat("<", gazebo_property_info(wanted).name,
                                              "> belongs to a collision shape in SDF, and link '", link_.name,
                                              "' has none"));
    if (link_.visuals.empty())
      if (const GazeboValue* value = property(GazeboProperty::material))
        document_.lost(value->range,
                       concat("<material> belongs to a visual in SDF, and link '", link_.name, "' has none"));
    if (link_.visuals.empty() && link_.collisions.empty())
      if (const GazeboValue* value = property(laser_retro))
        document_.lost(value->range, concat("<laserRetro> belongs to a shape in SDF, and link '", link_.name,
                                            "' has none"));
  }

  Document& document_;
  XmlWriter& xml_;
  LinkId id_;
  const Link& link_;
  std::unordered_set<std::string> visual_names_, collision_names_;
};

}  // namespace

void write_links(Document& document) {
  for (std::size_t i = 0; i < document.model.links.size(); ++i)
    if (LinkId(i) != document.world) LinkWriter(document, LinkId(i)).write();
}

}  // namespace romas::sdf
