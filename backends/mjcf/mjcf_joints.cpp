// Joints. A joint of several degrees of freedom becomes several <joint> elements of one body; the first moves
// the others.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "backends/mjcf/mjcf_document.h"
#include "ir/analysis/motion/keyframes.h"
#include "ir/analysis/motion/kinematics.h"
#include "ir/analysis/tree/moved_from_outside.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/entity.h"
#include "ir/model/joint_fields.h"
#include "ir/model/no_limit.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

std::string vector_text(const Vector3& v) {
  return number_list_text(Number3{Number(v.x() + 0.0), Number(v.y() + 0.0), Number(v.z() + 0.0)});
}

// MuJoCo squares the numbers of an axis: one whose squares a double cannot hold is written with length 1.
std::string axis_text(const Joint& joint) {
  constexpr double kLeast = 1e-10, kMost = 1e150;
  if (!joint.axis) return "1 0 0";
  Vector3 axis(joint.axis->xyz[0].value(), joint.axis->xyz[1].value(), joint.axis->xyz[2].value());
  const double largest = axis.cwiseAbs().maxCoeff();
  if (largest == 0 || (largest > kLeast && largest < kMost)) return number_list_text(joint.axis->xyz);
  axis /= largest;
  return vector_text(axis.normalized());
}

// The <joint> elements that a joint becomes, outermost first. Names are still without scope.
std::vector<Freedom> freedoms_of(const Joint& joint, bool below_ground) {
  const auto named = [&](std::string_view suffix) { return concat(joint.name, suffix); };
  const auto along = [&](double x, double y) {
    return vector_text(joint_motion(joint, std::array<double, 3>{x, y, 0}).p);
  };
  switch (joint.type) {
    case JointType::fixed:
    case JointType::foreign: return {};
    case JointType::revolute:
    case JointType::continuous: return {{joint.name, "hinge", axis_text(joint)}};
    case JointType::prismatic: return {{joint.name, "slide", axis_text(joint)}};
    case JointType::ball: return {{joint.name, "ball", {}}};
    case JointType::planar:
      return {{named("_x"), "slide", along(1, 0)},
              {named("_y"), "slide", along(0, 1)},
              {joint.name, "hinge", axis_text(joint)}};
    case JointType::universal: return {{named("_x"), "hinge", "1 0 0"}, {named("_y"), "hinge", "0 1 0"}};
    case JointType::screw:
      return {{joint.name, "hinge", axis_text(joint)}, {named("_slide"), "slide", axis_text(joint)}};
    case JointType::floating:
      if (below_ground) return {{joint.name, "free", {}}};
      return {{named("_x"), "slide", "1 0 0"},
              {named("_y"), "slide", "0 1 0"},
              {named("_z"), "slide", "0 0 1"},
              {joint.name, "ball", {}}};
  }
  return {};
}

class JointWriter {
 public:
  JointWriter(Document& document, JointId id, const Vector3& p_BJ)
      : document_(document),
        id_(id),
        p_BJ_(p_BJ),
        joint_(document.model.joint(id)),
        freedoms_(document.freedoms[id.index()]) {}

  void write() {
    if (joint_.type == JointType::fixed || joint_.type == JointType::foreign) {
      document_.kept.emplace_back(concat(kFixedJointText, joint_.name),
                                  document_.names.bodies[joint_.child.id.index()]);
    }
    if (freedoms_.size() == 1 && freedoms_.front().type == "free") {
      free();
    } else {
      for (std::size_t i = 0; i < freedoms_.size(); ++i) element(i);
    }
    relate();
    keep();
  }

 private:
  // Only joints with a single variable have limits, effort, a mimic and springs.
  bool has_one_variable() const { return dof(joint_.type) == 1; }

  void element(std::size_t freedom) {
    XmlWriter& xml = document_.xml;
    const XmlScope element(xml, "joint");
    xml.attribute("name", freedoms_[freedom].name);
    xml.attribute("type", freedoms_[freedom].type);
    if (p_BJ_ != Vector3::Zero()) xml.attribute("pos", vector_text(p_BJ_));
    if (!freedoms_[freedom].axis.empty()) xml.attribute("axis", freedoms_[freedom].axis);
    const bool carries_limit = has_one_variable() && freedom == 0;
    if (carries_limit) {
      limit();
      spring();
    } else if (document_.version == Version::v2 && kept_attribute(document_, place(), "limited") == nullptr) {
      xml.attribute("limited", "false");
    }
    if (joint_.type != JointType::screw || freedom == 0) dynamics(freedom);
    if (carries_limit) effort();
    if (freedom + 1 == freedoms_.size()) kept_attributes();
  }

  // <freejoint> takes a group and whether it is aligned, and nothing else.
  void free() {
    const std::vector<const Extension*> kept = document_.model.extensions_at(place());
    const bool plain =
        !joint_.dynamics && std::all_of(kept.begin(), kept.end(), [](const Extension* extension) {
          return extension->name == "group" || extension->name == "align";
        });
    const XmlScope element(document_.xml, plain ? "freejoint" : "joint");
    document_.xml.attribute("name", freedoms_.front().name);
    if (!plain) document_.xml.attribute("type", "free");
    dynamics(0);
    kept_attributes();
  }

