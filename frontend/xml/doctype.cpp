#include "frontend/xml/doctype.h"

#include <algorithm>

namespace romas {

namespace {

constexpr std::string_view kDoctype = "<!DOCTYPE";

struct Doctype {
  std::size_t subset_begin = 0, subset_end = 0;  // between the brackets; equal if there are none
  std::size_t end = 0;
};

// Behind the next `mark`; npos if there is none.
std::size_t behind(std::string_view text, std::string_view mark, std::size_t from) {
  const std::size_t found = text.find(mark, from);
  return found == std::string_view::npos ? found : found + mark.size();
}

// The place of the first of these characters that stands in no quotes, comment or instruction; npos if there is none.
std::size_t find_outside(std::string_view text, std::string_view characters, std::size_t at) {
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (characters.find(text[at]) != std::string_view::npos) return at;
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

std::optional<Doctype> read_doctype(std::string_view text, std::size_t begin) {
  Doctype doctype;
  std::size_t at = find_outside(text, "[>", begin + kDoctype.size());
  if (at != std::string_view::npos && text[at] == '[') {
    doctype.subset_begin = at + 1;
    doctype.subset_end = find_outside(text, "]", at + 1);
    if (doctype.subset_end == std::string_view::npos) return std::nullopt;
    at = text.find('>', doctype.subset_end);
  }
  if (at == std::string_view::npos) return std::nullopt;
  doctype.end = at + 1;
  return doctype;
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
    } else if (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '\r' || rest.front() == '\n') {
      ++at;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> doctype_end(std::string_view text, std::size_t begin) {
  const auto doctype = read_doctype(text, begin);
  return doctype ? std::optional(doctype->end) : std::nullopt;
}

std::optional<std::string> blank_internal_subset(std::string_view text) {
  const auto begin = find_doctype(text);
  if (!begin) return std::nullopt;
  const auto doctype = read_doctype(text, *begin);
  if (!doctype || text.substr(0, doctype->subset_end).find(']', doctype->subset_begin) == std::string_view::npos) return std::nullopt;
  std::string blanked(text);
  std::replace_if(
      blanked.begin() + static_cast<std::ptrdiff_t>(doctype->subset_begin), blanked.begin() + static_cast<std::ptrdiff_t>(doctype->subset_end),
      [](char c) { return c != '\n' && c != '\r'; }, ' ');
  return blanked;
}

}  // namespace romas
