// The text that completion inserts for a keyword: the rest of its rule, with holes for names and values.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/language/grammar/expected_words.h"
#include "frontend/language/typing/words_at.h"
#include "ir/model/joints.h"

namespace romas::language {

// A keyword that is expected behind so many words. `joint` is the type of the joint around it (foreign:
// none).
Sketch sketch_of(std::uint16_t keyword, const Expectation& place, std::size_t words, JointType joint);

}  // namespace romas::language
