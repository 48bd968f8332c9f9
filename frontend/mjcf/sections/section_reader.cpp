#include "frontend/mjcf/sections/section_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <list>

#include "frontend/mjcf/file/kept_elements.h"
#include "frontend/mjcf/file/references.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "frontend/mjcf/sections/custom_reader.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/kinematic_tree.h"
#include "ir/analysis/tree/moved_from_outside.h"
#include "ir/format/mjcf_actuators.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

// Sections that are read elsewhere.
constexpr std::array<std::string_view, 5> kReadElsewhere = {"compiler", "default", "asset", "worldbody",
                                                            "include"};
// Sections that are kept as they are, and those whose elements refer to what is in the bodies.
constexpr std::array<std::string_view, 4> kSettings = {"size", "visual", "statistic", "extension"};
constexpr std::array<std::string_view, 8> kReferring = {"actuator", "equality", "tendon", "contact",
                                                        "sensor",   "keyframe", "custom", "deformable"};

bool stands_in(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::size_t kMostCopies = 1'000'000;

// What an actuator of a joint is; nothing where the Model has no interface for it.
std::optional<Drive> drive_of(const XmlElement& actuator) {
  if (actuator.name == "motor") return Drive{"effort"};
  if (actuator.name == "position" || actuator.name == "velocity") return Drive{actuator.name};
  if (actuator.name != "general") return std::nullopt;
  return drive_of_general([&](std::string_view name) {
    const XmlAttribute* said = actuator.attribute(name);
    return said == nullptr ? std::string_view() : said->value.text;
  });
}

}  // namespace

SectionReader::SectionReader(SchemaReader& schema, Model& model, NamedParts& parts,
                             const std::vector<const Affix*>& replicas, NameRecorder& names,
                             SensorSets& sensors, UseMaterial use_material)
    : schema_(schema),
      model_(model),
      parts_(parts),
      names_(names),
      sensors_(sensors),
      use_material_(std::move(use_material)) {
  for (const Affix* replica : replicas) replica_of_suffix_.emplace(Affix::apply(replica, ""), replica);
  const KinematicTree tree(model);
  X_RL_ = link_poses(model, tree, neutral_position(model, tree));
}

// Tendons first: others refer to them. Sensors and keyframes last: they are about others.
void SectionReader::read(MjcfFile& file, const Affix* affix) {
  const auto read = [&](auto wanted) {
    for (const XmlElement& section : file.sections())
      if (wanted(section.name)) read_section(section, file, affix);
  };
  read([](std::string_view name) { return name == "tendon"; });
  const auto is_last = [](std::string_view name) { return name == "sensor" || name == "keyframe"; };
  read([&](std::string_view name) { return name != "tendon" && !is_last(name); });
  read(is_last);
}

// Controls are given in the order of the actuators. Kept where those that are kept do not stand last.
void SectionReader::keep_order_of_actuators() {
  if (order_.find("kt") == std::string::npos) return;
  keep_attribute(kActuatorOrder, order_, model_.range, {}, model_);
}

// A section that refers to bodies has elements of its own, and no attributes.
void SectionReader::check_section(const XmlElement& section) {
  if (!stands_in(kSettings, section.name) && section.name != "compiler" && section.name != "option" &&
      section.name != "default")
    schema_.check_attributes(section, kWorldBody.row, {});
}

void SectionReader::read_section(const XmlElement& section, MjcfFile& file, const Affix* affix) {
  check_section(section);
  if (stands_in(kReadElsewhere, section.name) || section.name == "option") return;
  if (stands_in(kSettings, section.name)) {
    if (affix == nullptr && !(section.attributes.empty() && section.children.empty()))
      keep_section(section, model_);
  } else if (stands_in(kReferring, section.name)) {
    for (const XmlElement& element : section.children) {
      if (section.name == "custom" && is_ours(element)) continue;
      if (affix == nullptr)
        of_replicas(section.name, element, file);
      else if (all_there(element, parts_, affix))
        referring(section.name, element, {file, affix});
    }
  }
}

// Once as it is, and for each replica that it refers to.
void SectionReader::of_replicas(std::string_view section, const XmlElement& element, MjcfFile& file) {
  if (replica_of_suffix_.empty() || all_there(element, parts_, nullptr))
    return referring(section, element, {file, nullptr});
  bool any = false;
  const auto is_replica = [&](const std::string& suffix) { return replica_of_suffix_.contains(suffix); };
  for (const std::string& suffix : suffixes_of(element, parts_, is_replica)) {
    const auto replica = replica_of_suffix_.find(suffix);
    std::list<std::string> texts;
    const auto copy = replica == replica_of_suffix_.end()
                          ? std::nullopt
                          : copied_for(replica->second, element, parts_, texts);
    if (!copy) continue;
    if (++copies_ > kMostCopies) {
      schema_.report(
          Rule::input_limit, element.start_tag,
          concat("replicas make more than ", kMostCopies, " copies of the elements that refer to them"));
      return;
    }
    any = true;
    referring(section, *copy, {file, nullptr});
  }
  if (!any) referring(section, element, {file, nullptr});  // what it refers to is nowhere
}

