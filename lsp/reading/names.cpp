#include "lsp/reading/names.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ir/model/visit.h"
#include "support/text/text.h"

namespace romas::lsp {

namespace {

class Collector {
 public:
  Collector(const SourceManager& sources, std::vector<NameUse>& uses) : sources_(sources), uses_(uses) {}

  void collect(const Model& model, std::uint32_t robot) {
    robot_ = robot;
    is_literal_ = model.layout.format == "sdf";
    if (given_.empty()) find_given();
    add_definitions(model);
    add_link_refs(model);
    add_joint_refs(model);
    add_materials(model);
  }
  void collect(const std::vector<PartName>& parts) {
    for (const PartName& part : parts) {
      const auto kind = find_name_kind(part.kind);
      robot_ = part.scope;
      if (kind) add(*kind, part.name, part.place, part.is_definition);
      mentioned_.emplace(part.place.file, part.place.begin);
    }
  }
  void collect(const Semantics& semantics) {
    robot_ = 0;
    // Groups may have states of the same name; nothing in the text refers to one.
    std::map<std::string_view, int> states;
    for (const GroupState& state : semantics.states) ++states[state.name.text];
    for_each_name(semantics, [&](const SemanticName& name, SemanticKind kind, bool is_definition) {
      if (kind != SemanticKind::state || states[name.text] == 1)
        add(name_kind(kind), name.text, name.range, is_definition);
    });
  }

