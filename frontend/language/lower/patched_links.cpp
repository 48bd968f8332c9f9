// Patches of links: masses and shapes.
#include <algorithm>

#include "frontend/language/lower/inertial_parts.h"
#include "frontend/language/lower/patches.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "frontend/language/values/texts.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// The pose with another position.
TransformExpr moved_to(const TransformExpr& pose, const TransformExpr& position) {
  const auto* place = position.get_if<TransformExpr::XyzRpy>();
  if (place == nullptr || !place->xyz) return pose;
  if (const auto* xyz_rpy = pose.get_if<TransformExpr::XyzRpy>()) {
    TransformExpr::XyzRpy moved = *xyz_rpy;
    moved.xyz = place->xyz;
    moved.xyz_range = {};
    return moved;
  }
  if (const auto* quaternion = pose.get_if<TransformExpr::XyzQuaternion>()) {
    TransformExpr::XyzQuaternion moved = *quaternion;
    moved.xyz = place->xyz;
    return moved;
  }
  RigidTransform X_PC = pose.evaluate();
  X_PC.p = {(*place->xyz)[0].value(), (*place->xyz)[1].value(), (*place->xyz)[2].value()};
  return plain_transform(X_PC);
}

}  // namespace

// link NAME { PROPERTIES }
void Patches::link(const Statement& s) {
  const auto index = find(EntityKind::link, s.the<Name>("link"));
  if (!index) return;
  const std::string what = concat("link '", c_.names.own(c_.model.links[*index].name), "'");
  InertialParts parts;
  c_.properties(s, [&](const Statement& property) {
    if (!expect_patch(property, "a link")) return;
    const std::string_view word = property.word();
    Link& link = c_.model.links[*index];
    if (word == "visual" || word == "collision") {
      removals_.shapes_of(*index, link);  // those that are there keep their numbers
      lower_link_property(c_, property, link, parts);
    } else if (word == "replace" || property.find("visual") != nullptr ||
               property.find("collision") != nullptr) {
      shapes(property, *index);
    } else if (word == "remove") {
      if (is_first_change(what, "inertial", property.range)) remove_inertial(property, *index);
    } else if (is_first_change(what, word == "inertial" ? "com" : word, property.range)) {
      lower_link_property(c_, property, link, parts);
    }
  });
  inertial(parts, s, c_.model.links[*index]);
}

// Parts that are not named stay: a new mass keeps the tensor, a new centre of mass the axes of the tensor.
void Patches::inertial(const InertialParts& parts, const Statement& s, Link& link) {
  if (!link.inertial) return finish_inertial(c_, parts, s, link);
  Inertial& kept = *link.inertial;
  const SourceRange whole = place_or_name(kept.range, link);
  const auto before = [&](const SourceRange& range) { return range.valid() ? range : whole; };
  if (parts.has_mass && parts.mass) {
    note_change(parts.mass_range, before(kept.mass_range));
    kept.mass = *parts.mass;
    kept.mass_range = parts.mass_range;
  }
  if (parts.has_place) {
    note_change(parts.inertial.origin_range, before(kept.origin_range));
    kept.origin =
        parts.placed_word == "com" ? moved_to(kept.origin, parts.inertial.origin) : parts.inertial.origin;
    kept.origin_range = parts.inertial.origin_range;
  }
  if (parts.has_tensor && parts.inertial.inertia.range.valid()) {
    note_change(parts.inertial.inertia.range, before(kept.inertia.range));
    kept.inertia = parts.inertial.inertia;
  }
}

// remove inertial
void Patches::remove_inertial(const Statement& s, std::size_t index) {
  Link& link = c_.model.links[index];
  if (!link.inertial) {
    c_.report(Rule::unknown_property, s.range,
              concat("link '", c_.names.own(link.name), "' has no inertial to remove"))
        .note(name_place(link), "the link is here");
    return;
  }
  link.inertial.reset();
  for (const Slot slot : {Slot::inertial, Slot::inertial_origin, Slot::mass, Slot::inertia})
    removals_.drop({EntityKind::link, slot, 0, static_cast<std::uint32_t>(index), 0});
}

