// How SDF writes infinite numbers, which stand for "none".
#pragma once

#include <string>
#include <string_view>

#include "support/text/text.h"

namespace romas::sdf {

inline bool is_infinite(std::string_view text) {
  std::string word = to_lower(trim(text));
  if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
  return word == "inf" || word == "infinity";
}

}  // namespace romas::sdf
