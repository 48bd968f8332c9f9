// Bodies that MuJoCo refuses: joints, masses, shapes, sites, cameras and lights.
#include <algorithm>

#include "frontend/mjcf/refusals/refusal_part.h"
#include "support/math/functions.h"

namespace romas::mjcf {

namespace {

// How many sizes a shape of a type has.
std::size_t sizes_of(std::string_view type) {
  if (type == "sphere") return 1;
  if (type == "capsule" || type == "cylinder") return 2;
  return type == "box" || type == "ellipsoid" ? 3 : 0;
}

class BodyRefusals : public RefusalPart {
 public:
  using RefusalPart::RefusalPart;

  // Without recursion: a chain may be as long as the file.
  void run() {
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

 private:
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
    material_there(geom, *part.file);
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

  void site(const Part& part) {
    const XmlElement site = effective(part);
    const std::string_view type = text_of(site, "type", "sphere");
    material_there(site, *part.file);
    if (is_one_of(type, "hfield plane sdf")) refuse(site, "type", concat("a site cannot be of type ", type));
    if (type == "mesh" && !is_said(site, "mesh"))
      refuse(site, "type", "a site of type mesh needs a mesh", Rule::missing_attribute);
    if (type != "mesh" && is_said(site, "mesh"))
      refuse(site, "mesh", "a site that names a mesh must be of type mesh");
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

  static bool has_asset(const MjcfFile& file, std::string_view kind, std::string_view name) {
    return std::ranges::any_of(file.elements("asset", kind), [&](const XmlElement* asset) {
      if (is_said(*asset, "name")) return text_of(*asset, "name") == name;
      const std::string_view path = text_of(*asset, "file");
      const std::string_view base = path.substr(path.find_last_of("/\\") + 1);
      return base.substr(0, base.rfind('.')) == name;
    });
  }

  std::map<std::string, SourceRange> cameras_, lights_;
};

}  // namespace

void check_body_refusals(RefusalState& state) { BodyRefusals(state).run(); }

}  // namespace romas::mjcf
