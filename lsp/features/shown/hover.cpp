#include "lsp/features/shown/hover.h"

#include <cmath>
#include <filesystem>
#include <set>
#include <vector>

#include "ir/analysis/loads/static_loads.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/axis.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/model/no_limit.h"
#include "lsp/features/places/navigation.h"
#include "lsp/features/shown/completion.h"
#include "lsp/features/shown/hover_mesh.h"
#include "lsp/features/shown/hover_program.h"
#include "lsp/features/texts/markdown.h"
#include "lsp/features/texts/shown_numbers.h"
#include "lsp/features/texts/yaml_text.h"

namespace romas::lsp {

namespace {

bool is_length(JointType type) { return type == JointType::prismatic; }

class RobotFacts {
 public:
  explicit RobotFacts(const Model& model) : model_(model), tree_(model) {
    X_RL_ = link_poses(model, tree_, neutral_position(model, tree_));
  }

  std::string link(std::size_t index) const {
    const LinkId id(index);
    const Link& link = model_.links[index];
    std::string text = concat("**link** ", in_code(link.name), "\n");
    add_inertia(text, link);
    if (!tree_.reached(id)) return text + "\n- no root reaches it";
    add_subtree(text, id);
    if (const LinkId root = root_of(id); root != id) {
      const RigidTransform& X = X_RL_[index];
      text += concat("\n- at zero in ", in_code(model_.link(root).name), ": ", shown(X));
    } else {
      text += "\n- root of the robot";
    }
    return text;
  }

  std::string joint(std::size_t index) const {
    const Joint& joint = model_.joints[index];
    std::string text = concat(
        "**",
        joint.type == JointType::foreign ? in_words(joint.foreign_type) : std::string(to_string(joint.type)),
        " joint** ", in_code(joint.name), "\n\n- ", in_code(joint.parent.name), " → ",
        in_code(joint.child.name));
    add_limits(text, joint);
    add_axis(text, joint, index);
    add_load(text, joint, index);
    if (const auto relation = followed_by(model_, JointId(index)))
      text += concat("\n- follows: q = ", shown(relation->multiplier), " · q(",
                     in_code(model_.joint(relation->leader).name), ")",
                     relation->offset == 0 ? std::string() : concat(" + ", shown(relation->offset)));
    return text;
  }

 private:
  static void add_inertia(std::string& text, const Link& link) {
    if (!link.inertial) return void(text += "\n- no mass");
    const SpatialInertia inertia = link.inertial->spatial();
    text += concat("\n- mass ", shown(inertia.mass), " kg, centre of mass ", shown(inertia.com), " m");
    if (!inertia.tensor.allFinite()) return;
    const Vector3 moments = principal_moments(inertia.tensor);
    text += concat("\n- principal moments ", shown(moments[0]), ", ", shown(moments[1]), ", ",
                   shown(moments[2]), " kg m²");
  }

  void add_subtree(std::string& text, LinkId id) const {
    double mass = 0;
    std::size_t links = 0;
    // The subtree is contiguous in depth-first order.
    const auto& order = tree_.order();
    auto at = std::find(order.begin(), order.end(), id);
    const int depth = tree_.depth(id);
    do {
      if (const Link& link = model_.link(*at); link.inertial) mass += link.inertial->mass.value();
      ++links;
    } while (++at != order.end() && tree_.depth(*at) > depth);
    if (links > 1)
      text += concat("\n- with everything attached to it ", shown(mass), " kg in ", links, " links");
  }

  static void add_limits(std::string& text, const Joint& joint) {
    if (!joint.limit) return;
    const JointLimit limit = effective_limit(joint);
    const bool length = is_length(joint.type);
    if (limit.lower && limit.upper) {
      const double lower = limit.lower->value(), upper = limit.upper->value();
      text += length ? concat("\n- ", shown(lower), " to ", shown(upper), " m (", shown(lower * 1000), " to ",
                              shown(upper * 1000), " mm)")
                     : concat("\n- ", shown(lower), " to ", shown(upper), " rad (", degrees(lower), "° to ",
                              degrees(upper), "°)");
    }
    if (limit.velocity)
      text += length ? concat("\n- at most ", shown(limit.velocity->value()), " m/s")
                     : concat("\n- at most ", shown(limit.velocity->value()), " rad/s (",
                              degrees(limit.velocity->value()), "°/s)");
  }

  void add_axis(std::string& text, const Joint& joint, std::size_t index) const {
    const Vector3 axis = joint.axis_or_default();
    const LinkId child = joint.child.id;
    if (!has_axis(joint.type) || axis.isZero(0) || !axis.allFinite() || !child || !tree_.reached(child) ||
        tree_.parent_joint(child) != JointId(index))
      return;
    const Vector3 in_root = X_RL_[child.index()].R * unit_axis(axis);
    text += concat("\n- axis at zero in ", in_code(model_.link(root_of(child)).name), ": ", shown(in_root));
  }

