#include "frontend/mjcf/refusals/refusals.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "frontend/mjcf/file/kept_elements.h"
#include "frontend/mjcf/file/mjcf_pose.h"
#include "frontend/mjcf/grammar/attribute_values.h"
#include "support/math/functions.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr double kLeast = 1e-14;  // mjEPS

using Numbers = std::vector<double>;

// The kinds of elements that a tuple may hold.
constexpr std::string_view kObjectTypes =
    "body xbody joint dof geom site camera light flex mesh skin hfield texture material pair exclude "
    "equality tendon "
    "actuator sensor numeric text tuple key plugin";

bool is_one_of(std::string_view word, std::string_view words) {
  const std::vector<std::string_view> all = split(words, ' ');
  return std::ranges::find(all, word) != all.end();
}

// How many sizes a shape of a type has.
std::size_t sizes_of(std::string_view type) {
  if (type == "sphere") return 1;
  if (type == "capsule" || type == "cylinder") return 2;
  return type == "box" || type == "ellipsoid" ? 3 : 0;
}

// Kinds of things whose names are not held to be unique where they are read, by section.
constexpr std::array<std::string_view, 6> kNamedSections = {"actuator", "sensor",   "tendon",
                                                            "equality", "keyframe", "custom"};

class RefusalCheck {
 public:
  RefusalCheck(const RefusalInputs& inputs, SchemaReader& schema) : in_(inputs), schema_(schema) {}

  void run() {
    bodies();
    std::map<std::string, std::map<std::string_view, SourceRange>> names;
    for (const XmlElement& section : in_.main.sections()) {
      if (section.name == "asset") assets(section);
      if (section.name == "visual") visual(section);
      if (section.name == "size") size(section);
      if (section.name == "statistic")
        positive(section, "extent", "the extent of the robot must be positive");
      if (section.name == "contact")
        for (const XmlElement& each : section.children) {
          named(each, names[concat("contact ", each.name)], each.name);
          contact(each);
        }
      if (std::ranges::find(kNamedSections, section.name) == kNamedSections.end()) continue;
      for (const XmlElement& each : section.children) {
        named(each, names[section.name == "custom" ? std::string(each.name) : std::string(section.name)],
              section.name);
        if (section.name == "equality") equality(effective(each, "equality"));
        if (section.name == "tendon") tendon(each, effective(each, "tendon"));
        if (section.name == "actuator") actuator(effective(each, "actuator"));
        if (section.name == "sensor") sensor(each);
        if (section.name == "custom") custom(each);
      }
    }
  }

 private:
  // --- reporting -------------------------------------------------------------------------------------------

  bool is_fresh(SourceRange range) {
    const SourceRange written = schema_.sources().written(range);
    return range.valid() && !schema_.diagnostics().in_doubt(range) &&
           seen_.emplace(written.file, written.begin).second;
  }
  void refuse(SourceRange range, std::string message, Rule rule = Rule::bad_value) {
    if (!is_fresh(range)) return;
    schema_.refuse(rule, range, std::move(message));
    schema_.diagnostics().doubt(range);
  }
  // At an attribute if the element has it.
  void refuse(const XmlElement& element, std::string_view name, std::string message,
              Rule rule = Rule::bad_value) {
    const XmlAttribute* said = element.attribute(name);
    refuse(said == nullptr ? element.start_tag : said->value.range, std::move(message), rule);
  }
  template <class Known>
  void missing(const XmlElement& element, std::string_view name, std::string_view kind, const Known& known,
               Rule rule = Rule::unresolved_link) {
    const XmlAttribute* said = element.attribute(name);
    if (said == nullptr || !is_fresh(said->value.range)) return;
    schema_.refuse(rule, said->value.range, concat("there is no ", kind, " ", quote(said->value.text)))
        .nearest(said->value.text, known);
  }
  void positive(const XmlElement& element, std::string_view name, std::string message) {
    if (is_said(element, name) && number_of(element, name, 1) <= 0) refuse(element, name, std::move(message));
  }
  void not_negative(const XmlElement& element, std::string_view name) {
    if (number_of(element, name, 0) < 0)
      refuse(element, name, concat("the ", name, " of a <", element.name, "> must not be negative"));
  }
  void named(const XmlElement& element, std::map<std::string_view, SourceRange>& names,
             std::string_view section) {
    const XmlAttribute* name = element.attribute("name");
    if (name == nullptr || name->value.text.empty()) return;
    const auto [known, is_new] = names.try_emplace(name->value.text, name->value.range);
    if (is_new || !is_fresh(name->value.range)) return;
    schema_
        .refuse(Rule::duplicate_name, name->value.range,
                concat(section == "keyframe" ? "keyframe"
                       : section == "custom" ? element.name
                                             : section,
                       " ", quote(name->value.text), " is defined twice"))
        .note(known->second, "the first is here");
  }

