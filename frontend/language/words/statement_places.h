// The bodies that statements belong in.
#pragma once

#include <string_view>

namespace romas::language {

// Returns where a statement with this word may stand: "a robot", "a link" or "a joint". Modules, and what is
// given to them, have statements for all three.
inline std::string_view place_of(std::string_view word) {
#define LINK_PROPERTY(own, function) \
  if (word == own) return "a link";
#define JOINT_PROPERTY(own, function) \
  if (word == own) return "a joint";
#include "frontend/language/words/statements.def"
  return "a robot";
}

}  // namespace romas::language
