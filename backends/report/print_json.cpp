// The report as JSON.
#include <cmath>

#include "backends/report/words.h"
#include "ir/analysis/motion/safety_bounds.h"
#include "ir/analysis/tree/mimic.h"
#include "ir/model/joint_fields.h"
#include "support/text/json_writer.h"
#include "support/text/text.h"

namespace romas::report {

namespace {

using Inline = JsonWriter::Style;

class JsonReport {
 public:
  explicit JsonReport(const RobotReport& report) : report_(report), figures_(report.figures) {}

  std::string run() {
    json_.begin_object();
    json_.field("robot", report_.model.name);
    if (!report_.banner.empty()) json_.field("made", report_.banner);
    vector("gravity", report_.gravity);
    json_.field("degrees_of_freedom", figures_.dynamics.n_v);
    json_.field("stands_on_root", figures_.stands);
    json_.field("loads_follow", figures_.loads);
    json_.field("measured", figures_.dynamics.bodies.size() <= kMostMeasuredBodies);
    list("joints", figures_.dynamics.joints, [this](const JointVariables& row) { joint(row); });
    list("followers", figures_.tree.joint_order(), [this](JointId id) { follower(id); });
    list("postures", figures_.postures, [this](const NamedPosture& one) { posture(one); });
    list("limbs", figures_.limbs, [this](const LimbFigures& one) { limb(one); });
    json_.end_object();
    return json_.take();
  }

 private:
  // Smaller magnitudes are rounding errors.
  void number(double value) { json_.number(std::abs(value) < 1e-7 ? 0 : round_to_digits(value, 6)); }
  void number(std::string_view name, double value) {
    json_.key(name);
    if (std::isfinite(value))
      number(value);
    else
      json_.null();
  }
  void vector(std::string_view name, const Vector3& v) {
    json_.key(name);
    json_.begin_array(Inline::inline_);
    for (int k = 0; k < 3; ++k) number(v[k]);
    json_.end_array();
  }
  template <class Range, class Write>
  void list(std::string_view name, const Range& range, const Write& write) {
    json_.key(name);
    json_.begin_array();
    for (const auto& one : range) write(one);
    json_.end_array();
  }
  // All variables of a robot, or those of a limb.
  void positions(std::string_view name, const std::vector<double>& q,
                 const std::vector<std::size_t>& variables) {
    json_.key(name);
    json_.begin_object(Inline::inline_);
    for (const std::size_t variable : variables) number(variable_name(report_, variable), q[variable]);
    json_.end_object();
  }
  void names(std::string_view name, const std::vector<std::size_t>& variables) {
    json_.key(name);
    json_.begin_array(Inline::inline_);
    for (const std::size_t variable : variables) json_.string(variable_name(report_, variable));
    json_.end_array();
  }
  std::vector<std::size_t> all_variables() const {
    std::vector<std::size_t> all;
    for (const JointVariables& row : figures_.dynamics.joints)
      for (int k = 0; k < row.n_q; ++k) all.push_back(static_cast<std::size_t>(row.q + k));
    return all;
  }

  void joint(const JointVariables& row) {
    const Joint& of = report_.model.joint(row.joint);
    json_.begin_object();
    json_.field("name", of.name);
    json_.field("type", to_string(of.type));
    const VariableRange& range = figures_.ranges[static_cast<std::size_t>(row.q)];
    const bool whole = range.travel == Travel::whole_turn;
    json_.field("travel", range.travel == Travel::limits ? "limits" : whole ? "whole turn" : "held");
    number("lower", row.lower);
    number("upper", row.upper);
    number("velocity", row.velocity);
    number("effort", row.effort);
    if (const auto safety = safety_bounds(of)) {
      json_.key("safety_controller");
      json_.begin_object();
      number("soft_lower", safety->soft_lower);
      number("soft_upper", safety->soft_upper);
      number("k_position", safety->k_position);
      number("k_velocity", safety->k_velocity);
      json_.end_object();
    }
    if (of.calibration) {
      json_.key("calibration");
      json_.begin_object();
      for_each_field<JointCalibration>([&](const auto& field) {
        if (const auto& at = field.of(*of.calibration)) number(field.name, at->value());
      });
      json_.end_object();
    }
    const auto index = static_cast<std::size_t>(&row - figures_.dynamics.joints.data());
    if (index < figures_.efforts.size() && figures_.efforts[index].worst) {
      const FoundPosture& worst = *figures_.efforts[index].worst;
      json_.key("gravity");
      json_.begin_object();
      number("largest", worst.value);
      number("share", worst.value / row.effort);
      positions("positions", worst.q, all_variables());
      json_.end_object();
    }
    json_.end_object();
  }

  void follower(JointId id) {
    const auto follows = followed_by(report_.model, id);
    if (!follows) return;
    json_.begin_object();
    json_.field("name", report_.model.joint(id).name);
    json_.field("follows", report_.model.joint(follows->leader).name);
    number("multiplier", follows->multiplier);
    number("offset", follows->offset);
    json_.end_object();
  }

  void posture(const NamedPosture& posture) {
    json_.begin_object();
    json_.field("name", posture_name(report_, posture));
    json_.field("within_limits", posture.in_limits);
    positions("positions", posture.q, all_variables());
    const auto index = static_cast<std::size_t>(&posture - figures_.postures.data());
    if (index < figures_.static_efforts.size()) {
      json_.key("gravity");
      json_.begin_object(Inline::inline_);
      for (const JointVariables& row : figures_.dynamics.joints)
        if (row.n_v == 1) number(report_.model.joint(row.joint).name, figures_.static_efforts[index][row.v]);
      json_.end_object();
    }
    json_.end_object();
  }

