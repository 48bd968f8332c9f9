#include "lsp/markup/tree/lexer.h"

#include <algorithm>

#include "frontend/xml/text/doctype.h"

namespace romas::markup {

namespace {

constexpr bool ends_word(char c) {
  return is_space(c) || c == '<' || c == '>' || c == '/' || c == '=' || c == '"' || c == '\'';
}

}  // namespace

bool Lexer::next(Token& token) {
  if (at_ >= text_.size()) return false;
  const std::size_t begin = at_;
  token.complete = true;
  if (mode_ != Mode::content) {
    token.kind = in_tag(token.complete);
  } else if (text_[at_] == '<') {
    token.kind = markup(token.complete);
  } else {
    token.kind = TokenKind::text;
    at_ = std::min(text_.find('<', at_), text_.size());
  }
  token.range = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  return true;
}

TokenKind Lexer::markup(bool& complete) {
  const std::string_view rest = text_.substr(at_);
  bool unknown = false;
  if (rest.starts_with("<!--")) {
    complete = move_behind("-->", at_ + 4, unknown);
    if (!complete) at_ = text_.size();
    return TokenKind::comment;
  }
  if (rest.starts_with("<![CDATA[")) {
    complete = move_behind("]]>", at_ + 9, unknown);
    if (!complete) at_ = text_.size();
    return TokenKind::section;
  }
  if (rest.starts_with("<?")) {
    complete = move_behind("?>", at_ + 2, no_instruction_end_);
    return TokenKind::instruction;
  }
  if (rest.starts_with("<!")) {
    // Only the first one is read in full, so that the time stays linear; a document has no second one.
    const bool is_first = rest.starts_with("<!DOCTYPE") && !doctype_seen_;
    const auto end = is_first ? doctype_end(text_, at_) : std::nullopt;
    doctype_seen_ = doctype_seen_ || is_first;
    complete = end.has_value();
    if (complete)
      at_ = *end;
    else
      move_to_end_of_junk(at_ + 2);
    return TokenKind::doctype;
  }
  if (rest.starts_with("</")) {
    at_ += 2;
    mode_ = Mode::name;
    return TokenKind::end_begin;
  }
  ++at_;
  if (rest.size() < 2 || !starts_name(rest[1])) return TokenKind::lone;
  mode_ = Mode::name;
  return TokenKind::tag_begin;
}

TokenKind Lexer::in_tag(bool& complete) {
  if (in_value_) {
    if (at_ < value_end_) {
      at_ = value_end_;
      in_value_ = has_second_quote_;
      complete = has_second_quote_;
      return TokenKind::value;
    }
    in_value_ = false;
    ++at_;
    return TokenKind::quote;
  }
  const Mode before = mode_;
  const char c = text_[at_];
  if (c == '<') {
    mode_ = Mode::content;
    return markup(complete);
  }
  if (before != Mode::equals) mode_ = Mode::tag;
  if (is_space(c)) {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return TokenKind::space;
  }
  if (c == '>' || (c == '/' && at_ + 1 < text_.size() && text_[at_ + 1] == '>')) {
    at_ += c == '>' ? 1 : 2;
    mode_ = Mode::content;
    return c == '>' ? TokenKind::tag_end : TokenKind::empty_end;
  }
  if (before == Mode::name && !ends_word(c)) {
    at_ = end_of_word(at_);
    return TokenKind::tag_name;
  }
  if (c == '=') {
    ++at_;
    mode_ = before == Mode::equals ? Mode::tag : Mode::equals;
    return before == Mode::equals ? TokenKind::junk : TokenKind::equals;
  }
  mode_ = Mode::tag;
  if (c == '"' || c == '\'') return opening_quote(complete);
  if (c == '/') {
    ++at_;
    return TokenKind::junk;
  }
  at_ = end_of_word(at_);
  return before == Mode::equals ? TokenKind::value : TokenKind::name;
}

// A value ends at its second quote. Without one in front of the next '<' (which no value may hold), it ends
// where its tag or line does.
TokenKind Lexer::opening_quote(bool& complete) {
  const char quote = text_[at_++];
  const std::size_t stop = std::min(text_.find_first_of(quote == '"' ? "\"<" : "'<", at_), text_.size());
  has_second_quote_ = stop < text_.size() && text_[stop] == quote;
  value_end_ = stop;
  if (!has_second_quote_) {
    value_end_ = std::min(text_.find_first_of("<>\n\r", at_), text_.size());
    if (value_end_ > at_ && value_end_ < text_.size() && text_[value_end_] == '>' &&
        text_[value_end_ - 1] == '/')
      --value_end_;
  }
  in_value_ = has_second_quote_ || value_end_ > at_;
  complete = has_second_quote_;
  return TokenKind::quote;
}

bool Lexer::move_behind(std::string_view mark, std::size_t from, bool& is_known_absent) {
  const std::size_t found = is_known_absent ? std::string_view::npos : text_.find(mark, from);
  if (found != std::string_view::npos) {
    at_ = found + mark.size();
    return true;
  }
  is_known_absent = true;
  move_to_end_of_junk(from);
  return false;
}

void Lexer::move_to_end_of_junk(std::size_t from) {
  at_ = std::min(text_.find_first_of("<>\n\r", std::min(from, text_.size())), text_.size());
  if (at_ < text_.size() && text_[at_] == '>') ++at_;
}

std::size_t Lexer::end_of_word(std::size_t from) const {
  while (from < text_.size() && !ends_word(text_[from])) ++from;
  return from;
}

}  // namespace romas::markup
