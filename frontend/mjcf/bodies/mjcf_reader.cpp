#include "frontend/mjcf/bodies/mjcf_reader.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "frontend/mjcf/file/kept_elements.h"
#include "frontend/mjcf/file/mjcf_pose.h"
#include "frontend/mjcf/grammar/grammar.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "frontend/mjcf/refusals/ranges.h"
#include "frontend/mjcf/refusals/refusals.h"
#include "frontend/mjcf/sections/custom_reader.h"
#include "frontend/mjcf/sections/section_reader.h"
#include "frontend/xml/reader/make_element.h"
#include "ir/packages/relative_paths.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr std::string_view kWorld = "world";

}  // namespace

MjcfReader::MjcfReader(FrontendContext& context)
    : context_(context),
      schema_(context.sources, context.diagnostics, model_),
      names_(context.options.record_names ? &part_names_ : nullptr),
      tree_(schema_, *this),
      sensors_(model_),
      geoms_(
          context, schema_, [this](MjcfFile& file) -> const AssetTable& { return assets(file); }, main_path_,
          parts_.dropped_geoms) {}

bool MjcfReader::read(FileId file) {
  schema_.leave_unknown_attributes();
  main_path_ = std::string(context_.sources.name(file));
  MjcfFile* const main = open(file, main_path_);
  if (main == nullptr) return false;
  model_.layout.format = "mjcf";
  model_.range = main->root().range;
  model_.name = main->model_name();
  if (const XmlAttribute* name = main->root().attribute("model")) model_.name_range = name->value.range;
  if (model_.name.empty()) model_.name = std::filesystem::path(main_path_).stem().string();
  read_sections();
  if (!tree_.read(*main)) return false;
  keep_textures_of_attached();
  read_world();
  report_angle_units();
  model_.rebuild_index();
  SectionReader sections(schema_, model_, parts_, tree_.replicas(), names_, sensors_,
                         [this](const XmlElement& element, MjcfFile& of, const Affix* affix) {
                           geoms_.use_material(element, of, affix, model_);
                         });
  sections.read(*main, nullptr);
  read_custom(*main, schema_, model_);
  for (const Attached& attached : tree_.attached()) sections.read(*attached.file, attached.affix);
  geoms_.take_rest(*main, model_);
  sections.keep_order_of_actuators();
  sensors_.make(parts_);
  for (const auto& each : files_) check_grammar(each->root(), schema_);
  check_refusals({tree_, parts_, [this](MjcfFile& of) -> const AssetTable& { return assets(of); }, *main},
                 schema_);
  check_ranges(tree_, *main, schema_);
  record_names();
  model_.rebuild_index();
  return true;
}

void MjcfReader::record_names() {
  for (std::size_t i = 0; i < files_.size(); ++i) names_.file(*files_[i], static_cast<std::uint32_t>(i));
  names_.bodies(tree_);
}

MjcfFile* MjcfReader::open(FileId file, const std::string& path) {
  files_.push_back(std::make_unique<MjcfFile>(context_, schema_, path));
  MjcfFile* const made = files_.back().get();
  file_of_path_[SourceManager::file_key(path)] = made;
  return made->read(file) ? made : nullptr;
}

const AssetTable& MjcfReader::assets(MjcfFile& file) {
  std::unique_ptr<AssetTable>& known = assets_[&file];
  if (known == nullptr) known = std::make_unique<AssetTable>(file, main_path_, schema_);
  return *known;
}

MjcfFile* MjcfReader::model(MjcfFile& from, const XmlElement& attach) {
  const XmlAttribute* name = attach.attribute("model");
  const AssetTable& known = assets(from);
  const XmlElement* asset = known.model(name->value.text);
  if (asset == nullptr) {
    schema_
        .report(Rule::unknown_name, name->value.range,
                concat("there is no model ", quote(name->value.text), " in <asset>"))
        .nearest(name->value.text, known.model_names());
    return nullptr;
  }
  const XmlAttribute* file_name = asset->attribute("file");
  if (file_name == nullptr) return nullptr;
  const std::string path =
      (std::filesystem::path(folder_of(from.path())) / std::filesystem::path(file_name->value.text))
          .lexically_normal()
          .string();
  if (const auto opened = file_of_path_.find(SourceManager::file_key(path)); opened != file_of_path_.end())
    return opened->second;
  SourceManager::ReadError problem;
  const FileId file = context_.sources.read_file(path, problem, context_.options.max_input);
  if (file == 0) {
    schema_.report(problem.too_large ? Rule::input_limit : Rule::import_missing, file_name->value.range,
                   concat("cannot read '", path, "': ", problem.reason));
    return nullptr;
  }
  context_.files_read.push_back(path);
  return open(file, path);
}

