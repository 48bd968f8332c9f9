// Every text that differs from an XML file in one element, attribute or text.
#pragma once

#include <functional>
#include <string>

#include "frontend/xml/reader/xml_element.h"

namespace romas::test {

struct Mutation {
  // The change and its place, in words that are the same for all places of one kind:
  // "delete robot/joint[revolute]/limit@effort".
  std::string name;
  std::string text;
};

// Deletes, empties, misspells and repeats each element and attribute, one at a time, and makes each value and
// text a word. `per_name` limits how many mutations of one name are made; 0: no limit. `is_foreign` is true
// for elements that are left as they are. Returns false if the text is not well-formed.
bool for_each_mutation(const std::string& text, std::size_t per_name,
                       const std::function<bool(const XmlElement&)>& is_foreign,
                       const std::function<void(const Mutation&)>& take);

}  // namespace romas::test
