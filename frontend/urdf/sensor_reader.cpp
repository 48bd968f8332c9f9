// Sensors of URDF.
#include "frontend/urdf/urdf_reading.h"
#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/schema/field_reader.h"
#include "ir/model/sensor_fields.h"

namespace romas::urdf {

namespace {

// Reads a sensor.
class SensorReader {
 public:
  explicit SensorReader(UrdfReading& in) : in_(in), schema_(in.schema), model_(in.model) {}

  void read_sensor(const XmlElement& element) {
    Sensor sensor;
    sensor.name = in_.name_of(element);
    sensor.range = element.range;
    sensor.name_range = schema_.value_range(element, "name");
    schema_.set_subject("sensor", sensor.name);
    const std::size_t index = model_.sensors.size();
    const auto parts = schema_.open(element, kSensor, entity_place(EntityKind::sensor, index));
    sensor.type = schema_.text(element, "type");
    sensor.type_range = schema_.value_range(element, "type");
    sensor.id = schema_.text(element, "id");
    sensor.update_rate = schema_.number(element, "update_rate");
    for (const KnownChild& part : parts) {
      if (part.row->slot == Slot::parent) read_sensor_parent(part, sensor);
      if (part.row->slot == Slot::origin) sensor.origin = in_.read_origin(part);
      if (part.row->slot == Slot::camera) read_camera(part, sensor);
      if (part.row->slot == Slot::ray) sensor.ray = read_ray(part);
    }
    in_.place_entity(EntityKind::sensor, index);
    model_.sensors.push_back(std::move(sensor));
  }

 private:
  void read_sensor_parent(const KnownChild& child, Sensor& sensor) {
    const XmlElement& element = *child.element;
    schema_.open(element, kSensorParent, child.place);
    if (element.attribute("link") != nullptr) sensor.parent_link = in_.link_ref(element, "link");
    if (element.attribute("joint") != nullptr) sensor.parent_joint = in_.joint_ref(element, "joint");
    if (!sensor.parent_link && !sensor.parent_joint) {
      schema_.report(
          Rule::missing_attribute, element.start_tag,
          concat("<parent> of sensor ", quote(sensor.name), " has neither the attribute 'link' nor 'joint'"));
    }
  }

  void read_camera(const KnownChild& child, Sensor& sensor) {
    CameraSensor& camera = sensor.camera.emplace();
    for (const KnownChild& part : schema_.open(*child.element, kCamera, child.place)) {
      const XmlElement& image = *part.element;
      schema_.open(image, kCameraImage, part.place);
      read_fields(schema_, image, camera);
      sensor.format_range = schema_.value_range(image, "format");
    }
  }

  RaySensor read_ray(const KnownChild& child) {
    RaySensor ray;
    for (const KnownChild& part : schema_.open(*child.element, kRay, child.place)) {
      (part.row->slot == Slot::ray_horizontal ? ray.horizontal : ray.vertical) = read_scan(part);
    }
    return ray;
  }

  RayScan read_scan(const KnownChild& child) {
    const XmlElement& element = *child.element;
    schema_.open(element, kRayScan, child.place);
    RayScan scan;
    read_fields(schema_, element, scan);
    return scan;
  }

  UrdfReading& in_;
  SchemaReader& schema_;
  Model& model_;
};

}  // namespace

void read_sensor(UrdfReading& in, const XmlElement& element) { SensorReader(in).read_sensor(element); }

}  // namespace romas::urdf