  Place place() const {
    return {EntityKind::joint, Slot::self, 0, static_cast<std::uint32_t>(id_.index()), 0};
  }

  void kept_attributes() { write_kept_attributes(document_, place()); }

  // A position of the Model as MuJoCo counts it: what was read from MJCF keeps its zero (ref).
  Number counted(const Number& position) const {
    const double zero = reference_of(document_.model, id_);
    return zero == 0 ? position : Number(position.value() + zero);
  }

  void dynamics(std::size_t freedom) {
    if (!joint_.dynamics) return;
    for_each_field<JointDynamics>([&](const auto& field) {
      const std::vector<Number>& values = field.of(*joint_.dynamics);
      if (values.empty()) return;
      // One value counts for all degrees of freedom, and MJCF has one for all of a ball or a free joint.
      const Number& number = values[std::min(freedom, values.size() - 1)];
      const std::string_view name = field.name == "friction" ? std::string_view("frictionloss") : field.name;
      if (number.value() != 0) document_.xml.attribute(name, number.text());
      const bool same =
          std::all_of(values.begin(), values.end(), [&](const Number& n) { return n == number; });
      if (freedoms_.size() > 1 || values.size() == 1) return;
      document_.allow(id_, concat("dynamics ", field.name));
      if (!same)
        document_.lost(joint_.dynamics->range,
                       concat("MJCF has one ", field.name, " for all of joint '", joint_.name, "'; ",
                              number.text(), " is written, and its other values are left out"));
    });
  }

  void limit() {
    const bool bounded = joint_.type != JointType::continuous && joint_.limit && give_range();
    if (!bounded && joint_.type == JointType::revolute) {
      for (const std::string_view field : {"type", "limit lower", "limit upper"}) document_.allow(id_, field);
      if (document_.equalities.empty() || document_.equalities.back().joint != freedoms_.front().name)
        document_.rewritten(
            joint_.type_range.valid() ? SourceRange(joint_.type_range) : name_place(joint_),
            concat("joint '", joint_.name, "' turns without limits, as a continuous joint does in MJCF"));
    }
    if (document_.version == Version::v2) document_.xml.attribute("limited", bounded ? "true" : "false");
    if (bounded)
      document_.xml.attribute("range",
                              concat(number_text(counted(lower_)), " ", number_text(counted(upper_))));
  }

  // Finds the bounds. False: there are none, or they are equal and an equality holds the joint.
  bool give_range() {
    const JointLimit& limit = *joint_.limit;
    const JointLimit meant = effective_limit(joint_);
    lower_ = meant.lower.value_or(no_lower_limit());
    upper_ = meant.upper.value_or(no_limit());
    if (meant.lower != limit.lower || meant.upper != limit.upper)
      document_.rewritten(limit.range, concat("the limit of joint '", joint_.name,
                                              "' lacks a bound, which counts as 0 and is written as 0"));
    if (means_no_limit(lower_) && means_no_limit(upper_)) return false;
    if (lower_.value() < upper_.value()) return true;
    document_.equalities.push_back({freedoms_.front().name, {}, 0, lower_.value()});
    document_.rewritten(limit.range, concat("joint '", joint_.name, "' cannot move from ", lower_.value(),
                                            ": MuJoCo rejects equal bounds, so an equality holds it there"));
    document_.allow(id_, "limit");
    return false;
  }

  void spring() {
    const auto property = [&](GazeboProperty wanted) -> const Number* {
      const GazeboValue* found = document_.attached.property(document_.model, id_, wanted);
      return found == nullptr ? nullptr : std::get_if<Number>(&found->value);
    };
    const Number* stiffness = property(GazeboProperty::spring_stiffness);
    if (stiffness == nullptr || stiffness->value() == 0) return;
    document_.xml.attribute("stiffness", stiffness->text());
    const Number* reference = property(GazeboProperty::spring_reference);
    const Number rest = counted(reference == nullptr ? Number(0) : *reference);
    if (reference != nullptr || rest.value() != 0) document_.xml.attribute("springref", number_text(rest));
  }

  void effort() {
    const auto effort = effort_of(joint_);
    if (!effort || document_.version != Version::v3) return;
    document_.xml.attribute("actuatorfrcrange", concat("-", effort->text(), " ", effort->text()));
  }

