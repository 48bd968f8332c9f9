#include "frontend/mjcf/file/references.h"

#include <algorithm>
#include <array>

#include "frontend/xml/reader/make_element.h"

namespace romas::mjcf {

namespace {

template <class Sorted>
Names following(const Sorted& names, std::string_view name) {
  Names result;
  for (auto at = names.upper_bound(name); at != names.end(); ++at) {
    const std::string& found = [&]() -> const std::string& {
      if constexpr (requires { at->first; })
        return at->first;
      else
        return *at;
    }();
    if (!found.starts_with(name)) break;
    result.push_back(found.substr(name.size()));
  }
  return result;
}
bool is_joint(const NamedParts& parts, std::string_view name) { return parts.joints.contains(name); }
bool is_body(const NamedParts& parts, std::string_view name) {
  return name == "world" || parts.bodies.contains(name);
}
bool is_site(const NamedParts& parts, std::string_view name) { return parts.sites.contains(name); }
bool is_geom(const NamedParts& parts, std::string_view name) { return parts.geoms.contains(name); }
bool is_tendon(const NamedParts& parts, std::string_view name) { return parts.tendons.contains(name); }
bool is_actuator(const NamedParts& parts, std::string_view name) { return parts.actuators.contains(name); }
bool is_camera(const NamedParts& parts, std::string_view name) { return parts.cameras.contains(name); }
bool is_placed(const NamedParts& parts, std::string_view name) {
  return is_site(parts, name) || is_geom(parts, name) || is_body(parts, name) || is_camera(parts, name);
}
Names joints(const NamedParts& parts) { return NamedParts::names(parts.joints); }
Names bodies(const NamedParts& parts) { return NamedParts::names(parts.bodies); }
Names sites(const NamedParts& parts) { return NamedParts::names(parts.sites); }
Names geoms(const NamedParts& parts) { return {parts.geoms.begin(), parts.geoms.end()}; }
Names cameras(const NamedParts& parts) { return {parts.cameras.begin(), parts.cameras.end()}; }
Names tendons(const NamedParts& parts) { return {parts.tendons.begin(), parts.tendons.end()}; }
Names actuators(const NamedParts& parts) { return {parts.actuators.begin(), parts.actuators.end()}; }

Names joint_copies(const NamedParts& parts, std::string_view name) { return following(parts.joints, name); }
Names body_copies(const NamedParts& parts, std::string_view name) { return following(parts.bodies, name); }
Names site_copies(const NamedParts& parts, std::string_view name) { return following(parts.sites, name); }
Names geom_copies(const NamedParts& parts, std::string_view name) { return following(parts.geoms, name); }
Names tendon_copies(const NamedParts& parts, std::string_view name) { return following(parts.tendons, name); }
Names actuator_copies(const NamedParts& parts, std::string_view name) {
  return following(parts.actuators, name);
}
Names placed_copies(const NamedParts& parts, std::string_view name) {
  Names result = site_copies(parts, name);
  if (result.empty()) result = geom_copies(parts, name);
  return result.empty() ? body_copies(parts, name) : result;
}

constexpr std::array<Reference, 21> kReferences = {
    {{"joint", "joint", is_joint, joints, joint_copies},
     {"joint1", "joint", is_joint, joints, joint_copies},
     {"joint2", "joint", is_joint, joints, joint_copies},
     {"jointinparent", "joint", is_joint, joints, joint_copies},
     {"body", "body", is_body, bodies, body_copies},
     {"body1", "body", is_body, bodies, body_copies},
     {"body2", "body", is_body, bodies, body_copies},
     {"site", "site", is_site, sites, site_copies},
     {"site1", "site", is_site, sites, site_copies},
     {"site2", "site", is_site, sites, site_copies},
     {"cranksite", "site", is_site, sites, site_copies},
     {"slidersite", "site", is_site, sites, site_copies},
     {"refsite", "site", is_site, sites, site_copies},
     {"geom", "shape", is_geom, geoms, geom_copies},
     {"geom1", "shape", is_geom, geoms, geom_copies},
     {"geom2", "shape", is_geom, geoms, geom_copies},
     {"tendon", "tendon", is_tendon, tendons, tendon_copies},
     {"tendon1", "tendon", is_tendon, tendons, tendon_copies},
     {"tendon2", "tendon", is_tendon, tendons, tendon_copies},
     {"actuator", "actuator", is_actuator, actuators, actuator_copies},
     {"objname", "", is_placed, bodies, placed_copies}}};

// Replaces references of an element by those of a replica.
class ReplicaReferences {
 public:
  ReplicaReferences(const Affix* replica, const NamedParts& parts, std::list<std::string>& texts)
      : replica_(replica), parts_(parts), texts_(texts) {}

