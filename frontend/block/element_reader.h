// Typed access to the attributes and children of one element of Block and Assembly XML, which its row
// describes. Names given to functions are names of the row.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xml/reader/xml_element.h"
#include "frontend/xml/schema/schema.h"
#include "ir/model/model.h"
#include "support/findings/diagnostic.h"
#include "support/text/text.h"

namespace romas {

class ElementReader {
 public:
  // Reports attributes and children that the row does not have (RM1002, RM1003) and keeps them as extensions
  // of `place`; without a place, they are losses (RM1901). Reports required attributes that are absent
  // (RM1014), and children that stand twice (RM1017; the first counts). Numbers keep their spelling in
  // `model`. `required`: attributes and children that are required here alone (RM1014, RM1013).
  ElementReader(const XmlElement& element, const ElementRow& row, std::optional<Place> place, Model& model,
                DiagnosticEngine& diagnostics, std::span<const std::string_view> required = {});

  // Under any of its spellings; null if it is absent.
  const XmlAttribute* attribute(std::string_view name) const;

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

 private:
  void check_attributes(std::span<const std::string_view> required);
  // Reports a part of a value that is no number; `subject` names it.
  void report_number(const XmlText& value, const Token& token, const std::string& subject);
  void check_children(std::span<const std::string_view> required);

  // Keeps foreign content.
  void keep(Extension::Kind kind, std::string_view name, std::string text, SourceRange range);

  const XmlElement& element_;
  const ElementRow& row_;
  std::optional<Place> place_;
  Model& model_;
  DiagnosticEngine& diagnostics_;
};

}  // namespace romas
