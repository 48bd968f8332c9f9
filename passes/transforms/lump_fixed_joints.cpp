// lump-fixed-joints(mode=all|massless|none): links behind fixed joints become part of the link they are fixed
// to; massless: only those without mass and tensor. Each stays reachable as a named frame; inertias are
// summed exactly, visuals, collisions, child joints, frames, sensors, loop joints and forces move along with
// their poses.
//
// Nothing gets lost. A joint stays, with its link, where
// - something refers to it: a sensor, transmission, mimic, ros2_control or <gazebo> element, or unknown
// content inside of it;
// - its parent is the root link 'world', so that it says how the robot is mounted;
// - a <gazebo> element of its link holds a sensor, plugin or other foreign content, which is about the link's
// own frame;
// - its link carries a Wing, whose axes are its link's, or the link's name is that of a frame or of another
// link;
// - the numbers do not add up (a negative mass, magnitudes near the ends of double).
// A <gazebo> element of a lumped link, with properties alone: those of the body (gravity, selfCollide, …) are
// then said of the link it was lumped into, as Gazebo does it, unless that link says otherwise (RM1901);
// those of shapes keep their reference, which then names the frame, and are reported (RM1901), as is unknown
// content inside of the link's <inertial>.
#include <map>

#include "ir/model/edit.h"
#include "ir/model/visit.h"
#include "passes/pass/pass_functions.h"
#include "passes/transforms/lump_plan.h"
#include "support/text/text.h"

namespace romas {

namespace {

// A pose in a link as a pose in the link it was lumped into.
TransformExpr moved(const RigidTransform& X_TL, const TransformExpr& origin) {
  if (X_TL.is_identity()) return origin;
  return plain_transform(X_TL * origin.evaluate());
}

// Gives a link the inertia (in the link's frame): mass, centre of mass, and a tensor along the link's axes.
void set_inertia(Link& link, const SpatialInertia& inertia) {
  const auto range = link.inertial ? link.inertial->range : Provenance();
  Inertial result;
  result.range = range;
  if (inertia.com != Vector3::Zero()) result.origin = plain_transform({Matrix3::Identity(), inertia.com});
  const Matrix3& I = inertia.tensor;
  result.mass = inertia.mass;
  result.inertia = {I(0, 0), I(0, 1) + 0.0, I(0, 2) + 0.0, I(1, 1), I(1, 2) + 0.0, I(2, 2), {}};
  link.inertial = result;
}

// A property of a rigid body, not of its shapes.
bool is_of_body(GazeboProperty property) {
  return property == GazeboProperty::self_collide || property == GazeboProperty::gravity ||
         property == GazeboProperty::turn_gravity_off || property == GazeboProperty::damping_factor;
}

bool in_inertial(Slot slot) {
  return slot == Slot::inertial || slot == Slot::inertial_origin || slot == Slot::mass ||
         slot == Slot::inertia;
}
bool in_visual(Slot slot) { return slot >= Slot::visual && slot <= Slot::visual_texture; }
bool in_collision(Slot slot) { return slot >= Slot::collision && slot <= Slot::collision_shape; }

class Lumper {
 public:
  Lumper(Model& model, const LumpPlan& plan, DiagnosticEngine& diagnostics)
      : model_(model), plan_(plan), diagnostics_(diagnostics), where_(model.links.size()) {}
  void run();

 private:
  void report_losses();
  void report_gazebo_losses();
  void carry_gazebos();
  void carry_gazebo(std::size_t index);
  void move_shapes(LinkId from);
  void sum_inertias();
  void move_attachments();
  void move_references();
  void add_frames();
  void relocate();
  void remove();
  std::optional<Place> new_place(const Place& place) const;

  // Indices at which the content of a lumped link was inserted.
  struct Where {
    std::uint32_t first_visual = 0, first_collision = 0;  // in the target's lists
    std::uint32_t frame = 0;
  };

