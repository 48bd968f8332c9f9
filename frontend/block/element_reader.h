// Typed access to the attributes and children of one element of Block and Assembly XML. Attributes and
// children that were never requested are reported as unknown by the destructor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/xml/xml_element.h"
#include "ir/model.h"
#include "support/diagnostic.h"

namespace romas {

// A word and its place.
struct LocatedText {
  std::string_view text;
  SourceRange range;
};

class ElementReader {
 public:
  // Numbers keep their spelling in `model`.
  ElementReader(const XmlElement& element, Model& model, DiagnosticEngine& diagnostics);
  ElementReader(const ElementReader&) = delete;
  ElementReader& operator=(const ElementReader&) = delete;
  // Reports unknown attributes and children (RM1002, RM1003).
  ~ElementReader() noexcept(false);

  const XmlElement& element() const { return element_; }
  DiagnosticEngine& diagnostics() const { return diagnostics_; }

  // An attribute under any of these spellings (the first is the one that messages use); null if it is absent.
  const XmlAttribute* find(std::initializer_list<std::string_view> spellings);
  // The same, but its absence is an error (RM1014).
  const XmlAttribute* require(std::initializer_list<std::string_view> spellings);

  std::optional<Number> number(const XmlAttribute* attribute);  // RM1005
  std::optional<int> integer(const XmlAttribute* attribute);    // RM1005
  std::optional<bool> boolean(const XmlAttribute* attribute);   // RM1016
  std::optional<SignedAxis> axis(const XmlAttribute* attribute, Rule rule = Rule::bad_value);
  // The index of the value in `words`; case is ignored if `any_case`. Any other value is reported as `rule`.
  std::optional<std::size_t> word(const XmlAttribute* attribute,
                                  std::initializer_list<std::string_view> words, Rule rule, bool any_case);
  // A Romas pose: 3 or 6 values separated by ';' or ':'; metres, then roll, pitch, yaw in degrees (RM1805,
  // RM1806, RM1005).
  TransformExpr pose(const XmlAttribute* attribute);

  // The child under any of these names; a second one is reported (RM1017), the first counts. Null if there is
  // none.
  const XmlElement* child(std::initializer_list<std::string_view> names);
  // All children of this name.
  std::vector<const XmlElement*> children(std::string_view name);
  // Reports RM1013.
  void missing_child(std::string_view name);

  static std::string quote(const XmlAttribute& attribute);  // name="value"

 private:
  const XmlElement& element_;
  Model& model_;
  DiagnosticEngine& diagnostics_;
  std::vector<std::string_view> known_attributes_, known_children_;
};

}  // namespace romas
