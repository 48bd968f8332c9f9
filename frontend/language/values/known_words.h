// The words that the language knows for a sort of names, from the tables that it checks them with.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/language/words/name_sort.h"

namespace romas::language {

inline constexpr std::string_view kDialect = "drake";  // the one dialect of joints
inline constexpr std::string_view kServoMap = "map";   // the property of a servo that is a list of pairs

struct KnownWord {
  std::string_view word;
  std::string_view meaning;  // may be empty
};
// None for the sorts whose names a text makes up, and for files and servos.
std::vector<KnownWord> known_words(NameSort sort);
// The type of a module's parameter that stands for statements, and for no value.
inline constexpr std::string_view kStatementsType = "statements";

}  // namespace romas::language
