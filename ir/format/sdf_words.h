// The meaning of elements and attributes of SDF, in words (sdf_words.def).
#pragma once

#include <string_view>

#include "ir/words/sensor_words.h"

namespace romas::sdf {

struct ElementMeaning {
  std::string_view parent, child;  // as in sdf.def; the parent "*": any
  std::string_view words;          // the values that the text may be, separated by spaces
  std::string_view meaning;
};
inline constexpr ElementMeaning kElementMeanings[] = {
#define MEANING(parent, child, words, meaning) {parent, child, words, meaning},
#include "ir/format/sdf_words.def"
};

struct AttributeMeaning {
  std::string_view element, name;
  bool required;
  std::string_view words;
  std::string_view meaning;
};
inline constexpr AttributeMeaning kAttributeMeanings[] = {
#define ATTRIBUTE(element, name, required, words, meaning) {element, name, required, words, meaning},
#include "ir/format/sdf_words.def"
};

// The row of a child at a place of sdf.def, else the one for all places; null if there is none.
const ElementMeaning* find_meaning(std::string_view place, std::string_view child);
// Null if there is no row.
const AttributeMeaning* find_attribute_meaning(std::string_view element, std::string_view name);

// The words that the text of an element below `parent`, or the value of an attribute, may be; empty: others,
// too. `parent` is the name of the element around it.
std::string_view words_of_text(std::string_view parent, std::string_view element);
std::string_view words_of_attribute(std::string_view element, std::string_view name);
// True if `text` is one of the words as libsdformat reads it, which knows booleans and noise in any case.
bool is_one_of(std::string_view words, std::string_view text);

}  // namespace romas::sdf
