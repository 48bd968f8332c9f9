// Document type declarations. They are not read, only stepped over: nothing that they declare is expanded or
// fetched.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace romas {

// Where the document type declaration begins; nothing if the text has none. Only comments, instructions and
// white space can stand in front of it.
std::optional<std::size_t> find_doctype(std::string_view text);

// Where the declaration that begins at `begin` ("<!DOCTYPE") ends: behind its '>'. Brackets in quotes,
// comments and processing instructions of its internal subset end nothing. Nothing if the text ends before
// the declaration does, or it is malformed.
std::optional<std::size_t> doctype_end(std::string_view text, std::size_t begin);

// The text with blanks for its document type declaration, which the parser would step over by rules of its
// own. Nothing if it has none. Places stay what they were.
std::optional<std::string> blank_doctype(std::string_view text);

}  // namespace romas
