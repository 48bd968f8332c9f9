// The text of a message before it is parsed.
#pragma once

#include <string>

#include "lsp/protocol/json_members.h"

namespace romas::lsp {

// Deeper ones are refused: nobody sends them, and readers of JSON call themselves for each level.
inline constexpr int kDeepestMessage = 128;

// Replaces bytes that are no UTF-8 by U+FFFD, and makes halves of UTF-16 pairs readable: a half, as an escape
// or as three bytes, becomes U+FDD0 and its four digits, which restore_halves() replaces. A message that has
// U+FDD0 itself gets U+FFFD for its halves. Returns false if arrays and objects are nested too deeply.
bool make_readable(std::string& message);

// Restores the halves in a message that was made readable: the texts of documents get their bytes
// (halved_text.h), all other strings U+FFFD.
void restore_halves(Json& message);

}  // namespace romas::lsp
