// The <gazebo> elements of a Model that is read from SDF: properties for simulators, and what is kept as
// written.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "frontend/sdf/elements.h"
#include "frontend/sdf/link_frame.h"
#include "ir/model/model.h"

namespace romas::sdf {

// A reference names a link or joint; an empty one is the robot.
class GazeboContent {
 public:
  GazeboContent(Elements& elements, Model& model) : elements_(elements), model_(model) {}

  void set_property(std::string_view reference, GazeboProperty property, const XmlElement& element);
  // The part that reads properties of a link or joint.
  auto properties_of(std::string_view reference) {
    return on_properties([this, reference](GazeboProperty property, const XmlElement& element) {
      set_property(reference, property, element);
    });
  }
  // Keeps an element as written, but for its pose in a link whose frame moved. `link`: null outside of links.
  void keep(const XmlElement& element, std::string_view reference, const LinkFrame* link);
  // Remembers the prefixes that an element declares for what stands in it.
  void note_prefixes(const XmlElement& element);

 private:
  void set_property(std::string_view reference, GazeboValue value);
  Gazebo& gazebo_of(std::string_view reference, SourceRange range);
  void declare_prefixes(const XmlElement& element, std::string& text, ForeignElement& tree) const;

  Elements& elements_;
  SchemaReader& schema_ = elements_.schema();
  Model& model_;
  std::map<std::string, std::size_t, std::less<>> gazebo_of_;
  std::map<std::string, std::string, std::less<>> prefixes_;  // of XML, with what they stand for
};

}  // namespace romas::sdf
