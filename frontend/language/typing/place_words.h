// The names and values that the places of the grammar take.
#pragma once

#include <optional>
#include <string_view>

#include "frontend/language/typing/words_at.h"
#include "ir/model/joints.h"

namespace romas::language {

// The sort of the name behind a word of a rule (name_places.def); nothing where the text makes a name up.
std::optional<NameSort> name_behind(std::uint16_t rule, std::string_view word);

// The value behind a word of a rule, on a joint of a type (foreign: unknown). `name` is the first word of the
// rule: of properties that begin with a name, that name.
ValueAt value_behind(std::uint16_t rule, std::string_view word, std::string_view name, JointType joint);

// A value that would be right there, for a text that is made up.
std::string example_of(const ValueAt& value);

}  // namespace romas::language
