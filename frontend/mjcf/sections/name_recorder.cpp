#include "frontend/mjcf/sections/name_recorder.h"

#include <filesystem>
#include <vector>

namespace romas::mjcf {

namespace {

// The kind that an attribute names, where another attribute of the element says it.
NameKind kind_named(const AttributeInfo& info, const XmlElement& element) {
  if (info.names_kind != NameKind::objtype && info.names_kind != NameKind::reftype) return info.names_kind;
  const XmlAttribute* type = element.attribute(info.names_kind == NameKind::objtype ? "objtype" : "reftype");
  return type == nullptr ? NameKind::none : kind_of_type(type->value.text);
}

bool is_called_after_file(const XmlElement& element) {
  return element.name == "mesh" || element.name == "texture" || element.name == "hfield";
}

}  // namespace

void NameRecorder::add(NameKind kind, const XmlAttribute& attribute, std::string name, bool defines,
                       std::uint32_t scope) {
  names_->add({word_of(kind), std::move(name), scope, attribute.value.range, defines});
}

void NameRecorder::file(const MjcfFile& file, std::uint32_t scope) {
  if (names_ == nullptr) return;
  const XmlAttribute* model = file.root().attribute("model");
  if (scope == 0 && model != nullptr) add(NameKind::model, *model, std::string(model->value.text), true, 0);
  for (const XmlElement& section : file.sections()) of_file("mujoco", section, scope);
}

void NameRecorder::of_file(std::string_view parent,  // NOLINT(misc-no-recursion): depth of the XML
                           const XmlElement& element, std::uint32_t scope) {
  for (const XmlAttribute& attribute : element.attributes) {
    const AttributeInfo* info = find_attribute(parent, element.name, attribute.name);
    const bool is_elsewhere =
        element.name == "attach" && attribute.name == "frame" && element.attribute("model") != nullptr;
    if (info != nullptr && is_of_file(info->names_kind) && !is_elsewhere)
      add(info->names_kind, attribute, std::string(attribute.value.text), info->defines, scope);
  }
  const XmlAttribute* from = element.attribute("file");
  if (parent == "asset" && element.attribute("name") == nullptr && from != nullptr &&
      is_called_after_file(element))
    if (const AttributeInfo* info = find_attribute(parent, element.name, "name"))
      add(info->names_kind, *from, std::filesystem::path(from->value.text).stem().string(), true, scope);
  for (const XmlElement& child : element.children) of_file(element.name, child, scope);
}

void NameRecorder::bodies(const BodyTree& tree) {
  if (names_ == nullptr) return;
  std::vector<const BodyNode*> open = {&tree.world()};
  while (!open.empty()) {
    const BodyNode& node = *open.back();
    open.pop_back();
    if (node.part.element != nullptr && node.part.element->name == "body")
      own_of_model("body", *node.part.element, node.part.affix);
    for (const auto* parts : {&node.joints, &node.geoms, &node.sites, &node.cameras, &node.others})
      for (const Part& part : *parts) of_model("body", *part.element, part.affix);
    for (auto inner = node.bodies.rbegin(); inner != node.bodies.rend(); ++inner) open.push_back(&*inner);
  }
  for (const Attached& attached : tree.attached())
    if (const XmlAttribute* body = attached.element->attribute("body"))
      add(NameKind::body, *body, Affix::apply(attached.affix, body->value.text), false, 0);
}

void NameRecorder::in_section(std::string_view section, const XmlElement& element, const Affix* affix) {
  if (names_ != nullptr) of_model(section, element, affix);
}

void NameRecorder::of_model(std::string_view parent,  // NOLINT(misc-no-recursion): depth of the XML
                            const XmlElement& element, const Affix* affix) {
  own_of_model(parent, element, affix);
  for (const XmlElement& child : element.children) of_model(element.name, child, affix);
}

void NameRecorder::own_of_model(std::string_view parent, const XmlElement& element, const Affix* affix) {
  for (const XmlAttribute& attribute : element.attributes) {
    const AttributeInfo* info = find_attribute(parent, element.name, attribute.name);
    if (info == nullptr) continue;
    const NameKind kind = kind_named(*info, element);
    const bool is_ground = kind == NameKind::body && !info->defines && attribute.value.text == "world";
    if (kind == NameKind::none || is_of_file(kind) || is_ground) continue;
    add(kind, attribute, Affix::apply(affix, attribute.value.text), info->defines, 0);
  }
}

}  // namespace romas::mjcf
