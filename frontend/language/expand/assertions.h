// Evaluates `assert` statements, and reports those that do not hold.
#pragma once

#include <optional>
#include <string>

#include "frontend/language/lower/session.h"

namespace romas::language {

// assert CONDITION [, MESSAGE], and in tests assert VALUE ~ VALUE within TOLERANCE [, MESSAGE]
//
// Why it does not hold, with the values that were found; nothing if it holds, or if that cannot be told
// because something in it is wrong, which is reported, or unknown.
std::optional<std::string> broken_assertion(const Statement& s, Evaluator& evaluator, Session& session);
// Reports what does not hold.
void check_assertion(const Statement& s, Evaluator& evaluator, Session& session);
// A quantity for messages, with six digits: "0.398 m".
std::string shown_quantity(const Quantity& quantity);

}  // namespace romas::language
