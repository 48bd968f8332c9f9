#include "lsp/workspace/renamed_mjcf.h"

#include <set>
#include <utility>

#include "lsp/markup/tree/tree.h"
#include "lsp/workspace/renamed_model.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

// A name that is there already, or that would mean something else.
std::optional<std::string> difference_of_names(const NameTable& were, const RenamedThings& renamed,
                                               const NameTable& are) {
  for (const auto& [thing, name] : renamed)
    if (const NamedThing other{thing.robot, thing.kind, name};
        were.definition(other) != nullptr && !renamed.contains(other))
      return concat("there is a ", name_kind_name(thing.kind), " '", name, "' already");
  const auto before = were.all(), after = are.all();
  if (before.size() != after.size()) return "something else than the name changes";
  for (std::size_t i = 0; i < before.size(); ++i) {
    NamedThing expected = before[i].thing;
    if (const auto other = renamed.find(expected); other != renamed.end()) expected.name = other->second;
    if (after[i].thing != expected || after[i].is_definition != before[i].is_definition)
      return concat("'", after[i].thing.name, "' would mean another ", name_kind_name(after[i].thing.kind));
  }
  return std::nullopt;
}

class MjcfComparison {
 public:
  MjcfComparison(const NameTable& names, const RenamedThings& renamed) : names_(names), renamed_(renamed) {
    for (const auto& [thing, name] : renamed) pairs_.emplace(thing.name, name);
  }

  std::optional<std::string> run(const Model& was, const Model& is) {
    if (was.links.size() != is.links.size() || was.joints.size() != is.joints.size() ||
        was.frames.size() != is.frames.size() || was.materials.size() != is.materials.size() ||
        was.transmissions.size() != is.transmissions.size() || was.sensors.size() != is.sensors.size() ||
        was.loop_joints.size() != is.loop_joints.size())
      return "something else than the name changes";
    RenamedModel::Names names;
    pair_names(was.links, is.links, NameKind::link, NameKind::link, names);
    pair_names(was.joints, is.joints, NameKind::joint, NameKind::joint, names);
    pair_names(was.frames, is.frames, NameKind::frame, NameKind::site, names);
    pair_names(was.materials, is.materials, NameKind::material, NameKind::material, names);
    if (was.name != is.name) {
      names[{NameKind::robot, was.name}] = is.name;
      check(was.name, is.name, NameKind::robot);
    }
    if (problem_) return problem_;
    if (was.extensions.size() != is.extensions.size()) return "something else than the name changes";
    Model expected = RenamedModel(was, names).take();
    for (std::size_t i = 0; i < expected.links.size(); ++i) adopt_shapes(expected.links[i], is.links[i]);
    for (std::size_t i = 0; i < expected.transmissions.size(); ++i)
      adopt_actuators(expected.transmissions[i], is.transmissions[i]);
    for (std::size_t i = 0; i < expected.sensors.size(); ++i)
      adopt(expected.sensors[i].name, is.sensors[i].name,
            is.sensors[i].camera ? NameKind::camera : NameKind::sensor);
    for (std::size_t i = 0; i < expected.loop_joints.size(); ++i)
      adopt(expected.loop_joints[i].name, is.loop_joints[i].name, NameKind::equality);
    for (std::size_t i = 0; i < expected.extensions.size(); ++i)
      if (differs_in_names(expected.extensions[i].text, is.extensions[i].text))
        expected.extensions[i].text = is.extensions[i].text;
    if (problem_ || expected == is) return problem_;
    return "something else than the name changes";
  }

 private:
  // Entities of the same number are the same. `kind`: of their names in the text.
  template <class Store>
  void pair_names(const Store& were, const Store& are, NameKind in_model, NameKind kind,
                  RenamedModel::Names& names) {
    for (std::size_t i = 0; i < were.size(); ++i) {
      if (were[i].name == are[i].name) continue;
      check(were[i].name, are[i].name, kind);
      names[{in_model, were[i].name}] = are[i].name;
    }
  }

  // A name that the text says changes as it is meant to, or not at all. Others are made up.
  void check(const std::string& from, const std::string& to, NameKind kind) {
    bool is_written = false;
    for (const auto& [thing, name] : renamed_) {
      if (thing.kind != kind || thing.name != from) continue;
      if (name == to) return;
      is_written = true;
    }
    is_written = is_written || names_.definition({0, kind, from}) != nullptr;
    if (is_written && !problem_)
      problem_ = concat("'", from, "' would be called '", to, "' in other formats");
    pairs_.emplace(from, to);
  }

  template <class Name>
  void adopt(Name& from, const Name& to, NameKind kind) {
    if (from == to) return;
    if constexpr (requires { from.has_value(); }) {
      if (!from || !to) return;
      check(*from, *to, kind);
    } else {
      check(from, to, kind);
    }
    from = to;
  }
  void adopt_shapes(Link& from, const Link& to) {
    if (from.visuals.size() != to.visuals.size() || from.collisions.size() != to.collisions.size()) return;
    for (std::size_t i = 0; i < from.visuals.size(); ++i)
      adopt(from.visuals[i].name, to.visuals[i].name, NameKind::geom);
    for (std::size_t i = 0; i < from.collisions.size(); ++i)
      adopt(from.collisions[i].name, to.collisions[i].name, NameKind::geom);
  }
  void adopt_actuators(Transmission& from, const Transmission& to) {
    adopt(from.name, to.name, NameKind::actuator);
    if (from.actuators.size() != to.actuators.size()) return;
    for (std::size_t i = 0; i < from.actuators.size(); ++i)
      adopt(from.actuators[i].name, to.actuators[i].name, NameKind::actuator);
  }

  bool is_pair(std::string_view from, std::string_view to) const {
    return from == to || pairs_.contains({std::string(from), std::string(to)});
  }
  // Whether two texts that are kept, values or elements, differ, and in names that change alone.
  bool differs_in_names(std::string_view from, std::string_view to) const {
    if (from == to) return false;
    if (!markup::is_xml(from) || !markup::is_xml(to)) return is_pair(from, to);
    const markup::Tree was = markup::parse(from), is = markup::parse(to);
    if (was.nodes.size() != is.nodes.size() || was.attributes.size() != is.attributes.size()) return false;
    for (markup::NodeId id = 0; id < was.nodes.size(); ++id)
      if (was.nodes[id].kind != is.nodes[id].kind || was.name(id) != is.name(id) ||
          was.nodes[id].parent != is.nodes[id].parent)
        return false;
    for (std::size_t i = 0; i < was.attributes.size(); ++i)
      if (was.attributes[i].name.of(from) != is.attributes[i].name.of(to) ||
          !is_pair(was.attributes[i].value.of(from), is.attributes[i].value.of(to)))
        return false;
    return true;
  }

  const NameTable& names_;
  const RenamedThings& renamed_;
  std::set<std::pair<std::string, std::string>> pairs_;  // old and new names
  std::optional<std::string> problem_;
};

}  // namespace

std::optional<std::string> difference_of_mjcf(const Model& was, const NameTable& names_were,
                                              const RenamedThings& renamed, const Model& is,
                                              const NameTable& names_are) {
  if (auto difference = difference_of_names(names_were, renamed, names_are)) return difference;
  return MjcfComparison(names_were, renamed).run(was, is);
}

}  // namespace romas::lsp