void MjcfReader::read_sections() {
  bool weightless = false;  // what the last <flag> says
  for (const XmlElement& section : files_.front()->sections()) {
    if (section.name != "option") continue;
    schema_.check_attributes(section, kOption.row, {});
    if (section.attribute("gravity") != nullptr) model_.gravity = schema_.vector3(section, "gravity");
    for (const XmlElement& child : section.children)
      if (const XmlAttribute* said = child.name == "flag" ? child.attribute("gravity") : nullptr)
        weightless = said->value.text == "disable";
    XmlElement rest = copy_element(section);
    std::erase_if(rest.attributes, [](const XmlAttribute& a) { return a.name == "gravity"; });
    if (!rest.attributes.empty() || !rest.children.empty()) keep_section(rest, model_);
  }
  if (weightless) model_.gravity = Number3{Number(0), Number(0), Number(0)};
  keep_drawn_textures(*files_.front(), nullptr);
}

// Textures that MuJoCo draws itself. What an attached model draws has the prefix of the model.
void MjcfReader::keep_drawn_textures(MjcfFile& file, const Affix* affix) {
  for (const XmlElement* texture : file.elements("asset", "texture")) {
    if (texture->attribute("builtin") == nullptr || texture->attribute("file") != nullptr) continue;
    const XmlAttribute* name = texture->attribute("name");
    if (affix != nullptr && name == nullptr) continue;  // a sky is that of the main file
    XmlElement named = copy_element(*texture);
    const std::string with_prefix = name == nullptr ? "" : Affix::apply_to_asset(affix, name->value.text);
    if (affix != nullptr) set_attribute(named, "name", with_prefix, texture->start_tag);
    keep_in_section("asset", named, file, nullptr, model_);
  }
}

void MjcfReader::keep_textures_of_attached() {
  std::set<std::pair<const MjcfFile*, std::string>> kept;
  for (const Attached& attached : tree_.attached())
    if (attached.affix->of_model &&
        kept.emplace(attached.file, Affix::apply_to_asset(attached.affix, "")).second)
      keep_drawn_textures(*attached.file, attached.affix);
}

// --- bodies ------------------------------------------------------------------------------------------------

// The ground is a link where something stands on it, or where it is needed for something to move against.
bool MjcfReader::world_is_link() {
  const BodyNode& world = tree_.world();
  if (world.bodies.size() != 1 || !world.sites.empty() || !world.cameras.empty()) return true;
  const BodyNode& only = world.bodies.front();
  if (fixed_joint_is_named(*files_.front(), only.part.element)) return true;
  return !only.joints.empty() || !only.X_PB.evaluate().is_identity() ||
         only.part.element->attribute("mocap") != nullptr;
}

void MjcfReader::read_world() {
  BodyNode& world = tree_.world();
  take_written_names();
  std::vector<BodyShape> shapes = geoms_.shapes(world);
  const bool stands =
      std::ranges::any_of(shapes, [](const BodyShape& read) { return read.shape.has_value(); });
  std::optional<PlacedBody> ground;
  if (stands || (world_is_link() && !world.bodies.empty())) {
    ground = add_link(world, std::string(kWorld), {});
    geoms_.add_to(model_.links.back(), ground->link.index(), shapes, {}, model_);
    parts_.bodies.emplace(kWorld, NamedParts::Placed{ground->link, {}, ground->node->part.element->range});
    read_sites(*ground);
  }
  keep_elements(world, {}, ground ? ground->link : LinkId());
  read_bodies(ground);
  report_followers();
  scale_masses();
}

// settotalmass: all masses and tensors by one factor.
void MjcfReader::scale_masses() {
  const CompilerSettings& settings = files_.front()->settings();
  double sum = 0;
  for (const Link& link : model_.links)
    if (link.inertial) sum += link.inertial->mass.value();
  if (!settings.total_mass || !(sum > 0)) return;
  const double factor = *settings.total_mass / sum;
  for (Link& link : model_.links) {
    if (!link.inertial) continue;
    const auto scale = [&](Number& number) { number = Number(factor * number.value()); };
    scale(link.inertial->mass);
    InertiaTensor& I = link.inertial->inertia;
    for (Number* number : {&I.ixx, &I.ixy, &I.ixz, &I.iyy, &I.iyz, &I.izz}) scale(*number);
  }
  schema_.report(Rule::value_approximated, settings.total_mass_range,
                 concat("settotalmass scales all masses and inertias by ", factor, ", to ",
                        *settings.total_mass, " kg in total"));
}

