// Sensors, keyframes and custom values that MuJoCo refuses.
#include <algorithm>

#include "frontend/mjcf/refusals/refusal_part.h"

namespace romas::mjcf {

namespace {

// The kinds of elements that a tuple may hold.
constexpr std::string_view kObjectTypes =
    "body xbody joint dof geom site camera light flex mesh skin hfield texture material pair exclude "
    "equality tendon "
    "actuator sensor numeric text tuple key plugin";

class SensorRefusals : public RefusalPart {
 public:
  using RefusalPart::RefusalPart;

  void run() {
    std::map<std::string, std::map<std::string_view, SourceRange>> names;
    for (const XmlElement& section : in_.main.sections()) {
      if (section.name != "sensor" && section.name != "keyframe" && section.name != "custom") continue;
      for (const XmlElement& each : section.children) {
        named(each, names[section.name == "custom" ? std::string(each.name) : std::string(section.name)],
              section.name);
        if (section.name == "sensor") sensor(each);
        if (section.name == "custom") custom(each);
      }
    }
  }

 private:
  void sensor(const XmlElement& sensor) {
    for (const std::string_view name : {"noise", "cutoff"}) not_negative(sensor, name);
    if (number_of(sensor, "delay", 0) > 0 && number_of(sensor, "nsample", 0) <= 0)
      refuse(sensor, "delay", "a delay needs nsample");
    for (const std::string_view name : {"site", "joint", "tendon", "actuator", "body", "objname", "refname"})
      if (sensor.attribute(name) != nullptr && !is_said(sensor, name))
        refuse(sensor, name, concat(name, " is empty"), Rule::missing_attribute);
    if (sensor.attribute("joint") != nullptr) {
      const std::string_view type = joint_type(text_of(sensor, "joint"));
      const bool of_ball = is_one_of(sensor.name, "ballquat ballangvel");
      if (!type.empty() && of_ball && type != "ball")
        refuse(sensor, "joint",
               concat("<", sensor.name, "> measures a ball joint, but joint ",
                      quote(text_of(sensor, "joint")), " is a ", type));
      if (is_one_of(sensor.name, "jointpos jointvel jointactuatorfrc") && is_one_of(type, "ball free"))
        refuse(sensor, "joint",
               concat("<", sensor.name, "> measures a hinge or slide, but joint ",
                      quote(text_of(sensor, "joint")), " is ", type));
      if (is_one_of(sensor.name, "jointlimitpos jointlimitvel jointlimitfrc") && !type.empty() &&
          !is_limited(text_of(sensor, "joint")))
        refuse(sensor, "joint",
               concat("<", sensor.name, "> measures the limit of a joint, but joint ",
                      quote(text_of(sensor, "joint")), " has none"));
    }
    if (sensor.name == "user") {
      const double size = number_of(sensor, "dim", 0);
      const std::string_view type = text_of(sensor, "datatype");
      if (size < 0) not_negative(sensor, "dim");
      if (type == "axis" && size != 3) refuse(sensor, "dim", "an axis must have dim 3");
      if (type == "quaternion" && size != 4) refuse(sensor, "dim", "a quaternion must have dim 4");
    }
    if (is_one_of(sensor.name, "framequat framexaxis frameyaxis framezaxis ballquat") &&
        number_of(sensor, "cutoff", 0) > 0)
      refuse(sensor, "cutoff", "a direction or quaternion cannot have a cutoff");
    if (sensor.name == "contact" && sensor.attribute("num") != nullptr)
      positive(sensor, "num", "num must be positive");
    if (is_one_of(sensor.name, "distance normal fromto"))
      for (const std::string_view kind : {"geom", "body"}) {
        const std::string one = concat(kind, "1"), two = concat(kind, "2");
        if (is_said(sensor, one) && text_of(sensor, one) == text_of(sensor, two))
          refuse(sensor, two, "a distance needs two different things");
      }
  }

  void custom(const XmlElement& element) {
    if (element.name == "text" && element.attribute("data") != nullptr && !is_said(element, "data"))
      refuse(element, "data", "the data of a text must not be empty");
    if (element.name == "tuple" && element.children.empty())
      refuse(element.start_tag, "a tuple needs at least one element", Rule::missing_element);
    for (const XmlElement& part : element.children)
      if (element.name == "tuple" && part.attribute("objtype") != nullptr &&
          (!is_said(part, "objtype") || !is_one_of(text_of(part, "objtype"), kObjectTypes)))
        refuse(part, "objtype",
               concat("there is no kind of object ", quote(text_of(part, "objtype")), "; a tuple takes ",
                      kObjectTypes));
    if (element.name != "numeric") return;
    const Numbers data = numbers_of(element, "data");
    const double size = number_of(element, "size", static_cast<double>(data.size()));
    if (size < 1 || size > 500)
      refuse(element, is_said(element, "size") ? "size" : "data", "a numeric must have 1 to 500 numbers");
    if (size >= 1 && static_cast<double>(data.size()) > size)
      refuse(element, "size", concat("the size is smaller than the ", data.size(), " numbers of data"));
  }
};

}  // namespace

void check_sensor_refusals(RefusalState& state) { SensorRefusals(state).run(); }

}  // namespace romas::mjcf
