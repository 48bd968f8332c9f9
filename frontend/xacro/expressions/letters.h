// Upper and lower case, and letters, of the scripts that have case and that files of robots are likely to
// hold: Latin, Greek, Cyrillic. Letters of other scripts are known as letters where they stand in large
// blocks.
#pragma once

namespace romas::xacro {

char32_t to_upper(char32_t letter);  // what has no upper case stays; so does ß
char32_t to_lower(char32_t letter);
bool is_upper_case(char32_t point);
bool is_lower_case(char32_t point);
bool is_letter(char32_t point);

}  // namespace romas::xacro
