// The part of check-control about drivers: <ros2_control> elements without one (RM1713), interfaces that are
// declared twice (RM1714), parameters that their readers do not know or take (RM1715), frames that the robot
// does not have (RM1716), and joints for which the controller manager ends (RM1717).
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "ir/model/child_place.h"
#include "ir/model/entity.h"
#include "ir/words/ros2_control_parameters.h"
#include "passes/checks/control_checks.h"
#include "support/text/text.h"
#include "support/text/xacro_marks.h"

namespace romas {

namespace {

using ros2_control::Of;
using ros2_control::Type;

Of kind_of(Ros2Component::Kind kind) {
  return kind == Ros2Component::Kind::joint    ? Of::joint
         : kind == Ros2Component::Kind::sensor ? Of::sensor
                                               : Of::gpio;
}

// Frames that robots share with the rest of the world and do not have themselves, and conventions for one
// (east, north, up).
bool is_frame_of_the_world(std::string_view name) {
  constexpr std::array<std::string_view, 8> kFrames = {"world",          "map", "odom", "earth",
                                                       "base_footprint", "enu", "ned",  "nwu"};
  return std::find(kFrames.begin(), kFrames.end(), name) != kFrames.end();
}

class HardwareChecker {
 public:
  HardwareChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t i = 0; i < model_.ros2_controls.size(); ++i) {
      index_ = i;
      at_ = &model_.ros2_controls[i];
      if (diagnostics_.in_doubt(at_->range)) continue;
      check_plugin();
      check_parameters(at_->hardware_parameters, Of::hardware, concat("the hardware of '", at_->name, "'"));
      for (std::size_t c = 0; c < at_->components.size(); ++c)
        check_component(at_->components[c],
                        child_place(entity_place(EntityKind::ros2_control, i), Slot::component, c));
    }
  }

 private:
  std::string who() const { return describe(model_, EntityKind::ros2_control, index_); }

  void check_plugin() {
    if (at_->plugin && !trim(*at_->plugin).empty()) return;
    diagnostics_.report(Rule::ros2control_hardware, name_place(*at_),
                        concat(who(), " names no driver; write it as <plugin> in a <hardware>"));
  }

  void check_component(const Ros2Component& component, const Place& place) {
    const Of of = kind_of(component.kind);
    const std::string what = concat(entity(component.kind), " '", component.name, "'");
    check_parameters(component.parameters, of, what);
    for (const auto* interfaces : {&component.command_interfaces, &component.state_interfaces}) {
      const bool commands = interfaces == &component.command_interfaces;
      for (const Ros2Interface& interface : *interfaces) {
        const std::string name =
            concat(commands ? "command" : "state", " interface '", interface.name, "' of ", what);
        check_twice(component, interface, commands, name);
        check_parameters(interface.parameters, Of::interface, name,
                         component.kind == Ros2Component::Kind::gpio);
      }
    }
    if (component.kind == Ros2Component::Kind::joint && component.joint) check_joint(component, place);
  }

  static std::string_view entity(Ros2Component::Kind kind) {
    return kind == Ros2Component::Kind::joint    ? "joint"
           : kind == Ros2Component::Kind::sensor ? "sensor"
                                                 : "gpio";
  }

  // All components of a robot share one list of interfaces, by the names of component and interface.
  void check_twice(const Ros2Component& component, const Ros2Interface& interface, bool commands,
                   const std::string& what) {
    if (interface.name.empty()) return;
    const std::string key = concat(commands ? "c " : "s ", component.name, "/", interface.name);
    const auto [first, fresh] = interfaces_.try_emplace(key, Declared{index_, interface.range});
    if (fresh) return;
    const bool here = first->second.control == index_;
    diagnostics_
        .report(Rule::ros2control_interface, place_or_name(interface.range, component),
                concat("the ", what, " is declared twice",
                       here ? concat(" in ", who())
                            : concat(": ", describe(model_, EntityKind::ros2_control, first->second.control),
                                     " also declares it")))
        .note(first->second.range, "the first one is here");
  }

  // --- parameters
  // --------------------------------------------------------------------------------------------

