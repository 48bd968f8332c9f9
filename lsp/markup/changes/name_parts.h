// The common parts of names that are alike: left_hip and right_hip share their end. Names are compared by
// whole words and signs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace romas::markup {

// Appends the words, numbers and signs of a text.
void split_name(std::string_view text, std::vector<std::string_view>& pieces);

// A name and the bytes around what differs in it from others.
struct NamePart {
  std::string_view name;
  std::uint32_t before = 0, behind = 0;
};

// Returns the first name with the bytes that all names have in common at their begin and at their end.
// `pieces` are those of all names, the first name's first.
NamePart shared_part(std::string_view first, const std::vector<std::vector<std::string_view>>& pieces);

// "left_" is a better prefix than "left": a sign that is next to what differs in all of the names goes with
// it.
void widen(std::vector<NamePart>& parts);

// Returns names for a parameter that is a part of all of these names, the best first. Returns none if the
// parameter is whole names.
std::vector<std::string> names_of_part(const std::vector<NamePart>& parts);

}  // namespace romas::markup
