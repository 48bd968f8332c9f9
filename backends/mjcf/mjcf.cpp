// The target "mjcf": the document itself, names, and features that MJCF lacks.
#include <algorithm>
#include <optional>

#include "backends/mjcf/mjcf_document.h"
#include "backends/xml/finish_xml.h"
#include "ir/compare/rename_references.h"
#include "ir/model/entity.h"
#include "support/text/text.h"

namespace romas {

namespace mjcf {

namespace {

// The root link that MuJoCo's own world stands for: the one of that name.
LinkId find_ground(const Model& model, const KinematicTree& tree) {
  const LinkId world = model.find_link("world");
  return world && !tree.parent_joint(world) ? world : LinkId();
}

}  // namespace

Document::Document(const Model& robot, TargetContext& target)
    : model(robot),
      context(target),
      tree(robot),
      attached(robot),
      version(version_of(target.options)),
      world(find_ground(robot, tree)),
      between(robot.layout.format == "mjcf" ? links_between_joints(robot, tree)
                                            : std::vector<bool>(robot.links.size())) {}

void Document::lost(SourceRange range, std::string message) const {
  context.diagnostics.report(Rule::feature_dropped, range, std::move(message));
  context.changes.allow_at(range);
}

void Document::rewritten(SourceRange range, std::string message) const {
  context.diagnostics.report(Rule::value_approximated, range, std::move(message));
}

void Document::allow(JointId joint, std::string_view field) const {
  context.changes.allow(EntityKind::joint, model.joint(joint).name, field);
}

void Document::pose(const TransformExpr& X_PC) {
  const TransformExpr::XyzRpy pose = as_xyz_rpy(X_PC);
  const auto is_zero = [](const Number3& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](const Number& n) { return n.value() == 0; });
  };
  if (pose.xyz && !is_zero(*pose.xyz)) xml.attribute("pos", number_list_text(*pose.xyz));
  if (const auto* quaternion = X_PC.get_if<TransformExpr::XyzQuaternion>()) {
    const auto& [x, y, z, w] = quaternion->xyzw;
    xml.attribute("quat", number_list_text(Number4{w, x, y, z}));
  } else if (pose.rpy && !is_zero(*pose.rpy)) {
    xml.attribute("euler", number_list_text(*pose.rpy));
  }
}

namespace {

// Nothing of MJCF can refer to an empty name. Returns the model with other names, or nothing if all have one.
std::optional<Model> without_empty_names(const Model& model, TargetContext& context) {
  std::optional<Model> result;
  const auto name_all = [&](EntityKind kind, const auto& store, auto Model::*member) {
    UniqueNames names;
    for (const auto& entity : store)
      if (!entity.name.empty()) names.take(entity.name);
    for (std::size_t i = 0; i < store.size(); ++i) {
      if (!store[i].name.empty()) continue;
      if (!result) result = model;
      std::string& name = ((*result).*member)[i].name = names.take(to_string(kind));
      context.diagnostics.report(
          Rule::value_approximated, name_place(store[i]),
          concat("a ", to_string(kind), " without a name is called '", name, "' in MJCF"));
      context.changes.rename(kind, i, name);
    }
  };
  name_all(EntityKind::link, model.links, &Model::links);
  name_all(EntityKind::joint, model.joints, &Model::joints);
  name_all(EntityKind::frame, model.frames, &Model::frames);
  if (result) rename_references(*result);
  return result;
}

void name_bodies(Document& document) {
  const Model& model = document.model;
  UniqueNames bodies;
  bodies.take("world");
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (document.is_world(LinkId(i))) {
      document.names.bodies.emplace_back("world");
      continue;
    }
    std::string name = bodies.take(link.name);
    if (name != link.name) {
      document.rewritten(name_place(link), concat("link '", link.name, "' is called '", name,
                                                  "' in MJCF, where its name means the ground"));
      document.context.changes.rename(EntityKind::link, i, name);
    }
    document.names.bodies.push_back(std::move(name));
  }
}