  // Mimic joints and screws: equalities between coordinates.
  void relate() {
    if (joint_.type == JointType::screw && joint_.screw_pitch)
      document_.equalities.push_back(
          {freedoms_[1].name, freedoms_[0].name, joint_.screw_pitch->value() / (2 * std::numbers::pi), 0});
    if (!joint_.mimic) return;
    const JointMimic& mimic = *joint_.mimic;
    const Joint* leader = mimic.joint.id ? &document_.model.joint(mimic.joint.id) : nullptr;
    if (leader == nullptr || !has_one_variable() || dof(leader->type) != 1) {
      document_.lost(mimic.range, concat("the mimic of joint '", joint_.name,
                                         "' is left out: MJCF relates joints of one degree of freedom"));
      document_.allow(id_, "mimic");
      return;
    }
    document_.equalities.push_back({freedoms_.front().name,
                                    document_.freedoms[mimic.joint.id.index()].front().name,
                                    value_or_default(mimic, &JointMimic::multiplier),
                                    value_or_default(mimic, &JointMimic::offset), id_});
    document_.rewritten(mimic.range, concat("joint '", joint_.name, "' follows '", leader->name,
                                            "' by an equality, which MuJoCo enforces softly, not exactly"));
  }

  // Keeps the properties that MuJoCo does not know, as "limit.velocity=2 safety_controller.k_velocity=10".
  void keep() {
    std::vector<std::string> pairs, words;
    const auto add = [&](std::string_view group, std::string_view field,
                         const std::optional<std::string>& text) {
      if (text) pairs.push_back(concat(group, ".", field, "=", *text));
    };
    if (joint_.limit) keep_limit(pairs, words);
    const auto keep_all = [&]<class Struct>(const Boxed<Struct>& part, std::string_view group,
                                            std::string_view word) {
      if (!part) return;
      for_each_field<Struct>([&](const auto& field) { add(group, field.name, field_text(field.of(*part))); });
      words.emplace_back(word);
    };
    keep_all(joint_.safety_controller, "safety_controller", "the safety controller");
    keep_all(joint_.calibration, "calibration", "the calibration");
    if (pairs.empty()) return;
    document_.kept.emplace_back(concat(kJointText, joint_.name), join(pairs, " "));
    document_.rewritten(name_place(joint_), concat("MuJoCo does not use ", join_last(words, " and "),
                                                   " of joint '", joint_.name, "', kept in <custom>"));
  }

  void keep_limit(std::vector<std::string>& pairs, std::vector<std::string>& words) {
    const bool bounds_written = has_one_variable() && joint_.type != JointType::continuous;
    const bool effort_written = effort_of(joint_) && has_one_variable() &&
                                (document_.version == Version::v3 || actuators_say_effort(document_, id_));
    std::vector<std::string> names;
    for_each_field<JointLimit>([&](const auto& field) {
      const auto text = field_text(field.of(*joint_.limit));
      if (!text || (field.is_bound && bounds_written) || (field.name == "effort" && effort_written)) return;
      pairs.push_back(concat("limit.", field.name, "=", *text));
      names.emplace_back(field.name);
    });
    if (!names.empty()) words.push_back(concat("the limits of ", join_last(names, " and ")));
  }

  Document& document_;
  JointId id_;
  Vector3 p_BJ_;
  const Joint& joint_;
  const std::vector<Freedom>& freedoms_;
  Number lower_, upper_;
};

void report_several(const Document& document, const Joint& joint, const std::vector<Freedom>& freedoms) {
  std::vector<std::string> parts;
  parts.reserve(freedoms.size());
  for (const Freedom& freedom : freedoms)
    parts.push_back(concat("the ", freedom.type, " '", freedom.name, "'"));
  document.rewritten(name_place(joint), concat("the ", to_string(joint.type), " joint '", joint.name,
                                               "' becomes ", join_last(parts, " and "), " of one body"));
}

}  // namespace

void name_freedoms(Document& document) {
  const Model& model = document.model;
  for (const Joint& joint : model.joints) document.names.joints.take(joint.name);
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    if (joint.type == JointType::foreign) {
      document.lost(joint.type_range, concat("MJCF has no joint type '", joint.foreign_type, "': joint '",
                                             joint.name, "' is written as a fixed joint"));
      document.allow(JointId(i), "type");
    }
    const bool below_ground = joint.parent.id && document.is_world(joint.parent.id);
    std::vector<Freedom> freedoms;
    // A body of MJCF that is moved by what MuJoCo is told has no joint.
    if (!is_moved_from_outside(model, joint)) freedoms = freedoms_of(joint, below_ground);
    for (Freedom& freedom : freedoms)
      if (freedom.name != joint.name) freedom.name = document.names.joints.take(freedom.name);
    if (freedoms.size() > 1) {
      report_several(document, joint, freedoms);
      document.allow(JointId(i));
      // A reader makes joints of them, with links between.
      for (const Freedom& freedom : freedoms) {
        document.context.changes.allow(EntityKind::joint, freedom.name);
        document.context.changes.allow(
            EntityKind::link, concat(document.names.bodies[joint.child.id.index()], ".", freedom.name));
      }
    }
    document.freedoms.push_back(std::move(freedoms));
  }
}

std::optional<Number> effort_of(const Joint& joint) {
  if (!joint.limit || !joint.limit->effort) return std::nullopt;
  const Number& effort = *joint.limit->effort;
  if (!(effort.value() > 0) || means_no_limit(effort)) return std::nullopt;
  return effort;
}

void write_joint(Document& document, JointId joint, const Vector3& p_BJ) {
  JointWriter(document, joint, p_BJ).write();
}

}  // namespace romas::mjcf
