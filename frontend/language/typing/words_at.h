// Finds what may be typed at a place of a text, by the grammar and the tables of the language, for
// completion. The text may be broken and half typed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/language/words/name_sort.h"

namespace romas::language {

enum class ValueSort : std::uint8_t {
  any,
  number,
  number3,
  number4,
  whole,
  boolean,
  pose,
  axis,
  text,
  word,
  thing
};

// The kind and the units of a value at a place, as far as the place determines them.
struct ValueAt {
  ValueSort sort = ValueSort::any;
  std::string units;  // SI; "1": a plain number; empty: unknown
  std::string words;  // that the property allows, separated by spaces
};

// A part of what a word brings with it: a text, or a hole with what stands in it and what it may be chosen
// from.
struct SketchPart {
  enum class Kind : std::uint8_t { text, hole, body } kind = Kind::text;
  std::string text;
  std::vector<std::string> choices;
};
using Sketch = std::vector<SketchPart>;

struct KeywordAt {
  std::string_view word;
  Sketch sketch;  // the word and all that it needs
};

struct NameAt {
  NameSort sort = NameSort::link;
  std::vector<std::string> path;  // the names before it, each with a '.' behind it
};

struct WordsAt {
  enum class Where : std::uint8_t { words, text, comment } where = Where::words;
  std::uint32_t begin = 0, end = 0;  // the word around the place, which is replaced; of a text what is in it
  std::vector<KeywordAt> keywords;
  std::vector<NameAt> names;
  bool value = false;       // a value may begin here
  bool unit = false;        // a unit may stand here
  std::string unit_before;  // what is typed of it: "N*"
  ValueAt wanted;           // of the value around the place, which begins here or has begun
  // A member of what these names mean, in a value: the names before it.
  std::vector<std::string> member_of;
  std::string family;  // of the servo around the place
  std::string joint;   // the name of the joint around the place
};

WordsAt words_at(std::string_view text, std::uint32_t offset);

}  // namespace romas::language
