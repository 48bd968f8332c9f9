// The elements of <actuator>. One that was read from MJCF keeps its own gains and bounds.
//
// Other gains follow from the inertia that hangs on the joint where all joints are zero: a position actuator
// moves it as a critically damped oscillator of 20 rad/s, a velocity actuator reaches a velocity within
// 0.05 s. Both are far from the frequencies at which MuJoCo's default step of 2 ms becomes unstable.
#include <Eigen/Geometry>
#include <algorithm>

#include "backends/mjcf/mjcf_document.h"
#include "ir/format/mjcf_actuators.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

constexpr double kFrequency = 20;       // rad/s
constexpr double kVelocityTime = 0.05;  // s
// The inertia that counts for a joint on which nothing with mass hangs, kg m² or kg: gains must not be 0.
constexpr double kLeastInertia = 1e-6;

// The mass and inertia of each link and everything that hangs on it, in the frame of the link, by index.
std::vector<SpatialInertia> composite_inertias(const Document& document) {
  const Model& model = document.model;
  std::vector<SpatialInertia> composites(model.links.size());
  const std::vector<LinkId>& order = document.tree.order();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    SpatialInertia& own = composites[at->index()];
    if (model.link(*at).inertial) own = own + model.link(*at).inertial->spatial();
    const JointId joint = document.tree.parent_joint(*at);
    if (!joint) continue;
    SpatialInertia& above = composites[document.tree.parent_link(*at).index()];
    above = above + own.expressed_in(model.joint(joint).origin.evaluate());
  }
  return composites;
}

// Returns the inertia that a joint has to accelerate: a mass, or the moment of inertia about its axis.
double inertia_at(const Joint& joint, const std::vector<SpatialInertia>& composites) {
  const SpatialInertia& body = composites[joint.child.id.index()];
  if (joint.type == JointType::prismatic) return std::max(body.mass, kLeastInertia);
  const Vector3 axis = joint.axis_or_default().normalized();
  const double about_axis = axis.dot(body.tensor * axis) + body.mass * axis.cross(body.com).squaredNorm();
  return std::max(about_axis, kLeastInertia);
}

class ActuatorWriter {
 public:
  ActuatorWriter(Document& document, const Actuator& actuator, double inertia)
      : document_(document),
        actuator_(actuator),
        joint_(document.model.joint(actuator.joint)),
        inertia_(inertia),
        effort_(effort_of(joint_)),
        gear_(actuator.gear && actuator.gear->value() != 0 ? actuator.gear->value() : 1) {}

  void write() {
    if (is_written_as_it_was(document_, actuator_)) return as_it_was();
    // MuJoCo 2.2 has no damping in <position>; <general> with the same meaning has.
    const bool general = actuator_.kind == ActuatorKind::position && document_.version == Version::v2;
    const XmlScope element(document_.xml, general ? "general" : actuator_word(actuator_.kind));
    document_.xml.attribute("name", actuator_.name);
    document_.xml.attribute("joint", document_.freedoms[actuator_.joint.index()].front().name);
    if (actuator_.gear && actuator_.gear->value() != 1)
      document_.xml.attribute("gear", actuator_.gear->text());
    if (actuator_.kind == ActuatorKind::motor) motor();
    if (actuator_.kind == ActuatorKind::position) position(general);
    if (actuator_.kind == ActuatorKind::velocity) velocity();
  }

 private:
  void as_it_was() {
    const Place place{EntityKind::transmission, Slot::self, 0, *actuator_.transmission, 0};
    const XmlScope element(document_.xml, is_general(place) ? "general" : actuator_word(actuator_.kind));
    document_.xml.attribute("name", actuator_.name);
    document_.xml.attribute("joint", document_.freedoms[actuator_.joint.index()].front().name);
    if (actuator_.gear) document_.xml.attribute("gear", actuator_.gear->text());
    write_kept_attributes(document_, place);
  }