  // Returns what an element of the main file names. Replicas and attached models have other names.
  template <class Known>
  void named_there(const XmlElement& element, std::string_view name, std::string_view kind,
                   const Known& known, const std::vector<std::string>& names) {
    if (!is_said(element, name) || in_.parts.are_made || !in_.tree.replicas().empty()) return;
    if (!known.contains(text_of(element, name))) missing(element, name, kind, names);
  }
  void site_there(const XmlElement& element, std::string_view name) {
    named_there(element, name, "site", in_.parts.sites, NamedParts::names(in_.parts.sites));
  }
  void tendon_there(const XmlElement& element, std::string_view name) {
    named_there(element, name, "tendon", in_.parts.tendons,
                {in_.parts.tendons.begin(), in_.parts.tendons.end()});
  }
  void joint_there(const XmlElement& element, std::string_view name) {
    named_there(element, name, "joint", in_.parts.joints, NamedParts::names(in_.parts.joints));
  }
  void body_there(const XmlElement& element, std::string_view name) {
    if (text_of(element, name) != "world")
      named_there(element, name, "body", in_.parts.bodies, NamedParts::names(in_.parts.bodies));
  }

  XmlElement effective(const XmlElement& element, std::string_view kind) {
    return plain_element(element, in_.main.class_of(element, in_.main.classes().main()), kind,
                         in_.main.settings());
  }
  static XmlElement effective(const Part& part) {
    return ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class));
  }

  // --- bodies ----------------------------------------------------------------------------------------------

  // Without recursion: a chain may be as long as the file.
  void bodies() {
    const BodyNode& world = in_.tree.world();
    struct Open {
      const BodyNode* node;
      bool is_static, in_world;
    };
    std::vector<Open> open = {{&world, true, false}};
    while (!open.empty()) {
      const Open at = open.back();
      open.pop_back();
      const BodyNode& node = *at.node;
      const bool is_static = at.is_static && node.joints.empty();
      joints(node, at.in_world);
      mass(node);
      for (const Part& part : node.geoms) geom(part, is_static);
      for (const Part& part : node.sites) site(part);
      for (const Part& part : node.cameras) camera(part);
      for (const Part& part : node.others)
        if (part.element->name == "light") light(part);
      for (const BodyNode& inner : node.bodies) open.push_back({&inner, is_static, &node == &world});
    }
  }

  void joints(const BodyNode& node, bool in_world) {
    int freedoms = 0;
    bool ball = false;
    for (const Part& part : node.joints) {
      const XmlElement joint = part.element->name == "freejoint" ? XmlElement() : effective(part);
      const std::string_view type =
          part.element->name == "freejoint" ? "free" : text_of(joint, "type", "hinge");
      freedoms += type == "free" ? 6 : type == "ball" ? 3 : 1;
      if (freedoms > 6)
        refuse(part.element->start_tag,
               "the joints of a body can have at most 6 degrees of freedom; put the others into a body of "
               "their own");
      if (ball && (type == "ball" || type == "hinge"))
        refuse(part.element->start_tag,
               concat("a ", type, " cannot follow a ball joint in one body; put it into a body of its own"));
      ball = ball || type == "ball";
      if (part.element->name != "freejoint") joint_values(joint, type, part.file->settings());
    }
    if (node.part.element != nullptr && text_of(*node.part.element, "mocap") == "true" &&
        (!in_world || !node.joints.empty()))
      refuse(
          *node.part.element, "mocap",
          concat("a mocap body ", node.joints.empty() ? "must be directly in the world, not in another body"
                                                      : "cannot have joints"));
  }

  // A body that moves and holds nothing but another one that moves in it. Other checks see others.
  void mass(const BodyNode& node) {
    if (node.joints.empty() || !node.inertials.empty() || !node.geoms.empty() || !node.others.empty() ||
        node.bodies.size() != 1 || node.bodies.front().joints.empty() || in_.main.settings().least_mass > 0)
      return;
    const XmlElement& body = *node.part.element;
    refuse(body, "name",
           concat("body ", quote(text_of(body, "name")),
                  " is moved but has no mass, which MuJoCo rejects; put its joints into the body "
                  "in it, or give it an <inertial>"),
           Rule::inertial_missing);
  }

  void joint_values(const XmlElement& joint, std::string_view type, const CompilerSettings& settings) {
    const Numbers spring = numbers_of(joint, "springdamper");
    if (spring.size() == 2 && (spring[0] != 0 || spring[1] != 0) && (spring[0] <= 0 || spring[1] <= 0))
      refuse(joint, "springdamper", "both values of springdamper must be positive");
    if (type != "free") range(joint, "range", "limited", settings, type == "ball");
    if (type != "hinge" && type != "slide") return;
    range(joint, "actuatorfrcrange", "actuatorfrclimited", settings, false);
    double squares = 0;
    for (const double part : numbers_of(joint, "axis")) squares += part * part;
    if (squares > 0 && squares < kLeast * kLeast)
      refuse(joint, "axis", "this axis is too short for a direction");
  }

  // A range rises where its element is said to be limited; else one that does not rise is none. `from_zero`:
  // only its second number counts.
  void range(const XmlElement& element, std::string_view name, std::string_view limited,
             const CompilerSettings& settings, bool from_zero) {
    Numbers said = numbers_of(element, name);
    said.resize(2);
    const std::string_view whether = text_of(element, limited, "auto");
    const bool any = said[0] != 0 || said[1] != 0;
    if (whether == "auto" && !settings.autolimits && any)
      refuse(element, name,
             concat("without autolimits, ", limited, " must say whether this ", name, " applies"));
    if (whether == "true" && !from_zero && said[0] >= said[1])
      refuse(element, name,
             is_said(element, name) ? concat("the lower end of the range ", said[0], "..", said[1],
                                             " is not below the upper end")
                                    : concat("this <", element.name, "> is limited but has no ", name),
             is_said(element, name) ? Rule::bad_value : Rule::missing_attribute);
  }

  void material(const XmlElement& element, MjcfFile& file) {
    const AssetTable& known = in_.assets(file);
    if (is_said(element, "material") && known.material(text_of(element, "material")) == nullptr)
      missing(element, "material", "material", known.material_names(), Rule::material_undefined);
  }

  void sizes(const XmlElement& element, std::string_view type, double otherwise) {
    const bool between = element.attribute("fromto") != nullptr;
    if (between && !is_one_of(type, "capsule cylinder box ellipsoid"))
      refuse(element, "fromto",
             concat("fromto is for a capsule, cylinder, box or ellipsoid, but this is a ", type));
    const Numbers pos = numbers_of(element, "pos");
    if (between && std::ranges::any_of(pos, [](double x) { return x != 0; }))
      refuse(element, "fromto", concat("a <", element.name, "> can have pos or fromto, not both"));
    Numbers said = numbers_of(element, "size");
    const std::size_t count = between ? 1 : sizes_of(type);
    for (std::size_t i = 0; i < count; ++i) {
      const double size = i < said.size() ? said[i] : otherwise;
      if (size > 0) continue;
      refuse(element, "size",
             i < said.size() ? concat("size ", i + 1, " of a ", type, " must be positive, not ", size)
                             : concat("a ", type, " needs ", count, count == 1 ? " size" : " sizes",
                                      ", but this one has ", said.size()),
             i < said.size() ? Rule::size_nonpositive : Rule::wrong_count);
      return;
    }
  }

  void geom(const Part& part, bool is_static) {
    const XmlElement geom = effective(part);
    const std::string_view type = text_of(geom, "type", "sphere");
    const bool has_mesh = is_said(geom, "mesh");
    material(geom, *part.file);
    if (is_said(geom, "hfield") != (type == "hfield"))
      refuse(geom, "hfield",
             type == "hfield" ? "a shape of type hfield must name its height field"
                              : "a shape that names a height field must be of type hfield");
    else if (is_said(geom, "hfield") && !has_asset(*part.file, "hfield", text_of(geom, "hfield")))
      missing(geom, "hfield", "height field", std::vector<std::string_view>(), Rule::unknown_name);
    if ((type == "mesh" || type == "sdf") && !has_mesh)
      refuse(geom, "type", concat("a shape of type ", type, " needs a mesh"), Rule::missing_attribute);
    condim(geom);
    if (type == "plane" && !is_static)
      refuse(geom, "type", "a plane must be in the world or in a body that does not move");
    if (type == "plane") {
      Numbers size = numbers_of(geom, "size");
      size.resize(3);
      if (size[2] <= 0 && !has_mesh)
        refuse(geom, "size", "the third size of a plane, the spacing of its grid lines, must be positive");
    }
    if (has_mesh && geom.attribute("fromto") != nullptr)
      refuse(geom, "fromto", "a shape with a mesh cannot have fromto");
    if (has_mesh && (type == "mesh" || type == "sdf") && text_of(geom, "shellinertia") == "true")
      refuse(geom, "shellinertia",
             "the shell of a mesh belongs in <asset>: write inertia=\"shell\" at the <mesh>");
    if (!has_mesh) sizes(geom, type, 0);
    for (const std::string_view name : {"mass", "density"})
      if (number_of(geom, name, 0) < 0 && (name == "mass" || !is_said(geom, "mass")))
        refuse(geom, name, concat("the ", name, " of a shape must not be negative"), Rule::mass_nonpositive);
  }

  void condim(const XmlElement& element) {
    const double value = number_of(element, "condim", 3);
    if (value != 1 && value != 3 && value != 4 && value != 6)
      refuse(element, "condim", concat("condim must be 1, 3, 4 or 6, not ", value));
  }

  void site(const Part& part) {
    const XmlElement site = effective(part);
    const std::string_view type = text_of(site, "type", "sphere");
    material(site, *part.file);
    if (is_one_of(type, "hfield plane sdf")) refuse(site, "type", concat("a site cannot be of type ", type));
    if (type == "mesh" && !is_said(site, "mesh"))
      refuse(site, "type", "a site of type mesh needs a mesh", Rule::missing_attribute);
    sizes(site, type, 0.005);
  }

  void target(const XmlElement& element, const Part& part) {
    if (!is_said(element, "target")) return;
    const std::string name = Affix::apply(part.affix, text_of(element, "target"));
    if (name != "world" && !in_.parts.are_made && NamedParts::find(in_.parts.bodies, name) == nullptr)
      missing(element, "target", "body", NamedParts::names(in_.parts.bodies));
  }

  void once(const Part& part, std::map<std::string, SourceRange>& names) {
    const XmlAttribute* name = part.element->attribute("name");
    if (name == nullptr || name->value.text.empty()) return;
    const std::string full = Affix::apply(part.affix, name->value.text);
    const auto [known, is_new] = names.try_emplace(full, name->value.range);
    if (!is_new && is_fresh(name->value.range))
      schema_
          .refuse(Rule::duplicate_name, name->value.range,
                  concat(part.element->name, " ", quote(full), " is defined twice"))
          .note(known->second, "the first is here");
  }

  void camera(const Part& part) {
    const XmlElement camera = effective(part);
    once(part, cameras_);
    target(camera, part);
    if (number_of(camera, "fovy", 45) >= 180)
      refuse(camera, "fovy", "the field of view of a camera must be below 180°");
    const Numbers sensor = numbers_of(camera, "sensorsize"), resolution = numbers_of(camera, "resolution");
    const bool has_sensor = sensor.size() == 2 && sensor[0] != 0 && sensor[1] != 0;
    for (const std::string_view name : {"focal", "focalpixel", "principal", "principalpixel"})
      if (!has_sensor && is_said(camera, name))
        refuse(camera, name, concat(name, " needs the sensorsize of the camera"));
    if (has_sensor && (resolution.size() == 2 && (resolution[0] <= 0 || resolution[1] <= 0)))
      refuse(camera, "resolution", "a camera with a sensorsize needs a positive resolution");
  }

  void light(const Part& part) {
    const XmlElement light = effective(part);
    once(part, lights_);
    target(light, part);
    const Numbers direction = numbers_of(light, "dir");
    if (direction.size() == 3 && math::hypot(direction[0], direction[1], direction[2]) < kLeast)
      refuse(light, "dir", "the direction of a light has length zero");
    const double softness = number_of(light, "softness", 0);
    if (softness < 0 || softness > 1)
      refuse(light, "softness", "the softness of a light must be from 0 to 1");
    if (is_said(light, "texture") && !has_asset(*part.file, "texture", text_of(light, "texture")))
      missing(light, "texture", "texture", std::vector<std::string_view>(), Rule::unknown_name);
  }

  // --- assets ----------------------------------------------------------------------------------------------

  static bool has_asset(const MjcfFile& file, std::string_view kind, std::string_view name) {
    return std::ranges::any_of(file.elements("asset", kind), [&](const XmlElement* asset) {
      if (is_said(*asset, "name")) return text_of(*asset, "name") == name;
      const std::string_view path = text_of(*asset, "file");
      const std::string_view base = path.substr(path.find_last_of("/\\") + 1);
      return base.substr(0, base.rfind('.')) == name;
    });
  }

  void assets(const XmlElement& section) {
    for (const XmlElement& asset : section.children) {
      if (asset.name == "texture") texture(asset);
      if (asset.name == "hfield") {
        named(asset, hfields_, "height field");
        if (!is_said(asset, "name") && !is_said(asset, "file"))
          refuse(asset.start_tag, "a height field needs a name, or a file that gives it one",
                 Rule::missing_attribute);
        if (!is_said(asset, "file") && (number_of(asset, "nrow", 0) <= 0 || number_of(asset, "ncol", 0) <= 0))
          refuse(asset.start_tag, "a height field needs a file, or nrow and ncol", Rule::missing_attribute);
        const Numbers size = numbers_of(asset, "size");
        if (std::ranges::any_of(size, [](double x) { return x <= 0; }))
          refuse(asset, "size", "the sizes of a height field must be positive");
      }
      const Numbers corners = numbers_of(asset, "vertex");
      if (asset.name == "mesh" && !is_said(asset, "file") && !is_said(asset, "builtin") &&
          asset.children.empty() && corners.size() < 12)
        refuse(asset, "vertex", "a mesh needs a file, or at least four corners");
      if (asset.name == "mesh" && corners.size() % 3 != 0)
        refuse(asset, "vertex", "each corner of a mesh needs three numbers");
    }
  }

  void texture(const XmlElement& texture) {
    const bool drawn = is_said(texture, "builtin") && text_of(texture, "builtin") != "none";
    const bool sides = std::ranges::any_of(texture.attributes, [](const XmlAttribute& each) {
      return each.name.starts_with("file") && each.name != "file";
    });
    if (!drawn && !is_said(texture, "file") && !sides)
      refuse(texture.start_tag, "a texture needs a file, or a builtin that says how it is drawn",
             Rule::missing_attribute);
    if (drawn && !is_said(texture, "file") && number_of(texture, "width", 0) < 1)
      refuse(texture, "width", "a texture that MuJoCo draws needs a positive width");
    if (drawn && !is_said(texture, "file") && text_of(texture, "type", "cube") == "2d" &&
        number_of(texture, "height", 0) < 1)
      refuse(texture, "height", "a texture that MuJoCo draws needs a positive height");
    Numbers grid = numbers_of(texture, "gridsize");
    if (grid.size() != 2) grid = {1, 1};
    if (texture.attribute("gridlayout") != nullptr &&
        static_cast<double>(text_of(texture, "gridlayout").size()) != grid[0] * grid[1])
      refuse(
          texture, "gridlayout",
          concat("gridlayout needs one letter for each of the ", grid[0] * grid[1], " squares of gridsize"));
  }

  // Bytes, with a letter for a power of 1024. MuJoCo takes blanks around it.
  void size(const XmlElement& section) {
    const XmlAttribute* memory = section.attribute("memory");
    if (memory == nullptr) return;
    std::string_view said = trim(memory->value.text);
    constexpr std::string_view kSuffixes = "KMGTPEkmgtpe";
    if (!said.empty() && kSuffixes.find(said.back()) != std::string_view::npos) said.remove_suffix(1);
    if (trim(memory->value.text) != "-1" &&
        (said.empty() || said.find_first_not_of("0123456789") != std::string_view::npos))
      refuse(section, "memory", "memory must be a whole number of bytes, or one with a suffix such as 10M");
  }

  void visual(const XmlElement& section) {
    for (const XmlElement& each : section.children) {
      if (each.name == "global") positive(each, "realtime", "realtime must be positive");
      if (each.name == "map") positive(each, "znear", "znear must be positive");
    }
  }

  // --- other sections --------------------------------------------------------------------------------------

  void contact(const XmlElement& element) {
    if (element.name != "pair") return;
    const XmlElement pair = effective(element, "pair");
    condim(pair);
    for (const std::string_view name : {"geom1", "geom2"})
      if (!is_said(pair, name)) refuse(pair, name, concat("a <pair> needs ", name), Rule::missing_attribute);
  }

  void equality(const XmlElement& equality) {
    std::string first, second;
    std::string_view kind;
    if (equality.name == "joint" || equality.name == "tendon") kind = equality.name;
    if (equality.name == "connect" || equality.name == "weld")
      kind = is_said(equality, "site1") ? "site" : "body";
    if (kind.empty()) return;
    const std::string one = concat(kind, "1"), two = concat(kind, "2");
    for (const std::string& name : {one, two})
      if (equality.attribute(name) != nullptr && !is_said(equality, name))
        refuse(equality, name, concat(name, " is empty"), Rule::missing_attribute);
    for (const std::string& name : {one, two}) {
      if (kind == "site") site_there(equality, name);
      if (kind == "body") body_there(equality, name);
      if (kind == "tendon") tendon_there(equality, name);
      if (kind == "joint") joint_there(equality, name);
    }
    if (!is_said(equality, one)) return;
    first = text_of(equality, one);
    second = is_said(equality, two) ? std::string(text_of(equality, two)) : kind == "body" ? "world" : "";
    if (first == second)
      refuse(equality, is_said(equality, two) ? two : one,
             concat("a <", equality.name, "> needs two different ",
                    kind == "body" ? "bodies" : concat(kind, "s"), ", but both are ", quote(first)));
    if (kind != "joint") return;
    for (const std::string& name : {one, two}) {
      const std::string_view type = joint_type(text_of(equality, name));
      if (is_one_of(type, "ball free"))
        refuse(equality, name,
               concat("an equality needs hinges or slides, but joint ", quote(text_of(equality, name)),
                      " is ", type));
    }
  }

  // The type of a joint of the main file, where one of that name is there; else empty.
  std::string_view joint_type(std::string_view name) {
    if (!are_joints_known_) {
      are_joints_known_ = true;
      std::vector<const BodyNode*> open = {&in_.tree.world()};
      while (!open.empty()) {
        const BodyNode* node = open.back();
        open.pop_back();
        for (const BodyNode& inner : node->bodies) open.push_back(&inner);
        for (const Part& part : node->joints) {
          const XmlElement joint = part.element->name == "freejoint" ? XmlElement() : effective(part);
          const std::string_view type =
              part.element->name == "freejoint" ? "free" : text_of(joint, "type", "hinge");
          const bool limited = is_limited_joint(joint, part.file->settings());
          joints_.emplace(Affix::apply(part.affix, text_of(*part.element, "name")),
                          std::pair(std::string(type), limited));
        }
      }
    }
    const auto found = joints_.find(std::string(name));
    return found == joints_.end() ? std::string_view() : found->second.first;
  }

  static bool is_limited_joint(const XmlElement& joint, const CompilerSettings& settings) {
    const std::string_view whether = text_of(joint, "limited", "auto");
    if (whether != "auto") return whether == "true";
    const Numbers said = numbers_of(joint, "range");
    return settings.autolimits && said.size() == 2 && said[0] < said[1];
  }

  void tendon(const XmlElement& element, const XmlElement& read) {
    const CompilerSettings& settings = in_.main.settings();
    const bool spatial = element.name == "spatial";
    range(read, "range", "limited", settings, false);
    range(read, "actuatorfrcrange", "actuatorfrclimited", settings, false);
    const Numbers length = numbers_of(read, "springlength");
    if (length.size() == 2 && length[0] > length[1])
      refuse(read, "springlength", "the lower end of springlength is above the upper end");
    if (spatial) {
      material(read, in_.main);
      if (number_of(read, "width", 0.003) <= 0)
        refuse(read, "width", "the width of a tendon must be positive");
      not_negative(read, "armature");
    }
    const std::vector<XmlElement>& path = element.children;
    if (path.size() < (spatial ? 2U : 1U)) {
      refuse(
          element.start_tag,
          spatial ? "a <spatial> must run through at least two sites" : "a <fixed> needs at least one joint",
          Rule::missing_element);
      return;
    }
    if (spatial) return tendon_path(path, read);
    for (const XmlElement& joint : path)
      if (joint.name == "joint" && !is_said(joint, "coef"))
        refuse(joint.start_tag, "a <joint> of a tendon needs its coef", Rule::missing_attribute);
  }

  void tendon_path(const std::vector<XmlElement>& path, const XmlElement& tendon) {
    const auto is = [&](std::size_t i, std::string_view name) {
      return i < path.size() && path[i].name == name;
    };
    for (std::size_t i = 0; i < path.size(); ++i) {
      const bool first = i == 0, last = i + 1 == path.size();
      const XmlElement& at = path[i];
      if (is(i, "pulley")) {
        if (!first && is(i - 1, "pulley")) refuse(at.start_tag, "a pulley cannot follow another one");
        if (last) refuse(at.start_tag, "a tendon cannot end with a pulley");
        not_negative(at, "divisor");
        if (!is_said(at, "divisor"))
          refuse(at.start_tag, "a <pulley> needs its divisor", Rule::missing_attribute);
      }
      if (is(i, "site")) {
        if ((first || is(i - 1, "pulley")) && (last || is(i + 1, "pulley")))
          refuse(at.start_tag, "a site of a tendon needs a site or shape next to it");
        if (is(i + 1, "site") && text_of(at, "site") == text_of(path[i + 1], "site"))
          refuse(path[i + 1].start_tag,
                 concat("site ", quote(text_of(at, "site")), " occurs twice in a row"));
      }
      if (is(i, "geom") && (first || last || !is(i - 1, "site") || !is(i + 1, "site")))
        refuse(at.start_tag, "a shape of a tendon must be between two sites");
      if (is(i, "geom")) site_there(at, "sidesite");
      if (is(i, "site")) site_there(at, "site");
      if (is(i, "geom") && number_of(tendon, "armature", 0) > 0)
        refuse(at.start_tag, "a tendon with an armature cannot run around shapes");
    }
  }

  void actuator(const XmlElement& read) {
    constexpr std::array<std::string_view, 6> kTargets = {"joint",     "jointinparent", "tendon",
                                                          "cranksite", "site",          "body"};
    std::string_view target;  // the last one counts
    for (const std::string_view name : kTargets)
      if (read.attribute(name) != nullptr) {
        if (!target.empty())
          refuse(read, name, concat("an actuator moves one thing, but this one has ", target, " and ", name));
        target = name;
      }
    if (read.name == "plugin") return;
    if (target.empty() || !is_said(read, target)) {
      refuse(read, target.empty() ? "name" : target,
             concat("this <", read.name, "> does not say what it moves: write joint, tendon or site"),
             Rule::missing_attribute);
      return;
    }
    tendon_there(read, "tendon");
    body_there(read, "body");
    joint_there(read, "jointinparent");
    for (const std::string_view name : {"site", "refsite", "cranksite", "slidersite"}) site_there(read, name);
    if (target != "cranksite")
      for (const std::string_view name : {"cranklength", "slidersite"})
        if (read.attribute(name) != nullptr)
          refuse(read, name, concat(name, " needs a cranksite, but this actuator has a ", target));
    if (target == "cranksite" && !is_said(read, "slidersite"))
      refuse(read.start_tag, "a slider crank needs a slidersite", Rule::missing_attribute);
    if (target == "cranksite" && number_of(read, "cranklength", 0) <= 0)
      refuse(read, "cranklength", "the cranklength of a slider crank must be positive");
    if (target != "site" && read.attribute("refsite") != nullptr)
      refuse(read, "refsite", concat("refsite needs a site, but this actuator has a ", target));
    if (target != "joint" && target != "jointinparent" && target != "tendon") {
      if (number_of(read, "armature", 0) != 0)
        refuse(read, "armature", "the armature of an actuator needs a joint or tendon");
      if (std::ranges::any_of(numbers_of(read, "damping"), [](double x) { return x != 0; }))
        refuse(read, "damping", "the damping of an actuator needs a joint or tendon");
    }
    const Numbers forces = numbers_of(read, "forcerange");
    if (read.name == "orientation" && forces.size() == 2 && forces[0] != 0 && forces[0] < forces[1])
      refuse(read, "forcerange",
             concat("the force range of an <orientation> must begin at 0, not at ", forces[0]));
    if (read.name == "orientation" && (target == "joint" || target == "jointinparent")) {
      const std::string_view type = joint_type(text_of(read, target));
      if (!type.empty() && type != "ball")
        refuse(read, target,
               concat("an <orientation> turns a ball joint, but joint ", quote(text_of(read, target)),
                      " is a ", type));
    }
    actuator_values(read, target);
  }

  void actuator_values(const XmlElement& read, std::string_view target) {
    const CompilerSettings& settings = in_.main.settings();
    range(read, "ctrlrange", "ctrllimited", settings, false);
    if (is_one_of(read.name, "damper adhesion")) {
      const Numbers controls = numbers_of(read, "ctrlrange");
      if (controls.empty())
        refuse(read.start_tag, concat("a <", read.name, "> needs a ctrlrange"), Rule::missing_attribute);
      else if (controls.size() == 2 && controls[0] >= controls[1])
        refuse(read, "ctrlrange",
               concat("the lower end of the range ", controls[0], "..", controls[1],
                      " is not below the upper end"));
    }
    range(read, "forcerange", "forcelimited", settings, false);
    range(read, "actrange", "actlimited", settings, false);
    if (is_one_of(read.name, "position intvelocity orientation pid")) {
      if (is_said(read, "kv") && is_said(read, "dampratio"))
        refuse(read, "dampratio", "a servo can have kv or dampratio, not both");
      for (const std::string_view name : {"kv", "dampratio", "timeconst"}) not_negative(read, name);
    }
    const double inherit = number_of(read, "inheritrange", 0);
    if (inherit > 0) {
      const std::string_view own = read.name == "intvelocity" ? "actrange" : "ctrlrange";
      if (std::ranges::any_of(numbers_of(read, own), [](double x) { return x != 0; }))
        refuse(read, own, concat("an actuator can have ", own, " or inheritrange, not both"));
      if (target != "joint" && target != "tendon")
        refuse(read, "inheritrange", "inheritrange needs a joint or tendon with a range");
      if (target == "joint") {
        const std::string_view type = joint_type(text_of(read, "joint"));
        if (is_one_of(type, "ball free"))
          refuse(read, "inheritrange",
                 concat("inheritrange needs a hinge or slide, but the joint is ", type));
      }
    }
    const bool has_states = (read.attribute("dyntype") != nullptr && text_of(read, "dyntype") != "none") ||
                            is_one_of(read.name, "intvelocity cylinder muscle dcmotor pid") ||
                            is_said(read, "timeconst");
    if (!has_states && text_of(read, "actlimited") == "true")
      refuse(read, "actrange", "actrange needs a dyntype: without one the actuator has no state");
    if (read.name == "damper") not_negative(read, "kv");
    if (read.name == "adhesion") not_negative(read, "gain");
    if (is_one_of(read.name, "damper adhesion") &&
        std::ranges::any_of(numbers_of(read, "ctrlrange"), [](double x) { return x < 0; }))
      refuse(read, "ctrlrange", concat("the controls of a <", read.name, "> must not be negative"));
    if (read.name == "muscle") not_negative(read, "tausmooth");
    if (number_of(read, "delay", 0) > 0 && number_of(read, "nsample", 0) <= 0)
      refuse(read, "delay", "a delay needs nsample");
  }

  void sensor(const XmlElement& sensor) {
    for (const std::string_view name : {"noise", "cutoff"}) not_negative(sensor, name);
    if (number_of(sensor, "delay", 0) > 0 && number_of(sensor, "nsample", 0) <= 0)
      refuse(sensor, "delay", "a delay needs nsample");
    for (const std::string_view name : {"site", "joint", "tendon", "actuator", "body", "objname", "refname"})
      if (sensor.attribute(name) != nullptr && !is_said(sensor, name))
        refuse(sensor, name, concat(name, " is empty"), Rule::missing_attribute);
    if (sensor.attribute("joint") != nullptr) {
      const std::string_view type = joint_type(text_of(sensor, "joint"));
      const bool of_ball = is_one_of(sensor.name, "ballquat ballangvel");
      if (!type.empty() && of_ball && type != "ball")
        refuse(sensor, "joint",
               concat("<", sensor.name, "> measures a ball joint, but joint ",
                      quote(text_of(sensor, "joint")), " is a ", type));
      if (is_one_of(sensor.name, "jointpos jointvel jointactuatorfrc") && is_one_of(type, "ball free"))
        refuse(sensor, "joint",
               concat("<", sensor.name, "> measures a hinge or slide, but joint ",
                      quote(text_of(sensor, "joint")), " is ", type));
      if (is_one_of(sensor.name, "jointlimitpos jointlimitvel jointlimitfrc") && !type.empty() &&
          !joints_.at(std::string(text_of(sensor, "joint"))).second)
        refuse(sensor, "joint",
               concat("<", sensor.name, "> measures the limit of a joint, but joint ",
                      quote(text_of(sensor, "joint")), " has none"));
    }
    if (sensor.name == "user") {
      const double size = number_of(sensor, "dim", 0);
      const std::string_view type = text_of(sensor, "datatype");
      if (size < 0) not_negative(sensor, "dim");
      if (type == "axis" && size != 3) refuse(sensor, "dim", "an axis must have dim 3");
      if (type == "quaternion" && size != 4) refuse(sensor, "dim", "a quaternion must have dim 4");
    }
    if (is_one_of(sensor.name, "framequat framexaxis frameyaxis framezaxis ballquat") &&
        number_of(sensor, "cutoff", 0) > 0)
      refuse(sensor, "cutoff", "a direction or quaternion cannot have a cutoff");
    if (sensor.name == "contact" && sensor.attribute("num") != nullptr)
      positive(sensor, "num", "num must be positive");
    if (is_one_of(sensor.name, "distance normal fromto"))
      for (const std::string_view kind : {"geom", "body"}) {
        const std::string one = concat(kind, "1"), two = concat(kind, "2");
        if (is_said(sensor, one) && text_of(sensor, one) == text_of(sensor, two))
          refuse(sensor, two, "a distance needs two different things");
      }
  }

  void custom(const XmlElement& element) {
    if (element.name == "text" && element.attribute("data") != nullptr && !is_said(element, "data"))
      refuse(element, "data", "the data of a text must not be empty");
    if (element.name == "tuple" && element.children.empty())
      refuse(element.start_tag, "a tuple needs at least one element", Rule::missing_element);
    for (const XmlElement& part : element.children)
      if (element.name == "tuple" && part.attribute("objtype") != nullptr &&
          (!is_said(part, "objtype") || !is_one_of(text_of(part, "objtype"), kObjectTypes)))
        refuse(part, "objtype",
               concat("there is no kind of object ", quote(text_of(part, "objtype")), "; a tuple takes ",
                      kObjectTypes));
    if (element.name != "numeric") return;
    const Numbers data = numbers_of(element, "data");
    const double size = number_of(element, "size", static_cast<double>(data.size()));
    if (size < 1 || size > 500)
      refuse(element, is_said(element, "size") ? "size" : "data", "a numeric must have 1 to 500 numbers");
    if (size >= 1 && static_cast<double>(data.size()) > size)
      refuse(element, "size", concat("the size is smaller than the ", data.size(), " numbers of data"));
  }

  const RefusalInputs& in_;
  SchemaReader& schema_;
  std::set<std::pair<FileId, std::uint32_t>> seen_;
  std::map<std::string, SourceRange> cameras_, lights_;
  std::map<std::string_view, SourceRange> hfields_;
  std::map<std::string, std::pair<std::string, bool>> joints_;  // type, and whether it is limited
  bool are_joints_known_ = false;
};

}  // namespace

void check_refusals(const RefusalInputs& inputs, SchemaReader& schema) { RefusalCheck(inputs, schema).run(); }

}  // namespace romas::mjcf