// Each body gets at least this mass, and a thousandth of it as its moments, whether it moves or not.
void report_bounds(const Document& document, double least) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < document.model.links.size(); ++i) {
    if (document.is_world(LinkId(i))) continue;
    const SpatialInertia body =
        document.model.links[i].inertial ? document.model.links[i].inertial->spatial() : SpatialInertia();
    const bool heavy = body.mass >= least;
    const bool sluggish = principal_moments(body.tensor)[0] >= least_inertia(least);
    if (heavy && sluggish) continue;
    ++count;
    if (!heavy) document.context.changes.allow(EntityKind::link, document.names.bodies[i], "mass");
    if (!sluggish) document.context.changes.allow(EntityKind::link, document.names.bodies[i], "inertia");
  }
  if (count > 0)
    document.rewritten(name_place(document.model),
                       concat(count, count == 1 ? " link gets" : " links get",
                              " more mass or inertia, as --mjcf-bound-mass=", least, " requires"));
}

void write_compiler(Document& document, const Assets& assets) {
  const XmlScope compiler(document.xml, "compiler");
  document.xml.attribute("angle", "radian");
  document.xml.attribute("eulerseq", "XYZ");
  document.xml.attribute("inertiafromgeom", "false");
  if (const std::string folder = assets.meshes_folder(); !folder.empty())
    document.xml.attribute("meshdir", folder);
  if (const auto least = document.context.options.number(TargetOption::mjcf_bound_mass)) {
    document.number("boundmass", *least);
    document.number("boundinertia", least_inertia(*least));
    report_bounds(document, *least);
  }
}

void write_option(Document& document) {
  if (!document.model.gravity) return;
  const XmlScope option(document.xml, "option");
  document.xml.attribute("gravity", number_list_text(*document.model.gravity));
}

// Visuals touch nothing. MuJoCo's viewer shows groups 0 to 2 and hides the others.
void write_defaults(Document& document) {
  XmlWriter& xml = document.xml;
  const auto any = [&](auto shapes_of) {
    return std::any_of(document.model.links.begin(), document.model.links.end(),
                       [&](const Link& link) { return !shapes_of(link).empty(); });
  };
  const bool visuals = any([](const Link& link) -> const auto& { return link.visuals; });
  const bool collisions = any([](const Link& link) -> const auto& { return link.collisions; });
  if (!visuals && !collisions) return;
  const XmlScope all(xml, "default");
  const auto write = [&](std::string_view name, auto attributes) {
    const XmlScope of_class(xml, "default");
    xml.attribute("class", name);
    const XmlScope geom(xml, "geom");
    attributes();
  };
  if (visuals)
    write("visual", [&] {
      xml.attribute("contype", "0");
      xml.attribute("conaffinity", "0");
      xml.attribute("group", "2");
    });
  if (collisions) write("collision", [&] { xml.attribute("group", "3"); });
}

std::string print(Document& document) {
  Assets assets(document);
  assets.collect();
  XmlWriter& xml = document.xml;
  if (!document.context.options.banner.empty())
    xml.comment(concat(" ", document.context.options.banner, " "));
  {
    const XmlScope root(xml, "mujoco");
    if (!document.model.name.empty()) xml.attribute("model", document.model.name);
    write_compiler(document, assets);
    write_option(document);
    write_defaults(document);
    assets.write();
    write_bodies(document, assets);
    write_equalities(document);
    write_tendons(document);
    write_actuators(document);
    write_sensors(document);
    write_excludes(document);
    write_kept_sections(document);
    write_keyframes(document);
    report_losses(document);
    write_custom(document);
  }
  return finish_xml(xml, document.model, document.context.diagnostics);
}

}  // namespace

}  // namespace mjcf

std::vector<OutputFile> emit_mjcf(const Model& model, TargetContext& context) {
  using namespace mjcf;
  const std::optional<Model> named = without_empty_names(model, context);
  Document document(named ? *named : model, context);
  if (document.world && context.options.floating_base)
    document.rewritten(name_place(model.link(document.world)),
                       "link 'world' is the ground in MJCF: --floating-base does not free it");
  name_bodies(document);
  name_freedoms(document);
  check_moving_bodies(document);
  plan_actuators(document);
  place_sites(document);
  std::vector<OutputFile> files = {{{}, print(document), false}};
  if (context.options.has(TargetOption::mjcf_scene)) files.push_back(write_scene(document));
  return files;
}

}  // namespace romas
