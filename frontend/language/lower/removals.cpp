#include "frontend/language/lower/removals.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "frontend/language/lower/read_values.h"
#include "ir/model/edit.h"
#include "ir/model/place_words.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

std::string advice(const Model& model, const RemovalPlan::Obstacle& obstacle, const std::string& own,
                   const std::string& removed) {
  switch (obstacle.kind) {
    case EntityKind::joint:
      return model.joints[obstacle.index].mimic && !model.joints[obstacle.index].servo
                 ? concat("'joint ", own, " { remove mimic; }'")
                 : concat("'joint ", own, " { … }' with another mimic or servo");
    case EntityKind::ros2_control: return concat("'ros2_control ", own, " { remove joint ", removed, "; }'");
    case EntityKind::force_element:
      return concat("'remove ", force_word(model.force_elements[obstacle.index]), " ", own, ";'");
    default:
      return own.empty() ? std::string()
                         : concat("'remove ", entity_kind_name(obstacle.kind), " ", own, ";'");
  }
}

// Returns a name as a patch would write it.
std::string as_name(const std::string& name) { return is_identifier(name) ? name : concat('"', name, '"'); }

}  // namespace

void Removals::add(Removal removal) {
  const std::string own = c_.names.own(removal.name);
  const auto first = std::ranges::find_if(removals_, [&](const Removal& other) {
    return other.kind == removal.kind && other.name == removal.name;
  });
  if (first != removals_.end() && !c_.doubtful()) {
    c_.report(Rule::repeated_property, removal.range,
              concat(to_string(removal.kind), " '", own, "' is removed twice"))
        .note(first->range, "it is removed here already");
    return;
  }
  removals_.push_back(std::move(removal));
}

std::array<Removals::Shapes, 2>& Removals::shapes_of(std::size_t index, const Link& link) {
  const auto [known, is_new] = shapes_.try_emplace(index);
  const auto count = [](std::size_t number) {
    return Shapes{std::vector<SourceRange>(number), std::vector<bool>(number)};
  };
  if (is_new) known->second = {count(link.visuals.size()), count(link.collisions.size())};
  return known->second;
}

void Removals::apply() {
  drop_shapes();
  if (removals_.empty() || c_.names.doubtful()) return;
  const RemovalPlan plan = plan_removals(c_.model, first_.counts, removals_);
  if (report_obstacles(plan)) return;
  forget(plan);
  Renumbering renumbering;
  for_each_store(c_.model, [&](EntityKind kind, const auto& store) {
    std::vector<bool> removed(store.size());
    for (std::size_t i = 0; i < store.size(); ++i) removed[i] = plan.goes(kind, i);
    if (std::ranges::find(removed, true) != removed.end()) renumbering.remove(kind, removed);
  });
  c_.extensions.edit_entities([&] { renumber(c_.model, renumbering); });
}

// Reports each removal that has obstacles as one mistake. Returns false if there are no obstacles. Nothing is
// reported if the `use` is in doubt, because its broken patch may be the one that would remove the obstacle.
bool Removals::report_obstacles(const RemovalPlan& plan) {
  if (c_.diagnostics.in_doubt(use_)) return !plan.obstacles.empty();
  for (std::size_t i = 0; i < removals_.size(); ++i) {
    const Removal& removal = removals_[i];
    std::vector<const RemovalPlan::Obstacle*> hanging, others;
    for (const RemovalPlan::Obstacle& obstacle : plan.obstacles)
      if (obstacle.removal == i) (obstacle.hangs ? hanging : others).push_back(&obstacle);
    const std::vector<const RemovalPlan::Obstacle*>& shown = hanging.empty() ? others : hanging;
    if (shown.empty()) continue;
    const std::string own = c_.names.own(removal.name);
    std::vector<std::string> names, help;
    for (const auto* obstacle : shown) {
      const std::string name = c_.names.own(entity_name(c_.model, obstacle->kind, obstacle->index));
      names.push_back(obstacle->hangs
                          ? concat("link '", c_.names.own(c_.model.joints[obstacle->index].child.name), "'")
                          : concat(to_string(obstacle->kind), name.empty() ? "" : concat(" '", name, "'")));
      if (auto text = advice(c_.model, *obstacle, as_name(name), as_name(c_.names.own(obstacle->gone)));
          !text.empty())
        help.push_back(std::move(text));
    }
    constexpr std::size_t kMostShown = 4;
    if (names.size() > kMostShown) names.resize(kMostShown), names.emplace_back("others");
    help.resize(std::min(help.size(), kMostShown));
    const std::string all = join(names, ", ");
    auto builder = c_.report(
        Rule::unresolved_link, removal.range,
        hanging.empty()
            ? concat(to_string(removal.kind), " '", own, "' is removed",
                     removal.with_subtree ? " with all below it" : "", ", but ", all,
                     shown.size() == 1 ? " refers" : " refer", " to removed parts",
                     help.empty() ? "" : concat("; write ", join(help, " and "), ", too"))
            : concat("without link '", own, "' nothing holds ", all, "; write 'remove subtree ", as_name(own),
                     ";', or remove the ", shown.size() == 1 ? "joint" : "joints", " between them, too"));
    for (std::size_t k = 0; k < std::min(shown.size(), kMostShown); ++k)
      builder.note(shown[k]->place,
                   concat(names[k], shown[k]->hangs ? " is attached to it here" : " refers to it here"));
  }
  return !plan.obstacles.empty();
}