void SectionReader::referring(std::string_view section, const XmlElement& element, const Use& use) {
  names_.in_section(section, element, use.affix);
  if (section == "tendon") parts_.tendons.insert(name_of(element, use, ""));
  if (section == "actuator") parts_.actuators.insert(name_of(element, use, ""));
  if (section == "actuator") return actuator(element, use);
  if (section == "equality") return equality(element, use);
  if (section == "keyframe" && use.affix != nullptr) {
    schema_.report(Rule::feature_dropped, element.start_tag, "a keyframe of an attached model is left out");
    return;
  }
  if (element.name == "exclude") schema_.check_attributes(element, kExclude.row, {});
  if (section == "keyframe") check_keyframe(element);
  report_missing(element, use);
  if (const XmlAttribute* shape = dropped_shape(element, parts_, use.affix)) {
    schema_.report(Rule::feature_dropped, shape->value.range,
                   concat("this <", element.name, "> is left out, because shape '",
                          Affix::apply(use.affix, shape->value.text), "', to which it refers, is left out"));
    return;
  }
  if (section == "deformable")
    schema_.report(Rule::feature_dropped, element.start_tag,
                   concat("a <", element.name, "> is not a rigid body and is kept only for MJCF"));
  if (section == "tendon" || section == "deformable") {
    const DefaultClass& its_class = use.file.class_of(element, use.file.classes().main());
    use_material_(plain_element(element, its_class, section, use.file.settings()), use.file, use.affix);
  }
  keep_in_section(section, element, use.file, use.affix, model_, section == "sensor" ? &parts_ : nullptr);
  if (section == "sensor") sensors_.add(element, use.affix);
}

// A keyframe has a number for each position, velocity and control, or none.
void SectionReader::check_keyframe(const XmlElement& element) {
  if (parts_.are_made) return;  // MuJoCo makes joints, too
  std::size_t positions = 0, velocities = 0, moved = 0;
  for (const Joint& joint : model_.joints) {
    if (is_moved_from_outside(model_, joint)) {
      ++moved;
      continue;
    }
    const auto freedoms = static_cast<std::size_t>(dof(joint.type));
    velocities += freedoms;
    positions += joint.type == JointType::ball || joint.type == JointType::floating ? freedoms + 1 : freedoms;
  }
  const auto check = [&](std::string_view name, std::size_t count, std::string_view of) {
    const XmlAttribute* said = element.attribute(name);
    const std::size_t given = said == nullptr ? 0 : split_words(said->value.text).size();
    if (given != 0 && given != count)
      schema_.report(Rule::wrong_count, said->value.range,
                     concat("a keyframe of this robot needs ", count, " ", of, ", but this one has ", given));
  };
  check("qpos", positions, "positions");
  check("qvel", velocities, "velocities");
  check("ctrl", order_.size(), "controls");
  check("mpos", 3 * moved, "positions of mocap bodies");
  check("mquat", 4 * moved, "orientations of mocap bodies");
}

// What an element that is kept refers to and is not there.
void SectionReader::report_missing(const XmlElement& element,  // NOLINT(misc-no-recursion): depth of the XML
                                   const Use& use) {
  const auto check = [&](const XmlAttribute* said, const Reference& reference) {
    if (said == nullptr) return;
    const std::string name = Affix::apply(use.affix, said->value.text);
    if (parts_.are_made || reference.is_there(parts_, name)) return;
    schema_
        .report(Rule::unresolved_link, said->value.range,
                concat("there is no ", reference.kind, " ", quote(name)))
        .nearest(name, reference.names(parts_));
  };
  for (const Reference& reference : references())
    if (!reference.kind.empty()) check(element.attribute(reference.attribute), reference);
  for (const TypedReference& pair : kTypedReferences) {
    const XmlAttribute* type = element.attribute(pair.type);
    const Reference* reference = type == nullptr ? nullptr : reference_to(type->value.text);
    if (reference != nullptr) check(element.attribute(pair.name), *reference);
  }
  for (const XmlElement& child : element.children) report_missing(child, use);
}

std::string SectionReader::name_of(const XmlElement& element, const Use& use,
                                   std::string_view otherwise) const {
  const XmlAttribute* name = element.attribute("name");
  const bool named = name != nullptr && !name->value.text.empty();
  return named ? Affix::apply(use.affix, name->value.text) : std::string(otherwise);
}

