// Sensors of SDF: the typed ones of the model, and those that <gazebo> elements describe in SDF's own words.
// Only those parts of the latter that the specification has are written; the rest is reported.
#include <algorithm>
#include <unordered_set>

#include "backends/sdf/sdf_document.h"
#include "ir/format/sdf_words.h"
#include "ir/model/sensor_fields.h"
#include "ir/words/sensor_values.h"
#include "ir/words/sensor_words.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

// Makes the names of sensors unique in their link or joint.
class SensorNames {
 public:
  explicit SensorNames(Document& document) : document_(document) {}
  std::string take(const std::string& wanted, SourceRange range) {
    std::string name = wanted;
    for (int i = 1; taken_.contains(name); ++i) name = concat(wanted, "_", i);
    if (name != wanted)
      document_.rewritten(range, concat("a second sensor '", wanted, "' is called '", name,
                                        "' in SDF, where names of sensors are unique"));
    taken_.insert(name);
    return name;
  }

 private:
  Document& document_;
  std::unordered_set<std::string> taken_;
};

// --- sensors in <gazebo> -----------------------------------------------------------------------------------

// Air speed is known since 1.10, of which 1.11 is written.
bool is_sensor_type(std::string_view type, Version version) {
  return is_one_of(kSdfSensorTypes, type) && (type != "air_speed" || version == Version::v1_11);
}

class GazeboSensorWriter {
 public:
  GazeboSensorWriter(Document& document, SensorNames& names, const Extension& extension)
      : document_(document), names_(names), xml_(document.xml), extension_(extension) {}

  void write() {
    const ForeignElement& sensor = *extension_.tree;
    const std::string type = attribute(sensor, "type");
    const std::string name = attribute(sensor, "name");
    if (!is_sensor_type(type, document_.version)) {
      document_.lost(extension_.range, concat("sensor '", name, "' has the type '", type, "', which SDF ",
                                              to_string(document_.version), " does not know"));
      return;
    }
    const XmlScope element(xml_, "sensor");
    xml_.attribute("name", names_.take(name.empty() ? concat(type, "_sensor") : name, extension_.range));
    xml_.attribute("type", type);
    declare_prefixes();
    write_foreign_attributes(sensor);
    write_children(sensor, "");
  }

 private:
  static std::string attribute(const ForeignElement& element, std::string_view name) {
    for (const auto& [key, value] : element.attributes)
      if (key == name) return value;
    return {};
  }

  // Depth is bounded by the schema, not by the file.
  void write_children(const ForeignElement& element, const std::string& path) {  // NOLINT(misc-no-recursion)
    for (const ForeignElement& child : element.children) {
      const std::string child_path = path.empty() ? child.name : concat(path, "/", child.name);
      const SensorPart* part = find_sensor_part(child_path);
      if (part == nullptr && is_foreign(child.name)) {
        write_copy(xml_, child);  // of a custom sensor: only its program knows what it means
        continue;
      }
      if (part == nullptr) {
        document_.lost(child.range.valid() ? child.range : extension_.range,
                       concat("<", child.name, "> in sensor '", attribute(*extension_.tree, "name"),
                              "' is not known to SDF"));
        continue;
      }
      if (has_words(child, element.name) &&
          has_value(child, path.empty() ? std::string_view("sensor") : std::string_view(element.name)) &&
          has_attributes(child, *part))
        write_child(child, part->content, child_path);
    }
  }

  // False if libsdformat refuses the whole file for its number or flag.
  bool has_value(const ForeignElement& child, std::string_view parent) {
    const SensorValue* value = find_sensor_value(parent, child.name);
    const std::string_view text = trim(child.text);
    const std::string fault = value == nullptr || text.empty() ? std::string() : fault_of(*value, text, true);
    if (fault.empty()) return true;
    document_.lost(child.range.valid() ? child.range : extension_.range,
                   concat("<", child.name, "> of sensor '", attribute(*extension_.tree, "name"), "' is '",
                          text, "', ", fault, "; SDF does not have it"));
    return false;
  }