  void add_load(std::string& text, const Joint& joint, std::size_t index) const {
    const std::vector<double> loads = gravity_loads(model_, tree_, X_RL_, model_.gravity_or_default());
    if (!std::isfinite(loads[index])) return;
    const char* unit = is_length(joint.type) ? " N" : " N m";
    text += concat("\n- gravity at zero: ", shown(std::abs(loads[index])), unit);
    if (joint.limit && joint.limit->effort) text += concat(" of ", shown(joint.limit->effort->value()), unit);
  }

  LinkId root_of(LinkId link) const {
    while (const LinkId parent = tree_.parent_link(link)) link = parent;
    return link;
  }

  const Model& model_;
  KinematicTree tree_;
  std::vector<RigidTransform> X_RL_;  // at zero
};

template <class Store>
std::optional<std::size_t> index_of(const Store& store, const std::string& name) {
  for (std::size_t i = 0; i < store.size(); ++i)
    if (store[i].name == name) return i;
  return std::nullopt;
}

std::string describe_material(const Model& model, const std::string& name) {
  std::string text = concat("**material** ", in_code(name));
  const auto index = index_of(model.materials, name);
  if (!index) return text + "\n\n- not defined in the robot";
  if (const auto& color = model.materials[*index].color)
    text += concat("\n\n- rgba ", shown(color->rgba[0].value()), " ", shown(color->rgba[1].value()), " ",
                   shown(color->rgba[2].value()), " ", shown(color->rgba[3].value()));
  if (const auto& texture = model.materials[*index].texture)
    text += concat("\n\n- texture ", in_code(texture->filename));
  return text;
}

std::string describe_thing(const Model* robot, const NamedThing& thing) {
  std::string bare = concat("**", name_kind_name(thing.kind), "** ", in_code(thing.name));
  if (robot == nullptr) return bare;
  const Model& model = *robot;
  switch (thing.kind) {
    case NameKind::link:
      if (const auto index = index_of(model.links, thing.name)) return RobotFacts(model).link(*index);
      return concat("no link has the name ", in_code(thing.name));
    case NameKind::joint:
      if (const auto index = index_of(model.joints, thing.name)) return RobotFacts(model).joint(*index);
      return concat("no joint has the name ", in_code(thing.name));
    case NameKind::material: return describe_material(model, thing.name);
    case NameKind::robot: {
      double mass = 0;
      for (const Link& link : model.links)
        if (link.inertial) mass += link.inertial->mass.value();
      return concat("**robot** ", in_code(thing.name), "\n\n- ", model.links.size(), " links, ",
                    model.joints.size(), " joints\n- mass ", shown(mass), " kg");
    }
    default: return bare;
  }
}

// Describes a thing that no Model has: its definitions, and at how many places it is named.
std::string describe_use(const Reading& reading, const NamedThing& thing) {
  std::string text = concat("**", name_kind_name(thing.kind), "** ", in_code(thing.name), "\n");
  const std::vector<const NameUse*> uses = reading.names().of(thing);
  std::size_t named = 0;
  for (const NameUse* use : uses) {
    if (!use->is_definition) {
      ++named;
      continue;
    }
    const std::string file(reading.sources().name(use->range.file));
    text += concat("\n- defined at ", in_words(std::filesystem::path(file).filename().string()), ":",
                   reading.sources().line_column(use->range.start()).line);
  }
  if (named == uses.size()) text += "\n- not defined";
  return text + concat("\n- named at ", named, named == 1 ? " place" : " places");
}

}  // namespace

namespace {

// Returns the comments above the definitions of a thing in the Romas language, each after an empty line.
std::string documentation_of(const Reading& reading, const NamedThing& thing) {
  std::string text;
  for (const NameUse* use : reading.names().of(thing)) {
    if (!use->is_definition) continue;
    const std::string said = documentation_in_romas(reading.sources(), reading.sources().written(use->range));
    if (!said.empty()) text += concat("\n\n", said);
  }
  return text;
}

std::optional<Hover> hover_thing(const Workspace& workspace, const View& view, Position position) {
  std::string text;
  std::optional<Range> range;
  std::set<std::string> told;
  for (const NameAt& name : names_at(workspace, view, position)) {
    const NamedThing& thing = name.use->thing;
    std::string facts = is_of_text(thing.kind) ? describe_use(*name.reading, thing)
                                               : describe_thing(name.reading->model(thing.robot), thing);
    facts += documentation_of(*name.reading, thing);
    if (!told.insert(facts).second || told.size() > Workspace::kMostRoots) continue;
    text += concat(text.empty() ? "" : "\n\n---\n\n", facts);
    range = name.place;
  }
  if (text.empty()) return std::nullopt;
  if (view.is_stale) text += "\n\n*from before the last edits: the text has no meaning now*";
  return Hover{{"markdown", std::move(text)}, range};
}

}  // namespace

std::optional<Hover> hover(Workspace& workspace, const View& view, Position position) {
  if (auto found = hover_program_name(workspace, view, position)) return found;
  if (auto found = hover_thing(workspace, view, position)) return found;
  if (is_yaml_name(view.key)) return hover_yaml(workspace, view, position);
  if (auto found = hover_value(workspace, view, position)) return found;
  if (auto found = hover_mesh(workspace, view, position)) return found;
  if (auto found = hover_number(workspace, view, position)) return found;
  return hover_word(workspace, view, position);
}

}  // namespace romas::lsp
