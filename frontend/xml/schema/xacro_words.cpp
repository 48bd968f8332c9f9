#include "frontend/xml/schema/xacro_words.h"

#include <algorithm>

namespace romas::xacro {

const Word* word_without_prefix(const XmlElement& element) {
  const Word* word = std::ranges::find(kWords, element.name, &Word::name);
  if (word == std::end(kWords)) return nullptr;
  const std::vector<std::string_view> known = attribute_names(word->name);
  const bool fits = std::ranges::all_of(element.attributes, [&](const XmlAttribute& attribute) {
    return std::ranges::find(known, attribute.name) != known.end();
  });
  const bool complete = std::ranges::all_of(kWordAttributes, [&](const WordAttribute& row) {
    return row.word != word->name || row.need != WordAttribute::Need::required ||
           element.attribute(row.name) != nullptr;
  });
  return fits && complete ? word : nullptr;
}

}  // namespace romas::xacro
