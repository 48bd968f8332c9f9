#include "frontend/mjcf/sections/custom_reader.h"

#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "frontend/mjcf/sections/plugin_content.h"
#include "ir/format/mjcf_words.h"
#include "ir/model/child_place.h"
#include "ir/model/joint_fields.h"
#include "ir/model/no_limit.h"
#include "ir/model/visit.h"
#include "support/text/text.h"

namespace romas::mjcf {

namespace {

class CustomReader {
 public:
  CustomReader(SchemaReader& schema, Model& model)
      : schema_(schema), model_(model), content_(model, schema.diagnostics()) {
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      const Joint& joint = model.joints[i];
      joints_.emplace(joint.name, i);
      if (joint.type == JointType::fixed) fixed_.emplace(joint.child.name, i);
    }
    for (const Link& link : model.links) links_.insert(link.name);
  }

  void read(const XmlElement& element) {
    schema_.check_attributes(element, kTextRow.row, {});
    const XmlAttribute* data = element.attribute("data");
    if (data == nullptr) return;
    const std::string_view name = element.attribute("name")->value.text;
    if (name.starts_with(kFixedJointText)) {
      fixed_joint(name.substr(kFixedJointText.size()), data->value);
    } else if (name.starts_with(kLinkBelowText)) {
      if (const Joint* joint = find_joint(name.substr(kLinkBelowText.size()), element))
        link_below(*joint, data->value);
    } else if (name.starts_with(kJointText)) {
      if (Joint* joint = find_joint(name.substr(kJointText.size()), element)) joint_data(*joint, data->value);
    } else if (is_about(name, kGazeboText)) {
      gazebo(about(name, kGazeboText), data->value);
    } else if (is_about(name, kGazeboContentText)) {
      const auto place =
          entity_place(EntityKind::gazebo, gazebo_about(about(name, kGazeboContentText), data->value));
      if (const auto wrong_part = content_.gazebo(data->value, place)) wrong(data->value, *wrong_part);
    } else if (name.starts_with(kRos2ControlText)) {
      if (const auto wrong_part = content_.ros2_control(data->value)) {
        wrong(data->value, *wrong_part);
        control_is_lost_ = true;
      }
    } else if (name == kRos2ActuatorsText) {
      actuators_ = &data->value;
    } else {
      wrong(element.attribute("name")->value, "is not a name that romasc uses here");
    }
  }

  // After all were read.
  void finish() {
    rename_links();
    if (actuators_ != nullptr && !control_is_lost_) mark_actuators();
  }

 private:
  // The transmissions that stand for these actuators say nothing that ros2_control does not say too.
  void mark_actuators() {
    std::unordered_set<std::string_view> commanded;
    for (const Ros2Control& control : model_.ros2_controls)
      for (const Ros2Component& component : control.components)
        if (!component.command_interfaces.empty()) commanded.insert(component.name);
    std::unordered_map<std::string_view, std::size_t> driving;  // transmissions by name
    for (std::size_t i = 0; i < model_.transmissions.size(); ++i) {
      const Transmission& transmission = model_.transmissions[i];
      if (transmission.name && transmission.joints.size() == 1 &&
          commanded.contains(transmission.joints.front().joint.name))
        driving.emplace(*transmission.name, i);
    }
    for (const std::string_view name : split(actuators_->text, '\n')) {
      const auto found = driving.find(name);
      if (found == driving.end()) {
        schema_.report(Rule::bad_value, actuators_->range,
                       concat("no joint that <ros2_control> commands has an actuator '", name, "'"));
        continue;
      }
      Extension mark;
      mark.owner = entity_place(EntityKind::transmission, found->second);
      mark.kind = Extension::Kind::attribute;
      mark.name = kOfRos2Control;
      mark.text = "true";
      mark.range = actuators_->range;
      model_.extensions.push_back(std::move(mark));
    }
  }

  void rename_links() {
    if (new_names_.empty()) return;
    const auto rename = [&](std::string& name) {
      if (const auto found = new_names_.find(name); found != new_names_.end()) name = found->second;
    };
    for (Link& link : model_.links) rename(link.name);
    for_each_link_ref(model_, [&](LinkRef& ref, EntityKind, std::size_t) { rename(ref.name); });
  }

  static bool is_about(std::string_view name, std::string_view text) {
    return name.starts_with(text) && (name.size() == text.size() || name[text.size()] == '.');
  }

  static std::string_view about(std::string_view name, std::string_view text) {
    return name.size() == text.size() ? std::string_view() : name.substr(text.size() + 1);
  }

  // The <gazebo> element about a link or joint, by its index; one is made where there is none.
  std::size_t gazebo_about(std::string_view reference, const XmlText& data) {
    const auto [known, is_new] = gazebos_.try_emplace(std::string(reference), model_.gazebos.size());
    if (is_new) {
      Gazebo gazebo;
      if (!reference.empty()) gazebo.reference = std::string(reference);
      gazebo.range = data.range;
      model_.gazebos.push_back(std::move(gazebo));
    }
    return known->second;
  }

  void wrong(const XmlText& text, std::string_view what) {
    schema_.report(Rule::bad_value, text.range, concat(quote(text.text), " ", what));
  }

  Joint* find_joint(std::string_view name, const XmlElement& element) {
    const auto found = joints_.find(std::string(name));
    if (found != joints_.end()) return &model_.joints[found->second];
    wrong(element.attribute("name")->value, "refers to a joint that does not exist");
    return nullptr;
  }

