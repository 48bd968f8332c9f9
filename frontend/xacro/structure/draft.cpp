#include "frontend/xacro/structure/draft.h"

#include "support/text/text.h"

namespace romas::xacro {

std::string Shell::open() const {
  switch (of) {
    case Of::robot: return {};
    case Of::link: return "<link name=\"fragment_l\">";
    case Of::gazebo: return "<gazebo>";
    case Of::joint: break;
  }
  return concat("<joint name=\"fragment_j\" type=\"", type,
                "\"><parent link=\"fragment_p\"/><child link=\"fragment_c\"/>");
}

std::string_view Shell::close() const {
  switch (of) {
    case Of::robot: return {};
    case Of::link: return "</link>";
    case Of::joint: return "</joint>";
    case Of::gazebo: break;
  }
  return "</gazebo>";
}

Shell shell_of(const TraceNode& element) {
  if (element.name == "link") return {Shell::Of::link, {}};
  if (element.name == "gazebo") return {Shell::Of::gazebo, {}};
  const XmlAttribute* type = element.name == "joint" ? element.source->attribute("type") : nullptr;
  if (type == nullptr) return {};
  const TracedText* computed = computed_text(element, *type);
  return {Shell::Of::joint, computed != nullptr ? computed->value.text : std::string(type->value.text)};
}

std::set<std::string> Draft::names() const {
  std::set<std::string> taken;
  for (const auto& [definition, name] : declared) taken.insert(name);
  for (const Handed& value : handed) taken.insert(value.name);
  for (const Named& value : values) taken.insert(value.name);
  return taken;
}

std::map<std::string, const void*> Draft::assertions_of_guards() const {
  std::map<std::string, const void*> all;
  for (const auto& [condition, text] : guards)
    if (!text.empty()) all.emplace(concat("  ", text), condition);
  return all;
}

}  // namespace romas::xacro
