#include "ir/format/sdf_words.h"

namespace romas::sdf {

const ElementMeaning* find_meaning(std::string_view place, std::string_view child) {
  const ElementMeaning* anywhere = nullptr;
  for (const ElementMeaning& row : kElementMeanings) {
    if (row.child != child) continue;
    if (row.parent == place) return &row;
    if (row.parent == "*") anywhere = &row;
  }
  return anywhere;
}

const AttributeMeaning* find_attribute_meaning(std::string_view element, std::string_view name) {
  for (const AttributeMeaning& row : kAttributeMeanings)
    if (row.element == element && row.name == name) return &row;
  return nullptr;
}

std::string_view words_of_text(std::string_view parent, std::string_view element) {
  const ElementMeaning* row = find_meaning(parent, element);
  return row == nullptr ? std::string_view() : row->words;
}

std::string_view words_of_attribute(std::string_view element, std::string_view name) {
  const AttributeMeaning* row = find_attribute_meaning(element, name);
  return row == nullptr ? std::string_view() : row->words;
}

bool is_one_of(std::string_view words, std::string_view text) {
  const bool boolean = words == "true false";
  if (boolean && (text == "0" || text == "1")) return true;
  const bool any_case = boolean || words.starts_with("none gaussian");
  const std::string lower = any_case ? to_lower(text) : std::string();
  for (const Token& word : split_words(words))
    if (word.text == (any_case ? std::string_view(lower) : text)) return true;
  return false;
}

}  // namespace romas::sdf
