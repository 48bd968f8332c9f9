// Names that SDF accepts. Links, joints and frames share one scope. "::" separates scopes; 'world' and names
// in double underscores are reserved. libsdformat takes white space off both ends.
#include <unordered_set>

#include "backends/sdf/sdf_document.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

class NameScope {
 public:
  explicit NameScope(TargetContext& context) : context_(context) {}

  // A free, legal name for `wanted`; `suffix` tells kinds apart where names clash.
  std::string take(const std::string& wanted, std::string_view kind, SourceRange range) {
    std::string name(trim(wanted));
    if (name.empty()) name = kind;
    for (std::size_t at = name.find("::"); at != std::string::npos; at = name.find("::", at))
      name.replace(at, 2, "__");
    const bool reserved =
        name == "world" || (name.size() > 4 && name.starts_with("__") && name.ends_with("__"));
    if (reserved || taken_.contains(name)) {
      const std::string base = concat(name, "_", kind);
      name = base;
      for (int i = 1; taken_.contains(name); ++i) name = concat(base, "_", i);
    }
    if (name != wanted) {
      context_.diagnostics.report(
          Rule::value_approximated, range,
          concat(kind, " '", wanted, "' is called '", name, "' in SDF, where the name is ",
                 reserved ? "reserved" : "taken or not allowed"));
    }
    taken_.insert(name);
    return name;
  }

 private:
  TargetContext& context_;
  std::unordered_set<std::string> taken_;
};

}  // namespace

Names legalize_names(const Model& model, LinkId world, TargetContext& context) {
  Names names;
  NameScope scope(context);
  const auto take_all = [&](EntityKind kind, const auto& store, std::vector<std::string>& taken) {
    for (std::size_t i = 0; i < store.size(); ++i) {
      const bool is_world = kind == EntityKind::link && LinkId(i) == world;
      taken.push_back(is_world ? "world" : scope.take(store[i].name, to_string(kind), store[i].name_range));
      if (taken.back() != store[i].name) context.changes.rename(kind, i, taken.back());
    }
  };
  take_all(EntityKind::link, model.links, names.links);
  take_all(EntityKind::joint, model.joints, names.joints);
  take_all(EntityKind::frame, model.frames, names.frames);
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    if (joint.type != JointType::planar) continue;
    const std::string& name = names.joints[i];
    const auto part = [&](std::string_view suffix, std::string_view kind) {
      return scope.take(concat(name, suffix), kind, joint.name_range);
    };
    names.planar[static_cast<std::uint32_t>(i)] = {part("_x", "joint"), part("_x_link", "link"),
                                                   part("_y", "joint"), part("_y_link", "link")};
  }
  return names;
}

LinkId find_world(const Model& model, const KinematicTree& tree) {
  const LinkId world = model.find_link("world");
  if (!world || tree.parent_joint(world) || model.links.size() == 1) return {};
  const Link& link = model.link(world);
  if (link.inertial || !link.visuals.empty() || !link.collisions.empty()) return {};
  for (const Sensor& sensor : model.sensors)
    if (sensor.parent_link && sensor.parent_link->id == world) return {};
  for (const Gazebo& gazebo : model.gazebos)
    if (gazebo.link == world) return {};
  return world;
}

}  // namespace romas::sdf
