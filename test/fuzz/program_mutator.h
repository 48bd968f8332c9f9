// Changes programs of the Romas language word by word, so that a fuzzer gets past the first syntax error more
// often than by bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace romas::fuzzing {

// Words, signs, strings, comments and the white space between them: joined they are the text again.
std::vector<std::string_view> words_of(std::string_view text);

// The text with one to four changes: words left out, doubled, swapped, replaced by others of the same or of
// another kind, taken over from `other` (which may be empty), or put deep into brackets and conditions. No
// longer than `longest`.
std::string mutate_program(std::string_view text, std::string_view other, std::mt19937& random,
                           std::size_t longest);

}  // namespace romas::fuzzing
