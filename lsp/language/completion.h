// Completion at a place of a text of the Romas language. Pure functions of the text, an offset and facts that
// the text cannot tell.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/language/typing/words_at.h"
#include "lsp/language/names.h"
#include "lsp/markup/completion/completion.h"

namespace romas::typing {

// All items that fit the place, the best first. They are not filtered by the word that is already typed.
std::vector<markup::CompletionItem> complete(std::string_view text, std::uint32_t offset,
                                             const TextFacts& facts);

// A snippet with the holes of a sketch.
std::string snippet_of(const language::Sketch& sketch);

}  // namespace romas::typing
