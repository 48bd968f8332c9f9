// Reads the children and the values of SDF elements.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/sdf/children.h"
#include "frontend/sdf/includes.h"
#include "frontend/sdf/pose_graph.h"
#include "frontend/xml/schema/schema_reader.h"

namespace romas::sdf {

// Trimmed; empty if the attribute is absent.
std::string attribute_text(const XmlElement& element, std::string_view name);
PoseGraph::Name attribute_name(const XmlElement& element, std::string_view name);

// Content that has no place in a Model, and wrong values, are reported.
class Elements {
 public:
  // `main`: the file to whose folder paths of meshes are relative.
  Elements(SchemaReader& schema, const Versions& versions, FileId main)
      : schema_(schema), versions_(versions), main_(main) {}

  // Passes the children of an element to the parts that take them (children.h): those that are kept, then
  // those that are read, in order. All others are reported or skipped.
  template <Name kPlace, class... Parts>
  void read_children(const XmlElement& element, const Parts&... parts) {
    give_children<kPlace>(find_children(element, kPlace.view()), parts...);
  }
  // False, with a report, if the element has no such child, or if the child or attribute is empty.
  bool require(const XmlElement& element, std::string_view child);
  bool require_text(const XmlElement& element, std::string_view child);
  bool require_attribute(const XmlElement& element, std::string_view name);

  std::optional<Number> number(const XmlElement& element);
  // Returns nothing for infinities, which stand for "none".
  std::optional<Number> finite_number(const XmlElement& element);
  std::optional<Number3> vector3(const XmlElement& element);
  std::optional<bool> boolean(const XmlElement& element);
  std::optional<Color> color(const XmlElement& element);
  // `relative_to` receives the name of the frame; null: the pose may name none.
  TransformExpr pose(const XmlElement& element, PoseGraph::Name* relative_to);
  // A path as seen from the folder of the main file.
  std::string path_from_main(const XmlText& written) const;
  // Reads a described field. A wrong value is reported and leaves the field unchanged.
  bool read_value(const XmlElement& element, Number& to);
  bool read_value(const XmlElement& element, std::optional<Number>& to);
  bool read_value(const XmlElement& element, Number3& to);
  // The part that reads the described fields of a struct.
  template <class Struct>
  auto fields_of(Struct& to) {
    return on_fields(to,
                     [this](const XmlElement& element, auto& value) { this->read_value(element, value); });
  }

  void lost(SourceRange range, std::string message) {
    schema_.report(Rule::feature_dropped, range, std::move(message));
  }
  void approximated(SourceRange range, std::string message) {
    schema_.report(Rule::value_approximated, range, std::move(message));
  }
  SchemaReader& schema() { return schema_; }
  const Versions& versions() const { return versions_; }
  FileId main() const { return main_; }

 private:
  std::vector<FoundChild> find_children(const XmlElement& element, std::string_view place);
  void report_foreign_attributes(const XmlElement& element);

  SchemaReader& schema_;
  const Versions& versions_;
  FileId main_;
};

}  // namespace romas::sdf
