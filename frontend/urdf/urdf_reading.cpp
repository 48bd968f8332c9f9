#include "frontend/urdf/urdf_reading.h"

namespace romas::urdf {

bool has_pose(const XmlElement& element) {
  return element.attribute("xyz") != nullptr || element.attribute("rpy") != nullptr;
}

TransformExpr UrdfReading::read_origin(const KnownChild& child) {
  schema.open(*child.element, *child.row->row, child.place);
  return read_pose(*child.element);
}

TransformExpr UrdfReading::read_pose(const XmlElement& element) {
  const auto xyz = schema.vector3(element, "xyz");
  const auto rpy = schema.vector3(element, "rpy");
  const auto quaternion = schema.vector4(element, "quat_xyzw");
  if (!quaternion) {
    using Unit = TransformExpr::AngleUnit;
    return TransformExpr::XyzRpy{xyz, rpy, Unit::radian, schema.value_range(element, "xyz"),
                                 schema.value_range(element, "rpy")};
  }
  if (element.attribute("rpy") != nullptr) {
    schema
        .report(Rule::bad_value, element.attribute("rpy")->range,
                "'rpy' and 'quat_xyzw' both give the rotation; keep one of them")
        .note(element.attribute("quat_xyzw")->range, "the other is here");
  }
  return TransformExpr::XyzQuaternion{xyz, *quaternion};
}

LinkRef UrdfReading::link_ref(const XmlElement& element, std::string_view attribute) {
  return {schema.text(element, attribute).value_or(""), schema.value_range(element, attribute), {}};
}

JointRef UrdfReading::joint_ref(const XmlElement& element, std::string_view attribute) {
  return {schema.text(element, attribute).value_or(""), schema.value_range(element, attribute), {}};
}

std::string UrdfReading::name_of(const XmlElement& element) const {
  return schema.text(element, "name").value_or("");
}

// The pose stands on the element itself or in its <origin>.
Attachment UrdfReading::read_attachment(const KnownChild& child) {
  const XmlElement& element = *child.element;
  Attachment attachment;
  attachment.range = element.range;
  attachment.link = link_ref(element, "link");
  const auto parts = schema.open(element, *child.row->row, child.place);
  const bool posed = has_pose(element);
  if (posed) attachment.origin = read_pose(element);
  if (parts.empty()) return attachment;
  if (posed) {
    schema.report(Rule::repeated_element, parts.front().element->start_tag,
                  concat("<", element.name, "> has a pose of its own and an <origin>; keep one of them"));
    attachment.origin = TransformExpr::compose({attachment.origin, read_origin(parts.front())});
  } else {
    attachment.origin = read_origin(parts.front());
  }
  attachment.origin_is_element = true;
  return attachment;
}

void UrdfReading::place_entity(EntityKind kind, std::size_t index) {
  order.push_back({LayoutItem::Kind::entity, kind, Slot::self, static_cast<std::uint32_t>(index)});
}

}  // namespace romas::urdf
