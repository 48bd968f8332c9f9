#include "frontend/xml/schema/foreign_element.h"

namespace romas {

bool keeps_tree(std::string_view name) {
  return name == "sensor" || name == "visual" || name == "collision" || name == "joint" || name == "light" ||
         name == "particle_emitter" || name == "material" || name == "plugin";
}

ForeignElement to_foreign(const XmlElement& element) {  // NOLINT(misc-no-recursion)
  ForeignElement result{std::string(element.name), {}, std::string(element.text.text), {}, element.start_tag};
  for (const XmlAttribute& attribute : element.attributes)
    result.attributes.emplace_back(attribute.name, attribute.value.text);
  for (const XmlElement& child : element.children) result.children.push_back(to_foreign(child));
  return result;
}

}  // namespace romas