 private:
  void add(NameKind kind, const std::string& name, SourceRange range, bool is_definition) {
    if (!range.valid() || name.empty()) return;
    const SourceRange from = value_from(range);
    const SourceRange written = unquoted(sources_.written(range));
    uses_.push_back({{robot_, kind, name}, written, range, is_definition, sources_.written(from)});
    if (from.valid()) uses_.push_back({{robot_, kind, name}, sources_.written(from), from, false, {}});
  }
  // Returns the place where the text of a name was written, without quotes, if all of it came from one other
  // place. Otherwise the range is invalid.
  SourceRange value_from(SourceRange range) const {
    if (sources_.expansions().origin_count() == 0) return {};
    const auto origins = sources_.expansions().origins(range);
    if (origins.size() != 1 || origins.front()->at != range) return {};
    SourceRange from = origins.front()->from;
    if (!from.valid() || sources_.written(from) == sources_.written(range)) return {};
    return unquoted(from);
  }
  SourceRange unquoted(SourceRange range) const {
    const std::string_view text = sources_.text(range);
    if (text.size() > 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
      return {range.file, range.begin + 1, range.end - 1};
    return range;
  }
  void define(NameKind kind, const std::string& name, SourceRange range) {
    if (says(name, range)) add(kind, name, range, true);
  }
  // What a text names where it stands comes before what the model makes of it: the child of a joint may be a
  // frame.
  void refer(NameKind kind, const std::string& name, SourceRange range) {
    const bool is_given = given_.contains({range.file, range.begin, range.end});
    if (says(name, range) && !is_given && !mentioned_.contains({range.file, range.begin}))
      add(kind, name, range, false);
  }
  // Places where the Romas language names a parameter: the entity is named where it is given.
  void find_given() {
    const ProgramNames* names = sources_.expansions().names();
    if (names == nullptr) return;
    for (const ProgramName& name : names->names())
      if (!name.is_definition()) given_.emplace(name.use.file, name.use.begin, name.use.end);
  }
  // False for names that a reader made up. Names of models in models have those of their models in front.
  bool says(std::string_view name, SourceRange range) const {
    return !is_literal_ || !range.valid() || name.ends_with(trim(sources_.text(range)));
  }

  void add_definitions(const Model& model) {
    define(NameKind::robot, model.name, model.name_range);
    for (const Link& link : model.links) define(NameKind::link, link.name, link.name_range);
    for (const Joint& joint : model.joints) define(NameKind::joint, joint.name, joint.name_range);
    for (const Frame& frame : model.frames) define(NameKind::frame, frame.name, frame.name_range);
    for (const Material& material : model.materials)
      define(NameKind::material, material.name, material.name_range);
  }

  void add_link_refs(const Model& model) {
    for_each_link_ref(model, [&](const LinkRef& ref, EntityKind, std::size_t) {
      refer(NameKind::link, ref.name, ref.range);
    });
    for (const Gazebo& gazebo : model.gazebos) {
      if (!gazebo.reference) continue;
      const NameKind kind = gazebo.joint && !gazebo.link ? NameKind::joint : NameKind::link;
      refer(kind, *gazebo.reference, gazebo.reference_range);
    }
  }

  void add_joint_refs(const Model& model) {
    for_each_joint_ref(model, [&](const JointRef& ref, EntityKind, std::size_t) {
      refer(NameKind::joint, ref.name, ref.range);
    });
    for (const Ros2Control& control : model.ros2_controls)
      for (const Ros2Component& component : control.components)
        if (component.kind == Ros2Component::Kind::joint)
          refer(NameKind::joint, component.name, component.name_range);
  }

  void add_materials(const Model& model) {
    for (const Link& link : model.links)
      for (const Visual& visual : link.visuals)
        if (visual.material && visual.material->name)
          refer(NameKind::material, *visual.material->name, visual.material->name_range);
  }

  const SourceManager& sources_;
  std::vector<NameUse>& uses_;
  std::uint32_t robot_ = 0;
  bool is_literal_ = false;  // names stand in the text as they are
  std::set<std::tuple<FileId, std::uint32_t, std::uint32_t>> given_;
  std::set<std::pair<FileId, std::uint32_t>> mentioned_;  // places of what no model keeps
};

auto place(const NameUse& use) { return std::tuple(use.range.file, use.range.begin, use.range.end); }

}  // namespace

namespace {

constexpr std::string_view kKindWords[] = {
#define NAME_KIND(kind, word, owner) word,
#include "lsp/reading/name_kinds.def"
};
enum class Owner : std::uint8_t { model, semantics, text };
constexpr Owner kOwners[] = {
#define NAME_KIND(kind, word, owner) Owner::owner,
#include "lsp/reading/name_kinds.def"
};

}  // namespace

std::string_view name_kind_name(NameKind kind) { return kKindWords[static_cast<std::size_t>(kind)]; }

bool is_of_text(NameKind kind) { return kOwners[static_cast<std::size_t>(kind)] == Owner::text; }

std::optional<NameKind> find_name_kind(std::string_view word) {
  const auto* found = std::ranges::find(kKindWords, word);
  if (found == std::end(kKindWords)) return std::nullopt;
  return static_cast<NameKind>(found - std::begin(kKindWords));
}

bool are_all_names(const std::vector<PartName>& parts) {
  return std::ranges::any_of(parts, &PartName::is_definition);
}

NameKind name_kind(SemanticKind kind) {
  switch (kind) {
    case SemanticKind::robot: return NameKind::robot;
    case SemanticKind::link: return NameKind::link;
    case SemanticKind::joint: return NameKind::joint;
    case SemanticKind::group: return NameKind::group;
    case SemanticKind::state: return NameKind::state;
    case SemanticKind::end_effector: break;
  }
  return NameKind::end_effector;
}

NameTable::NameTable(const std::vector<Model>& models, const std::optional<Semantics>& semantics,
                     const std::vector<PartName>& parts, const SourceManager& sources) {
  Collector collector(sources, uses_);
  collector.collect(parts);
  for (std::size_t i = 0; i < models.size() && !are_all_names(parts); ++i)
    collector.collect(models[i], static_cast<std::uint32_t>(i));
  if (semantics) collector.collect(*semantics);
  std::stable_sort(uses_.begin(), uses_.end(),
                   [](const NameUse& a, const NameUse& b) { return place(a) < place(b); });
}

std::vector<const NameUse*> NameTable::at(FileId file, std::size_t offset) const {
  std::vector<const NameUse*> found;
  // Names do not overlap, so that those before the offset which do not reach it end the search.
  auto use = std::upper_bound(
      uses_.begin(), uses_.end(), std::pair(file, offset), [](const auto& wanted, const NameUse& candidate) {
        return wanted < std::pair(candidate.range.file, std::size_t{candidate.range.begin});
      });
  while (use != uses_.begin()) {
    --use;
    if (use->range.file != file || use->range.end < offset) break;
    found.push_back(&*use);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<const NameUse*> NameTable::of(const NamedThing& thing) const {
  std::vector<const NameUse*> found;
  std::set<std::tuple<FileId, std::uint32_t, std::uint32_t>> places;
  for (const bool definitions : {true, false})
    for (const NameUse& use : uses_)
      if (use.is_definition == definitions && use.thing == thing && places.insert(place(use)).second)
        found.push_back(&use);
  return found;
}

const NameUse* NameTable::definition(const NamedThing& thing) const {
  for (const NameUse& use : uses_)
    if (use.is_definition && use.thing == thing) return &use;
  return nullptr;
}

}  // namespace romas::lsp
