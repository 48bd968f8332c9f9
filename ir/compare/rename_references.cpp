#include "ir/compare/rename_references.h"

#include "ir/model/visit.h"

namespace romas {

void rename_references(Model& model) {
  for_each_link_ref(model, [&](LinkRef& ref, EntityKind, std::size_t) {
    if (ref.id) ref.name = model.link(ref.id).name;
  });
  for_each_joint_ref(model, [&](JointRef& ref, EntityKind, std::size_t) {
    if (ref.id) ref.name = model.joint(ref.id).name;
  });
  for (Gazebo& gazebo : model.gazebos) {
    if (gazebo.link) gazebo.reference = model.link(gazebo.link).name;
    if (gazebo.joint) gazebo.reference = model.joint(gazebo.joint).name;
  }
  for (Ros2Control& control : model.ros2_controls)
    for (Ros2Component& component : control.components)
      if (component.joint) component.name = model.joint(component.joint).name;
  model.rebuild_index();
}

}  // namespace romas
