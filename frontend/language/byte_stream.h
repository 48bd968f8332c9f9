// A source text as ANTLR's lexer reads it: byte by byte and without a copy, so that positions of tokens are byte offsets.
#pragma once

#include <memory>
#include <string_view>

namespace antlr4 {
class CharStream;
}

namespace romas::language {

// The text must outlive the stream.
std::unique_ptr<antlr4::CharStream> make_byte_stream(std::string_view text, std::size_t first);

}  // namespace romas::language
