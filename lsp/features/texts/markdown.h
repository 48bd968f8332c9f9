// Texts that come from a file, as parts of a text in markdown, whatever they contain.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "support/text/characters.h"

namespace romas::lsp {

// A code span. Line ends and control characters show as blanks.
inline std::string in_code(std::string_view text) {
  std::string shown;
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    const bool is_control = (c >= 0 && c < ' ') || c == '\x7F';
    shown += is_control ? ' ' : c;
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  if (shown.empty()) shown = " ";
  if (longest == 0) return "`" + shown + "`";
  // A fence is longer than all runs of quotes in it; the blanks beside it are not a part of the text.
  const std::string fence(longest + 1, '`');
  return fence + " " + shown + " " + fence;
}

// Words outside of code. An underscore within a word is none of markdown's.
inline std::string in_words(std::string_view text) {
  constexpr std::string_view kMarks = "\\`*[]<>&~#|!";
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_inner =
        i > 0 && i + 1 < text.size() && is_word_character(text[i - 1]) && is_word_character(text[i + 1]);
    if (kMarks.find(c) != std::string_view::npos || (c == '_' && !is_inner)) shown += '\\';
    shown += (c >= 0 && c < ' ') || c == '\x7F' ? ' ' : c;
  }
  return shown;
}

}  // namespace romas::lsp
