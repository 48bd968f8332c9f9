// Properties of <gazebo> elements, and elements that are kept in them.
#include "frontend/sdf/gazebo_content.h"

#include <algorithm>
#include <set>

#include "frontend/xml/reader/make_element.h"
#include "frontend/xml/reader/write_xml.h"
#include "frontend/xml/schema/foreign_element.h"
#include "frontend/xml/words/gazebo_words.h"
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

Gazebo& GazeboContent::gazebo_of(std::string_view reference, SourceRange range) {
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
void GazeboContent::set_property(std::string_view reference, GazeboValue value) {
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

void GazeboContent::set_property(std::string_view reference, GazeboProperty property,
                                 const XmlElement& element) {
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
      good = set(elements_.boolean(element));
      if (good) value.spelling = std::get<bool>(value.value) ? "true" : "false";
      break;
    case GazeboType::number: good = set(elements_.number(element)); break;
    case GazeboType::vector3: good = set(elements_.vector3(element)); break;
    case GazeboType::text: value.value = value.spelling = std::string(trim(element.text.text)); break;
  }
  if (good) set_property(reference, std::move(value));
}

void GazeboContent::note_prefixes(const XmlElement& element) {
  for (const XmlAttribute& attribute : element.attributes)
    if (attribute.prefix() == "xmlns")
      prefixes_[std::string(attribute.local_name())] = std::string(attribute.value.text);
}

// Kept content goes into documents that declare no prefix.
void GazeboContent::declare_prefixes(const XmlElement& element, std::string& text,
                                     ForeignElement& tree) const {
  std::set<std::string_view> open;
  add_open_prefixes(element, {}, open);
  for (const std::string_view prefix : open) {
    const auto known = prefixes_.find(prefix);
    const std::string uri =
        known != prefixes_.end() ? known->second : elements_.versions().uri_of(element.range, prefix);
    if (uri.empty()) continue;  // it is declared nowhere, which is reported
    std::string name = concat("xmlns:", prefix);
    text.insert(element.name.size() + 1, concat(" ", name, "=\"", escape_xml_attribute(uri), "\""));
    tree.attributes.emplace_back(std::move(name), uri);
  }
}

void GazeboContent::keep(const XmlElement& element, std::string_view reference, const LinkFrame* link) {
  if (element.name == "plugin")
    for (const std::string_view name : {"name", "filename"}) elements_.require_attribute(element, name);
  check_gazebo_words(element, reference.empty() ? "model" : "link", schema_.diagnostics());
  gazebo_of(reference, element.start_tag);
  const std::size_t gazebo = gazebo_of_.find(reference)->second;
  const LayoutItem item = schema_.keep_element(element, entity_place(EntityKind::gazebo, gazebo));
  Extension& extension = model_.extensions[item.index];
  ForeignElement tree = to_foreign(element);
  declare_prefixes(element, extension.text, tree);
  if (link != nullptr && link->moved) {
    const XmlElement* written = element.child("pose");
    const TransformExpr before = written == nullptr ? TransformExpr() : elements_.pose(*written, nullptr);
    const TransformExpr::XyzRpy after = as_xyz_rpy(link->in_link(before));
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
