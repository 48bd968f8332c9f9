// Sensors of MJCF that are sensors of the Model: those that stand at one site and together measure what an
// IMU, a force-torque sensor, … does, and cameras of bodies. Their elements are kept with the sensor, so that
// MJCF is written as it was; sensors that are of no such set are kept with the robot.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/mjcf/file/body_tree.h"
#include "frontend/mjcf/file/named_parts.h"
#include "frontend/xml/reader/xml_element.h"
#include "frontend/xml/schema/schema_reader.h"
#include "ir/format/mjcf_sensors.h"
#include "ir/model/model.h"
#include "support/names/unique_names.h"

namespace romas::mjcf {

class SensorSets {
 public:
  explicit SensorSets(Model& model) : model_(model) {}

  // A camera that is fixed to a body, says what it sees, and was kept as the last extension of the model.
  // `camera`: with what its class says; X_LC: of the camera in the link.
  void add_camera(const XmlElement& camera, std::string name, const RigidTransform& X_LC, LinkId link,
                  SchemaReader& schema);
  // An element of <sensor> that was kept as the last extension of the model.
  void add(const XmlElement& element, const Affix* affix);
  // Makes the sensors of the elements that were added.
  void make(const NamedParts& parts);

 private:
  struct Added {
    std::string_view kind;  // of the element
    SourceRange range, start_tag;
    std::string name, site;
    std::size_t extension = 0;
    bool used = false;
  };

  std::vector<std::size_t> set_of(const SensorForm& form, const std::string& site);
  void make_set(const SensorForm& form, const std::vector<std::size_t>& set, const NamedParts::Placed& site);
  std::string name_of(const std::vector<std::size_t>& set) const;
  // The name of the link or joint that it belongs to from now on.
  const std::string& attach(Sensor& sensor, const SensorForm& form, LinkId link);
  // The extension belongs to the next sensor.
  void take(std::size_t extension);

  Model& model_;
  std::map<std::string, UniqueNames> names_;  // of the sensors of each link and joint
  std::vector<Added> added_;
  std::map<std::pair<std::string, std::string_view>, std::deque<std::size_t>> at_site_;  // and of a kind
  std::map<std::string_view, JointId> carriers_;  // by link; made where a joint measures
};

}  // namespace romas::mjcf
