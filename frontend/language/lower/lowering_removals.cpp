// Patches that remove entities and shapes. All that the braces of a `use` remove goes at once, at their end,
// so that their order does not matter.
#include <unordered_set>

#include "frontend/language/lower/patching.h"
#include "ir/model/edit.h"
#include "ir/model/place_words.h"
#include "ir/model/units.h"
#include "support/text/text.h"

namespace romas::language {

// remove KIND NAME
void Lowering::removal(const Statement& s, Patching& patching) {
  const std::string_view word = s.argument_at(1).label;
  const Name& written = s.the<Name>(word);
  Removal removal;
  removal.range = written.range;
  removal.with_subtree = word == "subtree";
  const bool is_force = word == "spring" || word == "wing" || word == "thrust";
  removal.kind = removal.with_subtree ? EntityKind::link
                 : is_force           ? EntityKind::force_element
                                      : parse_entity_kind(word).value_or(EntityKind::link);
  const auto index = find_in_part(removal.kind, written, patching);
  if (!index) return;
  removal.name = entity_name(model_, removal.kind, *index);
  const std::string own = own_name(removal.name);
  const auto first = std::ranges::find_if(patching.removals, [&](const Removal& other) {
    return other.kind == removal.kind && other.name == removal.name;
  });
  if (first != patching.removals.end() && !flow_.doubtful() && !doubtful_) {
    report(Rule::repeated_property, removal.range,
           concat(to_string(removal.kind), " '", own, "' is removed twice"))
        .note(first->range, "it is removed here already");
    return;
  }
  patching.removals.push_back(std::move(removal));
}

namespace {

// Elements beyond the end of `marked` stay.
template <class Element>
void erase_marked(std::vector<Element>& elements, const std::vector<bool>& marked) {
  std::size_t at = 0;
  std::erase_if(elements, [&](const Element& /*element*/) {
    const std::size_t i = at++;
    return i < marked.size() && marked[i];
  });
}

std::string advice(const Model& model, const RemovalPlan::Obstacle& obstacle, const std::string& own,
                   const std::string& removed) {
  switch (obstacle.kind) {
    case EntityKind::joint:
      return model.joints[obstacle.index].mimic && !model.joints[obstacle.index].servo
                 ? concat("'joint ", own, " { remove mimic; }'")
                 : concat("'joint ", own, " { … }' with another mimic or servo");
    case EntityKind::ros2_control: return concat("'ros2_control ", own, " { remove joint ", removed, "; }'");
    case EntityKind::force_element: {
      constexpr std::array<std::string_view, 3> kWords = {"spring", "wing", "thrust"};
      return concat("'remove ", kWords[model.force_elements[obstacle.index].force.index()], " ", own, ";'");
    }
    default:
      return own.empty() ? std::string()
                         : concat("'remove ", entity_kind_name(obstacle.kind), " ", own, ";'");
  }
}

// Returns a name as a patch would write it.
std::string as_name(const std::string& name) { return is_identifier(name) ? name : concat('"', name, '"'); }

}  // namespace

// Reports each removal that has obstacles as one mistake. Returns false if there are no obstacles. Nothing is
// reported if the `use` is in doubt, because its broken patch may be the one that would remove the obstacle.
bool Lowering::report_obstacles(const Patching& patching, const RemovalPlan& plan) {
  if (diagnostics_.in_doubt(patching.use)) return !plan.obstacles.empty();
  for (std::size_t i = 0; i < patching.removals.size(); ++i) {
    const Removal& removal = patching.removals[i];
    std::vector<const RemovalPlan::Obstacle*> hanging, others;
    for (const RemovalPlan::Obstacle& obstacle : plan.obstacles)
      if (obstacle.removal == i) (obstacle.hangs ? hanging : others).push_back(&obstacle);
    const std::vector<const RemovalPlan::Obstacle*>& shown = hanging.empty() ? others : hanging;
    if (shown.empty()) continue;
    const std::string own = own_name(removal.name);
    std::vector<std::string> names, help;
    for (const auto* obstacle : shown) {
      const std::string name = own_name(entity_name(model_, obstacle->kind, obstacle->index));
      names.push_back(obstacle->hangs
                          ? concat("link '", own_name(model_.joints[obstacle->index].child.name), "'")
                          : concat(to_string(obstacle->kind), name.empty() ? "" : concat(" '", name, "'")));
      if (auto text = advice(model_, *obstacle, as_name(name), as_name(own_name(obstacle->gone)));
          !text.empty())
        help.push_back(std::move(text));
    }
    constexpr std::size_t kMostShown = 4;
    if (names.size() > kMostShown) names.resize(kMostShown), names.emplace_back("others");
    help.resize(std::min(help.size(), kMostShown));
    const std::string all = join(names, ", ");
    auto builder =
        report(Rule::unresolved_link, removal.range,
               hanging.empty() ? concat(to_string(removal.kind), " '", own, "' is removed",
                                        removal.with_subtree ? " with all below it" : "", ", but ", all,
                                        shown.size() == 1 ? " refers" : " refer", " to removed parts",
                                        help.empty() ? "" : concat("; write ", join(help, " and "), ", too"))
                               : concat("without link '", own, "' nothing holds ", all,
                                        "; write 'remove subtree ", as_name(own), ";', or remove the ",
                                        shown.size() == 1 ? "joint" : "joints", " between them, too"));
    for (std::size_t k = 0; k < std::min(shown.size(), kMostShown); ++k)
      builder.note(shown[k]->place,
                   concat(names[k], shown[k]->hangs ? " is attached to it here" : " refers to it here"));
  }
  return !plan.obstacles.empty();
}

void Lowering::apply_removals(Patching& patching) {
  drop_shapes(patching);
  if (patching.removals.empty() || doubtful_) return;
  const RemovalPlan plan = plan_removals(model_, patching.first.counts, patching.removals);
  if (report_obstacles(patching, plan)) return;
  forget_removed(patching, plan);
  Renumbering renumbering;
  for_each_store(model_, [&](EntityKind kind, const auto& store) {
    std::vector<bool> removed(store.size());
    for (std::size_t i = 0; i < store.size(); ++i) removed[i] = plan.goes(kind, i);
    if (std::ranges::find(removed, true) != removed.end()) renumbering.remove(kind, removed);
  });
  edit_entities([&] { renumber(model_, renumbering); });
}

// The names of what goes: nothing in the part refers to them any more, and others may not.
void Lowering::forget_removed(const Patching& patching, const RemovalPlan& plan) {
  std::map<std::string, SourceRange> gone;
  std::unordered_set<std::string> left;
  for_each_store(model_, [&](EntityKind kind, const auto& store) {
    if (kind == EntityKind::gazebo || kind == EntityKind::material) return;
    for (std::size_t i = 0; i < store.size(); ++i) {
      std::string full = entity_name(model_, kind, i);
      if (!plan.goes(kind, i)) {
        left.insert(std::move(full));
        continue;
      }
      made_.erase(concat(entity_kind_name(kind), ' ', full));
      if constexpr (requires { store[i].name_range; }) mention(kind, full, store[i].name_range);
      gone.emplace(std::move(full), patching.removals[plan.with[static_cast<std::size_t>(kind)][i]].range);
    }
  });
  for (const std::string& name : left) gone.erase(name);
  Instance& instance = patching.instance;
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
  const auto from = references_.begin() + static_cast<std::ptrdiff_t>(patching.first.references);
  references_.erase(std::remove_if(from, references_.end(),
                                   [&](const InstanceReference& one) { return gone.contains(one.full); }),
                    references_.end());
  std::size_t number = 0;
  std::vector<bool> dropped(model_.extensions.size());
  std::erase_if(written_extensions_, [&](const WrittenExtension& one) {
    const bool goes = number++ >= patching.first.extensions && one.owner && gone.contains(one.owner->text);
    if (goes) dropped[one.at] = true;
    return goes;
  });
  if (std::ranges::find(dropped, true) == dropped.end()) return;
  std::vector<std::size_t> new_index(dropped.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < dropped.size(); ++i) new_index[i] = dropped[i] ? next : next++;
  erase_marked(model_.extensions, dropped);
  for (WrittenExtension& one : written_extensions_) one.at = new_index[one.at];
}

// Removes the shapes that are marked, and what a format has at places that are gone.
void Lowering::drop_shapes(const Patching& patching) {
  if (patching.shapes.empty() && patching.dropped.empty()) return;
  for (const auto& [index, shapes] : patching.shapes) {
    erase_marked(model_.links[index].visuals, shapes[0].removed);
    erase_marked(model_.links[index].collisions, shapes[1].removed);
  }
  // Everything that a format has at a replaced shape is dropped, too.
  const auto new_place = [&](const Place& place) -> std::optional<Place> {
    if (std::ranges::find(patching.dropped, place) != patching.dropped.end()) return std::nullopt;
    const bool is_visual = place.slot >= Slot::visual && place.slot <= Slot::visual_texture;
    const bool is_collision = place.slot >= Slot::collision && place.slot <= Slot::collision_shape;
    if (place.kind != EntityKind::link || (!is_visual && !is_collision)) return place;
    const auto known = patching.shapes.find(place.index);
    if (known == patching.shapes.end()) return place;
    const Patching::Shapes& shapes = known->second[is_visual ? 0 : 1];
    if (place.sub >= shapes.changed.size()) return place;
    if (shapes.changed[place.sub].valid()) return std::nullopt;
    Place moved = place;
    moved.sub -= static_cast<std::uint32_t>(
        std::count(shapes.removed.begin(), shapes.removed.begin() + place.sub, true));
    return moved;
  };
  edit_entities([&] { relocate_places(model_, new_place); });
}

// Extensions whose owners are not known yet are put aside while entities get other numbers.
template <class Edit>
void Lowering::edit_entities(const Edit& edit) {
  std::vector<Extension> own;
  std::vector<bool> is_own(model_.extensions.size());
  for (const WrittenExtension& written : written_extensions_) {
    own.push_back(std::move(model_.extensions[written.at]));
    is_own[written.at] = true;
  }
  erase_marked(model_.extensions, is_own);
  edit();
  for (std::size_t i = 0; i < own.size(); ++i) {
    written_extensions_[i].at = model_.extensions.size();
    model_.extensions.push_back(std::move(own[i]));
  }
}

}  // namespace romas::language
