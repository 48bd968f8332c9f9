#include "frontend/mjcf/refusals/ranges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <vector>

#include "frontend/mjcf/file/kept_elements.h"
#include "frontend/mjcf/grammar/attribute_values.h"
#include "ir/format/mjcf_actuators.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

struct Bounds {
  double lower = 0, upper = 0;
  double span() const { return upper - lower; }
};

// A range of numbers that holds; nothing where none is said.
std::optional<Bounds> bounds_of(const XmlElement& element, std::string_view name, std::string_view limited,
                                bool autolimits) {
  const std::vector<double> said = numbers_of(element, name);
  const std::string_view whether = text_of(element, limited, "auto");
  if (said.size() != 2 || !(said[0] < said[1])) return std::nullopt;
  if (whether != "true" && !(whether == "auto" && autolimits)) return std::nullopt;
  return Bounds{said[0], said[1]};
}

// A joint in the order of the positions, in radians or metres.
struct RangedJoint {
  std::string name;
  std::string_view type;
  std::optional<Bounds> bounds;
  std::size_t positions = 1;
  bool in_degrees = false;
};

class RangeCheck {
 public:
  RangeCheck(const BodyTree& tree, MjcfFile& main, SchemaReader& schema) : main_(main), schema_(schema) {
    add_joints(tree);
  }

  void run() {
    std::vector<Control> controls;
    for (const XmlElement* element : main_.elements("actuator", "")) controls.push_back(control(*element));
    for (const XmlElement* key : main_.elements("keyframe", "key")) {
      positions(*key);
      values(*key, controls);
    }
  }

 private:
  struct Control {
    std::string name;
    std::optional<Bounds> bounds;
  };

  // Depth first, in the order of the text.
  void add_joints(const BodyTree& tree) {
    std::vector<const BodyNode*> open = {&tree.world()};
    while (!open.empty()) {
      const BodyNode& node = *open.back();
      open.pop_back();
      for (auto inner = node.bodies.rbegin(); inner != node.bodies.rend(); ++inner) open.push_back(&*inner);
      for (const Part& part : node.joints) add_joint(part);
    }
  }

  void add_joint(const Part& part) {
    const CompilerSettings& settings = part.file->settings();
    const bool plain = part.element->name == "freejoint";
    const XmlElement joint =
        plain ? XmlElement()
              : ClassTable::effective(*part.element, part.file->class_of(*part.element, *part.nearest_class));
    RangedJoint added;
    added.name = Affix::apply(part.affix, text_of(*part.element, "name"));
    added.type = plain ? "free" : text_of(joint, "type", "hinge");
    added.positions = added.type == "free" ? 7 : added.type == "ball" ? 4 : 1;
    added.in_degrees = settings.degrees && added.type == "hinge";
    if (added.positions == 1) {
      added.bounds = bounds_of(joint, "range", "limited", settings.autolimits);
      if (added.bounds && added.in_degrees) {
        added.bounds->lower *= std::numbers::pi / 180;
        added.bounds->upper *= std::numbers::pi / 180;
      }
      holds_zero(joint, "actuatorfrcrange", "actuatorfrclimited", settings);
    }
    if (!added.name.empty()) by_name_.emplace(added.name, joints_.size());
    joints_.push_back(std::move(added));
  }

  // A force that cannot be 0 pushes all the time.
  void holds_zero(const XmlElement& element, std::string_view name, std::string_view limited,
                  const CompilerSettings& settings) {
    const auto said = bounds_of(element, name, limited, settings.autolimits);
    if (said && (said->lower > 0 || said->upper < 0))
      schema_.report(Rule::control_range, element.attribute(name)->value.range,
                     concat("the ", name, " ", said->lower, "..", said->upper, " of this <", element.name,
                            "> does not include 0, so it pushes all the time"));
  }

  Control control(const XmlElement& element) {
    const CompilerSettings& settings = main_.settings();
    const XmlElement read =
        plain_element(element, main_.class_of(element, main_.classes().main()), "actuator", settings);
    const bool unlimited = text_of(element, "ctrllimited") == "false";
    Control result{std::string(text_of(read, "name")),
                   unlimited ? std::nullopt : bounds_of(read, "ctrlrange", "", true)};
    holds_zero(read, "forcerange", "forcelimited", settings);
    const auto joint = by_name_.find(text_of(read, "joint"));
    if (!result.bounds || joint == by_name_.end() || !sets_position(read)) return result;
    const RangedJoint& moved = joints_[joint->second];
    const double gear = number_of(read, "gear", 1);
    if (moved.bounds && gear != 0 && gear == std::abs(gear))
      compare(read, *result.bounds, {moved.bounds->lower * gear, moved.bounds->upper * gear}, moved);
    return result;
  }

