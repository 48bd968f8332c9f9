// The force elements of Drake's dialect.
#include <algorithm>
#include <span>

#include "frontend/urdf/urdf_reading.h"
#include "frontend/urdf/urdf_schema.h"
#include "frontend/xml/schema/field_reader.h"
#include "frontend/xml/schema/misnamed.h"
#include "ir/model/no_limit.h"
#include "ir/model/transmission_fields.h"

namespace romas::urdf {

namespace {

// Elements of Drake's own files, which stand in a <force_element> without a type.
constexpr std::string_view kNestedForces[] = {"linear_spring_damper", "wing", "thrust", "propellor"};
bool is_nested_force(std::string_view element) {
  return std::ranges::find(kNestedForces, element) != std::end(kNestedForces);
}

// The type of a force element by what it holds; empty if that is in no type.
std::string_view force_type_by_content(const XmlElement& element) {
  for (const XmlElement& child : element.children) {
    const std::string_view name = child.local_name();
    if (name == "link1" || name == "link2" || name == "rest_length" || name == "stiffness" ||
        name == "damping")
      return "LinearSpringDamper";
    if (name == "profile" || name == "chord" || name == "span" || name == "stall_angle" ||
        name == "nominal_speed")
      return "Wing";
    if (name == "direction" || name == "scaleFactor" || name == "limits") return "Thrust";
  }
  return {};
}

// Reads a force element: those with a type, and those that Drake's own files nest.
class ForceReader {
 public:
  explicit ForceReader(UrdfReading& in) : in_(in), schema_(in.schema), model_(in.model) {}

  void read_force_element(const XmlElement& element) {
    const std::string name = in_.name_of(element);
    schema_.set_subject("force element", name);
    force_name_ = name;
    const auto type = schema_.text(element, "type");
    const XmlElement* nested = nullptr;
    for (const XmlElement& child : element.children)
      if (nested == nullptr && is_nested_force(child.name)) nested = &child;
    if (type && nested != nullptr) report_type_of_nested(element, *nested);
    const bool known =
        nested != nullptr || type == "LinearSpringDamper" || type == "Wing" || type == "Thrust";
    if (!known) {
      report_force_type(element, type);
      in_.order.push_back(schema_.keep_element(element, entity_place(EntityKind::robot, 0)));
      return;
    }
    const Place place = entity_place(EntityKind::force_element, model_.force_elements.size());
    schema_.remember_prefix(element, place);
    ForceElement force;
    force.name = name;
    force.range = element.range;
    force.name_range = schema_.value_range(element, "name");
    if (nested != nullptr) {
      if (nested->name == "linear_spring_damper")
        force.force = read_nested_spring(element, place);
      else if (nested->name == "wing")
        force.force = read_nested_wing(element, place);
      else
        force.force = read_nested_thrust(element, place);
    } else if (type == "LinearSpringDamper") {
      force.force = read_spring(element, place);
    } else if (type == "Wing") {
      force.force = read_wing(element, place);
    } else {
      force.force = read_thrust(element, place);
    }
    in_.place_entity(EntityKind::force_element, model_.force_elements.size());
    model_.force_elements.push_back(std::move(force));
  }

 private:
  void report_type_of_nested(const XmlElement& element, const XmlElement& nested) {
    const XmlAttribute& type = *element.attribute("type");
    schema_
        .report(Rule::force_element, type.range,
                concat("force element ", quote(force_name_), " holds a <", nested.name,
                       ">, which says the type by itself; remove the attribute 'type'"))
        .suggest(type.range, "");
  }

  void report_force_type(const XmlElement& element, const std::optional<std::string>& type) {
    constexpr std::array<std::string_view, 3> kTypes = {"LinearSpringDamper", "Wing", "Thrust"};
    const std::string_view meant = force_type_by_content(element);
    for (const XmlAttribute& attribute : element.attributes)
      if (!type && kForceElement.attribute(attribute.name) == nullptr &&
          nearest_name(attribute.name, kForceElement.attributes, &AttributeRow::name) == "type") {
        schema_
            .report(Rule::missing_attribute, attribute.name_range,
                    concat("force element ", quote(force_name_), " needs the attribute 'type'",
                           in_place_of("type", attribute.name)))
            .suggest(attribute.name_range, "type");
        return;
      }
    if (!type && (element.children.empty() || !meant.empty())) {
      auto diagnostic =
          schema_.report(Rule::missing_attribute, element.start_tag,
                         concat("force element ", quote(force_name_),
                                " needs the attribute 'type': LinearSpringDamper, Wing or Thrust"));
      const XmlAttribute* before = element.attribute("name");
      if (!meant.empty() && before != nullptr)
        diagnostic.suggest({before->range.file, before->range.end, before->range.end},
                           concat(" type=\"", meant, "\""));
      return;
    }
    const XmlElement* what = element.children.empty() ? &element : &element.children.front();
    const std::string_view kind = type ? std::string_view(*type) : what->name;
    if (!schema_.is_new(element.name, kind)) return;
    schema_
        .report(Rule::unknown_element, type ? schema_.value_range(element, "type") : what->name_range,
                concat("force element type ", quote(kind),
                       " is not one of LinearSpringDamper, Wing, Thrust; the element is kept as written"))
        .nearest(kind, type ? std::span<const std::string_view>(kTypes) : kNestedForces);
  }

