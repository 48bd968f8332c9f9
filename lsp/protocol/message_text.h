// The text of a message before it is parsed.
#pragma once

#include <string>

namespace romas::lsp {

// Deeper ones are refused: nobody sends them, and readers of JSON call themselves for each level.
inline constexpr int kDeepestMessage = 128;

// Replaces what is no character: half of a UTF-16 pair, as an escape or as three bytes, and bytes that are no
// UTF-8 become U+FFFD. Decoders of both have it so, and a half counts one code unit before and after. False
// where arrays and objects are nested too deeply.
bool make_readable(std::string& message);

}  // namespace romas::lsp