  // False if its text is a word that SDF does not know, for which libsdformat refuses the whole file.
  bool has_words(const ForeignElement& child, std::string_view parent) {
    const std::string_view words = words_of_text(parent, child.name);
    const std::string_view text = trim(child.text);
    if (words.empty() || text.empty() || is_one_of(words, text)) return true;
    document_.lost(extension_.range,
                   concat("<", child.name, "> of sensor '", attribute(*extension_.tree, "name"), "' is '",
                          text, "', which SDF does not know"));
    return false;
  }

  // False if an attribute has a word that SDF does not know, or noise has no type, which SDF requires but for
  // that of cameras and rays.
  bool has_attributes(const ForeignElement& child, const SensorPart& part) {
    std::string fault;
    if (part.path == "*/noise" && attribute(child, "type").empty()) fault = "has no type, which SDF requires";
    if (part.content == SensorContent::attributes)
      for (const auto& [name, value] : child.attributes)
        if (const std::string_view words = words_of_attribute(child.name, name);
            !words.empty() && !is_one_of(words, trim(value)))
          fault = concat("has the ", name, " '", value, "', which SDF does not know");
    if (fault.empty()) return true;
    document_.lost(
        child.range.valid() ? child.range : extension_.range,
        concat("<", child.name, "> of sensor '", attribute(*extension_.tree, "name"), "' ", fault));
    return false;
  }

  void write_child(const ForeignElement& child, SensorContent content,
                   const std::string& path) {  // NOLINT(misc-no-recursion)
    if (content == SensorContent::any) {
      write_copy(xml_, child);  // of a plugin: only the plugin knows what it means
      return;
    }
    const XmlScope element(xml_, child.name);
    if (content == SensorContent::attributes)
      for (const auto& [name, value] : child.attributes) xml_.attribute(name, value);
    else
      write_foreign_attributes(child);
    if (child.children.empty()) {
      if (!child.text.empty()) xml_.text(child.text);
    } else {
      write_children(child, path);
    }
  }

  // The prefixes that the root of a URDF declares. SDF's own readers declare them in the sensor.
  void declare_prefixes() {
    constexpr std::string_view kDeclaration = "xmlns:";
    for (const Extension* extension :
         document_.model.extensions_at({EntityKind::robot, Slot::self, 0, 0, 0})) {
      const std::string_view name = extension->name;
      if (extension->kind != Extension::Kind::attribute || !name.starts_with(kDeclaration)) continue;
      const std::string use = concat(name.substr(kDeclaration.size()), ":");
      if (extension_.text.find(use) != std::string::npos && attribute(*extension_.tree, name).empty())
        xml_.attribute(name, extension->text);
    }
  }

  // A name with a prefix belongs to another vocabulary, or declares one.
  static bool is_foreign(std::string_view name) { return name.find(':') != std::string_view::npos; }
  void write_foreign_attributes(const ForeignElement& element) {
    for (const auto& [name, value] : element.attributes)
      if (is_foreign(name)) xml_.attribute(name, value);
  }

  Document& document_;
  SensorNames& names_;
  XmlWriter& xml_;
  const Extension& extension_;
};

// --- typed sensors -----------------------------------------------------------------------------------------

class SensorWriter {
 public:
  SensorWriter(Document& document, SensorNames& names, const Sensor& sensor)
      : document_(document), names_(names), sensor_(sensor) {}

