// The classes of the words in a text of the language, for tools that show it in colours. The text may be any
// text, also one that is being typed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace romas::language {

enum class WordClass : std::uint8_t { keyword, name, unit, number, text, comment };

struct ClassifiedWord {
  std::uint32_t begin = 0, end = 0;  // bytes of the text
  WordClass kind = WordClass::name;
};

// In the order of the text. Signs are left out.
std::vector<ClassifiedWord> classify_words(std::string_view text);

}  // namespace romas::language
