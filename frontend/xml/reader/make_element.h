// Elements that no text says: what a reader puts in the place of what it read.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

#include "frontend/xml/reader/xml_element.h"

namespace romas {

// `place` is where messages about the element point.
inline XmlElement make_element(std::string_view name, SourceRange place) {
  XmlElement made;
  made.name = name;
  made.range = made.start_tag = made.name_range = place;
  return made;
}

// Attributes, text and ranges, and no children.
inline XmlElement copy_leaf(const XmlElement& element) {
  XmlElement copy = make_element(element.name, element.start_tag);
  copy.range = element.range;
  copy.name_range = element.name_range;
  copy.text = element.text;
  copy.attributes = element.attributes;
  return copy;
}

// The element and what is in it, but for comments. Texts that it owns must outlive the copy.
inline XmlElement copy_element(
    const XmlElement& element) {  // NOLINT(misc-no-recursion): XML's depth is bounded
  XmlElement copy = copy_leaf(element);
  copy.expanded = element.expanded;
  for (const XmlElement& child : element.children) copy.children.push_back(copy_element(child));
  return copy;
}

// An attribute that is there keeps its place. `value` must outlive the element.
inline void set_attribute(XmlElement& element, std::string_view name, std::string_view value,
                          SourceRange place) {
  const auto found = std::find_if(element.attributes.begin(), element.attributes.end(),
                                  [&](const XmlAttribute& attribute) { return attribute.name == name; });
  if (found != element.attributes.end())
    found->value = {value, found->value.range, false};
  else
    element.attributes.push_back({name, {value, place, false}, place, place});
}

// The first child of this name; null if there is none.
inline XmlElement* find_child_element(XmlElement& element, std::string_view name) {
  const auto found = std::find_if(element.children.begin(), element.children.end(),
                                  [&](const XmlElement& child) { return child.name == name; });
  return found == element.children.end() ? nullptr : &*found;
}

// The attribute that names the frame of a pose.
inline std::string_view frame_attribute(int version) { return version < 107 ? "frame" : "relative_to"; }

}  // namespace romas