// Written names come before those that are made up for bodies and joints without one.
void MjcfReader::take_written_names() {
  std::vector<const BodyNode*> open = {&tree_.world()};
  std::map<std::pair<std::string_view, std::string>, SourceRange> first;
  const auto take = [&](const Part& part, std::string_view kind, UniqueNames& names) {
    const XmlAttribute* said = part.element->attribute("name");
    if (said == nullptr || said->value.text.empty()) return;
    const std::string wanted = Affix::apply(part.affix, said->value.text);
    written_names_[&part] = names.take(wanted);
    const auto [known, is_new] = first.try_emplace({kind, wanted}, said->value.range);
    if (!is_new) report_repeated(part, kind, wanted, said->value.range, known->second);
  };
  UniqueNames geoms;
  while (!open.empty()) {
    const BodyNode& node = *open.back();
    open.pop_back();
    for (const Part& joint : node.joints) take(joint, "joint", joint_names_);
    for (const Part& geom : node.geoms) {
      take(geom, "geom", geoms);
      geoms_.note_left_out(geom, parts_.dropped_geoms);
    }
    for (const BodyNode& inner : node.bodies) take(inner.part, "body", link_names_);
    for (auto inner = node.bodies.rbegin(); inner != node.bodies.rend(); ++inner) open.push_back(&*inner);
  }
}

void MjcfReader::report_repeated(const Part& part, std::string_view kind, const std::string& name,
                                 SourceRange said, SourceRange first) {
  const Affix* by = nullptr;  // the innermost <attach>, or the innermost one without a prefix
  for (const Affix* affix = part.affix; affix != nullptr; affix = affix->around)
    if (affix->attach != nullptr && (by == nullptr || (!by->prefix.empty() && affix->prefix.empty())))
      by = affix;
  if (by == nullptr) {
    schema_.report(Rule::duplicate_name, said, concat(kind, " '", name, "' is defined twice"))
        .note(first, "the first is here");
    return;
  }
  if (!repeating_.insert(by->attach).second) return;
  const XmlAttribute* prefix = by->attach->attribute("prefix");
  schema_
      .report(Rule::duplicate_name, prefix != nullptr ? prefix->value.range : by->attach->start_tag,
              concat("this <attach> brings a second ", kind, " '", name, "'; give it ",
                     by->prefix.empty() ? "a" : "another", " prefix"))
      .note(said, "the second is here")
      .note(first, "the first is here");
}

std::string MjcfReader::name_of(const Part& part, const std::string& otherwise, UniqueNames& names) {
  const auto written = written_names_.find(&part);
  return written == written_names_.end() ? names.take(otherwise) : written->second;
}

MjcfReader::PlacedBody MjcfReader::add_link(const BodyNode& node, std::string name, TransformExpr X_LB) {
  Link link;
  link.name = name;
  if (node.part.element != nullptr) {
    link.range = node.part.element->range;
    const XmlAttribute* said = node.part.element->attribute("name");
    link.name_range = said != nullptr ? said->value.range : node.part.element->start_tag;
  }
  model_.links.push_back(std::move(link));
  return {&node, std::move(name), LinkId(model_.links.size() - 1), std::move(X_LB)};
}

// Depth first, without recursion: a chain may be as long as the file.
void MjcfReader::read_bodies(const std::optional<PlacedBody>& ground) {
  struct Open {
    const BodyNode* node;
    std::optional<PlacedBody> body;
    std::size_t next = 0;  // of its bodies
  };
  std::vector<Open> open;
  open.push_back({&tree_.world(), ground});
  while (!open.empty()) {
    if (open.back().next == open.back().node->bodies.size()) {
      open.pop_back();
      continue;
    }
    const BodyNode& node = open.back().node->bodies[open.back().next++];
    ++bodies_;
    const std::string name = name_of(node.part, concat("body_", bodies_), link_names_);
    schema_.set_subject("body", name);
    std::vector<BodyJoint> joints = body_joints(node, name);
    for (const BodyJoint& joint : joints)
      if (joint.type == JointType::floating && (joints.size() > 1 || open.size() > 1))
        schema_.report(
            Rule::bad_value, joint.part->element->start_tag,
            concat("a free joint must be the only joint of a body directly in the world, but body '", name,
                   joints.size() > 1 ? "' has others" : "' is inside another body"));
    const PlacedBody body = connect(node, open.back().body, joints, name);
    read_content(body);
    open.push_back({&node, body});
  }
  schema_.set_subject({}, {});  // what follows is in no body, and the names of bodies are gone
}

}  // namespace romas::mjcf
