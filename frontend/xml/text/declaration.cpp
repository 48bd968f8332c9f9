#include "frontend/xml/text/declaration.h"

namespace romas {

std::size_t behind_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? kMark.size() : 0;
}

std::size_t document_begin(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n", kDeclaration = "<?xml";
  const std::size_t begin = behind_byte_order_mark(text);
  const std::size_t at = text.find_first_not_of(kBlanks, begin);
  if (at == std::string_view::npos || !text.substr(at).starts_with(kDeclaration)) return begin;
  const std::size_t behind = at + kDeclaration.size();
  const bool is_declaration = behind < text.size() && kBlanks.find(text[behind]) != std::string_view::npos;
  return is_declaration ? at : begin;
}

}  // namespace romas
