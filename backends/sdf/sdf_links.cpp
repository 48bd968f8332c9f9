// Links of SDF: inertia, shapes, materials, and properties from <gazebo>.
#include <unordered_set>

#include "backends/sdf/sdf_document.h"
#include "backends/sdf/shape_additions.h"
#include "ir/model/child_place.h"
#include "ir/model/link_fields.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

class LinkWriter {
 public:
  LinkWriter(Document& document, LinkId id)
      : document_(document),
        id_(id),
        link_(document.model.link(id)),
        find_{document, id},
        to_visuals_(document, id, ShapeKind::visual),
        to_collisions_(document, id, ShapeKind::collision) {}

  void write(const Element<"model">& model) {
    const auto element = model.open<"link">();
    element.attribute("name", document_.names.links[id_.index()]);
    place(element);
    element.property<"self_collide">(find_);
    gravity(element);
    velocity_decay(element);
    inertial(element);
    for (std::size_t i = 0; i < link_.visuals.size(); ++i) write_visual(element, i);
    write_own_shapes<"visual">(element, to_visuals_, ShapeKind::visual);
    for (std::size_t i = 0; i < link_.collisions.size(); ++i) write_collision(element, i);
    write_own_shapes<"collision">(element, to_collisions_, ShapeKind::collision);
    write_sensors(document_, id_, {});
    write_foreign(document_, id_);
    unused_properties();
  }

 private:
  // The link's frame is its joint's frame; a free body has a pose of its own.
  void place(const Element<"link">& element) {
    const JointId parent_joint = document_.tree.parent_joint(id_);
    if (!parent_joint) return;
    const Joint& joint = document_.model.joint(parent_joint);
    if (joint.type == JointType::floating) {
      element.pose(joint.origin, document_.frame_of(joint.parent.id));
    } else {
      element.pose({}, document_.names.joints[parent_joint.index()]);
    }
  }

  void gravity(const Element<"link">& element) {
    const GazeboValue* off = find_(GazeboProperty::turn_gravity_off);
    const GazeboValue* on = find_(GazeboProperty::gravity);
    if (off == nullptr || on != nullptr) element.property<"gravity">(find_);
    if (off == nullptr) return;
    const bool has_gravity = !std::get<bool>(off->value);
    if (on == nullptr)
      element.text<"gravity">(has_gravity ? "true" : "false");
    else if (std::get<bool>(on->value) != has_gravity)
      document_.lost(off->range, concat("<turnGravityOff> of link '", link_.name,
                                        "' contradicts its <gravity>, which is used"));
  }

  void velocity_decay(const Element<"link">& element) {
    const GazeboValue* value = find_(GazeboProperty::damping_factor);
    if (value == nullptr) return;
    const auto decay = element.open<"velocity_decay">();
    decay.text<"linear">(gazebo_text(*value));
    decay.text<"angular">(gazebo_text(*value));
  }

  // Always written: a link without inertial would become one of 1 kg.
  void inertial(const Element<"link">& link) {
    const auto element = link.open<"inertial">();
    const Inertial none;
    // A body without mass has no centre of mass when it is read again.
    const bool is_centre_idle = link_.inertial && link_.inertial->mass.value() == 0 &&
                                link_.inertial->inertia.matrix().isZero(0) &&
                                !link_.inertial->origin.evaluate().is_identity();
    if (is_centre_idle) {
      document_.rewritten(link_.inertial->range,
                          concat("link '", link_.name, "' has mass 0, so its centre of mass is left out"));
      document_.context.changes.allow(EntityKind::link, document_.names.links[id_.index()], "centre of mass");
    } else if (link_.inertial) {
      element.pose(link_.inertial->origin);
    }
    const Inertial& inertial = link_.inertial ? *link_.inertial : none;
    element.fields(inertial);
    element.open<"inertia">().fields(inertial.inertia);
  }

  // SDF requires a name that is unique among the shapes of one kind in the link.
  std::string shape_name(const std::optional<std::string>& given, ShapeKind kind, std::size_t index,
                         SourceRange range) {
    const bool named = given && !given->empty();
    const bool visual = kind == ShapeKind::visual;
    const std::string_view element = to_string(kind);
    const std::string name = unique_name(given, kind);
    if (given && name != *given) {
      if (named)
        document_.rewritten(
            range, concat("a second ", element, " '", *given, "' of link '", link_.name, "' is called '",
                          name, "' in SDF, where names of shapes are unique"));
      document_.context.changes.rename_shape(child_place(entity_place(EntityKind::link, id_.index()),
                                                         visual ? Slot::visual : Slot::collision, index),
                                             name);
    }
    return name;
  }

  // Shapes that the <gazebo> elements of the link describe in SDF's words.
  template <Name kShape>
  void write_own_shapes(const Element<"link">& link, const ShapeAdditions& additions, ShapeKind kind) {
    for (const Extension* shape : additions.own_shapes()) {
      const auto element = link.open<kShape>();
      std::optional<std::string> name;
      for (const auto& [key, value] : shape->tree->attributes)
        if (key == "name") name = value;
      element.attribute("name", unique_name(name, kind));
      additions.write_own(*shape);
    }
  }

