#include "lsp/reading/closed_symbols.h"

#include <algorithm>

namespace romas::lsp {

bool ClosedSymbols::is_as_it_was(const std::optional<FileStamps>& stamps) {
  return stamps && std::ranges::all_of(
                       *stamps, [](const auto& entry) { return stamp_of(entry.first) == entry.second; });
}

}  // namespace romas::lsp
