// check-sensors: sensors without a type, or of one that no program knows (RM1708), formats of images that
// neither ROS nor Gazebo has (RM1710), negative rates and sizes (RM1210), angles beyond a full turn (RM1718),
// contact sensors in <gazebo> elements whose collision does not exist (RM1720), and other values there that
// no simulator can use (RM1709).
#include <algorithm>

#include "ir/analysis/tree/attached_elements.h"
#include "ir/model/child_place.h"
#include "ir/model/entity.h"
#include "ir/model/sensor_fields.h"
#include "ir/words/sensor_values.h"
#include "ir/words/sensor_words.h"
#include "passes/pass/pass_functions.h"

namespace romas {

namespace {

std::vector<std::string_view> known_sensor_types() {
  std::vector<std::string_view> types;
  for (const std::string_view words : {kSdfSensorTypes, kFurtherSensorTypes})
    for (const Token& word : split_words(words)) types.push_back(word.text);
  return types;
}

// Names of formats, those of ROS in capitals if asked for.
std::vector<std::string> known_image_formats(bool in_capitals) {
  std::vector<std::string> names;
  for (const ImageFormat& format : kImageFormats) {
    std::string ros(format.ros);
    if (in_capitals)
      std::transform(ros.begin(), ros.end(), ros.begin(),
                     [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    for (const std::string& name : {ros, std::string(format.sdf), std::string(format.other_sdf)})
      if (!name.empty()) names.push_back(name);
  }
  return names;
}

class SensorChecker {
 public:
  explicit SensorChecker(DiagnosticEngine& diagnostics) : diagnostics_(diagnostics) {}

  void check(const Sensor& sensor) {
    at_ = &sensor;
    check_type();
    if (sensor.update_rate) not_negative(*sensor.update_rate, "the update rate");
    if (sensor.camera) check_camera(*sensor.camera);
    if (sensor.ray)
      for (const auto* scan : {&sensor.ray->horizontal, &sensor.ray->vertical})
        if (*scan) check_fields(**scan);
  }

 private:
  void check_type() {
    if (!at_->type || at_->type->empty()) {
      diagnostics_.report(Rule::sensor_type, name_place(*at_),
                          concat("sensor '", at_->name, "' has no type, such as camera, ray or imu"));
      return;
    }
    const auto types = known_sensor_types();
    if (std::find(types.begin(), types.end(), *at_->type) != types.end()) return;
    diagnostics_
        .report(Rule::sensor_type, place_or_name(at_->type_range, *at_),
                concat("sensor '", at_->name, "' has the type '", *at_->type, "', which no program knows"))
        .nearest(to_lower(*at_->type), types);
  }

  void check_camera(const CameraSensor& camera) {
    check_fields(camera);
    if (!camera.format || find_image_format(*camera.format) != nullptr || is_opencv_type(*camera.format))
      return;
    const std::string& format = *camera.format;
    diagnostics_
        .report(Rule::camera_format, place_or_name(at_->format_range, *at_),
                concat("the images of sensor '", at_->name, "' have the format '", format,
                       "', which neither ROS nor Gazebo has"))
        .nearest(format, known_image_formats(to_lower(format) != format));
  }

  // Sizes, distances and numbers of rays. Angles have any sign.
  template <class Struct>
  void check_fields(const Struct& object) {
    for_each_field<Struct>([&](const auto& field) {
      if (field.quantity == Quantity::angle)
        for_each_number_of(field.of(object),
                           [&](const Number& number) { check_angle(number.value(), field.noun); });
      if (field.quantity == Quantity::angle && field.name != "hfov") return;
      for_each_number_of(field.of(object), [&](const Number& number) { not_negative(number, field.noun); });
    });
  }

  void check_angle(double angle, std::string_view what) {
    if (is_beyond_full_turn(angle))
      diagnostics_.report(Rule::sensor_angle, name_place(*at_),
                          concat(what, " of sensor '", at_->name, "' is ", angle,
                                 " rad, more than a full turn", looks_like_degrees(angle)));
  }

  void not_negative(const Number& number, std::string_view what) {
    if (number.value() < 0)
      diagnostics_.report(Rule::limit_negative, name_place(*at_),
                          concat(what, " of sensor '", at_->name, "' is negative: ", number.text()));
  }

  DiagnosticEngine& diagnostics_;
  const Sensor* at_ = nullptr;
};

// Numbers and flags of a sensor in a <gazebo> element, or of SDF.
class SensorValueChecker {
 public:
  SensorValueChecker(const Extension& sensor, DiagnosticEngine& diagnostics)
      : sensor_(sensor), diagnostics_(diagnostics) {
    for (const auto& [key, value] : sensor.tree->attributes)
      if (key == "name") name_ = value;
  }

  void check() {
    std::vector<const ForeignElement*> open = {sensor_.tree.get()};
    while (!open.empty()) {
      const ForeignElement& element = *open.back();
      open.pop_back();
      const std::string_view parent =
          &element == sensor_.tree.get() ? std::string_view("sensor") : std::string_view(element.name);
      for (const ForeignElement& child : element.children) {
        if (const SensorValue* value = find_sensor_value(parent, child.name)) check_value(*value, child);
        open.push_back(&child);
      }
      check_orders(element);
    }
  }

 private:
  void check_value(const SensorValue& value, const ForeignElement& element) {
    const std::string_view text = trim(element.text);
    if (const auto angle = parse_double(text);
        angle && value.child == "horizontal_fov" && is_beyond_full_turn(*angle))
      return;  // as every angle beyond a full turn, it was reported where it was read
    if (const std::string fault = fault_of(value, text, false); !text.empty() && !fault.empty())
      report(element, concat("'", text, "', ", fault));
  }

  void check_orders(const ForeignElement& element) {
    for (const SensorOrder& order : kSensorOrders) {
      if (order.parent != element.name) continue;
      const ForeignElement *low = find(element, order.low), *high = find(element, order.high);
      if (low == nullptr || high == nullptr) continue;
      const auto least = parse_double(trim(low->text)), most = parse_double(trim(high->text));
      if (least && most && *least > *most)
        report(*low, concat(*least, ", above the <", order.high, "> of ", *most));
    }
  }

  static const ForeignElement* find(const ForeignElement& element, std::string_view name) {
    const auto found = std::ranges::find(element.children, name, &ForeignElement::name);
    return found == element.children.end() ? nullptr : &*found;
  }

  void report(const ForeignElement& element, std::string_view fault) {
    diagnostics_.report(Rule::gazebo_value,
                        element.range.valid() ? SourceRange(element.range) : SourceRange(sensor_.range),
                        concat("<", element.name, "> of sensor '", name_, "' is ", fault));
  }

  const Extension& sensor_;
  DiagnosticEngine& diagnostics_;
  std::string name_;
};

// Gazebo measures the contacts of a collision that the sensor names, in the link of the sensor.
class ContactChecker {
 public:
  ContactChecker(const Model& model, DiagnosticEngine& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  void check(std::size_t gazebo) {
    at_ = &model_.gazebos[gazebo];
    if (!at_->link) return;
    for (const Extension* extension : model_.extensions_at(entity_place(EntityKind::gazebo, gazebo)))
      if (is_gazebo_sensor(*extension))
        for (const ForeignElement& contact : extension->tree->children)
          if (contact.name == "contact")
            for (const ForeignElement& collision : contact.children)
              if (collision.name == "collision") check_name(collision, *extension);
  }

 private:
  void check_name(const ForeignElement& collision, const Extension& sensor) {
    std::string_view name = trim(collision.text);
    if (const std::size_t colons = name.rfind("::"); colons != std::string_view::npos)
      name.remove_prefix(colons + 2);
    const Link& link = model_.link(at_->link);
    if (name.empty() || name == "__default__" || has_collision(link, name)) return;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < link.collisions.size(); ++i) names.push_back(name_of(link, i));
    const SourceRange place = collision.range.valid() ? collision.range : sensor.range;
    diagnostics_.report(Rule::contact_collision, place,
                        concat("the contact sensor of link '", link.name, "' names the collision '", name,
                               names.empty() ? "', but the link has no collision"
                                             : "', which the link does not have; it has ",
                               join(names, ", ", in_quotes), did_you_mean(nearest_name(name, names))));
  }

  // As the readers of URDF call a collision without a name.
  static std::string name_of(const Link& link, std::size_t index) {
    const std::optional<std::string>& given = link.collisions[index].name;
    if (given && !given->empty()) return *given;
    return concat(link.name, "_collision", index == 0 ? std::string() : concat("_", index));
  }

  // Links that are lumped bring their collisions along, whose names get a number.
  bool has_collision(const Link& link, std::string_view name) const {
    constexpr std::string_view kLump = "fixed_joint_lump__";
    if (const std::size_t lump = name.find(kLump); lump != std::string_view::npos) {
      std::string_view rest = name.substr(lump + kLump.size());
      const std::size_t behind = rest.find_last_not_of("0123456789");
      if (behind != std::string_view::npos && rest[behind] == '_') rest = rest.substr(0, behind);
      return std::any_of(model_.links.begin(), model_.links.end(), [&](const Link& other) {
        return !other.collisions.empty() && (rest.starts_with(other.name) || has_collision(other, rest));
      });
    }
    for (std::size_t i = 0; i < link.collisions.size(); ++i)
      if (is_called(link, i, name)) return true;
    return false;
  }

  // Readers of URDF put the name of the link in front of a collision's, or _collision behind it.
  bool is_called(const Link& link, std::size_t index, std::string_view name) const {
    const std::string given = name_of(link, index);
    if (name == given) return true;
    if (model_.layout.format == "sdf") return false;
    return name == concat(link.name, "_collision", index == 0 ? std::string() : concat("_", index)) ||
           name == concat(given, "_collision") || name.ends_with(concat("_", given));
  }

  const Model& model_;
  DiagnosticEngine& diagnostics_;
  const Gazebo* at_ = nullptr;
};

}  // namespace

void check_sensors(const Model& model, const CheckContext& context) {
  SensorChecker checker(context.diagnostics);
  for (const Sensor& sensor : model.sensors) checker.check(sensor);
  ContactChecker contacts(model, context.diagnostics);
  for (std::size_t i = 0; i < model.gazebos.size(); ++i) {
    contacts.check(i);
    for (const Extension* extension : model.extensions_at(entity_place(EntityKind::gazebo, i)))
      if (is_gazebo_sensor(*extension)) SensorValueChecker(*extension, context.diagnostics).check();
  }
}

}  // namespace romas
