// Joints.
#include <cassert>

#include "frontend/urdf/urdf_reading.h"
#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/schema/field_reader.h"
#include "ir/model/joint_fields.h"

namespace romas::urdf {

namespace {

// Reads a joint.
class JointReader {
 public:
  explicit JointReader(UrdfReading& in) : in_(in), schema_(in.schema), model_(in.model) {}

  void read_joint(const XmlElement& element) {
    Joint joint;
    joint.name = in_.name_of(element);
    joint.range = element.range;
    joint.name_range = schema_.value_range(element, "name");
    joint.type_range = schema_.value_range(element, "type");
    joint.dialect = !element.prefix().empty();
    schema_.set_subject("joint", joint.name);
    const Place place = entity_place(EntityKind::joint, model_.joints.size());
    schema_.remember_prefix(element, place);
    const auto parts = schema_.open(element, joint.dialect ? kPrefixedJoint : kJoint, place);
    read_joint_type(element, joint);
    for (const KnownChild& part : parts) read_joint_part(part, joint);
    in_.place_entity(EntityKind::joint, model_.joints.size());
    model_.joints.push_back(std::move(joint));
  }

 private:
  void read_joint_type(const XmlElement& element, Joint& joint) {
    const auto written = schema_.text(element, "type");
    joint.type = JointType::foreign;
    joint.foreign_type = written.value_or("");
    if (!written) return;
    const auto known = parse_joint_type(*written);
    if (joint.dialect) {
      if (known) {
        joint.type = *known;
        joint.foreign_type.clear();
      } else {
        schema_.report(
            Rule::foreign_joint_type, joint.type_range,
            concat(
                "joint type ", quote(*written),
                " of this dialect is unknown; the joint is kept, and is treated as rigid in computations"));
      }
      return;
    }
    const bool only_in_dialect =
        known == JointType::ball || known == JointType::universal || known == JointType::screw;
    if (only_in_dialect) {
      schema_.report(
          Rule::bad_value, joint.type_range,
          concat("the type ", quote(*written), " is not one of ",
                 "revolute, continuous, prismatic, fixed, floating, planar; Drake's dialect writes "
                 "it <drake:joint type=\"",
                 *written, "\">"));
    } else if (schema_.word(element, kJoint, "type")) {
      joint.type = *known;
      joint.foreign_type.clear();
    }
  }

  void read_joint_part(const KnownChild& child, Joint& joint) {
    const XmlElement& element = *child.element;
    const ElementRow* row = child.row->row;
    if (row == &kOrigin) {
      joint.origin = in_.read_origin(child);
      joint.origin_range = element.range;
      return;
    }
    schema_.open(element, *row, child.place);
    if (row == &kLinkReference) {
      (child.row->slot == Slot::parent ? joint.parent : joint.child) = in_.link_ref(element, "link");
    } else if (row == &kAxis) {
      if (const auto xyz = schema_.vector3(element, "xyz"))
        joint.axis = JointAxis{*xyz, element.range, schema_.value_range(element, "xyz")};
    } else if (row == &kLimit) {
      joint.limit = read_limit(child, joint);
    } else if (row == &kDynamics) {
      read_dynamics(child, joint);
    } else if (row == &kMimic) {
      joint.mimic = read_mimic(child);
    } else if (row == &kSafetyController) {
      joint.safety_controller = read_safety_controller(child);
    } else if (row == &kCalibration) {
      joint.calibration = read_calibration(child);
    } else if (row == &kScrewPitch) {
      joint.screw_pitch = schema_.number(element, "value");
    } else {
      assert(false && "a row of kJoint without a reader");
    }
  }

  template <class Struct>
  Struct read_fields_of(const KnownChild& child) {
    Struct fields;
    fields.range = child.element->range;
    read_fields(schema_, *child.element, fields);
    return fields;
  }

  // Revolute and prismatic joints need effort and velocity in every format; urdfdom asks any limit for them.
  JointLimit read_limit(const KnownChild& child, const Joint& joint) {
    const bool needed_everywhere = joint.type == JointType::revolute || joint.type == JointType::prismatic;
    for (const std::string_view name : {"effort", "velocity"})
      if (!needed_everywhere && !joint.dialect && child.element->attribute(name) == nullptr)
        schema_.report(
            Rule::limit_missing, child.element->start_tag,
            concat("the limit of joint '", joint.name, "' has no ", name, ", so urdfdom rejects the file; ",
                   moves(joint.type) ? "give both values" : "remove the limit"));
    return read_fields_of<JointLimit>(child);
  }

  void read_dynamics(const KnownChild& child, Joint& joint) {
    JointDynamics dynamics;
    dynamics.range = child.element->range;
    if (child.element->attribute("damping") == nullptr && child.element->attribute("friction") == nullptr)
      schema_.report(Rule::dynamics_empty, child.element->start_tag,
                     concat("the <dynamics> of joint '", joint.name,
                            "' has neither damping nor friction, so urdfdom rejects the file; remove it"));
    for_each_field<JointDynamics>([&](const auto& field) {
      if (field.in_urdf) field.of(dynamics) = read_values_by_freedom(child, field.name, joint);
    });
    joint.dynamics = std::move(dynamics);
  }

  // URDF has one number here; Drake has one for each degree of freedom.
  std::vector<Number> read_values_by_freedom(const KnownChild& child, std::string_view name,
                                             const Joint& joint) {
    auto values = schema_.numbers(*child.element, name);
    if (values.size() <= 1) return values;
    const auto freedoms = static_cast<std::size_t>(dof(joint.type));
    if (values.size() == freedoms || joint.type == JointType::foreign) {
      schema_.report(
          Rule::foreign_value_count, schema_.value_range(*child.element, name),
          concat("'", name, "' has ", values.size(),
                 " values, one for each degree of freedom as in Drake's dialect; URDF takes one number"));
    } else {
      schema_.report(Rule::wrong_count, schema_.value_range(*child.element, name),
                     concat("'", name, "' takes 1 number",
                            freedoms > 1 ? concat(" (in Drake's dialect ", freedoms, ")") : "", ", not ",
                            values.size()));
    }
    return values;
  }

  JointMimic read_mimic(const KnownChild& child) {
    auto mimic = read_fields_of<JointMimic>(child);
    mimic.joint = in_.joint_ref(*child.element, "joint");
    return mimic;
  }

  JointSafetyController read_safety_controller(const KnownChild& child) {
    return read_fields_of<JointSafetyController>(child);
  }

  JointCalibration read_calibration(const KnownChild& child) {
    return read_fields_of<JointCalibration>(child);
  }

  UrdfReading& in_;
  SchemaReader& schema_;
  Model& model_;
};

}  // namespace

void read_joint(UrdfReading& in, const XmlElement& element) { JointReader(in).read_joint(element); }

}  // namespace romas::urdf
