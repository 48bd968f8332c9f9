// Values of attributes where what is wrong with them was reported already.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/xml/reader/xml_element.h"
#include "support/text/text.h"

namespace romas::mjcf {

// The numbers of an attribute, none where it is absent or no list of numbers.
inline std::vector<double> numbers_of(const XmlElement& element, std::string_view name) {
  std::vector<double> result;
  const XmlAttribute* said = element.attribute(name);
  if (said == nullptr) return result;
  for (const Token& word : split_words(said->value.text)) {
    const auto number = parse_double(word.text);
    if (!number) return {};
    result.push_back(*number);
  }
  return result;
}

inline double number_of(const XmlElement& element, std::string_view name, double otherwise) {
  const std::vector<double> said = numbers_of(element, name);
  return said.empty() ? otherwise : said.front();
}

inline std::string_view text_of(const XmlElement& element, std::string_view name,
                                std::string_view otherwise = "") {
  const XmlAttribute* said = element.attribute(name);
  return said == nullptr ? otherwise : said->value.text;
}

inline bool is_said(const XmlElement& element, std::string_view name) {
  return !text_of(element, name).empty();
}

}  // namespace romas::mjcf