  void check_parameters(const std::vector<Ros2Parameter>& parameters, Of of, const std::string& what,
                        bool takes_booleans = false) {
    const auto known = ros2_control::parameters_of(at_->plugin ? trim(*at_->plugin) : std::string_view(), of);
    for (const Ros2Parameter& parameter : parameters) {
      if (parameter.value.find('$') != std::string::npos) continue;  // xacro's, which is reported elsewhere
      const auto row = std::find_if(known.begin(), known.end(),
                                    [&](const auto* each) { return each->name == parameter.name; });
      if (row != known.end())
        check_value(parameter, (*row)->type, what, takes_booleans);
      else
        check_unknown(parameter, parameters, known, what);
      if (of != Of::interface && (parameter.name == "frame_id" || parameter.name.ends_with("_frame") ||
                                  parameter.name.ends_with("_frame_id")))
        check_frame(parameter, what);
    }
  }

  // A name that no table has may be right; one that nearly is that of a row, which is not there, is not.
  void check_unknown(const Ros2Parameter& parameter, const std::vector<Ros2Parameter>& parameters,
                     const std::vector<const ros2_control::Parameter*>& known, const std::string& what) {
    std::vector<std::string_view> absent;
    for (const auto* row : known)
      if (std::none_of(parameters.begin(), parameters.end(),
                       [&](const Ros2Parameter& other) { return other.name == row->name; }))
        absent.push_back(row->name);
    const std::string_view near = nearest_name(parameter.name, absent);
    if (near.empty()) return;
    diagnostics_.report(Rule::ros2control_parameter, place_of(parameter),
                        concat("'", parameter.name, "' of ", what, " is not a parameter that ",
                               at_->plugin && !known.empty() && !known.back()->plugin.empty()
                                   ? concat("'", trim(*at_->plugin), "'")
                                   : "ros2_control",
                               " reads", did_you_mean(near)));
  }

  void check_value(const Ros2Parameter& parameter, Type type, const std::string& what, bool takes_booleans) {
    const std::string value(trim(parameter.value));
    if (value.empty()) return;
    const bool is_boolean = to_lower(value) == "true" || to_lower(value) == "false";
    if (takes_booleans && is_boolean) return;
    switch (type) {
      case Type::number:
        // check-control has the bounds of interfaces, which it reports with the limits.
        if (parameter.name != "min" && parameter.name != "max" && !parse_double(value))
          report_value(parameter, what,
                       concat("'", value, "', which is not a number", missing_expression(value)));
        break;
      case Type::integer:
        if (!parse_integer(value))
          report_value(parameter, what,
                       concat("'", value, "', which is not a whole number", missing_expression(value)));
        break;
      case Type::boolean:
        if (!is_boolean) report_value(parameter, what, concat("'", value, "'; write true or false"));
        break;
      case Type::joint:
        if (!model_.find_joint(value))
          report_value(parameter, what,
                       concat("'", value, "', which is not a joint of the robot",
                              did_you_mean(value, model_.joints, &Joint::name)));
        break;
      case Type::text: break;
    }
  }

  void report_value(const Ros2Parameter& parameter, const std::string& what, const std::string& problem) {
    auto finding = diagnostics_.report(Rule::ros2control_parameter, place_of(parameter),
                                       concat("the ", parameter.name, " of ", what, " is ", problem));
    if (!missing_expression(trim(parameter.value)).empty() && parameter.value_range.valid())
      finding.suggest(parameter.value_range, as_expression(trim(parameter.value)));
  }

  void check_frame(const Ros2Parameter& parameter, const std::string& what) {
    const std::string name(trim(parameter.value));
    const auto is_it = [&](const auto& entity) { return entity.name == name; };
    if (name.empty() || is_frame_of_the_world(name) || model_.find_link(name) ||
        std::any_of(model_.frames.begin(), model_.frames.end(), is_it))
      return;
    diagnostics_.report(Rule::ros2control_frame, place_of(parameter),
                        concat("the ", parameter.name, " of ", what, " is '", name,
                               "', but the robot has no link or frame of that name",
                               did_you_mean(name, model_.links, &Link::name)));
  }

  SourceRange place_of(const Ros2Parameter& parameter) const {
    return parameter.value_range.valid() ? SourceRange(parameter.value_range)
           : parameter.range.valid()     ? SourceRange(parameter.range)
                                         : name_place(*at_);
  }

  // --- joints
  // ------------------------------------------------------------------------------------------------

