// Document type declarations. They are skipped, not read: nothing that they declare is expanded or fetched.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace romas {

// Returns where the document type declaration begins, and nothing if the text has none. Only comments,
// instructions and white space can stand in front of it.
std::optional<std::size_t> find_doctype(std::string_view text);

// The offset behind the '>' of the declaration that begins at `begin` ("<!DOCTYPE"). Brackets in quotes,
// comments and processing instructions of its internal subset do not count. Nothing if the text ends before
// the declaration does, or the declaration is malformed.
std::optional<std::size_t> doctype_end(std::string_view text, std::size_t begin);

// The text with blanks in place of its document type declaration, which the parser would skip by different
// rules. Nothing if it has none. Offsets do not change.
std::optional<std::string> blank_doctype(std::string_view text);

}  // namespace romas
