#include "frontend/language/lower/patches.h"

#include <algorithm>
#include <array>

#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "ir/model/place_words.h"
#include "support/text/text.h"

namespace romas::language {

Patches::Patches(LowerContext& c, const Statement& use, Instance& instance, const LowerContext::Mark& first,
                 SourceRange text)
    : c_(c),
      use_(use),
      instance_(instance),
      first_(first),
      text_(text),
      removals_(c, instance, first, use.range) {
  const Expr& target = use.the<Expr>("use");
  const Expr& callee = target.kind == Expr::Kind::call ? target.operands.front() : target;
  thing_ = c.sources.text(callee.range);
}

void Patches::run() {
  if (use_.body.empty()) return;
  const Names::Naming outer = c_.names.naming();
  c_.names.set_naming({instance_.prefix, &instance_, use_.the<Expr>("use").range});
  c_.flow.run(use_.body, nullptr, [&](const Statement& s, Scope& /*scope*/) { statement(s); });
  removals_.apply();
  c_.names.set_naming(outer);
  if (c_.diagnostics.in_doubt(use_.range)) doubt_all();
}

// Marks the links and joints of the part as unreliable: a broken patch may have been meant for any of them.
void Patches::doubt_all() {
  const auto doubt = [&](EntityKind kind, const auto& store) {
    for (std::size_t i = first_.of(kind); i < store.size(); ++i) c_.diagnostics.doubt(store[i].range);
  };
  doubt(EntityKind::link, c_.model.links);
  doubt(EntityKind::joint, c_.model.joints);
  for (std::size_t i = first_.of(EntityKind::joint); i < c_.model.joints.size(); ++i)
    if (c_.model.joints[i].limit) c_.diagnostics.doubt(c_.model.joints[i].limit->range);
}

namespace {

bool is_force(std::string_view word) { return word == "spring" || word == "wing" || word == "thrust"; }

}  // namespace

// Patches of entities whose properties are lowered one by one.
template <class Entity>
void Patches::properties(const Statement& s, EntityKind kind, std::vector<Entity>& store,
                         LowerProperty<Entity>* lower) {
  const Name& written = s.the<Name>(s.word());
  const auto index = find(kind, written, s.word());
  if (!index) return;
  Entity& entity = store[*index];
  const std::string own = c_.names.own(entity.name);
  if constexpr (std::is_same_v<Entity, ForceElement>)
    if (force_word(entity) != s.word()) {
      report(Rule::unresolved_link, written.range,
             concat("'", thing_, "' has no ", s.word(), " '", own, "'; it has a ", force_word(entity),
                    " of this name"))
          .note(name_place(entity), concat("the ", force_word(entity), " is here"));
      return;
    }
  for (const Statement& property : s.body)
    if (is_first_change(concat(s.word(), " '", own, "'"), property.word(), property.range)) {
      lower(c_, property, entity);
      note_change(property.range, name_place(entity));
    }
}

void Patches::statement(const Statement& s) {
  const std::string_view word = s.word();
  if (word == "joint") joint(s);
  if (word == "link") link(s);
  if (word == "frame") properties(s, EntityKind::frame, c_.model.frames, lower_frame_property);
  if (word == "sensor") properties(s, EntityKind::sensor, c_.model.sensors, lower_sensor_property);
  if (is_force(word)) properties(s, EntityKind::force_element, c_.model.force_elements, lower_force_property);
  if (word == "ros2_control") ros2_control(s);
  if (word == "remove") removal(s);
}

// The index of the part's entity with this name of its own; nothing if there is none, which is reported with
// the word.
std::optional<std::size_t> Patches::find(EntityKind kind, const Name& written, std::string_view word) {
  constexpr std::size_t kNamesPerStep = 64;
  const std::string own = c_.names.text(written);
  const std::string full = c_.names.prefix() + own;
  const std::size_t count = entity_counts(c_.model)[static_cast<std::size_t>(kind)];
  const std::size_t first = first_.of(kind);
  if (!c_.session.budget.spend(1 + (count - first) / kNamesPerStep, written.range)) return std::nullopt;
  for (std::size_t i = first; i < count; ++i) {
    if (entity_name(c_.model, kind, i) != full) continue;
    c_.names.mention(kind, full, written.range);
    return i;
  }
  const bool is_unknown =
      (written.pieces && c_.doubtful()) || c_.session.lost.has_entity(own) || c_.diagnostics.in_doubt(text_);
  if (!is_unknown) report_unknown(kind, own, written.range, is_force(word) ? word : to_string(kind));
  return std::nullopt;
}

void Patches::report_unknown(EntityKind kind, std::string_view own, SourceRange range,
                             std::string_view word) {
  std::vector<std::string> names;
  std::string_view other;  // the kind of something else with this name
  for_each_store(c_.model, [&](EntityKind of, const auto& store) {
    for (std::size_t i = first_.of(of); i < store.size(); ++i) {
      std::string name = c_.names.own(entity_name(c_.model, of, i));
      if (name == own && of != EntityKind::gazebo && of != EntityKind::material) other = to_string(of);
      if (of == kind) names.push_back(std::move(name));
    }
  });
  std::string message = concat("'", thing_, "' has no ", word, " '", own, "'");
  if (!other.empty()) message += concat("; it has a ", other, " of this name");
  auto builder = c_.report(Rule::unresolved_link, range, std::move(message));
  if (!other.empty()) return;
  // The name in the robot, where that of the thing belongs.
  const std::string_view rest =
      own.starts_with(c_.names.prefix()) ? own.substr(c_.names.prefix().size()) : own;
  if (std::ranges::find(names, rest) != names.end())
    builder.meant(rest);
  else
    builder.nearest(own, names);
}

// False if an earlier patch changes the same, which is reported.
bool Patches::is_first_change(const std::string& what, std::string_view word, SourceRange range) {
  if (c_.doubtful()) return true;
  const auto [first, is_new] = changed_.try_emplace({what, std::string(word)}, range);
  if (!is_new)
    c_.report(Rule::repeated_property, range, concat("'", word, "' of ", what, " is changed twice"))
        .note(first->second, "the first change is here");
  return is_new;
}

// A finding at the patch gets a note at what stands in the thing.
void Patches::note_change(SourceRange patch, SourceRange before) {
  if (patch.valid() && before.valid()) c_.sources.expansions().add_origin({patch, {}, before});
}

// Whether a patch of a link or joint takes the statement. The grammar says so of those that stand in the
// patch itself; modules that are used there have others, too. One that it does not take is reported.
bool Patches::expect_patch(const Statement& property, std::string_view where) {
  const std::string_view word = property.word();
  if (word == "remove" || word == "replace") return true;
  if (!expect_place(property, where, c_.diagnostics)) return false;
  static constexpr std::array<std::array<std::string_view, 2>, 4> kInstead = {{
      {"solid", "write 'mass', 'com', 'inertia', 'visual' and 'collision'"},
      {"implicit", "it is only for new links"},
      {"dynamics", "write 'damping' and 'friction'"},
      {"dialect", "it is only for new joints"},
  }};
  const auto* instead = std::ranges::find(kInstead, word, [](const auto& row) { return row[0]; });
  if (instead == kInstead.end()) return true;
  c_.report(Rule::unknown_property, property.word_range(),
            concat("no patch takes '", word, "'; ", (*instead)[1]));
  return false;
}

// remove KIND NAME
void Patches::removal(const Statement& s) {
  const std::string_view word = s.argument_at(1).label;
  const Name& written = s.the<Name>(word);
  Removal removal;
  removal.range = written.range;
  removal.with_subtree = word == "subtree";
  removal.kind = removal.with_subtree ? EntityKind::link
                 : is_force(word)     ? EntityKind::force_element
                                      : parse_entity_kind(word).value_or(EntityKind::link);
  const auto index = find(removal.kind, written, word);
  if (!index) return;
  removal.name = entity_name(c_.model, removal.kind, *index);
  removals_.add(std::move(removal));
}

// --- ros2_control ------------------------------------------------------------------------------------------

void Patches::ros2_control(const Statement& s) {
  const auto index = find(EntityKind::ros2_control, s.the<Name>("ros2_control"));
  if (!index) return;
  Ros2Control& control = c_.model.ros2_controls[*index];
  const std::string what = concat("ros2_control '", c_.names.own(control.name), "'");
  for (const Statement& property : s.body) {
    if (property.word() == "remove") {
      remove_from_ros2_control(property, control, what);
    } else if (property.word() == "plugin") {
      if (is_first_change(what, "plugin", property.range)) control.plugin = c_.text(property, "plugin");
    } else if (property.word() == "parameter") {
      Ros2Parameter said = read_parameter(c_, property);
      if (!is_first_change(what, concat("parameter ", said.name), property.range)) continue;
      auto& all = control.hardware_parameters;
      const auto known = std::ranges::find(all, said.name, &Ros2Parameter::name);
      if (known != all.end())
        *known = std::move(said);
      else
        all.push_back(std::move(said));
    }
  }
}

void Patches::remove_from_ros2_control(const Statement& s, Ros2Control& control, const std::string& what) {
  const Argument& kind = s.argument_at(1);
  const Name& written = s.the<Name>(kind.label);
  const std::string own = c_.names.text(written);
  std::size_t removed = 0;
  std::vector<std::string> names;
  if (kind.label == "parameter") {
    for (const Ros2Parameter& parameter : control.hardware_parameters) names.push_back(parameter.name);
    removed = std::erase_if(control.hardware_parameters,
                            [&](const Ros2Parameter& parameter) { return parameter.name == own; });
  } else {
    using Kind = Ros2Component::Kind;
    const Kind wanted = kind.label == "joint"    ? Kind::joint
                        : kind.label == "sensor" ? Kind::sensor
                                                 : Kind::gpio;
    for (const Ros2Component& component : control.components)
      if (component.kind == wanted) names.push_back(c_.names.own(component.name));
    removed = std::erase_if(control.components, [&](const Ros2Component& component) {
      return component.kind == wanted && component.name == c_.names.prefix() + own;
    });
    if (removed > 0 && wanted == Kind::joint)
      c_.names.mention(EntityKind::joint, c_.names.prefix() + own, written.range);
  }
  if (removed == 0)
    c_.report(Rule::unresolved_link, written.range, concat(what, " has no ", kind.label, " '", own, "'"))
        .nearest(own, names);
}

}  // namespace romas::language
