// Values of SDF elements: numbers, poses, colours, and properties that URDF knows as those of <gazebo>.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "frontend/sdf/infinite.h"
#include "frontend/sdf/sdf_reader.h"
#include "frontend/xml/reader/make_element.h"
#include "frontend/xml/reader/write_xml.h"
#include "frontend/xml/schema/foreign_element.h"
#include "frontend/xml/schema/unknown_element.h"
#include "frontend/xml/words/gazebo_words.h"
#include "ir/model/no_limit.h"
#include "ir/packages/relative_paths.h"
#include "support/text/escape.h"

namespace romas::sdf {

namespace {

// In the place of the pose that is there; else at the end.
template <class Element>
void put_pose(std::vector<Element>& children, Element pose) {
  const auto there = std::find_if(children.begin(), children.end(),
                                  [](const Element& child) { return child.name == "pose"; });
  if (there == children.end())
    children.push_back(std::move(pose));
  else
    *there = std::move(pose);
}

// True if all children of an element, and there are some, may stand at a place.
bool holds_all(std::string_view place, const XmlElement& element) {
  return !place.empty() && !element.children.empty() &&
         std::all_of(element.children.begin(), element.children.end(),
                     [&](const XmlElement& child) { return find_child(place, child.name) != nullptr; });
}

// Adds the prefixes that an element and what is in it use, and do not declare.
void add_open_prefixes(
    const XmlElement& element, std::vector<std::string_view> declared,
    std::set<std::string_view>& open) {  // NOLINT(misc-no-recursion): XML's depth is bounded
  for (const XmlAttribute& attribute : element.attributes)
    if (attribute.prefix() == "xmlns") declared.push_back(attribute.local_name());
  const auto add = [&](std::string_view prefix) {
    if (!prefix.empty() && prefix != "xmlns" && prefix != "xml" &&
        std::find(declared.begin(), declared.end(), prefix) == declared.end())
      open.insert(prefix);
  };
  add(element.prefix());
  for (const XmlAttribute& attribute : element.attributes) add(attribute.prefix());
  for (const XmlElement& child : element.children) add_open_prefixes(child, declared, open);
}

// `text`, which says an element, with another pose.
std::string with_pose(const XmlElement& element, std::string text, const std::string& numbers) {
  const XmlElement* written = element.child("pose");
  if (element.expanded) {  // its text does not stand in its range
    XmlElement copy = copy_element(element);
    XmlElement made = make_element("pose", element.start_tag);
    made.text.text = numbers;
    put_pose(copy.children, std::move(made));
    return write_xml(copy);
  }
  const std::string pose = concat("<pose>", numbers, "</pose>");
  if (written != nullptr)
    text.replace(written->range.begin - element.range.begin, written->range.end - written->range.begin, pose);
  else if (text.size() >= 2 && element.range.end == element.start_tag.end)  // <sensor …/>
    text.replace(text.rfind("/>"), 2, concat(">", pose, "</", element.name, ">"));
  else
    text.insert(element.start_tag.end - element.range.begin, pose);
  return text;
}

}  // namespace

// Reports prefixed attributes of an element whose content becomes a part of the model.
void SdfReader::report_foreign_attributes(const XmlElement& element) {
  for (const XmlAttribute& attribute : element.attributes)
    if (!attribute.prefix().empty() && attribute.prefix() != "xmlns" && attribute.prefix() != "xml")
      lost(attribute.range, concat("the attribute '", attribute.name, "' of <", element.name,
                                   "> belongs to another vocabulary, which the model cannot keep"));
}

std::vector<FoundChild> SdfReader::find_children(const XmlElement& element, std::string_view place) {
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
      std::vector<std::string_view> names;
      for (const Child& known : kChildren)
        if (known.parent == place) names.push_back(known.name);
      std::string_view near = nearest_name(child.name, names);
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

std::optional<Number> SdfReader::number(const XmlElement& element) {
  return schema_.number(element.text, element.name);
}

std::optional<Number> SdfReader::finite_number(const XmlElement& element) {
  if (is_infinite(element.text.text)) return std::nullopt;
  auto value = number(element);
  if (value && means_no_limit(*value)) value.reset();
  return value;
}

std::optional<Number3> SdfReader::vector3(const XmlElement& element) {
  return schema_.vector3(element.text, element.name);
}

bool SdfReader::read_value(const XmlElement& element, Number& to) {
  const auto value = number(element);
  if (value) to = *value;
  return value.has_value();
}
bool SdfReader::read_value(const XmlElement& element, std::optional<Number>& to) {
  to = number(element);
  return to.has_value();
}
bool SdfReader::read_value(const XmlElement& element, Number3& to) {
  const auto value = vector3(element);
  if (value) to = *value;
  return value.has_value();
}

std::optional<bool> SdfReader::boolean(const XmlElement& element) {
  const std::string lower = to_lower(trim(element.text.text));
  if (lower == "true" || lower == "1") return true;
  if (lower == "false" || lower == "0") return false;
  schema_.report(Rule::bad_value, element.text.range.valid() ? element.text.range : element.start_tag,
                 concat("<", element.name, "> takes true or false, not ", quote(element.text.text)));
  return std::nullopt;
}

// Three or four numbers from 0 to 1.
std::optional<Color> SdfReader::color(const XmlElement& element) {
  const auto numbers = schema_.numbers(element.text, element.name, 3, 4);
  if (!numbers) return std::nullopt;
  const auto& n = *numbers;
  return Color{{n[0], n[1], n[2], n.size() == 4 ? n[3] : Number(1)}, element.text.range};
}

std::string SdfReader::path_from_main(const XmlText& written) const {
  const std::string_view path = trim(written.text);
  const SourceManager& sources = schema_.sources();
  return written.range.file == 0 ? std::string(path)
                                 : path_from(sources.name(main_), sources.name(written.range.file), path);
}

std::string SdfReader::attribute_text(const XmlElement& element, std::string_view name) const {
  const XmlAttribute* found = element.attribute(name);
  return found == nullptr ? std::string() : std::string(trim(found->value.text));
}

bool SdfReader::require_attribute(const XmlElement& element, std::string_view name) {
  if (!attribute_text(element, name).empty()) return true;
  schema_.report(Rule::missing_attribute, element.start_tag, concat("<", element.name, "> has no ", name));
  return false;
}

PoseGraph::Name SdfReader::attribute_name(const XmlElement& element, std::string_view name) const {
  const XmlAttribute* found = element.attribute(name);
  return found == nullptr ? PoseGraph::Name()
                          : PoseGraph::Name{attribute_text(element, name), found->value.range};
}

// x y z roll pitch yaw, or x y z and a quaternion; empty: none. Before 1.7 the frame of a pose was named by
// another attribute.
TransformExpr SdfReader::pose(const XmlElement& element, PoseGraph::Name* relative_to) {
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

// --- properties --------------------------------------------------------------------------------------------

Gazebo& SdfReader::gazebo_of(std::string_view reference, SourceRange range) {
  const auto [found, fresh] = gazebo_of_.try_emplace(std::string(reference), model_.gazebos.size());
  if (fresh) {
    Gazebo gazebo;
    if (!reference.empty()) gazebo.reference = std::string(reference);
    gazebo.range = range;
    model_.gazebos.push_back(std::move(gazebo));
  }
  return model_.gazebos[found->second];
}

// Shapes of a link share one value in the model.
void SdfReader::set_property(std::string_view reference, GazeboValue value) {
  Gazebo& gazebo = gazebo_of(reference, value.range);
  const auto same = std::find_if(gazebo.values.begin(), gazebo.values.end(),
                                 [&](const GazeboValue& v) { return v.property == value.property; });
  if (same == gazebo.values.end()) {
    gazebo.values.push_back(std::move(value));
  } else if (same->value != value.value) {
    schema_
        .report(Rule::feature_dropped, value.range,
                concat("'", gazebo_property_info(value.property).name, "' of '", reference,
                       "' has one value in the model; this second one is left out"))
        .note(same->range, "the first one is here");
  }
}

void SdfReader::set_property(std::string_view reference, GazeboProperty property, const XmlElement& element) {
  GazeboValue value;
  value.property = property;
  value.range = element.range;
  const auto set = [&](const auto& read) {
    if (read) value.value = *read;
    return read.has_value();
  };
  bool good = true;
  switch (gazebo_property_info(property).type) {
    case GazeboType::boolean:
      good = set(boolean(element));
      if (good) value.spelling = std::get<bool>(value.value) ? "true" : "false";
      break;
    case GazeboType::number: good = set(number(element)); break;
    case GazeboType::vector3: good = set(vector3(element)); break;
    case GazeboType::text: value.value = value.spelling = std::string(trim(element.text.text)); break;
  }
  if (good) set_property(reference, std::move(value));
}

void SdfReader::note_prefixes(const XmlElement& element) {
  for (const XmlAttribute& attribute : element.attributes)
    if (attribute.prefix() == "xmlns")
      prefixes_[std::string(attribute.local_name())] = std::string(attribute.value.text);
}

// Kept content goes into documents that declare no prefix.
void SdfReader::declare_prefixes(const XmlElement& element, std::string& text, ForeignElement& tree) const {
  std::set<std::string_view> open;
  add_open_prefixes(element, {}, open);
  for (const std::string_view prefix : open) {
    const auto known = prefixes_.find(prefix);
    const std::string uri =
        known != prefixes_.end() ? known->second : versions_.uri_of(element.range, prefix);
    if (uri.empty()) continue;  // it is declared nowhere, which is reported
    std::string name = concat("xmlns:", prefix);
    text.insert(element.name.size() + 1, concat(" ", name, "=\"", escape_xml_attribute(uri), "\""));
    tree.attributes.emplace_back(std::move(name), uri);
  }
}

void SdfReader::keep(const XmlElement& element, std::string_view reference, const LinkEntry* entry) {
  if (element.name == "plugin")
    for (const std::string_view name : {"name", "filename"}) require_attribute(element, name);
  check_gazebo_words(element, reference.empty() ? "model" : "link", schema_.diagnostics());
  gazebo_of(reference, element.start_tag);
  const std::size_t gazebo = gazebo_of_.find(reference)->second;
  const LayoutItem item = schema_.keep_element(element, entity_place(EntityKind::gazebo, gazebo));
  Extension& extension = model_.extensions[item.index];
  ForeignElement tree = to_foreign(element);
  declare_prefixes(element, extension.text, tree);
  if (entry != nullptr && entry->moved) {
    const XmlElement* written = element.child("pose");
    const TransformExpr before = written == nullptr ? TransformExpr() : pose(*written, nullptr);
    const TransformExpr::XyzRpy after = as_xyz_rpy(in_link(before, *entry));
    std::string numbers;
    for (const auto& part : {after.xyz, after.rpy})
      for (const Number& n : part.value_or(Number3()))
        numbers += concat(numbers.empty() ? "" : " ", n.text());
    extension.text = with_pose(element, std::move(extension.text), numbers);
    put_pose(tree.children, ForeignElement{"pose", {}, numbers, {}});
  }
  if (keeps_tree(element.name)) extension.tree = std::make_shared<const ForeignElement>(std::move(tree));
}

}  // namespace romas::sdf
