// Joints, frames and loop joints.
#include <algorithm>

#include "frontend/language/lower/described_fields.h"
#include "frontend/language/lower/lower_context.h"
#include "frontend/language/lower/read_values.h"
#include "frontend/language/lower/statements.h"
#include "frontend/language/values/known_words.h"
#include "frontend/language/words/foreign_words.h"
#include "ir/model/joint_fields.h"
#include "ir/model/place_words.h"
#include "support/text/text.h"

namespace romas::language {

namespace {

// A reference as it is written, with '_' for every dot.
std::string as_written(LowerContext& c, const Name& reference) {
  std::string out = c.names.text(reference);
  if (reference.path)
    for (const Name& step : *reference.path) out.append(concat('_', c.names.text(step)));
  std::replace(out.begin(), out.end(), '.', '_');
  return out;
}

// joint [NAME] : TYPE PARENT -> CHILD
void lower_joint_head(LowerContext& c, const Statement& s, Joint& joint) {
  const TypeName& type = s.the<TypeName>(":");
  joint.type = read_joint_type(c, type, joint.foreign_type);
  joint.type_range = type.range;
  joint.parent = c.ref<LinkRef>(s, ":", 1);
  joint.child = c.ref<LinkRef>(s, ":", 2);
  joint.range = s.range;
  if (s.get<Name>("joint") != nullptr) return c.names.declare(s, joint);
  joint.name = c.names.declare_unnamed_joint(
      concat(as_written(c, s.the<Name>(":", 1)), "_to_", as_written(c, s.the<Name>(":", 2))), s.word_range());
  joint.name_range = s.word_range();
  if (joint.type != JointType::fixed)
    c.report(Rule::syntax, s.word_range(),
             concat("a ", type.text, " joint needs a name; only fixed joints can go without"));
}

// LOWER .. UPPER after the statement's own word, or `lower LOWER` and `upper UPPER`.
void read_range(LowerContext& c, const Statement& s, std::optional<Number>& lower,
                std::optional<Number>& upper, std::string_view units, std::string_view what) {
  const auto* low = s.get<Expr>(s.word(), 0);
  const auto* high = s.get<Expr>(s.word(), 1);
  for (const std::string_view label : {"lower", "upper"})
    if (s.find(label) != nullptr && low != nullptr)
      c.report_repeated(s.word_range(), s.find(label)->range, label);
  if (low != nullptr && high != nullptr) {
    const auto ends = c.values.range(*low, *high, units, what);
    lower = ends[0];
    upper = ends[1];
  } else {
    lower = c.number(s, "lower", units, what);
    upper = c.number(s, "upper", units, what);
  }
}

}  // namespace

// A misspelt type is taken as the one that differs by one letter, and any other wrong one as a foreign type,
// so that its limits give no further errors.
JointType read_joint_type(LowerContext& c, const TypeName& type, std::string& foreign_type) {
  if (type.foreign) {
    foreign_type = type.text;
    return JointType::foreign;
  }
  if (const auto known = parse_joint_type(type.text)) return *known;
  std::vector<std::string_view> words;
  for (auto candidate = JointType::fixed; candidate != JointType::foreign;
       candidate = static_cast<JointType>(static_cast<int>(candidate) + 1))
    words.push_back(to_string(candidate));
  if (const ForeignWord* foreign = find_foreign_word(WordPlace::joint_type, type.text)) {
    c.report(Rule::bad_value, type.range, concat("there is no joint type '", type.text, "'; ", foreign->help))
        .suggest(type.range, std::string(foreign->instead));
    return *parse_joint_type(foreign->instead);
  }
  const std::string_view near = nearest_name(type.text, words);
  c.report(Rule::bad_value, type.range,
           concat("there is no joint type '", type.text, "'",
                  near.empty() ? "; other types are written foreign \"…\"" : ""))
      .meant(near);
  if (!near.empty() && edit_distance(type.text, near, 1) <= 1) return *parse_joint_type(near);
  foreign_type = type.text;
  return JointType::foreign;
}

void lower_joint(LowerContext& c, const Statement& s) {
  Joint joint;
  lower_joint_head(c, s, joint);
  c.own_properties(s, concat("joint '", joint.name, "'"), {},
                   [&](const Statement& property) { lower_joint_property(c, property, joint); });
  c.model.joints.push_back(std::move(joint));
}

void lower_joint_pose(LowerContext& c, const Statement& s, Joint& joint) {
  joint.origin = c.pose(s, "the pose of a joint");
  joint.origin_range = s.range;
}

void lower_joint_axis(LowerContext& c, const Statement& s, Joint& joint) { joint.axis = read_axis(c, s); }

void lower_pitch(LowerContext& c, const Statement& s, Joint& joint) {
  joint.screw_pitch = c.number(s, "pitch", "m", "the pitch of a screw");
}

void lower_dialect(LowerContext& c, const Statement& s, Joint& joint) {
  const auto dialect = c.name(s, "dialect");
  joint.dialect = true;
  if (dialect->text != kDialect)
    c.report(Rule::bad_value, dialect->range,
             concat("there is no dialect '", dialect->text, "'; the only one is ", kDialect))
        .suggest(dialect->range, std::string(kDialect));
}

std::optional<JointAxis> read_axis(LowerContext& c, const Statement& s) {
  const auto* expr = s.get<Expr>("axis");
  const auto xyz = c.values.axis(*expr);
  return xyz ? std::optional(JointAxis{*xyz, expr->range, {}}) : std::nullopt;
}

void lower_limit(LowerContext& c, const Statement& s, Joint& joint) {
  c.check_arguments(s);
  const MotionUnits& units = motion_units(joint.type);
  JointLimit limit;
  limit.range = s.range;
  read_range(c, s, limit.lower, limit.upper, units.position, "a limit");
  take_labelled_numbers(c, s, units, limit);
  joint.limit = limit;
}

// `dynamics;` means an element without values.
void lower_dynamics(LowerContext& c, const Statement& s, Joint& joint) {
  const MotionUnits& units = motion_units(joint.type);
  if (!joint.dynamics) {
    joint.dynamics.emplace();
    joint.dynamics->range = s.range;
  }
  for_each_field<JointDynamics>([&](const auto& field) {
    if (s.word() == field.word)
      field.of(*joint.dynamics) =
          c.values.numbers(s.the<Expr>(field.word), units_of(field.quantity, units), field.noun);
  });
}

// mimic LEADER [* MULTIPLIER] [+ OFFSET]
void lower_mimic(LowerContext& c, const Statement& s, Joint& joint) {
  JointMimic mimic;
  mimic.range = s.range;
  mimic.joint = c.ref<JointRef>(s, "mimic", 0, Rule::mimic_unresolved);  // as the check calls it
  if (const auto* expr = s.get<Expr>("*")) {
    if (const auto multiplier = c.values.quantity(*expr, "the multiplier of a mimic")) {
      mimic.multiplier = c.values.to_number(*multiplier);
      c.quantities.add(
          {*multiplier, expr->range, mimic.joint.name, joint.type, "the multiplier of this mimic"});
    }
  }
  const std::string_view position = motion_units(joint.type).position;
  if (s.find("+") != nullptr) mimic.offset = c.number(s, "+", position, "the offset of a mimic");
  if (s.find("-") != nullptr)
    if (const auto offset = c.number(s, "-", position, "the offset of a mimic"))
      mimic.offset = Number(-offset->value());
  joint.mimic = std::move(mimic);
}

void lower_safety(LowerContext& c, const Statement& s, Joint& joint) {
  c.check_arguments(s);
  const MotionUnits& units = motion_units(joint.type);
  JointSafetyController safety;
  safety.range = s.range;
  read_range(c, s, safety.soft_lower_limit, safety.soft_upper_limit, units.position, "a soft limit");
  take_labelled_numbers(c, s, units, safety);
  joint.safety_controller = safety;
}

void lower_calibration(LowerContext& c, const Statement& s, Joint& joint) {
  c.check_arguments(s);
  JointCalibration calibration;
  calibration.range = s.range;
  take_labelled_numbers(c, s, motion_units(joint.type), calibration);
  joint.calibration = calibration;
}

void lower_frame(LowerContext& c, const Statement& s) {
  Frame frame;
  c.names.declare(s, frame);
  frame.link = c.ref<LinkRef>(s, "on");
  c.check_body(s, concat("frame '", frame.name, "'"), {});
  for (const Statement& property : s.body) lower_frame_property(c, property, frame);
  c.model.frames.push_back(std::move(frame));
}

void lower_frame_property(LowerContext& c, const Statement& s, Frame& frame) {
  if (s.word() == "at") frame.origin = c.pose(s, "the pose of a frame");
  if (s.word() != "kind") return;
  const Name& kind = s.the<Name>("kind");
  if (const auto origin = parse_frame_origin(kind.text)) {
    frame.kind = *origin;
  } else {
    c.report(Rule::bad_value, kind.range,
             concat("there is no kind of frame '", kind.text,
                    "'; the kinds are written, lumped_link, block_body and contact"));
  }
}

void lower_loop_joint(LowerContext& c, const Statement& s) {
  LoopJoint loop;
  c.names.declare(s, loop);
  std::string foreign_type;
  loop.type = read_joint_type(c, s.the<TypeName>(":"), foreign_type);
  c.check_body(s, concat("loop joint '", loop.name, "'"), {});
  for (const Statement& property : s.body) {
    if (property.word() == "link1") loop.link1 = read_attachment(c, property);
    if (property.word() == "link2") loop.link2 = read_attachment(c, property);
    if (property.word() == "axis") loop.axis = read_axis(c, property);
  }
  c.model.loop_joints.push_back(std::move(loop));
}

// link1 NAME [at POSE] [as element]
Attachment read_attachment(LowerContext& c, const Statement& s) {
  c.check_arguments(s);
  Attachment attachment;
  attachment.link = c.ref<LinkRef>(s, s.word());
  attachment.origin = c.pose(s, "the pose of an attachment");
  attachment.origin_is_element = s.find("element") != nullptr;
  attachment.range = s.range;
  return attachment;
}

}  // namespace romas::language