  void read_attribute(const KnownChild& child, std::string& to) {
    to = schema_.text(*child.element, "value").value_or("");
  }

  void read_attribute(const KnownChild& child, std::optional<Number>& to) {
    to = schema_.number(*child.element, "value");
  }

  void read_attribute(const KnownChild& child, std::optional<Number3>& to) {
    to = schema_.vector3(*child.element, "xyz");
  }

  void read_attribute(const KnownChild& child, std::optional<std::array<Number, 2>>& to) {
    if (const XmlAttribute* value = child.element->attribute("value")) to = read_limits(value->value);
  }

  // Drake's document has "-Inf Inf" as the default; one of them alone becomes a bound that nothing reaches.
  std::optional<std::array<Number, 2>> read_limits(const XmlText& text) {
    const auto words = split_words(text.text);
    const auto is_infinite = [&](std::size_t i) {
      const std::string word = to_lower(words[i].text);
      const std::string_view size =
          std::string_view(word).substr(word.starts_with('-') || word.starts_with('+') ? 1 : 0);
      return size == "inf" || size == "infinity";
    };
    for (std::size_t i = 0; i < 2 && words.size() == 2; ++i)
      if (is_infinite(i) && words[i].text.starts_with('-') != (i == 0)) {
        schema_.report(Rule::force_element, text.range,
                       concat("the limits of thrust ", quote(force_name_), " leave nothing: the ",
                              i == 0 ? "lower" : "upper", " one is ", words[i].text));
        return std::nullopt;
      }
    if (words.size() != 2 || (!is_infinite(0) && !is_infinite(1))) return schema_.vector2(text, "value");
    if (is_infinite(0) && is_infinite(1)) return std::nullopt;
    const std::size_t finite = is_infinite(0) ? 1 : 0;
    const auto number = schema_.number(
        XmlText{words[finite].text, text.part(words[finite].offset, words[finite].text.size()), text.literal},
        "value");
    if (!number) return std::nullopt;
    return finite == 1 ? std::array{no_lower_limit(), *number} : std::array{*number, no_limit()};
  }

  template <class Force>
  void read_force_value(const KnownChild& child, Force& force) {
    schema_.open(*child.element, *child.row->row, child.place);
    read_element_field(child, force, [&](auto& value) { read_attribute(child, value); });
  }

  LinearSpringDamper read_spring(const XmlElement& element, const Place& place) {
    LinearSpringDamper spring;
    for (const KnownChild& part : schema_.open(element, kSpring, place)) {
      if (part.row->row == &kAttachment1) {
        spring.link1 = in_.read_attachment(part);
      } else if (part.row->row == &kAttachment2) {
        spring.link2 = in_.read_attachment(part);
      } else {
        read_force_value(part, spring);
      }
    }
    return spring;
  }

  LinearSpringDamper read_nested_spring(const XmlElement& element, const Place& place) {
    LinearSpringDamper spring;
    spring.nested = true;
    for (const KnownChild& nested : schema_.open(element, kNestedSpringElement, place)) {
      for (const KnownChild& part : schema_.open(*nested.element, kNestedSpring, nested.place)) {
        (part.row->row == &kAttachment1 ? spring.link1 : spring.link2) = in_.read_attachment(part);
      }
      read_fields(schema_, *nested.element, spring);
    }
    return spring;
  }

  Wing read_wing(const XmlElement& element, const Place& place) {
    Wing wing;
    read_carrier(element, kWing, place, wing, [&](const KnownChild& part) {
      read_force_value(part, wing);
      if (part.row->slot == Slot::force_value)
        wing.profile_range = schema_.value_range(*part.element, "value");
    });
    return wing;
  }