std::string SectionReader::referred(const XmlElement& element, std::string_view attribute,
                                    const Use& use) const {
  const XmlAttribute* name = element.attribute(attribute);
  return name == nullptr ? std::string() : Affix::apply(use.affix, name->value.text);
}

bool SectionReader::is_active(const XmlElement& element) {
  const auto active = schema_.word(element, kJointEquality.row, "active");
  return !active || *active == "true";
}

// --- actuators ---------------------------------------------------------------------------------------------

void SectionReader::actuator(const XmlElement& element, const Use& use) {
  const DefaultClass& its_class = use.file.class_of(element, use.file.classes().main());
  const Word* word = find_actuator(element.name);
  if (word == nullptr) return;
  const XmlElement read = plain_element(element, its_class, "actuator", use.file.settings());
  const std::string name = referred(read, "joint", use);
  const JointId joint = parts_.joint(name);
  if (!name.empty() && !joint && use.affix == nullptr)
    schema_
        .report(Rule::unresolved_link, read.attribute("joint")->value.range,
                concat("there is no joint ", quote(name)))
        .nearest(name, NamedParts::names(parts_.joints));
  const bool known = joint && dof(model_.joint(joint).type) == 1 && joint_actuator(read, joint, use);
  order_ += known ? 't' : 'k';
  if (!known) keep_in_section("actuator", element, use.file, use.affix, model_);
}

// False for an actuator that the Model has no interface for.
bool SectionReader::joint_actuator(const XmlElement& element, JointId id, const Use& use) {
  const std::optional<Drive> drive = drive_of(element);
  if (!drive) return false;
  Joint& joint = model_.joint(id);
  const std::vector<Number> gears =
      element.attribute("gear") == nullptr ? std::vector<Number>() : schema_.numbers(element, "gear");
  Transmission transmission;
  transmission.name = name_of(element, use, concat(joint.name, "_actuator"));
  transmission.type = "transmission_interface/SimpleTransmission";
  transmission.range = element.range;
  transmission.name_range = element.start_tag;
  TransmissionJoint& side = transmission.joints.emplace_back();
  side.joint.name = joint.name;
  side.joint.range = element.attribute("joint")->value.range;
  side.range = element.range;
  TransmissionActuator& motor = transmission.actuators.emplace_back();
  motor.name = *transmission.name;
  motor.hardware_interfaces = {std::string(drive->interface)};
  motor.range = element.range;
  if (!gears.empty() && gears.front().value() != 1) motor.mechanical_reduction = gears.front();
  const Place place{EntityKind::transmission, Slot::self, 0,
                    static_cast<std::uint32_t>(model_.transmissions.size()), 0};
  model_.transmissions.push_back(std::move(transmission));
  for (const XmlAttribute& attribute : element.attributes) {
    if (attribute.name == "name" || attribute.name == "class" || attribute.name == "joint" ||
        attribute.name == "gear")
      continue;
    keep_attribute(attribute.name, std::string(attribute.value.text), attribute.range, place, model_);
  }
  bound_effort(element, joint, *drive, use.file.settings(),
               gears.empty() ? 1 : std::abs(gears.front().value()));
  return true;
}

// What the actuator can do at the joint bounds the effort, if nothing bounds it more.
void SectionReader::bound_effort(const XmlElement& element, Joint& joint, const Drive& drive,
                                 const CompilerSettings& settings, double gear) {
  bool bounded = joint.limit && joint.limit->effort;
  const bool is_motor = drive.interface == "effort";
  const auto bound = [&](std::string_view range, std::string_view limited, double factor) {
    if (!is_limited(element, find_actuator(element.name)->row, range, limited, settings, schema_)) return;
    bounded = true;
    const std::array<Number, 2> said = *schema_.vector2(element, range);
    const double low = std::abs(said[0].value()), high = std::abs(said[1].value());
    if (low != high)
      schema_.report(
          Rule::value_approximated, schema_.value_range(element, range),
          concat("joint '", joint.name,
                 "' has different force bounds in its two directions; the smaller one is used for both"));
    const Number effort = low < high || factor != 1 ? Number(std::min(low, high) * factor) : said[1];
    if (!joint.limit) {
      joint.limit = limit_without_bounds(joint.type);
      joint.limit->range = schema_.value_range(element, range);
    }
    if (!joint.limit->effort || effort.value() < joint.limit->effort->value()) joint.limit->effort = effort;
  };
  bound("forcerange", "forcelimited", gear);
  if (is_motor) bound("ctrlrange", "ctrllimited", gear * std::abs(drive.gain));
  if (!bounded)
    schema_.report(
        Rule::actuator_unbounded, element.start_tag,
        concat("nothing limits the force of this actuator on joint '", joint.name, "': it has no forcerange",
               is_motor ? " and no ctrlrange" : "", ", and the joint has no actuatorfrcrange"));
}

}  // namespace romas::mjcf
