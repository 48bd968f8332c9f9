// Takes any text apart as XML: every byte belongs to exactly one token, whatever the text is. A tag that does
// not end is ended by the next '<', a value without its second quote by the end of its tag or line.
#pragma once

#include <string_view>

#include "lsp/markup/tree/range.h"

namespace romas::markup {

enum class TokenKind : unsigned char {
  text,         // between tags
  tag_begin,    // '<' of a start tag
  end_begin,    // '</'
  tag_name,     // of a start or end tag
  space,        // in a tag
  name,         // of an attribute
  equals,       // '='
  quote,        // in front of a value, or behind it
  value,        // between the quotes, or without quotes
  tag_end,      // '>'
  empty_end,    // '/>'
  comment,      // with its marks, as the next four
  section,      // <![CDATA[…]]>
  instruction,  // <?…?>, the XML declaration too
  doctype,      // <!DOCTYPE…>, and whatever else begins with "<!"
  lone,         // a '<' that begins nothing
  junk,         // in a tag, what is none of the above
};

struct Token {
  TokenKind kind = TokenKind::text;
  Range range;
  // False for a comment, section, instruction or doctype without its end, and for a value that lacks a quote.
  bool complete = true;
};

// Hands out the tokens one by one, in time linear in the text. The text has at most 2^32 - 1 bytes; what is
// behind is not read.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text.substr(0, kMost)) {}

  // False at the end of the text.
  bool next(Token& token);

 private:
  static constexpr std::size_t kMost = 0xFFFF'FFFF;
  enum class Mode : unsigned char { content, name, tag, equals, closing };

  TokenKind markup(bool& complete);
  TokenKind in_tag(bool& complete);
  TokenKind opening_quote(bool& complete);
  // Moves behind the mark; false, and to the next place where such a thing could end, if there is none.
  bool move_behind(std::string_view mark, std::size_t from, bool& is_known_absent);
  void move_to_end_of_junk(std::size_t from);
  std::size_t end_of_word(std::size_t from) const;

  std::string_view text_;
  std::size_t at_ = 0;
  Mode mode_ = Mode::content;
  std::size_t value_end_ = 0;  // of a quoted value whose first quote was handed out
  bool in_value_ = false, has_second_quote_ = false;
  bool no_instruction_end_ = false, doctype_seen_ = false;
};

// Whether a name of XML may begin with the byte. Every byte beyond ASCII counts as a letter.
constexpr bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace romas::markup
