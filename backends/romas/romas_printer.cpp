#include "backends/romas/romas_printer.h"

#include <cmath>

#include "backends/romas/field_text.h"
#include "backends/romas/kept.h"
#include "ir/analysis/loads/airfoil.h"
#include "ir/model/joint_fields.h"
#include "ir/model/link_fields.h"
#include "ir/model/transmission_fields.h"
#include "support/text/text.h"

namespace romas {

void RomasPrinter::banner() {
  if (options_ == nullptr || options_->banner.empty()) return;
  for (const std::string_view line : split(options_->banner, '\n')) out_.line("// ", line);
}

void RomasPrinter::quantity(std::string_view word, const std::optional<Number>& number,
                            std::string_view units) {
  if (number) property(word, romas_quantity(*number, units));
}

// An empty expression is printed as an absent one.
void RomasPrinter::pose(const TransformExpr& pose) {
  if (!pose.absent()) property("at", romas_pose(pose));
}

std::string RomasPrinter::print() {
  banner();
  out_.line("robot ", romas_name(model_.name), " {");
  {
    const IndentedWriter::Scope inside(out_);
    if (model_.version) property("version", romas_string(*model_.version));
    if (model_.gravity) property("gravity", romas_tuple(*model_.gravity, "m/s^2"));
    first_section_ = !model_.version && !model_.gravity;
    section(model_.materials, [this](const Material& m) { material(m); });
    section(model_.links, [this](const Link& l) { link(l); });
    section(model_.joints, [this](const Joint& j) { joint(j); });
    section(model_.frames, [this](const Frame& f) { frame(f); });
    section(model_.loop_joints, [this](const LoopJoint& l) { loop_joint(l); });
    section(model_.force_elements, [this](const ForceElement& f) { force_element(f); });
    section(model_.sensors, [this](const Sensor& s) { sensor(s); });
    section(model_.transmissions, [this](const Transmission& t) { transmission(t); });
    section(model_.gazebos, [this](const Gazebo& g) { gazebo(g); });
    section(model_.ros2_controls, [this](const Ros2Control& r) { ros2_control(r); });
    section(model_.blocks, [this](const Block& b) { block(b); });
    section(model_.parts, [this](const Part& p) { part(p); });
    extensions();
  }
  out_.line('}');
  return out_.take();
}

std::string emit_romas(const Model& model, TargetContext& context) {
  return RomasPrinter(model, &context.options).print();
}

std::vector<std::string> kept_names() { return {"structure"}; }

std::string print_romas(const Model& model) { return RomasPrinter(model, nullptr).print(); }

// --- links -----------------------------------------------------------------------------------------------

void RomasPrinter::material(const Material& material) {
  entity(concat("material ", romas_name(material.name)), [&] {
    if (material.color) property("color", romas_tuple(material.color->rgba, "1"));
    if (material.texture) property("texture", path(material.texture->filename));
  });
}

void RomasPrinter::link(const Link& link) {
  entity(concat("link ", romas_name(link.name)), [&] {
    if (link.implicit) out_.line("implicit;");
    if (link.inertial) inertial(*link.inertial);
    for (const Visual& v : link.visuals) visual(v);
    for (const Collision& c : link.collisions) collision(c);
  });
}

void RomasPrinter::inertial(const Inertial& inertial) {
  property("mass", romas_quantity(inertial.mass, units_of(Quantity::mass, {})));
  const auto* written = inertial.origin.get_if<TransformExpr::XyzRpy>();
  if (written != nullptr && written->xyz && !written->rpy) {
    property("com", romas_tuple(*written->xyz, "m"));
  } else if (!inertial.origin.absent()) {
    property("inertial at", romas_pose(inertial.origin));
  }
  inertia(inertial.inertia);
}

// Products of inertia are not printed if all are zero.
void RomasPrinter::inertia(const InertiaTensor& inertia) {
  const std::string_view units = units_of(Quantity::inertia, {});
  std::string value = romas_tuple(Number3{inertia.ixx, inertia.iyy, inertia.izz}, units);
  if (inertia.ixy.value() != 0 || inertia.ixz.value() != 0 || inertia.iyz.value() != 0)
    value.append(", ").append(romas_tuple(Number3{inertia.ixy, inertia.ixz, inertia.iyz}, units));
  property("inertia", value);
}

std::string RomasPrinter::shape(const Shape& shape) const {
  const auto print = [&]<class Kind>(const Kind& kind) {
    std::string line;
    if constexpr (std::is_same_v<Kind, Box>) {
      append_value(line, FieldsOf<Box>::kWord, kind.size, units_of(Quantity::length, {}));
    } else if constexpr (std::is_same_v<Kind, Mesh>) {
      line.append(" ").append(FieldsOf<Mesh>::kWord).append(" ").append(path(kind.filename));
      append_value(line, "scale", kind.scale, units_of(Quantity::plain, {}));
    } else {
      line.append(" ").append(FieldsOf<Kind>::kWord);
      append_fields(line, kind);
    }
    return line.substr(1);
  };
  return std::visit(print, shape);
}

void RomasPrinter::visual(const Visual& visual) {
  std::string line = shape(visual.geometry.shape);
  if (!visual.origin.absent()) line.append(" at ").append(romas_pose(visual.origin));
  if (visual.material) {
    const MaterialUse& use = *visual.material;
    if (use.name) line.append(" material ").append(romas_name(*use.name));
    if (!use.name && !use.color && !use.texture) line.append(" material {}");
    if (use.color) line.append(" color ").append(romas_tuple(use.color->rgba, "1"));
    if (use.texture) line.append(" texture ").append(path(use.texture->filename));
  }
  if (visual.name) line.append(" named ").append(romas_name(*visual.name));
  property("visual", line);
}

void RomasPrinter::collision(const Collision& collision) {
  std::string line = shape(collision.geometry.shape);
  if (!collision.origin.absent()) line.append(" at ").append(romas_pose(collision.origin));
  if (collision.name) line.append(" named ").append(romas_name(*collision.name));
  property("collision", line);
}

// --- joints ----------------------------------------------------------------------------------------------

namespace {

std::string type_words(JointType type, std::string_view foreign_type) {
  return type == JointType::foreign ? concat("foreign ", romas_string(foreign_type))
                                    : std::string(to_string(type));
}

// Appends "WORD QUANTITY" for a value that is there.
void append(std::string& line, std::string_view word, const std::optional<Number>& number,
            std::string_view units) {
  if (number) line.append(concat(" ", word, " ", romas_quantity(*number, units)));
}

// "LOWER .. UPPER", or a single bound with its word.
void append_range(std::string& line, const std::optional<Number>& lower, const std::optional<Number>& upper,
                  std::string_view units) {
  if (lower && upper) {
    line.append(concat(" ", romas_quantity(*lower, units), " .. ", romas_quantity(*upper, units)));
  } else {
    append(line, "lower", lower, units);
    append(line, "upper", upper, units);
  }
}

// One value alone, several as a tuple.
std::string list(const std::vector<Number>& numbers, std::string_view units) {
  if (numbers.size() == 1) return romas_quantity(numbers.front(), units);
  std::string out = concat("(", join(numbers, ", ", romas_number), ")");
  if (!units.empty()) out.append(" ").append(units);
  return out;
}

// "[(JOINT, ANGLE), …]"
std::string servo_map(const std::vector<ServoMapPoint>& map, std::string_view units) {
  const auto pair = [&](const ServoMapPoint& place) {
    return concat("(", romas_quantity(place.joint, units), ", ", romas_quantity(place.angle, "rad"), ")");
  };
  return concat("[", join(map, ", ", pair), "]");
}

}  // namespace

void RomasPrinter::joint(const Joint& joint) {
  const MotionUnits& units = motion_units(joint.type);
  const std::string head =
      concat("joint ", romas_name(joint.name), " : ", type_words(joint.type, joint.foreign_type), " ",
             romas_name(joint.parent.name), " -> ", romas_name(joint.child.name));
  entity(head, [&] {
    pose(joint.origin);
    if (joint.axis) property("axis", romas_axis(joint.axis->xyz));
    if (joint.limit) limit(*joint.limit, units);
    if (joint.dynamics) dynamics(*joint.dynamics, units);
    if (joint.mimic) mimic(joint);
    if (joint.safety_controller) safety(*joint.safety_controller, units);
    if (joint.calibration) calibration(*joint.calibration, units);
    quantity("pitch", joint.screw_pitch, "m");
    if (joint.dialect) out_.line("dialect drake;");
    if (joint.servo) servo(*joint.servo, joint.type);
  });
}

void RomasPrinter::servo(const Servo& servo, JointType type) {
  entity(concat("servo ", romas_name(servo.family),
                servo.device.empty() ? std::string() : concat("(", romas_string(servo.device), ")")),
         [&] {
           for (const ServoValue& value : servo.values) {
             const ServoPropertyInfo& info = servo_property_info(value.property);
             if (const auto* number = std::get_if<Number>(&value.value))
               property(info.name,
                        info.kind == ServoValueKind::whole && number->value() == std::round(number->value())
                            ? std::to_string(std::llround(number->value()))
                            : romas_quantity(*number, servo_units(info, type)));
             else if (const auto* flag = std::get_if<bool>(&value.value))
               property(info.name, *flag ? "true" : "false");
             else
               property(info.name, info.kind == ServoValueKind::word
                                       ? std::get<std::string>(value.value)
                                       : romas_string(std::get<std::string>(value.value)));
           }
           if (!servo.map.empty()) property("map", servo_map(servo.map, motion_units(type).position));
           for (const ServoCoupling& coupling : servo.couplings)
             property("couple",
                      concat(romas_name(coupling.joint.name), " gear ", romas_number(coupling.gear)));
         });
}

void RomasPrinter::limit(const JointLimit& limit, const MotionUnits& units) {
  std::string line = "limit";
  append_range(line, limit.lower, limit.upper, units.position);
  append_fields(line, limit, units);
  out_.line(line, ';');
}

void RomasPrinter::dynamics(const JointDynamics& dynamics, const MotionUnits& units) {
  if (dynamics.says_nothing()) out_.line("dynamics;");
  for_each_field<JointDynamics>([&](const auto& field) {
    if (!field.of(dynamics).empty())
      property(field.word, list(field.of(dynamics), units_of(field.quantity, units)));
  });
}

void RomasPrinter::mimic(const Joint& joint) {
  const JointMimic& mimic = *joint.mimic;
  std::string line = romas_name(mimic.joint.name);
  const std::string_view units =
      mimic.joint.id ? mimic_units(joint.type, model_.joint(mimic.joint.id).type) : std::string_view();
  if (mimic.multiplier) line.append(" * ").append(romas_quantity(*mimic.multiplier, units));
  if (mimic.offset) {
    const bool negative = std::signbit(mimic.offset->value());
    line.append(negative ? " - " : " + ")
        .append(romas_quantity(std::abs(mimic.offset->value()), motion_units(joint.type).position));
  }
  property("mimic", line);
}

void RomasPrinter::safety(const JointSafetyController& safety, const MotionUnits& units) {
  std::string line = "safety";
  append_range(line, safety.soft_lower_limit, safety.soft_upper_limit, units.position);
  append_fields(line, safety, units);
  out_.line(line, ';');
}

void RomasPrinter::calibration(const JointCalibration& calibration, const MotionUnits& units) {
  std::string line = "calibration";
  append_fields(line, calibration, units);
  out_.line(line, ';');
}

void RomasPrinter::frame(const Frame& frame) {
  entity(concat("frame ", romas_name(frame.name), " on ", romas_name(frame.link.name)), [&] {
    pose(frame.origin);
    if (frame.kind != Frame::Origin::written) property("kind", to_string(frame.kind));
  });
}

// --- closed loops and forces -------------------------------------------------------------------------------

void RomasPrinter::attachment(std::string_view word, const Attachment& attachment) {
  std::string line = romas_name(attachment.link.name);
  if (!attachment.origin.absent()) line.append(" at ").append(romas_pose(attachment.origin));
  if (attachment.origin_is_element) line.append(" as element");
  property(word, line);
}

void RomasPrinter::loop_joint(const LoopJoint& loop) {
  entity(concat("loop_joint ", romas_name(loop.name), " : ", type_words(loop.type, {})), [&] {
    attachment("link1", loop.link1);
    attachment("link2", loop.link2);
    if (loop.axis) property("axis", romas_axis(loop.axis->xyz));
  });
}

void RomasPrinter::force_element(const ForceElement& element) {
  const std::string name = romas_name(element.name);
  if (const auto* spring = std::get_if<LinearSpringDamper>(&element.force)) {
    entity(concat("spring ", name), [&] {
      attachment("link1", spring->link1);
      attachment("link2", spring->link2);
      quantities(*spring);
      if (spring->nested) out_.line("nested;");
    });
  } else if (const auto* wing = std::get_if<Wing>(&element.force)) {
    entity(concat("wing ", name), [&] {
      property("parent", romas_name(wing->parent.name));
      pose(wing->origin);
      property("profile",
               names_profile_file(wing->profile) ? path(wing->profile) : romas_string(wing->profile));
      quantities(*wing);
    });
  } else if (const auto* thrust = std::get_if<Thrust>(&element.force)) {
    entity(concat("thrust ", name), [&] {
      property("parent", romas_name(thrust->parent.name));
      pose(thrust->origin);
      if (thrust->direction) property("direction", romas_tuple(*thrust->direction, "1"));
      quantities(*thrust);
      if (thrust->limits)
        property("limits",
                 concat(romas_number((*thrust->limits)[0]), " .. ", romas_number((*thrust->limits)[1])));
    });
  }
}

}  // namespace romas
