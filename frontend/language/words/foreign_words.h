// Words of other languages and formats, and what is written here in their place.
#pragma once

#include <cstdint>
#include <string_view>

namespace romas::language {

// The role that a word of another language or format was meant to have.
enum class WordPlace : std::uint8_t {
  statement,
  link_property,
  joint_property,
  part,
  joint_type,
  type,
  value,
  function,
  member,
  unit
};

struct ForeignWord {
  WordPlace place;
  std::string_view word;
  std::string_view help;     // "write '…'", or what the language has instead
  std::string_view instead;  // the word that means the same; empty: there is none
};

// Null: nothing is known of the word there.
const ForeignWord* find_foreign_word(WordPlace place, std::string_view word);

}  // namespace romas::language
