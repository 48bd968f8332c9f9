// How statements are written, for errors in them: what a statement looks like where nothing better is known
// of a mistake.
#pragma once

#include <string>
#include <string_view>

#include "frontend/language/syntax_habits.h"

namespace romas::language {

// Whether a rule is one of values and names, which stand in statements of all kinds.
bool is_of_value(std::size_t rule);
// What stands at the place of the misfit in a statement that is right, as a help behind "expected … found …";
// empty: nothing is known.
std::string_view form_of(const Misfit& misfit);
// What is written in place of a shape, of its sizes and of its file; empty: the misfit is none of theirs.
std::string habit_in_shape(const Misfit& misfit);

}  // namespace romas::language
