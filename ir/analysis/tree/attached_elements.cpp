#include "ir/analysis/tree/attached_elements.h"

namespace romas {

AttachedElements::AttachedElements(const Model& model) {
  const auto add = [](Lists& lists, auto id, std::uint32_t element) {
    if (id) lists[static_cast<std::uint32_t>(id.index())].push_back(element);
  };
  for (std::uint32_t i = 0; i < model.gazebos.size(); ++i) {
    add(gazebos_of_link_, model.gazebos[i].link, i);
    add(gazebos_of_joint_, model.gazebos[i].joint, i);
  }
  for (std::uint32_t i = 0; i < model.sensors.size(); ++i) {
    const Sensor& sensor = model.sensors[i];
    if (sensor.parent_link) add(sensors_of_link_, sensor.parent_link->id, i);
    if (sensor.parent_joint) add(sensors_of_joint_, sensor.parent_joint->id, i);
  }
}

bool is_gazebo_sensor(const Extension& extension) {
  return extension.kind == Extension::Kind::element && extension.name == "sensor" &&
         extension.tree != nullptr;
}

}  // namespace romas