  std::string unique_name(const std::optional<std::string>& given, ShapeKind kind) {
    std::unordered_set<std::string>& taken = kind == ShapeKind::visual ? visual_names_ : collision_names_;
    const std::string base = given && !given->empty() ? *given : concat(link_.name, "_", to_string(kind));
    std::string name = base;
    for (int i = 1; !taken.insert(name).second; ++i) name = concat(base, "_", i);
    return name;
  }

  void write_visual(const Element<"link">& link, std::size_t index) {
    const Visual& visual = link_.visuals[index];
    const auto element = link.open<"visual">();
    element.attribute("name", shape_name(visual.name, ShapeKind::visual, index, visual.range));
    element.pose(visual.origin);
    element.properties(find_);
    geometry(element.open<"geometry">(), visual.geometry, visual.range);
    if (!to_visuals_.has("material")) material(element, visual);
    to_visuals_.write();
  }

  void write_collision(const Element<"link">& link, std::size_t index) {
    const Collision& collision = link_.collisions[index];
    const auto element = link.open<"collision">();
    element.attribute("name", shape_name(collision.name, ShapeKind::collision, index, collision.range));
    element.pose(collision.origin);
    element.properties(find_);
    geometry(element.open<"geometry">(), collision.geometry, collision.range);
    surface(element);
    to_collisions_.write();
  }

  void geometry(const Element<"geometry">& element, const Geometry& geometry, SourceRange range) {
    if (const auto* mesh = std::get_if<Mesh>(&geometry.shape);
        mesh != nullptr && trim(mesh->filename).empty()) {
      document_.lost(range, concat("a shape of link '", link_.name, "' is left out: its mesh names no file"));
      document_.xml.verbatim("<empty/>");
      return;
    }
    const auto write = [&]<class Kind>(const Kind& shape) {
      constexpr Name kWord(FieldsOf<Kind>::kWord.data());
      const auto inside = element.open<kWord>();
      if constexpr (std::is_same_v<Kind, Mesh>) inside.template text<"uri">(document_.file(shape.filename));
      inside.fields(shape);
    };
    std::visit(write, geometry.shape);
  }

  // The colour and texture of a visual: its own, else those of the robot's material of that name, else those
  // from <gazebo>.
  void material(const Element<"visual">& outer, const Visual& visual) {
    const GazeboValue* script = find_(GazeboProperty::material);
    const auto [color, texture] =
        visual.material ? document_.materials.look(*visual.material) : SeenMaterials::Look();
    if (color == nullptr && texture == nullptr && script == nullptr) return;
    const auto element = outer.open<"material">();
    if (script != nullptr) {
      const auto inner = element.open<"script">();
      inner.text<"uri">(kMaterialScript);
      inner.properties(find_);
    }
    if (color != nullptr) {
      element.numbers<"ambient">(color->rgba);
      element.numbers<"diffuse">(color->rgba);
    }
    if (texture != nullptr)
      element.open<"pbr">().open<"metal">().text<"albedo_map">(document_.file(texture->filename));
  }

  void surface(const Element<"collision">& collision) {
    const bool rubs = find_.any("friction/ode");
    const bool touches = find_.any("contact/ode");
    if (!rubs && !touches) return;
    const auto element = collision.open<"surface">();
    if (rubs) element.open<"friction">().open<"ode">().properties(find_);
    if (touches) element.open<"contact">().open<"ode">().properties(find_);
  }

  // Properties of shapes are lost in a link without shapes.
  void unused_properties() {
    const auto unused = [&](const Child& child) {
      const GazeboProperty wanted = *child.property;
      if (wanted == GazeboProperty::laser_retro) return;  // of any shape
      if (const GazeboValue* value = find_(wanted))
        document_.lost(value->range,
                       concat("<", gazebo_property_info(wanted).name,
                              "> belongs to a collision shape in SDF, but link '", link_.name, "' has none"));
    };
    if (link_.collisions.empty())
      for (const std::string_view place : {"friction/ode", "contact/ode", "collision"})
        for_each_property(place, unused);
    if (link_.visuals.empty())
      if (const GazeboValue* value = find_(GazeboProperty::material))
        document_.lost(value->range,
                       concat("<material> belongs to a visual in SDF, but link '", link_.name, "' has none"));
    if (link_.visuals.empty() && link_.collisions.empty())
      if (const GazeboValue* value = find_(GazeboProperty::laser_retro))
        document_.lost(value->range, concat("<laserRetro> belongs to a shape in SDF, but link '", link_.name,
                                            "' has none"));
  }

  Document& document_;
  LinkId id_;
  const Link& link_;
  const FindProperty<LinkId> find_;
  const ShapeAdditions to_visuals_, to_collisions_;
  std::unordered_set<std::string> visual_names_, collision_names_;
};

}  // namespace

void write_links(Document& document, const Element<"model">& model) {
  for (std::size_t i = 0; i < document.model.links.size(); ++i)
    if (LinkId(i) != document.world) LinkWriter(document, LinkId(i)).write(model);
}

}  // namespace romas::sdf