  // The fixed joint of a body gets its name back.
  void fixed_joint(std::string_view name, const XmlText& body) {
    const auto found = fixed_.find(std::string(body.text));
    if (found == fixed_.end()) {
      wrong(body, "is not a body that is fixed to another one");
    } else {
      Joint& joint = model_.joints[found->second];
      joints_.erase(joint.name);
      joint.name = name;
      joints_.emplace(joint.name, found->second);
    }
  }

  // A link between the joints of a body gets its name back.
  void link_below(const Joint& joint, const XmlText& to) {
    if (links_.contains(std::string(to.text)))
      wrong(to, "is already a link");
    else
      new_names_.emplace(joint.child.name, to.text);
  }

  template <class Struct>
  bool set(Boxed<Struct>& part, std::string_view name, const Number& value, SourceRange range) {
    bool found = false;
    for_each_field<Struct>([&](const auto& field) {
      if (field.name != name) return;
      found = true;
      if (!part) {
        part = Struct();
        part->range = range;
      }
      field.of(*part) = value;
    });
    return found;
  }

  // "limit.velocity=2 safety_controller.k_velocity=10"
  void joint_data(Joint& joint, const XmlText& data) {
    for (const Token& pair : split_words(data.text)) {
      const std::size_t dot = pair.text.find('.'), equals = pair.text.find('=');
      const auto value =
          equals == std::string_view::npos ? std::nullopt : parse_double(pair.text.substr(equals + 1));
      if (dot == std::string_view::npos || dot > equals || !value) {
        wrong(data, "is not a list of group.field=number");
        return;
      }
      const std::string_view group = pair.text.substr(0, dot),
                             name = pair.text.substr(dot + 1, equals - dot - 1);
      const Number number = model_.number(*value, pair.text.substr(equals + 1));
      if (group == "limit" && !joint.limit) {
        joint.limit = limit_without_bounds(joint.type);
        joint.limit->range = data.range;
      }
      const bool known = group == "limit" ? set(joint.limit, name, number, data.range)
                         : group == "safety_controller"
                             ? set(joint.safety_controller, name, number, data.range)
                         : group == "calibration" ? set(joint.calibration, name, number, data.range)
                                                  : false;
      if (!known) wrong(data, "has a field that romasc does not know");
    }
  }

  // "mu2=0.3; kp=1000"
  void gazebo(std::string_view about, const XmlText& data) {
    std::vector<GazeboValue> values;
    for (const std::string_view part : split(data.text, ';')) {
      const std::string_view pair = trim(part);
      const std::size_t equals = pair.find('=');
      const GazeboPropertyInfo* info =
          equals == std::string_view::npos ? nullptr : find_gazebo_property(pair.substr(0, equals));
      if (info == nullptr) {
        wrong(data, "is not a list of property=value");
        return;
      }
      GazeboValue value;
      value.property = info->property;
      value.range = data.range;
      if (!set_value(value, info->type, pair.substr(equals + 1))) {
        wrong(data, "has a value that its property does not accept");
        return;
      }
      values.push_back(std::move(value));
    }
    std::vector<GazeboValue>& known = model_.gazebos[gazebo_about(about, data)].values;
    known.insert(known.end(), std::make_move_iterator(values.begin()), std::make_move_iterator(values.end()));
  }

  bool set_value(GazeboValue& to, GazeboType type, std::string_view text) {
    switch (type) {
      case GazeboType::boolean:
        to.value = text == "true" || text == "1";
        to.spelling = text;
        return true;
      case GazeboType::text:
        to.value = std::string(text);
        to.spelling = text;
        return true;
      case GazeboType::number: {
        const auto value = parse_double(text);
        if (value) to.value = model_.number(*value, text);
        return value.has_value();
      }
      case GazeboType::vector3: {
        Number3 numbers;
        const auto words = split_words(text);
        if (words.size() != 3) return false;
        for (std::size_t i = 0; i < 3; ++i) {
          const auto value = parse_double(words[i].text);
          if (!value) return false;
          numbers[i] = model_.number(*value, words[i].text);
        }
        to.value = numbers;
        return true;
      }
    }
    return false;
  }

  SchemaReader& schema_;
  Model& model_;
  PluginContent content_;
  const XmlText* actuators_ = nullptr;                      // the names of those of ros2_control
  bool control_is_lost_ = false;                            // a ros2_control could not be read
  std::unordered_map<std::string, std::size_t> joints_;     // by name
  std::unordered_map<std::string, std::size_t> gazebos_;    // by what they refer to
  std::unordered_map<std::string, std::size_t> fixed_;      // joints by the body that they hold
  std::unordered_set<std::string> links_;                   // names
  std::unordered_map<std::string, std::string> new_names_;  // of links
};

}  // namespace

bool is_ours(const XmlElement& element) {
  const XmlAttribute* name = element.attribute("name");
  return element.name == "text" && name != nullptr && name->value.text.starts_with(kOurText);
}

bool fixed_joint_is_named(const MjcfFile& file, const XmlElement* body) {
  const XmlAttribute* name = body->attribute("name");
  if (name == nullptr) return false;
  for (const XmlElement* element : file.elements("custom", "text")) {
    const XmlAttribute* data = element->attribute("data");
    if (is_ours(*element) && element->attribute("name")->value.text.starts_with(kFixedJointText) &&
        data != nullptr && data->value.text == name->value.text)
      return true;
  }
  return false;
}

void read_custom(MjcfFile& file, SchemaReader& schema, Model& model) {
  CustomReader reader(schema, model);
  for (const XmlElement* element : file.elements("custom", "text"))
    if (is_ours(*element)) reader.read(*element);
  reader.finish();
}

}  // namespace romas::mjcf
