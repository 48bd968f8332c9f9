// The subjects that models speak of: what each matters to, and which formats can say it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace romas {

enum class Topic : std::uint8_t {
#define TOPIC(enumerator, aspect, one, many, formats) enumerator,
#include "ir/compare/topics.def"
#undef TOPIC
};

// The aspect of a robot that a difference affects.
enum class Aspect : std::uint8_t { kinematics, dynamics, collision, visual, control };

// "kinematics", …
std::string_view to_string(Aspect aspect);
std::optional<Aspect> parse_aspect(std::string_view word);
std::vector<std::string_view> aspect_words();

Aspect aspect_of(Topic topic);
// The name of the topic for programs: "effort_limit".
std::string_view to_string(Topic topic);
// "3 transmissions"
std::string counted(std::size_t count, Topic topic);
// True if what a file of this format (the name of its frontend) says on the topic can be compared with what
// other formats say. An empty name is a model in memory.
bool can_say(std::string_view format, Topic topic);
// The one of two formats for which that does not hold; empty if both can, or are the same.
std::string_view who_cannot_say(std::string_view a, std::string_view b, Topic topic);
// The format has such things, but not in a form that could be compared.
bool says_in_its_own_way(std::string_view format, Topic topic);
// "SDF", as people write the name of a format.
std::string_view format_title(std::string_view format);

}  // namespace romas
