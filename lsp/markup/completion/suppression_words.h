// The words of comments that silence rules: "romas: ignore RULE, …".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lsp/markup/completion/completion.h"

namespace romas::markup {

// Completes a comment of any format. `before`: the text of the comment in front of the cursor.
void complete_suppression(std::string_view before, std::uint32_t cursor, std::vector<CompletionItem>& items);

}  // namespace romas::markup
