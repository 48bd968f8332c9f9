// Children and values of SDF elements.
#include "frontend/sdf/elements.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "frontend/sdf/infinite.h"
#include "frontend/xml/schema/misnamed.h"
#include "frontend/xml/schema/unknown_element.h"
#include "frontend/xml/words/gazebo_words.h"
#include "ir/model/no_limit.h"
#include "ir/packages/relative_paths.h"
#include "support/text/escape.h"

namespace romas::sdf {

namespace {

// True if all children of an element, and there are some, may stand at a place.
bool holds_all(std::string_view place, const XmlElement& element) {
  return !place.empty() && !element.children.empty() &&
         std::all_of(element.children.begin(), element.children.end(),
                     [&](const XmlElement& child) { return find_child(place, child.name) != nullptr; });
}

// The place whose children an element may have.
std::string_view place_of(const XmlElement& element) {
  return element.name == "axis2" ? "axis" : std::string_view(element.name);
}

// Whether a reader requires the child there: Elements::require() reports its absence.
bool is_required(std::string_view place, std::string_view child) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kRequired = {
      {{"axis", "xyz"},
       {"box", "size"},
       {"sphere", "radius"},
       {"cylinder", "radius"},
       {"cylinder", "length"},
       {"capsule", "radius"},
       {"capsule", "length"},
       {"ellipsoid", "radii"},
       {"mesh", "uri"},
       {"script", "name"}}};
  return std::ranges::find(kRequired, std::pair(place, child)) != kRequired.end();
}

// The missing child of an element that an unknown one is probably meant as; empty: there is none.
std::string_view meant_child(const XmlElement& element, const XmlElement& unknown, std::string_view place) {
  std::vector<std::string_view> names;
  for (const XmlElement& child : element.children)
    if (find_child(place, child.name) == nullptr && child.prefix().empty()) names.push_back(child.name);
  std::vector<KnownName> known;
  for (const Child& row : kChildren)
    if (row.parent == place)
      known.push_back({row.name, row.count == Count::many || element.child(row.name) == nullptr, false,
                       row.count == Count::many});
  const auto meant = meant_names(names, std::move(known));
  std::size_t i = 0;
  for (const XmlElement& child : element.children) {
    if (&child == &unknown) return meant[i];
    if (find_child(place, child.name) == nullptr && child.prefix().empty()) ++i;
  }
  return {};
}

}  // namespace

std::string attribute_text(const XmlElement& element, std::string_view name) {
  const XmlAttribute* found = element.attribute(name);
  return found == nullptr ? std::string() : std::string(trim(found->value.text));
}

PoseGraph::Name attribute_name(const XmlElement& element, std::string_view name) {
  const XmlAttribute* found = element.attribute(name);
  return found == nullptr ? PoseGraph::Name()
                          : PoseGraph::Name{attribute_text(element, name), found->value.range};
}

// Reports prefixed attributes of an element whose content becomes a part of the model.
void Elements::report_foreign_attributes(const XmlElement& element) {
  for (const XmlAttribute& attribute : element.attributes)
    if (!attribute.prefix().empty() && attribute.prefix() != "xmlns" && attribute.prefix() != "xml")
      lost(attribute.range, concat("the attribute '", attribute.name, "' of <", element.name,
                                   "> belongs to another vocabulary, which the model cannot keep"));
}

std::vector<FoundChild> Elements::find_children(const XmlElement& element, std::string_view place) {
  report_foreign_attributes(element);
  std::vector<FoundChild> kept, read;
  std::vector<FoundChild> only;  // of children that may stand once: no more than the place has rows
  for (const XmlElement& child : element.children) {
    const Child* row = find_child(place, child.name);
    if (row == nullptr && !child.prefix().empty()) {
      lost(child.start_tag,
           concat("<", child.name, "> is an element of another vocabulary, which the model cannot keep"));
      continue;
    }
    if (row == nullptr) {
      std::string_view near = meant_child(element, child, place);
      if (is_required(place, near) && element.child(near) == nullptr) continue;  // require() reports it
      const std::string where = belongs_into(place, child.name);
      if (!where.empty() && !holds_all(place_below(place, near), child)) near = {};
      report_unknown_element(
          schema_.diagnostics(), child,
          concat("<", element.name, "> has no element <", child.name, "> in SDF; it is left out",
                 where.empty() || !near.empty() ? "" : concat("; it belongs in ", where)),
          near);
      if (child.name == "sensor") check_gazebo_words(child, element.name, schema_.diagnostics());
      continue;
    }
    if (row->count == Count::one && row->reading == Reading::read) {
      const auto first =
          std::find_if(only.begin(), only.end(), [&](const FoundChild& found) { return found.row == row; });
      if (first != only.end()) {
        schema_
            .report(Rule::repeated_element, child.start_tag,
                    concat("<", element.name, "> has a second <", child.name, ">; only the first is used"))
            .note(first->element->start_tag, "the first one is here");
        continue;
      }
      only.push_back({row, &child});
    }
    switch (row->reading) {
      case Reading::read: read.push_back({row, &child}); break;
      case Reading::kept: kept.push_back({row, &child}); break;
      case Reading::quiet: break;
      case Reading::lost:
        lost(child.start_tag,
             concat("<", child.name, "> of <", element.name, "> is not read: the model has no place for it"));
        break;
    }
  }
  kept.insert(kept.end(), read.begin(), read.end());
  return kept;
}

