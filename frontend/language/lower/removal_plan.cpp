#include "frontend/language/lower/removal_plan.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "ir/model/visit.h"

namespace romas::language {

namespace {

constexpr std::size_t kStays = RemovalPlan::kStays;

class Planner {
 public:
  Planner(const Model& model, const std::array<std::size_t, kEntityKindCount>& first,
          std::span<const Removal> removals)
      : model_(model), first_(first), removals_(removals) {
    const auto counts = entity_counts(model);
    for (std::size_t kind = 0; kind < kEntityKindCount; ++kind) plan_.with[kind].assign(counts[kind], kStays);
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      on_link_[model.joints[i].parent.name].push_back(i);
      of_link_[model.joints[i].child.name].push_back(i);
    }
  }

  RemovalPlan run() {
    for (std::size_t i = 0; i < removals_.size(); ++i) mark_named(i);
    for (std::size_t i = 0; i < model_.links.size(); ++i)
      if (with(EntityKind::link)[i] != kStays) mark_joint_of(i);
    take_names();
    mark_gazebos();
    find_hanging();
    find_references();
    return std::move(plan_);
  }

 private:
  std::vector<std::size_t>& with(EntityKind kind) { return plan_.with[static_cast<std::size_t>(kind)]; }
  std::size_t first(EntityKind kind) const { return first_[static_cast<std::size_t>(kind)]; }
  void mark(EntityKind kind, std::size_t index, std::size_t removal) {
    std::size_t& place = with(kind)[index];
    if (index >= first(kind) && place == kStays) place = removal;
  }
  static const std::vector<std::size_t>& joints(
      const std::unordered_map<std::string_view, std::vector<std::size_t>>& by_link, std::string_view link) {
    static const std::vector<std::size_t> kNone;
    const auto found = by_link.find(link);
    return found == by_link.end() ? kNone : found->second;
  }

  void mark_named(std::size_t number) {
    const Removal& removal = removals_[number];
    const std::size_t count = with(removal.kind).size();
    for (std::size_t i = first(removal.kind); i < count; ++i) {
      if (entity_name(model_, removal.kind, i) != removal.name) continue;
      mark(removal.kind, i, number);
      if (removal.with_subtree) mark_below(number);
      if (removal.kind != EntityKind::gazebo) break;
    }
  }

  // Marks all that hangs on a removed link. If several joints lead to one link, each is followed. A joint
  // that is marked already is not followed again, so that circles end.
  void mark_below(std::size_t number) {
    std::unordered_map<std::string_view, std::size_t> links;
    for (std::size_t i = first(EntityKind::link); i < model_.links.size(); ++i)
      links.emplace(model_.links[i].name, i);
    std::vector<std::string_view> open = {removals_[number].name};
    while (!open.empty()) {
      const std::string_view link = open.back();
      open.pop_back();
      for (const std::size_t joint : joints(on_link_, link)) {
        if (joint < first(EntityKind::joint) || with(EntityKind::joint)[joint] == number) continue;
        with(EntityKind::joint)[joint] = number;
        const auto child = links.find(model_.joints[joint].child.name);
        if (child == links.end()) continue;
        mark(EntityKind::link, child->second, number);
        open.push_back(child->first);
      }
    }
  }

  void mark_joint_of(std::size_t link) {
    const std::size_t removal = with(EntityKind::link)[link];
    const std::string& name = model_.links[link].name;
    for (const std::size_t joint : joints(of_link_, name)) mark(EntityKind::joint, joint, removal);
    const std::vector<std::size_t>& below = joints(on_link_, name);
    if (joints(of_link_, name).empty() && below.size() == 1) mark(EntityKind::joint, below.front(), removal);
  }

  // The names that nothing has any more, and the removal of each. Another entity may have the same name.
  void take_names() {
    take_names(model_.links, with(EntityKind::link), links_);
    take_names(model_.joints, with(EntityKind::joint), joints_);
  }
  using Gone = std::unordered_map<std::string_view, std::size_t>;
  template <class Entity>
  static void take_names(const std::vector<Entity>& store, const std::vector<std::size_t>& with, Gone& gone) {
    for (std::size_t i = 0; i < store.size(); ++i)
      if (with[i] != kStays) gone.emplace(store[i].name, with[i]);
    if (gone.empty()) return;
    for (std::size_t i = 0; i < store.size(); ++i)
      if (with[i] == kStays) gone.erase(store[i].name);
  }

  // Marks <gazebo> elements, which describe a link or joint for a simulator. If a link and a joint have the
  // name, the element goes only if neither stays.
  void mark_gazebos() {
    const auto stays = [](const auto& store, const Gone& gone, const std::string& name) {
      return !gone.contains(name) &&
             std::ranges::any_of(store, [&](const auto& entity) { return entity.name == name; });
    };
    for (std::size_t i = 0; i < model_.gazebos.size(); ++i) {
      const auto& about = model_.gazebos[i].reference;
      if (!about) continue;
      const auto link = links_.find(*about);
      const auto joint = joints_.find(*about);
      if (link != links_.end() && !stays(model_.joints, joints_, *about))
        mark(EntityKind::gazebo, i, link->second);
      else if (joint != joints_.end() && !stays(model_.links, links_, *about))
        mark(EntityKind::gazebo, i, joint->second);
    }
  }

  void find_hanging() {
    for (std::size_t i = 0; i < model_.joints.size(); ++i) {
      if (with(EntityKind::joint)[i] != kStays) continue;
      const Joint& joint = model_.joints[i];
      if (const auto parent = links_.find(joint.parent.name); parent != links_.end())
        plan_.obstacles.push_back(
            {parent->second, EntityKind::joint, i, true, joint.parent.range, joint.parent.name});
    }
  }

  void add(const Gone& gone, const std::string& name, EntityKind owner, std::size_t index,
           SourceRange place) {
    const auto found = gone.find(name);
    if (found == gone.end() || with(owner)[index] != kStays) return;
    if (seen_.emplace(found->second, owner, index).second)
      plan_.obstacles.push_back({found->second, owner, index, false, place, name});
  }

  void find_references() {
    for_each_link_ref(model_, [&](const LinkRef& ref, EntityKind owner, std::size_t index) {
      if (owner != EntityKind::joint) add(links_, ref.name, owner, index, ref.range);
    });
    for_each_joint_ref(model_, [&](const JointRef& ref, EntityKind owner, std::size_t index) {
      add(joints_, ref.name, owner, index, ref.range);
    });
    for (std::size_t i = 0; i < model_.ros2_controls.size(); ++i)
      for (const Ros2Component& component : model_.ros2_controls[i].components)
        if (component.kind == Ros2Component::Kind::joint)
          add(joints_, component.name, EntityKind::ros2_control, i, component.name_range);
  }

  const Model& model_;
  const std::array<std::size_t, kEntityKindCount>& first_;
  std::span<const Removal> removals_;
  RemovalPlan plan_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> on_link_, of_link_;  // joints by their links
  Gone links_, joints_;
  std::set<std::tuple<std::size_t, EntityKind, std::size_t>>
      seen_;  // removals and entities that refer to what goes
};

}  // namespace

RemovalPlan plan_removals(const Model& model, const std::array<std::size_t, kEntityKindCount>& first,
                          std::span<const Removal> removals) {
  return Planner(model, first, removals).run();
}

}  // namespace romas::language
