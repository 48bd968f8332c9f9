// Upper and lower case, and letters, of the scripts that have case and that files of robots are likely to
// hold: Latin, Greek, Cyrillic. Letters of other scripts are known as letters where they stand in large
// blocks.
#pragma once

namespace romas::xacro {

constexpr char32_t kSharpS = 0xDF;  // ß, whose upper case is two letters

char32_t upper_case_of(char32_t letter);  // what has no upper case stays; so does ß
char32_t lower_case_of(char32_t letter);
bool is_upper_case(char32_t point);
bool is_lower_case(char32_t point);
bool is_letter(char32_t point);

}  // namespace romas::xacro