// The names of what goes: nothing in the part refers to them any more, and others may not.
void Removals::forget(const RemovalPlan& plan) {
  std::map<std::string, SourceRange> gone;
  std::unordered_set<std::string> left;
  for_each_store(c_.model, [&](EntityKind kind, const auto& store) {
    if (kind == EntityKind::gazebo || kind == EntityKind::material) return;
    for (std::size_t i = 0; i < store.size(); ++i) {
      std::string full = entity_name(c_.model, kind, i);
      if (!plan.goes(kind, i)) {
        left.insert(std::move(full));
        continue;
      }
      c_.names.forget_made(kind, full);
      if constexpr (requires { store[i].name_range; }) c_.names.mention(kind, full, store[i].name_range);
      gone.emplace(std::move(full), removals_[plan.with[static_cast<std::size_t>(kind)][i]].range);
    }
  });
  for (const std::string& name : left) gone.erase(name);
  Instance& instance = instance_;
  std::erase_if(instance.names, [&](const auto& name) {
    const auto removed = gone.find(name.second);
    if (removed != gone.end()) instance.removed.emplace(name.first, removed->second);
    return removed != gone.end();
  });
  std::erase_if(instance.exposed, [&](const auto& name) {
    const auto* entity = std::get_if<EntityRef>(&name.second.content);
    const auto removed = entity == nullptr ? gone.end() : gone.find(*entity->name);
    if (removed != gone.end()) instance.removed.emplace(name.first, removed->second);
    return removed != gone.end();
  });
  c_.references.forget(first_.references, gone);
  c_.extensions.forget(first_.extensions, gone);
}

// Removes the shapes that are marked, and what a format has at places that are gone.
void Removals::drop_shapes() {
  if (shapes_.empty() && dropped_.empty()) return;
  for (const auto& [index, shapes] : shapes_) {
    erase_marked(c_.model.links[index].visuals, shapes[0].removed);
    erase_marked(c_.model.links[index].collisions, shapes[1].removed);
  }
  // Everything that a format has at a replaced shape is dropped, too.
  const auto new_place = [&](const Place& place) -> std::optional<Place> {
    if (std::ranges::find(dropped_, place) != dropped_.end()) return std::nullopt;
    const bool is_visual = place.slot >= Slot::visual && place.slot <= Slot::visual_texture;
    const bool is_collision = place.slot >= Slot::collision && place.slot <= Slot::collision_shape;
    if (place.kind != EntityKind::link || (!is_visual && !is_collision)) return place;
    const auto known = shapes_.find(place.index);
    if (known == shapes_.end()) return place;
    const Shapes& shapes = known->second[is_visual ? 0 : 1];
    if (place.sub >= shapes.changed.size()) return place;
    if (shapes.changed[place.sub].valid()) return std::nullopt;
    Place moved = place;
    moved.sub -= static_cast<std::uint32_t>(
        std::count(shapes.removed.begin(), shapes.removed.begin() + place.sub, true));
    return moved;
  };
  c_.extensions.edit_entities([&] { relocate_places(c_.model, new_place); });
}

}  // namespace romas::language
