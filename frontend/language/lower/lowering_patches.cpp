// Patches: what a `use` changes in the thing that it takes. Each statement finds an entity of the thing by
// its name there, and changes what it says of it; what it does not say stays.
#include "frontend/language/lower/patching.h"
#include "support/text/text.h"

namespace romas::language {

void Lowering::patch(const Statement& use, Instance& instance, const Mark& first, SourceRange text) {
  if (use.body.empty()) return;
  const Expr& target = use.the<Expr>("use");
  const Expr& callee = target.kind == Expr::Kind::call ? target.operands.front() : target;
  Patching patching{std::string(sources_.text(callee.range)), instance, first, text, use.range};
  const Naming outer = naming_;
  set_naming({instance.prefix, &instance, target.range});
  flow_.run(use.body, nullptr, [&](const Statement& s, Scope& /*scope*/) { patch_statement(s, patching); });
  apply_removals(patching);
  set_naming(outer);
  if (diagnostics_.in_doubt(use.range)) doubt_part(patching);
}

// Marks the links and joints of the part as unreliable: a broken patch may have been meant for any of them.
void Lowering::doubt_part(const Patching& patching) {
  const auto doubt = [&](EntityKind kind, const auto& store) {
    for (std::size_t i = patching.first.counts[static_cast<std::size_t>(kind)]; i < store.size(); ++i)
      diagnostics_.doubt(store[i].range);
  };
  doubt(EntityKind::link, model_.links);
  doubt(EntityKind::joint, model_.joints);
  for (std::size_t i = patching.first.counts[static_cast<std::size_t>(EntityKind::joint)];
       i < model_.joints.size(); ++i)
    if (model_.joints[i].limit) diagnostics_.doubt(model_.joints[i].limit->range);
}

void Lowering::patch_statement(const Statement& s, Patching& patching) {
  const std::string_view word = s.word();
  if (word == "joint") patch_joint(s, patching);
  if (word == "link") patch_link(s, patching);
  if (word == "frame") patch_frame(s, patching);
  if (word == "sensor") patch_sensor(s, patching);
  if (word == "ros2_control") patch_ros2_control(s, patching);
  if (word == "remove") removal(s, patching);
}

std::string Lowering::own_name(std::string_view full) const {
  return std::string(full.starts_with(naming_.prefix) ? full.substr(naming_.prefix.size()) : full);
}

// The index of the part's entity with this name of its own; nothing if there is none, which is reported.
std::optional<std::size_t> Lowering::find_in_part(EntityKind kind, const Name& written, Patching& patching) {
  constexpr std::size_t kNamesPerStep = 64;
  const std::string own = name_text(written);
  const std::string full = naming_.prefix + own;
  const std::size_t count = entity_counts(model_)[static_cast<std::size_t>(kind)];
  const std::size_t first = patching.first.counts[static_cast<std::size_t>(kind)];
  if (!session_.budget.spend(1 + (count - first) / kNamesPerStep, written.range)) return std::nullopt;
  for (std::size_t i = first; i < count; ++i) {
    if (entity_name(model_, kind, i) != full) continue;
    mention(kind, full, written.range);
    return i;
  }
  const bool is_unknown = (written.pieces && (doubtful_ || flow_.doubtful())) ||
                          session_.lost.has_entity(own) || diagnostics_.in_doubt(patching.text);
  if (!is_unknown) report_not_in_part(kind, own, written.range, patching);
  return std::nullopt;
}

void Lowering::report_not_in_part(EntityKind kind, std::string_view own, SourceRange range,
                                  const Patching& patching) {
  std::vector<std::string> names;
  std::string_view other;  // the kind of something else with this name
  for_each_store(model_, [&](EntityKind of, const auto& store) {
    for (std::size_t i = patching.first.counts[static_cast<std::size_t>(of)]; i < store.size(); ++i) {
      std::string name = own_name(entity_name(model_, of, i));
      if (name == own && of != EntityKind::gazebo && of != EntityKind::material) other = to_string(of);
      if (of == kind) names.push_back(std::move(name));
    }
  });
  std::string message = concat("'", patching.thing, "' has no ", to_string(kind), " '", own, "'");
  if (!other.empty()) message += concat("; it has a ", other, " of this name");
  auto builder = report(Rule::unresolved_link, range, std::move(message));
  if (!other.empty()) return;
  // The name in the robot, where that of the thing belongs.
  const std::string_view rest = own.starts_with(naming_.prefix) ? own.substr(naming_.prefix.size()) : own;
  if (std::ranges::find(names, rest) != names.end())
    builder.meant(rest);
  else
    builder.nearest(own, names);
}

// Records that a patch names an entity of the robot, for tools that ask.
void Lowering::mention(EntityKind kind, const std::string& full, SourceRange place) {
  const bool is_named = kind == EntityKind::link || kind == EntityKind::joint || kind == EntityKind::frame;
  if (session_.options.record_names && is_named && !doubtful_)
    session_.mentions.add({entity_kind_name(kind), full, session_.robot, place, false});
}

// False if an earlier patch changes the same, which is reported.
bool Lowering::is_first_change(Patching& patching, const std::string& what, std::string_view word,
                               SourceRange range) {
  if (doubtful_ || flow_.doubtful()) return true;
  const auto [first, is_new] = patching.changed.try_emplace({what, std::string(word)}, range);
  if (!is_new)
    report(Rule::repeated_property, range, concat("'", word, "' of ", what, " is changed twice"))
        .note(first->second, "the first change is here");
  return is_new;
}

// A finding at the patch gets a note at what stands in the thing.
void Lowering::note_change(SourceRange patch, SourceRange before) {
  if (patch.valid() && before.valid()) sources_.expansions().add_origin({patch, {}, before});
}

// Whether a patch of a link or joint takes the statement. The grammar says so of those that stand in the
// patch itself; modules that are used there have others, too. One that it does not take is reported.
bool Lowering::expect_patch(const Statement& property, std::string_view where) {
  const std::string_view word = property.word();
  if (word == "remove" || word == "replace") return true;
  if (!expect_place(property, where, diagnostics_)) return false;
  static constexpr std::array<std::array<std::string_view, 2>, 4> kInstead = {{
      {"solid", "write 'mass', 'com', 'inertia', 'visual' and 'collision'"},
      {"implicit", "it is only for new links"},
      {"dynamics", "write 'damping' and 'friction'"},
      {"dialect", "it is only for new joints"},
  }};
  const auto* instead = std::ranges::find(kInstead, word, [](const auto& row) { return row[0]; });
  if (instead == kInstead.end()) return true;
  report(Rule::unknown_property, property.word_range(),
         concat("no patch takes '", word, "'; ", (*instead)[1]));
  return false;
}

// --- frames, sensors, ros2_control -------------------------------------------------------------------------

void Lowering::patch_frame(const Statement& s, Patching& patching) {
  const auto index = find_in_part(EntityKind::frame, s.the<Name>("frame"), patching);
  if (!index) return;
  const std::string what = concat("frame '", own_name(model_.frames[*index].name), "'");
  for (const Statement& property : s.body)
    if (is_first_change(patching, what, property.word(), property.range)) {
      frame_property(property, model_.frames[*index]);
      note_change(property.range, name_place(model_.frames[*index]));
    }
}

void Lowering::patch_sensor(const Statement& s, Patching& patching) {
  const auto index = find_in_part(EntityKind::sensor, s.the<Name>("sensor"), patching);
  if (!index) return;
  const std::string what = concat("sensor '", own_name(model_.sensors[*index].name), "'");
  for (const Statement& property : s.body)
    if (is_first_change(patching, what, property.word(), property.range)) {
      sensor_property(property, model_.sensors[*index]);
      note_change(property.range, name_place(model_.sensors[*index]));
    }
}

void Lowering::patch_ros2_control(const Statement& s, Patching& patching) {
  const auto index = find_in_part(EntityKind::ros2_control, s.the<Name>("ros2_control"), patching);
  if (!index) return;
  Ros2Control& control = model_.ros2_controls[*index];
  const std::string what = concat("ros2_control '", own_name(control.name), "'");
  for (const Statement& property : s.body) {
    if (property.word() == "remove") {
      remove_from_ros2_control(property, control, what);
    } else if (property.word() == "plugin") {
      if (is_first_change(patching, what, "plugin", property.range))
        control.plugin = text(property, "plugin");
    } else if (property.word() == "parameter") {
      Ros2Parameter said = parameter(property);
      if (!is_first_change(patching, what, concat("parameter ", said.name), property.range)) continue;
      auto& all = control.hardware_parameters;
      const auto known = std::ranges::find(all, said.name, &Ros2Parameter::name);
      if (known != all.end())
        *known = std::move(said);
      else
        all.push_back(std::move(said));
    }
  }
}

void Lowering::remove_from_ros2_control(const Statement& s, Ros2Control& control, const std::string& what) {
  const Argument& kind = s.argument_at(1);
  const Name& written = s.the<Name>(kind.label);
  const std::string own = name_text(written);
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
      if (component.kind == wanted) names.push_back(own_name(component.name));
    removed = std::erase_if(control.components, [&](const Ros2Component& component) {
      return component.kind == wanted && component.name == naming_.prefix + own;
    });
    if (removed > 0 && wanted == Kind::joint) mention(EntityKind::joint, naming_.prefix + own, written.range);
  }
  if (removed == 0)
    report(Rule::unresolved_link, written.range, concat(what, " has no ", kind.label, " '", own, "'"))
        .nearest(own, names);
}

}  // namespace romas::language
