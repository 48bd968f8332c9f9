// Typed access to the attributes and children of one element of Block and Assembly XML, which its row
// describes. Names given to functions are names of the row.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xml/reader/xml_element.h"
#include "frontend/xml/schema/schema.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"

namespace romas {

class ElementReader {
 public:
  // Reports attributes and children that the row does not have (RM1002, RM1003), required attributes that are
  // absent (RM1014), and children that stand twice (RM1017; the first counts). Numbers keep their spelling in
  // `model`.
  ElementReader(const XmlElement& element, const ElementRow& row, Model& model,
                DiagnosticEngine& diagnostics);

  // Under any of its spellings; null if it is absent.
  const XmlAttribute* attribute(std::string_view name) const;
  // Reports the absence of an attribute that is required here alone (RM1014).
  void require(std::string_view name);

  // Values of attributes; nothing where they are absent or wrong, which is reported.
  std::optional<std::string> text(std::string_view name) const;
  std::optional<Number> number(std::string_view name);  // RM1005
  std::optional<int> whole(std::string_view name);      // RM1005
  std::optional<bool> flag(std::string_view name);      // RM1016
  // The index in the row's words. Any other value is reported as `rule`.
  std::optional<std::size_t> word(std::string_view name, Rule rule = Rule::bad_value);
  std::optional<SignedAxis> axis(std::string_view name, Rule rule = Rule::bad_value);
  // A Romas pose: 3 or 6 values separated by ';' or ':'; metres, then roll, pitch, yaw in degrees (RM1805,
  // RM1806, RM1005).
  TransformExpr pose(std::string_view name);
  // The place of a value; invalid where it is absent.
  SourceRange range(std::string_view name) const;

  // The first child of this name; null if there is none.
  const XmlElement* child(std::string_view name) const;
  std::vector<const XmlElement*> children(std::string_view name) const;
  // Reports the absence of a child that is required here alone (RM1013).
  void missing_child(std::string_view name);

 private:
  void check_attributes();
  void check_children();

  const XmlElement& element_;
  const ElementRow& row_;
  Model& model_;
  DiagnosticEngine& diagnostics_;
};

}  // namespace romas