  // A parent and an origin, and what `read` makes of the other children. Drake's document requires the
  // origin.
  template <class Force, class Read>
  void read_carrier(const XmlElement& element, const ElementRow& row, const Place& place, Force& force,
                    const Read& read) {
    for (const KnownChild& part : schema_.open(element, row, place)) {
      if (part.row->row == &kOrigin) {
        force.origin = in_.read_origin(part);
        force.origin_range = part.element->range;
        check_wing_origin(*part.element, std::is_same_v<Force, Wing>);
      } else if (part.row->slot == Slot::parent) {
        force.parent = in_.link_ref(*part.element, "link");
      } else {
        read(part);
      }
    }
    const bool is_misspelt = std::ranges::any_of(element.children, [&](const XmlElement& child) {
      return row.child(child.name) == nullptr &&
             nearest_name(child.name, row.children, &ChildRow::name) == "origin";
    });
    if (force.origin_range.valid() || is_misspelt) return;
    auto diagnostic = schema_.report(
        Rule::force_element, element.start_tag,
        concat("force element ", quote(force_name_), " has no <origin>, which Drake requires"));
    if (const XmlElement* parent = element.child("parent"))
      diagnostic.suggest({parent->range.file, parent->range.end, parent->range.end},
                         "<origin xyz=\"0 0 0\"/>");
  }

  void check_wing_origin(const XmlElement& origin, bool of_wing) {
    const XmlAttribute* rpy = origin.attribute("rpy");
    if (!of_wing || rpy == nullptr) return;
    for (const Token& word : split_words(rpy->value.text))
      if (parse_double(word.text).value_or(0) != 0) {
        schema_.report(
            Rule::force_element, rpy->range,
            "Drake accepts no rpy in the origin of a wing: a wing lies along the axes of its link");
        return;
      }
  }

  Thrust read_thrust(const XmlElement& element, const Place& place) {
    Thrust thrust;
    read_carrier(element, kThrust, place, thrust, [&](const KnownChild& part) {
      read_force_value(part, thrust);
      if (part.row->slot == Slot::force_value)
        thrust.direction_range = schema_.value_range(*part.element, "xyz");
      if (part.row->slot == Slot::force_value3)
        thrust.limits_range = schema_.value_range(*part.element, "value");
    });
    return thrust;
  }

  Wing read_nested_wing(const XmlElement& element, const Place& place) {
    Wing wing;
    wing.form.kind = ForceForm::Kind::nested;
    for (const KnownChild& nested : schema_.open(element, kNestedWingElement, place)) {
      read_carrier(*nested.element, kNestedWing, nested.place, wing, [](const KnownChild&) {});
      read_fields(schema_, *nested.element, wing);
      wing.profile_range = schema_.value_range(*nested.element, "profile");
    }
    return wing;
  }

  // The moment of a propellor stays as it is written: the model has none.
  Thrust read_nested_thrust(const XmlElement& element, const Place& place) {
    Thrust thrust;
    for (const KnownChild& nested : schema_.open(element, kNestedThrustElement, place)) {
      const XmlElement& inner = *nested.element;
      const bool turns = inner.name == "propellor";
      thrust.form.kind = turns ? ForceForm::Kind::propellor : ForceForm::Kind::nested;
      read_carrier(inner, turns ? kPropellor : kNestedThrust, nested.place, thrust,
                   [&](const KnownChild& part) {
                     schema_.open(*part.element, *part.row->row, part.place);
                     thrust.direction = schema_.vector3(*part.element, "xyz");
                     thrust.direction_range = schema_.value_range(*part.element, "xyz");
                   });
      thrust.scale_factor = schema_.number(inner, turns ? "scale_factor_thrust" : "scale_factor");
      const XmlAttribute* lower = inner.attribute("lower_limit");
      const XmlAttribute* upper = inner.attribute("upper_limit");
      if (lower != nullptr || upper != nullptr) {
        const auto least = limit_of(lower, no_lower_limit());
        const auto most = limit_of(upper, no_limit());
        if (least && most) thrust.limits = {*least, *most};
      }
      const XmlAttribute* moment = inner.attribute("scale_factor_moment");
      if (moment == nullptr || !schema_.number(inner, "scale_factor_moment")) continue;
      schema_.keep_attribute(*moment, nested.place);
    }
    return thrust;
  }

  // An infinite or absent limit is none.
  std::optional<Number> limit_of(const XmlAttribute* attribute, const Number& none) {
    if (attribute == nullptr || to_lower(attribute->value.text).find("inf") != std::string::npos) return none;
    return schema_.number(attribute->value, attribute->name);
  }

  UrdfReading& in_;
  SchemaReader& schema_;
  Model& model_;
  std::string force_name_;  // of the force element that is read
};

}  // namespace

void read_force_element(UrdfReading& in, const XmlElement& element) {
  ForceReader(in).read_force_element(element);
}

}  // namespace romas::urdf