  void limb(const LimbFigures& limb) {
    json_.begin_object();
    json_.field("link", report_.model.link(limb.chain.link).name);
    names("joints", limb.chain.variables);
    inverse_kinematics(limb);
    if (limb.reach) {
      reach(limb);
      motion(limb);
      list("singular", limb.singular, [&](const SingularPostures& one) { singular(limb, one); });
      if (limb.least) payload(limb);
      if (limb.stretched) stretched(limb);
    }
    json_.end_object();
  }

  void inverse_kinematics(const LimbFigures& limb) {
    const ClosedFormIk* ik = closed_form(report_, limb);
    json_.key("inverse_kinematics");
    json_.begin_object();
    json_.field("closed_form", ik != nullptr);
    if (ik != nullptr) json_.field("solutions", std::size_t{1} << ik->signs);
    json_.field("why", ik_words(report_, limb));
    json_.end_object();
  }

  void found(std::string_view name, const LimbFigures& limb, const FoundPosture& found) {
    json_.key(name);
    json_.begin_object();
    number("value", found.value);
    positions("positions", found.q, limb.chain.variables);
    json_.end_object();
  }

  void reach(const LimbFigures& limb) {
    const Reach& reach = *limb.reach;
    json_.key("reach");
    json_.begin_object();
    vector("center", reach.center);
    vector("axis", reach.axis);
    json_.field("upright", reach.upright);
    found("farthest", limb, reach.farthest);
    found("nearest", limb, reach.nearest);
    if (reach.upright) found("widest", limb, reach.widest);
    if (reach.upright) found("narrowest", limb, reach.narrowest);
    found("stretched", limb, reach.stretched);
    vector("lower", reach.box.min());
    vector("upper", reach.box.max());
    json_.field("samples", reach.cloud.size() - 1);
    json_.end_object();
  }

  void ellipsoid(const MotionEllipsoid& ellipsoid) {
    number("manipulability", ellipsoid.volume);
    number("smallest_singular_value", ellipsoid.smallest);
    number("largest_singular_value", ellipsoid.largest);
  }

  void motion(const LimbFigures& limb) {
    json_.key("motion");
    json_.begin_object();
    json_.field("counts_turns", limb.counts_turns);
    json_.field("directions", limb.directions);
    number("length", limb.length);
    json_.key("quantiles");
    json_.begin_array(Inline::inline_);
    for (const std::size_t percent : {0U, 10U, 25U, 50U, 75U, 90U, 100U})
      number(limb.sampled[percent * (limb.sampled.size() - 1) / 100].volume);
    json_.end_array();
    found("best", limb, limb.best);
    list("postures", limb.postures, [&](const LimbPosture& posture) {
      json_.begin_object();
      const auto index = static_cast<std::size_t>(&posture - limb.postures.data());
      json_.field("name", posture_name(report_, figures_.postures[index]));
      vector("position", posture.position);
      ellipsoid(posture.ellipsoid);
      if (posture.payload) held(*posture.payload);
      json_.end_object();
    });
    json_.end_object();
  }

  void singular(const LimbFigures& limb, const SingularPostures& group) {
    json_.begin_object();
    names("depends_on", group.variables);
    json_.field("value_is_enough", group.is_value_enough);
    positions("positions", group.q, limb.chain.variables);
    json_.field("found", group.found);
    json_.field("lost_directions", group.lost);
    vector("lost_turn", group.turn);
    vector("lost_translation", group.shift);
    names("idle", group.idle);
    json_.end_object();
  }

  // Absent: unlimited.
  void held(const Payload& payload) {
    number("payload", payload.mass);
    json_.key("limited_by");
    if (payload.joint)
      json_.string(report_.model.joint(figures_.dynamics.joints[*payload.joint].joint).name);
    else
      json_.null();
    json_.field("overloaded", payload.overloaded);
  }

  void payload(const LimbFigures& limb) {
    json_.key("least_payload");
    json_.begin_object();
    held(limb.least_payload);
    positions("positions", limb.least->q, limb.chain.variables);
    json_.end_object();
  }

  // Efforts that hold the joints, N m or N.
  void stretched(const LimbFigures& limb) {
    const StretchedLoads& loads = *limb.stretched;
    json_.key("stretched_payload");
    json_.begin_object();
    held(loads.payload);
    positions("positions", limb.reach->stretched.q, limb.chain.variables);
    for (const auto& [name, of] : {std::pair("efforts", &StretchedLoads::JointLoad::empty),
                                   {"efforts_loaded", &StretchedLoads::JointLoad::loaded}}) {
      json_.key(name);
      json_.begin_object(Inline::inline_);
      for (const StretchedLoads::JointLoad& load : loads.joints)
        number(report_.model.joint(figures_.dynamics.joints[load.joint].joint).name, load.*of);
      json_.end_object();
    }
    json_.end_object();
  }

  const RobotReport& report_;
  const RobotFigures& figures_;
  JsonWriter json_;
};

}  // namespace

std::string print_json(const RobotReport& report) { return JsonReport(report).run(); }

}  // namespace romas::report
