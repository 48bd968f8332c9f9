// Finds what may stand at the end of a text that is being typed. Only the heads around the end and the last
// statement are read; errors in front of them do not matter.
#pragma once

#include <vector>

#include "frontend/language/grammar/expected_words.h"
#include "frontend/language/typing/outline.h"

namespace romas::language {

struct EndOfText {
  std::vector<Lexeme> words;  // those that were read
  Expected expected;          // behind them
};

// A head that is not whole is read as if it were, and of a last statement that is wrong its last lines.
EndOfText read_end(const Outline& outline);

}  // namespace romas::language
