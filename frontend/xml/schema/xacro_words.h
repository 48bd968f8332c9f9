// The words of xacro and their attributes (xacro_words.def).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "frontend/xml/reader/xml_element.h"

namespace romas::xacro {

struct Word {
  std::string_view name, meaning;  // the name without "xacro:"
};
inline constexpr Word kWords[] = {
#define XACRO_WORD(name, meaning) {name, meaning},
#include "frontend/xml/schema/xacro_words.def"
};

struct WordAttribute {
  enum class Need : unsigned char { required, optional, flag };
  std::string_view word, name;
  Need need;
  std::string_view meaning;
};
inline constexpr WordAttribute kWordAttributes[] = {
#define XACRO_ATTRIBUTE(word, name, need, meaning) {word, name, WordAttribute::Need::need, meaning},
#include "frontend/xml/schema/xacro_words.def"
};

// The names of a word's attributes; empty for a word that takes any.
inline std::vector<std::string_view> attribute_names(std::string_view word) {
  std::vector<std::string_view> names;
  for (const WordAttribute& attribute : kWordAttributes)
    if (attribute.word == word) names.push_back(attribute.name);
  return names;
}

// The word that an element without prefix would be with it: its name is the word's, and it has the attributes
// that the word needs and no others. Null for any other element.
const Word* word_without_prefix(const XmlElement& element);

// The commands of $(…), with how they are written and what they mean.
struct Substitution {
  std::string_view name, usage, meaning;
};
inline constexpr std::array<Substitution, 7> kSubstitutions = {{
    {"find", "find PACKAGE", "the folder of a package"},
    {"arg", "arg NAME", "the value of an argument"},
    {"env", "env NAME", "a variable of the environment, which must be set"},
    {"optenv", "optenv NAME DEFAULT", "a variable of the environment, else the default"},
    {"eval", "eval EXPRESSION", "the value of an expression"},
    {"dirname", "dirname", "the folder of this file"},
    {"cwd", "cwd", "the folder in which the program runs"},
}};

}  // namespace romas::xacro
