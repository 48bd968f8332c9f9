// Actuators that MuJoCo refuses.
#include <algorithm>
#include <array>

#include "frontend/mjcf/refusals/refusal_part.h"

namespace romas::mjcf {

namespace {

class ActuatorRefusals : public RefusalPart {
 public:
  using RefusalPart::RefusalPart;

  void run() {
    std::map<std::string_view, SourceRange> names;
    for (const XmlElement& section : in_.main.sections())
      if (section.name == "actuator")
        for (const XmlElement& each : section.children) {
          named(each, names, section.name);
          actuator(effective(each, "actuator"));
        }
  }

 private:
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
};

}  // namespace

void check_actuator_refusals(RefusalState& state) { ActuatorRefusals(state).run(); }

}  // namespace romas::mjcf
