#include "frontend/language/expand/merge_model.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "ir/analysis/loads/airfoil.h"
#include "ir/model/entity.h"
#include "ir/model/visit.h"

namespace romas {

namespace {

class Merge {
 public:
  Merge(Model& into, Model part, const MergeOptions& options)
      : into_(into), part_(std::move(part)), options_(options), offsets_(entity_counts(into)) {}

  MergeFindings run() {
    into_.adopt_spellings(part_);
    materials();
    rename();
    rebase_paths();
    append(into_.links, part_.links);
    append(into_.joints, part_.joints);
    append(into_.frames, part_.frames);
    append(into_.transmissions, part_.transmissions);
    append(into_.sensors, part_.sensors);
    append(into_.loop_joints, part_.loop_joints);
    append(into_.force_elements, part_.force_elements);
    append(into_.gazebos, part_.gazebos);
    append(into_.ros2_controls, part_.ros2_controls);
    extensions();
    return std::move(findings_);
  }

 private:
  template <class Entity>
  static void append(std::vector<Entity>& to, std::vector<Entity>& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }

  void prefix(std::string& name) const { name.insert(0, options_.prefix); }

  void materials() {
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < into_.materials.size(); ++i) known.emplace(into_.materials[i].name, i);
    std::unordered_map<std::string, std::string> renamed;
    for (const Material& material : part_.materials) {
      Material taken = material;
      rebase(taken.texture);
      const auto first = known.find(material.name);
      if (first != known.end() && into_.materials[first->second] == taken) {
        material_places_.push_back(first->second);
        continue;
      }
      material_places_.push_back(into_.materials.size());
      if (first != known.end()) {
        prefix(taken.name);
        renamed.emplace(material.name, taken.name);
        findings_.clashes.push_back({first->second, into_.materials.size()});
      }
      into_.materials.push_back(std::move(taken));
    }
    for (Link& link : part_.links)
      for (Visual& visual : link.visuals)
        if (visual.material && visual.material->name)
          if (const auto other = renamed.find(*visual.material->name); other != renamed.end())
            visual.material->name = other->second;
  }

  void rename() {
    for (const Link& link : part_.links) old_names_.insert(link.name);
    for (const Joint& joint : part_.joints) old_names_.insert(joint.name);
    for (Link& link : part_.links) {
      prefix(link.name);
      link.implicit = false;  // it is no longer the ground
    }
    for (Joint& joint : part_.joints) prefix(joint.name);
    for (Frame& frame : part_.frames) prefix(frame.name);
    for (Sensor& sensor : part_.sensors) prefix(sensor.name);
    for (LoopJoint& loop : part_.loop_joints) prefix(loop.name);
    for (ForceElement& element : part_.force_elements) prefix(element.name);
    for (Transmission& transmission : part_.transmissions) {
      if (transmission.name) prefix(*transmission.name);
      for (TransmissionActuator& actuator : transmission.actuators) prefix(actuator.name);
    }
    for (Gazebo& gazebo : part_.gazebos)
      if (gazebo.reference) prefix(*gazebo.reference);
    for (Ros2Control& control : part_.ros2_controls) {
      prefix(control.name);
      for (Ros2Component& component : control.components) prefix(component.name);
    }
    for_each_link_ref(part_,
                      [&](LinkRef& ref, EntityKind /*owner*/, std::size_t /*index*/) { prefix(ref.name); });
    for_each_joint_ref(part_,
                       [&](JointRef& ref, EntityKind /*owner*/, std::size_t /*index*/) { prefix(ref.name); });
  }

  void rebase(std::string& path) const {
    if (options_.path) path = options_.path(path);
  }
  void rebase(Boxed<Texture>& texture) const {
    if (texture) rebase(texture->filename);
  }
  void rebase(Geometry& geometry) const {
    if (auto* mesh = std::get_if<Mesh>(&geometry.shape)) rebase(mesh->filename);
  }
  void rebase_paths() {
    for (Link& link : part_.links) {
      for (Visual& visual : link.visuals) {
        rebase(visual.geometry);
        if (visual.material) rebase(visual.material->texture);
      }
      for (Collision& collision : link.collisions) rebase(collision.geometry);
    }
    for (ForceElement& element : part_.force_elements)
      if (auto* wing = std::get_if<Wing>(&element.force);
          wing != nullptr && names_profile_file(wing->profile))
        rebase(wing->profile);
  }

  void extensions() {
    for (Extension& extension : part_.extensions) {
      const EntityKind kind = extension.owner.kind;
      if (kind == EntityKind::block || kind == EntityKind::part) continue;  // their entities are not merged
      if (kind == EntityKind::robot && extension.kind == Extension::Kind::attribute &&
          has_robot_attribute(extension.name))
        continue;
      if (kind == EntityKind::material) {
        extension.owner.index = static_cast<std::uint32_t>(material_places_[extension.owner.index]);
      } else if (kind != EntityKind::robot) {
        extension.owner.index += static_cast<std::uint32_t>(offsets_[static_cast<std::size_t>(kind)]);
      }
      find_stale_name(extension);
      into_.extensions.push_back(std::move(extension));
    }
  }

  // Finds an old name in a raw text. The text is not changed, because its names cannot be told from other
  // words.
  void find_stale_name(const Extension& extension) {
    if (options_.prefix.empty() || extension.kind != Extension::Kind::element) return;
    const auto part_of_name = [](char c) {
      return c == '_' || c == '-' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
             (c >= 'A' && c <= 'Z');
    };
    const std::string_view text = extension.text;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t first = static_cast<std::size_t>(
          std::find_if(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), part_of_name) -
          text.begin());
      std::size_t end = first;
      while (end < text.size() && part_of_name(text[end])) ++end;
      // Only words in quotes or between tags are examined, not the names of elements and attributes.
      const char before = first > 0 ? text[first - 1] : ' ';
      const char after = end < text.size() ? text[end] : ' ';
      const bool value =
          (before == '>' && after == '<') || ((before == '"' || before == '\'') && after == before);
      if (value && old_names_.contains(std::string(text.substr(first, end - first)))) {
        findings_.stale_names.push_back(
            {extension.range, extension.name, std::string(text.substr(first, end - first))});
        return;
      }
      begin = end + 1;
    }
  }

  // An element has an attribute only once. Most duplicates are namespaces, which every robot of a dialect
  // declares.
  bool has_robot_attribute(std::string_view name) const {
    return std::any_of(into_.extensions.begin(), into_.extensions.end(), [&](const Extension& extension) {
      return extension.owner.kind == EntityKind::robot && extension.kind == Extension::Kind::attribute &&
             extension.name == name;
    });
  }

  Model& into_;
  Model part_;
  const MergeOptions& options_;
  decltype(entity_counts(std::declval<const Model&>())) offsets_;  // of each kind, before the merge
  std::vector<std::size_t> material_places_;                       // of the part's materials in `into`
  std::unordered_set<std::string> old_names_;                      // of the part's links and joints
  MergeFindings findings_;
};

}  // namespace

MergeFindings merge_model(Model& into, const Model& part, const MergeOptions& options) {
  return Merge(into, part, options).run();
}

}  // namespace romas