  // One without a gain or bias of its own is the same as a <motor>.
  bool is_general(const Place& place) const {
    return std::ranges::any_of(split_words(kGeneralAttributes), [&](const Token& attribute) {
      return kept_attribute(document_, place, attribute.text) != nullptr;
    });
  }

  // Attributes of a symmetric range, in units of the actuator.
  void symmetric(std::string_view limited, std::string_view range, const Number& joint_bound, double factor) {
    const Number bound = factor == 1 ? joint_bound : Number(joint_bound.value() * factor);
    bounded(limited, range, concat("-", bound.text()), bound.text());
  }

  void bounded(std::string_view limited, std::string_view range, const std::string& lower,
               const std::string& upper) {
    if (document_.version == Version::v2) document_.xml.attribute(limited, "true");
    document_.xml.attribute(range, concat(lower, " ", upper));
  }

  void force() {
    if (effort_) symmetric("forcelimited", "forcerange", *effort_, 1 / std::abs(gear_));
  }

  void motor() {
    if (effort_) symmetric("ctrllimited", "ctrlrange", *effort_, 1 / std::abs(gear_));
  }

  void position(bool general) {
    const double stiffness = inertia_ * kFrequency * kFrequency / (gear_ * gear_);
    const double damping = 2 * inertia_ * kFrequency / (gear_ * gear_);
    if (general) {
      document_.xml.attribute("gaintype", "fixed");
      document_.xml.attribute("biastype", "affine");
      document_.number("gainprm", stiffness);
      document_.xml.attribute("biasprm", concat("0 ", -stiffness, " ", -damping));
    } else {
      document_.number("kp", stiffness);
      document_.number("kv", damping);
    }
    positions_of_joint();
    force();
  }

  // The control is the length of the actuator: gear × the joint's position.
  void positions_of_joint() {
    const JointLimit limit = effective_limit(joint_);
    const std::optional<Number>&lower = limit.lower, &upper = limit.upper;
    if (!lower || !upper || means_no_limit(*lower) || means_no_limit(*upper) ||
        lower->value() >= upper->value())
      return;
    if (gear_ == 1) return bounded("ctrllimited", "ctrlrange", lower->text(), upper->text());
    const auto [least, most] = std::minmax({lower->value() * gear_, upper->value() * gear_});
    bounded("ctrllimited", "ctrlrange", format_double(least), format_double(most));
  }

  void velocity() {
    const std::optional<Number> limit = joint_.limit ? joint_.limit->velocity : std::nullopt;
    const bool known = limit && limit->value() > 0 && !means_no_limit(*limit);
    document_.number("kv", inertia_ / kVelocityTime / (gear_ * gear_));
    if (known) symmetric("ctrllimited", "ctrlrange", *limit, std::abs(gear_));
    force();
  }

  Document& document_;
  const Actuator& actuator_;
  const Joint& joint_;
  const double inertia_;  // at the joint
  const std::optional<Number> effort_;
  const double gear_;
};

}  // namespace

void write_actuators(Document& document) {
  const std::vector<std::string_view> kept = kept_actuators(document);
  if (document.actuators.empty() && kept.empty()) return;
  const XmlScope section(document.xml, "actuator");
  const std::vector<SpatialInertia> composites = composite_inertias(document);
  std::size_t next = 0, next_kept = 0;
  const auto write = [&] {
    const Actuator& actuator = document.actuators[next++];
    ActuatorWriter(document, actuator, inertia_at(document.model.joint(actuator.joint), composites)).write();
  };
  for (const char kind : order_of_actuators(document)) {
    if (kind == 't' && next < document.actuators.size()) write();
    if (kind == 'k' && next_kept < kept.size()) document.xml.verbatim(kept[next_kept++]);
  }
  while (next < document.actuators.size()) write();
  while (next_kept < kept.size()) document.xml.verbatim(kept[next_kept++]);
}

}  // namespace romas::mjcf
