#include "frontend/xml/text/doctype.h"

#include <algorithm>

#include "frontend/xml/text/xml_space.h"
#include "support/text/characters.h"

namespace romas {

namespace {

constexpr std::string_view kDoctype = "<!DOCTYPE";

// The first character of a name. Every byte beyond ASCII counts as a letter, because names are only skipped.
constexpr bool starts_name(char c) {
  return is_letter(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

// The offset behind the next `mark`; npos if there is none.
std::size_t behind(std::string_view text, std::string_view mark, std::size_t from) {
  const std::size_t found = text.find(mark, from);
  return found == std::string_view::npos ? found : found + mark.size();
}

// The ']' that ends the internal subset. Brackets in quotes, comments and instructions do not count. npos if
// there is none.
std::size_t subset_end(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (text[at] == ']') return at;
    if (rest.starts_with("<!--")) {
      at = behind(text, "-->", at + 4);
    } else if (rest.starts_with("<?")) {
      at = behind(text, "?>", at + 2);
    } else if (text[at] == '"' || text[at] == '\'') {
      at = behind(text, text.substr(at, 1), at + 1);
    } else {
      ++at;
    }
  }
  return std::string_view::npos;
}

// The '[' or '>' that ends the names and identifiers behind "<!DOCTYPE"; npos if something else stands there.
std::size_t head_end(std::string_view text, std::size_t at) {
  const std::size_t name = skip_xml_space(text, at);
  if (name == at || name >= text.size() || !starts_name(text[name])) return std::string_view::npos;
  at = name;
  while (at < text.size() && text[at] != '[' && text[at] != '>') {
    if (text[at] == '<') return std::string_view::npos;
    at = text[at] == '"' || text[at] == '\'' ? behind(text, text.substr(at, 1), at + 1) : at + 1;
  }
  return at < text.size() ? at : std::string_view::npos;
}

}  // namespace

std::optional<std::size_t> find_doctype(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  std::size_t at = text.starts_with(kMark) ? kMark.size() : 0;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(kDoctype)) return at;
    if (rest.starts_with("<!--")) {
      at = behind(text, "-->", at + 4);
    } else if (rest.starts_with("<?")) {
      at = behind(text, "?>", at + 2);
    } else if (is_xml_space(rest.front())) {
      ++at;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> doctype_end(std::string_view text, std::size_t begin) {
  std::size_t at = head_end(text, begin + kDoctype.size());
  if (at != std::string_view::npos && text[at] == '[') {
    at = subset_end(text, at + 1);
    if (at == std::string_view::npos) return std::nullopt;
    at = skip_xml_space(text, at + 1);
  }
  if (at >= text.size() || text[at] != '>') return std::nullopt;
  return at + 1;
}

std::optional<std::string> blank_doctype(std::string_view text) {
  const auto begin = find_doctype(text);
  const auto end = begin ? doctype_end(text, *begin) : std::nullopt;
  if (!end) return std::nullopt;
  std::string blanked(text);
  std::replace_if(
      blanked.begin() + static_cast<std::ptrdiff_t>(*begin),
      blanked.begin() + static_cast<std::ptrdiff_t>(*end), [](char c) { return c != '\n' && c != '\r'; },
      ' ');
  return blanked;
}

}  // namespace romas
