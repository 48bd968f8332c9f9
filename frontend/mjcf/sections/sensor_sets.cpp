#include "frontend/mjcf/sections/sensor_sets.h"

#include <algorithm>
#include <numbers>

#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// Lenses and views that a camera of the Model does not have.
constexpr auto kOtherViews =
    std::to_array<std::string_view>({"target", "projection", "orthographic", "focal", "focalpixel",
                                     "principal", "principalpixel", "sensorsize"});

std::string_view said(const XmlElement& element, std::string_view name) {
  const XmlAttribute* attribute = element.attribute(name);
  return attribute == nullptr ? std::string_view() : attribute->value.text;
}

// A pose that was turned by right angles, without what is left of rounding where it is along the axes.
TransformExpr turned(const RigidTransform& X_LF, const RigidTransform& X_SF) {
  constexpr double kRounding = 1e-15;
  RigidTransform X = X_LF * X_SF.inverse();
  const Matrix3 along_axes = X.R.array().round();
  if ((X.R - along_axes).cwiseAbs().maxCoeff() < kRounding) X.R = along_axes;
  return plain_transform(X);
}

// The site at which a sensor measures; empty for other sensors.
std::string_view site_of(const XmlElement& element) {
  if (element.name != "framequat") return said(element, "site");
  const bool at_site = said(element, "objtype") == "site" && element.attribute("reftype") == nullptr &&
                       element.attribute("refname") == nullptr;
  return at_site ? said(element, "objname") : std::string_view();
}

}  // namespace

void SensorSets::add_camera(const XmlElement& camera, std::string name, const RigidTransform& X_LC,
                            LinkId link, SchemaReader& schema) {
  const bool is_fixed = said(camera, "mode").empty() || said(camera, "mode") == "fixed";
  if (name.empty() || !is_fixed || camera.attribute("fovy") == nullptr ||
      std::ranges::any_of(kOtherViews,
                          [&](std::string_view view) { return camera.attribute(view) != nullptr; }))
    return;
  const auto fovy = schema.number(camera, "fovy");
  if (!fovy || !(fovy->value() > 0 && fovy->value() < 180)) return;
  CameraSensor view;
  double aspect = 1;
  const auto size =
      camera.attribute("resolution") == nullptr ? std::nullopt : schema.vector2(camera, "resolution");
  if (size && (*size)[0].value() > 0 && (*size)[1].value() > 0) {
    aspect = (*size)[0].value() / (*size)[1].value();
    view.width = (*size)[0];
    view.height = (*size)[1];
  }
  const double half = fovy->value() * std::numbers::pi / 360;  // degrees, whatever the compiler says
  view.hfov = aspect == 1 ? 2 * half : 2 * math::atan(math::tan(half) * aspect);
  Sensor sensor;
  sensor.type = std::string(sensor_form_with("camera")->type());
  sensor.camera = view;
  sensor.parent_link.emplace();
  sensor.parent_link->name = model_.link(link).name;
  sensor.name = names_[model_.link(link).name].take(name);
  sensor.origin = turned(X_LC, camera_in_sensor());
  sensor.range = camera.range;
  sensor.name_range = camera.start_tag;
  take(model_.extensions.size() - 1);
  model_.sensors.push_back(std::move(sensor));
}

void SensorSets::add(const XmlElement& element, const Affix* affix) {
  const std::string_view site = site_of(element);
  if (site.empty()) return;
  const std::string_view name = said(element, "name");
  Added& added = added_.emplace_back();
  added.kind = element.name;
  added.range = element.range;
  added.start_tag = element.start_tag;
  added.name = name.empty() ? std::string() : Affix::apply(affix, name);
  added.site = Affix::apply(affix, site);
  added.extension = model_.extensions.size() - 1;
  at_site_[{added.site, element.name}].push_back(added_.size() - 1);
}

void SensorSets::make(const NamedParts& parts) {
  const NamedParts::Placed* ground = NamedParts::find(parts.bodies, "world");
  for (const Added& added : added_) {
    const SensorForm* form = added.used ? nullptr : sensor_form_with(added.kind);
    const NamedParts::Placed* site = NamedParts::find(parts.sites, added.site);
    if (form == nullptr || site == nullptr || (ground != nullptr && site->link == ground->link)) continue;
    const std::vector<std::size_t> set = set_of(*form, added.site);
    if (!set.empty()) make_set(*form, set, *site);
  }
}

// The first elements at the site that make the form up, in the order of the text; empty where one is missing.
std::vector<std::size_t> SensorSets::set_of(const SensorForm& form, const std::string& site) {
  std::vector<std::size_t> set;
  const auto add = [&](std::string_view kind) {
    const auto found = at_site_.find({site, kind});
    if (found == at_site_.end()) return false;
    std::deque<std::size_t>& waiting = found->second;
    const auto next = std::ranges::find_if(waiting, [&](std::size_t i) { return !added_[i].used; });
    waiting.erase(waiting.begin(), next);
    if (waiting.empty()) return false;
    set.push_back(waiting.front());
    return true;
  };
  for (const Token& kind : split_words(form.elements))
    if (!add(kind.text)) return {};
  for (const Token& kind : split_words(form.more)) add(kind.text);
  std::ranges::sort(set);
  return set;
}

void SensorSets::make_set(const SensorForm& form, const std::vector<std::size_t>& set,
                          const NamedParts::Placed& site) {
  Sensor sensor;
  sensor.type = std::string(form.type());
  const Added& first = added_[set.front()];
  sensor.range = first.range;
  sensor.name_range = first.start_tag;
  sensor.origin = site.X_LF;
  if (form.type() == "ray") {
    sensor.origin = turned(site.X_LF.evaluate(), ray_in_sensor());
    sensor.ray.emplace();
    sensor.ray->horizontal = RayScan{Number(1), Number(1), Number(0), Number(0)};
  }
  const std::string& place = attach(sensor, form, site.link);
  sensor.name = names_[place].take(name_of(set));
  for (const std::size_t i : set) {
    added_[i].used = true;
    take(added_[i].extension);
  }
  model_.sensors.push_back(std::move(sensor));
}

// Of one element its own name; of several what they have in common; else that of the site.
std::string SensorSets::name_of(const std::vector<std::size_t>& set) const {
  std::vector<std::string> elements, names;
  for (const std::size_t i : set) {
    elements.emplace_back(added_[i].kind);
    names.push_back(added_[i].name);
  }
  const std::string name = set.size() == 1 ? names.front() : common_sensor_name(elements, names);
  return name.empty() ? added_[set.front()].site : name;
}

// Forces are those between the link and the one that carries it: the joint between them measures.
const std::string& SensorSets::attach(Sensor& sensor, const SensorForm& form, LinkId link) {
  if (form.type() == "force_torque") {
    if (carriers_.empty())
      for (std::size_t i = 0; i < model_.joints.size(); ++i)
        carriers_.emplace(model_.joints[i].child.name, JointId(i));
    if (const auto joint = carriers_.find(model_.link(link).name); joint != carriers_.end()) {
      sensor.parent_joint.emplace();
      return sensor.parent_joint->name = model_.joint(joint->second).name;
    }
  }
  sensor.parent_link.emplace();
  return sensor.parent_link->name = model_.link(link).name;
}

void SensorSets::take(std::size_t extension) {
  model_.extensions[extension].owner = {EntityKind::sensor, Slot::self, 0,
                                        static_cast<std::uint32_t>(model_.sensors.size()), 0};
}

}  // namespace romas::mjcf
