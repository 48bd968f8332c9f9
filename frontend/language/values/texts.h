// Texts with values in braces.
#pragma once

#include <string>

#include "frontend/language/values/evaluator.h"

namespace romas::language {

// Names take only texts, whole and plain numbers; messages take quantities as well.
enum class TextUse : unsigned char { name, message };
// The text of an interpolated string. `unknown`, if there is one: set where a value is not known.
std::string fill(Evaluator& e, const Template& pieces, TextUse use, bool* unknown = nullptr);

}  // namespace romas::language
