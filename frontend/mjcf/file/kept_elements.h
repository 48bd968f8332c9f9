// Keeps elements of MJCF that have no place in the Model. It is kept as extensions, from which the
// target MJCF writes it back. Kept texts stand for themselves: they name no class, say whether a range
// limits, and turn by quaternions.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/mjcf/file/body_tree.h"
#include "frontend/mjcf/file/mjcf_file.h"
#include "frontend/mjcf/file/named_parts.h"
#include "frontend/mjcf/grammar/mjcf_schema.h"
#include "ir/model/model.h"

namespace romas::mjcf {

// Whether the bounds of a range hold: `limited` says so, else that the lower one is below the upper one.
// Reported if the settings want it said and it is not. False without a range of two numbers.
bool is_limited(const XmlElement& element, const ElementRow& row, std::string_view range,
                std::string_view limited, const CompilerSettings& settings, SchemaReader& schema);

// The element with what its class says, its children, and `limited` where a range says it.
XmlElement plain_element(const XmlElement& element, const DefaultClass& its_class, std::string_view kind,
                         const CompilerSettings& settings);

// An attribute at the place of what was made from its element.
void keep_attribute(std::string_view name, std::string text, SourceRange range, const Place& place,
                    Model& model);
// Those of an element that its word keeps.
void keep_attributes(const XmlElement& element, const Word& word, const Place& place, Model& model);

// Gives the assets that elements name the prefixes of attached models. The elements' texts live as long as
// it.
class AssetNames {
 public:
  void apply(XmlElement& element, const Affix* affix);

 private:
  std::list<std::string> texts_;
};

// An element of a section: <tendon><fixed …/></tendon>. Its names, and those that it refers to, get the
// affix. What measures the frame of a body does so at the site that stands where the body was; `parts`: null
// for elements that measure nothing.
void keep_in_section(std::string_view section, const XmlElement& element, MjcfFile& file, const Affix* affix,
                     Model& model, const NamedParts* parts = nullptr);
// A section with its attributes: <statistic extent="1"/>.
void keep_section(const XmlElement& section, Model& model);

// An element that stands in a body, at the body's link. X_LB: of the body in its link. Without a link
// (invalid) it stands on the ground, in a section of its own. The pose in the link with which it is kept;
// nothing where its own was not read, because the link's frame is the body's.
std::optional<RigidTransform> keep_in_body(const Part& part, const TransformExpr& X_LB, LinkId link,
                                           SchemaReader& schema, Model& model);

}  // namespace romas::mjcf