  // False if something that it refers to is not there.
  bool replace(XmlElement& element) {  // NOLINT(misc-no-recursion): depth of the XML
    for (const Reference& reference : kReferences)
      if (!replace(element, reference.attribute, reference)) return false;
    if (!replace(element, "sidesite", *reference_to("site")) ||
        !replace(element, "refname", *std::ranges::find(kReferences, "objname", &Reference::attribute)))
      return false;
    if (const XmlAttribute* name = element.attribute("name"); name != nullptr && !name->value.text.empty())
      set(element, "name", Affix::apply(replica_, name->value.text));
    return std::ranges::all_of(element.children, [&](XmlElement& child) { return replace(child); });
  }
  bool any_replaced() const { return any_replaced_; }

 private:
  bool replace(XmlElement& element, std::string_view attribute, const Reference& reference) {
    const XmlAttribute* said = element.attribute(attribute);
    if (said == nullptr || said->value.text == "world") return true;
    std::string own = Affix::apply(replica_, said->value.text);
    if (!reference.is_there(parts_, own)) return reference.is_there(parts_, said->value.text);
    any_replaced_ = true;
    set(element, attribute, std::move(own));
    return true;
  }
  void set(XmlElement& element, std::string_view attribute, std::string text) {
    set_attribute(element, attribute, texts_.emplace_back(std::move(text)), element.start_tag);
  }

  const Affix* replica_;
  const NamedParts& parts_;
  std::list<std::string>& texts_;
  bool any_replaced_ = false;
};

}  // namespace

std::optional<XmlElement> copied_for(const Affix* replica, const XmlElement& element, const NamedParts& parts,
                                     std::list<std::string>& texts) {
  XmlElement copy = copy_element(element);
  ReplicaReferences references(replica, parts, texts);
  if (!references.replace(copy) || !references.any_replaced()) return std::nullopt;
  return copy;
}

std::span<const Reference> references() { return kReferences; }

const Reference* reference_to(std::string_view type) {
  static constexpr Reference kToCamera = {"camera", "camera", is_camera, cameras, nullptr};
  if (type == kToCamera.attribute) return &kToCamera;
  const std::string_view attribute = type == "xbody" ? "body" : type;
  constexpr std::array<std::string_view, 6> kKinds = {"body", "joint", "site", "geom", "tendon", "actuator"};
  if (std::ranges::find(kKinds, attribute) == kKinds.end()) return nullptr;
  return std::ranges::find(kReferences, attribute, &Reference::attribute);
}

bool all_there(const XmlElement& element,  // NOLINT(misc-no-recursion): depth of the XML
               const NamedParts& parts, const Affix* affix) {
  for (const Reference& reference : kReferences)
    if (const XmlAttribute* said = element.attribute(reference.attribute))
      if (said->value.text != "world" && !reference.is_there(parts, Affix::apply(affix, said->value.text)))
        return false;
  return std::ranges::all_of(element.children,
                             [&](const XmlElement& child) { return all_there(child, parts, affix); });
}

const XmlAttribute* dropped_shape(  // NOLINT(misc-no-recursion): depth of the XML
    const XmlElement& element, const NamedParts& parts, const Affix* affix) {
  const auto is_dropped = [&](const XmlAttribute* said) {
    return said != nullptr && parts.dropped_geoms.contains(Affix::apply(affix, said->value.text));
  };
  for (const std::string_view name : {"geom", "geom1", "geom2"})
    if (const XmlAttribute* said = element.attribute(name); is_dropped(said)) return said;
  for (const TypedReference& pair : kTypedReferences) {
    const XmlAttribute* type = element.attribute(pair.type);
    const XmlAttribute* said = element.attribute(pair.name);
    if (type != nullptr && type->value.text == "geom" && is_dropped(said)) return said;
  }
  for (const XmlElement& child : element.children)
    if (const XmlAttribute* said = dropped_shape(child, parts, affix)) return said;
  return nullptr;
}

Names suffixes_of(const XmlElement& element,  // NOLINT(misc-no-recursion): depth of the XML
                  const NamedParts& parts, const std::function<bool(const std::string&)>& is_replica) {
  for (const Reference& reference : kReferences) {
    const XmlAttribute* said = element.attribute(reference.attribute);
    if (said == nullptr || reference.copies == nullptr) continue;
    Names found = reference.copies(parts, said->value.text);
    std::erase_if(found, [&](const auto& suffix) { return !is_replica(std::string(suffix)); });
    if (!found.empty()) return found;
  }
  for (const XmlElement& child : element.children)
    if (Names found = suffixes_of(child, parts, is_replica); !found.empty()) return found;
  return {};
}

}  // namespace romas::mjcf
