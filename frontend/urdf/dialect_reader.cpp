// The elements of Drake's dialect that are no forces: frames and loop joints.
#include "frontend/urdf/urdf_reading.h"
#include "frontend/urdf/urdf_schema.h"

namespace romas::urdf {

void read_frame(UrdfReading& in, const XmlElement& element) {
  Frame frame;
  frame.name = in.name_of(element);
  frame.range = element.range;
  frame.name_range = in.schema.value_range(element, "name");
  frame.link = in.link_ref(element, "link");
  in.schema.set_subject("frame", frame.name);
  const Place place = entity_place(EntityKind::frame, in.model.frames.size());
  in.schema.remember_prefix(element, place);
  in.schema.open(element, kFrame, place);
  if (has_pose(element) || element.attribute("quat_xyzw") != nullptr) frame.origin = in.read_pose(element);
  in.place_entity(EntityKind::frame, in.model.frames.size());
  in.model.frames.push_back(std::move(frame));
}

void read_loop_joint(UrdfReading& in, const XmlElement& element) {
  LoopJoint joint;
  joint.name = in.name_of(element);
  joint.range = element.range;
  joint.name_range = in.schema.value_range(element, "name");
  in.schema.set_subject("loop joint", joint.name);
  const Place place = entity_place(EntityKind::loop_joint, in.model.loop_joints.size());
  in.schema.remember_prefix(element, place);
  for (const KnownChild& part : in.schema.open(element, kLoopJoint, place)) {
    if (part.row->row == &kAttachment1) joint.link1 = in.read_attachment(part);
    if (part.row->row == &kAttachment2) joint.link2 = in.read_attachment(part);
    if (part.row->row == &kAxis) {
      in.schema.open(*part.element, kAxis, part.place);
      const SourceRange range = in.schema.value_range(*part.element, "xyz");
      if (const auto xyz = in.schema.vector3(*part.element, "xyz"))
        joint.axis = JointAxis{*xyz, range, range};
    }
  }
  if (const auto type = in.schema.word(element, kLoopJoint, "type")) joint.type = *parse_joint_type(*type);
  in.place_entity(EntityKind::loop_joint, in.model.loop_joints.size());
  in.model.loop_joints.push_back(std::move(joint));
}

}  // namespace romas::urdf