bool Elements::require(const XmlElement& element, std::string_view child) {
  const std::string_view place = place_of(element);
  assert(is_required(place, child));
  if (element.child(child) != nullptr) return true;
  const std::string message = concat("<", element.name, "> has no <", child, ">");
  for (const XmlElement& other : element.children) {
    const bool is_unknown = find_child(place, other.name) == nullptr && other.prefix().empty();
    if (!is_unknown || meant_child(element, other, place) != child) continue;
    report_misnamed_element(schema_.diagnostics(), other, message, child);
    return false;
  }
  schema_.report(Rule::missing_element, element.start_tag, message);
  return false;
}

bool Elements::require_text(const XmlElement& element, std::string_view child) {
  const XmlElement* found = element.child(child);
  if (found == nullptr) return require(element, child);
  if (!found->text.text.empty()) return true;
  schema_.report(Rule::missing_element, found->range, concat("<", child, "> is empty"));
  return false;
}

bool Elements::require_attribute(const XmlElement& element, std::string_view name) {
  if (!attribute_text(element, name).empty()) return true;
  const std::string message = concat("<", element.name, "> has no ", name);
  for (const XmlAttribute& attribute : element.attributes) {
    if (attribute.name == name || edit_distance(attribute.name, name, 1) > 1) continue;
    if (element.attribute(name) != nullptr) break;
    schema_
        .report(Rule::missing_attribute, attribute.name_range,
                concat(message, in_place_of(name, attribute.name)))
        .suggest(attribute.name_range, std::string(name));
    return false;
  }
  schema_.report(Rule::missing_attribute, element.start_tag, message);
  return false;
}

std::optional<Number> Elements::number(const XmlElement& element) {
  return schema_.number(element.text, element.name);
}

std::optional<Number> Elements::finite_number(const XmlElement& element) {
  if (is_infinite(element.text.text)) return std::nullopt;
  auto value = number(element);
  if (value && means_no_limit(*value)) value.reset();
  return value;
}

std::optional<Number3> Elements::vector3(const XmlElement& element) {
  return schema_.vector3(element.text, element.name);
}

bool Elements::read_value(const XmlElement& element, Number& to) {
  const auto value = number(element);
  if (value) to = *value;
  return value.has_value();
}

bool Elements::read_value(const XmlElement& element, std::optional<Number>& to) {
  to = number(element);
  return to.has_value();
}

bool Elements::read_value(const XmlElement& element, Number3& to) {
  const auto value = vector3(element);
  if (value) to = *value;
  return value.has_value();
}

std::optional<bool> Elements::boolean(const XmlElement& element) {
  const std::string lower = to_lower(trim(element.text.text));
  if (lower == "true" || lower == "1") return true;
  if (lower == "false" || lower == "0") return false;
  schema_.report(Rule::bad_value, element.text.range.valid() ? element.text.range : element.start_tag,
                 concat("<", element.name, "> takes true or false, not ", quote(element.text.text)));
  return std::nullopt;
}

// Three or four numbers from 0 to 1.
std::optional<Color> Elements::color(const XmlElement& element) {
  const auto numbers = schema_.numbers(element.text, element.name, 3, 4);
  if (!numbers) return std::nullopt;
  const auto& n = *numbers;
  return Color{{n[0], n[1], n[2], n.size() == 4 ? n[3] : Number(1)}, element.text.range};
}

std::string Elements::path_from_main(const XmlText& written) const {
  const std::string_view path = trim(written.text);
  const SourceManager& sources = schema_.sources();
  return written.range.file == 0 ? std::string(path)
                                 : path_from(sources.name(main_), sources.name(written.range.file), path);
}

// x y z roll pitch yaw, or x y z and a quaternion; empty: none. Before 1.7 the frame of a pose was named by
// another attribute.
TransformExpr Elements::pose(const XmlElement& element, PoseGraph::Name* relative_to) {
  PoseGraph::Name frame =
      attribute_name(element, versions_.of(element.range) < 107 ? "frame" : "relative_to");
  if (relative_to != nullptr) {
    *relative_to = std::move(frame);
  } else if (!frame.text.empty()) {
    schema_.report(Rule::bad_value, frame.range,
                   "this pose is always relative to its link; no other frame can be given");
  }
  const std::string format = attribute_text(element, "rotation_format");
  const bool degrees =
      attribute_text(element, "degrees") == "true" || attribute_text(element, "degrees") == "1";
  if (!format.empty() && format != "euler_rpy" && format != "quat_xyzw") {
    schema_.report(Rule::bad_value, element.attribute("rotation_format")->value.range,
                   concat("the rotation format ", quote(format), " is not one of euler_rpy, quat_xyzw"));
    return {};
  }
  if (trim(element.text.text).empty()) return {};
  const std::size_t count = format == "quat_xyzw" ? 7 : 6;
  const auto numbers = schema_.numbers(element.text, element.name, count, count);
  if (!numbers) return {};
  const auto& n = *numbers;
  const Number3 xyz = {n[0], n[1], n[2]};
  if (count == 7) return TransformExpr::XyzQuaternion{xyz, {n[3], n[4], n[5], n[6]}};
  return TransformExpr::XyzRpy{xyz, Number3{n[3], n[4], n[5]},
                               degrees ? TransformExpr::AngleUnit::degree : TransformExpr::AngleUnit::radian};
}

}  // namespace romas::sdf