  void write() {
    const std::string type = sensor_.type.value_or(sensor_.camera ? "camera" : sensor_.ray ? "ray" : "");
    if (!is_sensor_type(type, document_.version)) {
      document_.lost(sensor_.range,
                     type.empty() ? concat("sensor '", sensor_.name, "' has no type, which SDF requires")
                                  : concat("sensor '", sensor_.name, "' has the type '", type,
                                           "', which SDF does not know"));
      return;
    }
    if (sensor_.id)
      document_.lost(sensor_.range, concat("the id '", *sensor_.id, "' of sensor '", sensor_.name,
                                           "' cannot be expressed in SDF"));
    const Element<"sensor"> element(document_.xml);
    element.attribute("name", names_.take(sensor_.name, sensor_.range));
    element.attribute("type", type);
    element.pose(sensor_.origin);
    element.number<"update_rate">(sensor_.update_rate);
    if (sensor_.camera) camera(element.open<"camera">(), *sensor_.camera);
    if (sensor_.ray) ray(element.open<"ray">().open<"scan">(), *sensor_.ray);
  }

 private:
  void camera(const Element<"sensor/camera">& element, const CameraSensor& camera) {
    if (camera.hfov) refuse("camera", "horizontal_fov", camera.hfov->text());
    refuse_fields("image", camera);
    refuse_fields("clip", camera);
    element.number<"horizontal_fov">(camera.hfov);
    element.open<"image">().fields(in_words_of_sdf(camera));
    element.open<"clip">().fields(camera);
  }

  // Reports an error for a value for which libsdformat refuses the whole file.
  void refuse(std::string_view parent, std::string_view child, std::string_view text) const {
    const SensorValue* value = find_sensor_value(parent, child);
    const std::string fault = value == nullptr ? std::string() : fault_of(*value, text, true);
    if (!fault.empty())
      document_.context.diagnostics.report(
          Rule::target_refuses, sensor_.range,
          concat("SDF refuses the ", child, " of sensor '", sensor_.name, "': it is '", text, "', ", fault));
  }
  template <class Struct>
  void refuse_fields(std::string_view parent, const Struct& object) const {
    for_each_field<Struct>([&](const auto& field) {
      if (const auto text = field_text(field.of(object))) refuse(parent, field.name, *text);
    });
  }

  CameraSensor in_words_of_sdf(CameraSensor camera) const {
    if (!camera.format) return camera;
    const std::string_view format = sdf_image_format(*camera.format);
    if (format.empty())
      document_.lost(sensor_.range, concat("SDF has no image format '", *camera.format, "', as sensor '",
                                           sensor_.name, "' has; its default, R8G8B8, applies"));
    else if (format != *camera.format)
      document_.rewritten(sensor_.range, concat("the format '", *camera.format, "' of sensor '", sensor_.name,
                                                "' is '", format, "' in SDF"));
    camera.format = format.empty() ? std::nullopt : std::optional<std::string>(format);
    return camera;
  }

  // URDF has no range, so that SDF's default applies.
  void ray(const Element<"sensor/ray/scan">& element, const RaySensor& ray) {
    if (ray.horizontal) refuse_fields("horizontal", *ray.horizontal);
    if (ray.vertical) refuse_fields("vertical", *ray.vertical);
    if (ray.horizontal) element.open<"horizontal">().fields(*ray.horizontal);
    if (ray.vertical) element.open<"vertical">().fields(*ray.vertical);
  }

  Document& document_;
  SensorNames& names_;
  const Sensor& sensor_;
};

// The sensors in one <gazebo> element.
void write_gazebo_sensors(Document& document, SensorNames& names, std::uint32_t gazebo) {
  for (const Extension* extension :
       document.model.extensions_at({EntityKind::gazebo, Slot::self, 0, gazebo, 0}))
    if (is_gazebo_sensor(*extension)) GazeboSensorWriter(document, names, *extension).write();
}

}  // namespace

void write_sensors(Document& document, LinkId link, JointId joint) {
  const AttachedElements& attached = document.attached;
  SensorNames names(document);
  for (const std::uint32_t i : link ? attached.sensors(link) : attached.sensors(joint))
    SensorWriter(document, names, document.model.sensors[i]).write();
  for (const std::uint32_t i : link ? attached.gazebos(link) : attached.gazebos(joint))
    write_gazebo_sensors(document, names, i);
}

}  // namespace romas::sdf