// The numbers of the shapes that a patch means: [2], a name, `all`, or nothing where there is one. An empty
// list: none, which is reported.
std::vector<std::size_t> Patches::choose_shapes(const Statement& s, std::size_t index) {
  const Link& link = c_.model.links[index];
  const bool is_visual = s.find("visual") != nullptr;
  const std::string_view word = is_visual ? "visual" : "collision";
  const Argument& argument = s.the_argument(word);
  const std::size_t count = removals_.shapes_of(index, link)[is_visual ? 0 : 1].changed.size();
  const std::string what = concat("link '", c_.names.own(link.name), "'");
  const auto none = [&](SourceRange range, std::string message) {
    c_.report(Rule::unresolved_link, range, std::move(message)).note(name_place(link), "the link is here");
    return std::vector<std::size_t>();
  };
  if (count == 0) return none(argument.range, concat(what, " has no ", word));
  if (argument.values.empty()) {
    if (count == 1) return {0};
    return none(argument.range, concat(what, " has ", count, " ", word, "s; say which: '", s.word(), " ",
                                       word, " [0]', the name of one, or 'all'"));
  }
  const Item& choice = argument.values.front();
  if (const auto* number = std::get_if<Expr>(&choice)) {
    const auto which = c_.values.whole_number(*number, concat("the number of a ", word));
    if (!which) return {};
    if (*which >= 0 && static_cast<std::size_t>(*which) < count) return {static_cast<std::size_t>(*which)};
    return none(number->range, concat(what, " has no ", word, " number ", *which, "; it has ", count,
                                      ", and the first has number 0"));
  }
  std::vector<std::size_t> found = named_shapes(choice, link, is_visual);
  const bool is_known = !found.empty();
  std::erase_if(found, [&](std::size_t i) { return i >= count; });
  if (is_known && found.empty()) return none(argument.range, "this shape is one that a patch adds");
  return found;
}

std::vector<std::size_t> Patches::named_shapes(const Item& choice, const Link& link, bool is_visual) {
  const auto* word = std::get_if<Name>(&choice);
  const auto* quoted = std::get_if<Text>(&choice);
  const bool is_all = word != nullptr && word->text == "all";
  const std::string name = word != nullptr  ? word->text
                           : quoted->pieces ? fill(c_.evaluator, *quoted->pieces, TextUse::name)
                                            : quoted->text;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < (is_visual ? link.visuals.size() : link.collisions.size()); ++i)
    names.push_back((is_visual ? link.visuals[i].name : link.collisions[i].name).value_or(""));
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (is_all || names[i] == name) found.push_back(i);
  if (!found.empty()) return found;
  std::erase(names, "");
  c_.report(Rule::unresolved_link, word != nullptr ? word->range : quoted->range,
            concat("link '", c_.names.own(link.name), "' has no ", is_visual ? "visual" : "collision", " '",
                   name, "'"))
      .nearest(name, names)
      .note(name_place(link), "the link is here");
  return found;
}

// replace visual|collision [WHICH] SHAPE …, remove visual|collision [WHICH]
void Patches::shapes(const Statement& s, std::size_t index) {
  const std::vector<std::size_t> chosen = choose_shapes(s, index);
  if (chosen.empty()) return;
  const bool is_visual = s.find("visual") != nullptr;
  Removals::Shapes& shapes = removals_.shapes_of(index, c_.model.links[index])[is_visual ? 0 : 1];
  for (const std::size_t i : chosen) {
    if (shapes.changed[i].valid() && !c_.doubtful()) {
      c_.report(Rule::repeated_property, s.range,
                concat(is_visual ? "visual" : "collision", " number ", i, " of link '",
                       c_.names.own(c_.model.links[index].name), "' is changed twice"))
          .note(shapes.changed[i], "the first change is here");
      return;
    }
    shapes.changed[i] = s.range;
  }
  const bool replaces = s.word() == "replace";
  for (const std::size_t i : chosen) shapes.removed[i] = !replaces || i != chosen.front();
  if (!replaces) return;
  Statement made = s;
  made.arguments.erase(made.arguments.begin());
  made.arguments.front().values.clear();  // what is replaced
  Link holder;
  InertialParts parts;
  Link& link = c_.model.links[index];
  const auto take = [&](auto& from, auto& to) {
    if (from.empty()) return;  // its shape is wrong, which is reported
    note_change(s.range, place_or_name(to[chosen.front()].range, link));
    to[chosen.front()] = std::move(from.front());
  };
  if (is_visual) {
    lower_visual(c_, made, holder, parts);
    take(holder.visuals, link.visuals);
  } else {
    lower_collision(c_, made, holder, parts);
    take(holder.collisions, link.collisions);
  }
}

}  // namespace romas::language