  static bool sets_position(const XmlElement& actuator) {
    if (actuator.name == "position") return true;
    if (actuator.name != "general") return false;
    const auto drive = drive_of_general([&](std::string_view name) { return text_of(actuator, name); });
    return drive && drive->interface == "position" && text_of(actuator, "dyntype", "none") == "none";
  }

  // ±π and ±2π say that nothing bounds the controls.
  static bool is_whole_turn(const Bounds& said) {
    constexpr double kTurn = 2 * std::numbers::pi;
    return is_near(said, {-kTurn, kTurn}) || is_near(said, {-kTurn / 2, kTurn / 2});
  }

  static bool is_near(const Bounds& a, const Bounds& b) {
    constexpr double kNear = 0.02;  // of the span: rounded to two digits
    const double apart = kNear * b.span();
    return std::abs(a.lower - b.lower) <= apart && std::abs(a.upper - b.upper) <= apart;
  }

  void compare(const XmlElement& actuator, const Bounds& said, const Bounds& joint,
               const RangedJoint& moved) {
    constexpr double kDegrees = 180 / std::numbers::pi;
    const Bounds in_degrees = {joint.lower * kDegrees, joint.upper * kDegrees};
    const Bounds mirrored = {-joint.upper, -joint.lower};
    const double beyond = std::max(joint.lower - said.lower, said.upper - joint.upper);
    if (beyond <= 0.02 * joint.span() || is_whole_turn(said)) return;
    const bool hinge = moved.type == "hinge";
    const std::string range = concat(about(joint.lower), " to ", about(joint.upper), hinge ? " rad" : " m");
    const std::string controls =
        concat("the controls ", said.lower, "..", said.upper, " of this <", actuator.name, "> ");
    const XmlAttribute& place = *actuator.attribute("ctrlrange");
    const std::string wanted = concat(about(joint.lower), " ", about(joint.upper));
    const bool degrees = hinge && (is_near(said, in_degrees) ||
                                   (said.lower >= in_degrees.lower * 1.02 && beyond > 2 * std::numbers::pi));
    auto finding = schema_.report(
        Rule::control_range, place.value.range,
        degrees ? concat(controls, "look like degrees: joint '", moved.name, "' goes from ", range,
                         ", and MuJoCo does not convert controls")
        : is_near(said, mirrored)
            ? concat(controls, "are those of the other side: joint '", moved.name, "' goes from ", range)
            : concat(controls, "go beyond joint '", moved.name, "', which goes from ", range));
    finding.suggest(place.value.range, wanted);
  }

  // Positions count from `ref`, and so do ranges.
  void positions(const XmlElement& key) {
    const std::vector<double> said = numbers_of(key, "qpos");
    std::size_t at = 0;
    for (const RangedJoint& joint : joints_) {
      if (at + joint.positions > said.size()) return;
      if (joint.bounds) outside(key, "qpos", said[at], *joint.bounds, "joint", joint.name);
      at += joint.positions;
    }
  }

  void values(const XmlElement& key, const std::vector<Control>& controls) {
    const std::vector<double> said = numbers_of(key, "ctrl");
    if (said.size() != controls.size()) return;
    for (std::size_t i = 0; i < said.size(); ++i)
      if (controls[i].bounds)
        outside(key, "ctrl", said[i], *controls[i].bounds, "actuator", controls[i].name);
  }

  void outside(const XmlElement& key, std::string_view attribute, double value, const Bounds& bounds,
               std::string_view kind, const std::string& name) {
    const double rounding = 0.01 * bounds.span();
    if (value >= bounds.lower - rounding && value <= bounds.upper + rounding) return;
    const XmlAttribute& said = *key.attribute(attribute);
    schema_.report(
        Rule::keyframe_outside, said.value.range,
        concat("this keyframe puts ", kind, name.empty() ? std::string() : concat(" '", name, "'"), " at ",
               value, ", outside its range from ", about(bounds.lower), " to ", about(bounds.upper)));
  }

  MjcfFile& main_;
  SchemaReader& schema_;
  std::vector<RangedJoint> joints_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
};

}  // namespace

void check_ranges(const BodyTree& tree, MjcfFile& main, SchemaReader& schema) {
  RangeCheck(tree, main, schema).run();
}

}  // namespace romas::mjcf
