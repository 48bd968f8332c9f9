// How statements are written, for errors in them: what a statement looks like where nothing better is known
// of a mistake.
#pragma once

#include <string>
#include <string_view>

#include "frontend/language/mistakes/syntax_habits.h"

namespace romas::language {

// Whether a rule is one of values and names, which stand in statements of all kinds.
bool is_of_value(std::size_t rule);
// Returns how a correct statement goes on at the place of the misfit, as a help behind "expected … found …".
// Returns an empty text if nothing is known.
std::string_view form_of(const Misfit& misfit);
// Returns how a shape and its sizes are written. Returns an empty text if the misfit is about neither.
std::string habit_in_shape(const Misfit& misfit);

}  // namespace romas::language
