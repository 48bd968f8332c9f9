// The properties of <gazebo> elements: found by link and joint, and reported where SDF has no place for them.
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

#include "backends/sdf/sdf_document.h"
#include "support/text/text.h"

namespace romas::sdf {

namespace {

// Reports values that a later one contradicts, and properties of another kind of entity.
template <class Id>
void report_gazebos(const Document& document, Id id, GazeboScope scope, std::string_view kind) {
  for (const std::uint32_t i : document.attached.gazebos(id)) {
    for (const GazeboValue& value : document.model.gazebos[i].values) {
      const GazeboPropertyInfo& info = gazebo_property_info(value.property);
      if (info.scope != scope) {
        document.lost(value.range, concat("<", info.name, "> is not a property of a ", kind));
      } else if (is_refused(value)) {
        document.lost(value.range, concat("SDF does not have a <", info.name, "> of ",
                                          std::get<Number>(value.value).text(), "; its default applies"));
      } else if (document.attached.property(document.model, id, value.property)->value != value.value) {
        document.lost(value.range, concat("<", info.name, "> is given again for the same ", kind,
                                          "; the last value is used"));
      }
    }
  }
}

// Reports properties of a lumped link, which is now a frame. Those of its body belong to the link that holds
// the frame, where the lumping pass puts them. Those of its shapes are skipped, because that pass has
// reported them.
void report_lumped(const Document& document, const Gazebo& gazebo, const Frame& frame) {
  for (const GazeboValue& value : gazebo.values) {
    const GazeboPropertyInfo& info = gazebo_property_info(value.property);
    const bool of_body = value.property == GazeboProperty::self_collide ||
                         value.property == GazeboProperty::gravity ||
                         value.property == GazeboProperty::turn_gravity_off ||
                         value.property == GazeboProperty::damping_factor;
    if (info.scope == GazeboScope::link && !of_body) continue;
    const GazeboValue* of_holder = document.attached.property(document.model, frame.link.id, value.property);
    if (of_holder != nullptr && of_holder->value == value.value) continue;
    document.lost(value.range.valid() ? value.range : gazebo.range,
                  concat("<", info.name, "> refers to '", frame.name, "', a link that was lumped into '",
                         frame.link.name, "'; refer to that link"));
  }
}

void report_unattached_gazebos(const Document& document) {
  std::unordered_map<std::string_view, const Frame*> lumped;
  for (const Frame& frame : document.model.frames)
    if (frame.kind == Frame::Origin::lumped_link && frame.link.id) lumped.emplace(frame.name, &frame);
  for (const Gazebo& gazebo : document.model.gazebos) {
    if (!gazebo.reference || gazebo.link || gazebo.joint) continue;
    if (const auto frame = lumped.find(*gazebo.reference); frame != lumped.end()) {
      report_lumped(document, gazebo, *frame->second);
    } else {
      document.lost(gazebo.range,
                    concat("the <gazebo> element refers to '", *gazebo.reference, "', which does not exist"));
    }
  }
}

}  // namespace

bool is_refused(const GazeboValue& value) {
  const auto* number = std::get_if<Number>(&value.value);
  if (number == nullptr) return false;
  const double x = number->value();
  if (value.property == GazeboProperty::mu1 || value.property == GazeboProperty::mu2) return x < 0;
  return value.property == GazeboProperty::max_contacts &&
         std::abs(x) > std::numeric_limits<std::int32_t>::max();
}

void report_gazebo_losses(const Document& document) {
  for (std::uint32_t i = 0; i < document.model.links.size(); ++i)
    report_gazebos(document, LinkId(i), GazeboScope::link, "link");
  for (std::uint32_t i = 0; i < document.model.joints.size(); ++i)
    report_gazebos(document, JointId(i), GazeboScope::joint, "joint");
  report_unattached_gazebos(document);
}

}  // namespace romas::sdf
