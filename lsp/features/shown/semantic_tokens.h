// The kinds of words in a text, for editors that colour by meaning: all words of the Romas language; in XML
// the names of the robot and of the program.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lsp/protocol/editing_types.h"
#include "lsp/workspace/workspace.h"

namespace romas::lsp {

// The kinds of tokens, by the numbers that SemanticTokens has for them.
Json token_legend();

// `within`: only tokens that begin there.
SemanticTokens semantic_tokens(const Workspace& workspace, const View& view,
                               const std::optional<Range>& within = std::nullopt);

// The edit that leads from one list of numbers to another: where it begins, how many go, and which come.
struct TokensEdit {
  std::uint32_t start = 0, deleteCount = 0;
  std::vector<std::uint32_t> data;
};
ROMAS_LSP_MEMBERS(TokensEdit, member("start", &T::start), member("deleteCount", &T::deleteCount),
                  member("data", &T::data));
std::vector<TokensEdit> tokens_edits(const SemanticTokens& from, const SemanticTokens& to);

}  // namespace romas::lsp
