// Names in the letters of programs.
#pragma once

#include <string>
#include <string_view>

namespace romas {

// The text in letters of ASCII: Hangul by the Revised Romanization of Korean, Cyrillic letters by ICAO Doc
// 9303 (those of Serbian by its own Latin letters), Greek ones by ELOT 743 letter by letter, Latin ones
// without their marks as ICAO Doc 9303 has them, also those of Vietnamese, composed or not. Full-width
// letters become plain ones. Everything else stays as it is.
//
// Hangul is written as it is pronounced in names: Silla, Jongno, Baengma, Byeollae; an h behind k, t or p
// stays (Mukho). Sounds that only a dictionary knows are not reflected, such as the added n of Hangnyeoul.
std::string romanized(std::string_view text);

// Whether the romanized text still has letters beyond ASCII, which no identifier keeps, or lost all its
// letters.
bool has_other_letters(std::string_view text);

}  // namespace romas