  // The attribute 'mimic' of a component, in lower case; empty: there is none.
  std::string mimic_of(const Place& place) const {
    for (const Extension* extension : model_.extensions_at(place))
      if (extension->kind == Extension::Kind::attribute && extension->name == "mimic")
        return to_lower(trim(extension->text));
    return {};
  }

  void check_joint(const Ros2Component& component, const Place& place) {
    const Joint& joint = model_.joint(component.joint);
    if (joint.type == JointType::fixed)
      diagnostics_.report(Rule::ros2control_refused, name_place(component),
                          concat(who(), " has the fixed joint '", joint.name,
                                 "', on which the controller manager fails; remove it"));
    const std::string mimic = mimic_of(place);
    if (mimic == "true" && !joint.mimic)
      diagnostics_.report(
          Rule::ros2control_refused, name_place(component),
          concat(who(), " has joint '", joint.name, "' with mimic=\"true\", but the joint has no <mimic>"));
    if (joint.mimic && mimic != "false") check_leader(component, joint);
    for (const Ros2Parameter& parameter : component.parameters)
      if (parameter.name == "mimic") check_mimic_parameter(parameter, component, joint);
  }

  void check_leader(const Ros2Component& component, const Joint& joint) {
    const std::string& leader = joint.mimic->joint.name;
    if (std::any_of(at_->components.begin(), at_->components.end(), [&](const Ros2Component& other) {
          return other.kind == Ros2Component::Kind::joint && other.name == leader;
        }))
      return;
    diagnostics_
        .report(Rule::ros2control_refused, name_place(component),
                concat(who(), " has joint '", joint.name, "', which follows '", leader, "', but lacks '",
                       leader, "' itself, without which the controller manager fails"))
        .note(place_or_name(joint.mimic->range, joint), concat("joint '", joint.name, "' follows it here"));
  }

  // Read until Humble; since Jazzy the <mimic> of the joint counts.
  void check_mimic_parameter(const Ros2Parameter& parameter, const Ros2Component& component,
                             const Joint& joint) {
    const std::string leader(trim(parameter.value));
    if (leader.find('$') != std::string::npos) return;
    if (!model_.find_joint(leader)) {
      diagnostics_.report(Rule::ros2control_parameter, place_of(parameter),
                          concat("joint '", component.name, "' follows '", leader, "', which is not a joint",
                                 did_you_mean(leader, model_.joints, &Joint::name)));
    } else if (!joint.mimic) {
      diagnostics_.report(
          Rule::ros2control_parameter, place_of(parameter),
          concat("joint '", component.name, "' follows '", leader,
                 "' by a parameter, which ros2_control ignores since Jazzy; write <mimic joint=\"", leader,
                 "\"/> in the joint"));
    } else if (joint.mimic->joint.name != leader) {
      diagnostics_
          .report(Rule::ros2control_parameter, place_of(parameter),
                  concat("joint '", component.name, "' follows '", leader, "' by this parameter, but '",
                         joint.mimic->joint.name, "' by its <mimic>"))
          .note(place_or_name(joint.mimic->range, joint), "the <mimic> is here");
    }
  }

  struct Declared {
    std::size_t control;
    SourceRange range;
  };
  const Model& model_;
  DiagnosticEngine& diagnostics_;
  std::size_t index_ = 0;
  const Ros2Control* at_ = nullptr;
  std::map<std::string, Declared> interfaces_;
};

}  // namespace

namespace {

// A number in braces is one that xacro was to compute, too.
std::optional<MissingMark> mark_missing_in(std::string_view text) {
  if (auto mark = find_bare_expression(text, false)) return mark;
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  const std::string meant = concat("$", text);
  return MissingMark{0, text.size(), concat("'$' is missing: xacro reads ", meant), meant};
}

}  // namespace

std::string missing_expression(std::string_view text) {
  const auto mark = mark_missing_in(text);
  return mark ? concat("; ", mark->advice) : std::string();
}

std::string as_expression(std::string_view text) {
  const auto mark = mark_missing_in(text);
  return mark ? concat(text.substr(0, mark->begin), mark->replacement, text.substr(mark->end))
              : std::string(text);
}

void check_control_hardware(const Model& model, const CheckContext& context) {
  HardwareChecker(model, context.diagnostics).run();
}

}  // namespace romas
