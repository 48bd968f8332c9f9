// What plugins have in <gazebo> and <ros2_control>: elements of XML that a text of <custom> holds.
#pragma once

#include <optional>
#include <string>

#include "frontend/xml/reader/xml_element.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas::mjcf {

// Reads such texts into the model. Findings inside of a text are reported at its place. Each function returns
// what is wrong with a text that cannot be read, of which nothing is taken.
class PluginContent {
 public:
  PluginContent(Model& model, DiagnosticEngine& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  // Elements of a <gazebo> element at `place`.
  std::optional<std::string> gazebo(const XmlText& data, const Place& place);
  // One <ros2_control> element.
  std::optional<std::string> ros2_control(const XmlText& data);

 private:
  Model& model_;
  DiagnosticEngine& diagnostics_;
};

}  // namespace romas::mjcf
