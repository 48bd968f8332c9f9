// Names in other tools and in data sheets for the keys of a servo, as people write them in servo maps.
#pragma once

#include <string_view>
#include <vector>

namespace romas {

// The key that is meant by a word that is none of `keys`: another case of one, or its name elsewhere. Empty
// if the word is a key, or means none.
std::string_view meant_servo_key(std::string_view written, const std::vector<std::string_view>& keys);

}  // namespace romas