  Model& model_;
  const LumpPlan& plan_;
  DiagnosticEngine& diagnostics_;
  std::vector<Where> where_;
  // The values that <gazebo> elements give to the bodies of links that stay, by index of the link.
  std::map<std::pair<std::size_t, GazeboProperty>, GazeboValue> said_;
};

void Lumper::run() {
  report_losses();
  report_gazebo_losses();
  carry_gazebos();
  sum_inertias();
  for (const auto& lumped : plan_.lumped()) move_shapes(lumped.link);
  add_frames();
  move_attachments();
  relocate();
  move_references();
  remove();
}

void Lumper::report_losses() {
  for (const Extension& extension : model_.extensions) {
    if (extension.owner.kind != EntityKind::link || !plan_.is_lumped(LinkId(extension.owner.index)) ||
        !in_inertial(extension.owner.slot))
      continue;
    diagnostics_.report(
        Rule::feature_dropped, extension.range,
        concat("'", extension.name, "' in the inertial of link '", model_.links[extension.owner.index].name,
               "' is lost: the link is lumped into its parent"));
  }
}

void Lumper::report_gazebo_losses() {
  for (const Gazebo& gazebo : model_.gazebos) {
    if (!gazebo.link || !plan_.is_lumped(gazebo.link)) continue;
    const Link& link = model_.link(gazebo.link);
    if (link.visuals.empty() && link.collisions.empty() && is_massless(link)) continue;
    for (const GazeboValue& value : gazebo.values) {
      if (is_of_body(value.property)) continue;
      diagnostics_.report(Rule::feature_dropped, value.range.valid() ? value.range : gazebo.range,
                          concat("<", gazebo_property_info(value.property).name, "> of link '", link.name,
                                 "' no longer applies to its shapes: the link is lumped into '",
                                 model_.link(plan_.target(gazebo.link)).name, "'"));
    }
  }
}

void Lumper::carry_gazebos() {
  for (const Gazebo& gazebo : model_.gazebos) {
    if (!gazebo.link || plan_.is_lumped(gazebo.link)) continue;
    for (const GazeboValue& value : gazebo.values)
      said_.insert_or_assign({gazebo.link.index(), value.property}, value);
  }
  const std::size_t count = model_.gazebos.size();
  for (std::size_t i = 0; i < count; ++i)
    if (model_.gazebos[i].link && plan_.is_lumped(model_.gazebos[i].link)) carry_gazebo(i);
}

void Lumper::carry_gazebo(std::size_t index) {
  const Gazebo& gazebo = model_.gazebos[index];
  const LinkId target = plan_.target(gazebo.link);
  Gazebo carried;
  carried.reference = model_.link(target).name;
  carried.link = target;
  carried.range = gazebo.range;
  carried.reference_range = gazebo.reference_range;
  for (const GazeboValue& value : gazebo.values) {
    if (!is_of_body(value.property)) continue;
    const auto [said, fresh] = said_.try_emplace({target.index(), value.property}, value);
    if (fresh) {
      carried.values.push_back(value);
    } else if (said->second.value != value.value) {
      diagnostics_.report(
          Rule::feature_dropped, value.range.valid() ? value.range : gazebo.range,
          concat("<", gazebo_property_info(value.property).name, "> of link '", model_.link(gazebo.link).name,
                 "' is lost: the link is lumped into '", *carried.reference, "', which has another value"));
    }
  }
  if (carried.values.empty()) return;
  if (carried.values.size() == gazebo.values.size()) {
    model_.gazebos[index] = std::move(carried);
    return;
  }
  append_to_layout(model_, Place{},
                   {LayoutItem::Kind::entity, EntityKind::gazebo, Slot::self,
                    static_cast<std::uint32_t>(model_.gazebos.size())});
  model_.gazebos.push_back(std::move(carried));
}

void Lumper::move_shapes(LinkId from) {
  Link& source = model_.link(from);
  const LinkId target_id = plan_.target(from);
  Link& target = model_.link(target_id);
  const RigidTransform& X_TL = plan_.X_TL(from);
  const Place layout_place{EntityKind::link, Slot::self, 0, static_cast<std::uint32_t>(target_id.index()), 0};
  const auto move = [&](auto& shapes, auto& into, Slot slot) {
    const auto first = static_cast<std::uint32_t>(into.size());
    for (auto& shape : shapes) {
      append_to_layout(
          model_, layout_place,
          {LayoutItem::Kind::slot, EntityKind::link, slot, static_cast<std::uint32_t>(into.size())});
      shape.origin = moved(X_TL, shape.origin);
      into.push_back(std::move(shape));
    }
    shapes.clear();
    return first;
  };
  where_[from.index()].first_visual = move(source.visuals, target.visuals, Slot::visual);
  where_[from.index()].first_collision = move(source.collisions, target.collisions, Slot::collision);
}

// The sum of the inertias that a target takes in.
struct InertiaSum {
  SpatialInertia total;
  int parts = 0;
  LinkId only;  // the link that contributes, where it is one
};

void Lumper::sum_inertias() {
  std::vector<InertiaSum> sums(model_.links.size());
  const auto add = [&](LinkId id) {
    const Link& link = model_.link(id);
    if (is_massless(link)) return;
    InertiaSum& sum = sums[plan_.target(id).index()];
    const SpatialInertia part = link.inertial->spatial().expressed_in(plan_.X_TL(id));
    sum.total = sum.parts == 0 ? part : sum.total + part;
    sum.only = id;
    ++sum.parts;
  };
  for (const auto& lumped : plan_.lumped()) {
    InertiaSum& sum = sums[plan_.target(lumped.link).index()];
    if (sum.parts == 0) add(plan_.target(lumped.link));
    add(lumped.link);
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const InertiaSum& sum = sums[i];
    if (sum.parts == 0 || (sum.parts == 1 && sum.only == LinkId(i))) continue;
    Link& target = model_.links[i];
    if (!target.inertial) {
      append_to_layout(model_, {EntityKind::link, Slot::self, 0, static_cast<std::uint32_t>(i), 0},
                       {LayoutItem::Kind::slot, EntityKind::link, Slot::inertial, 0});
    }
    if (sum.parts == 1) {
      // Mass and tensor are not touched: they keep their digits, in their own frame.
      target.inertial = model_.link(sum.only).inertial;
      target.inertial->origin = moved(plan_.X_TL(sum.only), target.inertial->origin);
    } else {
      set_inertia(target, sum.total);
    }
  }
}

void Lumper::add_frames() {
  model_.frames.reserve(model_.frames.size() + plan_.lumped().size());
  for (const auto& lumped : plan_.lumped()) {
    const Link& link = model_.link(lumped.link);
    Frame frame;
    frame.name = link.name;
    // Resolved to the lumped link; move_attachments() moves it to the target.
    frame.link = {link.name, link.name_range, lumped.link};
    frame.kind = Frame::Origin::lumped_link;
    frame.range = link.range;
    frame.name_range = link.name_range;
    where_[lumped.link.index()].frame = static_cast<std::uint32_t>(model_.frames.size());
    append_to_layout(model_, Place{},
                     {LayoutItem::Kind::entity, EntityKind::frame, Slot::self,
                      static_cast<std::uint32_t>(model_.frames.size())});
    model_.frames.push_back(std::move(frame));
  }
}

// Everything with a pose in a lumped link. The references are renamed later, all at once.
void Lumper::move_attachments() {
  for_each_attachment(model_, [&](const LinkRef& ref, TransformExpr& origin) {
    if (ref.id && plan_.is_lumped(ref.id)) origin = moved(plan_.X_TL(ref.id), origin);
  });
  for (Joint& joint : model_.joints)
    if (joint.parent.id && plan_.is_lumped(joint.parent.id))
      joint.origin = moved(plan_.X_TL(joint.parent.id), joint.origin);
  for (ForceElement& element : model_.force_elements) {
    auto* thrust = std::get_if<Thrust>(&element.force);
    if (thrust == nullptr || !thrust->direction || !thrust->parent.id || !plan_.is_lumped(thrust->parent.id))
      continue;
    // Given along the axes of the link.
    Number3& d = *thrust->direction;
    const Vector3 turned =
        plan_.X_TL(thrust->parent.id).R * Vector3(d[0].value(), d[1].value(), d[2].value());
    d = {turned.x() + 0.0, turned.y() + 0.0, turned.z() + 0.0};
  }
}

std::optional<Place> Lumper::new_place(const Place& place) const {
  if (place.kind != EntityKind::link || !plan_.is_lumped(LinkId(place.index))) return place;
  const Where& where = where_[place.index];
  Place moved_place = place;
  if (in_visual(place.slot) || in_collision(place.slot)) {
    moved_place.index = static_cast<std::uint32_t>(plan_.target(LinkId(place.index)).index());
    moved_place.sub += in_visual(place.slot) ? where.first_visual : where.first_collision;
    return moved_place;
  }
  if (in_inertial(place.slot)) return std::nullopt;
  return Place{EntityKind::frame, Slot::self, 0, where.frame, 0};
}

void Lumper::relocate() {
  // The order of a lumped link's children means nothing for its frame: what is left of it goes with the link.
  relocate_places(
      model_, [this](const Place& place) { return new_place(place); },
      [this](const Place& place) {
        const std::optional<Place> target = new_place(place);
        return target && target->kind == EntityKind::frame && place.kind == EntityKind::link
                   ? std::optional<Place>(place)
                   : target;
      });
}

void Lumper::move_references() {
  for_each_link_ref(model_, [&](LinkRef& ref, EntityKind, std::size_t) {
    if (!ref.id || !plan_.is_lumped(ref.id)) return;
    ref.id = plan_.target(ref.id);
    ref.name = model_.link(ref.id).name;
  });
  for (Part& part : model_.parts)
    if (part.link) part.link = plan_.target(part.link);
}

void Lumper::remove() {
  std::vector<bool> links(model_.links.size(), false);
  std::vector<bool> joints(model_.joints.size(), false);
  for (const auto& lumped : plan_.lumped()) {
    links[lumped.link.index()] = true;
    joints[lumped.joint.index()] = true;
  }
  Renumbering renumbering;
  renumbering.remove(EntityKind::link, links);
  renumbering.remove(EntityKind::joint, joints);
  renumber(model_, renumbering);
}

std::optional<LumpMode> lump_mode(const PassOptions& options) {
  const auto found = options.find("mode");
  if (found == options.end() || found->second == "all") return LumpMode::all;
  return found->second == "massless" ? std::optional(LumpMode::massless) : std::nullopt;
}

}  // namespace

bool lump_fixed_joints(Model& model, TransformContext& context) {
  const std::optional<LumpMode> mode = lump_mode(context.options);
  if (!mode) return false;
  const LumpPlan plan(model, *mode);
  if (plan.kept_count() > 0)
    context.statistics["fixed joints kept because something depends on them"] += plan.kept_count();
  if (plan.lumped().empty()) return false;
  context.statistics["links lumped"] += plan.lumped().size();
  Lumper(model, plan, context.diagnostics).run();
  return true;
}

}  // namespace romas
