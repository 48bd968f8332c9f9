// What people write in servo maps for the keys of a servo: the words of other tools and of data sheets.
#pragma once

#include <string_view>
#include <vector>

namespace romas {

// The key that is meant by a word that is none of `keys`: another case of one, or its name elsewhere. Empty
// if the word is a key, or means none.
std::string_view meant_servo_key(std::string_view written, const std::vector<std::string_view>& keys);

}  // namespace romas
