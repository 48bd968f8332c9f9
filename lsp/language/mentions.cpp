#include "lsp/language/mentions.h"

#include <algorithm>

#include "frontend/language/grammar/word_classes.h"
#include "frontend/language/values/value.h"
#include "support/text/text.h"

namespace romas::typing {

using language::ClassifiedWord;
using language::WordClass;

std::vector<std::uint32_t> places_of_name(std::string_view text, std::string_view name) {
  std::vector<std::uint32_t> places;
  const auto add = [&](std::string_view part, std::uint32_t begin) {
    for (const ClassifiedWord& word : language::classify_words(part))
      if (word.kind == WordClass::name && part.substr(word.begin, word.end - word.begin) == name)
        places.push_back(begin + word.begin);
  };
  for (const ClassifiedWord& word : language::classify_words(text)) {
    const std::string_view written = text.substr(word.begin, word.end - word.begin);
    if (word.kind == WordClass::name && written == name) places.push_back(word.begin);
    if (word.kind != WordClass::text) continue;
    for (std::size_t open = written.find('{'); open != std::string_view::npos;
         open = written.find('{', open + 1)) {
      const std::size_t close = std::min(written.find('}', open), written.size());
      add(written.substr(open + 1, close - open - 1), word.begin + static_cast<std::uint32_t>(open) + 1);
    }
  }
  return places;
}

namespace {

// The innermost bracket that is open at the end of a text; 0 if there is none.
char open_bracket(std::string_view text) {
  int closed = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')' || text[i] == ']' || text[i] == '}') ++closed;
    if (text[i] == '(' || text[i] == '[' || text[i] == '{')
      if (closed-- == 0) return text[i];
  }
  return 0;
}

// Whether a type stands behind this text. Behind the ':' of a record stands a value.
bool is_before_type(std::string_view before) {
  if (before.ends_with("->")) return trim(before.substr(0, before.size() - 2)).ends_with(')');
  if (!before.ends_with(':')) return false;
  const std::string_view statement = trim(before.substr(before.find_last_of(";{}") + 1));
  return statement.starts_with("param ") || statement.starts_with("let ") || open_bracket(before) == '(';
}

}  // namespace

bool is_word_of_language(std::string_view text, std::uint32_t begin, std::string_view word) {
  std::string_view before = trim(text.substr(0, begin));
  if (before.ends_with("std.")) return true;
  if (language::find_type(word)) return is_before_type(before);
  if (word != "x" && word != "y" && word != "z") return false;
  if (before.ends_with('-')) before = trim(before.substr(0, before.size() - 1));
  return before.ends_with("axis");
}

}  // namespace romas::typing
