#include "lsp/language/mentions.h"

#include <algorithm>

#include "frontend/language/grammar/word_classes.h"

namespace romas::typing {

using language::ClassifiedWord;
using language::WordClass;

std::vector<std::uint32_t> places_of_name(std::string_view text, std::string_view name) {
  std::vector<std::uint32_t> places;
  const auto add = [&](std::string_view part, std::uint32_t begin) {
    for (const ClassifiedWord& word : language::classify_words(part))
      if (word.kind == WordClass::name && part.substr(word.begin, word.end - word.begin) == name)
        places.push_back(begin + word.begin);
  };
  for (const ClassifiedWord& word : language::classify_words(text)) {
    const std::string_view written = text.substr(word.begin, word.end - word.begin);
    if (word.kind == WordClass::name && written == name) places.push_back(word.begin);
    if (word.kind != WordClass::text) continue;
    for (std::size_t open = written.find('{'); open != std::string_view::npos;
         open = written.find('{', open + 1)) {
      const std::size_t close = std::min(written.find('}', open), written.size());
      add(written.substr(open + 1, close - open - 1), word.begin + static_cast<std::uint32_t>(open) + 1);
    }
  }
  return places;
}

}  // namespace romas::typing
