// Joints, frames and loop joints.
#include "frontend/language/lower/lowering.h"
#include "frontend/language/values/known_words.h"
#include "ir/model/joint_fields.h"
#include "ir/model/place_words.h"
#include "support/text/text.h"

namespace romas::language {

void Lowering::joint(const Statement& s) {
  Joint joint;
  joint_head(s, joint);
  joint.range = s.range;
  body(s, concat("joint '", joint.name, "'"), {},
       [&](const Statement& property) { joint_property(property, joint); });
  model_.joints.push_back(std::move(joint));
}

// A reference as it is written, with '_' for every dot.
std::string Lowering::as_written(const Name& reference) {
  std::string out = name_text(reference);
  if (reference.path)
    for (const Name& step : *reference.path) out.append(concat('_', name_text(step)));
  std::replace(out.begin(), out.end(), '.', '_');
  return out;
}

// joint [NAME] : TYPE PARENT -> CHILD
void Lowering::joint_head(const Statement& s, Joint& joint) {
  const TypeName& type = s.the<TypeName>(":");
  joint.type = joint_type(type, joint.foreign_type);
  joint.type_range = type.range;
  joint.parent = ref<LinkRef>(s, ":", 1);
  joint.child = ref<LinkRef>(s, ":", 2);
  if (s.get<Name>("joint") != nullptr) {
    Binding own = declared(s, "joint");
    joint.name = std::move(own.text);
    joint.name_range = own.range;
    return;
  }
  const std::string own =
      unnamed_joint(concat(as_written(s.the<Name>(":", 1)), "_to_", as_written(s.the<Name>(":", 2))));
  joint.name = naming_.prefix + own;
  note_made("joint", joint.name, s.word_range());
  if (naming_.instance != nullptr) naming_.instance->names.insert_or_assign(own, joint.name);
  joint.name_range = s.word_range();
  if (joint.type != JointType::fixed)
    report(Rule::syntax, s.word_range(),
           concat("a ", type.text, " joint needs a name; only fixed joints can go without"));
}

void Lowering::joint_property(const Statement& s, Joint& joint) {
  const std::string_view word = s.word();
  if (word == "at") {
    joint.origin = pose(s, "the pose of a joint");
    joint.origin_range = s.range;
  } else if (word == "axis") {
    joint.axis = axis(s);
  } else if (word == "limit") {
    limit(s, joint);
  } else if (word == "damping" || word == "friction" || word == "armature" || word == "dynamics") {
    dynamics(s, joint);
  } else if (word == "mimic") {
    mimic(s, joint);
  } else if (word == "safety") {
    safety(s, joint);
  } else if (word == "calibration") {
    calibration(s, joint);
  } else if (word == "pitch") {
    joint.screw_pitch = number(s, "pitch", "m", "the pitch of a screw");
  } else if (word == "servo") {
    joint.servo = servo(s, joint);
  } else if (word == "dialect") {
    const auto dialect = name(s, "dialect");
    joint.dialect = true;
    if (dialect->text != kDialect)
      report(Rule::bad_value, dialect->range,
             concat("there is no dialect '", dialect->text, "'; the only one is ", kDialect))
          .suggest(dialect->range, std::string(kDialect));
  }
}

std::optional<JointAxis> Lowering::axis(const Statement& s) {
  const auto* expr = s.get<Expr>("axis");
  const auto xyz = evaluator_.axis(*expr);
  return xyz ? std::optional(JointAxis{*xyz, expr->range, {}}) : std::nullopt;
}

// LOWER .. UPPER after the statement's own word, or `lower LOWER` and `upper UPPER`.
void Lowering::range(const Statement& s, std::optional<Number>& lower, std::optional<Number>& upper,
                     std::string_view units, std::string_view what) {
  const auto* low = s.get<Expr>(s.word(), 0);
  const auto* high = s.get<Expr>(s.word(), 1);
  for (const std::string_view label : {"lower", "upper"})
    if (s.find(label) != nullptr && low != nullptr)
      report_repeated(s.word_range(), s.find(label)->range, label);
  if (low != nullptr && high != nullptr) {
    const auto ends = evaluator_.range(*low, *high, units, what);
    lower = ends[0];
    upper = ends[1];
  } else {
    lower = number(s, "lower", units, what);
    upper = number(s, "upper", units, what);
  }
}

// The described numbers of a statement, each after its word. The ends of its range are read separately.
template <class Struct>
void Lowering::labelled_numbers(const Statement& s, const MotionUnits& units, Struct& to) {
  for_each_field<Struct>([&](const auto& field) {
    if (!field.is_bound) field.of(to) = number(s, field.word, units_of(field.quantity, units), field.noun);
  });
}

void Lowering::limit(const Statement& s, Joint& joint) {
  check_arguments(s);
  const MotionUnits& units = motion_units(joint.type);
  JointLimit limit;
  limit.range = s.range;
  range(s, limit.lower, limit.upper, units.position, "a limit");
  labelled_numbers(s, units, limit);
  joint.limit = limit;
}

// `dynamics;` means an element without values.
void Lowering::dynamics(const Statement& s, Joint& joint) {
  const MotionUnits& units = motion_units(joint.type);
  if (!joint.dynamics) {
    joint.dynamics.emplace();
    joint.dynamics->range = s.range;
  }
  for_each_field<JointDynamics>([&](const auto& field) {
    if (s.word() == field.word)
      field.of(*joint.dynamics) =
          evaluator_.numbers(s.the<Expr>(field.word), units_of(field.quantity, units), field.noun);
  });
}

// mimic LEADER [* MULTIPLIER] [+ OFFSET]
void Lowering::mimic(const Statement& s, Joint& joint) {
  JointMimic mimic;
  mimic.range = s.range;
  const std::size_t known = references_.size();
  mimic.joint = ref<JointRef>(s, "mimic");
  if (references_.size() > known) references_.back().rule = Rule::mimic_unresolved;  // as the check calls it
  if (const auto* expr = s.get<Expr>("*")) {
    if (const auto multiplier = evaluator_.quantity(*expr, "the multiplier of a mimic")) {
      mimic.multiplier = evaluator_.to_number(*multiplier);
      delayed_.push_back(
          {*multiplier, expr->range, mimic.joint.name, joint.type, "the multiplier of this mimic"});
    }
  }
  const std::string_view position = motion_units(joint.type).position;
  if (s.find("+") != nullptr) mimic.offset = number(s, "+", position, "the offset of a mimic");
  if (s.find("-") != nullptr)
    if (const auto offset = number(s, "-", position, "the offset of a mimic"))
      mimic.offset = Number(-offset->value());
  joint.mimic = std::move(mimic);
}

void Lowering::safety(const Statement& s, Joint& joint) {
  check_arguments(s);
  const MotionUnits& units = motion_units(joint.type);
  JointSafetyController safety;
  safety.range = s.range;
  range(s, safety.soft_lower_limit, safety.soft_upper_limit, units.position, "a soft limit");
  labelled_numbers(s, units, safety);
  joint.safety_controller = safety;
}

void Lowering::calibration(const Statement& s, Joint& joint) {
  check_arguments(s);
  JointCalibration calibration;
  calibration.range = s.range;
  labelled_numbers(s, motion_units(joint.type), calibration);
  joint.calibration = calibration;
}

void Lowering::frame(const Statement& s) {
  Frame frame;
  Binding own = declared(s, "frame");
  frame.name = std::move(own.text);
  frame.name_range = own.range;
  frame.range = s.range;
  frame.link = ref<LinkRef>(s, "on");
  check_body(s, concat("frame '", frame.name, "'"), {});
  for (const Statement& property : s.body) frame_property(property, frame);
  model_.frames.push_back(std::move(frame));
}

void Lowering::frame_property(const Statement& s, Frame& frame) {
  if (s.word() == "at") frame.origin = pose(s, "the pose of a frame");
  if (s.word() != "kind") return;
  const Name& kind = s.the<Name>("kind");
  if (const auto origin = parse_frame_origin(kind.text)) {
    frame.kind = *origin;
  } else {
    report(Rule::bad_value, kind.range,
           concat("there is no kind of frame '", kind.text,
                  "'; the kinds are written, lumped_link, block_body and contact"));
  }
}

void Lowering::loop_joint(const Statement& s) {
  LoopJoint loop;
  Binding own = declared(s, "loop_joint");
  loop.name = std::move(own.text);
  loop.name_range = own.range;
  loop.range = s.range;
  std::string foreign_type;
  loop.type = joint_type(s.the<TypeName>(":"), foreign_type);
  check_body(s, concat("loop joint '", loop.name, "'"), {});
  for (const Statement& property : s.body) {
    if (property.word() == "link1") loop.link1 = attachment(property);
    if (property.word() == "link2") loop.link2 = attachment(property);
    if (property.word() == "axis") loop.axis = axis(property);
  }
  model_.loop_joints.push_back(std::move(loop));
}

// link1 NAME [at POSE] [as element]
Attachment Lowering::attachment(const Statement& s) {
  check_arguments(s);
  Attachment attachment;
  attachment.link = ref<LinkRef>(s, s.word());
  attachment.origin = pose(s, "the pose of an attachment");
  attachment.origin_is_element = s.find("element") != nullptr;
  attachment.range = s.range;
  return attachment;
}

}  // namespace romas::language
